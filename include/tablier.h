/*
 * tablier.h - the public interface of the Tablier library.
 *
 * Tablier knows four games (Dorix, Tic Tac Doh, Quoridor, Orbital) completely:
 * legal moves, play, result, notation, drawing, and why a move is not allowed.
 *
 * Conventions
 *  - Players are counted from 0 in this interface and from 1 in every text.
 *  - A function that can fail returns TB_OK (0) or a negative code from the
 *    list below, and describes the failure in the struct tb_error it is given;
 *    that pointer may be NULL.
 *  - A function that writes text works like snprintf: it never writes more than
 *    `size` bytes, always terminates, and returns the length it wanted.
 *  - Nothing here prints, exits, or keeps state of its own. Different objects
 *    may be used from different threads at the same time.
 */
#ifndef TABLIER_H
#define TABLIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Versions follow semver.org: what is declared here stays until the first number
 * changes, which is also the number of the shared library (libtablier.so.1). */
#define TB_VERSION "1.1.0"

#if defined(TB_BUILD_SHARED)
#define TB_API __attribute__((visibility("default")))
#else
#define TB_API
#endif

/* ---- Limits ------------------------------------------------------------ */

enum {
    TB_PLAYERS_MAX = 4,
    TB_OPTIONS_MAX = 4,
    TB_STATE_SIZE = 320,     /* bytes, the largest state of any game */
    TB_MOVES_MAX = 2560,     /* moves, the most that any position can have */
    TB_MOVE_TEXT = 32,       /* bytes that hold any move, its end included */
    TB_POSITION_TEXT = 512,  /* bytes that hold any position string */
    TB_DRAWING_TEXT = 16384, /* bytes that hold any drawing */
    TB_ERROR_TEXT = 256,
};

/* ---- Errors ------------------------------------------------------------ */

#define TB_ERRORS(X)                                                           \
    X(MEMORY, -1, "out of memory")                                             \
    X(GAME, -2, "unknown game")                                                \
    X(PLAYERS, -3, "player count not allowed")                                 \
    X(OPTION, -4, "unknown option")                                            \
    X(VALUE, -5, "option value not allowed")                                   \
    X(SYNTAX, -6, "not understood")                                            \
    X(ILLEGAL, -7, "move not allowed")                                         \
    X(POSITION, -8, "position not allowed")                                    \
    X(OVER, -9, "the game is over")                                            \
    X(RECORD, -10, "record not allowed")                                       \
    X(RANGE, -11, "argument out of range")

enum tb_error_code {
    TB_OK = 0,
#define TB_ERROR_ENUM(name, code, text) TB_ERR_##name = code,
    TB_ERRORS(TB_ERROR_ENUM)
#undef TB_ERROR_ENUM
};

struct tb_error {
    int code;                   /* TB_OK or one of TB_ERR_... */
    char text[TB_ERROR_TEXT];   /* one line that names the thing and what would be right */
    char french[TB_ERROR_TEXT]; /* the same in French */
};

/* The general meaning of a code: "unknown game" for TB_ERR_GAME. */
TB_API const char *tb_error_name(int code);

/* The version of the library that is running, which a shared one need not have in
 * common with the header: "1.1.0". */
TB_API const char *tb_version(void);

/* ---- Games and their options ------------------------------------------- */

enum tb_lang { TB_ENGLISH, TB_FRENCH };

/* One game: its facts and its rules. Constant, lives for ever. */
struct tb_game;

/* One rule option of a game. Values are integers; where `words` is not NULL
 * the value is an index into it and is spelled by its word. */
struct tb_option {
    const char *name;
    const char *const *words;              /* NULL-terminated, or NULL for a number */
    int min, max, step;                    /* allowed: min, min+step, ... max */
    int defaults[TB_PLAYERS_MAX + 1];      /* by number of players */
    const char *text[2];                   /* what it means, by enum tb_lang */
};

TB_API int tb_game_count(void);
TB_API const struct tb_game *tb_game_at(int index);          /* NULL outside 0..count-1 */
TB_API const struct tb_game *tb_game_find(const char *name); /* NULL if there is none */
TB_API const char *tb_game_name(const struct tb_game *game);   /* "quoridor" */
TB_API const char *tb_game_title(const struct tb_game *game);  /* "Quoridor" */
TB_API const char *tb_game_author(const struct tb_game *game);
TB_API bool tb_game_allows(const struct tb_game *game, int players);
TB_API bool tb_game_repeats(const struct tb_game *game); /* can a position come back? */
TB_API int tb_game_option_count(const struct tb_game *game);
TB_API const struct tb_option *tb_game_option(const struct tb_game *game, int index);

/* A game with its player count and every option decided. */
struct tb_setup {
    const struct tb_game *game;
    int players;
    int options[TB_OPTIONS_MAX]; /* in the order of tb_game_option() */
};

/* The default set-up for a number of players; players = 0 means two. */
TB_API int tb_setup_init(struct tb_setup *setup, const struct tb_game *game, int players,
                         struct tb_error *error);
/* Sets one option from text: tb_setup_set(&setup, "walls", "7", &error). */
TB_API int tb_setup_set(struct tb_setup *setup, const char *key, const char *value,
                        struct tb_error *error);
/* The spelling of option number `index`: "7" or "blocked". */
TB_API int tb_setup_value(const struct tb_setup *setup, int index, char *out, size_t size);

/* ---- Positions and moves ------------------------------------------------ */

/* A move is one whole turn of one player. The number means something only to
 * the game it came from. */
typedef uint32_t tb_move;

/* The board of any game, as plain bytes: copy it with =. */
struct tb_state {
    unsigned char bytes[TB_STATE_SIZE] __attribute__((aligned(16)));
};

struct tb_position {
    struct tb_setup setup;
    struct tb_state state;
};

struct tb_result {
    bool over;
    unsigned winners; /* bit p is set if player p has won; 0 with over = a draw */
};

/* The starting position. */
TB_API void tb_position_start(struct tb_position *position, const struct tb_setup *setup);

/* Reads a position string. Leading words `players=4 size=5` in it override
 * `setup`, which must be given. Refused positions leave *position untouched. */
TB_API int tb_position_parse(struct tb_position *position, const struct tb_setup *setup,
                             const char *text, struct tb_error *error);
TB_API int tb_position_text(const struct tb_position *position, char *out, size_t size);

TB_API int tb_turn(const struct tb_position *position); /* the player to move, from 0 */
TB_API struct tb_result tb_result(const struct tb_position *position);
TB_API uint64_t tb_hash(const struct tb_position *position);
TB_API bool tb_equal(const struct tb_position *a, const struct tb_position *b);

/* All legal moves in ascending order; `out` holds TB_MOVES_MAX. None when the
 * game is over; otherwise at least one, `pass` where there is nothing else. */
TB_API int tb_moves(const struct tb_position *position, tb_move *out);
TB_API int tb_move_count(const struct tb_position *position);

/* Plays a move of this position, TB_ERR_ILLEGAL if it is not one. */
TB_API int tb_play(struct tb_position *position, tb_move move, struct tb_error *error);

/* The canonical spelling of a legal move. */
TB_API int tb_move_text(const struct tb_position *position, tb_move move, char *out, size_t size);
/* Reads a legal move; on failure the error's text says which rule forbids it. */
TB_API int tb_move_parse(const struct tb_position *position, const char *text, tb_move *move,
                         struct tb_error *error);

/* Counts the sequences of exactly `depth` moves. */
TB_API uint64_t tb_perft(const struct tb_position *position, int depth);

/* ---- Why a move is not allowed ------------------------------------------ */

struct tb_reason {
    bool legal;
    tb_move move;      /* meaningful when legal */
    char text[256];    /* the rule, in a sentence; empty when legal */
    char places[256];  /* squares or pieces to blame, separated by spaces; may be empty */
};

/* Answers for any text at all, well-formed or not. */
TB_API void tb_why(const struct tb_position *position, const char *text, enum tb_lang lang,
                   struct tb_reason *reason);

/* ---- Drawing ------------------------------------------------------------ */

struct tb_style {
    bool ascii;         /* only ASCII; otherwise Unicode box drawing */
    bool colour;        /* ANSI colours; no meaning rests on them */
    enum tb_lang lang;
    bool bare;          /* without whose turn it is or who has won: a match may know better */
    int rows;           /* rather a smaller drawing than one of more lines; 0: no limit */
    const char *last;   /* the move that led here, to be marked with ( ); NULL: none */
};

/* A drawing of several lines: the board, what is in hand, whose turn or the result. */
TB_API int tb_draw(const struct tb_position *position, const struct tb_style *style, char *out,
                   size_t size);

/* ---- Symmetry ------------------------------------------------------------ */

/* Number of transformations of the board (0 is the identity) under which the
 * rules stay the same; some exchange the players' roles. */
TB_API int tb_symmetry_count(const struct tb_position *position);
TB_API void tb_symmetry_position(const struct tb_position *position, int symmetry,
                                 struct tb_position *out);
/* What a move of `position` becomes in the transformed position. */
TB_API tb_move tb_symmetry_move(const struct tb_position *position, int symmetry, tb_move move);
/* What a player becomes. */
TB_API int tb_symmetry_player(const struct tb_position *position, int symmetry, int player);

/* ---- Matches: a game with its history ------------------------------------ */

/* A match adds to the rules of a game: undo and redo, the repetition rule, the
 * pie rule, resignation. */
struct tb_match;

struct tb_match_rules {
    int repetition; /* occurrences of a position that make a draw: 0 (off), 2..9 */
    bool swap;      /* the pie rule, two players only */
};

/* How a match came to its end. */
enum tb_ending {
    TB_ENDING_NONE,       /* it has not */
    TB_ENDING_BOARD,      /* by the rules of the game */
    TB_ENDING_REPETITION,
    TB_ENDING_RESIGNATION,
    TB_ENDING_AGREEMENT,
    TB_ENDING_TIME,
};

/* repetition=3, swap off. */
TB_API struct tb_match_rules tb_match_rules_default(void);
/* NULL on failure. The caller frees it with tb_match_free, which accepts NULL. */
TB_API struct tb_match *tb_match_new(const struct tb_position *start,
                                     const struct tb_match_rules *rules, struct tb_error *error);
TB_API void tb_match_free(struct tb_match *match);

/* Plays a move or `swap`. Whatever was undone before is forgotten. */
TB_API int tb_match_play(struct tb_match *match, const char *text, struct tb_error *error);
TB_API bool tb_match_can_swap(const struct tb_match *match);
/* Take back or play again one entry; false when there is none. Undo also takes
 * back a resignation, an agreed draw or a flag fall, before any move. */
TB_API bool tb_match_undo(struct tb_match *match);
TB_API bool tb_match_redo(struct tb_match *match);
/* Ends the match without a move; TB_ERR_OVER if it has ended already. With two
 * sides the other side wins a resignation or flag fall; with more, the game
 * ends and everyone else shares the win. */
TB_API int tb_match_resign(struct tb_match *match, int player, struct tb_error *error);
TB_API int tb_match_flag(struct tb_match *match, int player, struct tb_error *error);
TB_API int tb_match_agree_draw(struct tb_match *match, struct tb_error *error);

TB_API const struct tb_position *tb_match_position(const struct tb_match *match); /* now */
TB_API const struct tb_position *tb_match_start(const struct tb_match *match);
TB_API struct tb_match_rules tb_match_rules_of(const struct tb_match *match);
TB_API struct tb_result tb_match_result(const struct tb_match *match);
TB_API enum tb_ending tb_match_ending(const struct tb_match *match);
/* Entries of the record, `swap` counted; plies do not count it. */
TB_API int tb_match_length(const struct tb_match *match);
TB_API int tb_match_plies(const struct tb_match *match);
TB_API bool tb_match_swapped(const struct tb_match *match);
/* The spelling of entry `index` (from 0), NULL outside the record. */
TB_API const char *tb_match_entry(const struct tb_match *match, int index);

#ifdef __cplusplus
}
#endif

#endif
