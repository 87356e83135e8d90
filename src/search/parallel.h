/*
 * parallel.h - one function run by several threads at once.
 *
 * Natively (parallel.c) these are new threads. In a browser they are workers that wait for
 * work (wasm/helpers.c): a worker that does not start in time does nothing, so results must not
 * depend on it.
 */
#ifndef TABLIER_SEARCH_PARALLEL_H
#define TABLIER_SEARCH_PARALLEL_H

#include <stddef.h>
#ifndef __wasi__
#include <pthread.h>
#endif

#include "search/search.h"

struct parallel {
    int started; /* the members, the caller included */
#ifndef __wasi__
    pthread_t threads[SEARCH_THREADS_MAX];
#endif
};

/* Starts the work on all items but the first, each of `size` bytes, in as many threads as are
 * available. The first is for the caller. */
void parallel_start(struct parallel *parallel, void *(*work)(void *item), void *items, size_t size,
                    int count);

/* Waits until all threads have ended; returns how many have worked, the caller included. */
int parallel_wait(struct parallel *parallel);

#endif
