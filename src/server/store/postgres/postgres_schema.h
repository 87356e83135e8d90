/* postgres_schema.h - see postgres_schema.c. */
#ifndef TABLIER_SERVER_POSTGRES_SCHEMA_H
#define TABLIER_SERVER_POSTGRES_SCHEMA_H

#include "server/store/postgres/postgres_wire.h"

/* Tells a store from any other in its place. */
struct store_identity {
    char text[40];
};

/* Connects, makes the schema or brings it forward, and reads the store's identity. The caller
 * closes the connection, even after a failure. */
int postgres_prepare(struct wire *wire, const char *where, struct store_identity *identity,
                     struct tb_error *error);
/* Connects to that store only, and creates nothing. The caller closes the connection, even after a
 * failure. */
int postgres_connect(struct wire *wire, const char *where, const struct store_identity *identity,
                     struct tb_error *error);

#endif
