/* job_queue_run.h - has work done by the workers of a queue, and collects the results. */
#ifndef TABLIER_LAB_JOB_QUEUE_RUN_H
#define TABLIER_LAB_JOB_QUEUE_RUN_H

#include "lab/job_queue.h"

enum { WORKERS_MAX = 64 };

/* Jobs that a worker has done. */
struct worker_tally {
    char worker[WORKER_TEXT];
    int jobs;
};

struct queue_run {
    const struct work *work;
    const char *address; /* of the database */
    int batch;           /* units of work per job */
    bool (*tick)(void *context); /* called several times a second; false ends the run */
    void *context;

    /* Set by queue_run(), zero before. */
    struct job_queue *queue;
    char key[QUEUE_KEY_TEXT];
    struct tb_error failed; /* why a result could not be kept */
    struct worker_tally workers[WORKERS_MAX];
    int worker_count;
    int left;  /* jobs that are not done, or not collected */
    bool lost; /* the connection, at the moment */
};

/* Does everything that is missing, until nothing is or the run is ended. */
int queue_run(struct queue_run *run, struct tb_error *error);

#endif
