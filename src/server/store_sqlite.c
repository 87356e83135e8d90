/*
 * store_sqlite.c - games in one file, by SQLite.
 *
 * The file is in WAL mode, so that reading and writing do not wait for each
 * other, and synchronous=FULL, so that a commit is on the disk when it returns.
 * One server at a time writes: it holds a lock on FILE-lock, since a second one
 * would never hear of the first one's moves.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.h"
#include "server/backend.h"
#include "server/now.h"
#include "server/store_search.h"

enum {
    APPLICATION_ID = 0x54424c52, /* "TBLR", in the file's header */
    BUSY_MS = 5000,
    CACHE_KB = 16384,
    PATH_SIZE = 4096,
};

/* Adds the parts of the names of all public games, or of those that a condition leaves. */
#define ADD_PARTS(condition)                                                                       \
    "WITH RECURSIVE ends(game, name) AS ("                                                         \
    "  SELECT game, lower(name) FROM seats WHERE name <> '' " condition                            \
    "  UNION ALL SELECT game, substr(name, 2) FROM ends WHERE length(name) > 1)"                   \
    " INSERT OR IGNORE INTO name_parts (part, game)"                                               \
    " SELECT substr(name, 1, " PART_CHARACTERS_TEXT "), game FROM ends"                            \
    "  WHERE EXISTS (SELECT 1 FROM games WHERE id = ends.game AND listed)"

/* Migration N makes version N + 1 from version N. Those that were ever released never change. */
static const char *const migrations[] = {
    "CREATE TABLE games ("
    "  id TEXT PRIMARY KEY, game TEXT NOT NULL, terms TEXT NOT NULL, listed INTEGER NOT NULL,"
    "  created INTEGER NOT NULL, watch BLOB NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE seats ("
    "  game TEXT NOT NULL REFERENCES games(id), seat INTEGER NOT NULL, kind INTEGER NOT NULL,"
    "  level INTEGER NOT NULL, taken INTEGER NOT NULL, name TEXT NOT NULL, hash BLOB NOT NULL,"
    "  PRIMARY KEY (game, seat)) WITHOUT ROWID;"
    "CREATE TABLE summaries ("
    "  game TEXT PRIMARY KEY REFERENCES games(id), listed INTEGER NOT NULL, rules TEXT NOT NULL,"
    "  names TEXT NOT NULL DEFAULT '', status INTEGER NOT NULL, seq INTEGER NOT NULL,"
    "  moves INTEGER NOT NULL, result TEXT NOT NULL, updated INTEGER NOT NULL,"
    "  due INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE events ("
    "  game TEXT NOT NULL REFERENCES games(id), seq INTEGER NOT NULL, at INTEGER NOT NULL,"
    "  seat INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL, token INTEGER NOT NULL,"
    "  PRIMARY KEY (game, seq)) WITHOUT ROWID;"
    "CREATE INDEX summaries_listed ON summaries(status, updated, game, rules, names, listed)"
    "  WHERE listed;"
    "CREATE INDEX summaries_due ON summaries(due) WHERE due > 0;",

    "CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);"
    "CREATE TABLE outages ("
    "  number INTEGER PRIMARY KEY AUTOINCREMENT, start INTEGER NOT NULL, stop INTEGER NOT NULL);",

    "ALTER TABLE events ADD COLUMN spent INTEGER NOT NULL DEFAULT -1;"
    "CREATE INDEX outages_stop ON outages(stop);",

    "CREATE TABLE name_parts (part TEXT NOT NULL, game TEXT NOT NULL, PRIMARY KEY (part, game))"
    "  WITHOUT ROWID;"
    "CREATE INDEX summaries_rules ON summaries(status, rules, updated, game, names, listed)"
    "  WHERE listed;" ADD_PARTS("") ";",
};

enum { VERSION = sizeof migrations / sizeof *migrations };

enum statement {
    BEGIN_WRITE,
    BEGIN_READ,
    COMMIT,
    INSERT_GAME,
    INSERT_SUMMARY,
    INSERT_SEAT,
    FIND_TWIN,
    UPDATE_SUMMARY,
    UPDATE_SEAT,
    UPDATE_NAMES,
    UPDATE_PARTS,
    INSERT_EVENT,
    FIND_TOKEN,
    FIND_GAME,
    FIND_ALIVE,
    RECORD_OUTAGE,
    SET_ALIVE,
    FIND_OUTAGES,
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

/* Lists: ?1 status, ?2 and ?3 where the page begins, ?4 its size, ?5 rules, ?6 name, ?7 and ?8 parts
 * of names. */
#define BEFORE "listed AND status = ?1 AND (updated, game) < (?2, ?3)"
#define ORDER " ORDER BY updated DESC, game DESC"
#define PAGE(query)                                                                                \
    "WITH page AS (" query ") SELECT " BACKEND_GAME_COLUMNS                                        \
    "FROM page p JOIN games g ON g.id = p.game JOIN summaries s ON s.game = p.game"                \
    " JOIN seats t ON t.game = p.game ORDER BY p.updated DESC, p.game DESC, t.seat"

static const char *const texts[STATEMENT_COUNT] = {
    [BEGIN_WRITE] = "BEGIN IMMEDIATE",
    [BEGIN_READ] = "BEGIN",
    [COMMIT] = "COMMIT",
    [INSERT_GAME] = "INSERT INTO games (id, game, terms, listed, created, watch)"
                    " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    [INSERT_SUMMARY] = "INSERT INTO summaries"
                       " (game, listed, rules, status, seq, moves, result, updated, due)"
                       " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [INSERT_SEAT] = "INSERT INTO seats (game, seat, kind, level, taken, name, hash)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
    [FIND_TWIN] = "SELECT 1 FROM games WHERE id = ? AND watch = ?",
    [UPDATE_SUMMARY] = "UPDATE summaries SET status = ?, seq = ?, moves = ?, result = ?,"
                       " updated = ?, due = ? WHERE game = ? AND seq = ?",
    [UPDATE_SEAT] = "UPDATE seats SET kind = ?, level = ?, taken = ?, name = ?, hash = ?"
                    " WHERE game = ? AND seat = ?",
    [UPDATE_NAMES] = "UPDATE summaries SET names = (SELECT group_concat(lower(name), char(10))"
                     "  FROM seats WHERE game = ?1) WHERE game = ?1",
    [UPDATE_PARTS] = ADD_PARTS("AND game = ?1"),
    [INSERT_EVENT] = "INSERT INTO events (game, seq, at, seat, kind, data, token, spent)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [FIND_TOKEN] = "SELECT 1 FROM events WHERE game = ? AND seq = ? AND token = ?",
    [FIND_GAME] = "SELECT 1 FROM games WHERE id = ?",
    [FIND_ALIVE] = "SELECT at FROM alive",
    [RECORD_OUTAGE] = "INSERT INTO outages (start, stop) VALUES (?, ?)",
    [SET_ALIVE] = "INSERT INTO alive (one, at) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE"
                  " SET at = ?1 WHERE at < ?1",
    [FIND_OUTAGES] = "SELECT number, start, stop FROM outages WHERE number > ?"
                     " ORDER BY number LIMIT ?",
    [LOAD_GAME] = "SELECT " BACKEND_GAME_COLUMNS
                  "FROM games g JOIN summaries s ON s.game = g.id JOIN seats t ON t.game = g.id"
                  " WHERE g.id = ? ORDER BY t.seat",
    [LOAD_EVENTS] = "SELECT seq, at, seat, kind, data, token, spent FROM events"
                    " WHERE game = ? AND seq > ? ORDER BY seq",
    [LOAD_OUTAGES] = "SELECT start, stop FROM outages WHERE stop >"
                     " (SELECT CASE WHEN EXISTS (SELECT 1 FROM events"
                     "   WHERE game = ?1 AND spent < 0) THEN g.created ELSE s.updated END"
                     "  FROM games g JOIN summaries s ON s.game = g.id WHERE g.id = ?1)"
                     " ORDER BY number",
    [COUNT_PARTS] = "SELECT count(*) FROM (SELECT 1 FROM name_parts"
                    "  WHERE part >= ?1 AND part < ?2 LIMIT " RARE_TEXT " + 1)",
    /* What these need is in an index, in the order of the list. */
    [LIST_ALL] = PAGE("SELECT game, updated FROM summaries WHERE " BEFORE ORDER " LIMIT ?4"),
    [LIST_RULES] =
        PAGE("SELECT game, updated FROM summaries WHERE " BEFORE " AND rules = ?5" ORDER
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
    [LIST_DUE] = "SELECT game FROM summaries WHERE due > 0 AND due <= ? ORDER BY due LIMIT ?",
};

struct backend_handle {
    sqlite3 *db;
    int lock; /* the writer's, or -1 */
    sqlite3_stmt *statements[STATEMENT_COUNT];
    char last_error[TB_ERROR_TEXT];
};

/* ---- Statements -------------------------------------------------------------- */

static enum backend_result failed(struct backend_handle *handle, int code)
{
    struct text text = text_into(handle->last_error, sizeof handle->last_error);

    text_add(&text, "%s", sqlite3_errmsg(handle->db));
    switch (code & 0xff) {
    case SQLITE_FULL:
        return BACKEND_FULL;
    case SQLITE_ERROR:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
    case SQLITE_RANGE:
    case SQLITE_MISUSE:
        return BACKEND_REFUSED;
    default:
        return BACKEND_AGAIN;
    }
}

/* A statement about to be run, and how many of its parameters are bound. What is bound must
 * live until it has run. A failure to bind shows when it does. */
struct call {
    struct backend_handle *handle;
    sqlite3_stmt *statement; /* NULL if it could not be prepared */
    int bound;
};

static struct call prepared(struct backend_handle *handle, enum statement which)
{
    sqlite3_stmt **slot = &handle->statements[which];

    if (!*slot)
        sqlite3_prepare_v3(handle->db, texts[which], -1, SQLITE_PREPARE_PERSISTENT, slot, NULL);
    return (struct call){.handle = handle, .statement = *slot};
}

static void bind_int(struct call *call, int64_t value)
{
    sqlite3_bind_int64(call->statement, ++call->bound, value);
}

static void bind_text(struct call *call, const char *text)
{
    sqlite3_bind_text(call->statement, ++call->bound, text, -1, SQLITE_STATIC);
}

static void bind_hash(struct call *call, const unsigned char hash[HASH_SIZE])
{
    sqlite3_bind_blob(call->statement, ++call->bound, hash, HASH_SIZE, SQLITE_STATIC);
}

static enum backend_result finish(struct call *call, enum backend_result result)
{
    if (call->statement) {
        sqlite3_reset(call->statement);
        sqlite3_clear_bindings(call->statement);
    }
    return result;
}

/* Goes to the next row. After the last, and after a failure, *row is false and the statement
 * is ready for its next use. */
static enum backend_result next(struct call *call, bool *row)
{
    int code = call->statement ? sqlite3_step(call->statement) : sqlite3_errcode(call->handle->db);

    *row = code == SQLITE_ROW;
    if (code == SQLITE_ROW)
        return BACKEND_OK;
    return finish(call, code == SQLITE_DONE ? BACKEND_OK : failed(call->handle, code));
}

/* Runs a statement that has no rows. */
static enum backend_result run(struct call *call)
{
    bool row;

    return next(call, &row);
}

/* Runs a query of at most one row: is there one? */
static enum backend_result exists(struct call *call, bool *found)
{
    enum backend_result result = next(call, found);

    return *found ? finish(call, result) : result;
}

static enum backend_result run_plain(struct backend_handle *handle, enum statement which)
{
    struct call statement = prepared(handle, which);

    return run(&statement);
}

/* Ends a transaction: commits if all went well, otherwise undoes it and keeps the reason. */
static enum backend_result end(struct backend_handle *handle, enum backend_result result)
{
    if (result == BACKEND_OK)
        result = run_plain(handle, COMMIT);
    if (result != BACKEND_OK)
        sqlite3_exec(handle->db, "ROLLBACK", NULL, NULL, NULL);
    return result;
}

/* ---- Opening ----------------------------------------------------------------- */

static int cannot_create(struct tb_error *error, const char *path)
{
    return error_set(error, TB_ERR_SYSTEM,
                     "%s: This file cannot be created (%s%.0s); choose another with --store.",
                     "%s : ce fichier ne peut pas être créé (%.0s%s) ; choisissez-en un autre avec "
                     "--store.",
                     path, system_error_text(errno, TB_ENGLISH),
                     system_error_text(errno, TB_FRENCH));
}

/* Makes a new file that only its owner can read: the names and moves of private games are in
 * it. One that exists is not even opened, as closing it would drop SQLite's locks on it. */
static int make_file(const char *where, struct tb_error *error)
{
    if (*where == '\0' || *where == ':')
        return error_set(error, TB_ERR_RANGE, "\"%s\" is not a file; choose another with --store.",
                         "\"%s\" n'est pas un fichier ; choisissez-en un autre avec --store.",
                         quote(where).text);
    if (access(where, F_OK) == 0)
        return TB_OK;
    int file = open(where, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (file < 0 && errno != EEXIST)
        return cannot_create(error, where);
    if (file >= 0)
        close(file);
    return TB_OK;
}

static int take_lock(struct backend_handle *handle, const char *where, struct tb_error *error)
{
    char path[PATH_SIZE];
    struct text text = text_into(path, sizeof path);

    text_add(&text, "%s-lock", where);
    handle->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (handle->lock < 0)
        return cannot_create(error, path);
    if (flock(handle->lock, LOCK_EX | LOCK_NB))
        return error_set(
            error, TB_ERR_RANGE,
            "%s: Another server is using it; stop that one, or choose another file with --store "
            "(several servers can share a PostgreSQL database).",
            "%s : un autre serveur l'utilise ; arrêtez-le, ou choisissez un autre fichier avec "
            "--store (plusieurs serveurs peuvent partager une base PostgreSQL).",
            where);
    return TB_OK;
}

/* Why a file could not be used, in words. */
static int explain(sqlite3 *db, const char *where, struct tb_error *error)
{
    int code = sqlite3_errcode(db) & 0xff, cause = sqlite3_system_errno(db);

    if (code == SQLITE_NOTADB)
        return error_set(
            error, TB_ERR_RANGE,
            "%s: This is not a Tablier store (SQLite says: %s); choose another file with --store.",
            "%s : ce n'est pas une base de Tablier (SQLite répond : %s) ; choisissez un autre "
            "fichier avec --store.",
            where, sqlite3_errmsg(db));
    if (code == SQLITE_CORRUPT)
        return error_set(error, TB_ERR_RANGE,
                         "%s: The store is damaged (SQLite says: %s); restore a backup, or choose "
                         "another file with --store.",
                         "%s : la base est endommagée (SQLite répond : %s) ; restaurez une "
                         "sauvegarde, ou choisissez un autre fichier avec --store.",
                         where, sqlite3_errmsg(db));
    bool known = code == SQLITE_CANTOPEN && cause != 0;

    return error_set(error, TB_ERR_SYSTEM,
                     "%s: This file cannot be used (%s%.0s); choose another with --store.",
                     "%s : ce fichier ne peut pas être utilisé (%.0s%s) ; choisissez-en un autre "
                     "avec --store.",
                     where, known ? system_error_text(cause, TB_ENGLISH) : sqlite3_errmsg(db),
                     known ? system_error_text(cause, TB_FRENCH) : sqlite3_errmsg(db));
}

static int connect_file(sqlite3 **db, const char *where, struct tb_error *error)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;

    if (sqlite3_open_v2(where, db, flags, NULL))
        return explain(*db, where, error);
    sqlite3_busy_timeout(*db, BUSY_MS);
    if (sqlite3_db_readonly(*db, "main") > 0)
        return error_set(error, TB_ERR_RANGE,
                         "%s: The file may not be written; change its permissions, or choose "
                         "another file with --store.",
                         "%s : le fichier est protégé en écriture ; changez ses droits, ou "
                         "choisissez un autre fichier avec --store.",
                         where);
    return TB_OK;
}

/* The one number that a query gives. */
static int number_of(sqlite3 *db, const char *query, int *number)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, query, -1, &statement, NULL);

    if (code == SQLITE_OK) {
        code = sqlite3_step(statement);
        *number = sqlite3_column_int(statement, 0);
    }
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

/* The version of the schema, 0 in an empty file; refuses what is not ours, or newer. */
static int check(sqlite3 *db, const char *where, int *version, struct tb_error *error)
{
    int application = 0, objects = 0;

    if (number_of(db, "PRAGMA application_id", &application) ||
        number_of(db, "PRAGMA user_version", version) ||
        number_of(db, "SELECT count(*) FROM sqlite_schema", &objects))
        return explain(db, where, error);
    if (application != APPLICATION_ID && (objects > 0 || application != 0 || *version != 0))
        return error_set(error, TB_ERR_RANGE,
                         "%s: This is not a Tablier store (it is a database of another program); "
                         "choose another file with --store.",
                         "%s : ce n'est pas une base de Tablier (c'est celle d'un autre programme) "
                         "; choisissez un autre fichier avec --store.",
                         where);
    if (*version > VERSION)
        return error_set(error, TB_ERR_RANGE,
                         "%s: A newer Tablier wrote this store (version %d, this one knows %d); "
                         "install the newer one, or choose another file with --store.",
                         "%s : cette base vient d'un Tablier plus récent (version %d, celui-ci "
                         "connaît %d) ; installez-le, ou choisissez un autre fichier avec --store.",
                         where, *version, VERSION);
    return TB_OK;
}

/* One step, and the version that it leads to, in one transaction. */
static int migrate_once(sqlite3 *db, int version)
{
    char mark[80];
    struct text text = text_into(mark, sizeof mark);

    text_add(&text, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", APPLICATION_ID,
             version + 1);
    int code = sqlite3_exec(db, migrations[version], NULL, NULL, NULL);

    return code ? code : sqlite3_exec(db, mark, NULL, NULL, NULL);
}

static int migrate(sqlite3 *db, const char *where, struct tb_error *error)
{
    int version = 0, code = check(db, where, &version, error);

    while (!code && version < VERSION) {
        if (sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL))
            return explain(db, where, error);
        code = check(db, where, &version, error); /* another may have been faster */
        if (!code && version < VERSION && migrate_once(db, version))
            code = explain(db, where, error);
        if (!sqlite3_get_autocommit(db))
            sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
        version++;
    }
    return code;
}

static int configure(sqlite3 *db, const char *where, struct tb_error *error)
{
    char pragmas[160];
    struct text text = text_into(pragmas, sizeof pragmas);

    text_add(&text,
             "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
             "PRAGMA cache_size = -%d",
             CACHE_KB);
    return sqlite3_exec(db, pragmas, NULL, NULL, NULL) ? explain(db, where, error) : TB_OK;
}

static void sqlite_close(struct backend_handle *handle)
{
    if (!handle)
        return;
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(handle->statements[i]);
    sqlite3_close(handle->db);
    if (handle->lock >= 0)
        close(handle->lock);
    free(handle);
}

static struct backend_handle *sqlite_open(const char *where, enum backend_role role,
                                          struct tb_error *error)
{
    struct backend_handle *handle = calloc(1, sizeof *handle);
    int version;

    if (!handle) {
        error_memory(error);
        return NULL;
    }
    handle->lock = -1;
    if (make_file(where, error) || connect_file(&handle->db, where, error) ||
        check(handle->db, where, &version, error) ||
        (role == ROLE_WRITER && take_lock(handle, where, error)) ||
        migrate(handle->db, where, error) || configure(handle->db, where, error)) {
        sqlite_close(handle);
        return NULL;
    }
    return handle;
}

static const char *sqlite_last_error(const struct backend_handle *handle)
{
    return handle->last_error;
}

/* ---- Writing ----------------------------------------------------------------- */

static enum backend_result insert_game(struct backend_handle *handle,
                                       const struct stored_game *game)
{
    struct call insert = prepared(handle, INSERT_GAME);

    bind_text(&insert, game->id);
    bind_text(&insert, game->game);
    bind_text(&insert, game->terms);
    bind_int(&insert, game->listed);
    bind_int(&insert, game->created);
    bind_hash(&insert, game->watch);
    return run(&insert);
}

static enum backend_result insert_summary(struct backend_handle *handle,
                                          const struct stored_game *game)
{
    struct call insert = prepared(handle, INSERT_SUMMARY);
    const struct summary *summary = &game->summary;

    bind_text(&insert, game->id);
    bind_int(&insert, game->listed);
    bind_text(&insert, game->game);
    bind_int(&insert, (int)summary->status);
    bind_int(&insert, summary->seq);
    bind_int(&insert, summary->moves);
    bind_text(&insert, summary->result);
    bind_int(&insert, summary->updated);
    bind_int(&insert, summary->due);
    return run(&insert);
}

static void bind_seat(struct call *call, const struct stored_seat *seat)
{
    bind_int(call, (int)seat->kind);
    bind_int(call, seat->level);
    bind_int(call, seat->taken);
    bind_text(call, seat->name);
    bind_hash(call, seat->hash);
}

/* Names are searched in the summary and by their parts. */
static enum backend_result update_names(struct backend_handle *handle, const char *id)
{
    struct call update = prepared(handle, UPDATE_NAMES), parts;

    bind_text(&update, id);
    enum backend_result result = run(&update);

    if (result != BACKEND_OK)
        return result;
    parts = prepared(handle, UPDATE_PARTS);
    bind_text(&parts, id);
    return run(&parts);
}

/* The game is in the way of one with its id: are they the same, written twice? */
static enum backend_result recognise_game(struct backend_handle *handle,
                                          const struct stored_game *game,
                                          enum store_answer *answer)
{
    struct call find = prepared(handle, FIND_TWIN);
    bool found;

    bind_text(&find, game->id);
    bind_hash(&find, game->watch);
    enum backend_result result = exists(&find, &found);

    *answer = found ? STORE_OK : STORE_CONFLICT;
    return result;
}

static enum backend_result create(struct backend_handle *handle, const struct stored_game *game,
                                  enum store_answer *answer)
{
    enum backend_result result = insert_game(handle, game);

    *answer = STORE_OK;
    if (result == BACKEND_OK && sqlite3_changes(handle->db) == 0)
        return recognise_game(handle, game, answer);
    if (result == BACKEND_OK)
        result = insert_summary(handle, game);
    for (int i = 0; i < game->players && result == BACKEND_OK; i++) {
        struct call insert = prepared(handle, INSERT_SEAT);

        bind_text(&insert, game->id);
        bind_int(&insert, i + 1);
        bind_seat(&insert, &game->seats[i]);
        result = run(&insert);
    }
    return result == BACKEND_OK ? update_names(handle, game->id) : result;
}

static enum backend_result update_summary(struct backend_handle *handle, const struct write *write)
{
    struct call update = prepared(handle, UPDATE_SUMMARY);
    const struct summary *summary = &write->summary;

    bind_int(&update, (int)summary->status);
    bind_int(&update, write->event.seq);
    bind_int(&update, summary->moves);
    bind_text(&update, summary->result);
    bind_int(&update, summary->updated);
    bind_int(&update, summary->due);
    bind_text(&update, write->id);
    bind_int(&update, write->event.seq - 1);
    return run(&update);
}

static enum backend_result insert_event(struct backend_handle *handle, const struct write *write)
{
    struct call insert = prepared(handle, INSERT_EVENT);
    const struct stored_event *event = &write->event;

    bind_text(&insert, write->id);
    bind_int(&insert, event->seq);
    bind_int(&insert, event->at);
    bind_int(&insert, event->seat);
    bind_text(&insert, event->kind);
    bind_text(&insert, event->data);
    bind_int(&insert, (int64_t)event->token);
    bind_int(&insert, event->spent);
    return run(&insert);
}

static enum backend_result update_seat(struct backend_handle *handle, const struct write *write)
{
    struct call update = prepared(handle, UPDATE_SEAT);

    bind_seat(&update, &write->sitter);
    bind_text(&update, write->id);
    bind_int(&update, write->seat);
    enum backend_result result = run(&update);

    return result == BACKEND_OK ? update_names(handle, write->id) : result;
}

/* The game is not where the event would follow: because it is stored already? */
static enum backend_result recognise_event(struct backend_handle *handle, struct write *write)
{
    struct call find = prepared(handle, FIND_TOKEN);
    bool found;

    bind_text(&find, write->id);
    bind_int(&find, write->event.seq);
    bind_int(&find, (int64_t)write->event.token);
    enum backend_result result = exists(&find, &found);

    write->answer = STORE_OK;
    if (result != BACKEND_OK || found)
        return result;
    find = prepared(handle, FIND_GAME);
    bind_text(&find, write->id);
    result = exists(&find, &found);
    write->answer = found ? STORE_CONFLICT : STORE_MISSING;
    return result;
}

static enum backend_result append(struct backend_handle *handle, struct write *write)
{
    enum store_answer successor;
    enum backend_result result = update_summary(handle, write);

    if (result == BACKEND_OK && sqlite3_changes(handle->db) == 0)
        return recognise_event(handle, write);
    write->answer = STORE_OK;
    if (result == BACKEND_OK)
        result = insert_event(handle, write);
    if (result == BACKEND_OK && write->seat > 0)
        result = update_seat(handle, write);
    if (result == BACKEND_OK && write->game)
        result = create(handle, write->game, &successor);
    return result;
}

static enum backend_result sqlite_write(struct backend_handle *handle, struct write *const *writes,
                                        int count)
{
    enum backend_result result = run_plain(handle, BEGIN_WRITE);

    for (int i = 0; i < count && result == BACKEND_OK; i++)
        result = writes[i]->appends ? append(handle, writes[i])
                                    : create(handle, writes[i]->game, &writes[i]->answer);
    if (result == BACKEND_OK && backend_unwanted(writes, count))
        result = BACKEND_UNWANTED;
    return end(handle, result);
}

/* ---- Signs of life ----------------------------------------------------------- */

/* Nobody else uses the file, and time is what this machine's clock says. */
static enum backend_result sqlite_time(struct backend_handle *handle, struct backend_time *out)
{
    struct call find = prepared(handle, FIND_ALIVE);
    bool found;
    enum backend_result result = next(&find, &found);

    *out = (struct backend_time){.reference = now_ms(), .alone = true};
    if (found) {
        out->alive = sqlite3_column_int64(find.statement, 0);
        finish(&find, result);
    }
    return result;
}

static enum backend_result sqlite_beat(struct backend_handle *handle, int64_t now,
                                       const struct outage *outages, int count)
{
    enum backend_result result = run_plain(handle, BEGIN_WRITE);

    for (int i = 0; i < count && result == BACKEND_OK; i++) {
        struct call record = prepared(handle, RECORD_OUTAGE);

        bind_int(&record, outages[i].from);
        bind_int(&record, outages[i].to);
        result = run(&record);
    }
    if (result == BACKEND_OK) {
        struct call set = prepared(handle, SET_ALIVE);

        bind_int(&set, now);
        result = run(&set);
    }
    return end(handle, result);
}

static enum backend_result sqlite_outages(struct backend_handle *handle, int64_t after,
                                          struct recorded_outage *out, int room, int *count)
{
    struct call find = prepared(handle, FIND_OUTAGES);
    enum backend_result result;
    bool row;

    bind_int(&find, after);
    bind_int(&find, room);
    *count = 0;
    while ((result = next(&find, &row)) == BACKEND_OK && row)
        out[(*count)++] = (struct recorded_outage){
            .number = sqlite3_column_int64(find.statement, 0),
            .outage = {.from = sqlite3_column_int64(find.statement, 1),
                       .to = sqlite3_column_int64(find.statement, 2)},
        };
    return result;
}

/* ---- Reading ----------------------------------------------------------------- */

/* Copies a column, cut to fit. */
static void column_text(sqlite3_stmt *row, int column, char *out, size_t size)
{
    const char *value = (const char *)sqlite3_column_text(row, column);
    struct text text = text_into(out, size);

    text_add(&text, "%s", value ? value : "");
}

static void column_hash(sqlite3_stmt *row, int column, unsigned char out[HASH_SIZE])
{
    const void *bytes = sqlite3_column_blob(row, column);

    memset(out, 0, HASH_SIZE);
    if (bytes && sqlite3_column_bytes(row, column) == HASH_SIZE)
        memcpy(out, bytes, HASH_SIZE);
}

/* Reads the part of a row of BACKEND_GAME_COLUMNS that is the same for all seats of a game. */
static void read_game(sqlite3_stmt *row, struct stored_game *game)
{
    struct summary *summary = &game->summary;

    *game = (struct stored_game){.listed = sqlite3_column_int(row, 3),
                                 .created = sqlite3_column_int64(row, 4)};
    column_text(row, 0, game->id, sizeof game->id);
    column_text(row, 1, game->game, sizeof game->game);
    column_text(row, 2, game->terms, sizeof game->terms);
    column_hash(row, 5, game->watch);
    summary->status = (enum game_status)sqlite3_column_int(row, 6);
    summary->seq = sqlite3_column_int64(row, 7);
    summary->moves = sqlite3_column_int(row, 8);
    column_text(row, 9, summary->result, sizeof summary->result);
    summary->updated = sqlite3_column_int64(row, 10);
    summary->due = sqlite3_column_int64(row, 11);
}

/* Reads the rest, a seat. */
static void read_seat(sqlite3_stmt *row, struct stored_game *game)
{
    if (game->players == TB_PLAYERS_MAX)
        return;
    struct stored_seat *seat = &game->seats[game->players++];

    seat->kind = (enum seat_kind)sqlite3_column_int(row, 12);
    seat->level = sqlite3_column_int(row, 13);
    seat->taken = sqlite3_column_int(row, 14);
    column_text(row, 15, seat->name, sizeof seat->name);
    column_hash(row, 16, seat->hash);
}

static enum backend_result load_game(struct backend_handle *handle, const char *id,
                                     struct stored_game *game, bool *found)
{
    struct call load = prepared(handle, LOAD_GAME);
    enum backend_result result;
    bool row;

    bind_text(&load, id);
    *found = false;
    while ((result = next(&load, &row)) == BACKEND_OK && row) {
        if (!*found)
            read_game(load.statement, game);
        read_seat(load.statement, game);
        *found = true;
    }
    return result;
}

/* Room for one more element of an array whose room doubles. NULL: no memory; the array stays. */
static void *grown(void *array, int count, size_t size)
{
    bool full = (count & (count - 1)) == 0;

    return full ? realloc(array, (count ? 2 * (size_t)count : 1) * size) : array;
}

static enum backend_result load_events(struct backend_handle *handle, const char *id, int64_t since,
                                       struct loaded *out)
{
    struct call load = prepared(handle, LOAD_EVENTS);
    enum backend_result result;
    bool row;

    bind_text(&load, id);
    bind_int(&load, since);
    while ((result = next(&load, &row)) == BACKEND_OK && row) {
        struct stored_event *events = grown(out->events, out->event_count, sizeof *events);

        if (!events)
            return finish(&load, BACKEND_AGAIN);
        out->events = events;
        struct stored_event *event = &events[out->event_count++];

        event->seq = sqlite3_column_int64(load.statement, 0);
        event->at = sqlite3_column_int64(load.statement, 1);
        event->seat = sqlite3_column_int(load.statement, 2);
        column_text(load.statement, 3, event->kind, sizeof event->kind);
        column_text(load.statement, 4, event->data, sizeof event->data);
        event->token = (uint64_t)sqlite3_column_int64(load.statement, 5);
        event->spent = sqlite3_column_int64(load.statement, 6);
    }
    return result;
}

static enum backend_result load_outages(struct backend_handle *handle, const char *id,
                                        struct loaded *out)
{
    struct call load = prepared(handle, LOAD_OUTAGES);
    enum backend_result result;
    bool row;

    bind_text(&load, id);
    while ((result = next(&load, &row)) == BACKEND_OK && row) {
        struct outage *outages = grown(out->outages, out->outage_count, sizeof *outages);

        if (!outages)
            return finish(&load, BACKEND_AGAIN);
        out->outages = outages;
        outages[out->outage_count++] = (struct outage){
            .from = sqlite3_column_int64(load.statement, 0),
            .to = sqlite3_column_int64(load.statement, 1),
        };
    }
    return result;
}

static enum backend_result sqlite_load(struct backend_handle *handle, const char *id, int64_t since,
                                       struct loaded *out, bool *found)
{
    enum backend_result result = run_plain(handle, BEGIN_READ);

    if (result == BACKEND_OK)
        result = load_game(handle, id, &out->game, found);
    if (result == BACKEND_OK && *found)
        result = load_events(handle, id, since, out);
    if (result == BACKEND_OK && *found)
        result = load_outages(handle, id, out);
    return end(handle, result);
}

static void bind_query(struct call *call, const struct list_query *query,
                       const struct name_search *search)
{
    bind_int(call, (int)query->status);
    bind_int(call, query->before > 0 ? query->before : INT64_MAX);
    bind_text(call, query->before_id);
    bind_int(call, query->limit);
    bind_text(call, query->game);
    bind_text(call, search->name);
    bind_text(call, search->low);
    bind_text(call, search->high);
}

/* Which statement: do few games have the name, or many? */
static enum backend_result choose_list(struct backend_handle *handle,
                                       const struct list_query *query,
                                       const struct name_search *search, enum statement *which)
{
    struct call count = prepared(handle, COUNT_PARTS);
    bool row, rules = query->game[0] != '\0';

    if (!query->name[0]) {
        *which = rules ? LIST_RULES : LIST_ALL;
        return BACKEND_OK;
    }
    bind_text(&count, search->low);
    bind_text(&count, search->high);
    enum backend_result result = next(&count, &row);

    if (result != BACKEND_OK)
        return result;
    *which = sqlite3_column_int(count.statement, 0) <= RARE ? LIST_RARE
             : rules                                        ? LIST_COMMON_RULES
                                                            : LIST_COMMON;
    return finish(&count, result);
}

/* Games have been looked through up to the limit, and there are more: where does the rest begin? */
static enum backend_result find_scan_end(struct backend_handle *handle,
                                         const struct list_query *query,
                                         const struct name_search *search, struct listed *out)
{
    struct call find = prepared(handle, query->game[0] ? SCAN_END_RULES : SCAN_END);
    bool row;

    bind_query(&find, query, search);
    enum backend_result result = next(&find, &row);

    if (!row)
        return result;
    listed_continue_after(out, sqlite3_column_int64(find.statement, 0),
                          (const char *)sqlite3_column_text(find.statement, 1));
    return finish(&find, result);
}

static enum backend_result sqlite_list(struct backend_handle *handle,
                                       const struct list_query *query, struct listed *out)
{
    struct name_search search = name_search_of(query->name);
    enum statement which = LIST_ALL;
    enum backend_result result = choose_list(handle, query, &search, &which);
    bool row;

    if (result != BACKEND_OK)
        return result;
    struct call list = prepared(handle, which);

    bind_query(&list, query, &search);
    while ((result = next(&list, &row)) == BACKEND_OK && row) {
        const char *id = (const char *)sqlite3_column_text(list.statement, 0);

        if (out->count == 0 || strcmp(out->games[out->count - 1].id, id) != 0)
            read_game(list.statement, &out->games[out->count++]);
        read_seat(list.statement, &out->games[out->count - 1]);
    }
    listed_finish(out, query->limit);
    if (result == BACKEND_OK && !out->more && (which == LIST_COMMON || which == LIST_COMMON_RULES))
        result = find_scan_end(handle, query, &search, out);
    return result;
}

static enum backend_result sqlite_due(struct backend_handle *handle, int64_t now, int limit,
                                      char (*out)[ID_SIZE], int *count)
{
    struct call list = prepared(handle, LIST_DUE);
    enum backend_result result;
    bool row;

    bind_int(&list, now);
    bind_int(&list, limit);
    *count = 0;
    while ((result = next(&list, &row)) == BACKEND_OK && row)
        column_text(list.statement, 0, out[(*count)++], ID_SIZE);
    return result;
}

/* ---- Copying ----------------------------------------------------------------- */

/* One step, so one moment's contents: in WAL mode the writers go on meanwhile. */
static int copy(sqlite3 *from, sqlite3 *to, const char *file, struct tb_error *error)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");

    if (backup)
        sqlite3_backup_step(backup, -1);
    if (backup && sqlite3_backup_finish(backup) == SQLITE_OK)
        return TB_OK;
    return error_set(error, TB_ERR_RANGE, "%s: The copy cannot be written (%s).",
                     "%s : la copie ne peut pas être écrite (%s).", file, sqlite3_errmsg(to));
}

static int sqlite_backup(const char *where, const char *file, struct tb_error *error)
{
    sqlite3 *from = NULL, *to = NULL;
    int version, code;

    struct stat info;

    if (stat(file, &info) == 0 && (!S_ISREG(info.st_mode) || info.st_size > 0))
        return error_set(error, TB_ERR_RANGE, "%s: This file exists already; choose another name.",
                         "%s : ce fichier existe déjà ; choisissez un autre nom.", file);
    code = connect_file(&from, where, error);
    if (!code)
        code = check(from, where, &version, error);
    if (!code)
        code = make_file(file, error);
    if (!code) {
        code = connect_file(&to, file, error);
        if (!code)
            code = copy(from, to, file, error);
        sqlite3_close(to);
        if (code)
            unlink(file);
    }
    sqlite3_close(from);
    return code;
}

const struct backend sqlite_backend = {
    .backup = sqlite_backup,
    .open = sqlite_open,
    .close = sqlite_close,
    .last_error = sqlite_last_error,
    .write = sqlite_write,
    .time = sqlite_time,
    .beat = sqlite_beat,
    .outages = sqlite_outages,
    .load = sqlite_load,
    .list = sqlite_list,
    .due = sqlite_due,
};
