/*
 * crew.h - the contestants that one thread keeps ready, and the games between them. A contestant
 * stays from game to game, as long as the next game has the same one.
 */
#ifndef TABLIER_MATCH_CREW_H
#define TABLIER_MATCH_CREW_H

#include <pthread.h>

#include "match/bout.h"

/* What the games of a match have in common. */
struct crew_plan {
    struct contestant_terms terms;
    struct bout_limits limits;
    const struct contestant_spec *specs; /* that fixtures name */
    const struct schedule *schedule;
    uint64_t seed;
};

struct crew {
    const struct crew_plan *plan;
    int specs[CONTESTANTS_MAX]; /* of the contestants that are there */
    struct engine *judge;       /* for proofs; NULL: none is wanted */

    pthread_mutex_t lock; /* held to touch what follows from outside, or to change it */
    struct contestant *contestants[CONTESTANTS_MAX][TB_PLAYERS_MAX]; /* by instance */
    bool stopped;
};

/* Makes the contestants of the first specifications. The plan must stay. False if memory or pipes
 * run out; crew_close() must follow all the same. */
bool crew_open(struct crew *crew, const struct crew_plan *plan);
void crew_close(struct crew *crew);

/* Plays the game of bout->fixture; the rest of *bout is zero-initialised. */
void crew_play(struct crew *crew, const struct opening *opening, struct bout *bout);
/* Ends programs politely, until they are needed again. */
void crew_halt(struct crew *crew);
/* From any thread: the current game and all later ones end soon, with FINISH_STOPPED. */
void crew_stop(struct crew *crew);

#endif
