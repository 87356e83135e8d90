/*
 * measure.h - statistics of games. Games come as records, from an experiment or from anywhere else:
 * statistics about data that a record lacks, such as evaluations, leave that record out.
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

/* True if the record has the setup and the match rules of these games. */
bool measures_fit(const struct measures *measures, const struct record *record);
const struct tb_setup *measures_setup(const struct measures *measures);
struct match_rules measures_rules(const struct measures *measures);

/* Names a player, before any game is added: statistics list the players in the order of these
 * calls, then those who were not named in the order in which they first play. */
void measures_expect(struct measures *measures, const char *name);

/* Adds a finished game. TB_ERR_RECORD, and nothing is added, if the game is not over. */
int measures_add(struct measures *measures, const struct record *record, struct tb_error *error);

/* Adds all that was measured to the list; more games may be added afterwards. */
void measures_statistics(struct measures *measures, struct statistics *out);

#endif
