/* level.h - the levels of play, and the choice that a weak level makes. */
#ifndef TABLIER_SEARCH_LEVEL_H
#define TABLIER_SEARCH_LEVEL_H

#include "search/search.h"

struct job;

/* Lines that a level with a move margin looks at. */
enum { LEVEL_LINES = 12 };

/* In options: a model of a player who knows only the rules, to measure level 0 against. It plays at
 * random, but avoids moves that lose at once, and finds 70 % of its immediate wins. */
enum { LEVEL_NOVICE = -2 };

/* The number of the last level that there is with this setup: the program at its best, or perfect play. */
int level_last(const struct tb_setup *setup);

/* The level as in options, or the last one if it is beyond that. */
int level_clamp(const struct tb_setup *setup, int level);

/* The row of a level as in options: the game's own or the general one. A level beyond the last is
 * the last one. */
const struct level *level_find(const struct tb_setup *setup, int level);

/* The game's personality with this name; NULL if there is none. */
const struct personality *personality_find(const struct tb_game *game, const char *name);

/* Returns the node limit of a level, with or without a network; 0: none. */
int level_nodes(const struct level *level, bool network);

/* Returns the error of the evaluation of a level, in hundredths of evaluate_scale. */
int level_noise(const struct level *level, int sides);

/* True if several threads may search. With a node limit, results must be reproducible, which needs
 * a single thread. NULL: no level at all. */
bool level_parallel(const struct level *level);

/* The move that a level plays, given the best lines that it saw, with this much more per cent of its
 * moves without thought; sides: of the game. */
tb_move level_choose(const struct level *level, const struct job *job, const struct search_info *info,
                     int careless, int sides);

#endif
