/* db.c - see db.h; and the works of a batch of writes. */
#include "server/store/db.h"

#include <stdarg.h>
#include <stdio.h>

#include "server/store/backend.h"

/* ---- Statements ------------------------------------------------------------------- */

static struct db_statement statement_of(const char *sql, const char *types, va_list arguments)
{
    struct db_statement statement = {.sql = sql};

    for (; *types && statement.count < DB_PARAMS_MAX; types++) {
        struct db_value *value = &statement.values[statement.count++];

        value->type = *types;
        if (*types == 'i')
            value->integer = va_arg(arguments, int64_t);
        else if (*types == 'd')
            value->real = va_arg(arguments, double);
        else if (*types == 't')
            value->bytes = va_arg(arguments, const char *);
        else if (*types == 'b')
            value->bytes = va_arg(arguments, const void *);
        if (*types == 'b')
            value->size = va_arg(arguments, size_t);
        else if (!value->bytes && *types == 't')
            value->type = 'n';
    }
    return statement;
}

static enum backend_result execute(struct db *db, const struct db_statement *statement,
                                   db_row *each, void *context)
{
    if (db->result == BACKEND_OK)
        db->result = db->backend->execute(db->handle, statement, each, context, &db->changes);
    return db->result;
}

enum backend_result db_run(struct db *db, const char *sql, const char *types, ...)
{
    va_list arguments;

    va_start(arguments, types);
    struct db_statement statement = statement_of(sql, types, arguments);

    va_end(arguments);
    return execute(db, &statement, NULL, NULL);
}

int64_t db_changes(const struct db *db)
{
    return db->result == BACKEND_OK ? db->changes : 0;
}

enum backend_result db_query(struct db *db, db_row *each, void *context, const char *sql,
                             const char *types, ...)
{
    va_list arguments;

    va_start(arguments, types);
    struct db_statement statement = statement_of(sql, types, arguments);

    va_end(arguments);
    return execute(db, &statement, each, context);
}

struct first {
    bool found;
    int64_t number;
};

static bool take_first(void *context, const struct db_row_view *row)
{
    struct first *first = context;

    if (!first->found && !row_null(row, 0))
        *first = (struct first){true, row_int(row, 0)};
    return true;
}

int64_t db_number(struct db *db, int64_t otherwise, const char *sql, const char *types, ...)
{
    struct first first = {0};
    va_list arguments;

    va_start(arguments, types);
    struct db_statement statement = statement_of(sql, types, arguments);

    va_end(arguments);
    return execute(db, &statement, take_first, &first) == BACKEND_OK && first.found ? first.number
                                                                                    : otherwise;
}

const char *db_sql(const struct db *db, const char *sqlite, const char *postgres)
{
    return db->backend->postgres ? postgres : sqlite;
}

bool db_failed(const struct db *db)
{
    return db->result != BACKEND_OK;
}

void row_copy(const struct db_row_view *row, int column, char *out, size_t size)
{
    snprintf(out, size, "%s", row_text(row, column));
}

/* ---- Works ------------------------------------------------------------------------ */

enum backend_result db_attempt(const struct backend *backend, struct backend_handle *handle,
                               const struct also *also, enum store_answer *answer)
{
    struct db db = {.backend = backend, .handle = handle};

    db_run(&db, "SAVEPOINT work", "");
    *answer = also->work(&db, also->context);
    if (db.result != BACKEND_OK && db.result != BACKEND_REFUSED)
        return db.result;
    if (db.result == BACKEND_REFUSED)
        *answer = STORE_FAILED;
    db.result = BACKEND_OK;
    if (*answer != STORE_OK)
        db_run(&db, "ROLLBACK TO SAVEPOINT work", "");
    return db_run(&db, "RELEASE SAVEPOINT work", "");
}

enum backend_result db_attempt_all(const struct backend *backend, struct backend_handle *handle,
                                   struct write *const *writes, int count)
{
    for (int i = 0; i < count; i++) {
        struct write *write = writes[i];
        bool alone = !write->appends && !write->game;
        enum store_answer answer;

        if (!write->also.work || (!alone && !write->fresh))
            continue;
        if (write->stage && !stage_begin(write->stage))
            return BACKEND_UNWANTED;
        enum backend_result result = db_attempt(backend, handle, &write->also, &answer);

        if (result != BACKEND_OK)
            return result;
        if (alone || answer != STORE_OK)
            write->answer = answer;
        if (!alone && answer != STORE_OK)
            return BACKEND_DECLINED;
    }
    return BACKEND_OK;
}
