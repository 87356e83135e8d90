/* review_print.h - a review as a table for people and as JSON for programs. */
#ifndef TABLIER_CLI_REVIEW_PRINT_H
#define TABLIER_CLI_REVIEW_PRINT_H

#include "learn/review.h"

void review_print(const struct review *review, const struct tb_match *match, const char *lang);
void review_print_json(const struct review *review);

#endif
