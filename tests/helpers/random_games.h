/*
 * random_games.h - random games of a game with every set of its options, for tests of what must
 * hold in every position.
 */
#ifndef TABLIER_TESTS_RANDOM_GAMES_H
#define TABLIER_TESTS_RANDOM_GAMES_H

#include "core/game.h"
#include "core/rng.h"
#include "test.h"

enum {
    SCENE_STEP = 6,    /* plies between positions that get the slow checks */
    SCENE_PLIES = 250, /* length limit of a game */
};

/* A position under test, with its legal moves. */
struct scene {
    struct tb_position position;
    tb_move moves[TB_MOVES_MAX];
    int count;
    int ply;
    struct rng rng;
};

/* The start of a game. */
struct scene scene_start(const struct tb_setup *setup, uint64_t seed);

/* True if the position gets the slow checks too: one in SCENE_STEP, the first and the last. */
bool scene_is_chosen(const struct scene *scene);

bool scene_lists(const struct scene *scene, tb_move move);

/* Fails the test, with the position, unless `truth`. `text` is what the check is about. */
void check(const struct scene *scene, bool truth, const char *what);
void check_text(const struct scene *scene, bool truth, const char *what, const char *text);

/* Calls `visit` for every position of random games: about 20 per variant, 200 with THOROUGH in the
 * environment, and at least one per set of options. */
void play_random_games(const struct variant *variant,
                       void (*visit)(struct scene *scene, void *context), void *context);

#endif
