/*
 * store_rows.h - games, seats and events as rows of a database, and as parameters of its
 * statements: what both databases have in common.
 */
#ifndef TABLIER_SERVER_STORE_ROWS_H
#define TABLIER_SERVER_STORE_ROWS_H

#include "server/store/db.h"
#include "server/store/store.h"
#include "server/store/store_search.h"

/* ---- Rows ------------------------------------------------------------------------ */

/* One row per seat of a game g, its summary s and its seats t; see rows_add_game(). */
#define GAME_COLUMNS                                                                               \
    "g.id, g.game, g.terms, g.listed, g.created, g.watch,"                                         \
    " s.status, s.seq, s.moves, s.result, s.updated, s.due,"                                       \
    " t.kind, t.level, t.taken, t.name, t.hash, t.invitation, t.member, s.turn "
/* See rows_add_event(). */
#define EVENT_COLUMNS "seq, at, seat, kind, data, token, spent"

/* A seat, and a game if it is the first of it, to a struct listed. */
bool rows_add_game(void *listed, const struct db_row_view *row);
/* To a struct loaded; false if memory runs out. */
bool rows_add_event(void *loaded, const struct db_row_view *row);
/* Columns start, stop; the same. */
bool rows_add_outage(void *loaded, const struct db_row_view *row);

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
/* status, seq, moves, result, updated, due, turn */
void sink_summary(const struct params_sink *sink, const struct summary *summary);
/* kind, level, taken, name, hash, invitation, member */
void sink_seat(const struct params_sink *sink, const struct stored_seat *seat);
/* at, seat, kind, data, token, spent */
void sink_event(const struct params_sink *sink, const struct stored_event *event);
#endif
