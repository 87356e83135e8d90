/*
 * store_sync.h - the store for commands: each call waits for its answer.
 */
#ifndef TABLIER_SERVER_STORE_SYNC_H
#define TABLIER_SERVER_STORE_SYNC_H

#include "server/store/store.h"

struct store_sync;

/* Opens a store that exists. NULL on failure, with the reason. */
struct store_sync *store_sync_open(const char *where, struct tb_error *error);
void store_sync_close(struct store_sync *sync); /* accepts NULL */

int64_t store_sync_now(const struct store_sync *sync);
enum store_answer store_sync_transact(struct store_sync *sync, db_work *work, void *context);

#endif
