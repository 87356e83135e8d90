/*
 * runner.c - threads that take jobs from a list. One lock guards what they share; a job executor
 * belongs to its thread, except for job_executor_stop().
 */
#include "lab/runner.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/memory.h"
#include "match/process.h"

enum { TICK_NS = 100000000 };

struct done {
    int job;
    char *result;
    size_t size;
    int64_t us;
    struct done *next;
};

struct runner;

struct thread {
    struct runner *runner;
    pthread_t handle;
    struct job_executor *executor;
};

struct runner {
    const struct run_plan *plan;
    const struct lab_range *jobs;
    int job_count;
    struct thread *threads;
    int thread_count;
    bool stopped; /* no more is wanted */

    pthread_mutex_t work_lock; /* held to call the work */
    pthread_mutex_t lock;      /* held to touch what follows */
    pthread_cond_t changed;
    int next, busy;
    bool ending;
    struct tb_error error; /* of the first thing that failed; code TB_OK: none has */
    struct done *first, **last;
};

/* ---- Threads --------------------------------------------------------------------------------- */

static int take_job(struct runner *runner)
{
    pthread_mutex_lock(&runner->lock);
    int job = !runner->ending && runner->next < runner->job_count ? runner->next++ : -1;

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

/* The work takes results in meanwhile, so it is asked under its lock. */
static int describe(struct runner *runner, int number, struct job *job, struct tb_error *error)
{
    const struct work *work = runner->plan->work;

    *job = (struct job){.type = work->type};
    pthread_mutex_lock(&runner->work_lock);
    int code = work->describe(work->context, &runner->jobs[number], job, error);

    pthread_mutex_unlock(&runner->work_lock);
    return code;
}

static bool do_job(struct thread *thread, int number)
{
    struct runner *runner = thread->runner;
    struct tb_error error;
    struct job job;
    char *result = NULL;
    size_t size;
    int64_t begun = thread_us();
    int code = describe(runner, number, &job, &error);

    if (!code)
        code = job_executor_run(thread->executor, &job, &result, &size, &error);
    job_release(&job);
    struct done *done = code ? NULL : malloc(sizeof *done);

    if (done && !memory_lost()) {
        *done =
            (struct done){.job = number, .result = result, .size = size, .us = thread_us() - begun};
    } else if (!code) {
        free(result);
        free(done);
        done = NULL;
        code = error_memory(&error);
    }
    hand_over(runner, done, &error);
    return !code;
}

static void *run_thread(void *context)
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

/* ---- The caller's thread ------------------------------------------------------------------ */

static void stop_threads(struct runner *runner)
{
    pthread_mutex_lock(&runner->lock);
    runner->ending = true;
    pthread_mutex_unlock(&runner->lock);
    for (int i = 0; i < runner->thread_count; i++)
        job_executor_stop(runner->threads[i].executor);
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

/* Hands a result to the work; false if nothing more is wanted. */
static bool keep(struct runner *runner, const struct done *done)
{
    const struct work *work = runner->plan->work;
    struct tb_error error;
    int all;

    pthread_mutex_lock(&runner->work_lock);
    int code = work->take(work->context, &runner->jobs[done->job], done->result, done->size,
                          done->us, &error);
    bool wanted = !code && work->done(work->context, &all) < all;

    pthread_mutex_unlock(&runner->work_lock);
    if (code)
        hand_over(runner, NULL, &error);
    return wanted;
}

static void collect(struct runner *runner)
{
    const struct run_plan *plan = runner->plan;
    bool over = false, failed = false, wanted = true;

    while (!over) {
        struct done *done = wait_for_results(runner, &over, &failed);

        while (done) {
            struct done *next = done->next;

            wanted = wanted && keep(runner, done);
            free(done->result);
            free(done);
            done = next;
        }
        wanted = plan->tick(plan->context) && wanted && !failed;
        if (!wanted && !runner->stopped) {
            runner->stopped = true;
            stop_threads(runner);
        }
    }
}

static void start_threads(struct runner *runner)
{
    int threads = runner->plan->threads;
    int wanted = threads < runner->job_count ? threads : runner->job_count;

    pthread_mutex_lock(&runner->lock); /* no thread begins before all exist */
    for (; runner->thread_count < wanted; runner->thread_count++) {
        struct thread *thread = &runner->threads[runner->thread_count];

        thread->runner = runner;
        if (!thread->executor)
            thread->executor = job_executor_new(runner->plan->log);
        if (!thread->executor || pthread_create(&thread->handle, NULL, run_thread, thread))
            break;
    }
    runner->busy = runner->thread_count;
    pthread_mutex_unlock(&runner->lock);
}

/* Does the jobs of the list. The doers stay for the next list. */
static int run_list(struct runner *runner, struct tb_error *error)
{
    runner->next = runner->thread_count = 0;
    runner->first = NULL;
    runner->last = &runner->first;
    start_threads(runner);
    if (runner->thread_count == 0)
        return error_set(error, TB_ERR_SYSTEM,
                         "No thread can be made: memory or a limit is exhausted.");
    collect(runner);
    for (int i = 0; i < runner->thread_count; i++)
        pthread_join(runner->threads[i].handle, NULL);
    return runner->error.code ? error_copy(error, &runner->error) : TB_OK;
}

static int run_lists(struct runner *runner, struct tb_error *error)
{
    const struct work *work = runner->plan->work;
    struct lab_range *jobs;
    int all, code = TB_OK;

    while (!code && !runner->stopped && work->done(work->context, &all) < all) {
        code = work->missing(work->context, 1, &jobs, &runner->job_count, error);
        if (code)
            break;
        runner->jobs = jobs;
        if (runner->job_count > 0)
            code = run_list(runner, error);
        bool none = runner->job_count == 0;

        free(jobs);
        if (none)
            break;
    }
    return code;
}

int lab_run(const struct run_plan *plan, struct tb_error *error)
{
    struct runner runner = {.plan = plan};
    pthread_condattr_t attributes;

    runner.threads = calloc((size_t)plan->threads, sizeof *runner.threads);
    if (!runner.threads)
        return error_memory(error);
    pthread_mutex_init(&runner.lock, NULL);
    pthread_mutex_init(&runner.work_lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&runner.changed, &attributes);
    pthread_condattr_destroy(&attributes);
    int code = run_lists(&runner, error);

    for (int i = 0; i < plan->threads; i++)
        job_executor_free(runner.threads[i].executor);
    pthread_cond_destroy(&runner.changed);
    pthread_mutex_destroy(&runner.work_lock);
    pthread_mutex_destroy(&runner.lock);
    free(runner.threads);
    return code;
}
