/* work_session.h - runs the jobs of a command, by threads of this process or by the workers of a
 * queue, with a progress line. */
#ifndef TABLIER_CLI_WORK_SESSION_H
#define TABLIER_CLI_WORK_SESSION_H

#include <limits.h>

#include "lab/job.h"

/* Its arguments on the command line; 0 or NULL: not given. */
struct work_args {
    const char *queue;
    uint64_t threads, batch;
    FILE *log;
    bool quiet; /* nothing on standard output */
};

/* Reports arguments that are out of range or contradict each other. */
int work_check(const struct work_args *args, const char *threads_option);

/* Does the missing part of the work. GO_ON even after an interruption, which sets *interrupted. */
int work_do(const struct work *work, const struct work_args *args, bool *interrupted);

/* Adds "3:07" or "2:00:00". */
void work_add_duration(struct text *out, double seconds);

/* Erases the progress line, before something else is printed. */
void work_hide_progress(void);

/* Writes the path of the journal that collects the results until the file is complete; it lies
 * beside the file. False if `out` is a device or a pipe, which cannot be replaced. */
bool work_journal_path(const char *out, char path[PATH_MAX]);

/* The rows of an option table for a struct work_args at `member` of `type`. */
#define QUEUE_OPTIONS(type, member)                                                                \
    {"queue", "postgres://...",                                                                    \
     N_("have it done by the workers of this database (tablier worker)"), take_text,               \
     offsetof(type, member.queue)},                                                                \
    {                                                                                              \
        "batch", "N", N_("with --queue, how much makes a job (default: 8)"), take_positive,        \
            offsetof(type, member.batch)                                                           \
    }

#endif
