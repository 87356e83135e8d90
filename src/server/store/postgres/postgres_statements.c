/* postgres_statements.c - the SQL of store_postgres.c. */
#include "server/store/postgres/postgres_statements.h"

#include <stdio.h>

#include "server/store/store_rows.h"

const struct postgres_statement postgres_statements[STATEMENT_COUNT] = {
    [CHECK_STORE] = {ROLE_WRITER, "SELECT FROM version WHERE store = $1::text"},
    /* A successor is created only if the event $7, $8, $9 that goes with it is stored. */
    [CREATE_GAME] = {ROLE_WRITER,
                     "WITH born AS ("
                     "  INSERT INTO games (id, game, terms, listed, created, watch)"
                     "  SELECT $1::text, $2::text, $3::text, $4::int <> 0, $5::bigint, $6::bytea"
                     "  WHERE $7::text = '' OR EXISTS (SELECT FROM events"
                     "   WHERE game = $7::text AND seq = $8::bigint AND token = $9::bigint)"
                     "  ON CONFLICT DO NOTHING RETURNING id, game, listed),"
                     " told AS ("
                     "  INSERT INTO summaries"
                     "  (game, listed, rules, status, seq, moves, result, updated, due, turn)"
                     "  SELECT id, listed, game, $10::int, $11::bigint, $12::int, $13::text,"
                     "  $14::bigint, $15::bigint, $16::int FROM born)"
                     " SELECT FROM born"},
    [CREATE_SEAT] = {ROLE_WRITER,
                     "INSERT INTO seats (game, seat, kind, level, taken, name, hash, folded,"
                     " invitation, member)"
                     " SELECT $1::text, $2::int, $3::int, $4::int, $5::int <> 0, $6::text,"
                     " $7::bytea, $11::text, $8::bytea, $9::bigint WHERE EXISTS (SELECT FROM games"
                     "  WHERE id = $1::text AND watch = $10::bytea)"
                     " ON CONFLICT DO NOTHING"},
    [UPDATE_NAMES] = {ROLE_WRITER,
                      "UPDATE summaries SET names ="
                      " (SELECT string_agg(folded, E'\\n') FROM seats WHERE game = $1::text)"
                      " WHERE game = $1::text"},
    /* $2 are folded names, a line each. No table but the game's own row is looked at, whatever the
     * planner thinks of an empty one. */
    [ADD_PARTS] = {ROLE_WRITER,
                   "INSERT INTO name_parts (part, game)"
                   " SELECT DISTINCT substr(name, n, " PART_CHARACTERS_TEXT "), $1::text"
                   " FROM unnest(string_to_array($2::text, E'\\n')) name,"
                   " generate_series(1, length(name)) n"
                   " WHERE EXISTS (SELECT FROM games WHERE id = $1::text AND listed)"
                   " ON CONFLICT DO NOTHING"},
    [APPEND_EVENT] = {ROLE_WRITER,
                      "WITH moved AS ("
                      "  UPDATE summaries SET status = $2::int, seq = $3::bigint, moves = $4::int,"
                      "  result = $5::text, updated = $6::bigint, due = $7::bigint,"
                      "  turn = $8::int"
                      "  WHERE game = $1::text AND seq = $3::bigint - 1 RETURNING game),"
                      " noted AS ("
                      "  INSERT INTO events (game, seq, at, seat, kind, data, token, spent)"
                      "  SELECT game, $3::bigint, $9::bigint, $10::int, $11::text, $12::text,"
                      "  $13::bigint, $14::bigint FROM moved ON CONFLICT DO NOTHING),"
                      " sat AS ("
                      "  UPDATE seats SET kind = $16::int, level = $17::int,"
                      "  taken = $18::int <> 0, name = $19::text, hash = $20::bytea,"
                      "  invitation = $21::bytea, member = $22::bigint, folded = $23::text"
                      "  FROM moved WHERE seats.game = moved.game AND seats.seat = $15::int)"
                      " SELECT FROM moved"},
    [FIND_TWIN] = {ROLE_WRITER, "SELECT watch = $2::bytea"
                                " FROM games WHERE id = $1::text"},
    [FIND_TOKEN] = {ROLE_WRITER, "SELECT EXISTS (SELECT FROM events"
                                 "  WHERE game = $1::text AND seq = $2::bigint"
                                 "  AND token = $3::bigint) FROM games WHERE id = $1::text"},
    [FIND_TIME] = {ROLE_WRITER, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint,"
                                " coalesce((SELECT at FROM alive), 0),"
                                " coalesce((SELECT store FROM version), '')"},
    /* It stores nothing, so its commit need not wait for the disk. */
    [NOTIFY] = {ROLE_WRITER, "SELECT pg_notify($1::text, word)"
                             " FROM set_config('synchronous_commit', 'off', true),"
                             " unnest(string_to_array($2::text, ',')) word"},
    [LOAD_GAME] = {ROLE_READER, LOAD_GAME_SQL},
    [LOAD_EVENTS] = {ROLE_READER, LOAD_EVENTS_SQL},
    [LOAD_OUTAGES] = {ROLE_READER, LOAD_OUTAGES_SQL},
};

struct statement_name statement_name(enum statement which)
{
    struct statement_name name;

    snprintf(name.text, sizeof name.text, "s%d", (int)which);
    return name;
}
