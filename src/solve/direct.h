/*
 * direct.h - what is known of a position without a table: the rules, the game's own
 * knowledge, and plain search of the last plies, which is quicker there than looking
 * positions up.
 */
#ifndef TABLIER_SOLVE_DIRECT_H
#define TABLIER_SOLVE_DIRECT_H

#include "core/game.h"
#include "solve/bounds.h"

enum {
    DIRECT_PLIES = 5,  /* at most so many are searched plainly */
    DIRECT_KILLERS = 4,
};

/* One searcher a thread: all zero but for its first fields. */
struct direct {
    const struct tb_game *game;
    bool two_sides; /* and no more: whoever does not attack defends */
    bool probes;    /* may the game's probe() be asked */
    int player;     /* who attacks */
    /* Moves that decided other positions with so many plies left, the last one first. */
    tb_move killers[DIRECT_PLIES + 1][DIRECT_KILLERS];
};

/* What is known about a win within so many plies; where that is nothing, still open. */
struct bounds direct_bounds(struct direct *direct, const void *state, int plies);

#endif
