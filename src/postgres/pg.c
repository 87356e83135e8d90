/* pg.c - see pg.h. */
#include "postgres/pg.h"

#include <poll.h>
#include <string.h>

#include "core/clock.h"
#include "core/text.h"

void pg_set_error(struct pg *pg, const char *message)
{
    struct text text = text_into(pg->error, sizeof pg->error);

    text_add(&text, "PostgreSQL: %.*s", (int)strcspn(message, "\n"), message);
}

/* ---- Connecting --------------------------------------------------------------------- */

/* Ignores notices of the server (such as its shutdown): the next call fails anyway. */
static void ignore_notice(void *context, const char *message)
{
    (void)context;
    (void)message;
}

bool pg_open(struct pg *pg, const char *address, const char *application)
{
    /* Parameters of the address come later in the list, and win. */
    static const char *const names[] = {
        "connect_timeout",  "keepalives_idle",  "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "fallback_application_name",
        "client_encoding",  "dbname",           NULL};
    const char *const values[] = {"3",         "5",    "2",     "3", "10000",
                                  application, "UTF8", address, NULL};

    pg->connection = PQconnectdbParams(names, values, 1);
    PQsetNoticeProcessor(pg->connection, ignore_notice, NULL);
    if (PQstatus(pg->connection) == CONNECTION_OK && PQsetnonblocking(pg->connection, 1) == 0)
        return true;
    pg_set_error(pg, PQerrorMessage(pg->connection));
    return false;
}

void pg_close(struct pg *pg)
{
    PQfinish(pg->connection);
    pg->connection = NULL;
}

/* ---- Waiting ---------------------------------------------------------------------- */

/* Waits until the socket is ready; false when the time is up. */
static bool wait_for(struct pg *pg, short events, int64_t deadline)
{
    struct pollfd socket = {.fd = PQsocket(pg->connection), .events = events};
    int64_t left = deadline == INT64_MAX ? 60000 : deadline - clock_ms();

    if (left <= 0)
        return false;
    poll(&socket, 1, (int)left);
    return true;
}

/* Sends all pending data, and reads meanwhile: otherwise both ends could block. */
static bool flush(struct pg *pg, int64_t deadline)
{
    int left;

    while ((left = PQflush(pg->connection)) == 1)
        if (!wait_for(pg, POLLIN | POLLOUT, deadline) || !PQconsumeInput(pg->connection))
            return false;
    return left == 0;
}

PGresult *pg_next_result(struct pg *pg, bool *answered)
{
    int64_t deadline = pg->timeout ? clock_ms() + pg->timeout : INT64_MAX;

    *answered = flush(pg, deadline);
    while (*answered && PQisBusy(pg->connection)) {
        if (!wait_for(pg, POLLIN, deadline)) {
            pg_set_error(pg, "no answer from the database");
            *answered = false;
        } else if (!PQconsumeInput(pg->connection)) {
            pg_set_error(pg, PQerrorMessage(pg->connection));
            *answered = false;
        }
    }
    return *answered ? PQgetResult(pg->connection) : NULL;
}

bool pg_collect(struct pg *pg, int sent, PGresult **rows)
{
    bool answered = sent != 0;
    PGresult *result;

    *rows = NULL;
    if (!answered)
        pg_set_error(pg, PQerrorMessage(pg->connection));
    while (answered && (result = pg_next_result(pg, &answered))) {
        if (PQresultStatus(*rows) == PGRES_FATAL_ERROR && *rows) {
            PQclear(result);
            continue;
        }
        PQclear(*rows);
        *rows = result;
    }
    return answered;
}
