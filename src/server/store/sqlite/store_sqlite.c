/*
 * store_sqlite.c - games in one file, by SQLite: the backend. The file itself is the business of
 * sqlite_file.c.
 */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "server/common/now.h"
#include "server/store/sqlite/sqlite_file.h"
#include "server/store/store_rows.h"

enum { STATEMENTS = 256 }; /* that are kept prepared */

struct backend_handle {
    sqlite3 *db;
    const struct backend_claim *claim;
    sqlite3_stmt *statements[STATEMENTS];
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

/* A statement about to be run. */
struct call {
    struct backend_handle *handle;
    sqlite3_stmt *statement; /* NULL if it could not be prepared */
};

/* A text that was run before is prepared already. */
static struct call prepared(struct backend_handle *handle, const char *sql)
{
    unsigned hash = 5381;

    for (const char *c = sql; *c; c++)
        hash = 33 * hash + (unsigned char)*c;
    sqlite3_stmt **slot = &handle->statements[hash % STATEMENTS];

    if (*slot && strcmp(sqlite3_sql(*slot), sql) != 0) {
        sqlite3_finalize(*slot);
        *slot = NULL;
    }
    if (!*slot)
        sqlite3_prepare_v3(handle->db, sql, -1, SQLITE_PREPARE_PERSISTENT, slot, NULL);
    return (struct call){.handle = handle, .statement = *slot};
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

/* Runs a statement without parameters and rows. */
static enum backend_result run(struct backend_handle *handle, const char *sql)
{
    struct call call = prepared(handle, sql);
    bool row;

    return next(&call, &row);
}

/* Begins a transaction that writes, unless the file is not the one that was opened: what is written
 * to a deleted file is lost. */
static enum backend_result begin_write(struct backend_handle *handle)
{
    enum backend_result result = run(handle, "BEGIN IMMEDIATE");
    struct text reason = text_into(handle->last_error, sizeof handle->last_error);

    if (result == BACKEND_OK && !sqlite_file_present(handle->claim, handle->db, &reason))
        result = BACKEND_GONE;
    return result;
}

/* Ends a transaction: commits if all went well, otherwise undoes it and keeps the reason. */
static enum backend_result end(struct backend_handle *handle, enum backend_result result)
{
    if (result == BACKEND_OK)
        result = run(handle, "COMMIT");
    if (result != BACKEND_OK)
        sqlite3_exec(handle->db, "ROLLBACK", NULL, NULL, NULL);
    return result;
}

/* ---- Opening ----------------------------------------------------------------- */

static void sqlite_close(struct backend_handle *handle)
{
    if (!handle)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(handle->statements[i]);
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

/* Names are searched in the summary and by their parts. */
static void update_names(struct db *db, const char *id)
{
    db_run(db,
           "UPDATE summaries SET names = (SELECT group_concat(fold(name), char(10))"
           "  FROM seats WHERE game = $1) WHERE game = $1",
           "t", id);
    db_run(db, ADD_PARTS("fold(name)", "AND game = $1"), "t", id);
}

static void create(struct db *db, const struct stored_game *game, enum store_answer *answer,
                   bool *fresh)
{
    const struct summary *summary = &game->summary;

    db_run(db,
           "INSERT INTO games (id, game, terms, listed, created, watch)"
           " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
           "tttiib", game->id, game->game, game->terms, (int64_t)game->listed, game->created,
           HASH(game->watch));
    *answer = STORE_OK;
    *fresh = db_changes(db) > 0;
    if (!*fresh) { /* there is one with this id: it may be the same, written twice */
        if (!db_number(db, 0, "SELECT 1 FROM games WHERE id = $1 AND watch = $2", "tb", game->id,
                       HASH(game->watch)))
            *answer = STORE_CONFLICT;
        return;
    }
    db_run(db,
           "INSERT INTO summaries"
           " (game, listed, rules, status, seq, moves, result, updated, due, turn)"
           " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
           "titiiitiii", game->id, (int64_t)game->listed, game->game, (int64_t)summary->status,
           summary->seq, (int64_t)summary->moves, summary->result, summary->updated, summary->due,
           (int64_t)summary->turn);
    for (int i = 0; i < game->players; i++) {
        const struct stored_seat *seat = &game->seats[i];

        db_run(db,
               "INSERT INTO seats (game, seat, kind, level, taken, name, hash, invitation, member)"
               " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
               "tiiiitbbi", game->id, (int64_t)i + 1, (int64_t)seat->kind, (int64_t)seat->level,
               (int64_t)seat->taken, seat->name, HASH(seat->hash), HASH(seat->invitation),
               seat->member);
    }
    update_names(db, game->id);
}

static void update_seat(struct db *db, const struct write *write)
{
    const struct stored_seat *seat = &write->occupant;

    db_run(db,
           "UPDATE seats SET kind = $1, level = $2, taken = $3, name = $4, hash = $5,"
           " invitation = $6, member = $7 WHERE game = $8 AND seat = $9",
           "iiitbbiti", (int64_t)seat->kind, (int64_t)seat->level, (int64_t)seat->taken, seat->name,
           HASH(seat->hash), HASH(seat->invitation), seat->member, write->id,
           (int64_t)write->seat);
    update_names(db, write->id);
}

/* The event does not follow the game's last one: it may have been stored already. */
static enum store_answer recognise_event(struct db *db, const struct write *write)
{
    if (db_number(db, 0, "SELECT 1 FROM events WHERE game = $1 AND seq = $2 AND token = $3", "tii",
                  write->id, write->event.seq, (int64_t)write->event.token))
        return STORE_OK;
    return db_number(db, 0, "SELECT 1 FROM games WHERE id = $1", "t", write->id) ? STORE_CONFLICT
                                                                                 : STORE_MISSING;
}

static void append(struct db *db, struct write *write)
{
    const struct summary *summary = &write->summary;
    const struct stored_event *event = &write->event;
    enum store_answer successor;
    bool new;

    db_run(db,
           "UPDATE summaries SET status = $1, seq = $2, moves = $3, result = $4, updated = $5,"
           " due = $6, turn = $7 WHERE game = $8 AND seq = $2 - 1",
           "iiitiiit", (int64_t)summary->status, event->seq, (int64_t)summary->moves,
           summary->result, summary->updated, summary->due, (int64_t)summary->turn, write->id);
    write->fresh = db_changes(db) > 0;
    write->answer = write->fresh ? STORE_OK : recognise_event(db, write);
    if (!write->fresh)
        return;
    db_run(db,
           "INSERT INTO events (game, seq, at, seat, kind, data, token, spent)"
           " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
           "tiiittii", write->id, event->seq, event->at, (int64_t)event->seat, event->kind,
           event->data, (int64_t)event->token, event->spent);
    if (write->seat > 0)
        update_seat(db, write);
    if (write->game)
        create(db, write->game, &successor, &new);
}

static enum backend_result sqlite_write(struct backend_handle *handle, struct write *const *writes,
                                        int count)
{
    struct db db = {.backend = &sqlite_backend, .handle = handle, .result = begin_write(handle)};

    for (int i = 0; i < count && db.result == BACKEND_OK; i++) {
        writes[i]->fresh = true;
        if (writes[i]->appends)
            append(&db, writes[i]);
        else if (writes[i]->game)
            create(&db, writes[i]->game, &writes[i]->answer, &writes[i]->fresh);
    }
    enum backend_result result = db.result;

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
    struct db db = {.backend = &sqlite_backend, .handle = handle};

    *out = (struct backend_time){.reference = now_ms(),
                                 .alive = db_number(&db, 0, "SELECT at FROM alive", "")};
    return db.result;
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

static struct db_row_view row_of(const struct call *call)
{
    static const struct db_row_kind kind = {column_int, column_real, column_text, column_blob,
                                            column_null};

    return (struct db_row_view){call->statement, 0, &kind};
}

/* Hands each row of a call to a function, if there is one, which returns false when memory runs
 * out. */
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
    struct call call = prepared(handle, statement->sql);
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
    enum backend_result result = run(handle, "BEGIN");

    if (result == BACKEND_OK)
        result = db_attempt(&sqlite_backend, handle, work, answer);
    return end(handle, result);
}

/* ---- Games --------------------------------------------------------------------- */

static enum backend_result sqlite_load(struct backend_handle *handle, const char *id, int64_t since,
                                       struct loaded *out, bool *found)
{
    struct db db = {.backend = &sqlite_backend, .handle = handle, .result = run(handle, "BEGIN")};
    struct listed one = {.games = &out->game};

    db_query(&db, rows_add_game, &one, LOAD_GAME_SQL, "t", id);
    *found = one.count > 0;
    if (*found) {
        db_query(&db, rows_add_event, out, LOAD_EVENTS_SQL, "ti", id, since);
        db_query(&db, rows_add_outage, out, LOAD_OUTAGES_SQL, "t", id);
    }
    return end(handle, db.result);
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
