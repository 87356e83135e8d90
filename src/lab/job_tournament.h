/* job_tournament.h - the games of a match or a tournament as jobs. */
#ifndef TABLIER_LAB_JOB_TOURNAMENT_H
#define TABLIER_LAB_JOB_TOURNAMENT_H

#include "lab/job.h"
#include "match/contestant_pool.h"
#include "match/tournament.h"

/* What all games have in common, as the head of their jobs. `texts` are the specifications of the
 * entrants as they were given. The caller frees it; NULL if memory runs out. */
char *tournament_head(const struct match_plan *plan, const char *const *texts, int count);

/* One game, as an item of a job. */
void tournament_item(const struct pairing *pairing, int contestants, const struct opening *opening,
                     FILE *out);

/* Takes the next game off a result: *game without its pairing and its record, which is the first
 * *length bytes of the old *result, as JSON. False if there is none, or the result is damaged. */
bool tournament_next(const char **result, int contestants, struct match_game *game,
                     size_t *length);

#endif
