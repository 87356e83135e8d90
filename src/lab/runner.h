/*
 * runner.h - does jobs on this machine, in several threads. The caller's thread hears of each
 * job as it ends.
 */
#ifndef TABLIER_LAB_RUNNER_H
#define TABLIER_LAB_RUNNER_H

#include "lab/experiment.h"

struct run_plan {
    const struct experiment *experiment;
    const struct lab_range *jobs;
    int count, threads;

    /* Both are called in the thread of lab_run() and end the run by returning false; jobs that
     * are not done by then are dropped. tick() comes several times a second. */
    bool (*finished)(void *context, int job, const char *result, int64_t us);
    bool (*tick)(void *context);
    void *context;
};

/* A job that fails ends the run with its error. */
int lab_run(const struct run_plan *plan, struct tb_error *error);

#endif
