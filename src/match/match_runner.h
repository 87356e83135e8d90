/*
 * match_runner.h - a whole match: worker threads that play the games of a schedule, and
 * the caller's thread, which receives each game as it ends.
 *
 * A game depends on its pairing and the seed alone, not on which
 * thread plays it or when: with limits that do not depend on time, a match gives
 * the same games whatever the concurrency.
 */
#ifndef TABLIER_MATCH_RUNNER_H
#define TABLIER_MATCH_RUNNER_H

#include "match/contestant_pool.h"

struct runner_plan {
    struct match_plan match;
    const struct opening_list *openings;
    int games, concurrency; /* the first games of the schedule */

    /* Both are called in the thread of match_runner_run() and end the match by returning
     * false. A finished game is the callee's only during the call. */
    bool (*finished)(void *context, const struct match_game *game);
    bool (*tick)(void *context); /* several times a second */
    void *context;
};

/* Plays until all games are played or the match is ended; games that are not
 * over by then are dropped. */
int match_runner_run(const struct runner_plan *plan, struct tb_error *error);

#endif
