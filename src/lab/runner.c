/*
 * runner.c - threads that take jobs from a list. What they share is under one lock; a player
 * belongs to its thread, but for lab_player_stop().
 */
#include "lab/runner.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/clock.h"
#include "match/process.h"

enum { TICK_NS = 100000000 };

struct done {
    int job;
    char *result;
    int64_t us;
    struct done *next;
};

struct runner;

struct thread {
    struct runner *runner;
    pthread_t handle;
    struct lab_player *player;
};

struct runner {
    const struct run_plan *plan;
    struct thread *threads;
    int thread_count;

    pthread_mutex_t lock; /* held to touch what follows */
    pthread_cond_t changed;
    int next, busy;
    bool ending;
    struct tb_error error; /* of the first job that failed; code TB_OK: none has */
    struct done *first, **last;
};

/* ---- Threads --------------------------------------------------------------------------------- */

static int take_job(struct runner *runner)
{
    pthread_mutex_lock(&runner->lock);
    int job = !runner->ending && runner->next < runner->plan->count ? runner->next++ : -1;

    pthread_mutex_unlock(&runner->lock);
    return job;
}

/* The time that this thread has computed; waiting for a busy machine does not count. */
static int64_t thread_us(void)
{
    struct timespec used;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

static void hand_over(struct runner *runner, struct done *done, const struct tb_error *error)
{
    pthread_mutex_lock(&runner->lock);
    if (done) {
        *runner->last = done;
        runner->last = &done->next;
    } else if (runner->error.code == TB_OK && !runner->ending) {
        error_copy(&runner->error, error);
    }
    pthread_cond_signal(&runner->changed);
    pthread_mutex_unlock(&runner->lock);
}

static bool do_job(struct thread *thread, int number)
{
    struct runner *runner = thread->runner;
    struct tb_error error;
    char *result;
    int64_t begun = thread_us();
    const struct lab_job job =
        experiment_job(runner->plan->experiment, &runner->plan->jobs[number]);
    int code = lab_player_run(thread->player, &job, &result, &error);
    struct done *done = code ? NULL : malloc(sizeof *done);

    if (done) {
        *done = (struct done){.job = number, .result = result, .us = thread_us() - begun};
    } else if (!code) {
        free(result);
        code = error_memory(&error);
    }
    hand_over(runner, done, &error);
    return !code;
}

static void *work(void *context)
{
    struct thread *thread = context;
    struct runner *runner = thread->runner;
    int job;

    process_block_signals();
    while ((job = take_job(runner)) >= 0 && do_job(thread, job))
        continue;
    pthread_mutex_lock(&runner->lock);
    runner->busy--;
    pthread_cond_signal(&runner->changed);
    pthread_mutex_unlock(&runner->lock);
    return NULL;
}

/* ---- The caller's thread ------------------------------------------------------------------------
 */

static void stop_threads(struct runner *runner)
{
    pthread_mutex_lock(&runner->lock);
    runner->ending = true;
    pthread_mutex_unlock(&runner->lock);
    for (int i = 0; i < runner->thread_count; i++)
        lab_player_stop(runner->threads[i].player);
}

static struct done *wait_for_results(struct runner *runner, bool *over, bool *failed)
{
    struct timespec until;
    int waited = 0;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += TICK_NS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&runner->lock);
    while (!runner->first && runner->busy > 0 && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&runner->changed, &runner->lock, &until);
    struct done *list = runner->first;

    runner->first = NULL;
    runner->last = &runner->first;
    *over = runner->busy == 0;
    *failed = runner->error.code != TB_OK;
    pthread_mutex_unlock(&runner->lock);
    return list;
}

static void collect(struct runner *runner)
{
    const struct run_plan *plan = runner->plan;
    bool over = false, failed = false, stopped = false, wanted = true;

    while (!over) {
        struct done *done = wait_for_results(runner, &over, &failed);

        while (done) {
            struct done *next = done->next;

            wanted = wanted && plan->finished(plan->context, done->job, done->result, done->us);
            free(done->result);
            free(done);
            done = next;
        }
        wanted = plan->tick(plan->context) && wanted && !failed;
        if (!wanted && !stopped) {
            stopped = true;
            stop_threads(runner);
        }
    }
}

static void start_threads(struct runner *runner)
{
    int wanted =
        runner->plan->threads < runner->plan->count ? runner->plan->threads : runner->plan->count;

    pthread_mutex_lock(&runner->lock); /* nobody begins before all are there */
    for (; runner->thread_count < wanted; runner->thread_count++) {
        struct thread *thread = &runner->threads[runner->thread_count];

        thread->runner = runner;
        thread->player = lab_player_new();
        if (!thread->player || pthread_create(&thread->handle, NULL, work, thread)) {
            lab_player_free(thread->player);
            break;
        }
    }
    runner->busy = runner->thread_count;
    pthread_mutex_unlock(&runner->lock);
}

int lab_run(const struct run_plan *plan, struct tb_error *error)
{
    struct runner runner = {.plan = plan};
    pthread_condattr_t attributes;

    if (plan->count == 0)
        return TB_OK;
    runner.last = &runner.first;
    runner.threads = calloc((size_t)plan->threads, sizeof *runner.threads);
    if (!runner.threads)
        return error_memory(error);
    pthread_mutex_init(&runner.lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&runner.changed, &attributes);
    pthread_condattr_destroy(&attributes);
    start_threads(&runner);
    int started = runner.thread_count;

    collect(&runner);
    for (int i = 0; i < started; i++) {
        pthread_join(runner.threads[i].handle, NULL);
        lab_player_free(runner.threads[i].player);
    }
    pthread_cond_destroy(&runner.changed);
    pthread_mutex_destroy(&runner.lock);
    free(runner.threads);
    if (started == 0)
        return error_set(error, TB_ERR_SYSTEM, "No thread can be made.",
                         "Impossible de créer un fil d'exécution.");
    return runner.error.code ? error_copy(error, &runner.error) : TB_OK;
}
