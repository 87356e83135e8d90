/* job_tournament.h - the games of a tournament as jobs. */
#ifndef TABLIER_LAB_JOB_TOURNAMENT_H
#define TABLIER_LAB_JOB_TOURNAMENT_H

#include "lab/job.h"
#include "match/contestant_pool.h"
#include "match/tournament.h"

/* What all games have in common, as the head of their jobs: `texts` are the specifications of the
 * entrants as they were given. The caller frees it; NULL if memory runs out. */
char *tournament_head(const struct match_plan *plan, const char *const *texts, int count);

/* One game, as an item of a job. */
void tournament_item(const struct meeting *meeting, const struct opening *opening, FILE *out);

/* A finished game. */
struct tournament_game {
    const char *record; /* a line of JSON */
    size_t length;
    int culprit; /* the seat that is at fault, -1 if none is; and what it did: */
    enum finish finish;
    struct fault_words fault;
};

/* Takes the next game off a result; false if it has none, or is damaged. */
bool tournament_next(const char **result, struct tournament_game *game);

#endif
