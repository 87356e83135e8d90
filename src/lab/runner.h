/*
 * runner.h - does work on this machine, in several threads. The caller's thread receives each job
 * as it ends.
 */
#ifndef TABLIER_LAB_RUNNER_H
#define TABLIER_LAB_RUNNER_H

#include "lab/job.h"

struct run_plan {
    const struct work *work;
    int threads;
    FILE *log; /* for the dialogue with other programs; may be NULL */

    /* Called in the thread of lab_run() several times a second; false ends the run, and jobs that
     * are not done by then are dropped. */
    bool (*tick)(void *context);
    void *context;
};

/* Does everything that is missing, and what is missing then, until nothing is. A job that fails, or
 * a result that cannot be kept, ends the run with its error. */
int lab_run(const struct run_plan *plan, struct tb_error *error);

#endif
