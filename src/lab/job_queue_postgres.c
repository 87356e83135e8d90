/* job_queue_postgres.c - a queue of jobs in PostgreSQL, for workers on several machines: see
 * job_queue.h. Everything is in the schema `tablier_lab`. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/checksum.h"
#include "core/error.h"
#include "lab/job_queue.h"
#include "postgres/pg.h"

enum { TIMEOUT_MS = 20000, COLLECT_ROWS = 64, LEASE_SECONDS = 30, VALUES_MAX = 8 };

static const char schema[] =
    "SET client_min_messages TO warning;"
    "SET synchronous_commit TO off;" /* see job_queue.h */
    /* All of it is one transaction; the lock keeps other processes out until its end. */
    "SELECT pg_advisory_xact_lock(1413631058, 17);"
    "CREATE SCHEMA IF NOT EXISTS tablier_lab;"
    "CREATE TABLE IF NOT EXISTS tablier_lab.queue ("
    "  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, work text NOT NULL, kind text NOT NULL,"
    "  cell integer NOT NULL, first integer NOT NULL, count integer NOT NULL,"
    "  version text NOT NULL, body text NOT NULL, state smallint NOT NULL DEFAULT 0,"
    "  worker text, lease timestamptz, result bytea, us bigint,"
    "  UNIQUE (work, cell, first));"
    "CREATE INDEX IF NOT EXISTS queue_state ON tablier_lab.queue (state, id);";

/* The states of a job: 0 waiting, 1 claimed, 2 done. */

struct job_queue {
    char *address;
    struct pg pg;
    int lease; /* seconds */
};

bool job_queue_is_address(const char *text)
{
    return strncmp(text, "postgres://", 11) == 0 || strncmp(text, "postgresql://", 13) == 0;
}

/* ---- The connection ----------------------------------------------------------------------- */

/* Sets the error for a missing answer, perhaps because libpq had no memory; returns its code. */
static int unanswered(const struct job_queue *queue, struct tb_error *error)
{
    if (!queue->pg.connection || strstr(PQerrorMessage(queue->pg.connection), "out of memory"))
        return error_memory(error);
    return error_set(error, TB_ERR_SYSTEM, "The queue's database does not answer.");
}

/* libpq's messages may quote a password, so only the first line of the server's message is used. */
static int failed(struct job_queue *queue, const PGresult *result, struct tb_error *error)
{
    const char *said = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;

    if (PQstatus(queue->pg.connection) == CONNECTION_OK && said)
        return error_set(error, TB_ERR_INTERNAL, "The queue's database says: {error}.",
                         arg_start("error", said, 160));
    return unanswered(queue, error);
}

int job_queue_reconnect(struct job_queue *queue, struct tb_error *error)
{
    PGresult *result;

    pg_close(&queue->pg);
    queue->pg.timeout = TIMEOUT_MS;
    if (!pg_open(&queue->pg, queue->address, "tablier lab"))
        return failed(queue, NULL, error);
    bool answered = pg_collect(&queue->pg, PQsendQuery(queue->pg.connection, schema), &result);
    bool good = answered && PQresultStatus(result) == PGRES_COMMAND_OK;
    int code = good ? TB_OK : failed(queue, result, error);

    PQclear(result);
    return code;
}

struct job_queue *job_queue_open(const char *address, struct tb_error *error)
{
    struct job_queue *queue = calloc(1, sizeof *queue);

    if (queue)
        queue->lease = LEASE_SECONDS;
    if (queue && (queue->address = strdup(address))) {
        if (!job_queue_reconnect(queue, error))
            return queue;
    } else {
        error_memory(error);
    }
    job_queue_close(queue);
    return NULL;
}

void job_queue_set_lease(struct job_queue *queue, int seconds)
{
    queue->lease = seconds;
}

void job_queue_close(struct job_queue *queue)
{
    if (!queue)
        return;
    pg_close(&queue->pg);
    free(queue->address);
    free(queue);
}

/* Runs one statement; *rows is the caller's to clear. Values are text, but for those that have a
 * size: `sizes` may be NULL. A connection that did not answer in time is of no use any more. */
static int ask_sized(struct job_queue *queue, const char *statement, int count,
                     const char *const *values, const int *sizes, PGresult **rows,
                     struct tb_error *error)
{
    PGconn *connection = queue->pg.connection;
    int forms[VALUES_MAX] = {0};

    for (int i = 0; i < count; i++)
        forms[i] = sizes && sizes[i] > 0;

    *rows = NULL;
    if (!connection)
        return error_set(error, TB_ERR_SYSTEM, "The queue's database does not answer.");
    if (!pg_collect(&queue->pg,
                    PQsendQueryParams(connection, statement, count, NULL, values, sizes, forms, 0),
                    rows)) {
        int code = unanswered(queue, error);

        pg_close(&queue->pg);
        return code;
    }
    ExecStatusType status = PQresultStatus(*rows);

    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK ? TB_OK
                                                                   : failed(queue, *rows, error);
}

static int ask(struct job_queue *queue, const char *statement, int count, const char *const *values,
               PGresult **rows, struct tb_error *error)
{
    return ask_sized(queue, statement, count, values, NULL, rows, error);
}

/* The same without rows; *changed, unless NULL, tells how many there were. */
static int execute(struct job_queue *queue, const char *statement, int count,
                   const char *const *values, int *changed, struct tb_error *error)
{
    PGresult *rows;
    int code = ask(queue, statement, count, values, &rows, error);

    if (!code && changed)
        *changed = atoi(PQcmdTuples(rows));
    PQclear(rows);
    return code;
}

struct number {
    char text[24];
};

static struct number number_of(int64_t value)
{
    struct number number;

    snprintf(number.text, sizeof number.text, "%" PRId64, value);
    return number;
}

static int64_t int_at(const PGresult *rows, int row, int column)
{
    return strtoll(PQgetvalue(rows, row, column), NULL, 10);
}

/* ---- Who wants something done ---------------------------------------------------------------- */

void job_queue_key(const struct work *work, char key[QUEUE_KEY_TEXT])
{
    uint64_t sum = checksum_add(checksum_text(CHECKSUM_START, TB_VERSION), work->type->name,
                                strlen(work->type->name) + 1);

    sum = checksum_text(sum, number_of((int64_t)work->key).text);
    snprintf(key, QUEUE_KEY_TEXT, "%016" PRIx64, sum);
}

static int submit_one(struct job_queue *queue, const char *key, const struct work *work,
                      const struct lab_range *range, struct tb_error *error)
{
    struct job job = {.type = work->type};
    struct number cell = number_of(range->cell), first = number_of(range->first);
    struct number count = number_of(range->count);
    int code = work->describe(work->context, range, &job, error);
    char *body = code ? NULL : job_write(&job);

    if (!code && !body)
        code = error_memory(error);
    if (!code)
        code =
            execute(queue,
                    "INSERT INTO tablier_lab.queue (work, kind, cell, first, count, version, body)"
                    " VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
                    7,
                    (const char *const[]){key, work->type->name, cell.text, first.text, count.text,
                                          TB_VERSION, body},
                    NULL, error);
    free(body);
    job_release(&job);
    return code;
}

int job_queue_submit(struct job_queue *queue, const char *key, const struct work *work,
                     const struct lab_range *ranges, int count, struct tb_error *error)
{
    int code = execute(queue, "BEGIN", 0, NULL, NULL, error);

    for (int i = 0; !code && i < count; i++)
        code = submit_one(queue, key, work, &ranges[i], error);
    if (!code)
        return execute(queue, "COMMIT", 0, NULL, NULL, error);
    if (queue->pg.connection)
        execute(queue, "ROLLBACK", 0, NULL, NULL, NULL);
    return code;
}

int job_queue_forget(struct job_queue *queue, const char *key, struct tb_error *error)
{
    return execute(queue, "DELETE FROM tablier_lab.queue WHERE work = $1", 1,
                   (const char *const[]){key}, NULL, error);
}

static int count_left(struct job_queue *queue, const char *key, int *left, struct tb_error *error)
{
    PGresult *rows;
    int code = ask(queue, "SELECT count(*) FROM tablier_lab.queue WHERE work = $1", 1,
                   (const char *const[]){key}, &rows, error);

    if (!code)
        *left = (int)int_at(rows, 0, 0);
    PQclear(rows);
    return code;
}

/* Hands over one row; false if it was refused. */
static bool hand_over(const PGresult *rows, int row, job_queue_taker *take, void *context)
{
    const struct lab_range range = {(int)int_at(rows, row, 1), (int)int_at(rows, row, 2),
                                    (int)int_at(rows, row, 3)};
    size_t size = 0;
    unsigned char *bytes = PQunescapeBytea((unsigned char *)PQgetvalue(rows, row, 5), &size);
    char *result = bytes ? malloc(size + 1) : NULL; /* with a zero behind it */

    if (result) {
        memcpy(result, bytes, size);
        result[size] = '\0';
    }
    bool taken = result && take(context, &range, PQgetvalue(rows, row, 4), result, size,
                                int_at(rows, row, 6));

    free(result);
    PQfreemem(bytes);
    return taken;
}

int job_queue_collect(struct job_queue *queue, const char *key, job_queue_taker *take,
                      void *context, int *left, struct tb_error *error)
{
    PGresult *rows;
    struct number most = number_of(COLLECT_ROWS);
    char taken[COLLECT_ROWS * sizeof(struct number)];
    struct text list = text_into(taken, sizeof taken);
    int code = ask(queue,
                   "SELECT id, cell, first, count, worker, result, us FROM tablier_lab.queue"
                   " WHERE work = $1 AND state = 2 ORDER BY id LIMIT $2",
                   2, (const char *const[]){key, most.text}, &rows, error);

    for (int i = 0; !code && i < PQntuples(rows) && hand_over(rows, i, take, context); i++)
        text_add(&list, "%s%s", i ? "," : "{", PQgetvalue(rows, i, 0));
    PQclear(rows);
    if (!code && list.used > 0) {
        text_add(&list, "}");
        code = execute(queue, "DELETE FROM tablier_lab.queue WHERE id = ANY ($1::bigint[])", 1,
                       (const char *const[]){taken}, NULL, error);
    }
    return code ? code : count_left(queue, key, left, error);
}

int job_queue_workers(struct job_queue *queue, const char *key,
                      void (*show)(void *context, const char *worker, const struct lab_range *range,
                                   int jobs),
                      void *context, struct tb_error *error)
{
    PGresult *rows;
    int code = ask(queue,
                   "SELECT DISTINCT ON (worker) worker, cell, first, count,"
                   " count(*) OVER (PARTITION BY worker) FROM tablier_lab.queue"
                   " WHERE work = $1 AND state = 1 AND lease > now() ORDER BY worker, id",
                   1, (const char *const[]){key}, &rows, error);

    for (int i = 0; !code && i < PQntuples(rows); i++) {
        const struct lab_range range = {(int)int_at(rows, i, 1), (int)int_at(rows, i, 2),
                                        (int)int_at(rows, i, 3)};

        show(context, PQgetvalue(rows, i, 0), &range, (int)int_at(rows, i, 4));
    }
    PQclear(rows);
    return code;
}

/* ---- Workers ------------------------------------------------------------------------------ */

/* Nothing could be claimed: because there is nothing, or nothing for this version? */
static int why_nothing(struct job_queue *queue, struct tb_error *error)
{
    PGresult *rows;
    int code = ask(queue,
                   "SELECT version FROM tablier_lab.queue WHERE state < 2"
                   " ORDER BY version = $1 DESC LIMIT 1",
                   1, (const char *const[]){TB_VERSION}, &rows, error);

    if (!code && PQntuples(rows) > 0 && strcmp(PQgetvalue(rows, 0, 0), TB_VERSION) != 0)
        code = error_set(
            error, TB_ERR_SETUP, "The jobs of the queue are for version {version}; this is {ours}.",
            arg_start("version", PQgetvalue(rows, 0, 0), 32), arg_text("ours", TB_VERSION));
    PQclear(rows);
    return code;
}

/* The first job that can be had: $1 the worker, $2 the version, $3 the lease. */
#define CLAIM                                                                                      \
    "UPDATE tablier_lab.queue SET state = 1, worker = $1,"                                         \
    " lease = now() + make_interval(secs => $3::integer) WHERE id = (SELECT id FROM"               \
    "  tablier_lab.queue WHERE version = $2 AND"                                                   \
    "  (state = 0 OR (state = 1 AND lease < now() AND id <> $4::bigint))"                          \
    "  ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING id, body"

/* Reads a job from two columns, its number and its text; 1, or 0 if there is none. */
static int read_job(const PGresult *rows, int column, struct queued_job *job,
                    struct tb_error *error)
{
    if (PQntuples(rows) == 0 || PQgetisnull(rows, 0, column))
        return 0;
    job->id = int_at(rows, 0, column);
    int code = job_read(&job->job, PQgetvalue(rows, 0, column + 1), error);

    return code ? code : 1;
}

int job_queue_claim(struct job_queue *queue, const char *worker, struct queued_job *job,
                    struct tb_error *error)
{
    PGresult *rows;
    struct number lease = number_of(queue->lease);
    int code = ask(queue, CLAIM, 4, (const char *const[]){worker, TB_VERSION, lease.text, "0"},
                   &rows, error);
    int found = code ? code : read_job(rows, 0, job, error);

    PQclear(rows);
    if (found == 0 && (code = why_nothing(queue, error)))
        return code;
    return found;
}

int job_queue_renew(struct job_queue *queue, const char *worker, const int64_t *ids, int count,
                    struct tb_error *error)
{
    struct number lease = number_of(queue->lease);
    size_t capacity = (size_t)count * sizeof(struct number) + 8;
    char *list = malloc(capacity);

    if (!list)
        return error_memory(error);
    struct text text = text_into(list, capacity);

    text_add(&text, "{");
    for (int i = 0; i < count; i++)
        text_add(&text, "%s%" PRId64, i ? "," : "", ids[i]);
    text_add(&text, "}");
    int code =
        execute(queue,
                "UPDATE tablier_lab.queue SET lease = now() + make_interval(secs => $2::integer)"
                " WHERE worker = $1 AND state = 1 AND id = ANY ($3::bigint[])",
                3, (const char *const[]){worker, lease.text, list}, NULL, error);

    free(list);
    return code;
}

int job_queue_complete(struct job_queue *queue, const char *worker, const struct finished_job *done,
                       bool *counts, struct queued_job *next, struct tb_error *error)
{
    struct number lease = number_of(queue->lease), id = number_of(done->id);
    struct number time = number_of(done->us);
    const int sizes[] = {0, 0, 0, 0, (int)done->size, 0};
    PGresult *rows;
    int code = ask_sized(queue,
                         "WITH done AS (UPDATE tablier_lab.queue SET state = 2, result = $5,"
                         "  us = $6 WHERE id = $4::bigint AND worker = $1 AND state = 1"
                         "  RETURNING id), next AS (" CLAIM ")"
                         " SELECT (SELECT count(*) FROM done), next.id, next.body"
                         " FROM (SELECT 1) AS one LEFT JOIN next ON true",
                         6,
                         (const char *const[]){worker, next ? TB_VERSION : "", lease.text, id.text,
                                               done->result, time.text},
                         sizes, &rows, error);

    *counts = !code && int_at(rows, 0, 0) > 0;
    int found = code || !next ? code : read_job(rows, 1, next, error);

    PQclear(rows);
    return found;
}

int job_queue_return(struct job_queue *queue, const char *worker, int64_t id,
                     struct tb_error *error)
{
    struct number number = number_of(id);

    return execute(queue,
                   "UPDATE tablier_lab.queue SET state = 0, worker = NULL, lease = NULL"
                   " WHERE id = $1 AND worker = $2 AND state = 1",
                   2, (const char *const[]){number.text, worker}, NULL, error);
}

int job_queue_is_empty(struct job_queue *queue, struct tb_error *error)
{
    PGresult *rows;
    int code =
        ask(queue, "SELECT count(*) FROM tablier_lab.queue WHERE state < 2", 0, NULL, &rows, error);
    bool empty = !code && int_at(rows, 0, 0) == 0;

    PQclear(rows);
    return code ? code : empty;
}
