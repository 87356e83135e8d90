/*
 * job_queue.h - jobs in a PostgreSQL database, where any number of workers take them.
 *
 * A job is claimed with a lease, which its worker renews; if the worker dies, the lease ends and
 * another worker may claim the job. A result is stored and its job completed by one statement,
 * which does nothing if another worker holds the lease: so a job counts once. The
 * submitter collects results and removes them; it recognises one that it collected before a crash
 * by its numbers.
 *
 * Commits do not wait for the disk of the database. Jobs that it loses when its machine fails are
 * submitted and run again; a result is removed only after the submitter has stored it.
 *
 * A connection that fails is TB_ERR_SYSTEM; job_queue_reconnect() makes a new one.
 */
#ifndef TABLIER_LAB_JOB_QUEUE_H
#define TABLIER_LAB_JOB_QUEUE_H

#include "lab/job.h"

enum { WORKER_TEXT = 96, QUEUE_KEY_TEXT = 24 };

struct job_queue;

bool job_queue_is_address(const char *text);

/* Connects, and makes the tables if there are none. NULL on failure. */
struct job_queue *job_queue_open(const char *address, struct tb_error *error);
void job_queue_close(struct job_queue *queue);
int job_queue_reconnect(struct job_queue *queue, struct tb_error *error);
/* Lease duration; 30 seconds by default. */
void job_queue_set_lease(struct job_queue *queue, int seconds);

/* ---- Submitting work --------------------------------------------------------------- */

/* A name for all jobs of the work: equal work, equal names. */
void job_queue_key(const struct work *work, char key[QUEUE_KEY_TEXT]);

/* Puts jobs into the queue, all or none; jobs already in it stay as they are. */
int job_queue_submit(struct job_queue *queue, const char *key, const struct work *work,
                     const struct lab_range *ranges, int count, struct tb_error *error);
/* Removes all jobs, including those that a worker has claimed. */
int job_queue_forget(struct job_queue *queue, const char *key, struct tb_error *error);

/* Passes finished results to take() and removes them; stops at the first that take() refuses,
 * which stays. *left: jobs that are still in the queue. */
typedef bool job_queue_taker(void *context, const struct lab_range *range, const char *worker,
                             const char *result, size_t size, int64_t us);
int job_queue_collect(struct job_queue *queue, const char *key, job_queue_taker *take,
                      void *context, int *left, struct tb_error *error);

/* Calls show() for each worker that holds a job, with one of its jobs and how many it holds. */
int job_queue_workers(struct job_queue *queue, const char *key,
                      void (*show)(void *context, const char *worker, const struct lab_range *range,
                                   int jobs),
                      void *context, struct tb_error *error);

/* ---- Workers ------------------------------------------------------------------------------ */

struct queued_job {
    int64_t id;
    struct job job; /* released by the claimer */
};

/* 1 with a job, 0 if there is none now, or negative. TB_ERR_SETUP: there are jobs, but only of
 * other versions of the program. */
int job_queue_claim(struct job_queue *queue, const char *worker, struct queued_job *job,
                    struct tb_error *error);
/* Renews the leases of these jobs. Jobs that were claimed for the worker while its connection
 * failed return to the queue when their lease ends. */
int job_queue_renew(struct job_queue *queue, const char *worker, const int64_t *ids, int count,
                    struct tb_error *error);

struct finished_job {
    int64_t id;
    const char *result;
    size_t size;
    int64_t us;
};

/* Stores the result and claims the next job, unless next is NULL: one round trip instead of two.
 * *counts: the result counts, and the lease was not lost. 1 with a job, 0 without one. */
int job_queue_complete(struct job_queue *queue, const char *worker, const struct finished_job *done,
                       bool *counts, struct queued_job *next, struct tb_error *error);
int job_queue_return(struct job_queue *queue, const char *worker, int64_t id,
                     struct tb_error *error);
/* Returns 1 if no job is waiting or running, 0 if there is one, or negative. */
int job_queue_is_empty(struct job_queue *queue, struct tb_error *error);

#endif
