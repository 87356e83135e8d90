/* work_session.h - has the work of a command done, by threads of this process or by the workers of
 * a queue, with a line on how far it is. */
#ifndef TABLIER_CLI_WORK_SESSION_H
#define TABLIER_CLI_WORK_SESSION_H

#include <limits.h>

#include "lab/job.h"

/* What command lines say about it; 0 or NULL: nothing. */
struct work_args {
    const char *queue;
    uint64_t threads, batch;
    FILE *log;
    bool quiet; /* nothing on standard output */
};

/* What is out of bounds or contradictory in them. */
int work_check(const struct work_args *args, const char *threads_option);

/* Does what is missing. GO_ON also after an interruption: *interrupted says so. */
int work_do(const struct work *work, const struct work_args *args, bool *interrupted);

/* Takes the line on the screen away, before something else is printed. */
void work_hide_progress(void);

/* Where the results for a file wait until all are there: beside it. False if it is no file that
 * can be replaced, but a device or a pipe. */
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
