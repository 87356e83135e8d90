/*
 * rating_worker.h - rates the results of games in the background. All on the loop.
 */
#ifndef TABLIER_SERVER_RATINGS_RATING_WORKER_H
#define TABLIER_SERVER_RATINGS_RATING_WORKER_H

#include "server/store/store.h"

struct rating_worker;

/* `rated` is called after results have been rated here. NULL if memory runs out. */
struct rating_worker *rating_worker_new(struct store *store, void (*rated)(void *context),
                                        void *context);
void rating_worker_free(struct rating_worker *worker); /* accepts NULL; after the store is closed */

/* To be called about ten times a second, with the number of results that were written here so far:
 * when it has changed, the worker looks at once, otherwise now and then. */
void rating_worker_tick(struct rating_worker *worker, uint64_t results);

#endif
