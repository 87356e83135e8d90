/* sqlite_statements.c - the SQL of store_sqlite.c. */
#include "server/store/sqlite/sqlite_statements.h"

#include "server/store/sqlite/sqlite_file.h"
#include "server/store/store_rows.h"

const char *const sqlite_statements[STATEMENT_COUNT] = {
    [BEGIN_WRITE] = "BEGIN IMMEDIATE",
    [BEGIN_READ] = "BEGIN",
    [COMMIT] = "COMMIT",
    [INSERT_GAME] = "INSERT INTO games (id, game, terms, listed, created, watch)"
                    " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    [INSERT_SUMMARY] = "INSERT INTO summaries"
                       " (game, listed, rules, status, seq, moves, result, updated, due, turn)"
                       " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [INSERT_SEAT] = "INSERT INTO seats (game, seat, kind, level, taken, name, hash,"
                    " invitation, member) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [FIND_TWIN] = "SELECT 1 FROM games WHERE id = ? AND watch = ?",
    [UPDATE_SUMMARY] = "UPDATE summaries SET status = ?, seq = ?, moves = ?, result = ?,"
                       " updated = ?, due = ?, turn = ? WHERE game = ? AND seq = ?",
    [UPDATE_SEAT] = "UPDATE seats SET kind = ?, level = ?, taken = ?, name = ?, hash = ?,"
                    " invitation = ?, member = ? WHERE game = ? AND seat = ?",
    [UPDATE_NAMES] = "UPDATE summaries SET names = (SELECT group_concat(fold(name), char(10))"
                     "  FROM seats WHERE game = ?1) WHERE game = ?1",
    [UPDATE_PARTS] = ADD_PARTS("fold(name)", "AND game = ?1"),
    [INSERT_EVENT] = "INSERT INTO events (game, seq, at, seat, kind, data, token, spent)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [FIND_TOKEN] = "SELECT 1 FROM events WHERE game = ? AND seq = ? AND token = ?",
    [FIND_GAME] = "SELECT 1 FROM games WHERE id = ?",
    [FIND_ALIVE] = "SELECT at FROM alive",
    [LOAD_GAME] = "SELECT " GAME_COLUMNS
                  "FROM games g JOIN summaries s ON s.game = g.id JOIN seats t ON t.game = g.id"
                  " WHERE g.id = ? ORDER BY t.seat",
    [LOAD_EVENTS] = "SELECT " EVENT_COLUMNS " FROM events"
                    " WHERE game = ? AND seq > ? ORDER BY seq",
    [LOAD_OUTAGES] = "SELECT start, stop FROM outages WHERE stop >"
                     " (SELECT CASE WHEN EXISTS (SELECT 1 FROM events"
                     "   WHERE game = ?1 AND spent < 0) THEN g.created ELSE s.updated END"
                     "  FROM games g JOIN summaries s ON s.game = g.id WHERE g.id = ?1"
                     "  AND (s.due > 0 OR EXISTS (SELECT 1 FROM events"
                     "   WHERE game = ?1 AND spent < 0)))"
                     " ORDER BY number",
};
