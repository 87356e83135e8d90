/* work_session.c - see work_session.h. */
#include "cli/lab/work_session.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "core/clock.h"
#include "core/message.h"
#include "lab/job_queue_run.h"
#include "lab/job_queue_worker.h"
#include "lab/runner.h"

enum {
    BATCH_DEFAULT = 8,
    SHOW_US = 200000,
};

struct session {
    const struct work *work;
    bool live; /* is there somebody to read the progress line? */
    int begun_with;
    int64_t started_us, shown_us;

    const struct queue_run *run; /* with a queue */
};

int work_check(const struct work_args *args, const char *threads_option)
{
    if (args->threads > WORKER_THREADS_MAX)
        return usage_error("{option} must be between 1 and {max}.",
                           arg_text("option", threads_option),
                           arg_count("max", WORKER_THREADS_MAX));
    if (args->queue && !job_queue_is_address(args->queue))
        return usage_error("--queue must be an address such as postgres://HOST/DATABASE.");
    if (args->queue && args->threads)
        return usage_error("{option} cannot be combined with --queue; set it on the workers.",
                           arg_text("option", threads_option));
    if (args->batch > JOB_COUNT_MAX || (args->batch && !args->queue))
        return usage_error("--batch must be between 1 and {max}, and requires --queue.",
                           arg_count("max", JOB_COUNT_MAX));
    return GO_ON;
}

bool work_journal_path(const char *out, char path[PATH_MAX])
{
    struct text text = text_into(path, PATH_MAX);
    struct stat about;

    text_add(&text, "%s.journal", out);
    return text.used < PATH_MAX && (stat(out, &about) != 0 || S_ISREG(about.st_mode));
}

/* ---- How far it is --------------------------------------------------------------------------- */

void work_hide_progress(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

static bool is_done(const struct work *work)
{
    int all;

    return work->done(work->context, &all) >= all;
}

void work_add_duration(struct text *out, double seconds)
{
    int whole = (int)fmin(seconds + 0.5, 3600000);

    if (whole >= 3600)
        text_add(out, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
    else
        text_add(out, "%d:%02d", whole / 60, whole % 60);
}

/* "12 of 200 games, 0:03, left: 0:47" */
static void add_progress(const struct session *session, struct text *out)
{
    const struct work *work = session->work;
    int all, done = work->done(work->context, &all), now = done - session->begun_with;
    double seconds = (double)(clock_us() - session->started_us) / 1e6;

    text_message(out, terminal_lang(), "{done} of {all} {unit}, ", arg_count("done", done),
                 arg_count("all", all), arg_term("unit", work->unit));
    work_add_duration(out, seconds);
    if (now > 0) {
        text_add(out, "%s", tr(", left: "));
        work_add_duration(out, seconds / now * (all - done));
    }
    if (work->progress)
        work->progress(work->context, out);
}

static void show_worker(void *context, const char *worker, const struct lab_range *range, int jobs)
{
    struct text *text = context;

    text_message(text, terminal_lang(),
                 "; {worker}: {jobs, plural, one {# job} other {# jobs}}, number {first}",
                 arg_text("worker", worker), arg_count("jobs", jobs),
                 arg_count("first", range->first + 1));
}

/* Who does what. */
static void add_workers(struct session *session, struct text *text)
{
    size_t before = text->used;

    if (session->run->lost)
        text_add(text, "%s", tr("; the database does not answer"));
    else if (!job_queue_workers(session->run->queue, session->run->key, show_worker, text, NULL) &&
             text->used == before)
        text_add(text, "%s", tr("; no worker is connected"));
}

static void show_progress(struct session *session)
{
    char line[512];
    struct text text = text_into(line, sizeof line);

    if (!session->live || clock_us() - session->shown_us < SHOW_US)
        return;
    session->shown_us = clock_us();
    add_progress(session, &text);
    if (session->run)
        add_workers(session, &text);
    fprintf(stderr, "\r%.*s\033[K", terminal_width() - 1, line);
}

/* ---- On this machine ------------------------------------------------------------------------- */

static bool tick(void *context)
{
    show_progress(context);
    return !work_must_end();
}

static int do_here(struct session *session, const struct work_args *args)
{
    const struct run_plan plan = {
        .work = session->work,
        .threads = args->threads ? (int)args->threads : 1,
        .log = args->log,
        .tick = tick,
        .context = session,
    };
    struct tb_error error;
    int code = lab_run(&plan, &error);

    work_hide_progress();
    return code ? failure_of(NULL, &error) : GO_ON;
}

/* ---- By workers ------------------------------------------------------------------------------ */

static void print_workers(const struct queue_run *run)
{
    for (int i = 0; i < run->worker_count; i++)
        print_out("The worker {worker} did {jobs, plural, one {# job} other {# jobs}}.\n",
                  arg_text("worker", run->workers[i].worker),
                  arg_count("jobs", run->workers[i].jobs));
}

static int do_by_queue(struct session *session, const struct work_args *args)
{
    struct queue_run run = {
        .work = session->work,
        .address = args->queue,
        .batch = args->batch ? (int)args->batch : BATCH_DEFAULT,
        .tick = tick,
        .context = session,
    };
    struct tb_error error;

    session->run = &run;
    int code = queue_run(&run, &error);

    work_hide_progress();
    if (code)
        return failure_of(run.failed.code ? NULL : "--queue", &error);
    if (!args->quiet)
        print_workers(&run);
    return GO_ON;
}

int work_do(const struct work *work, const struct work_args *args, bool *interrupted)
{
    struct session session = {
        .work = work, .live = isatty(STDERR_FILENO), .started_us = clock_us()};
    int all;

    session.begun_with = work->done(work->context, &all);
    int status = GO_ON;

    if (args->queue)
        status = do_by_queue(&session, args);
    else if (!is_done(work))
        status = do_here(&session, args);
    *interrupted = !is_done(work);
    return status;
}
