/*
 * test_multiplayer.c - the search with three or more sides: max^n, and the multiplayer model of
 * MCTS.
 */
#include "test.h"
#include "thinking.h"

#include <math.h>

#include "core/advice.h"
#include "games/dorix/dorix.h"
#include "search/multiplayer.h"

/* ---- max^n ----------------------------------------------------------------------------------- */

/* A game that can be seen to its end needs no time beyond that. */
static void maxn_ends_with_the_game(void **state)
{
    struct engine *engine =
        new_engine("tictacdoh players=3 stash=1", (struct engine_options){.kind = ENGINE_MAXN});
    struct tb_position position;
    struct search_info info;
    struct rng rng = {6};

    (void)state;
    while (!random_position(&position, "tictacdoh players=3 stash=1", 1, &rng)) {
    }
    struct search_task task = task_for(&position, (struct search_limits){.time_ms = 60000});

    engine_think(engine, &task, &info);
    assert_true(info.depth <= 3);
    engine_free(engine);
}

/* Outcomes as a set: bit 0 a draw, bit 1 + p a win of player p. */
static int worth(int outcome, int player)
{
    return outcome == 0 ? 0 : outcome == 1 + player ? 1 : -1;
}

/* Everything that max^n can arrive at, however the players choose among moves that are equal to
 * them: a move to o may be chosen if no other move is better even at its worst. */
static unsigned slow_maxn(const struct tb_game *game, const struct tb_state *state)
{
    struct tb_result result = game->result(state);
    int player = game->turn(state), least = -1;
    unsigned all = 0, chosen = 0;
    tb_move moves[TB_MOVES_MAX];

    if (result.over)
        return result.winners ? 2u << __builtin_ctz(result.winners) : 1u;
    int count = game->moves(state, moves);

    for (int i = 0; i < count; i++) {
        struct tb_state next = *state;
        int worst = 1;

        game->play(&next, moves[i]);
        unsigned set = slow_maxn(game, &next);

        for (int o = 0; o <= TB_PLAYERS_MAX; o++)
            if (set & 1u << o && worth(o, player) < worst)
                worst = worth(o, player);
        least = worst > least ? worst : least;
        all |= set;
    }
    for (int o = 0; o <= TB_PLAYERS_MAX; o++)
        if (all & 1u << o && worth(o, player) >= least)
            chosen |= 1u << o;
    return chosen;
}

/* What max^n says of the last plies of a game is one of the things it can arrive at. */
static void maxn_agrees_with_a_slow_reference(void **state)
{
    static const char *const setups[] = {"tictacdoh players=3", "tictacdoh players=4"};
    struct rng rng = {8};
    int decided = 0;

    (void)state;
    for (int i = 0; i < 120; i++) {
        struct engine *engine =
            new_engine(setups[i % 2], (struct engine_options){.kind = ENGINE_MAXN, .table_mb = 1});
        struct tb_position position;
        struct search_info info;

        while (!random_position(&position, setups[i % 2], 11, &rng)) {
        }
        const struct tb_game *game = position.setup.game;
        struct search_task task = task_for(&position, (struct search_limits){.depth = 4});

        engine_think(engine, &task, &info);
        double score = info.lines[0].score;
        int value = score > 0.9 ? 1 : score < -0.9 ? -1 : 0;
        unsigned set = slow_maxn(game, &position.state);
        bool found = false;

        for (int o = 0; o <= TB_PLAYERS_MAX; o++)
            found = found || (set & 1u << o && worth(o, game->turn(&position.state)) == value);
        assert_true(found);
        decided += value != 0;
        engine_free(engine);
    }
    assert_true(decided > 20);
}

/* Positions that several orders of moves, or reflections, lead to are searched once. */
static void maxn_searches_a_position_once(void **state)
{
    struct engine *engine =
        new_engine("tictacdoh players=3", (struct engine_options){.kind = ENGINE_MAXN});
    struct tb_position position;
    struct search_info info;
    struct rng rng = {6};

    (void)state;
    assert_true(random_position(&position, "tictacdoh players=3", 0, &rng));
    struct search_task task = task_for(&position, (struct search_limits){.nodes = 400000});

    engine_think(engine, &task, &info);
    assert_true(info.depth >= 8); /* 5 without a table of values */
    engine_free(engine);
}

/* ---- The multiplayer model ------------------------------------------------------------------- */

/* A level's best move and what it thinks of it, in one number, with or without the multiplayer
 * model. */
static double score_with_many_sides(const struct tb_position *position, bool told, int level)
{
    struct tb_setup setup = position->setup;
    struct tb_game game = *setup.game;
    struct advice advice = *game.advice;
    struct search_task task = task_for(position, (struct search_limits){.nodes = 600});
    struct engine_options options = {
        .kind = ENGINE_MCTS, .level = level, .seed = 3, .untimed = true};

    if (!told)
        advice.multiplayer = NULL;
    game.advice = &advice;
    setup.game = task.game = &game;
    struct engine *engine = engine_new(&setup, &options, NULL);

    assert_non_null(engine);
    struct search_info info;

    engine_think(engine, &task, &info);
    engine_free(engine);
    return info.lines[0].score + (double)info.lines[0].pv[0];
}

/* With three or more sides levels 1 to 5, which err on purpose, play as they always did: reports
 * rest on their games. The others use what was fitted to such games. */
static void weak_levels_ignore_the_multiplayer_model(void **state)
{
    static const char *const games[] = {"quoridor players=4", "dorix players=3"};
    struct rng rng = {31};

    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        int changed = 0;

        for (int n = 0; n < 12; n++) {
            struct tb_position position;
            int level = 1 + n % 5;

            while (!random_position(&position, games[g], 6 + n, &rng)) {
            }
            assert_true(score_with_many_sides(&position, true, level) ==
                        score_with_many_sides(&position, false, level));
            changed += score_with_many_sides(&position, true, 6) !=
                       score_with_many_sides(&position, false, 6);
        }
        assert_true(changed > 0);
    }
}

/* Of the moves of Dorix those that put a pawn back where it was lifted. */
static int moves_back(const void *state, tb_move *out)
{
    int count = tb_game_find("dorix")->moves(state, out), kept = 0;

    for (int i = 0; i < count; i++)
        if (dorix_move_lift(out[i]) == dorix_move_place(out[i]))
            out[kept++] = out[i];
    return kept;
}

/* Three players who can only repeat the position, and are told that all stand alike: each may
 * expect a third of a win, drawn or not. */
static void a_draw_is_shared(void **state)
{
    static const int16_t none[MULTIPLAYER_TERMS > MULTIPLAYER_MOVE_TERMS ? MULTIPLAYER_TERMS
                                                                         : MULTIPLAYER_MOVE_TERMS];
    struct tb_setup setup = test_setup("dorix players=3");
    struct tb_game game = *setup.game;
    struct advice advice = *game.advice;
    struct multiplayer_model multiplayer = *advice.multiplayer;
    struct tb_state start = {{0}};
    struct search_info info;

    (void)state;
    assert_int_equal(game.position_parse(&setup,
                                         "a1:111111111111,c1:222222222222,a3:333333333333 "
                                         "0/0/0 1",
                                         &start, NULL),
                     0);
    multiplayer.weights = multiplayer.move_weights = none;
    advice.multiplayer = &multiplayer;
    game.advice = &advice;
    game.moves = moves_back;
    setup.game = &game;
    struct search_task task = {.game = &game, .state = &start, .limits = {.nodes = 200}};
    struct engine *engine =
        engine_new(&setup, &(struct engine_options){.kind = ENGINE_MCTS, .no_net = true}, NULL);

    assert_non_null(engine);
    engine_think(engine, &task, &info);
    assert_true(fabs(info.lines[0].score + 1.0 / 3) < 1e-6);
    engine_free(engine);
}

/* 2^(points / 256), also far out. */
static void weights_of_the_multiplayer_model(void **state)
{
    (void)state;
    assert_true(multiplayer_weight(0) == 1);
    for (int points = -20000; points < 20000; points += 7) {
        double truth = exp2(fmax(-60, fmin(60, points / 256.0)));

        assert_true(fabs(multiplayer_weight(points) / truth - 1) < 1e-6);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maxn_ends_with_the_game),
        cmocka_unit_test(maxn_agrees_with_a_slow_reference),
        cmocka_unit_test(maxn_searches_a_position_once),
        cmocka_unit_test(weak_levels_ignore_the_multiplayer_model),
        cmocka_unit_test(a_draw_is_shared),
        cmocka_unit_test(weights_of_the_multiplayer_model),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
