/*
 * time_management.h - time management.
 *
 * Before a search the time on the clock is divided: a target, and a maximum that even a difficult
 * move must not exceed (search_limits_clock()). During the search, each finished iteration shows
 * how clear the move is: one that has been the best for long and took nearly all of the nodes needs
 * less than the target, one that changes or turns out worse than it seemed needs more. Nothing here
 * looks at a clock.
 */
#ifndef TABLIER_SEARCH_TIME_MANAGEMENT_H
#define TABLIER_SEARCH_TIME_MANAGEMENT_H

#include "search/search.h"

/* The iterations so far. Zero-initialised: none has ended yet. */
struct time_manager {
    int iterations;
    tb_move best;
    int steady;    /* iterations in a row that have not changed the best move */
    double score;  /* of the last one, -1 to 1 */
    double drop;   /* by how much it was worse than the one before */
    double effort; /* the part of its nodes that went into the best move, 0 to 1 */
};

/* Notes the end of an iteration. */
void time_manager_note(struct time_manager *time_manager, tb_move best, double score,
                       double effort);

/* Returns the total time that the search may take, given the iterations so far and the target
 * `aim_ms`. */
int64_t time_manager_allows(const struct time_manager *time_manager, int64_t aim_ms);

#endif
