/* sqlite_statements.c - the SQL of store_sqlite.c. */
#include "server/store/sqlite/sqlite_statements.h"

#include "server/store/sqlite/sqlite_file.h"
#include "server/store/store_rows.h"

/* Lists: ?1 status, ?2 and ?3 where the page begins, ?4 its size, ?5 rules, ?6 name, ?7 and ?8
 * parts of names. */
#define BEFORE "listed AND status = ?1 AND (updated, game) < (?2, ?3)"
#define ORDER " ORDER BY updated DESC, game DESC"
#define PAGE(query)                                                                                \
    "WITH page AS (" query ") SELECT " GAME_COLUMNS                                                \
    "FROM page p JOIN games g ON g.id = p.game JOIN summaries s ON s.game = p.game"                \
    " JOIN seats t ON t.game = p.game ORDER BY p.updated DESC, p.game DESC, t.seat"

/* ?1 the game, ?2 when those of earlier health checks were created at the latest. */
#define ERASED                                                                                     \
    "(SELECT id FROM games WHERE id = ?1 OR"                                                       \
    "  id >= '" HEALTH_MARK "' AND created < ?2)"

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
    [ERASE_EVENTS] = "DELETE FROM events WHERE game IN " ERASED,
    [ERASE_SEATS] = "DELETE FROM seats WHERE game IN " ERASED,
    [ERASE_SUMMARY] = "DELETE FROM summaries WHERE game IN " ERASED,
    [ERASE_GAME] = "DELETE FROM games WHERE id IN " ERASED,
    [FIND_ALIVE] = "SELECT at FROM alive",
    [RECORD_OUTAGE] = "INSERT INTO outages (start, stop) VALUES (?, ?)",
    [SET_ALIVE] = "INSERT INTO alive (one, at) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE"
                  " SET at = ?1 WHERE at < ?1",
    [FIND_OUTAGES] = "SELECT number, start, stop FROM outages WHERE number > ?"
                     " ORDER BY number LIMIT ?",
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
    [COUNT_PARTS] = "SELECT count(*) FROM (SELECT 1 FROM name_parts"
                    "  WHERE part >= ?1 AND part < ?2 LIMIT " RARE_TEXT " + 1)",
    /* An index has the columns of these, in the order of the list. */
    [LIST_ALL] = PAGE("SELECT game, updated FROM summaries WHERE " BEFORE ORDER " LIMIT ?4"),
    [LIST_RULES] = PAGE("SELECT game, updated FROM summaries WHERE " BEFORE " AND rules = ?5" ORDER
                        " LIMIT ?4"),
    /* CROSS JOIN: the few that are found by their names first. */
    [LIST_RARE] = PAGE("SELECT s.game, s.updated"
                       " FROM (SELECT DISTINCT game FROM name_parts"
                       "   WHERE part >= ?7 AND part < ?8) f"
                       " CROSS JOIN summaries s ON s.game = f.game"
                       "  WHERE s.listed AND s.status = ?1 AND (s.updated, s.game) < (?2, ?3)"
                       "  AND (?5 = '' OR s.rules = ?5) AND instr(s.names, ?6) > 0"
                       "  ORDER BY s.updated DESC, s.game DESC LIMIT ?4"),
    [LIST_COMMON] = PAGE("SELECT game, updated FROM (SELECT game, updated, names FROM summaries"
                         "   WHERE " BEFORE ORDER " LIMIT " SCAN_TEXT ")"
                         "  WHERE instr(names, ?6) > 0 LIMIT ?4"),
    [LIST_COMMON_RULES] =
        PAGE("SELECT game, updated FROM (SELECT game, updated, names FROM summaries"
             "   WHERE " BEFORE " AND rules = ?5" ORDER " LIMIT " SCAN_TEXT ")"
             "  WHERE instr(names, ?6) > 0 LIMIT ?4"),
    [SCAN_END] = "SELECT updated, game FROM summaries WHERE " BEFORE ORDER
                 " LIMIT 1 OFFSET " SCAN_TEXT " - 1",
    [SCAN_END_RULES] = "SELECT updated, game FROM summaries WHERE " BEFORE " AND rules = ?5" ORDER
                       " LIMIT 1 OFFSET " SCAN_TEXT " - 1",
    [LIST_DUE] = "SELECT game FROM summaries WHERE due > 0 AND due <= ? ORDER BY due LIMIT ?"
                 " OFFSET ?",
};
