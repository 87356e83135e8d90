/* lab_session.c - see lab_session.h. */
#include "cli/lab/lab_session.h"

#include <stdlib.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/match/match_report.h"
#include "cli/terminal.h"
#include "core/clock.h"
#include "lab/runner.h"

struct session {
    struct experiment *experiment;
    const struct lab_range *jobs;
    bool live; /* is there somebody to read the progress line? */
    int begun_with;
    int64_t started_us, shown_us;
    struct tb_error error; /* what could not be written */
};

void lab_progress(const struct experiment *experiment, int begun_with, int64_t started_us,
                  struct text *out)
{
    int all = experiment->cell_count * experiment->games, now = experiment->done - begun_with;
    double seconds = (double)(clock_us() - started_us) / 1e6;

    text_add(out, tr("%d of %d games, ", "%d parties sur %d, "), experiment->done, all);
    report_add_duration(out, seconds);
    if (now > 0) {
        text_add(out, "%s", tr(", left: ", ", reste : "));
        report_add_duration(out, seconds / now * (all - experiment->done));
    }
}

static void show_progress(struct session *session)
{
    char line[256];
    struct text text = text_into(line, sizeof line);

    session->shown_us = clock_us();
    lab_progress(session->experiment, session->begun_with, session->started_us, &text);
    fprintf(stderr, "\r%.*s\033[K", terminal_width() - 1, line);
}

static bool finished(void *context, int job, const char *result, int64_t us)
{
    struct session *session = context;

    return experiment_add(session->experiment, &session->jobs[job], result, us, &session->error) ==
           TB_OK;
}

static bool tick(void *context)
{
    struct session *session = context;

    if (session->live && clock_us() - session->shown_us > 200000)
        show_progress(session);
    return !interrupt_pending();
}

int lab_play(struct experiment *experiment, const struct lab_args *args, bool *interrupted)
{
    struct session session = {
        .experiment = experiment,
        .live = isatty(STDERR_FILENO),
        .begun_with = experiment->done,
        .started_us = clock_us(),
    };
    struct lab_range *jobs;
    struct tb_error error;
    int count;

    *interrupted = false;
    if (experiment_missing(experiment, 1, &jobs, &count, &error))
        return failure_of(NULL, &error);
    session.jobs = jobs;
    const struct run_plan plan = {
        .experiment = experiment,
        .jobs = jobs,
        .count = count,
        .threads = args->threads ? (int)args->threads : 1,
        .finished = finished,
        .tick = tick,
        .context = &session,
    };
    int code = lab_run(&plan, &error);

    free(jobs);
    if (session.live)
        fputs("\r\033[K", stderr);
    if (session.error.code)
        return failure_of(NULL, &session.error);
    *interrupted = experiment->done < experiment->cell_count * experiment->games;
    return code ? failure_of(NULL, &error) : GO_ON;
}
