/*
 * store_visit.h - one transaction in a store that servers use meanwhile, for commands.
 *
 * A file is not created, migrated or locked: a server keeps it, and the two wait for each other's
 * transactions only.
 */
#ifndef TABLIER_SERVER_STORE_VISIT_H
#define TABLIER_SERVER_STORE_VISIT_H

#include "server/store/store.h"

/* Runs the work, whose context begins with the server's time, an int64_t that is filled in.
 * STORE_FAILED with the reason. */
enum store_answer store_visit(const char *where, db_work *work, int64_t *context,
                              struct tb_error *error);

#endif
