/*
 * request.h - requests of the web app, as fields: pairs of name and value.
 *
 * A request is a row of strings, each ended by a zero byte, name and value in
 * turn; values are raw, so nothing has to be unescaped or copied. The
 * field `call` says what is wanted. A record, which most calls need, is:
 *
 *     game players repetition swap position    at most once
 *     options.NAME                             once for each rule option
 *     moves                                    once for each entry, in order
 *     ending result                            if it did not end on the board
 *     tags.NAME                                names of players and so on
 *
 * Where a record is read or written as such, the annotations of a move follow it:
 *
 *     comment eval time                        a text, "1 win 5", milliseconds
 *     draw                                     a square "Gb2" or an arrow "Rb2c3"; repeated
 *     variation                                "(" before and ")" after its entries
 */
#ifndef TABLIER_WASM_REQUEST_H
#define TABLIER_WASM_REQUEST_H

#include "core/record.h"
#include "core/start.h"

struct request {
    const char *fields;
    size_t size; /* bytes, all zeros counted */
};

struct field {
    const char *name, *value;
};

/* The fault of a request. */
struct fault {
    struct tb_error error;
    int ply; /* the number of the move at fault, from 1; 0: none is */
};

/* True if it is a row of pairs. Nothing else here may be called before. */
bool request_is_sound(const struct request *request);

/* Begins with a field of zeros and goes from one to the next; false after the last. */
bool request_next(const struct request *request, struct field *field);

/* The value of the first field of that name, NULL if there is none. */
const char *request_get(const struct request *request, const char *name);

/* A whole number of at most nine digits; 0 where the field is missing. */
int request_number(const struct request *request, const char *name, int *value,
                   struct tb_error *error);

/* The language of the field `lang`, a BCP 47 tag; English without one. */
const char *request_lang(const struct request *request);

/* The language, the players' names (a field `names` per player, in order, empty for none) and
 * who reads (`you`, from 1). Returns &out->viewer. */
struct request_viewer {
    struct tb_viewer viewer;
    const char *names[TB_PLAYERS_MAX];
};
const struct tb_viewer *request_viewer(const struct request *request, struct request_viewer *out);

/* Where the record begins; `rules` may be NULL. */
int request_start(const struct request *request, struct tb_position *position,
                  struct match_rules *rules, struct tb_error *error);

/* The match that the record describes, or a copy of the one that the field `handle` names, which
 * the caller frees; NULL with the fault. */
struct tb_match *request_match(const struct request *request, struct fault *fault);

/* The same with its tags and annotations. The record must be empty, and is on failure. */
int request_record(const struct request *request, struct record *record, struct fault *fault);

#endif
