/*
 * db.h - SQL for what is kept beside games: statements and rows, the same for both databases.
 *
 * A statement is one text for both: parameters are $1, $2...; the rest is what SQLite and
 * PostgreSQL have in common (ON CONFLICT, RETURNING, LIMIT). A work runs inside a transaction of
 * the store (store_transact(), store_ask(), `also` of a write), in a savepoint of its own. After a
 * statement has failed, the others of the work do nothing and fail in the same way, and the work
 * fails regardless of its return value: so a work need not check each statement.
 */
#ifndef TABLIER_SERVER_DB_H
#define TABLIER_SERVER_DB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum backend_result {
    BACKEND_OK,
    BACKEND_AGAIN,    /* unreachable, busy: close the handle, and try again later */
    BACKEND_FULL,     /* no room on the disk; nothing was written */
    BACKEND_REFUSED,  /* the request itself is at fault; nothing was written */
    BACKEND_DECLINED, /* the work that goes with a write does not want it; nothing was written */
    BACKEND_UNWANTED, /* a write of the batch is not wanted any more; nothing was written */
    BACKEND_GONE,     /* the store was deleted, replaced or emptied under the server; nothing was
                       * written. It may be put back. */
    BACKEND_DAMAGED,  /* what is stored cannot be read: only an operator can help */
};

enum { DB_PARAMS_MAX = 20, DB_COLUMNS_MAX = 32 };

struct db; /* lives as long as the work that it was given to */

/* ---- Statements ------------------------------------------------------------------- */

/* `types` has one letter for each parameter: i int64_t (or int, cast by the caller), d double, t
 * const char * (NULL: NULL), b const void *, size_t; n: NULL, and no argument. */
enum backend_result db_run(struct db *db, const char *sql, const char *types, ...);
/* The two arguments of a hash, for b. */
#define HASH(hash) (const void *)(hash), (size_t)HASH_SIZE
/* How many rows the last db_run() has inserted, updated or deleted. */
int64_t db_changes(const struct db *db);

struct db_row_view;

/* False: no more rows are wanted, because memory has run out; the statement fails. */
typedef bool db_row(void *context, const struct db_row_view *row);

enum backend_result db_query(struct db *db, db_row *each, void *context, const char *sql,
                             const char *types, ...);
/* The first column of the first row, or `otherwise` if there is none, it is NULL, or the statement
 * fails. */
int64_t db_number(struct db *db, int64_t otherwise, const char *sql, const char *types, ...);
/* One of two texts, where the databases have too little in common. */
const char *db_sql(const struct db *db, const char *sqlite, const char *postgres);
/* True if a statement of this work has failed. */
bool db_failed(const struct db *db);

/* ---- Rows ------------------------------------------------------------------------- */

/* Texts and blobs live until the next row. */
struct db_row_view {
    void *rows;
    int number; /* where rows come all at once */
    const struct db_row_kind *kind;
};

struct db_row_kind {
    int64_t (*integer)(const struct db_row_view *row, int column);
    double (*real)(const struct db_row_view *row, int column);
    const char *(*text)(const struct db_row_view *row, int column);
    const void *(*blob)(const struct db_row_view *row, int column, size_t *size);
    bool (*null)(const struct db_row_view *row, int column);
};

/* Also true and false; 0 for NULL. */
static inline int64_t row_int(const struct db_row_view *row, int column)
{
    return row->kind->integer(row, column);
}

static inline double row_real(const struct db_row_view *row, int column)
{
    return row->kind->real(row, column);
}

/* "" for NULL. */
static inline const char *row_text(const struct db_row_view *row, int column)
{
    return row->kind->text(row, column);
}

/* Copies a text, cut to fit. */
void row_copy(const struct db_row_view *row, int column, char *out, size_t size);

/* Never NULL if *size > 0. */
static inline const void *row_blob(const struct db_row_view *row, int column, size_t *size)
{
    return row->kind->blob(row, column, size);
}

static inline bool row_null(const struct db_row_view *row, int column)
{
    return row->kind->null(row, column);
}

#endif
