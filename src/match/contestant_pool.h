/*
 * contestant_pool.h - the contestants that one thread keeps ready, and the games between them. A
 * contestant stays from game to game, as long as the next game has the same one.
 */
#ifndef TABLIER_MATCH_CONTESTANT_POOL_H
#define TABLIER_MATCH_CONTESTANT_POOL_H

#include <pthread.h>

#include "match/match_game.h"

/* What the games of a match have in common. */
struct match_plan {
    struct contestant_terms terms;
    struct match_limits limits;
    const struct contestant_spec *specs; /* that pairings name */
    const struct schedule *schedule;
    uint64_t seed;
};

struct contestant_pool {
    const struct match_plan *plan;
    int specs[CONTESTANTS_MAX]; /* of the contestants that are there */
    struct engine *judge;       /* for proofs; NULL: none is wanted */

    pthread_mutex_t lock; /* held to touch what follows from outside, or to change it */
    struct contestant *contestants[CONTESTANTS_MAX][TB_PLAYERS_MAX]; /* by instance */
    bool stopped;
};

/* Makes the contestants of the first specifications. The plan must stay. False if memory or pipes
 * run out; contestant_pool_close() must follow all the same. */
bool contestant_pool_open(struct contestant_pool *pool, const struct match_plan *plan);
void contestant_pool_close(struct contestant_pool *pool);

/* Plays the game of game->pairing; the rest of *game is zero-initialised. */
void contestant_pool_play(struct contestant_pool *pool, const struct opening *opening,
                          struct match_game *game);
/* From any thread: the current game and all later ones end soon, with FINISH_STOPPED. */
void contestant_pool_stop(struct contestant_pool *pool);

#endif
