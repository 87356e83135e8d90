/* postgres_schema.h - see postgres_schema.c. */
#ifndef TABLIER_SERVER_POSTGRES_SCHEMA_H
#define TABLIER_SERVER_POSTGRES_SCHEMA_H

#include "server/postgres_wire.h"

/* Connects, and makes the schema or brings it forward. What was opened is the caller's to close, also
 * after a failure. */
int postgres_connect(struct wire *wire, const char *where, struct tb_error *error);

#endif
