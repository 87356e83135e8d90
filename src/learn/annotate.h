/* annotate.h - a review as annotations of a record. */
#ifndef TABLIER_LEARN_ANNOTATE_H
#define TABLIER_LEARN_ANNOTATE_H

#include "core/record.h"
#include "learn/review.h"

/* Writes a summary of the whole match: how well each player played, and which move decided it; one
 * sentence per line. */
void review_summary(const struct review *review, const char *lang, struct text *text);

/* Adds the review of its match to the record: every move gets its evaluation, a mistake a comment
 * and the better line as a variation. Existing annotations stay, except evaluations of the same
 * positions. TB_ERR_RECORD if the review is of another match. */
int review_annotate(const struct review *review, struct record *record, const char *lang,
                    struct tb_error *error);

#endif
