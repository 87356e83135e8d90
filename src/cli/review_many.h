/* review_many.h - reviews of all records of a file. */
#ifndef TABLIER_CLI_REVIEW_MANY_H
#define TABLIER_CLI_REVIEW_MANY_H

#include "cli/lab/work_session.h"
#include "lab/job_review.h"

struct review_plan {
    const char *out; /* where the records with their reviews go; NULL: what is true of each game is
                        printed alone */
    bool force;
    struct work_args work;
};

/* Reviews the records of *records, which it frees; returns the status to exit with. */
int review_many(const struct review_plan *plan, struct review_work *records);

#endif
