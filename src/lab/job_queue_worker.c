/*
 * job_queue_worker.c - see job_queue_worker.h.
 *
 * Each thread has a connection and does its jobs by itself; the first thread renews the leases of
 * all and waits for signals.
 */
#include "lab/job_queue_worker.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/rng.h"
#include "lab/job_queue.h"
#include "match/process.h"

enum { WAIT_MS = 200, RETRY_MS = 1000 };

struct worker {
    struct worker_options options;
    char name[WORKER_TEXT];

    pthread_mutex_t lock; /* held to touch what follows */
    bool ending;
    int busy, jobs;
    struct tb_error error; /* that ended the work */
};

struct worker_thread {
    struct worker *worker;
    pthread_t thread;
    struct job_queue *queue;
    struct job_executor *executor;
    bool lost;    /* the connection */
    int64_t held; /* the job that it has, 0: none; under the worker's lock */
};

/* ---- Threads ----------------------------------------------------------------------------- */

static bool is_ending(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    bool ending = worker->ending;

    pthread_mutex_unlock(&worker->lock);
    return ending;
}

/* Ends the work of all threads; with an error, unless there was one already. */
static void end_work(struct worker *worker, const struct tb_error *error)
{
    pthread_mutex_lock(&worker->lock);
    worker->ending = true;
    if (error && worker->error.code == TB_OK)
        error_copy(&worker->error, error);
    pthread_mutex_unlock(&worker->lock);
}

static void pause_ms(int ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

static int64_t thread_us(void)
{
    struct timespec used;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

/* Reconnects if the connection was lost; false if that fails. */
static bool is_connected(struct worker_thread *thread)
{
    if (thread->lost && job_queue_reconnect(thread->queue, NULL)) {
        pause_ms(RETRY_MS);
        return false;
    }
    thread->lost = false;
    return true;
}

static void hold(struct worker_thread *thread, int64_t id)
{
    pthread_mutex_lock(&thread->worker->lock);
    thread->held = id;
    pthread_mutex_unlock(&thread->worker->lock);
}

/* Stores a result, however long the database is away: unless the work ends, it is worth it. True if
 * the next job came with the answer. */
static bool submit(struct worker_thread *thread, const struct finished_job *done,
                   struct queued_job *next)
{
    struct worker *worker = thread->worker;
    struct tb_error error;
    bool counts = false;
    int got;

    do {
        got = is_connected(thread) ? job_queue_complete(thread->queue, worker->name, done, &counts,
                                                        is_ending(worker) ? NULL : next, &error)
                                   : TB_ERR_SYSTEM;
        thread->lost = thread->lost || got == TB_ERR_SYSTEM;
    } while (got == TB_ERR_SYSTEM && !is_ending(worker));
    if (got < 0 && got != TB_ERR_SYSTEM)
        end_work(worker, &error);
    pthread_mutex_lock(&worker->lock);
    worker->jobs += counts;
    pthread_mutex_unlock(&worker->lock);
    return got > 0;
}

/* Runs the job and releases it; true with the next job in *job. */
static bool do_job(struct worker_thread *thread, struct queued_job *job)
{
    struct tb_error error;
    struct queued_job next;
    char *result;
    size_t size;
    int64_t begun = thread_us();
    bool more = false;

    hold(thread, job->id);
    int code = job_executor_run(thread->executor, &job->job, &result, &size, &error);

    if (!code && memory_lost()) {
        free(result);
        code = error_memory(&error);
    }
    if (code) {
        job_queue_return(thread->queue, thread->worker->name, job->id, NULL);
        end_work(thread->worker, code == TB_ERR_STOPPED ? NULL : &error);
    } else {
        const struct finished_job done = {job->id, result, size, thread_us() - begun};

        more = submit(thread, &done, &next);
        free(result);
    }
    job_release(&job->job);
    hold(thread, 0);
    if (more)
        *job = next;
    return more;
}

/* Takes a job and does it, and those that come after it; waits where there is none. */
static void take_turn(struct worker_thread *thread)
{
    struct worker *worker = thread->worker;
    struct tb_error error;
    struct queued_job job;

    if (!is_connected(thread))
        return;
    int got = job_queue_claim(thread->queue, worker->name, &job, &error);

    if (got == TB_ERR_SYSTEM) {
        thread->lost = true;
    } else if (got < 0) {
        end_work(worker, &error);
    } else if (got > 0) {
        while (do_job(thread, &job))
            continue;
    } else if (worker->options.once && job_queue_is_empty(thread->queue, &error) == 1) {
        end_work(worker, NULL);
    } else {
        pause_ms(WAIT_MS);
    }
}

static void *run_thread(void *context)
{
    struct worker_thread *thread = context;
    struct worker *worker = thread->worker;

    process_block_signals();
    while (!is_ending(worker))
        take_turn(thread);
    pthread_mutex_lock(&worker->lock);
    worker->busy--;
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

/* ---- The first thread ------------------------------------------------------------------------ */

/* Keeps the jobs that are being done; false if the database does not answer. */
static bool renew(struct worker *worker, struct worker_thread *threads, int count,
                  struct job_queue *queue)
{
    int64_t ids[WORKER_THREADS_MAX];
    int held = 0;

    pthread_mutex_lock(&worker->lock);
    for (int i = 0; i < count; i++)
        if (threads[i].held)
            ids[held++] = threads[i].held;
    pthread_mutex_unlock(&worker->lock);
    return job_queue_renew(queue, worker->name, ids, held, NULL) != TB_ERR_SYSTEM;
}

/* Renews leases until all threads have ended. */
static void watch(struct worker *worker, struct worker_thread *threads, int count,
                  struct job_queue *queue)
{
    int64_t every = (int64_t)worker->options.lease * 1000 / 4, renewed = clock_ms();
    bool lost = false, stopped = false, busy = true;

    while (busy) {
        if (worker->options.stop())
            end_work(worker, NULL);
        if (is_ending(worker) && !stopped) {
            stopped = true;
            for (int i = 0; i < count; i++)
                job_executor_stop(threads[i].executor);
        }
        if (clock_ms() - renewed >= every) {
            lost =
                (lost && job_queue_reconnect(queue, NULL)) || !renew(worker, threads, count, queue);
            renewed = clock_ms();
        }
        pause_ms(50);
        pthread_mutex_lock(&worker->lock);
        busy = worker->busy > 0;
        pthread_mutex_unlock(&worker->lock);
    }
}

/* Host, process, and something that no other process has had. */
static void name_worker(struct worker *worker)
{
    char host[64] = "";
    struct rng rng = {(uint64_t)clock_us() ^ (uint64_t)getpid() << 40};

    gethostname(host, sizeof host - 1);
    snprintf(worker->name, sizeof worker->name, "%.40s:%ld:%04x", host, (long)getpid(),
             (unsigned)(rng_next(&rng) & 0xffff));
}

static int open_threads(struct worker *worker, struct worker_thread *threads, int *count,
                        struct tb_error *error)
{
    for (*count = 0; *count < worker->options.threads; ++*count) {
        struct worker_thread *thread = &threads[*count];

        *thread = (struct worker_thread){.worker = worker, .executor = job_executor_new(NULL)};
        if (!thread->executor)
            return error_memory(error);
        if (!(thread->queue = job_queue_open(worker->options.queue, error))) {
            job_executor_free(thread->executor);
            return error->code;
        }
        job_queue_set_lease(thread->queue, worker->options.lease);
    }
    return TB_OK;
}

static int work(struct worker *worker, struct worker_thread *threads, int count,
                struct job_queue *queue, struct tb_error *error)
{
    int started = 0;

    pthread_mutex_lock(&worker->lock);
    while (started < count &&
           pthread_create(&threads[started].thread, NULL, run_thread, &threads[started]) == 0)
        started++;
    worker->busy = started;
    pthread_mutex_unlock(&worker->lock);
    if (started == 0)
        return error_set(error, TB_ERR_SYSTEM,
                         "No thread can be made: memory or a limit is exhausted.");
    watch(worker, threads, started, queue);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i].thread, NULL);
    if (worker->error.code)
        error_copy(error, &worker->error);
    return worker->error.code;
}

int queue_worker_run(const struct worker_options *options, int *jobs, struct tb_error *error)
{
    struct worker worker = {.options = *options};
    struct worker_thread threads[WORKER_THREADS_MAX];
    struct job_queue *queue = job_queue_open(options->queue, error);
    int count = 0;

    *jobs = 0;
    if (!queue)
        return error->code;
    job_queue_set_lease(queue, options->lease);
    name_worker(&worker);
    pthread_mutex_init(&worker.lock, NULL);
    int code = open_threads(&worker, threads, &count, error);

    if (!code)
        code = work(&worker, threads, count, queue, error);
    for (int i = 0; i < count; i++) {
        job_queue_close(threads[i].queue);
        job_executor_free(threads[i].executor);
    }
    job_queue_close(queue);
    pthread_mutex_destroy(&worker.lock);
    *jobs = worker.jobs;
    return code;
}
