/* thinking.h - positions and engines for the tests of the search and the solver. */
#ifndef TABLIER_TESTS_THINKING_H
#define TABLIER_TESTS_THINKING_H

#include "search/search.h"

/* Setups to check promises of the search with: every game, with few and many players. */
enum { ALL_GAMES = 9 };
extern const char *const all_games[ALL_GAMES];

/* A position that random play reaches after `plies` moves; false if that ended the game. */
bool random_position(struct tb_position *position, const char *words, int plies, struct rng *rng);
bool random_position_in(struct tb_position *position, const struct tb_setup *setup, int plies,
                        struct rng *rng);

/* An engine for such a game; its table is small unless the options give a size. */
struct engine *new_engine(const char *words, struct engine_options options);

/* A search task for the position with these limits. */
struct search_task task_for(const struct tb_position *position, struct search_limits limits);

/* Lines are legal, differ in their first move, and come best first. */
void check_lines(const struct tb_position *start, const struct search_info *info);

#endif
