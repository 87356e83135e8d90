/*
 * tablier/base.h - conventions, versions, errors and languages, for all parts of the interface.
 *
 * Conventions
 *  - Players are counted from 0 in this interface and from 1 in every text.
 *  - A function that can fail returns TB_OK (0) or a negative code, or NULL where it returns a
 *    pointer, and describes the failure in the struct tb_error it is given; that pointer may be
 *    NULL.
 *  - A function that writes text works like snprintf: it never writes more than `size` bytes,
 *    always terminates the text, and returns the length of the complete text, without the
 *    terminator.
 *  - A function named after a thing returns it (tb_record_comment); its setter has `set`
 *    in its name (tb_record_set_comment). What ..._new() returns, ..._free() frees; it accepts
 *    NULL.
 *  - Invalid arguments (a required pointer that is NULL, an index out of range, a zeroed setup or
 *    position) never crash: they yield a code such as TB_ERR_ARGUMENT, or NULL, false or 0 where
 *    there are no codes. (A position whose bytes were overwritten cannot be detected.)
 *  - Nothing here prints, exits, or keeps state of its own. Different objects may be used by
 *    different threads at the same time, one object by one thread at a time, except where a
 *    comment says "any thread".
 */
#ifndef TB_BASE_H
#define TB_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(TB_BUILD_SHARED)
#define TB_API __attribute__((visibility("default")))
#else
#define TB_API
#endif

/* ---- Errors ------------------------------------------------------------ */

/* Name, number and identifier of each code. */
#define TB_ERRORS(X)                                                                               \
    X(MEMORY, -1, "memory")      /* out of memory */                                               \
    X(GAME, -2, "game")          /* unknown game */                                                \
    X(PLAYERS, -3, "players")    /* number of players not allowed */                               \
    X(OPTION, -4, "option")      /* unknown option */                                              \
    X(VALUE, -5, "value")        /* option value not allowed */                                    \
    X(SYNTAX, -6, "syntax")      /* syntax error */                                                \
    X(ILLEGAL, -7, "illegal")    /* move not allowed */                                            \
    X(POSITION, -8, "position")  /* position not allowed */                                        \
    X(OVER, -9, "over")          /* the game is over */                                            \
    X(RECORD, -10, "record")     /* invalid record */                                              \
    X(RANGE, -11, "range")       /* argument out of range */                                       \
    X(ARGUMENT, -12, "argument") /* missing or invalid argument */                                 \
    X(BUSY, -13, "busy")         /* in use by another call */                                      \
    X(STOPPED, -14, "stopped")   /* stopped by the caller */                                       \
    X(SETUP, -15, "setup")       /* different game or setup */                                     \
    X(SYSTEM, -16, "system")     /* operating system error */                                      \
    X(INTERNAL, -17, "internal") /* internal error */

enum tb_error_code {
    TB_OK = 0,
#define TB_ERROR_ENUM(name, code, identifier) TB_ERR_##name = code,
    TB_ERRORS(TB_ERROR_ENUM)
#undef TB_ERROR_ENUM
};

enum {
    TB_ERROR_TEXT = 256,   /* bytes that hold the English text of an error */
    TB_MESSAGE_TEXT = 768, /* bytes that hold a message as data */
};

/* What went wrong. Complete when the function has failed, so it needs no initialisation. */
struct tb_error {
    int code;                      /* TB_OK or one of TB_ERR_... */
    char text[TB_ERROR_TEXT];      /* in English: what is wrong, and what to do */
    char message[TB_MESSAGE_TEXT]; /* the same as data, for tb_error_text() */
};

/* The identifier of a code, for logs and protocols: "illegal" for TB_ERR_ILLEGAL, "ok" for TB_OK;
 * NULL if there is no such code. Texts for people are in struct tb_error. */
TB_API const char *tb_error_name(int code);

/* ---- Structs that may grow ------------------------------------------------ */

/* A struct that may get more fields in a later version begins with `size`, its sizeof. Declare
 * it with TB_STRUCT(tb_task, task), which sets `size` and makes all other fields zero, the usual
 * value of each.
 *
 * Fields are only added at the end, so a program built with an older header works with a newer
 * library. Every function checks `size`: TB_ERR_ARGUMENT if it is smaller than that of version
 * 2.0. A larger one, of a newer header, is accepted if all bytes that this library does not know
 * are zero; so no option is ignored silently. Where the library fills in the struct, it sets
 * them to zero.
 *
 * The other structs never grow: tb_error, tb_result, tb_setup, tb_finding and tb_claim. */
#ifdef __cplusplus
#define TB_STRUCT(type, name) struct type name = {}; name.size = sizeof(struct type)
#else
#define TB_STRUCT(type, name) struct type name = {.size = sizeof(struct type)}
#endif

/* ---- Languages ------------------------------------------------------------- */

/* The reader of a message: the language, and who the players are. */
struct tb_viewer {
    size_t size;
    const char *lang;         /* a BCP 47 tag such as "de" or "fr-CA"; NULL: English */
    const char *const *names; /* one per player, NULL for a player without; NULL: no names */
    int you;                  /* the number of the player who reads, from 1; 0: a spectator */
};

/* Writes the error in the viewer's language, in English where there is no translation. A NULL
 * viewer is an English-speaking spectator. */
TB_API int tb_error_text(const struct tb_error *error, const struct tb_viewer *viewer, char *out,
                         size_t size);

/* The available languages, English first: "en", "de", ...; NULL outside 0..count-1. */
TB_API int tb_language_count(void);
TB_API const char *tb_language_at(int index);
/* A language's name for itself: "Deutsch"; NULL if there is no such language. */
TB_API const char *tb_language_name(const char *lang);

/* ---- Versions ---------------------------------------------------------------- */

/* Versions follow semver.org: what is declared here stays until the first number changes, which
 * is also the number of the shared library (libtablier.so.2). */
#define TB_VERSION "2.0.0"

/* The version of the library loaded at run time; may differ from TB_VERSION. */
TB_API const char *tb_version(void);

#ifdef __cplusplus
}
#endif

#endif
