/* store_rows.h - games, seats and events as rows, the same for both databases. */
#ifndef TABLIER_SERVER_STORE_ROWS_H
#define TABLIER_SERVER_STORE_ROWS_H

#include "server/store/db.h"
#include "server/store/store.h"
#include "server/store/store_search.h"

/* One row per seat of a game g, its summary s and its seats t; see rows_add_game(). */
#define GAME_COLUMNS                                                                               \
    "g.id, g.game, g.terms, g.listed, g.created, g.watch,"                                         \
    " s.status, s.seq, s.moves, s.result, s.updated, s.due,"                                       \
    " t.kind, t.level, t.taken, t.name, t.hash, t.invitation, t.member, s.turn "
/* See rows_add_event(). */
#define EVENT_COLUMNS "seq, at, seat, kind, data, token, spent"

/* $1 the game, $2 the number of the last event that is known. */
#define LOAD_GAME_SQL                                                                              \
    "SELECT " GAME_COLUMNS                                                                         \
    "FROM games g JOIN summaries s ON s.game = g.id JOIN seats t ON t.game = g.id"                 \
    " WHERE g.id = $1 ORDER BY t.seat"
#define LOAD_EVENTS_SQL                                                                            \
    "SELECT " EVENT_COLUMNS " FROM events WHERE game = $1 AND seq > $2 ORDER BY seq"
#define LOAD_OUTAGES_SQL                                                                           \
    "SELECT start, stop FROM outages WHERE stop >"                                                 \
    " (SELECT CASE WHEN EXISTS (SELECT 1 FROM events WHERE game = $1 AND spent < 0)"               \
    "   THEN g.created ELSE s.updated END"                                                         \
    "  FROM games g JOIN summaries s ON s.game = g.id WHERE g.id = $1 AND (s.due > 0 OR EXISTS"    \
    "   (SELECT 1 FROM events WHERE game = $1 AND spent < 0))) ORDER BY number"

/* A seat, and a game if it is the first of it, to a struct listed. */
bool rows_add_game(void *listed, const struct db_row_view *row);
/* To a struct loaded; false if memory runs out. */
bool rows_add_event(void *loaded, const struct db_row_view *row);
/* Columns start, stop; the same. */
bool rows_add_outage(void *loaded, const struct db_row_view *row);

#endif
