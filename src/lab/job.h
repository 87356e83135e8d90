/*
 * job.h - a unit of work: some games of an experiment or a tournament, some positions, some
 * records.
 *
 * A job is text, and so is its result, so it does not matter which process runs it, where, or how
 * often. All work of the commands is cut into jobs, which are run by threads of this process
 * (runner.h) or by workers on other machines (job_queue.h).
 */
#ifndef TABLIER_LAB_JOB_H
#define TABLIER_LAB_JOB_H

#include <stdatomic.h>
#include <stdio.h>

#include "core/position.h"
#include "core/text.h"

enum { JOB_COUNT_MAX = 10000 };

/* The items that a job is about. */
struct lab_range {
    int cell, first, count;
};

struct job_type;

struct job {
    const struct job_type *type;
    uint64_t fingerprint; /* of the rules and the search, where the job was made */
    char *head;           /* common to all jobs of its work */
    char *items;          /* its own part; "" if the numbers suffice */
    int first, count;
};

/* The beginning of an executor context, which runs the jobs that have one head, in sequence. Each
 * thread has its own. */
struct job_context {
    uint64_t fingerprint; /* differs between programs with different results */
    atomic_bool stopped;
};

/* A type of job. Its contexts begin with a struct job_context. */
struct job_type {
    const char *name;

    /* Creates a context; dialogue with other programs is written to `log`, unless NULL. */
    int (*open)(const char *head, FILE *log, void **context, struct tb_error *error);
    /* Sets the fingerprint for this job; NULL: open() did. */
    int (*fingerprint)(void *context, const struct job *job, struct tb_error *error);
    /* Writes the result: the same bytes each time, except for measurements of time. */
    int (*run)(void *context, const struct job *job, FILE *out, struct tb_error *error);
    /* Called from any thread when `stopped` has been set: the current job and all later ones end
     * soon, with TB_ERR_STOPPED. NULL: run() looks at `stopped`. */
    void (*stop)(void *context);
    void (*close)(void *context);
};

bool job_is_stopped(void *context);
int job_malformed(struct tb_error *error);

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

/* ---- Running jobs ------------------------------------------------------------------------- */

/* Runs jobs of any type, in one thread. */
struct job_executor;

struct job_executor *job_executor_new(FILE *log); /* NULL if memory runs out */
void job_executor_free(struct job_executor *executor);

/* Runs a job. The caller frees *result, which has a zero after its `size` bytes. TB_ERR_STOPPED
 * after job_executor_stop(); TB_ERR_SETUP if this program would give another result than the one
 * that made the job. */
int job_executor_run(struct job_executor *executor, const struct job *job, char **result,
                     size_t *size, struct tb_error *error);
/* From any thread: the current job and all later ones end soon. */
void job_executor_stop(struct job_executor *executor);

/* ---- Work --------------------------------------------------------------------------------- */

/* The jobs of a command. Its functions are called by one thread at a time. */
struct work {
    const struct job_type *type;
    const char *unit; /* what is counted: "games" */
    uint64_t key;     /* equal work, equal keys: made from all that decides the results */

    /* Lists the work that can be done now and is not, as ranges of up to `batch` items. *ranges
     * comes from malloc(). */
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

/* Lists the items from `first` to before `until` of each cell that has() denies, in ranges of up to
 * `batch` items; all cells advance together. For missing(). */
int ranges_missing(int cells, int first, int until, int batch,
                   bool (*has)(const void *context, int cell, int item), const void *context,
                   struct lab_range **ranges, int *count, struct tb_error *error);

/* Fills in a job from its parts; `items` may be NULL. For describe(). */
int job_fill(struct job *job, const struct lab_range *range, uint64_t fingerprint, const char *head,
             const char *items, struct tb_error *error);

#endif
