/* job_queue_run.c - see job_queue_run.h. */
#include "lab/job_queue_run.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/error.h"

enum {
    WAIT_MS = 200,
    WAIT_LAST_MS = 20, /* for the last results */
    LAST_JOBS = 8,
    RETRY_MS = 1000,
};

static bool work_is_done(const struct work *work)
{
    int all;

    return work->done(work->context, &all) >= all;
}

static void pause_ms(int ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL); /* or until a signal */
}

static void note_worker(struct queue_run *run, const char *worker)
{
    int i = 0;

    while (i < run->worker_count && strcmp(run->workers[i].worker, worker) != 0)
        i++;
    if (i == WORKERS_MAX)
        return;
    if (i == run->worker_count) {
        snprintf(run->workers[i].worker, WORKER_TEXT, "%s", worker);
        run->workers[run->worker_count++].jobs = 0;
    }
    run->workers[i].jobs++;
}

static bool take(void *context, const struct lab_range *range, const char *worker,
                 const char *result, size_t size, int64_t us)
{
    struct queue_run *run = context;
    const struct work *work = run->work;

    if (work_is_done(work) || work->take(work->context, range, result, size, us, &run->failed))
        return false;
    note_worker(run, worker);
    return true;
}

/* Puts what is missing into the queue. */
static int submit(struct queue_run *run, struct tb_error *error)
{
    const struct work *work = run->work;
    struct lab_range *ranges;
    int count, code = work->missing(work->context, run->batch, &ranges, &count, error);

    if (code)
        return code;
    code = job_queue_submit(run->queue, run->key, work, ranges, count, error);
    free(ranges);
    return code;
}

/* One round; what the database did not answer is asked again in the next. */
static int take_round(struct queue_run *run, struct tb_error *error)
{
    int code = run->lost ? job_queue_reconnect(run->queue, error) : TB_OK;

    run->lost = false;
    run->left = 0;
    if (!code)
        code = job_queue_collect(run->queue, run->key, take, run, &run->left,
                                 error);
    if (!code && !work_is_done(run->work) && run->left == 0 && !run->failed.code)
        code = submit(run, error);
    if (code == TB_ERR_SYSTEM) {
        run->lost = true;
        code = TB_OK;
    }
    return code;
}

/* Removes the leftovers of finished work from the queue: surplus jobs, or results taken by a
 * command that died before it could confirm them. They are not needed, so an unreachable database
 * is not an error. */
static void clear_queue(struct queue_run *run)
{
    if (!run->lost || job_queue_reconnect(run->queue, NULL) == TB_OK)
        job_queue_forget(run->queue, run->key, NULL);
}

int queue_run(struct queue_run *run, struct tb_error *error)
{
    const struct work *work = run->work;
    int code = TB_OK, all;

    if (!(run->queue = job_queue_open(run->address, error)))
        return error->code;
    job_queue_key(work, run->key);
    while (!code && !run->failed.code && !work_is_done(work) && run->tick(run->context)) {
        int before = work->done(work->context, &all);

        code = take_round(run, error);
        if (!code && work->done(work->context, &all) == before)
            pause_ms(run->lost                ? RETRY_MS
                     : run->left <= LAST_JOBS ? WAIT_LAST_MS
                                              : WAIT_MS);
    }
    if (work_is_done(work))
        clear_queue(run);
    job_queue_close(run->queue);
    if (run->failed.code)
        error_copy(error, &run->failed);
    return run->failed.code ? run->failed.code : code;
}
