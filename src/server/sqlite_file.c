/*
 * sqlite_file.c - the file that SQLite keeps games in: making it, locking it, its schema,
 * copying it.
 *
 * The file is in WAL mode, so that reading and writing do not wait for each
 * other, and synchronous=FULL, so that a commit is on the disk when it returns.
 * One server at a time writes: it holds a lock on FILE-lock, since a second one
 * would never hear of the first one's moves.
 */
#include "server/sqlite_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.h"

enum {
    APPLICATION_ID = 0x54424c52, /* "TBLR", in the file's header */
    BUSY_MS = 5000,
    CACHE_KB = 16384,
    PATH_SIZE = 4096,
};

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

static int take_lock(int *lock, const char *where, struct tb_error *error)
{
    char path[PATH_SIZE];
    struct text text = text_into(path, sizeof path);

    text_add(&text, "%s-lock", where);
    *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*lock < 0)
        return cannot_create(error, path);
    if (flock(*lock, LOCK_EX | LOCK_NB))
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

int sqlite_file_open(const char *where, enum backend_role role, sqlite3 **db, int *lock,
                     struct tb_error *error)
{
    int version, code = make_file(where, error);

    *lock = -1;
    if (!code)
        code = connect_file(db, where, error);
    if (!code)
        code = check(*db, where, &version, error);
    if (!code && role == ROLE_WRITER)
        code = take_lock(lock, where, error);
    if (!code)
        code = migrate(*db, where, error);
    return code ? code : configure(*db, where, error);
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

int sqlite_file_copy(const char *where, const char *file, struct tb_error *error)
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

