/* job_review.h - reviews of many records as jobs. */
#ifndef TABLIER_LAB_JOB_REVIEW_H
#define TABLIER_LAB_JOB_REVIEW_H

#include "lab/journal.h"
#include "search/search.h"

/* Records to be reviewed; `results` keeps their order. */
struct review_work {
    struct search_limits limits; /* for each position; all zero: as review.h has it */
    int threads;                 /* of a search */
    const char *lang;            /* of the comments */
    char **records;              /* each as a line of JSON without its end, from malloc() */
    int count;
    size_t capacity;

    struct journal journal; /* closed: there is none */
    /* For each record, from malloc(): what is true of the whole game, sentences with tabs between
     * them, then a newline, then the record with its review as a line of JSON. NULL: not yet. */
    char **results;
    int done;
    struct tb_setup setup; /* the last one whose fingerprint is known */
    uint64_t fingerprint;
};

/* Adds a record, before anything else. */
int review_work_add(struct review_work *work, const char *line, struct tb_error *error);
/* Makes room for the results. */
int review_work_begin(struct review_work *work, struct tb_error *error);
/* Stores results in a journal, and resumes from it. */
int review_work_open(struct review_work *work, const char *path, struct tb_error *error);
/* Frees all, and removes the journal once the results are elsewhere. */
void review_work_end(struct review_work *work, bool finished);

struct work review_work(struct review_work *work);

#endif
