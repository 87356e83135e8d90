/*
 * store_rows.h - games, seats and events as rows of a database, and as parameters of its
 * statements: what both databases have in common.
 */
#ifndef TABLIER_SERVER_STORE_ROWS_H
#define TABLIER_SERVER_STORE_ROWS_H

#include "server/store/store.h"
#include "server/store/store_search.h"

/* ---- Rows ------------------------------------------------------------------------ */

/* One row per seat of a game g, its summary s and its seats t; see rows_add_game(). */
#define GAME_COLUMNS                                                                               \
    "g.id, g.game, g.terms, g.listed, g.created, g.watch,"                                         \
    " s.status, s.seq, s.moves, s.result, s.updated, s.due,"                                       \
    " t.kind, t.level, t.taken, t.name, t.hash, t.invitation "
/* See rows_add_event(). */
#define EVENT_COLUMNS "seq, at, seat, kind, data, token, spent"

/* Reads a column of one row. */
struct row {
    const void *rows;
    int number;                                            /* where rows come all at once */
    int64_t (*integer)(const struct row *row, int column); /* also true and false */
    const char *(*text)(const struct row *row, int column);
    void (*hash)(const struct row *row, int column, unsigned char out[HASH_SIZE]);
};

/* A seat, and a game if it is the first of it. */
void rows_add_game(const struct row *row, struct stored_game *games, int *count);
/* False if memory runs out. */
bool rows_add_event(const struct row *row, struct loaded *loaded);
/* Columns start, stop. */
bool rows_add_outage(const struct row *row, struct loaded *loaded);

/* ---- Parameters ------------------------------------------------------------------- */

/* Adds the next parameter of a statement. */
struct params_sink {
    void *to;
    void (*integer)(void *to, int64_t value);
    void (*text)(void *to, const char *text);
    void (*hash)(void *to, const unsigned char hash[HASH_SIZE]);
};

/* id, game, terms, listed, created, watch */
void sink_game(const struct params_sink *sink, const struct stored_game *game);
/* status, seq, moves, result, updated, due */
void sink_summary(const struct params_sink *sink, const struct summary *summary);
/* kind, level, taken, name, hash, invitation */
void sink_seat(const struct params_sink *sink, const struct stored_seat *seat);
/* at, seat, kind, data, token, spent */
void sink_event(const struct params_sink *sink, const struct stored_event *event);
/* status, before, before_id, limit, rules, name, parts from, parts to */
void sink_query(const struct params_sink *sink, const struct list_query *query,
                const struct name_search *search);

#endif
