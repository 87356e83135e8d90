/* postgres_wire.c - statements and pipelines with time limits. */
#include "server/store/postgres/postgres_wire.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/text.h"

/* ---- Parameters ------------------------------------------------------------------ */

void params_text(struct params *params, const char *text)
{
    params->formats[params->count] = 0;
    params->values[params->count++] = text;
}

void params_int(struct params *params, int64_t value)
{
    char *number = params->numbers[params->count];

    snprintf(number, sizeof params->numbers[0], "%lld", (long long)value);
    params_text(params, number);
}

void params_hash(struct params *params, const unsigned char hash[HASH_SIZE])
{
    params->lengths[params->count] = HASH_SIZE;
    params->formats[params->count] = 1;
    params->values[params->count++] = (const char *)hash;
}

/* ---- Waiting --------------------------------------------------------------------- */

static int64_t deadline_of(const struct wire *wire)
{
    return wire->timeout ? clock_us() / 1000 + wire->timeout : INT64_MAX;
}

/* Waits until the socket is ready; false when the time is up. */
static bool wait_for(struct wire *wire, short events, int64_t deadline)
{
    struct pollfd line = {.fd = PQsocket(wire->connection), .events = events};
    int64_t left = deadline == INT64_MAX ? 60000 : deadline - clock_us() / 1000;

    if (left <= 0)
        return false;
    poll(&line, 1, (int)left);
    return true;
}

/* Sends all pending data, and reads meanwhile: otherwise both ends could block. */
static bool flush(struct wire *wire, int64_t deadline)
{
    int left;

    while ((left = PQflush(wire->connection)) == 1)
        if (!wait_for(wire, POLLIN | POLLOUT, deadline) || !PQconsumeInput(wire->connection))
            return false;
    return left == 0;
}

/* The next result. NULL: there is none, or *good is false. */
static PGresult *next_result(struct wire *wire, bool *good)
{
    int64_t deadline = deadline_of(wire);

    *good = flush(wire, deadline);
    while (*good && PQisBusy(wire->connection)) {
        if (!wait_for(wire, POLLIN, deadline)) {
            wire_set_error(wire, "no answer from the database");
            *good = false;
        } else if (!PQconsumeInput(wire->connection)) {
            wire_set_error(wire, PQerrorMessage(wire->connection));
            *good = false;
        }
    }
    return *good ? PQgetResult(wire->connection) : NULL;
}

/* ---- One statement --------------------------------------------------------------- */

void wire_set_error(struct wire *wire, const char *message)
{
    struct text text = text_into(wire->error, sizeof wire->error);

    text_add(&text, "PostgreSQL: %.*s", (int)strcspn(message, "\n"), message);
}

static bool has_class(const char *state, const char *class)
{
    return state && strncmp(state, class, 2) == 0;
}

/* Bad data (22), broken constraints (23) and excesses (54) are the request's fault. A full disk,
 * missing tables and damaged ones have codes of their own. Everything else is the
 * connection's or the server's, and passes. */
static enum backend_result judge_state(const char *state)
{
    static const struct {
        const char *state;
        enum backend_result result;
    } meanings[] = {
        {"53100", BACKEND_FULL},    /* disk_full */
        {"42P01", BACKEND_GONE},    /* undefined_table */
        {"42703", BACKEND_GONE},    /* undefined_column */
        {"3F000", BACKEND_GONE},    /* invalid_schema_name */
        {"XX001", BACKEND_DAMAGED}, /* data_corrupted */
        {"XX002", BACKEND_DAMAGED}, /* index_corrupted */
    };

    if (has_class(state, "22") || has_class(state, "23") || has_class(state, "54"))
        return BACKEND_REFUSED;
    for (size_t i = 0; state && i < sizeof meanings / sizeof *meanings; i++)
        if (strcmp(state, meanings[i].state) == 0)
            return meanings[i].result;
    return BACKEND_AGAIN;
}

enum backend_result wire_judge(struct wire *wire, const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    ExecStatusType status = PQresultStatus(result);

    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return BACKEND_OK;
    if (result)
        wire_set_error(wire, PQresultErrorMessage(result));
    return judge_state(state);
}

/* Waits for the results of what was sent, and keeps the last, or the first that failed. */
static enum backend_result collect(struct wire *wire, int sent, PGresult **rows)
{
    bool good = sent != 0;
    PGresult *result;

    *rows = NULL;
    if (!good)
        wire_set_error(wire, PQerrorMessage(wire->connection));
    while (good && (result = next_result(wire, &good))) {
        if (PQresultStatus(*rows) == PGRES_FATAL_ERROR && *rows) {
            PQclear(result);
            continue;
        }
        PQclear(*rows);
        *rows = result;
    }
    return good ? wire_judge(wire, *rows) : BACKEND_AGAIN;
}

enum backend_result wire_query(struct wire *wire, const char *statement,
                               const struct params *params, PGresult **rows)
{
    int sent = PQsendQueryPrepared(wire->connection, statement, params->count, params->values,
                                   params->lengths, params->formats, 0);

    return collect(wire, sent, rows);
}

enum backend_result wire_query_text(struct wire *wire, const char *text, PGresult **rows)
{
    return collect(wire, PQsendQuery(wire->connection, text), rows);
}

enum backend_result wire_run(struct wire *wire, const char *statement, const struct params *params)
{
    PGresult *rows;
    enum backend_result result = wire_query(wire, statement, params, &rows);

    PQclear(rows);
    return result;
}

enum backend_result wire_run_text(struct wire *wire, const char *text)
{
    PGresult *rows;
    enum backend_result result = wire_query_text(wire, text, &rows);

    PQclear(rows);
    return result;
}

enum backend_result wire_prepare(struct wire *wire, const char *name, const char *text)
{
    PGresult *rows;
    enum backend_result result =
        collect(wire, PQsendPrepare(wire->connection, name, text, 0, NULL), &rows);

    PQclear(rows);
    return result;
}

int wire_number(struct wire *wire, const char *text)
{
    PGresult *rows;
    bool good = wire_query_text(wire, text, &rows) == BACKEND_OK && PQntuples(rows) > 0;
    int number = good ? atoi(PQgetvalue(rows, 0, 0)) : -1;

    PQclear(rows);
    return number;
}

/* ---- Pipelines ------------------------------------------------------------------- */

static void check(struct wire *wire, bool sent)
{
    if (sent || wire->pipeline != BACKEND_OK)
        return;
    wire_set_error(wire, PQerrorMessage(wire->connection));
    wire->pipeline = BACKEND_AGAIN;
}

static void send_text(struct wire *wire, const char *text)
{
    if (wire->pipeline == BACKEND_OK)
        check(wire, PQsendQueryParams(wire->connection, text, 0, NULL, NULL, NULL, NULL, 0));
}

void pipeline_begin(struct wire *wire, const char *begin)
{
    wire->pipeline = BACKEND_OK;
    check(wire, PQenterPipelineMode(wire->connection));
    send_text(wire, begin);
}

void pipeline_send(struct wire *wire, const char *statement, const struct params *params)
{
    if (wire->pipeline == BACKEND_OK)
        check(wire, PQsendQueryPrepared(wire->connection, statement, params->count, params->values,
                                        params->lengths, params->formats, 0));
}

/* The first failure is the cause of those that follow. */
PGresult *pipeline_take(struct wire *wire)
{
    bool good, ended = true;
    PGresult *result = next_result(wire, &good);

    if (result)
        PQclear(next_result(wire, &ended)); /* the NULL that ends it */
    if (!good || !ended)
        wire->pipeline = BACKEND_AGAIN;
    if (wire->pipeline == BACKEND_OK)
        wire->pipeline = wire_judge(wire, result);
    if (wire->pipeline == BACKEND_OK)
        return result;
    PQclear(result);
    return NULL;
}

void pipeline_turn(struct wire *wire, bool commits)
{
    if (commits)
        send_text(wire, "COMMIT");
    if (wire->pipeline == BACKEND_OK)
        check(wire, PQpipelineSync(wire->connection));
    if (wire->pipeline == BACKEND_OK)
        PQclear(pipeline_take(wire));
}

enum backend_result pipeline_end(struct wire *wire, bool commits)
{
    bool good = true;

    if (wire->pipeline != BACKEND_AGAIN && commits)
        PQclear(pipeline_take(wire));
    if (wire->pipeline != BACKEND_AGAIN) {
        PQclear(next_result(wire, &good)); /* the pipeline's own end */
        if (!good || !PQexitPipelineMode(wire->connection))
            wire->pipeline = BACKEND_AGAIN;
    }
    if (wire->pipeline != BACKEND_OK && wire->pipeline != BACKEND_AGAIN) {
        enum backend_result cause = wire->pipeline;
        char error[sizeof wire->error];

        memcpy(error, wire->error, sizeof error);
        wire->pipeline = wire_run_text(wire, "ROLLBACK") == BACKEND_OK ? cause : BACKEND_AGAIN;
        memcpy(wire->error, error, sizeof error);
    }
    return wire->pipeline;
}
