/* cmd_worker.c - tablier worker: runs the jobs of a queue. */
#include "cli/command.h"
#include "cli/interrupt.h"
#include "lab/job_queue.h"
#include "lab/job_queue_worker.h"

enum { LEASE_DEFAULT = 30, LEASE_MAX = 3600 };

struct args {
    const char *queue;
    uint64_t threads, lease;
    bool once;
};

TAKE_BETWEEN(take_worker_threads, 1, WORKER_THREADS_MAX)
TAKE_BETWEEN(take_lease, 1, LEASE_MAX)

static const struct option options[] = {
    {"queue", "postgres://...", N_("the database with the jobs"), take_text, ARG(queue)},
    {"threads", "N", N_("jobs at a time (default: 1)"), take_worker_threads, ARG(threads)},
    {"once", NULL, N_("end when there is no job left"), take_flag, ARG(once)},
    {"lease", "SECONDS", N_("seconds until an unrenewed job is released (default: 30)"),
     take_lease, ARG(lease)},
    {0},
};

static int run(void *values, char **words)
{
    const struct args *args = values;
    const struct worker_options wanted = {
        .queue = args->queue,
        .threads = (int)args->threads,
        .lease = (int)args->lease,
        .once = args->once,
        .stop = work_must_end,
    };
    struct tb_error error;
    int jobs;

    (void)words;
    if (!args->queue || !job_queue_is_address(args->queue))
        return usage_error("--queue postgres://HOST/DATABASE is required.");
    interrupt_catch();
    int code = queue_worker_run(&wanted, &jobs, &error);

    if (!code || jobs > 0)
        print_out("{jobs, plural, one {# job} other {# jobs}} done.\n", arg_count("jobs", jobs));
    return code ? failure_of(NULL, &error) : GO_ON;
}

const struct command cmd_worker = {
    .name = "worker",
    .words = "",
    .summary = N_("Do jobs of other commands that wait in a queue."),
    ARGS(struct args, .threads = 1, .lease = LEASE_DEFAULT),
};
