/*
 * store_postgres.c - games in a PostgreSQL database, which several servers may share.
 *
 * Statements are prepared when the connection is opened; a load goes out as one pipeline and costs
 * one round trip, a batch of writes two, whatever their size.
 *
 * The update of a game's summary from N - 1 to N decides which server writes event N:
 * the others wait for that row, then find no row with N - 1. Servers notify each other
 * by NOTIFY, in a transaction of its own, because PostgreSQL serialises commits that
 * notify.
 */
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "server/store/backend.h"
#include "server/store/postgres/postgres_notify.h"
#include "server/store/postgres/postgres_schema.h"
#include "server/store/postgres/postgres_statements.h"
#include "server/store/store_rows.h"

struct backend_claim {
    char *where;
    struct store_identity identity;
};

/* ---- Statements -------------------------------------------------------------- */

static enum backend_result query(struct backend_handle *handle, enum statement which,
                                 const struct params *params, PGresult **rows)
{
    return wire_query(&handle->wire, statement_name(which).text, params, rows);
}

static void send_statement(struct backend_handle *handle, enum statement which,
                           const struct params *params)
{
    pipeline_send(&handle->wire, statement_name(which).text, params);
}

/* ---- Opening ----------------------------------------------------------------- */

/* Every writer holds a lock that ends with its connection, and is shared. The database of a server
 * that was killed may take a moment to notice. */
#define ALIVE_LOCK "1413631058, 1" /* "TBLR" */

static int prepare_statements(struct backend_handle *handle, enum backend_role role,
                              struct tb_error *error)
{
    enum backend_result result = BACKEND_OK;

    if (role == ROLE_LISTENER)
        result = wire_run_text(&handle->wire,
                               "LISTEN tablier; LISTEN tablier_presence; LISTEN tablier_club");
    if (role == ROLE_WRITER)
        result = wire_run_text(&handle->wire, "SELECT pg_advisory_lock_shared(" ALIVE_LOCK ")");
    for (int i = 0; i < STATEMENT_COUNT && result == BACKEND_OK; i++)
        if (postgres_statements[i].role == role)
            result =
                wire_prepare(&handle->wire, statement_name(i).text, postgres_statements[i].text);
    return result == BACKEND_OK
               ? TB_OK
               : error_set(error, TB_ERR_SYSTEM, "The database cannot be used. It says: {error}",
                           arg_text("error", handle->wire.pg.error));
}

static bool postgres_alone(struct backend_handle *handle)
{
    static const char others[] =
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND (classid, objid) ="
        " (" ALIVE_LOCK ") AND objsubid = 2 AND pid <> pg_backend_pid() AND database ="
        " (SELECT oid FROM pg_database WHERE datname = current_database())";
    int count = -1;

    for (int i = 0; i < 20 && (count = wire_number(&handle->wire, others)) > 0; i++)
        poll(NULL, 0, 50);
    return count == 0;
}

static void postgres_close(struct backend_handle *handle)
{
    if (!handle)
        return;
    pg_close(&handle->wire.pg);
    free(handle);
}

static void postgres_release(struct backend_claim *claim)
{
    if (!claim)
        return;
    free(claim->where);
    free(claim);
}

/* Any number of servers may claim a database. */
static struct backend_claim *postgres_claim(const char *where, struct tb_error *error)
{
    struct backend_claim *claim = calloc(1, sizeof *claim);
    struct wire wire = {0};

    if (!claim || !(claim->where = strdup(where))) {
        free(claim);
        error_memory(error);
        return NULL;
    }
    int code = postgres_prepare(&wire, where, &claim->identity, error);

    pg_close(&wire.pg);
    if (!code)
        return claim;
    postgres_release(claim);
    return NULL;
}

static struct backend_handle *postgres_open(const struct backend_claim *claim,
                                            enum backend_role role, struct tb_error *error)
{
    struct backend_handle *handle = calloc(1, sizeof *handle);

    if (!handle) {
        error_memory(error);
        return NULL;
    }
    handle->claim = claim;
    if (postgres_connect(&handle->wire, claim->where, &claim->identity, error) ||
        prepare_statements(handle, role, error)) {
        postgres_close(handle);
        return NULL;
    }
    return handle;
}

static const char *postgres_last_error(const struct backend_handle *handle)
{
    return handle->wire.pg.error;
}

/* ---- Writing ----------------------------------------------------------------- */

static void params_game(struct params *params, const struct stored_game *game)
{
    params_text(params, game->id);
    params_text(params, game->game);
    params_text(params, game->terms);
    params_int(params, game->listed);
    params_int(params, game->created);
    params_hash(params, game->watch);
}

static void params_summary(struct params *params, const struct summary *summary)
{
    params_int(params, (int)summary->status);
    params_int(params, summary->seq);
    params_int(params, summary->moves);
    params_text(params, summary->result);
    params_int(params, summary->updated);
    params_int(params, summary->due);
    params_int(params, summary->turn);
}

static void params_seat(struct params *params, const struct stored_seat *seat)
{
    params_int(params, (int)seat->kind);
    params_int(params, seat->level);
    params_int(params, seat->taken);
    params_text(params, seat->name);
    params_hash(params, seat->hash);
    params_hash(params, seat->invitation);
    params_int(params, seat->member);
}

static void params_event(struct params *params, const struct stored_event *event)
{
    params_int(params, event->at);
    params_int(params, event->seat);
    params_text(params, event->kind);
    params_text(params, event->data);
    params_int(params, (int64_t)event->token);
    params_int(params, event->spent);
}

static void send_seat(struct backend_handle *handle, const struct stored_game *game, int seat)
{
    struct params params = {0};
    char folded[FOLDED_SIZE];

    params_text(&params, game->id);
    params_int(&params, seat);
    params_seat(&params, &game->seats[seat - 1]);
    params_hash(&params, game->watch);
    name_fold(game->seats[seat - 1].name, folded);
    params_text(&params, folded);
    send_statement(handle, CREATE_SEAT, &params);
}

/* Names are searched in the summary and by their parts. */
static void send_names(struct backend_handle *handle, const char *id,
                       const struct stored_seat *seats, int count)
{
    struct params params = {0};
    char names[TB_PLAYERS_MAX * FOLDED_SIZE], folded[FOLDED_SIZE];
    struct text text = text_into(names, sizeof names);

    params_text(&params, id);
    send_statement(handle, UPDATE_NAMES, &params);
    for (int i = 0; i < count; i++) {
        name_fold(seats[i].name, folded);
        text_add(&text, "%s%s", i ? "\n" : "", folded);
    }
    params_text(&params, names);
    send_statement(handle, ADD_PARTS, &params);
}

/* Sends the write's game, with the event that it depends on, if any. */
static void send_game(struct backend_handle *handle, const struct write *write)
{
    const struct stored_game *game = write->game;
    struct params params = {0};

    params_game(&params, game);
    params_text(&params, write->appends ? write->id : "");
    params_int(&params, write->event.seq);
    params_int(&params, (int64_t)write->event.token);
    params_summary(&params, &game->summary);
    send_statement(handle, CREATE_GAME, &params);
    for (int seat = 1; seat <= game->players; seat++)
        send_seat(handle, game, seat);
    send_names(handle, game->id, game->seats, game->players);
}

static void send_event(struct backend_handle *handle, const struct write *write)
{
    struct summary summary = write->summary;
    struct params params = {0};
    char folded[FOLDED_SIZE];

    summary.seq = write->event.seq;
    params_text(&params, write->id);
    params_summary(&params, &summary);
    params_event(&params, &write->event);
    params_int(&params, write->seat);
    params_seat(&params, &write->occupant);
    name_fold(write->occupant.name, folded);
    params_text(&params, folded);
    send_statement(handle, APPEND_EVENT, &params);
    if (write->seat > 0)
        send_names(handle, write->id, &write->occupant, 1);
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
    if (statement_count(write) == 0)
        return;
    PGresult *first = pipeline_take(&handle->wire);

    write->fresh = first && PQntuples(first) > 0;
    write->answer = write->fresh ? STORE_OK : STORE_CONFLICT;
    PQclear(first);
    for (int i = 1; i < statement_count(write); i++)
        PQclear(pipeline_take(&handle->wire));
}

/* After a conflict: finds out whether the same write had been stored before. Runs after the commit,
 * since the statement that failed did not see the row that it had waited for. */
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
        write->answer = PQntuples(rows) == 0               ? STORE_MISSING
                        : PQgetvalue(rows, 0, 0)[0] == 't' ? STORE_OK
                                                           : STORE_CONFLICT;
    PQclear(rows);
    return result;
}

/* The commit goes out by itself, so that a database that hung meanwhile does not find it waiting in
 * the socket and execute it after the caller has given up. */
static enum backend_result commit_wanted(struct backend_handle *handle, struct write *const *writes,
                                         int count)
{
    if (!backend_unwanted(writes, count))
        return wire_run_text(&handle->wire, "COMMIT");
    return wire_run_text(&handle->wire, "ROLLBACK") == BACKEND_OK ? BACKEND_UNWANTED
                                                                  : BACKEND_AGAIN;
}

/* Ends a transaction for this reason, which is kept. */
static enum backend_result undo(struct backend_handle *handle, enum backend_result reason)
{
    char error[sizeof handle->wire.pg.error];

    if (reason == BACKEND_AGAIN)
        return reason; /* the connection is closed */
    memcpy(error, handle->wire.pg.error, sizeof error);
    if (wire_run_text(&handle->wire, "ROLLBACK") != BACKEND_OK)
        return BACKEND_AGAIN;
    memcpy(handle->wire.pg.error, error, sizeof error);
    return reason;
}

/* Another store is in the place of the one that was claimed: nothing is written there. */
static enum backend_result store_replaced(struct backend_handle *handle)
{
    pg_set_error(&handle->wire.pg, "the store was replaced by another one");
    return BACKEND_GONE;
}

static enum backend_result roll_back_replaced(struct backend_handle *handle)
{
    enum backend_result result = wire_run_text(&handle->wire, "ROLLBACK");

    return result == BACKEND_OK ? store_replaced(handle) : BACKEND_AGAIN;
}

/* The works of a batch; if they do not succeed, the transaction is over. */
static enum backend_result do_works(struct backend_handle *handle, struct write *const *writes,
                                    int count)
{
    enum backend_result result = db_attempt_all(&postgres_backend, handle, writes, count);

    return result == BACKEND_OK ? result : undo(handle, result);
}

static enum backend_result postgres_write(struct backend_handle *handle,
                                          struct write *const *writes, int count)
{
    struct params identity = {0};

    params_text(&identity, handle->claim->identity.text);
    pipeline_begin(&handle->wire, "BEGIN");
    send_statement(handle, CHECK_STORE, &identity);
    for (int i = 0; i < count; i++) {
        if (writes[i]->appends)
            send_event(handle, writes[i]);
        if (writes[i]->game)
            send_game(handle, writes[i]);
    }
    pipeline_sync(&handle->wire, false);
    PGresult *same = handle->wire.pipeline == BACKEND_AGAIN ? NULL : pipeline_take(&handle->wire);
    bool replaced = same && PQntuples(same) == 0;

    PQclear(same);
    for (int i = 0; i < count && handle->wire.pipeline != BACKEND_AGAIN; i++)
        take_write(handle, writes[i]);
    enum backend_result result = pipeline_end(&handle->wire, false);

    if (result == BACKEND_OK && replaced)
        return roll_back_replaced(handle);
    if (result == BACKEND_OK)
        result = do_works(handle, writes, count);
    if (result == BACKEND_OK)
        result = commit_wanted(handle, writes, count);

    for (int i = 0; i < count && result == BACKEND_OK; i++)
        if (writes[i]->answer != STORE_OK && statement_count(writes[i]) > 0)
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

    *out = (struct backend_time){0};
    if (result == BACKEND_OK && PQntuples(rows) > 0) {
        out->reference = column_int(rows, 0, 0);
        out->alive = column_int(rows, 0, 1);
        if (strcmp(PQgetvalue(rows, 0, 2), handle->claim->identity.text) != 0)
            result = store_replaced(handle);
    }
    PQclear(rows);
    return result;
}

/* ---- Reading ----------------------------------------------------------------- */

/* Rows, and the blobs of the one that is read, which must be freed. */
struct rows {
    PGresult *result;
    unsigned char *blobs[DB_COLUMNS_MAX];
};

static const char *value_text(const struct db_row_view *row, int column)
{
    return PQgetvalue(((const struct rows *)row->rows)->result, row->number, column);
}

/* True and false are numbers, too. */
static int64_t value_int(const struct db_row_view *row, int column)
{
    const char *value = value_text(row, column);

    return *value == 't' ? 1 : strtoll(value, NULL, 10);
}

static double value_real(const struct db_row_view *row, int column)
{
    return strtod(value_text(row, column), NULL);
}

static bool value_null(const struct db_row_view *row, int column)
{
    return PQgetisnull(((const struct rows *)row->rows)->result, row->number, column);
}

static const void *value_blob(const struct db_row_view *row, int column, size_t *size)
{
    struct rows *rows = row->rows;

    *size = 0;
    if (value_null(row, column) || column >= DB_COLUMNS_MAX)
        return NULL;
    PQfreemem(rows->blobs[column]);
    rows->blobs[column] =
        PQunescapeBytea((const unsigned char *)value_text(row, column), size);
    if (!rows->blobs[column])
        *size = 0;
    return rows->blobs[column];
}

/* Hands each row to a function, which returns false when memory runs out. */
static bool read_rows(PGresult *result, void *context, db_row *add)
{
    static const struct db_row_kind kind = {value_int, value_real, value_text, value_blob,
                                            value_null};
    struct rows rows = {.result = result};
    bool good = true;

    for (int i = 0; i < PQntuples(result) && good; i++)
        good = add(context, &(struct db_row_view){&rows, i, &kind});
    for (int i = 0; i < DB_COLUMNS_MAX; i++)
        PQfreemem(rows.blobs[i]);
    return good;
}

/* Games, each over as many rows as it has seats. */
static int read_games(PGresult *rows, struct stored_game *out)
{
    struct listed listed = {.games = out};

    read_rows(rows, &listed, rows_add_game);
    return listed.count;
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
    pipeline_sync(&handle->wire, true);
    PGresult *rows[3];
    bool complete = true;

    for (int i = 0; i < 3; i++) {
        rows[i] = handle->wire.pipeline == BACKEND_AGAIN ? NULL : pipeline_take(&handle->wire);
        complete &= rows[i] != NULL;
    }
    enum backend_result result = pipeline_end(&handle->wire, true);

    *found = complete && read_games(rows[0], &out->game) > 0;
    if (*found &&
        (!read_rows(rows[1], out, rows_add_event) || !read_rows(rows[2], out, rows_add_outage)))
        result = BACKEND_AGAIN;
    for (int i = 0; i < 3; i++)
        PQclear(rows[i]);
    return result;
}

/* ---- Works ------------------------------------------------------------------- */

static enum backend_result postgres_execute(struct backend_handle *handle,
                                            const struct db_statement *statement, db_row *each,
                                            void *context, int64_t *changes)
{
    struct params params = {0};
    PGresult *rows;

    for (int i = 0; i < statement->count; i++) {
        const struct db_value *value = &statement->values[i];

        if (value->type == 'i')
            params_int(&params, value->integer);
        else if (value->type == 'd')
            params_real(&params, value->real);
        else if (value->type == 'b')
            params_blob(&params, value->bytes ? value->bytes : "", value->size);
        else
            params_text(&params, value->type == 't' ? value->bytes : NULL);
    }
    enum backend_result result = wire_query_params(&handle->wire, statement->sql, &params, &rows);

    if (result == BACKEND_OK && each && !read_rows(rows, context, each))
        result = BACKEND_AGAIN;
    if (result == BACKEND_OK)
        *changes = strtoll(PQcmdTuples(rows), NULL, 10);
    PQclear(rows);
    return result;
}

static enum backend_result postgres_ask(struct backend_handle *handle, const struct also *work,
                                        enum store_answer *answer)
{
    enum backend_result result =
        wire_run_text(&handle->wire, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");

    if (result == BACKEND_OK)
        result = db_attempt(&postgres_backend, handle, work, answer);
    return result == BACKEND_OK ? wire_run_text(&handle->wire, "COMMIT") : undo(handle, result);
}

static int postgres_backup(const char *where, const char *file, struct tb_error *error)
{
    (void)where;
    (void)file;
    return error_set(error, TB_ERR_RANGE,
                     "Back up a PostgreSQL database with its own program, pg_dump.");
}

const struct backend postgres_backend = {
    .postgres = true,
    .backup = postgres_backup,
    .claim = postgres_claim,
    .visit = postgres_claim,
    .release = postgres_release,
    .open = postgres_open,
    .close = postgres_close,
    .last_error = postgres_last_error,
    .write = postgres_write,
    .alone = postgres_alone,
    .time = postgres_time,
    .notify = postgres_notify,
    .share_presence = postgres_share_presence,
    .load = postgres_load,
    .ask = postgres_ask,
    .execute = postgres_execute,
    .listen = postgres_listen,
};
