/* job_queue_worker.h - runs the jobs of a queue in several threads. */
#ifndef TABLIER_LAB_JOB_QUEUE_WORKER_H
#define TABLIER_LAB_JOB_QUEUE_WORKER_H

#include "core/position.h"

enum { WORKER_THREADS_MAX = 256 };

struct worker_options {
    const char *queue; /* address of the database */
    int threads;       /* 1 to WORKER_THREADS_MAX */
    int lease;         /* seconds until an unrenewed job is released */
    bool once;         /* end when there is no job left */
    bool (*stop)(void); /* asked several times a second; true ends the work */
};

/* Runs jobs until told to stop, or until there are none left. *jobs: how many of its results
 * counted, even after an error. */
int queue_worker_run(const struct worker_options *options, int *jobs, struct tb_error *error);

#endif
