/*
 * store_postgres.c - games in a PostgreSQL database, which several servers may share.
 *
 * Everything is in the schema `tablier`. Statements are prepared when the
 * connection is opened; a batch and a load go out as one pipeline, and cost one
 * round trip whatever their size.
 *
 * Who writes event N of a game is decided by the update of its summary from
 * N - 1 to N: rivals wait for that row, then find no such row. Servers tell each
 * other by NOTIFY, in a transaction of its own: commits that notify pass one
 * after the other.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "server/backend.h"
#include "server/postgres_wire.h"
#include "server/store_search.h"

enum {
    PATIENCE_MS = 4000, /* for an answer: more than any request is waited for */
};

/* Migration N makes version N + 1 from version N. Those that were ever released never change. */
static const char *const migrations[] = {
    "CREATE TABLE version (version integer NOT NULL);"
    "INSERT INTO version VALUES (0);"
    "CREATE TABLE games ("
    "  id text COLLATE \"C\" PRIMARY KEY, game text NOT NULL, terms text NOT NULL,"
    "  listed boolean NOT NULL, created bigint NOT NULL, watch bytea NOT NULL);"
    "CREATE TABLE seats ("
    "  game text COLLATE \"C\" NOT NULL REFERENCES games(id), seat integer NOT NULL,"
    "  kind integer NOT NULL, level integer NOT NULL, taken boolean NOT NULL,"
    "  name text COLLATE \"C\" NOT NULL, hash bytea NOT NULL, PRIMARY KEY (game, seat));"
    "CREATE TABLE summaries ("
    "  game text COLLATE \"C\" PRIMARY KEY REFERENCES games(id), listed boolean NOT NULL,"
    "  rules text NOT NULL, names text COLLATE \"C\" NOT NULL DEFAULT '',"
    "  status integer NOT NULL, seq bigint NOT NULL, moves integer NOT NULL,"
    "  result text NOT NULL, updated bigint NOT NULL, due bigint NOT NULL);"
    "CREATE TABLE events ("
    "  game text COLLATE \"C\" NOT NULL REFERENCES games(id), seq bigint NOT NULL,"
    "  at bigint NOT NULL, seat integer NOT NULL, kind text NOT NULL, data text NOT NULL,"
    "  token bigint NOT NULL, PRIMARY KEY (game, seq));"
    "CREATE INDEX summaries_listed ON summaries(status, updated, game, rules, names, listed)"
    "  WHERE listed;"
    "CREATE INDEX summaries_due ON summaries(due) WHERE due > 0;",

    "CREATE TABLE alive (one integer PRIMARY KEY CHECK (one = 1), at bigint);"
    "INSERT INTO alive VALUES (1, NULL);"
    "CREATE TABLE outages ("
    "  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    "  start bigint NOT NULL, stop bigint NOT NULL);",

    "ALTER TABLE events ADD COLUMN spent bigint NOT NULL DEFAULT -1;"
    "CREATE INDEX outages_stop ON outages(stop);",

    "CREATE TABLE name_parts (part text COLLATE \"C\" NOT NULL, game text COLLATE \"C\" NOT NULL,"
    "  PRIMARY KEY (part, game));"
    "CREATE INDEX summaries_rules ON summaries(status, rules, updated, game, names, listed)"
    "  WHERE listed;"
    "INSERT INTO name_parts (part, game)"
    " SELECT DISTINCT substr(lower(t.name), n, " PART_CHARACTERS_TEXT "), t.game"
    " FROM seats t JOIN games g ON g.id = t.game AND g.listed,"
    " generate_series(1, length(t.name)) n;",
};

enum { VERSION = sizeof migrations / sizeof *migrations };

enum statement {
    CREATE_GAME,
    CREATE_SEAT,
    UPDATE_NAMES,
    ADD_PARTS,
    APPEND_EVENT,
    FIND_TWIN,
    FIND_TOKEN,
    FIND_TIME,
    RECORD_OUTAGE,
    SET_ALIVE,
    FIND_OUTAGES,
    NOTIFY,
    NOTIFY_PRESENCE,
    LOAD_GAME,
    LOAD_EVENTS,
    LOAD_OUTAGES,
    COUNT_PARTS,
    LIST_ALL,
    LIST_RULES,
    LIST_RARE,
    LIST_COMMON,
    LIST_COMMON_RULES,
    SCAN_END,
    SCAN_END_RULES,
    LIST_DUE,
    STATEMENT_COUNT,
};

/* Lists: $1 status, $2 and $3 where the page begins, $4 its size, $5 rules, $6 name, $7 and $8 parts
 * of names. */
#define BEFORE "listed AND status = $1::int AND (updated, game) < ($2::bigint, $3::text)"
#define ORDER " ORDER BY updated DESC, game DESC"
#define GAMES_OF_PAGE                                                                              \
    " SELECT " BACKEND_GAME_COLUMNS                                                                \
    "FROM page p JOIN games g ON g.id = p.game JOIN summaries s ON s.game = p.game"                \
    " JOIN seats t ON t.game = p.game ORDER BY p.updated DESC, p.game DESC, t.seat"
#define PAGE(query) "WITH page AS (" query ")" GAMES_OF_PAGE

static const struct {
    enum backend_role role;
    const char *text;
} statements[STATEMENT_COUNT] = {
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
                     "  (game, listed, rules, status, seq, moves, result, updated, due)"
                     "  SELECT id, listed, game, $10::int, $11::bigint, $12::int, $13::text,"
                     "  $14::bigint, $15::bigint FROM born)"
                     " SELECT FROM born"},
    [CREATE_SEAT] = {ROLE_WRITER,
                     "INSERT INTO seats (game, seat, kind, level, taken, name, hash)"
                     " SELECT $1::text, $2::int, $3::int, $4::int, $5::int <> 0, $6::text,"
                     " $7::bytea WHERE EXISTS (SELECT FROM games"
                     "  WHERE id = $1::text AND watch = $8::bytea)"
                     " ON CONFLICT DO NOTHING"},
    [UPDATE_NAMES] = {ROLE_WRITER,
                      "UPDATE summaries SET names ="
                      " (SELECT string_agg(lower(name), E'\\n') FROM seats WHERE game = $1::text)"
                      " WHERE game = $1::text"},
    /* $2 are names, a line each. No table but the game's own row is looked at, whatever the planner
     * thinks of an empty one. */
    [ADD_PARTS] = {ROLE_WRITER,
                   "INSERT INTO name_parts (part, game)"
                   " SELECT DISTINCT substr(lower(name), n, " PART_CHARACTERS_TEXT "), $1::text"
                   " FROM unnest(string_to_array($2::text, E'\\n')) name,"
                   " generate_series(1, length(name)) n"
                   " WHERE EXISTS (SELECT FROM games WHERE id = $1::text AND listed)"
                   " ON CONFLICT DO NOTHING"},
    [APPEND_EVENT] = {ROLE_WRITER,
                      "WITH moved AS ("
                      "  UPDATE summaries SET seq = $2::bigint, status = $3::int, moves = $4::int,"
                      "  result = $5::text, updated = $6::bigint, due = $7::bigint"
                      "  WHERE game = $1::text AND seq = $2::bigint - 1 RETURNING game),"
                      " noted AS ("
                      "  INSERT INTO events (game, seq, at, seat, kind, data, token, spent)"
                      "  SELECT game, $2::bigint, $8::bigint, $9::int, $10::text, $11::text,"
                      "  $12::bigint, $19::bigint FROM moved ON CONFLICT DO NOTHING),"
                      " sat AS ("
                      "  UPDATE seats SET kind = $14::int, level = $15::int,"
                      "  taken = $16::int <> 0, name = $17::text, hash = $18::bytea"
                      "  FROM moved WHERE seats.game = moved.game AND seats.seat = $13::int)"
                      " SELECT FROM moved"},
    [FIND_TWIN] = {ROLE_WRITER, "SELECT watch = $2::bytea"
                                " FROM games WHERE id = $1::text"},
    [FIND_TOKEN] = {ROLE_WRITER, "SELECT EXISTS (SELECT FROM events"
                                 "  WHERE game = $1::text AND seq = $2::bigint"
                                 "  AND token = $3::bigint) FROM games WHERE id = $1::text"},
    [FIND_TIME] = {ROLE_WRITER, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint,"
                                " coalesce((SELECT at FROM alive), 0)"},
    [RECORD_OUTAGE] = {ROLE_WRITER,
                       "INSERT INTO outages (start, stop) VALUES ($1::bigint, $2::bigint)"},
    [SET_ALIVE] = {ROLE_WRITER, "UPDATE alive SET at = $1::bigint"
                                " WHERE at IS NULL OR at < $1::bigint"},
    [FIND_OUTAGES] = {ROLE_WRITER, "SELECT number, start, stop FROM outages"
                                   " WHERE number > $1::bigint ORDER BY number LIMIT $2::int"},
    /* Nothing is stored by this one, so nobody needs to wait for the disk. */
    [NOTIFY] = {ROLE_WRITER, "SELECT pg_notify('tablier', word)"
                             " FROM set_config('synchronous_commit', 'off', true),"
                             " unnest(string_to_array($1::text, ',')) word"},
    [NOTIFY_PRESENCE] = {ROLE_WRITER, "SELECT pg_notify('tablier_presence', word)"
                              " FROM set_config('synchronous_commit', 'off', true),"
                              " unnest(string_to_array($1::text, ',')) word"},
    [LOAD_GAME] = {ROLE_READER,
                   "SELECT " BACKEND_GAME_COLUMNS
                   "FROM games g JOIN summaries s ON s.game = g.id JOIN seats t ON t.game = g.id"
                   " WHERE g.id = $1::text ORDER BY t.seat"},
    [LOAD_EVENTS] = {ROLE_READER, "SELECT seq, at, seat, kind, data, token, spent FROM events"
                                  " WHERE game = $1::text AND seq > $2::bigint ORDER BY seq"},
    [LOAD_OUTAGES] = {ROLE_READER, "SELECT start, stop FROM outages WHERE stop >"
                                   " (SELECT CASE WHEN EXISTS (SELECT FROM events"
                                   "   WHERE game = $1::text AND spent < 0)"
                                   "   THEN g.created ELSE s.updated END"
                                   "  FROM games g JOIN summaries s ON s.game = g.id"
                                   "  WHERE g.id = $1::text) ORDER BY number"},
    [COUNT_PARTS] = {ROLE_READER, "SELECT count(*) FROM (SELECT FROM name_parts"
                                  "  WHERE part >= $1::text AND part < $2::text"
                                  "  LIMIT " RARE_TEXT " + 1) found"},
    /* What these need is in an index, in the order of the list. */
    [LIST_ALL] = {ROLE_READER, PAGE("SELECT game, updated FROM summaries WHERE " BEFORE ORDER
                                    " LIMIT $4::int")},
    [LIST_RULES] = {ROLE_READER, PAGE("SELECT game, updated FROM summaries WHERE " BEFORE
                                      "  AND rules = $5::text" ORDER " LIMIT $4::int")},
    /* MATERIALIZED: few are found by their names, and then sorted. */
    [LIST_RARE] = {ROLE_READER,
                   "WITH found AS MATERIALIZED (SELECT DISTINCT game FROM name_parts"
                   "  WHERE part >= $7::text AND part < $8::text),"
                   " page AS (SELECT s.game, s.updated FROM found f"
                   "  JOIN summaries s ON s.game = f.game"
                   "  WHERE s.listed AND s.status = $1::int"
                   "  AND (s.updated, s.game) < ($2::bigint, $3::text)"
                   "  AND ($5::text = '' OR s.rules = $5::text)"
                   "  AND position($6::text in s.names) > 0"
                   "  ORDER BY s.updated DESC, s.game DESC LIMIT $4::int)" GAMES_OF_PAGE},
    [LIST_COMMON] = {ROLE_READER,
                     PAGE("SELECT game, updated FROM (SELECT game, updated, names FROM summaries"
                          "   WHERE " BEFORE ORDER " LIMIT " SCAN_TEXT ") scanned"
                          "  WHERE $5::text = '' AND position($6::text in names) > 0"
                          "  LIMIT $4::int")},
    [LIST_COMMON_RULES] =
        {ROLE_READER,
         PAGE("SELECT game, updated FROM (SELECT game, updated, names FROM summaries"
              "   WHERE " BEFORE " AND rules = $5::text" ORDER " LIMIT " SCAN_TEXT ") scanned"
              "  WHERE position($6::text in names) > 0 LIMIT $4::int")},
    [SCAN_END] = {ROLE_READER, "SELECT updated, game FROM summaries WHERE " BEFORE ORDER
                               " LIMIT least($4::int, 1) OFFSET " SCAN_TEXT " - 1"},
    [SCAN_END_RULES] = {ROLE_READER, "SELECT updated, game FROM summaries WHERE " BEFORE
                                     " AND rules = $5::text" ORDER
                                     " LIMIT least($4::int, 1) OFFSET " SCAN_TEXT " - 1"},
    [LIST_DUE] = {ROLE_READER, "SELECT game FROM summaries WHERE due > 0 AND due <= $1::bigint"
                               " ORDER BY due LIMIT $2::int"},
};

struct backend_handle {
    struct wire wire;
    bool alone; /* no other server was connected when this one was */
};

/* ---- Statements -------------------------------------------------------------- */

struct statement_name {
    char text[8];
};

static struct statement_name name_of(enum statement which)
{
    struct statement_name name;

    snprintf(name.text, sizeof name.text, "s%d", (int)which);
    return name;
}

static enum backend_result query(struct backend_handle *handle, enum statement which,
                                 const struct params *params, PGresult **rows)
{
    return wire_query(&handle->wire, name_of(which).text, params, rows);
}

static void send_statement(struct backend_handle *handle, enum statement which,
                           const struct params *params)
{
    pipeline_send(&handle->wire, name_of(which).text, params);
}

/* ---- Opening ----------------------------------------------------------------- */

static void ignore_notice(void *context, const char *message)
{
    (void)context;
    (void)message;
}

/* A line that goes silent is noticed within seconds. What the address says comes later in the
 * list, and wins. libpq's own last_error about an address may quote a password, so it is not
 * passed on. */
static PGconn *connect_to(const char *where, struct tb_error *error)
{
    static const char *const names[] = {"connect_timeout",     "keepalives_idle",
                                        "keepalives_interval", "keepalives_count",
                                        "tcp_user_timeout",    "fallback_application_name",
                                        "client_encoding",     "dbname",
                                        NULL};
    const char *const values[] = {"3", "5", "2", "3", "10000", "tablier", "UTF8", where, NULL};
    PQconninfoOption *options = PQconninfoParse(where, NULL);

    PQconninfoFree(options);
    if (!options) {
        error_set(error, TB_ERR_RANGE,
                  "The address of the store is not understood; it looks like --store "
                  "postgres://user@host/database.",
                  "L'adresse de la base n'est pas comprise ; elle s'écrit --store "
                  "postgres://utilisateur@machine/base.");
        return NULL;
    }
    PGconn *connection = PQconnectdbParams(names, values, 1);

    PQsetNoticeProcessor(connection, ignore_notice, NULL);
    return connection;
}

/* The first value of a query's first row, or -1. */
static int number_of(struct backend_handle *handle, const char *text)
{
    PGresult *rows;
    bool good = wire_query_text(&handle->wire, text, &rows) == BACKEND_OK && PQntuples(rows) > 0;
    int number = good ? atoi(PQgetvalue(rows, 0, 0)) : -1;

    PQclear(rows);
    return number;
}

/* The version of the schema: 0 if there is none, -1 on failure. */
static int schema_version(struct backend_handle *handle)
{
    int tables = number_of(handle, "SELECT count(*) FROM pg_tables"
                                   " WHERE schemaname = 'tablier' AND tablename = 'version'");

    return tables > 0 ? number_of(handle, "SELECT version FROM version") : tables;
}

/* Inside a transaction, with the lock held. */
static enum backend_result migrate_from(struct backend_handle *handle, int version)
{
    char mark[64];
    enum backend_result result = BACKEND_OK;

    if (number_of(handle, "SELECT count(*) FROM pg_namespace WHERE nspname = 'tablier'") == 0)
        result = wire_run_text(&handle->wire, "CREATE SCHEMA tablier");
    for (; version < VERSION && result == BACKEND_OK; version++)
        result = wire_run_text(&handle->wire, migrations[version]);
    snprintf(mark, sizeof mark, "UPDATE version SET version = %d", VERSION);
    return result == BACKEND_OK ? wire_run_text(&handle->wire, mark) : result;
}

/* One process migrates; the others wait for it, and find it done. */
static enum backend_result migrate(struct backend_handle *handle)
{
    handle->wire.patience = 0; /* a large store may need minutes */
    enum backend_result result =
        wire_run_text(&handle->wire, "BEGIN; SET LOCAL statement_timeout = 0;"
                                     "SET LOCAL lock_timeout = 0;"
                                     "SELECT pg_advisory_xact_lock(hashtext('tablier.version'))");
    int version = result == BACKEND_OK ? schema_version(handle) : -1;

    if (version < 0)
        result = BACKEND_AGAIN;
    else if (version < VERSION)
        result = migrate_from(handle, version);
    if (result == BACKEND_OK)
        result = wire_run_text(&handle->wire, "COMMIT");
    handle->wire.patience = PATIENCE_MS;
    return result;
}

static int prepare_schema(struct backend_handle *handle, struct tb_error *error)
{
    /* A server that is set to lose commits is told not to, a more careful one left alone. */
    enum backend_result result = wire_run_text(
        &handle->wire, "SET search_path = tablier; SET statement_timeout = '15s'; SET lock_timeout = '3s';"
                "SET idle_in_transaction_session_timeout = '15s';"
                "SELECT set_config('synchronous_commit', 'on', false)"
                " WHERE current_setting('synchronous_commit') IN ('off', 'local')");
    int version = result == BACKEND_OK ? schema_version(handle) : -1;

    if (version > VERSION)
        return error_set(
            error, TB_ERR_RANGE,
            "The database was written by a newer Tablier (version %d of the store, this one knows "
            "%d); install the newer one, or choose another with --store.",
            "La base vient d'un Tablier plus récent (version %d de la base, celui-ci connaît %d) ; "
            "installez-le, ou choisissez-en une autre avec --store.",
            version, VERSION);
    if (version < 0 || (version < VERSION && migrate(handle) != BACKEND_OK))
        return error_set(
            error, TB_ERR_RANGE,
            "The database cannot be used; check it, or choose another with --store. It says: %s",
            "La base ne peut pas être utilisée ; vérifiez-la, ou choisissez-en une autre avec "
            "--store. Elle répond : %s",
            handle->wire.error);
    return TB_OK;
}

static int prepare_statements(struct backend_handle *handle, enum backend_role role,
                              struct tb_error *error)
{
    enum backend_result result = BACKEND_OK;

    if (role == ROLE_LISTENER)
        result = wire_run_text(&handle->wire, "LISTEN tablier; LISTEN tablier_presence");
    for (int i = 0; i < STATEMENT_COUNT && result == BACKEND_OK; i++)
        if (statements[i].role == role)
            result = wire_prepare(&handle->wire, name_of(i).text, statements[i].text);
    return result == BACKEND_OK
               ? TB_OK
               : error_set(error, TB_ERR_SYSTEM, "The database cannot be used. It says: %s",
                           "La base ne peut pas être utilisée. Elle répond : %s",
                           handle->wire.error);
}

/* Every writer holds a lock that ends with its connection, and can be shared: whoever gets it alone
 * is alone. */
static enum backend_result look_for_others(struct backend_handle *handle)
{
    static const char text[] = "SELECT pg_try_advisory_lock(hashtext('tablier.alive'))::int";
    int alone = number_of(handle, text);

    if (alone < 0)
        return BACKEND_AGAIN;
    handle->alone = alone == 1;
    return wire_run_text(&handle->wire,
                         alone == 1 ? "SELECT pg_advisory_lock_shared(hashtext('tablier.alive'));"
                                      "SELECT pg_advisory_unlock(hashtext('tablier.alive'))"
                                    : "SELECT pg_advisory_lock_shared(hashtext('tablier.alive'))");
}

static void postgres_close(struct backend_handle *handle)
{
    if (!handle)
        return;
    PQfinish(handle->wire.connection);
    free(handle);
}

static int connect_handle(struct backend_handle *handle, const char *where, struct tb_error *error)
{
    handle->wire.connection = connect_to(where, error);
    if (!handle->wire.connection)
        return error->code;
    if (PQstatus(handle->wire.connection) == CONNECTION_OK &&
        PQsetnonblocking(handle->wire.connection, 1) == 0)
        return TB_OK;
    wire_set_error(&handle->wire, PQerrorMessage(handle->wire.connection));
    return error_set(error, TB_ERR_RANGE,
                     "The database cannot be reached; check that it runs, and the address in "
                     "--store. It says: %s",
                     "La base ne répond pas ; vérifiez qu'elle tourne, et l'adresse donnée à "
                     "--store. Message : %s",
                     handle->wire.error);
}

static struct backend_handle *postgres_open(const char *where, enum backend_role role,
                                            struct tb_error *error)
{
    struct backend_handle *handle = calloc(1, sizeof *handle);

    if (!handle) {
        error_memory(error);
        return NULL;
    }
    handle->wire.patience = PATIENCE_MS;
    if (connect_handle(handle, where, error) || prepare_schema(handle, error) ||
        prepare_statements(handle, role, error) ||
        (role == ROLE_WRITER && look_for_others(handle) != BACKEND_OK)) {
        postgres_close(handle);
        return NULL;
    }
    return handle;
}

static const char *postgres_last_error(const struct backend_handle *handle)
{
    return handle->wire.error;
}

/* ---- Writing ----------------------------------------------------------------- */

static void add_seat(struct params *params, const struct stored_seat *seat)
{
    params_int(params, (int)seat->kind);
    params_int(params, seat->level);
    params_int(params, seat->taken);
    params_text(params, seat->name);
    params_hash(params, seat->hash);
}

static void send_seat(struct backend_handle *handle, const struct stored_game *game, int seat)
{
    struct params params = {0};

    params_text(&params, game->id);
    params_int(&params, seat);
    add_seat(&params, &game->seats[seat - 1]);
    params_hash(&params, game->watch);
    send_statement(handle, CREATE_SEAT, &params);
}

/* Names are searched in the summary and by their parts. */
static void send_names(struct backend_handle *handle, const char *id,
                       const struct stored_seat *seats, int count)
{
    struct params params = {0};
    char names[TB_PLAYERS_MAX * NAME_SIZE];
    struct text text = text_into(names, sizeof names);

    params_text(&params, id);
    send_statement(handle, UPDATE_NAMES, &params);
    for (int i = 0; i < count; i++)
        text_add(&text, "%s%s", i ? "\n" : "", seats[i].name);
    params_text(&params, names);
    send_statement(handle, ADD_PARTS, &params);
}

/* Sends the write's game, with the event that it depends on, if any. */
static void send_game(struct backend_handle *handle, const struct write *write)
{
    const struct stored_game *game = write->game;
    const struct summary *summary = &game->summary;
    struct params params = {0};

    params_text(&params, game->id);
    params_text(&params, game->game);
    params_text(&params, game->terms);
    params_int(&params, game->listed);
    params_int(&params, game->created);
    params_hash(&params, game->watch);
    params_text(&params, write->appends ? write->id : "");
    params_int(&params, write->event.seq);
    params_int(&params, (int64_t)write->event.token);
    params_int(&params, (int)summary->status);
    params_int(&params, summary->seq);
    params_int(&params, summary->moves);
    params_text(&params, summary->result);
    params_int(&params, summary->updated);
    params_int(&params, summary->due);
    send_statement(handle, CREATE_GAME, &params);
    for (int seat = 1; seat <= game->players; seat++)
        send_seat(handle, game, seat);
    send_names(handle, game->id, game->seats, game->players);
}

static void send_event(struct backend_handle *handle, const struct write *write)
{
    const struct stored_event *event = &write->event;
    const struct summary *summary = &write->summary;
    struct params params = {0};

    params_text(&params, write->id);
    params_int(&params, event->seq);
    params_int(&params, (int)summary->status);
    params_int(&params, summary->moves);
    params_text(&params, summary->result);
    params_int(&params, summary->updated);
    params_int(&params, summary->due);
    params_int(&params, event->at);
    params_int(&params, event->seat);
    params_text(&params, event->kind);
    params_text(&params, event->data);
    params_int(&params, (int64_t)event->token);
    params_int(&params, write->seat);
    add_seat(&params, &write->sitter);
    params_int(&params, event->spent);
    send_statement(handle, APPEND_EVENT, &params);
    if (write->seat > 0)
        send_names(handle, write->id, &write->sitter, 1);
}

/* How many statements a write is. */
static int statement_count(const struct write *write)
{
    int names = 2; /* see send_names() */
    int event = write->appends ? 1 + (write->seat > 0 ? names : 0) : 0;
    int game = write->game ? 1 + write->game->players + names : 0;

    return event + game;
}

/* Takes the results of one write. The first is a row if it took place; otherwise the answer may
 * be better than this, see recognise(). */
static void take_write(struct backend_handle *handle, struct write *write)
{
    PGresult *first = pipeline_take(&handle->wire);

    write->answer = first && PQntuples(first) > 0 ? STORE_OK : STORE_CONFLICT;
    PQclear(first);
    for (int i = 1; i < statement_count(write); i++)
        PQclear(pipeline_take(&handle->wire));
}

/* Something was in the way: the very same, written before? Asked after the commit, as the
 * statement that failed did not see what it had waited for. */
static enum backend_result recognise(struct backend_handle *handle, struct write *write)
{
    struct params params = {0};
    PGresult *rows;

    params_text(&params, write->id);
    if (write->appends) {
        params_int(&params, write->event.seq);
        params_int(&params, (int64_t)write->event.token);
    } else {
        params_hash(&params, write->game->watch);
    }
    enum backend_result result =
        query(handle, write->appends ? FIND_TOKEN : FIND_TWIN, &params, &rows);

    if (result == BACKEND_OK)
        write->answer = PQntuples(rows) == 0                  ? STORE_MISSING
                        : PQgetvalue(rows, 0, 0)[0] == 't' ? STORE_OK
                                                              : STORE_CONFLICT;
    PQclear(rows);
    return result;
}

/* The commit goes out by itself, so that a database that hung meanwhile does not find it waiting in
 * the socket and carry out what nobody wants any more. */
static enum backend_result commit_wanted(struct backend_handle *handle, struct write *const *writes,
                                         int count)
{
    if (!backend_unwanted(writes, count))
        return wire_run_text(&handle->wire, "COMMIT");
    return wire_run_text(&handle->wire, "ROLLBACK") == BACKEND_OK ? BACKEND_UNWANTED
                                                                  : BACKEND_AGAIN;
}

static enum backend_result postgres_write(struct backend_handle *handle,
                                          struct write *const *writes, int count)
{
    pipeline_begin(&handle->wire, "BEGIN");
    for (int i = 0; i < count; i++) {
        if (writes[i]->appends)
            send_event(handle, writes[i]);
        if (writes[i]->game)
            send_game(handle, writes[i]);
    }
    pipeline_turn(&handle->wire, false);
    for (int i = 0; i < count && handle->wire.pipeline != BACKEND_AGAIN; i++)
        take_write(handle, writes[i]);
    enum backend_result result = pipeline_end(&handle->wire, false);

    if (result == BACKEND_OK)
        result = commit_wanted(handle, writes, count);

    for (int i = 0; i < count && result == BACKEND_OK; i++)
        if (writes[i]->answer != STORE_OK)
            result = recognise(handle, writes[i]);
    return result;
}

/* ---- Signs of life ----------------------------------------------------------- */

static int64_t column_int(const PGresult *rows, int row, int column)
{
    return strtoll(PQgetvalue(rows, row, column), NULL, 10);
}

/* The clock is the database's, so that all servers that share it agree. */
static enum backend_result postgres_time(struct backend_handle *handle, struct backend_time *out)
{
    struct params none = {0};
    PGresult *rows;
    enum backend_result result = query(handle, FIND_TIME, &none, &rows);

    *out = (struct backend_time){.alone = handle->alone};
    if (result == BACKEND_OK && PQntuples(rows) > 0) {
        out->reference = column_int(rows, 0, 0);
        out->alive = column_int(rows, 0, 1);
    }
    PQclear(rows);
    return result;
}

static enum backend_result postgres_beat(struct backend_handle *handle, int64_t now,
                                         const struct outage *outages, int count)
{
    struct params sign = {0};

    params_int(&sign, now);
    pipeline_begin(&handle->wire, "BEGIN");
    for (int i = 0; i < count; i++) {
        struct params outage = {0};

        params_int(&outage, outages[i].from);
        params_int(&outage, outages[i].to);
        send_statement(handle, RECORD_OUTAGE, &outage);
    }
    send_statement(handle, SET_ALIVE, &sign);
    pipeline_turn(&handle->wire, true);
    for (int i = 0; i < count + 1 && handle->wire.pipeline != BACKEND_AGAIN; i++)
        PQclear(pipeline_take(&handle->wire));
    return pipeline_end(&handle->wire, true);
}

static enum backend_result postgres_outages(struct backend_handle *handle, int64_t after,
                                            struct recorded_outage *out, int room, int *count)
{
    struct params params = {0};
    PGresult *rows;

    params_int(&params, after);
    params_int(&params, room);
    enum backend_result result = query(handle, FIND_OUTAGES, &params, &rows);

    *count = result == BACKEND_OK ? PQntuples(rows) : 0;
    for (int i = 0; i < *count; i++)
        out[i] = (struct recorded_outage){
            .number = column_int(rows, i, 0),
            .outage = {.from = column_int(rows, i, 1), .to = column_int(rows, i, 2)},
        };
    PQclear(rows);
    return result;
}

/* ---- Telling and hearing ----------------------------------------------------- */

/* Words `ID SEQ`; `*` says that anything may have changed. */
static enum backend_result postgres_tell(struct backend_handle *handle,
                                         const struct notice *notices, int count)
{
    size_t size = (size_t)count * (ID_SIZE + 24) + 2;
    char *words = malloc(size);
    struct text text = text_into(words, size);
    struct params params = {0};

    if (!words)
        return BACKEND_AGAIN;
    text_add(&text, "%s", count == 0 ? "*" : "");
    for (int i = 0; i < count; i++)
        text_add(&text, "%s%s %lld", i ? "," : "", notices[i].id, (long long)notices[i].seq);
    params_text(&params, words);
    enum backend_result result = wire_run(&handle->wire, name_of(NOTIFY).text, &params);

    free(words);
    return result;
}

/* Words `ID PROCESS HERE WATCHERS ASKS`. */
static enum backend_result postgres_share_presence(struct backend_handle *handle,
                                            const struct remote_presence *notes, int count)
{
    size_t size = (size_t)count * (ID_SIZE + 64) + 1;
    char *words = malloc(size);
    struct text text = text_into(words, size);
    struct params params = {0};

    if (!words)
        return BACKEND_AGAIN;
    for (int i = 0; i < count; i++)
        text_add(&text, "%s%s %llx %u %d %d", i ? "," : "", notes[i].id,
                 (unsigned long long)notes[i].process, notes[i].here, notes[i].watchers,
                 notes[i].asks);
    params_text(&params, words);
    enum backend_result result = wire_run(&handle->wire, name_of(NOTIFY_PRESENCE).text, &params);

    free(words);
    return result;
}

static void hear(const PGnotify *notice, const struct listener *listener)
{
    struct remote_presence note = {0};
    unsigned long long process;
    long long seq;
    int asks;

    _Static_assert(ID_SIZE == 13, "the widths below");
    if (strcmp(notice->relname, "tablier_presence") == 0) {
        if (sscanf(notice->extra, "%12s %llx %u %d %d", note.id, &process, &note.here,
                   &note.watchers, &asks) != 5)
            return;
        note.process = process;
        note.asks = asks != 0;
        listener->presence(listener->context, &note);
    } else if (sscanf(notice->extra, "%12s %lld", note.id, &seq) == 2) {
        listener->heard(listener->context, note.id, seq);
    } else {
        listener->heard(listener->context, "", 0);
    }
}

static enum backend_result postgres_listen(struct backend_handle *handle, int milliseconds,
                                           const struct listener *listener)
{
    struct pollfd line = {.fd = PQsocket(handle->wire.connection), .events = POLLIN};
    PGnotify *notice;

    if (poll(&line, 1, milliseconds) == 0)
        return BACKEND_OK;
    if (!PQconsumeInput(handle->wire.connection)) {
        wire_set_error(&handle->wire, PQerrorMessage(handle->wire.connection));
        return BACKEND_AGAIN;
    }
    while ((notice = PQnotifies(handle->wire.connection))) {
        hear(notice, listener);
        PQfreemem(notice);
    }
    return BACKEND_OK;
}

/* ---- Reading ----------------------------------------------------------------- */

/* Copies a column, cut to fit. */
static void column_text(const PGresult *rows, int row, int column, char *out, size_t size)
{
    struct text text = text_into(out, size);

    text_add(&text, "%s", PQgetvalue(rows, row, column));
}

static bool column_bool(const PGresult *rows, int row, int column)
{
    return PQgetvalue(rows, row, column)[0] == 't';
}

static void column_hash(const PGresult *rows, int row, int column, unsigned char out[HASH_SIZE])
{
    size_t size = 0;
    unsigned char *bytes =
        PQunescapeBytea((const unsigned char *)PQgetvalue(rows, row, column), &size);

    memset(out, 0, HASH_SIZE);
    if (bytes && size == HASH_SIZE)
        memcpy(out, bytes, HASH_SIZE);
    PQfreemem(bytes);
}

/* Reads the part of a row of BACKEND_GAME_COLUMNS that is the same for all seats of a game. */
static void read_game(const PGresult *rows, int row, struct stored_game *game)
{
    struct summary *summary = &game->summary;

    *game = (struct stored_game){.listed = column_bool(rows, row, 3),
                                 .created = column_int(rows, row, 4)};
    column_text(rows, row, 0, game->id, sizeof game->id);
    column_text(rows, row, 1, game->game, sizeof game->game);
    column_text(rows, row, 2, game->terms, sizeof game->terms);
    column_hash(rows, row, 5, game->watch);
    summary->status = (enum game_status)column_int(rows, row, 6);
    summary->seq = column_int(rows, row, 7);
    summary->moves = (int)column_int(rows, row, 8);
    column_text(rows, row, 9, summary->result, sizeof summary->result);
    summary->updated = column_int(rows, row, 10);
    summary->due = column_int(rows, row, 11);
}

/* Reads the rest, a seat. */
static void read_seat(const PGresult *rows, int row, struct stored_game *game)
{
    if (game->players == TB_PLAYERS_MAX)
        return;
    struct stored_seat *seat = &game->seats[game->players++];

    seat->kind = (enum seat_kind)column_int(rows, row, 12);
    seat->level = (int)column_int(rows, row, 13);
    seat->taken = column_bool(rows, row, 14);
    column_text(rows, row, 15, seat->name, sizeof seat->name);
    column_hash(rows, row, 16, seat->hash);
}

/* Reads games, each over as many rows as it has seats. */
static int read_games(const PGresult *rows, struct stored_game *out)
{
    int count = 0;

    for (int row = 0; row < PQntuples(rows); row++) {
        if (count == 0 || strcmp(out[count - 1].id, PQgetvalue(rows, row, 0)) != 0)
            read_game(rows, row, &out[count++]);
        read_seat(rows, row, &out[count - 1]);
    }
    return count;
}

static bool read_events(const PGresult *rows, struct loaded *out)
{
    int count = PQntuples(rows);

    out->events = calloc((size_t)count + 1, sizeof *out->events);
    for (int i = 0; i < count && out->events; i++) {
        struct stored_event *event = &out->events[i];

        event->seq = column_int(rows, i, 0);
        event->at = column_int(rows, i, 1);
        event->seat = (int)column_int(rows, i, 2);
        column_text(rows, i, 3, event->kind, sizeof event->kind);
        column_text(rows, i, 4, event->data, sizeof event->data);
        event->token = (uint64_t)column_int(rows, i, 5);
        event->spent = column_int(rows, i, 6);
    }
    out->event_count = count;
    return out->events != NULL;
}

static bool read_outages(const PGresult *rows, struct loaded *out)
{
    int count = PQntuples(rows);

    out->outages = calloc((size_t)count + 1, sizeof *out->outages);
    for (int i = 0; i < count && out->outages; i++)
        out->outages[i] =
            (struct outage){.from = column_int(rows, i, 0), .to = column_int(rows, i, 1)};
    out->outage_count = count;
    return out->outages != NULL;
}

static enum backend_result postgres_load(struct backend_handle *handle, const char *id,
                                         int64_t since, struct loaded *out, bool *found)
{
    struct params game = {0}, events = {0};

    params_text(&game, id);
    params_text(&events, id);
    params_int(&events, since);
    pipeline_begin(&handle->wire, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    send_statement(handle, LOAD_GAME, &game);
    send_statement(handle, LOAD_EVENTS, &events);
    send_statement(handle, LOAD_OUTAGES, &game);
    pipeline_turn(&handle->wire, true);
    PGresult *rows[3];
    bool complete = true;

    for (int i = 0; i < 3; i++) {
        rows[i] = handle->wire.pipeline == BACKEND_AGAIN ? NULL : pipeline_take(&handle->wire);
        complete &= rows[i] != NULL;
    }
    enum backend_result result = pipeline_end(&handle->wire, true);

    *found = complete && read_games(rows[0], &out->game) > 0;
    if (*found && (!read_events(rows[1], out) || !read_outages(rows[2], out)))
        result = BACKEND_AGAIN;
    for (int i = 0; i < 3; i++)
        PQclear(rows[i]);
    return result;
}

/* The first `count` parameters of a list. */
static void add_query(struct params *params, const struct list_query *wanted,
                      const struct name_search *search, int count)
{
    params_int(params, (int)wanted->status);
    params_int(params, wanted->before > 0 ? wanted->before : INT64_MAX);
    params_text(params, wanted->before_id);
    params_int(params, wanted->limit);
    params_text(params, wanted->game);
    params_text(params, search->name);
    params_text(params, search->low);
    params_text(params, search->high);
    params->count = count;
}

/* Which statement, and how many parameters it has: do few games have the name, or many? */
static enum backend_result choose_list(struct backend_handle *handle,
                                       const struct list_query *wanted,
                                       const struct name_search *search, enum statement *which,
                                       int *count)
{
    struct params params = {0};
    bool rules = wanted->game[0] != '\0';
    PGresult *rows;

    if (!wanted->name[0]) {
        *which = rules ? LIST_RULES : LIST_ALL;
        *count = rules ? 5 : 4;
        return BACKEND_OK;
    }
    params_text(&params, search->low);
    params_text(&params, search->high);
    enum backend_result result = query(handle, COUNT_PARTS, &params, &rows);

    if (result == BACKEND_OK) {
        bool rare = column_int(rows, 0, 0) <= RARE;

        *which = rare ? LIST_RARE : rules ? LIST_COMMON_RULES : LIST_COMMON;
        *count = rare ? 8 : 6;
    }
    PQclear(rows);
    return result;
}

/* Games have been looked through up to the limit, and there are more: where does the rest begin? */
static enum backend_result find_scan_end(struct backend_handle *handle,
                                         const struct list_query *wanted,
                                         const struct name_search *search, struct listed *out)
{
    bool rules = wanted->game[0] != '\0';
    struct params params = {0};
    PGresult *rows;

    add_query(&params, wanted, search, rules ? 5 : 4);
    enum backend_result result = query(handle, rules ? SCAN_END_RULES : SCAN_END, &params, &rows);

    if (result == BACKEND_OK && PQntuples(rows) > 0)
        listed_continue_after(out, column_int(rows, 0, 0), PQgetvalue(rows, 0, 1));
    PQclear(rows);
    return result;
}

static enum backend_result postgres_list(struct backend_handle *handle,
                                         const struct list_query *wanted, struct listed *out)
{
    struct name_search search = name_search_of(wanted->name);
    enum statement which = LIST_ALL;
    int count = 0;
    enum backend_result result = choose_list(handle, wanted, &search, &which, &count);
    PGresult *rows;

    if (result != BACKEND_OK)
        return result;
    struct params params = {0};

    add_query(&params, wanted, &search, count);
    result = query(handle, which, &params, &rows);
    out->count = result == BACKEND_OK ? read_games(rows, out->games) : 0;
    PQclear(rows);
    listed_finish(out, wanted->limit);
    if (result == BACKEND_OK && !out->more && (which == LIST_COMMON || which == LIST_COMMON_RULES))
        result = find_scan_end(handle, wanted, &search, out);
    return result;
}

static enum backend_result postgres_due(struct backend_handle *handle, int64_t now, int limit,
                                        char (*out)[ID_SIZE], int *count)
{
    struct params params = {0};
    PGresult *rows;

    params_int(&params, now);
    params_int(&params, limit);
    enum backend_result result = query(handle, LIST_DUE, &params, &rows);

    *count = result == BACKEND_OK ? PQntuples(rows) : 0;
    for (int i = 0; i < *count; i++)
        column_text(rows, i, 0, out[i], ID_SIZE);
    PQclear(rows);
    return result;
}

static int postgres_backup(const char *where, const char *file, struct tb_error *error)
{
    (void)where;
    (void)file;
    return error_set(error, TB_ERR_RANGE,
                     "Back up a PostgreSQL database with its own program, pg_dump.",
                     "Une base PostgreSQL se sauvegarde avec son propre programme, pg_dump.");
}

const struct backend postgres_backend = {
    .backup = postgres_backup,
    .open = postgres_open,
    .close = postgres_close,
    .last_error = postgres_last_error,
    .write = postgres_write,
    .time = postgres_time,
    .beat = postgres_beat,
    .outages = postgres_outages,
    .tell = postgres_tell,
    .share_presence = postgres_share_presence,
    .load = postgres_load,
    .list = postgres_list,
    .due = postgres_due,
    .listen = postgres_listen,
};
