/*
 * postgres_wire.h - statements and pipelines, with the results of a backend.
 *
 * Without an answer in time (postgres/pg.h), the result is BACKEND_AGAIN and the connection cannot
 * be used any more.
 */
#ifndef TABLIER_SERVER_POSTGRES_WIRE_H
#define TABLIER_SERVER_POSTGRES_WIRE_H

#include "postgres/pg.h"
#include "server/store/backend.h"

enum { PARAMS_MAX = 24 }; /* at least DB_PARAMS_MAX */

struct wire {
    struct pg pg;
    enum backend_result pipeline; /* how the pipeline under way does */
};

struct backend_handle {
    struct wire wire;
    const struct backend_claim *claim;
};

/* ---- Parameters of a statement -------------------------------------------------- */

/* Values must live until they are sent. */
struct params {
    int count;
    const char *values[PARAMS_MAX];
    int lengths[PARAMS_MAX], formats[PARAMS_MAX];
    char numbers[PARAMS_MAX][32];
};

void params_text(struct params *params, const char *text);
void params_int(struct params *params, int64_t value);
void params_real(struct params *params, double value); /* not one digit is lost */
void params_hash(struct params *params, const unsigned char hash[HASH_SIZE]);
void params_blob(struct params *params, const void *bytes, size_t size);

/* ---- One statement, waited for --------------------------------------------------- */

/* Runs a prepared statement; the caller clears *rows, even after a failure. */
enum backend_result wire_query(struct wire *wire, const char *statement,
                               const struct params *params, PGresult **rows);
/* The same for one statement that was not prepared. */
enum backend_result wire_query_params(struct wire *wire, const char *text,
                                      const struct params *params, PGresult **rows);
/* The same for SQL text without parameters; the rows are those of its last statement. */
enum backend_result wire_query_text(struct wire *wire, const char *text, PGresult **rows);
/* The same without rows. */
enum backend_result wire_run(struct wire *wire, const char *statement, const struct params *params);
enum backend_result wire_run_text(struct wire *wire, const char *text);
/* The first value of the first row, or -1. */
int wire_number(struct wire *wire, const char *text);
enum backend_result wire_prepare(struct wire *wire, const char *name, const char *text);

/* ---- Pipelines ------------------------------------------------------------------- */

/*
 * pipeline_begin(), any number of pipeline_send(), pipeline_sync(), as many
 * pipeline_take(), pipeline_end(). After a failure the rest does nothing, and
 * pipeline_end() tells. All of it is one transaction; it is committed by the pipeline
 * itself, or, if pipeline_sync() was told so, left open for wire_commit().
 */
void pipeline_begin(struct wire *wire, const char *begin);
void pipeline_send(struct wire *wire, const char *statement, const struct params *params);
void pipeline_sync(struct wire *wire, bool commits);
/* The next statement's result, to be cleared; NULL after a failure. */
PGresult *pipeline_take(struct wire *wire);
enum backend_result pipeline_end(struct wire *wire, bool commits);

#endif
