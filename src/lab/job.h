/*
 * job.h - a piece of work: some games of an experiment or a tournament, some positions, some
 * records. A job is described by text alone, and what comes of it is bytes alone, so that it does
 * not matter who does it, where, or how often. Every kind of work goes through here, whether it is
 * done by threads of this process (runner.h) or by workers on other machines (job_queue.h).
 */
#ifndef TABLIER_LAB_JOB_H
#define TABLIER_LAB_JOB_H

#include <stdio.h>

#include "core/position.h"
#include "core/text.h"

enum { JOB_COUNT_MAX = 10000 };

/* A job by its numbers: how its work knows it. */
struct lab_range {
    int cell, first, count;
};

struct job_type;

struct job {
    const struct job_type *type;
    uint64_t fingerprint; /* of the rules and the search, where the job was made */
    char *head;           /* what it has in common with the other jobs of its work */
    char *items;          /* what it alone has; "" where its numbers say all */
    int first, count;
};

/* A type of job. An executor context runs the jobs that have one head, in sequence; each thread has
 * its own. */
struct job_type {
    const char *name;

    /* Creates an executor context; dialogue with other programs is written to `log`, unless NULL.
     */
    int (*open)(const char *head, FILE *log, void **context, struct tb_error *error);
    /* A checksum that differs between programs with different results. */
    int (*fingerprint)(void *context, const struct job *job, uint64_t *sum, struct tb_error *error);
    /* Writes the result: the same bytes whenever it is done, but for what measures time. */
    int (*run)(void *context, const struct job *job, FILE *out, struct tb_error *error);
    /* From any thread: the job at hand and all later ones end soon, with TB_ERR_STOPPED. */
    void (*stop)(void *context);
    void (*close)(void *context);
};

extern const struct job_type games_job_type;      /* of an experiment: job_games.c */
extern const struct job_type tournament_job_type; /* job_tournament.c */
extern const struct job_type selfplay_job_type;   /* job_selfplay.c */
extern const struct job_type puzzles_job_type;    /* job_puzzles.c */
extern const struct job_type review_job_type;     /* job_review.c */

void job_release(struct job *job);

/* The job as text, which the caller frees; NULL if memory runs out. */
char *job_write(const struct job *job);
/* Fails with TB_ERR_SETUP if another version of the program made it. */
int job_read(struct job *job, const char *text, struct tb_error *error);

/* ---- Doing them --------------------------------------------------------------------------- */

/* Does jobs of any kind, in one thread. */
struct job_executor;

struct job_executor *job_executor_new(FILE *log); /* NULL if memory runs out */
void job_executor_free(struct job_executor *executor);

/* Does a job. The caller frees *result, behind whose `size` bytes there is a zero. TB_ERR_STOPPED
 * after job_executor_stop(); TB_ERR_SETUP if this program would give another result than the one
 * that made the job. */
int job_executor_run(struct job_executor *executor, const struct job *job, char **result,
                     size_t *size, struct tb_error *error);
/* From any thread: the job at hand and all later ones end soon. */
void job_executor_stop(struct job_executor *executor);

/* ---- What commands want done -------------------------------------------------------------- */

/* The jobs of a command. Its functions are called by one thread at a time. */
struct work {
    const struct job_type *type;
    const char *unit; /* what is counted: "games" */
    uint64_t key;     /* equal work, equal keys: made from all that decides the results */

    /* The jobs that can be done now and are not, from malloc(), of up to `batch` each. */
    int (*missing)(void *context, int batch, struct lab_range **ranges, int *count,
                   struct tb_error *error);
    /* Fills in all but the kind. */
    int (*describe)(void *context, const struct lab_range *range, struct job *job,
                    struct tb_error *error);
    /* Stores a result, in any order; a duplicate is not counted twice. */
    int (*take)(void *context, const struct lab_range *range, const char *result, size_t size,
                int64_t us, struct tb_error *error);
    /* How much is done, and of how much; equal: nothing more is wanted. */
    int (*done)(void *context, int *all);
    /* Adds the results so far to the progress line; NULL: nothing. */
    void (*progress)(void *context, struct text *out);
    void *context;
};

/* Adds a range to a list that grows; false if memory runs out. */
bool range_add(struct lab_range **ranges, int *count, size_t *capacity, struct lab_range range);

#endif
