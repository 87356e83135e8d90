/* gather.h - makes a report of the games of an experiment, or of records from anywhere. */
#ifndef TABLIER_LAB_GATHER_H
#define TABLIER_LAB_GATHER_H

#include "core/record.h"
#include "lab/experiment.h"
#include "lab/report.h"

/* Measures all games that have been played. The report is released by report_release(). */
int gather_experiment(const struct experiment *experiment, struct report *report,
                      struct tb_error *error);

/* Measures records one by one. Those of other options, player counts or rules of the match make
 * a cell of their own. */
struct gatherer;

struct gatherer *gatherer_new(void); /* NULL if memory runs out */
void gatherer_free(struct gatherer *gatherer);
/* TB_ERR_SETUP: the record is of another game than those before. TB_ERR_RECORD: the game is not
 * over, and is not counted. */
int gatherer_add(struct gatherer *gatherer, const struct record *record, struct tb_error *error);
int gatherer_report(struct gatherer *gatherer, struct report *report, struct tb_error *error);

#endif
