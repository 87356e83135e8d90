/*
 * store_sqlite.c - games in one file, by SQLite: the backend. The file itself is the business of
 * sqlite_file.c.
 */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "server/common/now.h"
#include "server/store/sqlite/sqlite_file.h"
#include "server/store/sqlite/sqlite_statements.h"
#include "server/store/store_rows.h"

enum { TEXTS = 128 }; /* statements of works that are kept */

struct backend_handle {
    sqlite3 *db;
    const struct backend_claim *claim;
    sqlite3_stmt *statements[STATEMENT_COUNT], *texts[TEXTS];
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
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return BACKEND_DAMAGED;
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

/* A statement about to be run, and how many of its parameters are bound. Bound values must live
 * until it has run. A failed binding is reported then. */
struct call {
    struct backend_handle *handle;
    sqlite3_stmt *statement; /* NULL if it could not be prepared */
    int bound;
};

static struct call prepared(struct backend_handle *handle, enum statement which)
{
    sqlite3_stmt **slot = &handle->statements[which];

    if (!*slot)
        sqlite3_prepare_v3(handle->db, sqlite_statements[which], -1, SQLITE_PREPARE_PERSISTENT,
                           slot, NULL);
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

static void sink_int(void *call, int64_t value)
{
    bind_int(call, value);
}

static void sink_text(void *call, const char *text)
{
    bind_text(call, text);
}

static void sink_hash(void *call, const unsigned char hash[HASH_SIZE])
{
    bind_hash(call, hash);
}

/* The parameters of a call. */
#define SINK(call) (&(const struct params_sink){(call), sink_int, sink_text, sink_hash})

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

/* Begins a transaction that writes, unless the file is not the one that was opened: what is written
 * to a deleted file is lost. */
static enum backend_result begin_write(struct backend_handle *handle)
{
    enum backend_result result = run_plain(handle, BEGIN_WRITE);
    struct text reason = text_into(handle->last_error, sizeof handle->last_error);

    if (result == BACKEND_OK && !sqlite_file_present(handle->claim, handle->db, &reason))
        result = BACKEND_GONE;
    return result;
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

static void sqlite_close(struct backend_handle *handle)
{
    if (!handle)
        return;
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(handle->statements[i]);
    for (int i = 0; i < TEXTS; i++)
        sqlite3_finalize(handle->texts[i]);
    sqlite3_close(handle->db);
    free(handle);
}

static struct backend_handle *sqlite_open(const struct backend_claim *claim, enum backend_role role,
                                          struct tb_error *error)
{
    struct backend_handle *handle = calloc(1, sizeof *handle);

    if (!handle) {
        error_memory(error);
        return NULL;
    }
    handle->claim = claim;
    if (sqlite_file_open(claim, &handle->db, error)) {
        sqlite_close(handle);
        return NULL;
    }
    if (role == ROLE_READER)
        sqlite3_exec(handle->db, "PRAGMA query_only = ON", NULL, NULL, NULL);
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

    sink_game(SINK(&insert), game);
    return run(&insert);
}

static enum backend_result insert_summary(struct backend_handle *handle,
                                          const struct stored_game *game)
{
    struct call insert = prepared(handle, INSERT_SUMMARY);

    bind_text(&insert, game->id);
    bind_int(&insert, game->listed);
    bind_text(&insert, game->game);
    sink_summary(SINK(&insert), &game->summary);
    return run(&insert);
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

/* A game with this id exists: finds out whether it is the same one, written twice. */
static enum backend_result recognise_game(struct backend_handle *handle,
                                          const struct stored_game *game, enum store_answer *answer)
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
                                  enum store_answer *answer, bool *fresh)
{
    enum backend_result result = insert_game(handle, game);

    *answer = STORE_OK;
    *fresh = result == BACKEND_OK && sqlite3_changes(handle->db) > 0;
    if (result == BACKEND_OK && !*fresh)
        return recognise_game(handle, game, answer);
    if (result == BACKEND_OK)
        result = insert_summary(handle, game);
    for (int i = 0; i < game->players && result == BACKEND_OK; i++) {
        struct call insert = prepared(handle, INSERT_SEAT);

        bind_text(&insert, game->id);
        bind_int(&insert, i + 1);
        sink_seat(SINK(&insert), &game->seats[i]);
        result = run(&insert);
    }
    return result == BACKEND_OK ? update_names(handle, game->id) : result;
}

static enum backend_result update_summary(struct backend_handle *handle, const struct write *write)
{
    struct call update = prepared(handle, UPDATE_SUMMARY);
    struct summary summary = write->summary;

    summary.seq = write->event.seq;
    sink_summary(SINK(&update), &summary);
    bind_text(&update, write->id);
    bind_int(&update, write->event.seq - 1);
    return run(&update);
}

static enum backend_result insert_event(struct backend_handle *handle, const struct write *write)
{
    struct call insert = prepared(handle, INSERT_EVENT);

    bind_text(&insert, write->id);
    bind_int(&insert, write->event.seq);
    sink_event(SINK(&insert), &write->event);
    return run(&insert);
}

static enum backend_result update_seat(struct backend_handle *handle, const struct write *write)
{
    struct call update = prepared(handle, UPDATE_SEAT);

    sink_seat(SINK(&update), &write->occupant);
    bind_text(&update, write->id);
    bind_int(&update, write->seat);
    enum backend_result result = run(&update);

    return result == BACKEND_OK ? update_names(handle, write->id) : result;
}

/* The event does not follow the game's last one: finds out whether it has been stored already. */
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
    bool new;
    enum backend_result result = update_summary(handle, write);

    write->fresh = result == BACKEND_OK && sqlite3_changes(handle->db) > 0;
    if (result == BACKEND_OK && !write->fresh)
        return recognise_event(handle, write);
    write->answer = STORE_OK;
    if (result == BACKEND_OK)
        result = insert_event(handle, write);
    if (result == BACKEND_OK && write->seat > 0)
        result = update_seat(handle, write);
    if (result == BACKEND_OK && write->game)
        result = create(handle, write->game, &successor, &new);
    return result;
}

static enum backend_result sqlite_write(struct backend_handle *handle, struct write *const *writes,
                                        int count)
{
    enum backend_result result = begin_write(handle);

    for (int i = 0; i < count && result == BACKEND_OK; i++) {
        writes[i]->fresh = true;
        if (writes[i]->appends)
            result = append(handle, writes[i]);
        else if (writes[i]->game)
            result = create(handle, writes[i]->game, &writes[i]->answer, &writes[i]->fresh);
    }
    if (result == BACKEND_OK)
        result = db_attempt_all(&sqlite_backend, handle, writes, count);
    if (result == BACKEND_OK && backend_unwanted(writes, count))
        result = BACKEND_UNWANTED;
    return end(handle, result);
}

/* ---- Signs of life ----------------------------------------------------------- */

/* Time is what this machine's clock says. */
static enum backend_result sqlite_time(struct backend_handle *handle, struct backend_time *out)
{
    struct call find = prepared(handle, FIND_ALIVE);
    bool found;
    enum backend_result result = next(&find, &found);

    *out = (struct backend_time){.reference = now_ms()};
    if (found) {
        out->alive = sqlite3_column_int64(find.statement, 0);
        finish(&find, result);
    }
    return result;
}

/* ---- Reading ----------------------------------------------------------------- */

static sqlite3_stmt *statement_of(const struct db_row_view *row)
{
    return row->rows;
}

static int64_t column_int(const struct db_row_view *row, int column)
{
    return sqlite3_column_int64(statement_of(row), column);
}

static double column_real(const struct db_row_view *row, int column)
{
    return sqlite3_column_double(statement_of(row), column);
}

static const char *column_text(const struct db_row_view *row, int column)
{
    const unsigned char *text = sqlite3_column_text(statement_of(row), column);

    return text ? (const char *)text : "";
}

static const void *column_blob(const struct db_row_view *row, int column, size_t *size)
{
    const void *bytes = sqlite3_column_blob(statement_of(row), column);

    *size = bytes ? (size_t)sqlite3_column_bytes(statement_of(row), column) : 0;
    return bytes;
}

static bool column_null(const struct db_row_view *row, int column)
{
    return sqlite3_column_type(statement_of(row), column) == SQLITE_NULL;
}

/* The row that a call is at. */
static struct db_row_view row_of(const struct call *call)
{
    static const struct db_row_kind kind = {column_int, column_real, column_text, column_blob,
                                            column_null};

    return (struct db_row_view){call->statement, 0, &kind};
}

/* Hands each row of a call to a function, if there is one, which returns false when memory runs out. */
static enum backend_result read_rows(struct call *call, void *context, db_row *add)
{
    enum backend_result result;
    bool more;

    while ((result = next(call, &more)) == BACKEND_OK && more) {
        struct db_row_view row = row_of(call);

        if (add && !add(context, &row))
            return finish(call, BACKEND_AGAIN);
    }
    return result;
}

/* ---- Works ------------------------------------------------------------------- */

/* A text that was run before is prepared already. */
static struct call prepared_text(struct backend_handle *handle, const char *sql)
{
    unsigned hash = 5381;

    for (const char *c = sql; *c; c++)
        hash = 33 * hash + (unsigned char)*c;
    sqlite3_stmt **slot = &handle->texts[hash % TEXTS];

    if (*slot && strcmp(sqlite3_sql(*slot), sql) != 0) {
        sqlite3_finalize(*slot);
        *slot = NULL;
    }
    if (!*slot)
        sqlite3_prepare_v3(handle->db, sql, -1, SQLITE_PREPARE_PERSISTENT, slot, NULL);
    return (struct call){.handle = handle, .statement = *slot};
}

static void bind_value(struct call *call, int number, const struct db_value *value)
{
    char name[8];
    struct text text = text_into(name, sizeof name);

    text_add(&text, "$%d", number);
    int place = sqlite3_bind_parameter_index(call->statement, name);

    if (value->type == 'i')
        sqlite3_bind_int64(call->statement, place, value->integer);
    else if (value->type == 'd')
        sqlite3_bind_double(call->statement, place, value->real);
    else if (value->type == 't')
        sqlite3_bind_text(call->statement, place, value->bytes, -1, SQLITE_STATIC);
    else if (value->type == 'b')
        sqlite3_bind_blob(call->statement, place, value->bytes ? value->bytes : "",
                          (int)value->size, SQLITE_STATIC);
}

static enum backend_result sqlite_execute(struct backend_handle *handle,
                                          const struct db_statement *statement, db_row *each,
                                          void *context, int64_t *changes)
{
    struct call call = prepared_text(handle, statement->sql);
    int before = sqlite3_total_changes(handle->db);

    for (int i = 0; i < statement->count && call.statement; i++)
        bind_value(&call, i + 1, &statement->values[i]);
    enum backend_result result = read_rows(&call, context, each);

    *changes = sqlite3_total_changes(handle->db) - before;
    return result;
}

static enum backend_result sqlite_ask(struct backend_handle *handle, const struct also *work,
                                      enum store_answer *answer)
{
    enum backend_result result = run_plain(handle, BEGIN_READ);

    if (result == BACKEND_OK)
        result = db_attempt(&sqlite_backend, handle, work, answer);
    return end(handle, result);
}

/* ---- Games --------------------------------------------------------------------- */

static enum backend_result load_game(struct backend_handle *handle, const char *id,
                                     struct stored_game *game, bool *found)
{
    struct call load = prepared(handle, LOAD_GAME);
    struct listed one = {.games = game};

    bind_text(&load, id);
    enum backend_result result = read_rows(&load, &one, rows_add_game);

    *found = one.count > 0;
    return result;
}

static enum backend_result load_events(struct backend_handle *handle, const char *id, int64_t since,
                                       struct loaded *out)
{
    struct call load = prepared(handle, LOAD_EVENTS);

    bind_text(&load, id);
    bind_int(&load, since);
    return read_rows(&load, out, rows_add_event);
}

static enum backend_result load_outages(struct backend_handle *handle, const char *id,
                                        struct loaded *out)
{
    struct call load = prepared(handle, LOAD_OUTAGES);

    bind_text(&load, id);
    return read_rows(&load, out, rows_add_outage);
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

const struct backend sqlite_backend = {
    .backup = sqlite_file_copy,
    .claim = sqlite_file_claim,
    .visit = sqlite_file_visit,
    .release = sqlite_file_release,
    .open = sqlite_open,
    .close = sqlite_close,
    .last_error = sqlite_last_error,
    .write = sqlite_write,
    .time = sqlite_time,
    .load = sqlite_load,
    .ask = sqlite_ask,
    .execute = sqlite_execute,
};
