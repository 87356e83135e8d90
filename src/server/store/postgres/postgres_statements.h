/* postgres_statements.h - the SQL of store_postgres.c. */
#ifndef TABLIER_SERVER_POSTGRES_STATEMENTS_H
#define TABLIER_SERVER_POSTGRES_STATEMENTS_H

#include "server/store/backend.h"

enum statement {
    CHECK_STORE,
    CREATE_GAME,
    CREATE_SEAT,
    UPDATE_NAMES,
    ADD_PARTS,
    APPEND_EVENT,
    FIND_TWIN,
    FIND_TOKEN,
    FIND_TIME,
    NOTIFY,
    LOAD_GAME,
    LOAD_EVENTS,
    LOAD_OUTAGES,
    STATEMENT_COUNT,
};

struct postgres_statement {
    enum backend_role role; /* whose connection it is prepared on */
    const char *text;
};

extern const struct postgres_statement postgres_statements[STATEMENT_COUNT];

/* The name by which a statement is prepared. */
struct statement_name {
    char text[8];
};

struct statement_name statement_name(enum statement which);

#endif
