/*
 * postgres_schema.c - connecting to a PostgreSQL database, and its schema. Everything is in the
 * schema `tablier`.
 */
#include "server/store/postgres/postgres_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "server/store/schema_ratings.h"
#include "server/store/store_search.h"

enum {
    TIMEOUT_MS = 4000, /* of an answer: more than any request is waited for */
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

    /* Which store this is, for servers that find another one in its place. */
    "ALTER TABLE version ADD COLUMN store text NOT NULL DEFAULT gen_random_uuid()::text;",

    /* Names as they are compared: see fold_names(), which does the rest. */
    "ALTER TABLE seats ADD COLUMN folded text COLLATE \"C\" NOT NULL DEFAULT '';"
    "UPDATE seats SET folded = lower(name) WHERE name <> '';",

    "ALTER TABLE seats ADD COLUMN invitation bytea NOT NULL DEFAULT '';",

    /* Open games expire: see open_time(). */
    "UPDATE summaries SET due = updated + (SELECT CASE WHEN NOT listed THEN 2592000000"
    "  WHEN terms LIKE '%\"days\"%' THEN 604800000 ELSE 600000 END FROM games"
    "  WHERE id = summaries.game) WHERE status = 0;",

    RATING_TABLES("text COLLATE \"C\""),
};

enum { FOLDED_VERSION = 6 }; /* of the schema that has folded names */

enum { VERSION = sizeof migrations / sizeof *migrations };

/* ---- Opening ----------------------------------------------------------------- */

/* The version of the schema: 0 if there is none, -1 on failure. */
static int schema_version(struct wire *wire)
{
    int tables = wire_number(wire, "SELECT count(*) FROM pg_tables"
                                   " WHERE schemaname = 'tablier' AND tablename = 'version'");

    return tables > 0 ? wire_number(wire, "SELECT version FROM version") : tables;
}

/* Folds the names that have more than ASCII characters, which lower() does not, in the seats. */
static enum backend_result fold_seats(struct wire *wire, const PGresult *names)
{
    static const char update[] =
        "UPDATE seats SET folded = coalesce(f.folded, '')"
        " FROM unnest(string_to_array($1::text, E'\\n'), string_to_array($2::text, E'\\n'))"
        " f(name, folded) WHERE seats.name = f.name COLLATE \"C\"";
    size_t size = (size_t)PQntuples(names) * (FOLDED_SIZE + 1) + 1;
    char *before = malloc(size), *after = malloc(size), folded[FOLDED_SIZE];
    struct text old = text_into(before, before ? size : 0),
                new = text_into(after, after ? size : 0);
    struct params params = {0};
    enum backend_result result = BACKEND_AGAIN;

    for (int i = 0; i < PQntuples(names) && before && after; i++) {
        name_fold(PQgetvalue(names, i, 0), folded);
        text_add(&old, "%s%s", i ? "\n" : "", PQgetvalue(names, i, 0));
        text_add(&new, "%s%s", i ? "\n" : "", folded);
    }
    params_text(&params, before);
    params_text(&params, after);
    if (before && after)
        result = wire_prepare(wire, "fold", update);
    if (result == BACKEND_OK)
        result = wire_run(wire, "fold", &params);
    free(before);
    free(after);
    return result;
}

/* Makes the names that were there before findable. */
static enum backend_result fold_names(struct wire *wire)
{
    static const char refolded[] =
        "CREATE VIEW refolded AS SELECT DISTINCT game FROM seats WHERE folded <> lower(name);"
        "DELETE FROM name_parts WHERE game IN (SELECT game FROM refolded);"
        "UPDATE summaries SET names = (SELECT string_agg(folded, E'\\n') FROM seats"
        "  WHERE game = summaries.game) WHERE game IN (SELECT game FROM refolded);"
        "INSERT INTO name_parts (part, game)"
        " SELECT DISTINCT substr(t.folded, n, " PART_CHARACTERS_TEXT "), t.game"
        " FROM seats t JOIN games g ON g.id = t.game AND g.listed,"
        " generate_series(1, length(t.folded)) n WHERE t.game IN (SELECT game FROM refolded)"
        " ON CONFLICT DO NOTHING;"
        "DROP VIEW refolded";
    PGresult *names;
    enum backend_result result = wire_query_text(
        wire, "SELECT DISTINCT name FROM seats WHERE octet_length(name) > length(name)", &names);

    if (result == BACKEND_OK && PQntuples(names) > 0)
        result = fold_seats(wire, names);
    if (result == BACKEND_OK && PQntuples(names) > 0)
        result = wire_run_text(wire, refolded);
    PQclear(names);
    return result;
}

/* Inside a transaction, with the lock held. */
static enum backend_result migrate_from(struct wire *wire, int version)
{
    char mark[64];
    enum backend_result result = BACKEND_OK;

    if (wire_number(wire, "SELECT count(*) FROM pg_namespace WHERE nspname = 'tablier'") == 0)
        result = wire_run_text(wire, "CREATE SCHEMA tablier");
    for (; version < VERSION && result == BACKEND_OK; version++) {
        result = wire_run_text(wire, migrations[version]);
        if (result == BACKEND_OK && version + 1 == FOLDED_VERSION)
            result = fold_names(wire);
    }
    snprintf(mark, sizeof mark, "UPDATE version SET version = %d", VERSION);
    return result == BACKEND_OK ? wire_run_text(wire, mark) : result;
}

/* One process migrates; the others wait for it, and find it done. */
static enum backend_result migrate(struct wire *wire)
{
    wire->pg.timeout = 0; /* a large store may need minutes */
    enum backend_result result =
        wire_run_text(wire, "BEGIN; SET LOCAL statement_timeout = 0;"
                            "SET LOCAL lock_timeout = 0;"
                            "SELECT pg_advisory_xact_lock(hashtext('tablier.version'))");
    int version = result == BACKEND_OK ? schema_version(wire) : -1;

    if (version < 0)
        result = BACKEND_AGAIN;
    else if (version < VERSION)
        result = migrate_from(wire, version);
    if (result == BACKEND_OK)
        result = wire_run_text(wire, "COMMIT");
    wire->pg.timeout = TIMEOUT_MS;
    return result;
}

/* Sets up a session. A database that is set to lose commits is told not to, a more careful one left
 * alone. */
static enum backend_result begin_session(struct wire *wire)
{
    return wire_run_text(wire,
                         "SET search_path = tablier; SET statement_timeout = '15s';"
                         "SET lock_timeout = '3s'; SET idle_in_transaction_session_timeout = '15s';"
                         "SELECT set_config('synchronous_commit', 'on', false)"
                         " WHERE current_setting('synchronous_commit') IN ('off', 'local')");
}

static int cannot_use(const struct wire *wire, struct tb_error *error)
{
    return error_set(
        error, TB_ERR_RANGE,
        "The database cannot be used; check it, or choose another with --store. It says: {error}",
        arg_text("error", wire->pg.error));
}

static int too_new(int version, struct tb_error *error)
{
    return error_set(
        error, TB_ERR_RANGE,
        "The database was written by a newer Tablier (version {version} of the store, this one "
        "knows {known}); install the newer one, or choose another with --store.",
        arg_count("version", version), arg_count("known", VERSION));
}

static int prepare_schema(struct wire *wire, struct tb_error *error)
{
    int version = begin_session(wire) == BACKEND_OK ? schema_version(wire) : -1;

    if (version > VERSION)
        return too_new(version, error);
    if (version < 0 || (version < VERSION && migrate(wire) != BACKEND_OK))
        return cannot_use(wire, error);
    return TB_OK;
}

static int read_identity(struct wire *wire, struct store_identity *identity, struct tb_error *error)
{
    struct text text = text_into(identity->text, sizeof identity->text);
    PGresult *rows;
    bool good = wire_query_text(wire, "SELECT store FROM version", &rows) == BACKEND_OK &&
                PQntuples(rows) > 0;

    if (good)
        text_add(&text, "%s", PQgetvalue(rows, 0, 0));
    PQclear(rows);
    return good ? TB_OK : cannot_use(wire, error);
}

/* The store may have been dropped since it was claimed, and another made in its place. */
static int check_identity(struct wire *wire, const struct store_identity *claimed,
                          struct tb_error *error)
{
    struct store_identity identity;
    int version = begin_session(wire) == BACKEND_OK ? schema_version(wire) : -1;

    if (version < 0)
        return cannot_use(wire, error);
    if (version > VERSION)
        return too_new(version, error);
    if (version == 0)
        return error_set(error, TB_ERR_RANGE, "The store is not in the database any more.");
    int code = read_identity(wire, &identity, error);

    if (!code && strcmp(identity.text, claimed->text) != 0)
        return error_set(error, TB_ERR_RANGE,
                         "The store was replaced by another one; restart the server to use that.");
    return code;
}

static int reach(struct wire *wire, const char *where, struct tb_error *error)
{
    PQconninfoOption *options = PQconninfoParse(where, NULL);

    PQconninfoFree(options);
    if (!options) /* libpq's own message may quote a password */
        return error_set(error, TB_ERR_RANGE,
                         "The address of the store is not understood; it looks like --store "
                         "postgres://user@host/database.");
    wire->pg.timeout = TIMEOUT_MS;
    if (pg_open(&wire->pg, where, "tablier"))
        return TB_OK;
    return error_set(error, TB_ERR_RANGE,
                     "The database cannot be reached; check that it runs, and the address in "
                     "--store. It says: {error}",
                     arg_text("error", wire->pg.error));
}

int postgres_prepare(struct wire *wire, const char *where, struct store_identity *identity,
                     struct tb_error *error)
{
    int code = reach(wire, where, error);

    if (!code)
        code = prepare_schema(wire, error);
    return code ? code : read_identity(wire, identity, error);
}

int postgres_connect(struct wire *wire, const char *where, const struct store_identity *identity,
                     struct tb_error *error)
{
    int code = reach(wire, where, error);

    return code ? code : check_identity(wire, identity, error);
}
