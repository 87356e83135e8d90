/*
 * match_runner.c - the threads of a match.
 *
 * Workers take game numbers from the runner and hand finished games to a queue,
 * both under its lock. A pool belongs to its worker, but for contestant_pool_stop().
 */
#include "match/match_runner.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/memory.h"
#include "match/process.h"

enum { TICK_NS = 100000000 };

struct worker {
    struct match_runner *runner;
    pthread_t thread;
    struct contestant_pool pool;
};

struct match_runner {
    const struct runner_plan *plan;
    struct worker *workers;
    int worker_count;

    pthread_mutex_t lock;   /* held to touch what follows */
    pthread_cond_t changed; /* a game or a worker has ended */
    int next;               /* the game to play next */
    int busy;               /* workers that have not ended */
    bool ending;
    struct match_game *first, **last; /* the queue of finished games */
};

/* ---- Workers --------------------------------------------------------------------------- */

/* The next game, -1 if there is none. */
static int take_number(struct match_runner *runner)
{
    pthread_mutex_lock(&runner->lock);
    int number = !runner->ending && runner->next < runner->plan->games ? runner->next++ : -1;

    pthread_mutex_unlock(&runner->lock);
    return number;
}

static void submit_game(struct match_runner *runner, struct match_game *game)
{
    pthread_mutex_lock(&runner->lock);
    *runner->last = game;
    runner->last = &game->next;
    pthread_cond_signal(&runner->changed);
    pthread_mutex_unlock(&runner->lock);
}

static void free_game(struct match_game *game)
{
    record_release(&game->record);
    free(game);
}

static void play(struct worker *worker, struct match_game *game, int number)
{
    const struct runner_plan *plan = worker->runner->plan;

    game->pairing = schedule_game(plan->match.schedule, number);
    contestant_pool_play(&worker->pool,
                         &plan->openings->items[game->pairing.block % plan->openings->count], game);
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct match_runner *runner = worker->runner;
    int number;

    process_block_signals();
    while ((number = take_number(runner)) >= 0) {
        struct match_game *game = calloc(1, sizeof *game);

        if (!game)
            break;
        play(worker, game, number);
        if (game->finish == FINISH_STOPPED) {
            free_game(game);
            break;
        }
        submit_game(runner, game);
    }
    contestant_pool_halt(&worker->pool);
    pthread_mutex_lock(&runner->lock);
    runner->busy--;
    pthread_cond_signal(&runner->changed);
    pthread_mutex_unlock(&runner->lock);
    return NULL;
}

/* ---- The caller's thread ------------------------------------------------------------------ */

static void end_match(struct match_runner *runner)
{
    pthread_mutex_lock(&runner->lock);
    runner->ending = true;
    pthread_mutex_unlock(&runner->lock);
    for (int w = 0; w < runner->worker_count; w++)
        contestant_pool_stop(&runner->workers[w].pool);
}

/* Waits for news or the next tick. Returns the games that have ended, oldest
 * first; *over is set once no more can come. */
static struct match_game *wait_for_games(struct match_runner *runner, bool *over)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += TICK_NS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&runner->lock);
    int waited = 0;

    while (!runner->first && runner->busy > 0 && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&runner->changed, &runner->lock, &until);
    struct match_game *games = runner->first;

    runner->first = NULL;
    runner->last = &runner->first;
    *over = runner->busy == 0;
    pthread_mutex_unlock(&runner->lock);
    return games;
}

static void collect_games(struct match_runner *runner)
{
    const struct runner_plan *plan = runner->plan;
    bool over = false, ending = false;

    while (!over) {
        struct match_game *game = wait_for_games(runner, &over);
        bool go_on = plan->tick(plan->context) && !memory_lost();

        while (game) {
            struct match_game *next = game->next;

            /* A game may have gone otherwise for want of memory. */
            go_on = !memory_lost() && plan->finished(plan->context, game) && go_on;
            free_game(game);
            game = next;
        }
        if (!go_on && !ending) {
            ending = true;
            end_match(runner);
        }
    }
}

/* ---- Setting up ------------------------------------------------------------------------------ */

/* Starts as many workers as can be had, up to what is wanted. */
static void open_runner(struct match_runner *runner)
{
    pthread_condattr_t attributes;

    pthread_mutex_init(&runner->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&runner->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_lock(&runner->lock); /* nobody begins before all are there */
    for (; runner->worker_count < runner->plan->concurrency; runner->worker_count++) {
        struct worker *worker = &runner->workers[runner->worker_count];

        worker->runner = runner;
        if (!contestant_pool_open(&worker->pool, &runner->plan->match) ||
            pthread_create(&worker->thread, NULL, work, worker)) {
            contestant_pool_close(&worker->pool);
            break;
        }
    }
    runner->busy = runner->worker_count;
    pthread_mutex_unlock(&runner->lock);
}

static void close_runner(struct match_runner *runner)
{
    for (int w = 0; w < runner->worker_count; w++)
        pthread_join(runner->workers[w].thread, NULL);
    for (int w = 0; w < runner->worker_count; w++)
        contestant_pool_close(&runner->workers[w].pool);
    pthread_cond_destroy(&runner->changed);
    pthread_mutex_destroy(&runner->lock);
}

int match_runner_run(const struct runner_plan *plan, struct tb_error *error)
{
    struct match_runner runner = {.plan = plan};

    runner.last = &runner.first;
    runner.workers = calloc((size_t)plan->concurrency, sizeof *runner.workers);
    if (!runner.workers)
        return error_memory(error);
    open_runner(&runner);
    int started = runner.worker_count;

    if (started > 0)
        collect_games(&runner);
    close_runner(&runner);
    free(runner.workers);
    if (memory_lost())
        return error_memory(error);
    return started > 0
               ? TB_OK
               : error_set(error, TB_ERR_SYSTEM,
                           "No thread or pipe can be made: memory or a limit is exhausted.");
}
