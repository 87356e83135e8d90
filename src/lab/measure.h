/*
 * measure.h - measures games. Games come as records, from an experiment or from anywhere else:
 * what a record does not say (evaluations, say) is left out of the statistics.
 */
#ifndef TABLIER_LAB_MEASURE_H
#define TABLIER_LAB_MEASURE_H

#include "core/record.h"
#include "lab/statistics.h"

/* Games of one setup under the same rules of the match. */
struct measures;

/* NULL if memory runs out. */
struct measures *measures_new(const struct tb_setup *setup, const struct match_rules *rules);
void measures_free(struct measures *measures);

/* Does the record belong to these games? */
bool measures_fit(const struct measures *measures, const struct record *record);
const struct tb_setup *measures_setup(const struct measures *measures);
struct match_rules measures_rules(const struct measures *measures);

/* Says who will play, one after the other, before any game is added: they are listed in this order,
 * and otherwise in that in which they come. */
void measures_expect(struct measures *measures, const char *name);

/* A game that is not over is counted only as far as it went: TB_ERR_RECORD, nothing is added. */
int measures_add(struct measures *measures, const struct record *record, struct tb_error *error);

/* Adds all that was measured to the list; more games may be added afterwards. */
void measures_statistics(struct measures *measures, struct statistics *out);

#endif
