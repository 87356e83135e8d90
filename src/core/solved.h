/*
 * solved.h - exact values that a game knows without a search, and their table.
 */
#ifndef TABLIER_CORE_SOLVED_H
#define TABLIER_CORE_SOLVED_H

#include "core/game.h"
#include "core/solved.h"

/* The result of perfect play, for the side to move. */
struct verdict {
    int value; /* 1 a win, 0 a draw, -1 a loss */
    int plies; /* until the game is over with best play on both sides; -1: unknown */
};

struct solved {
    /* The exact value, where it is known at once: from a table, or a race that can be counted
     * out. False where it is not. Never wrong, and cheap: the search asks at every node. */
    bool (*probe)(const void *state, struct verdict *out);
};

/* The game's own answer; false where it has none. */
static inline bool game_probe(const struct tb_game *game, const void *state, struct verdict *out)
{
    return game->solved && game->solved->probe(state, out);
}

#endif
