/*
 * arena.c - the threads of a match.
 *
 * Workers take game numbers from the arena and hand finished games to a queue,
 * both under its lock. A crew belongs to its worker, but for crew_stop().
 */
#include "match/arena.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/memory.h"
#include "match/process.h"

enum { TICK_NS = 100000000 };

struct worker {
    struct arena *arena;
    pthread_t thread;
    struct crew crew;
};

struct arena {
    const struct arena_plan *plan;
    struct worker *workers;
    int worker_count;

    pthread_mutex_t lock; /* held to touch what follows */
    pthread_cond_t changed;  /* a game or a worker has ended */
    int next;             /* the game to play next */
    int busy;             /* workers that have not ended */
    bool ending;
    struct bout *first, **last; /* the queue of finished games */
};

/* ---- Workers --------------------------------------------------------------------------- */

/* The next game, -1 if there is none. */
static int take_number(struct arena *arena)
{
    pthread_mutex_lock(&arena->lock);
    int number = !arena->ending && arena->next < arena->plan->games ? arena->next++ : -1;

    pthread_mutex_unlock(&arena->lock);
    return number;
}

static void submit_game(struct arena *arena, struct bout *bout)
{
    pthread_mutex_lock(&arena->lock);
    *arena->last = bout;
    arena->last = &bout->next;
    pthread_cond_signal(&arena->changed);
    pthread_mutex_unlock(&arena->lock);
}

static void free_bout(struct bout *bout)
{
    record_release(&bout->record);
    free(bout);
}

static void play(struct worker *worker, struct bout *bout, int number)
{
    const struct arena_plan *plan = worker->arena->plan;

    bout->fixture = schedule_game(plan->crew.schedule, number);
    crew_play(&worker->crew, &plan->openings->items[bout->fixture.block % plan->openings->count],
              bout);
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct arena *arena = worker->arena;
    int number;

    process_block_signals();
    while ((number = take_number(arena)) >= 0) {
        struct bout *bout = calloc(1, sizeof *bout);

        if (!bout)
            break;
        play(worker, bout, number);
        if (bout->finish == FINISH_STOPPED) {
            free_bout(bout);
            break;
        }
        submit_game(arena, bout);
    }
    crew_halt(&worker->crew);
    pthread_mutex_lock(&arena->lock);
    arena->busy--;
    pthread_cond_signal(&arena->changed);
    pthread_mutex_unlock(&arena->lock);
    return NULL;
}

/* ---- The caller's thread ------------------------------------------------------------------ */

static void end_match(struct arena *arena)
{
    pthread_mutex_lock(&arena->lock);
    arena->ending = true;
    pthread_mutex_unlock(&arena->lock);
    for (int w = 0; w < arena->worker_count; w++)
        crew_stop(&arena->workers[w].crew);
}

/* Waits for news or the next tick. Returns the games that have ended, oldest
 * first; *over is set once no more can come. */
static struct bout *wait_for_games(struct arena *arena, bool *over)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += TICK_NS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&arena->lock);
    int waited = 0;

    while (!arena->first && arena->busy > 0 && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&arena->changed, &arena->lock, &until);
    struct bout *bouts = arena->first;

    arena->first = NULL;
    arena->last = &arena->first;
    *over = arena->busy == 0;
    pthread_mutex_unlock(&arena->lock);
    return bouts;
}

static void collect_games(struct arena *arena)
{
    const struct arena_plan *plan = arena->plan;
    bool over = false, ending = false;

    while (!over) {
        struct bout *bout = wait_for_games(arena, &over);
        bool go_on = plan->tick(plan->context) && !memory_lost();

        while (bout) {
            struct bout *next = bout->next;

            /* A game may have gone otherwise for want of memory. */
            go_on = !memory_lost() && plan->finished(plan->context, bout) && go_on;
            free_bout(bout);
            bout = next;
        }
        if (!go_on && !ending) {
            ending = true;
            end_match(arena);
        }
    }
}

/* ---- Setting up ------------------------------------------------------------------------------ */

/* Starts as many workers as can be had, up to what is wanted. */
static void open_arena(struct arena *arena)
{
    pthread_condattr_t attributes;

    pthread_mutex_init(&arena->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&arena->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_lock(&arena->lock); /* nobody begins before all are there */
    for (; arena->worker_count < arena->plan->concurrency; arena->worker_count++) {
        struct worker *worker = &arena->workers[arena->worker_count];

        worker->arena = arena;
        if (!crew_open(&worker->crew, &arena->plan->crew) ||
            pthread_create(&worker->thread, NULL, work, worker)) {
            crew_close(&worker->crew);
            break;
        }
    }
    arena->busy = arena->worker_count;
    pthread_mutex_unlock(&arena->lock);
}

static void close_arena(struct arena *arena)
{
    for (int w = 0; w < arena->worker_count; w++)
        pthread_join(arena->workers[w].thread, NULL);
    for (int w = 0; w < arena->worker_count; w++)
        crew_close(&arena->workers[w].crew);
    pthread_cond_destroy(&arena->changed);
    pthread_mutex_destroy(&arena->lock);
}

int arena_run(const struct arena_plan *plan, struct tb_error *error)
{
    struct arena arena = {.plan = plan};

    arena.last = &arena.first;
    arena.workers = calloc((size_t)plan->concurrency, sizeof *arena.workers);
    if (!arena.workers)
        return error_memory(error);
    open_arena(&arena);
    int started = arena.worker_count;

    if (started > 0)
        collect_games(&arena);
    close_arena(&arena);
    free(arena.workers);
    if (memory_lost())
        return error_memory(error);
    return started > 0 ? TB_OK
                       : error_set(error, TB_ERR_SYSTEM,
                                   "No thread or pipe can be made: memory or a limit is exhausted.");
}
