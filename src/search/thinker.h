/*
 * thinker.h - an engine that searches in its own thread, so that its owner can keep reading.
 *
 * One thread owns a thinker and calls all functions here. Reports are called in the searching
 * thread.
 */
#ifndef TABLIER_SEARCH_THINKER_H
#define TABLIER_SEARCH_THINKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "search/search.h"

/* A search request and its callbacks. */
struct thought {
    struct tb_position position;
    const struct tb_state *history; /* as in struct search_task, like the rest; it must stay */
    int history_length;
    int repetition;
    struct search_limits limits;
    int lines;
    void (*report)(void *context, const struct search_info *info);
    /* Called once, last. The thinker counts as idle by then. */
    void (*done)(void *context, tb_move move, const struct search_info *info);
    void *context;
};

/* A zero-initialised thinker is idle and has no engine yet. */
struct thinker {
    struct engine *engine;
    struct tb_setup setup; /* that the engine was created for */
    struct engine_options options;
    struct thought thought; /* does not change while it is busy */
    pthread_t thread;
    bool running;     /* there is a thread to wait for */
    atomic_bool busy; /* and it is still searching */
};

/* Creates an engine for this, unless it has just that one. On failure the old one stays. Not during
 * a search. */
int thinker_prepare(struct thinker *thinker, const struct tb_setup *setup,
                    const struct engine_options *options, struct tb_error *error);

/* Clears its tables, for a new game with this seed. Not during a search. */
void thinker_clear(struct thinker *thinker, uint64_t seed);

/* Starts a search. It must be prepared and idle. */
void thinker_start(struct thinker *thinker, const struct thought *thought);
bool thinker_busy(const struct thinker *thinker);
/* Ends the search soon; it is still reported. */
void thinker_stop(struct thinker *thinker);
/* Returns when no search runs and everything has been reported. */
void thinker_wait(struct thinker *thinker);

/* Stops, waits, frees. */
void thinker_release(struct thinker *thinker);

#endif
