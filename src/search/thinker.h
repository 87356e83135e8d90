/*
 * thinker.h - an engine that thinks in a thread of its own, so that its owner
 * can go on reading.
 *
 * One thread owns a thinker and calls all functions here. Reports are called in the searching
 * thread.
 */
#ifndef TABLIER_SEARCH_THINKER_H
#define TABLIER_SEARCH_THINKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "search/search.h"

/* What to think about, and whom to tell. */
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
    struct tb_setup setup; /* what the engine was made for */
    struct engine_options options;
    struct thought thought; /* does not change while it is busy */
    pthread_t thread;
    bool running;     /* there is a thread to wait for */
    atomic_bool busy; /* and it is still searching */
};

/* Makes an engine for this, unless it has just that one. On failure the old one
 * stays. Not while thinking. */
int thinker_prepare(struct thinker *thinker, const struct tb_setup *setup,
                    const struct engine_options *options, struct tb_error *error);

/* Forgets what it learned, for a new game with this seed. Not while thinking. */
void thinker_clear(struct thinker *thinker, uint64_t seed);

/* Begins to think. It must be prepared, and not thinking. */
void thinker_start(struct thinker *thinker, const struct thought *thought);
bool thinker_busy(const struct thinker *thinker);
/* Ends the search soon; it is still reported. */
void thinker_stop(struct thinker *thinker);
/* Returns when no search runs and everything has been reported. */
void thinker_wait(struct thinker *thinker);

/* Stops, waits, frees. */
void thinker_release(struct thinker *thinker);

#endif
