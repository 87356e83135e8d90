/*
 * direct.h - proofs without a table: by the rules, the game's own knowledge, and plain search of
 * the last plies, which is faster there than table lookups.
 */
#ifndef TABLIER_SOLVE_DIRECT_H
#define TABLIER_SOLVE_DIRECT_H

#include "core/advice.h"
#include "solve/bounds.h"

enum {
    DIRECT_PLIES = 5, /* most plies that are searched plainly */
    DIRECT_KILLERS = 4,
};

/* One searcher per thread: zero-initialised but for its first fields. */
struct direct {
    const struct tb_game *game;
    bool two_sides; /* exactly two: the side that does not attack defends */
    bool probes;    /* the game's probe() may be used */
    int player;     /* who attacks */
    /* Moves that decided other positions, by the number of plies left, the last one first. */
    tb_move killers[DIRECT_PLIES + 1][DIRECT_KILLERS];
    struct within_memory memory;
};

/* Returns the bounds of a win within `plies` plies; open if nothing is known. */
struct bounds direct_bounds(struct direct *direct, const void *state, int plies);

#endif
