/* postgres_wire.c - see postgres_wire.h. */
#include "server/store/postgres/postgres_wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void params_real(struct params *params, double value)
{
    char *number = params->numbers[params->count];

    snprintf(number, sizeof params->numbers[0], "%.17g", value);
    params_text(params, number);
}

void params_blob(struct params *params, const void *bytes, size_t size)
{
    params->lengths[params->count] = (int)size;
    params->formats[params->count] = 1;
    params->values[params->count++] = bytes;
}

void params_hash(struct params *params, const unsigned char hash[HASH_SIZE])
{
    params_blob(params, hash, HASH_SIZE);
}

/* ---- One statement --------------------------------------------------------------- */

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
        {"42601", BACKEND_REFUSED}, /* syntax_error */
        {"42804", BACKEND_REFUSED}, /* datatype_mismatch */
        {"42883", BACKEND_REFUSED}, /* undefined_function */
        {"42P18", BACKEND_REFUSED}, /* indeterminate_datatype */
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

/* What a result means; sets the error. NULL is a failure. */
static enum backend_result judge(struct wire *wire, const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    ExecStatusType status = PQresultStatus(result);

    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return BACKEND_OK;
    if (result)
        pg_set_error(&wire->pg, PQresultErrorMessage(result));
    return judge_state(state);
}

static enum backend_result collect(struct wire *wire, int sent, PGresult **rows)
{
    return pg_collect(&wire->pg, sent, rows) ? judge(wire, *rows) : BACKEND_AGAIN;
}

enum backend_result wire_query(struct wire *wire, const char *statement,
                               const struct params *params, PGresult **rows)
{
    int sent = PQsendQueryPrepared(wire->pg.connection, statement, params->count, params->values,
                                   params->lengths, params->formats, 0);

    return collect(wire, sent, rows);
}

enum backend_result wire_query_params(struct wire *wire, const char *text,
                                      const struct params *params, PGresult **rows)
{
    int sent = PQsendQueryParams(wire->pg.connection, text, params->count, NULL, params->values,
                                 params->lengths, params->formats, 0);

    return collect(wire, sent, rows);
}

enum backend_result wire_query_text(struct wire *wire, const char *text, PGresult **rows)
{
    return collect(wire, PQsendQuery(wire->pg.connection, text), rows);
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
        collect(wire, PQsendPrepare(wire->pg.connection, name, text, 0, NULL), &rows);

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
    pg_set_error(&wire->pg, PQerrorMessage(wire->pg.connection));
    wire->pipeline = BACKEND_AGAIN;
}

static void send_text(struct wire *wire, const char *text)
{
    if (wire->pipeline == BACKEND_OK)
        check(wire, PQsendQueryParams(wire->pg.connection, text, 0, NULL, NULL, NULL, NULL, 0));
}

void pipeline_begin(struct wire *wire, const char *begin)
{
    wire->pipeline = BACKEND_OK;
    check(wire, PQenterPipelineMode(wire->pg.connection));
    send_text(wire, begin);
}

void pipeline_send(struct wire *wire, const char *statement, const struct params *params)
{
    if (wire->pipeline == BACKEND_OK)
        check(wire, PQsendQueryPrepared(wire->pg.connection, statement, params->count,
                                        params->values, params->lengths, params->formats, 0));
}

/* The first failure is the cause of those that follow. */
PGresult *pipeline_take(struct wire *wire)
{
    bool good, ended = true;
    PGresult *result = pg_next_result(&wire->pg, &good);

    if (result)
        PQclear(pg_next_result(&wire->pg, &ended)); /* the NULL that ends it */
    if (!good || !ended)
        wire->pipeline = BACKEND_AGAIN;
    if (wire->pipeline == BACKEND_OK)
        wire->pipeline = judge(wire, result);
    if (wire->pipeline == BACKEND_OK)
        return result;
    PQclear(result);
    return NULL;
}

void pipeline_sync(struct wire *wire, bool commits)
{
    if (commits)
        send_text(wire, "COMMIT");
    if (wire->pipeline == BACKEND_OK)
        check(wire, PQpipelineSync(wire->pg.connection));
    if (wire->pipeline == BACKEND_OK)
        PQclear(pipeline_take(wire));
}

enum backend_result pipeline_end(struct wire *wire, bool commits)
{
    bool good = true;

    if (wire->pipeline != BACKEND_AGAIN && commits)
        PQclear(pipeline_take(wire));
    if (wire->pipeline != BACKEND_AGAIN) {
        PQclear(pg_next_result(&wire->pg, &good)); /* the pipeline's own end */
        if (!good || !PQexitPipelineMode(wire->pg.connection))
            wire->pipeline = BACKEND_AGAIN;
    }
    if (wire->pipeline != BACKEND_OK && wire->pipeline != BACKEND_AGAIN) {
        enum backend_result cause = wire->pipeline;
        char error[sizeof wire->pg.error];

        memcpy(error, wire->pg.error, sizeof error);
        wire->pipeline = wire_run_text(wire, "ROLLBACK") == BACKEND_OK ? cause : BACKEND_AGAIN;
        memcpy(wire->pg.error, error, sizeof error);
    }
    return wire->pipeline;
}
