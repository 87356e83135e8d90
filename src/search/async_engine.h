/*
 * async_engine.h - an engine that searches in its own thread, so that its owner can keep reading.
 *
 * One thread owns an async engine and calls all functions here. Reports are called in the searching
 * thread.
 */
#ifndef TABLIER_SEARCH_ASYNC_ENGINE_H
#define TABLIER_SEARCH_ASYNC_ENGINE_H

#include <pthread.h>
#include <stdatomic.h>

#include "search/search.h"

/* A search request and its callbacks. */
struct search_request {
    struct tb_position position;
    const struct tb_state *history; /* as in struct search_task, like the rest; it must stay */
    int history_length;
    int repetition;
    struct search_limits limits;
    int lines;
    bool swindle;
    bool (*stopped)(const void *context);
    uint64_t complete_nodes; /* to bring proven lines to the end of the game (variation.h) */
    bool hold; /* the answer waits for async_engine_unhold() or async_engine_stop() */
    void (*report)(void *context, const struct search_info *info);
    /* Called once, last, in the searching thread or, after a hold, in the owner's. The engine
     * counts as idle by then. */
    void (*done)(void *context, tb_move move, const struct search_info *info);
    void *context;
};

/* A zero-initialised one is idle and has no engine yet. */
struct async_engine {
    struct engine *engine;
    struct tb_setup setup; /* that the engine was created for */
    struct engine_options options;
    struct search_request request; /* does not change while it is busy */
    pthread_t thread;
    bool running;      /* there is a thread to wait for */
    atomic_uint state; /* ASYNC_... */
    tb_move move;      /* the answer, once the search has ended */
    struct search_info info;
};

/* Bits of the state. The one that leaves none of these two set gives the answer. */
enum {
    ASYNC_SEARCHING = 1,
    ASYNC_HELD = 2, /* the answer is not wanted yet */
};

/* Creates an engine for this, unless it has just that one. On failure the old one stays. Not during
 * a search. */
int async_engine_prepare(struct async_engine *async, const struct tb_setup *setup,
                         const struct engine_options *options, struct tb_error *error);

/* Clears its tables, for a new game with this seed. Not during a search. */
void async_engine_clear(struct async_engine *async, uint64_t seed);

/* Starts a search. It must be prepared and idle. */
void async_engine_start(struct async_engine *async, const struct search_request *request);
bool async_engine_busy(const struct async_engine *async);
/* Lets a search with a hold answer as soon as it has ended, which may be now. */
void async_engine_unhold(struct async_engine *async);
/* Ends the search soon; it is still reported. */
void async_engine_stop(struct async_engine *async);
/* Returns when no search runs and everything has been reported. */
void async_engine_wait(struct async_engine *async);

/* Stops, waits, frees. */
void async_engine_release(struct async_engine *async);

#endif
