/*
 * themes.h - themes of puzzles: each game's list, and their detection.
 */
#ifndef TABLIER_CORE_THEMES_H
#define TABLIER_CORE_THEMES_H

#include "core/game.h"

struct theme {
    const char *name; /* lower case, one word */
    const char *text; /* English, to be translated */
    bool plain;       /* too common to make an immediate win a puzzle */
};

struct themes {
    const struct theme *list; /* up to 32; ends with a NULL name */

    /* The themes that a legal move shows: bit i for list[i]. */
    unsigned (*of_move)(const void *state, tb_move move);

    /* Returns the number of moves that a player still needs to win if no other player moves, in
     * games where that is quick to count. NULL: it is not. */
    int (*needs)(const void *state, int player);
};

/* The game's needs(), or NULL. */
static inline int (*game_needs(const struct tb_game *game))(const void *state, int player)
{
    return game->themes ? game->themes->needs : NULL;
}

/* The game's list, or an empty one. */
const struct theme *game_themes(const struct tb_game *game);

#endif
