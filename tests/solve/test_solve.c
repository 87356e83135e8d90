/* test_solve.c - the solvers, held against plain minimax and against each other. */
#include <stdlib.h>

#include "solving.h"
#include "test.h"
#include "thinking.h"

#include "core/advice.h"
#include "core/canonical.h"
#include "solve/retrograde.h"
#include "solve/solve.h"

/* ---- Plain minimax ------------------------------------------------------------------ */

static bool same_side(const struct tb_game *game, const void *state, int a, int b)
{
    return game->side ? game->side(state, a) == game->side(state, b) : a == b;
}

/* True if the player's side can force a win within `plies` plies. */
static bool wins_within(const struct tb_game *game, const struct tb_state *state, int player,
                        int plies)
{
    struct tb_result result = game->result(state);
    tb_move moves[TB_MOVES_MAX];

    if (result.over)
        return result.winners >> player & 1;
    if (plies == 0)
        return false;
    bool attacking = same_side(game, state, game->turn(state), player);
    int count = game->moves(state, moves);

    for (int i = 0; i < count; i++) {
        struct tb_state next = *state;

        game->play(&next, moves[i]);
        if (wins_within(game, &next, player, plies - 1) == attacking)
            return attacking;
    }
    return !attacking;
}

/* The most plies for which minimax looks at no more than `limit` positions. */
static int affordable_plies(const struct tb_game *game, const struct tb_state *state,
                            uint64_t limit)
{
    int plies = 1;

    while (plies < 12 && game_perft(game, state, plies + 1) <= limit)
        plies++;
    return plies;
}

/* ---- Proof search against minimax -------------------------------------------------------- */

/* Asks about every player and every number of plies that minimax can afford. */
static void compare_with_minimax(struct dfpn *solver, const struct tb_position *position,
                                 uint64_t limit)
{
    const struct tb_game *game = position->setup.game;
    int most = affordable_plies(game, &position->state, limit);

    for (int player = 0; player < position->setup.players; player++)
        for (int plies = most > 2 ? most - 2 : 0; plies <= most; plies++) {
            bool truth = wins_within(game, &position->state, player, plies);
            struct bounds bounds = ask(solver, &position->state, player, plies);

            assert_true(bounds_settled(&bounds, plies));
            assert_int_equal(bounds_proven(&bounds, plies), truth);
            if (bounds.win < plies)
                assert_true(wins_within(game, &position->state, player, bounds.win));
            if (bounds.hold > plies && bounds.hold <= most)
                assert_false(wins_within(game, &position->state, player, bounds.hold));
        }
}

/* Random positions, each asked of a solver without the tables of solved games and of one
 * that may use all that the game knows. */
static void agree(const char *words, int from, int to, int positions, size_t bytes)
{
    struct tb_setup setup = test_setup(words);
    struct dfpn *plain = new_solver(&setup, (struct dfpn_options){.bytes = bytes,
                                                                  .rules_only = true});
    struct dfpn *knowing = new_solver(&setup, (struct dfpn_options){.bytes = bytes});
    struct rng rng = {2026};

    for (int n = 0; n * TEST_SHARE < positions;) {
        struct tb_position position;

        int plies = from + (int)rng_below(&rng, (uint32_t)(to - from + 1));

        if (!random_position_in(&position, &setup, plies, &rng))
            continue;
        compare_with_minimax(plain, &position, 2000);
        compare_with_minimax(knowing, &position, 2000);
        n++;
    }
    dfpn_free(plain);
    dfpn_free(knowing);
}

static void agrees_in_tictacdoh(void **state)
{
    (void)state;
    agree("tictacdoh", 5, 14, 1000, 0);
    agree("tictacdoh stash=3", 2, 8, 500, 0);
    agree("tictacdoh players=3", 8, 14, 200, 0);
}

static void agrees_in_orbital(void **state)
{
    (void)state;
    agree("orbital", 8, 30, 1000, 0);
    agree("orbital pieces=3 line=row", 5, 18, 300, 0);
    agree("orbital free=empty", 8, 30, 300, 0);
    agree("orbital pieces=3 reach=line", 5, 18, 300, 0);
}

static void agrees_in_quoridor(void **state)
{
    (void)state;
    agree("quoridor size=3", 0, 20, 500, 0);
    agree("quoridor size=5 walls=2", 6, 40, 1000, 0);
    agree("quoridor players=4 size=3", 0, 20, 200, 0);
    agree("quoridor size=5 walls=3 turn=barrier", 6, 40, 200, 0);
}

static void agrees_in_dorix(void **state)
{
    (void)state;
    agree("dorix", 6, 30, 1000, 0);
    agree("dorix players=3", 8, 40, 100, 0);
    agree("dorix players=4", 8, 40, 100, 0);
}

/* What Dorix knows of the last plies, in random positions; counts the answers of each kind. */
static void compare_within(const char *words, int from, int to, int plies, int positions,
                           int count[2])
{
    struct tb_setup setup = test_setup(words);
    const struct advice *advice = game_advice(setup.game);
    struct within_memory memory = {0};
    struct rng rng = {77};

    for (int n = 0; n * TEST_SHARE < positions; n++) {
        struct tb_position position;

        /* A win at once would be all there is to see. */
        do
            while (!random_position_in(
                &position, &setup, from + (int)rng_below(&rng, (uint32_t)(to - from + 1)), &rng))
                continue;
        while (plies > 1 && wins_within(setup.game, &position.state,
                                        setup.game->turn(&position.state), 1));
        for (int player = 0; player < 2; player++) {
            int known = advice->within(&position.state, player, plies, &memory);

            if (known < 0)
                continue;
            count[known]++;
            assert_int_equal(known, wins_within(setup.game, &position.state, player, plies));
        }
    }
}

static void dorix_knows_the_last_plies(void **state)
{
    static const int positions[] = {0, 2000, 2000, 20000, 10000, 10000};
    int count[2] = {0, 0}, share = getenv("THOROUGH") ? 1 : 3;

    (void)state;
    for (int plies = 1; plies <= 5; plies++) {
        compare_within("dorix", 6, 24, plies, positions[plies] / share, count);
        compare_within("dorix", 18, 27, plies, positions[plies] / 2 / share, count);
        /* With few pawns a hand is soon too small for an answer. */
        compare_within("dorix pawns=6", 6, 12, plies, positions[plies] / 10 / share, count);
    }
    assert_true(count[0] * share * TEST_SHARE > 40000);
    assert_true(count[1] * share * TEST_SHARE > 4000);
    /* Beyond, only the bound is left. */
    int before = count[0];

    compare_within("dorix", 1, 9, 6, 400, count);
    assert_true(TEST_SHARE > 1 || count[0] > before + 20);
}

/* Images of a position have one hash, and other positions have others. */
static void dorix_hashes_images_alike(void **state)
{
    struct tb_setup setup = test_setup("dorix");
    const struct tb_game *game = setup.game;
    const struct advice *advice = game_advice(game);
    struct rng rng = {5};

    (void)state;
    for (int n = 0; n < 500; n++) {
        struct tb_position position, other;

        while (!random_position_in(&position, &setup, 1 + (int)rng_below(&rng, 28), &rng) ||
               !random_position_in(&other, &setup, 1 + (int)rng_below(&rng, 28), &rng))
            continue;
        uint64_t set = advice->image_set, hash = advice->image_hash(&position.state);
        bool same = canonical_hash(game, &position.state, 0, set) ==
                    canonical_hash(game, &other.state, 0, set);

        assert_int_equal(hash == advice->image_hash(&other.state), same);
        for (; set; set &= set - 1) {
            struct tb_state image;

            canonical_transform(game, &position.state, __builtin_ctzll(set), &image);
            assert_true(advice->image_hash(&image) == hash);
        }
    }
}

/* A table of a few hundred places forgets nearly everything. */
static void agrees_with_a_tiny_table(void **state)
{
    (void)state;
    agree("tictacdoh", 6, 14, 100, 4096);
    agree("quoridor size=5 walls=2", 10, 40, 100, 4096);
}

static void threads_agree(void **state)
{
    struct tb_setup setup = test_setup("quoridor size=5 walls=1");
    struct tb_position start;

    (void)state;
    tb_position_start(&start, &setup, NULL);
    for (int round = 0; round < 5; round++) {
        struct dfpn *solver = new_solver(&setup, (struct dfpn_options){.threads = 3});

        assert_int_equal(ask(solver, &start.state, 1, 12).win, 12);
        assert_true(ask(solver, &start.state, 1, 11).hold >= 11);
        assert_true(ask(solver, &start.state, 0, 12).hold >= 12);
        dfpn_free(solver);
    }
}

/* ---- Retrograde analysis ----------------------------------------------------------------- */

static struct retrograde *analyse(const struct tb_position *position, int player)
{
    struct retrograde_task task = {
        .setup = position->setup,
        .state = &position->state,
        .player = player,
        .bytes = 512 * (size_t)MEGABYTE,
    };
    enum retrograde_end end;
    struct retrograde *r = retrograde_solve(&task, &end);

    assert_int_equal(end, RETROGRADE_DONE);
    assert_non_null(r);
    return r;
}

/* The value must be what a proof search and, where that is cheap, minimax say. */
static void check_verdict(const struct tb_position *position, const struct verdict *verdict,
                          int viewer, struct dfpn *solver)
{
    const struct tb_game *game = position->setup.game;
    int winner = verdict->value > 0 ? viewer : 1 - viewer;

    if (verdict->value == 0) {
        for (int player = 0; player < 2; player++)
            assert_true(ask(solver, &position->state, player, 14).hold >= 14);
        return;
    }
    assert_int_equal(ask(solver, &position->state, winner, verdict->plies).win, verdict->plies);
    assert_true(ask(solver, &position->state, winner, verdict->plies - 1).hold ==
                verdict->plies - 1);
    if (verdict->plies <= affordable_plies(game, &position->state, 5000)) {
        assert_true(wins_within(game, &position->state, winner, verdict->plies));
        assert_false(wins_within(game, &position->state, winner, verdict->plies - 1));
    }
}

static void retrograde_agrees(const char *words, int plies, int positions)
{
    struct tb_setup setup = test_setup(words);
    struct dfpn *solver = new_solver(&setup, (struct dfpn_options){.rules_only = true});
    struct tb_position position;
    struct rng rng = {7};

    tb_position_start(&position, &setup, NULL);
    struct retrograde *r = analyse(&position, 0);

    for (int n = 0; n < positions;) {
        struct verdict verdict;

        if (!random_position_in(&position, &setup, (int)rng_below(&rng, (uint32_t)plies), &rng))
            continue;
        assert_true(retrograde_verdict(r, &position.state, &verdict));
        check_verdict(&position, &verdict, tb_turn(&position), solver);
        n++;
    }
    retrograde_free(r);
    dfpn_free(solver);
}

static void retrograde_in_quoridor(void **state)
{
    (void)state;
    retrograde_agrees("quoridor size=3 walls=0", 10, 200);
    retrograde_agrees("quoridor size=3 walls=3", 20, 1000);
    retrograde_agrees("quoridor size=3 walls=3 turn=barrier", 20, 300);
    retrograde_agrees("quoridor size=5 walls=1", 30, 300);
}

/* One against three, by minimax. */
static void retrograde_with_four_players_once(void **state)
{
    struct tb_setup setup = test_setup("quoridor players=4 size=3 walls=1");
    struct tb_position position;
    struct rng rng = {11};

    (void)state;
    for (int player = 0; player < 4; player++) {
        tb_position_start(&position, &setup, NULL);
        struct retrograde *r = analyse(&position, player);

        for (int n = 0; n < 200;) {
            struct verdict verdict;

            if (!random_position_in(&position, &setup, 2 + (int)rng_below(&rng, 10), &rng))
                continue;
            assert_true(retrograde_verdict(r, &position.state, &verdict));
            int most = affordable_plies(setup.game, &position.state, 3000);
            bool soon = verdict.value > 0 && verdict.plies <= most;

            assert_int_equal(wins_within(setup.game, &position.state, player, most), soon);
            n++;
        }
        retrograde_free(r);
    }
}

static void retrograde_knows_its_limits(void **state)
{
    struct tb_setup setup = test_setup("quoridor");
    struct tb_position start;
    enum retrograde_end end;

    (void)state;
    tb_position_start(&start, &setup, NULL);
    struct retrograde_task task = {.setup = setup, .state = &start.state, .bytes = MEGABYTE};

    assert_null(retrograde_solve(&task, &end));
    assert_int_equal(end, RETROGRADE_TOO_LARGE);
}

/* ---- Whole games ------------------------------------------------------------------------- */

static struct solution solve_start(const char *words, const char *moves, bool shortest,
                                   size_t retrograde_bytes)
{
    struct tb_position position = test_after(words, moves);
    struct dfpn_options options = {
        .bytes = 64 * MEGABYTE, .origin = &position.state, .rules_only = true};
    struct dfpn *solver = new_solver(&position.setup, options);
    struct solve_task task = {
        .solver = solver,
        .position = &position,
        .player = -1,
        .shortest = shortest,
        .bytes = retrograde_bytes,
    };
    struct solution solution;

    solve(&task, &solution);
    dfpn_free(solver);
    assert_true(solution.answered);
    assert_true(solution.valued);
    return solution;
}

static void small_quoridor_is_lost(void **state)
{
    static const struct {
        const char *words;
        int plies;
    } known[] = {
        {"quoridor size=3 walls=0", 4},  {"quoridor size=3 walls=1", 8},
        {"quoridor size=3 walls=2", 12}, {"quoridor size=3 walls=3", 12},
        {"quoridor size=3 walls=4", 12}, {"quoridor size=5 walls=0", 8},
        {"quoridor size=5 walls=1", 12},
    };

    (void)state;
    for (int i = 0; i < COUNT(known); i++)
        for (int back = 0; back < 2; back++) {
            struct solution solution =
                solve_start(known[i].words, "", true, back ? 128 * (size_t)MEGABYTE : 0);

            assert_int_equal(solution.positions > 0, back);
            assert_int_equal(solution.verdict.value, -1);
            assert_int_equal(solution.verdict.plies, known[i].plies);
        }
}

static void tictacdoh_is_drawn(void **state)
{
    struct solution solution = solve_start("tictacdoh", "", false, 0);

    (void)state;
    assert_int_equal(solution.verdict.value, 0);
    assert_true(solution.chosen);
    solution = solve_start("tictacdoh", "Mc3", true, 0);
    assert_int_equal(solution.verdict.value, 1);
    assert_int_equal(solution.verdict.plies, 5);
}

static void orbital_is_won_once(void **state)
{
    struct solution solution = solve_start("orbital", "", false, 0);

    (void)state;
    assert_int_equal(solution.verdict.value, 1);
    assert_int_equal(solve_start("orbital pieces=3", "", false, 0).verdict.value, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_in_tictacdoh),
        cmocka_unit_test(agrees_in_orbital),
        cmocka_unit_test(agrees_in_quoridor),
        cmocka_unit_test(agrees_in_dorix),
        cmocka_unit_test(dorix_knows_the_last_plies),
        cmocka_unit_test(dorix_hashes_images_alike),
        cmocka_unit_test(agrees_with_a_tiny_table),
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(retrograde_in_quoridor),
        cmocka_unit_test(retrograde_with_four_players_once),
        cmocka_unit_test(retrograde_knows_its_limits),
        cmocka_unit_test(small_quoridor_is_lost),
        cmocka_unit_test(tictacdoh_is_drawn),
        cmocka_unit_test(orbital_is_won_once),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
