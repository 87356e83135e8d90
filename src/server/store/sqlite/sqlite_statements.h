/* sqlite_statements.h - the SQL of store_sqlite.c. */
#ifndef TABLIER_SERVER_SQLITE_STATEMENTS_H
#define TABLIER_SERVER_SQLITE_STATEMENTS_H

enum statement {
    BEGIN_WRITE,
    BEGIN_READ,
    COMMIT,
    INSERT_GAME,
    INSERT_SUMMARY,
    INSERT_SEAT,
    FIND_TWIN,
    UPDATE_SUMMARY,
    UPDATE_SEAT,
    UPDATE_NAMES,
    UPDATE_PARTS,
    INSERT_EVENT,
    FIND_TOKEN,
    FIND_GAME,
    FIND_ALIVE,
    LOAD_GAME,
    LOAD_EVENTS,
    LOAD_OUTAGES,
    STATEMENT_COUNT,
};

extern const char *const sqlite_statements[STATEMENT_COUNT];

#endif
