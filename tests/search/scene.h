/*
 * scene.h - a game of a setup that a test plays with random moves, and the setups that
 * test_advice.c and test_verdicts.c run on. TEST_SETUPS replaces these, for a game from outside the
 * tree.
 */
#ifndef TABLIER_TESTS_SCENE_H
#define TABLIER_TESTS_SCENE_H

#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "core/game.h"
#include "test.h"

enum { PLY_CAP = 150 };

/* In Quoridor a distance may be too long by a step: a pawn with one way to go can
 * be caught and jumped. */
static const struct setup {
    const char *words;
    bool jumps;
} setups[] = {
#ifdef TEST_SETUPS
    TEST_SETUPS
#else
    {"dorix", false},
    {"dorix players=3", false},
    {"dorix players=4", false},
    {"orbital", false},
    {"orbital pieces=3 line=row free=empty", false},
    {"orbital reach=line", false},
    {"quoridor", true},
    {"quoridor size=5 walls=2", true},
    {"quoridor size=5 walls=2 turn=barrier", true},
    {"quoridor size=3 walls=2", true},
    {"quoridor players=4", true},
    {"tictacdoh", false},
    {"tictacdoh stash=3", false},
    {"tictacdoh players=3", false},
    {"tictacdoh players=4", false},
#endif
};

struct scene {
    const struct tb_game *game;
    const struct advice *advice;
    bool jumps;
    struct tb_setup setup;
    struct tb_state state;
    tb_move moves[TB_MOVES_MAX];
    int count;
    int sides;
    struct rng rng;
};

static _Noreturn void fail_at(const struct scene *scene, const char *what)
{
    struct tb_position position = {.setup = scene->setup, .state = scene->state};
    char text[TB_POSITION_TEXT];

    tb_position_text(&position, text, sizeof text);
    fail_msg("%s '%s': %s", scene->game->name, text, what);
    abort();
}

static inline void check(const struct scene *scene, bool truth, const char *what)
{
    if (!truth)
        fail_at(scene, what);
}

static inline int side_of(const struct scene *scene, int player)
{
    return scene->game->side ? scene->game->side(&scene->state, player) : player;
}

static inline void scene_init(struct scene *scene, const struct setup *setup)
{
    unsigned sides = 0;

    memset(scene, 0, sizeof *scene);
    scene->setup = test_setup(setup->words);
    scene->jumps = setup->jumps;
    scene->game = scene->setup.game;
    scene->advice = game_advice(scene->game);
    scene->game->init(&scene->setup, &scene->state);
    for (int p = 0; p < scene->setup.players; p++)
        sides |= 1u << side_of(scene, p);
    scene->sides = __builtin_popcount(sides);
    scene->rng.state = 1;
}

static inline void scene_restart(struct scene *scene)
{
    memset(&scene->state, 0, sizeof scene->state);
    scene->game->init(&scene->setup, &scene->state);
    scene->count = scene->game->moves(&scene->state, scene->moves);
}

/* Plays a random move; false at the end of the game. */
static inline bool scene_advance(struct scene *scene)
{
    scene->game->play(&scene->state,
                      scene->moves[rng_below(&scene->rng, (uint32_t)scene->count)]);
    scene->count = scene->game->moves(&scene->state, scene->moves);
    return scene->count > 0;
}

/* Adds a test of this kind for every setup; returns the new count. */
static inline int scene_tests(struct CMUnitTest *tests, int count, const char *kind,
                              CMUnitTestFunction test)
{
    enum { SETUPS = sizeof setups / sizeof *setups, KINDS_MAX = 2 };
    static char names[KINDS_MAX * SETUPS][64];

    for (int i = 0; i < SETUPS; i++) {
        char *name = names[count];

        strcat(strcat(strcpy(name, kind), "-"), setups[i].words);
        for (char *c = name; *c; c++)
            *c = *c == ' ' || *c == '=' ? '-' : *c;
        tests[count++] = (struct CMUnitTest){
            .name = name, .test_func = test, .initial_state = (void *)(uintptr_t)&setups[i]};
    }
    return count;
}

#endif
