/*
 * sqlite_file.c - the file that SQLite keeps games in: making it, locking it, its schema,
 * copying it.
 *
 * The file is in WAL mode, so that reading and writing do not wait for each
 * other, and synchronous=FULL, so that a commit is on the disk when it returns.
 * One server at a time uses it, since a second one would not be notified of the first one's moves:
 * it holds a lock on the file itself, whatever its name. The file must have one name only, and keep
 * it while the server runs: the journal is found by it.
 */
#define _GNU_SOURCE /* F_OFD_SETLK, statx */
#include "server/store/sqlite/sqlite_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "server/common/name.h"
#include "server/store/schema_members.h"
#include "server/store/schema_pairing.h"
#include "server/store/schema_ratings.h"

enum {
    APPLICATION_ID = 0x54424c52, /* "TBLR", in the file's header */
    BUSY_MS = 5000,
    CACHE_KB = 16384,
    MIGRATION_CACHE_KB = 262144, /* at most: a small store takes less */
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
    "  WHERE listed;" ADD_PARTS("lower(name)", "") ";",

    /* fold() is name_fold(): names are compared without case and accents in all scripts. Indexes
     * are made again in their own order, which is faster by far than row by row. */
    "DROP INDEX summaries_listed; DROP INDEX summaries_rules; DROP TABLE name_parts;"
    "UPDATE summaries SET names = (SELECT group_concat(fold(name), char(10))"
    "  FROM seats WHERE game = summaries.game)"
    " WHERE game IN (SELECT game FROM seats WHERE fold(name) <> lower(name));"
    "CREATE INDEX summaries_listed ON summaries(status, updated, game, rules, names, listed)"
    "  WHERE listed;"
    "CREATE INDEX summaries_rules ON summaries(status, rules, updated, game, names, listed)"
    "  WHERE listed;"
    "CREATE TABLE name_parts (part TEXT NOT NULL, game TEXT NOT NULL, PRIMARY KEY (part, game))"
    "  WITHOUT ROWID;" ADD_PARTS("fold(name)", "") " ORDER BY 1, 2;",

    "ALTER TABLE seats ADD COLUMN invitation BLOB NOT NULL DEFAULT x'';",

    /* Open games expire: see open_time(). */
    "UPDATE summaries SET due = updated + (SELECT CASE WHEN NOT listed THEN 2592000000"
    "  WHEN terms LIKE '%\"days\"%' THEN 604800000 ELSE 600000 END FROM games"
    "  WHERE id = summaries.game) WHERE status = 0;",

    RATING_TABLES("TEXT"),

    MEMBER_TABLES("INTEGER PRIMARY KEY AUTOINCREMENT", "INTEGER PRIMARY KEY AUTOINCREMENT", "TEXT",
                  "BLOB") "UPDATE sqlite_sequence SET seq = 1000 WHERE name = 'members';",

    PAIRING_TABLES("TEXT", "BLOB"),

    CHALLENGE_TABLES("TEXT", "BLOB"),

    OPENINGS_SHOWN,

    MORE_COMPUTER_MEMBERS,
};

enum { VERSION = sizeof migrations / sizeof *migrations };

/* ---- Opening ----------------------------------------------------------------- */

static int cannot_create(struct tb_error *error, const char *path)
{
    return error_set(error, TB_ERR_SYSTEM,
                     "{path}: This file cannot be created ({reason}); choose another with --store.",
                     arg_text("path", path), arg_term("reason", system_error_text(errno, NULL)));
}

/* Makes a new file that only its owner can read: the names and moves of private games are in
 * it. */
static int make_file(const char *where, struct tb_error *error)
{
    if (*where == '\0' || *where == ':')
        return error_set(error, TB_ERR_RANGE,
                         "\"{where}\" is not a file; choose another with --store.",
                         arg_text("where", quote(where).text));
    if (access(where, F_OK) == 0)
        return TB_OK;
    int file = open(where, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (file < 0 && errno != EEXIST)
        return cannot_create(error, where);
    if (file >= 0)
        close(file);
    return TB_OK;
}

/* Why a file could not be used, in words. */
static int explain(sqlite3 *db, const char *where, struct tb_error *error)
{
    int code = sqlite3_errcode(db) & 0xff, cause = sqlite3_system_errno(db);

    if (code == SQLITE_NOTADB)
        return error_set(
            error, TB_ERR_RANGE,
            "{where}: This is not a Tablier store (SQLite says: {error}); choose another "
            "file with --store.",
            arg_text("where", where), arg_text("error", sqlite3_errmsg(db)));
    if (code == SQLITE_CORRUPT)
        return error_set(
            error, TB_ERR_RANGE,
            "{where}: The store is damaged (SQLite says: {error}); restore a backup, or "
            "choose another file with --store.",
            arg_text("where", where), arg_text("error", sqlite3_errmsg(db)));
    bool known = code == SQLITE_CANTOPEN && cause != 0;

    return error_set(
        error, TB_ERR_SYSTEM,
        "{path}: This file cannot be used ({reason}); choose another with --store.",
        arg_text("path", where),
        arg_term("reason", known ? system_error_text(cause, NULL) : sqlite3_errmsg(db)));
}

static int read_only(struct tb_error *error, const char *where)
{
    return error_set(error, TB_ERR_RANGE,
                     "{where}: The file may not be written; change its permissions, or choose "
                     "another file with --store.",
                     arg_text("where", where));
}

/* name_fold() for SQL. */
static void fold(sqlite3_context *context, int count, sqlite3_value **values)
{
    const unsigned char *name = sqlite3_value_text(values[0]);
    char folded[FOLDED_SIZE];

    (void)count;
    name_fold(name ? (const char *)name : "", folded);
    sqlite3_result_text(context, folded, -1, SQLITE_TRANSIENT);
}

static int connect_file(sqlite3 **db, const char *where, struct tb_error *error)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;

    if (sqlite3_open_v2(where, db, flags, NULL))
        return explain(*db, where, error);
    sqlite3_busy_timeout(*db, BUSY_MS);
    if (sqlite3_create_function_v2(*db, "fold", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, fold,
                                   NULL, NULL, NULL))
        return explain(*db, where, error);
    return sqlite3_db_readonly(*db, "main") > 0 ? read_only(error, where) : TB_OK;
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
                         "{where}: This is not a Tablier store (it is a database of another "
                         "program); choose another file with --store.",
                         arg_text("where", where));
    if (*version > VERSION)
        return error_set(
            error, TB_ERR_RANGE,
            "{where}: A newer Tablier wrote this store (version {version}, this one knows "
            "{known}); install the newer one, or choose another file with --store.",
            arg_text("where", where), arg_count("version", *version), arg_count("known", VERSION));
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

static int configure(sqlite3 *db, int cache_kb, const char *where, struct tb_error *error)
{
    char pragmas[160];
    struct text text = text_into(pragmas, sizeof pragmas);

    text_add(&text,
             "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
             "PRAGMA cache_size = -%d",
             cache_kb);
    return sqlite3_exec(db, pragmas, NULL, NULL, NULL) ? explain(db, where, error) : TB_OK;
}

/* ---- Claiming ---------------------------------------------------------------- */

/* Where the lock is: on a byte that SQLite does not lock (its own are at 0x40000000). */
enum { LOCK_BYTE = APPLICATION_ID };

struct backend_claim {
    char *where;
    int file; /* carries the lock; it is closed after SQLite's, as closing it drops theirs */
    int lock; /* on FILE-lock */
    dev_t device;
    ino_t inode;
};

static int in_use(struct tb_error *error, const char *where)
{
    return error_set(error, TB_ERR_RANGE,
                     "{where}: Another server is using it; stop that one, or choose another file "
                     "with --store (several servers can share a PostgreSQL database).",
                     arg_text("where", where));
}

static int cannot_use(struct tb_error *error, const char *where)
{
    return error_set(error, TB_ERR_SYSTEM,
                     "{path}: This file cannot be used ({reason}); choose another with --store.",
                     arg_text("path", where), arg_term("reason", system_error_text(errno, NULL)));
}

/* True if the file is a mount of its own, on whichever file system. */
static bool is_mount(int file)
{
    struct statx info = {0};

    return statx(file, "", AT_EMPTY_PATH, 0, &info) == 0 &&
           (info.stx_attributes & info.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT) != 0;
}

/* The journal's name is the file's with -wal behind it. Under another name a file has another
 * journal, so what was acknowledged under the first one would be missing. Symbolic links do no
 * harm: SQLite follows them before it names the journal. */
static int check_names(int file, const char *where, const struct stat *info, struct tb_error *error)
{
    if (info->st_nlink > 1)
        return error_set(
            error, TB_ERR_RANGE,
            "{where}: The file has more than one name (hard links), and each would have a journal "
            "of its own; remove the others, or copy the store with \"tablier backup\".",
            arg_text("where", where));
    if (is_mount(file))
        return error_set(error, TB_ERR_RANGE,
                         "{where}: The file is mounted by itself, so its journal would be "
                         "elsewhere; mount its folder instead.",
                         arg_text("where", where));
    return TB_OK;
}

/* The lock belongs to the open file, not to its name, nor to the process: it is the same for all
 * names of the file, and stays when SQLite closes the file elsewhere in this process. */
static int lock_file(int file, const char *where, struct tb_error *error)
{
    struct flock range = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = LOCK_BYTE, .l_len = 1};

    if (fcntl(file, F_OFD_SETLK, &range) == 0)
        return TB_OK;
    return errno == EAGAIN || errno == EACCES ? in_use(error, where) : cannot_use(error, where);
}

/* Servers up to version 1.1 lock FILE-lock, and look at nothing else. */
static int take_old_lock(int *lock, const char *where, struct tb_error *error)
{
    char path[PATH_SIZE];
    struct text text = text_into(path, sizeof path);

    text_add(&text, "%s-lock", where);
    *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*lock < 0)
        return cannot_create(error, path);
    return flock(*lock, LOCK_EX | LOCK_NB) ? in_use(error, where) : TB_OK;
}

static int claim_file(struct backend_claim *claim, struct tb_error *error)
{
    const char *where = claim->where;
    struct stat info;

    claim->file = open(where, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (claim->file < 0 && (errno == EACCES || errno == EROFS))
        return read_only(error, where);
    if (claim->file < 0 || fstat(claim->file, &info))
        return cannot_use(error, where);
    claim->device = info.st_dev;
    claim->inode = info.st_ino;
    int code = check_names(claim->file, where, &info, error);

    return code ? code : lock_file(claim->file, where, error);
}

/* Creates or migrates the schema on a connection of its own. */
static int prepare_schema(struct backend_claim *claim, struct tb_error *error)
{
    sqlite3 *db = NULL;
    int version, code = connect_file(&db, claim->where, error);

    if (!code)
        code = check(db, claim->where, &version, error);
    if (!code)
        code = take_old_lock(&claim->lock, claim->where, error);
    if (!code)
        code = configure(db, MIGRATION_CACHE_KB, claim->where, error);
    if (!code)
        code = migrate(db, claim->where, error);
    sqlite3_close(db);
    return code;
}

/* Under a second name of the store a copy would lack what is in the journal. */
static int check_source(const char *where, struct tb_error *error)
{
    struct stat info;
    int file = open(where, O_PATH | O_CLOEXEC), code = TB_OK;

    if (file < 0)
        return TB_OK; /* SQLite says why */
    if (fstat(file, &info) == 0)
        code = check_names(file, where, &info, error);
    close(file);
    return code;
}

static struct backend_claim *new_claim(const char *where, struct tb_error *error)
{
    struct backend_claim *claim = calloc(1, sizeof *claim);

    if (!claim || !(claim->where = strdup(where))) {
        free(claim);
        error_memory(error);
        return NULL;
    }
    claim->file = claim->lock = -1;
    return claim;
}

/* True if the schema is of this version; otherwise a server must bring it forward. */
static bool is_current(const struct backend_claim *claim, struct tb_error *error)
{
    sqlite3 *db = NULL;
    int version = 0, code = connect_file(&db, claim->where, error);

    if (!code)
        code = check(db, claim->where, &version, error);
    sqlite3_close(db);
    if (!code && version < VERSION)
        code = error_set(error, TB_ERR_RANGE,
                         "{where}: The store is of an older version; start the server once.",
                         arg_text("where", claim->where));
    return !code;
}

struct backend_claim *sqlite_file_visit(const char *where, struct tb_error *error)
{
    struct backend_claim *claim = new_claim(where, error);
    struct stat info;

    if (!claim)
        return NULL;
    if (stat(where, &info))
        cannot_use(error, where);
    else if (!check_source(where, error) && is_current(claim, error)) {
        claim->device = info.st_dev;
        claim->inode = info.st_ino;
        return claim;
    }
    sqlite_file_release(claim);
    return NULL;
}

struct backend_claim *sqlite_file_claim(const char *where, struct tb_error *error)
{
    struct backend_claim *claim = new_claim(where, error);

    if (!claim)
        return NULL;
    if (make_file(where, error) || claim_file(claim, error) || prepare_schema(claim, error)) {
        sqlite_file_release(claim);
        return NULL;
    }
    return claim;
}

void sqlite_file_release(struct backend_claim *claim)
{
    if (!claim)
        return;
    if (claim->lock >= 0)
        close(claim->lock);
    if (claim->file >= 0)
        close(claim->file);
    free(claim->where);
    free(claim);
}

/* True if the name leads to the file that was claimed. */
static bool is_same_file(const struct backend_claim *claim, struct text *reason)
{
    struct stat info;

    if (stat(claim->where, &info))
        text_add(reason, "%s is not there any more (%s)", claim->where,
                 system_error_text(errno, "en"));
    else if (info.st_dev != claim->device || info.st_ino != claim->inode)
        text_add(reason, "%s was replaced by another file", claim->where);
    else
        return true;
    return false;
}

bool sqlite_file_present(const struct backend_claim *claim, sqlite3 *db, struct text *reason)
{
    const char *journal = sqlite3_filename_wal(sqlite3_db_filename(db, "main"));

    if (!is_same_file(claim, reason))
        return false;
    if (access(journal, F_OK) == 0)
        return true;
    text_add(reason, "the journal %s was deleted; stop the server to save what is in it", journal);
    return false;
}

int sqlite_file_open(const struct backend_claim *claim, sqlite3 **db, struct tb_error *error)
{
    char reason[TB_ERROR_TEXT];
    struct text text = text_into(reason, sizeof reason);
    int version, code;

    if (!is_same_file(claim, &text))
        return error_set(error, TB_ERR_SYSTEM, "The store has changed: {reason}.",
                         arg_text("reason", reason));
    code = connect_file(db, claim->where, error);
    if (!code)
        code = check(*db, claim->where, &version, error);
    return code ? code : configure(*db, CACHE_KB, claim->where, error);
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
    return error_set(error, TB_ERR_RANGE, "{file}: The copy cannot be written ({reason}).",
                     arg_text("file", file), arg_text("reason", sqlite3_errmsg(to)));
}

int sqlite_file_copy(const char *where, const char *file, struct tb_error *error)
{
    sqlite3 *from = NULL, *to = NULL;
    int version, code;

    struct stat info;

    if (stat(file, &info) == 0 && (!S_ISREG(info.st_mode) || info.st_size > 0))
        return error_set(error, TB_ERR_RANGE,
                         "{file}: This file exists already; choose another name.",
                         arg_text("file", file));
    code = check_source(where, error);
    if (!code)
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
