/*
 * retrograde.h - solves every position that can come after a given one, where
 * they all fit in memory: win, draw or loss with the number of plies, by working
 * back from the ends of the game. A position from which neither side can force a win is a draw,
 * even if play could repeat endlessly.
 *
 * Positions are kept up to symmetry, byte by byte, so nothing rests on hashes.
 * With two sides, values are those of the side to move. With more, they tell what
 * one player can do against all others together.
 */
#ifndef TABLIER_SOLVE_RETROGRADE_H
#define TABLIER_SOLVE_RETROGRADE_H

#include "core/solved.h"

struct retrograde;

struct retrograde_task {
    struct tb_setup setup;
    const void *state;
    int player;   /* with more than two sides: the one against the others */
    size_t bytes; /* of memory to use at most */
    /* Receives the number of positions found and, after that, solved from time to time; false ends
     * the work. May be NULL. */
    bool (*report)(void *context, size_t positions, size_t solved);
    void *context;
};

/* Why there is no solution. */
enum retrograde_end { RETROGRADE_DONE, RETROGRADE_TOO_LARGE, RETROGRADE_STOPPED };

/* NULL, with the reason in *end, unless it is done. */
struct retrograde *retrograde_solve(const struct retrograde_task *task, enum retrograde_end *end);
void retrograde_free(struct retrograde *r);

/* How many positions there are, finished ones included. */
size_t retrograde_count(const struct retrograde *r);

/* The value of a position for the side to move, or with more than two sides for
 * `player`; value 0: neither `player` nor the others can force a win. False if the
 * position was not among those that were solved. */
bool retrograde_verdict(const struct retrograde *r, const void *state, struct verdict *out);

#endif
