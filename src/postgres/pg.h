/*
 * pg.h - a connection to PostgreSQL with a timeout on every answer, for the server's store and the
 * lab's queue.
 *
 * libpq's own calls wait as long as the other end keeps the connection open, which a database that
 * hangs also does. After a timeout the connection cannot be used any more.
 */
#ifndef TABLIER_POSTGRES_PG_H
#define TABLIER_POSTGRES_PG_H

#include <libpq-fe.h>

#include "core/position.h"

struct pg {
    PGconn *connection;        /* NULL: closed */
    int timeout;               /* milliseconds per answer; 0: none */
    char error[TB_ERROR_TEXT]; /* why the last call failed */
};

/* Connects. `application` is the name that the database shows. Lost connections are noticed within
 * seconds, unless parameters of the address say otherwise. */
bool pg_open(struct pg *pg, const char *address, const char *application);
void pg_close(struct pg *pg);

/* Keeps the first line of libpq's message, which has no passwords. */
void pg_set_error(struct pg *pg, const char *message);

/* The next result. NULL: there is none, or *answered is false. */
PGresult *pg_next_result(struct pg *pg, bool *answered);

/* Waits for the results of a statement, where `sent` is the return value of the function that sent
 * it. Sets *rows, which the caller clears, to the last result, or to the first that failed. False
 * if there was no answer. */
bool pg_collect(struct pg *pg, int sent, PGresult **rows);

#endif
