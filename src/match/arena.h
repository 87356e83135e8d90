/*
 * arena.h - a whole match: worker threads that play the games of a schedule, and
 * the caller's thread, which receives each game as it ends.
 *
 * A game depends on its fixture and the seed alone, not on which
 * thread plays it or when: with limits that do not depend on time, a match gives
 * the same games whatever the concurrency.
 */
#ifndef TABLIER_MATCH_ARENA_H
#define TABLIER_MATCH_ARENA_H

#include "match/crew.h"

struct arena_plan {
    struct crew_plan crew;
    const struct opening_list *openings;
    int games, concurrency; /* the first games of the schedule */

    /* Both are called in the thread of arena_run() and end the match by returning
     * false. A finished game is the callee's only during the call. */
    bool (*finished)(void *context, const struct bout *bout);
    bool (*tick)(void *context); /* several times a second */
    void *context;
};

/* Plays until all games are played or the match is ended; games that are not
 * over by then are dropped. */
int arena_run(const struct arena_plan *plan, struct tb_error *error);

#endif
