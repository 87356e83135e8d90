/*
 * test_solve.c - the solvers and the tables of solved games, held against plain
 * minimax; proofs and checkpoints that are whole, damaged or false.
 */
#include "test.h"
#include "thinking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/canonical.h"
#include "core/checksum.h"
#include "games/orbital/orbital_solved.h"
#include "games/tictacdoh/tictacdoh_solved.h"
#include "solve/opening.h"
#include "solve/retrograde.h"
#include "solve/solve.h"

enum { MEGABYTE = 1 << 20 };

/* ---- Plain minimax ------------------------------------------------------------------ */

static bool same_side(const struct tb_game *game, const void *state, int a, int b)
{
    return game->side ? game->side(state, a) == game->side(state, b) : a == b;
}

/* Can the player's side force a win within so many plies? */
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

/* ---- Positions ------------------------------------------------------------------------- */

static struct tb_position position_of(const char *words, const char *moves)
{
    struct tb_setup setup = test_setup(words);
    struct tb_position position;
    struct tb_error error;
    char copy[256], *rest = copy;

    tb_position_start(&position, &setup);
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        tb_move move;

        if (tb_move_parse(&position, word, &move, &error) || tb_play(&position, move, &error))
            fail_msg("%s: %s", word, error.text);
    }
    return position;
}

static struct dfpn *new_solver(const struct tb_setup *setup, struct dfpn_options options)
{
    options.bytes = options.bytes ? options.bytes : 4 * MEGABYTE;
    struct dfpn *solver = dfpn_new(setup, &options);

    assert_non_null(solver);
    return solver;
}

static struct bounds ask(struct dfpn *solver, const void *state, int player, int plies)
{
    struct dfpn_question question = {state, player, plies};

    return dfpn_ask(solver, &question, NULL);
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

/* Random positions, each asked of a solver that knows the rules alone and of one
 * that may use all that the game knows. */
static void agree(const char *words, int from, int to, int positions, size_t bytes)
{
    struct tb_setup setup = test_setup(words);
    struct dfpn *plain = new_solver(&setup, (struct dfpn_options){.bytes = bytes,
                                                                  .rules_only = true});
    struct dfpn *knowing = new_solver(&setup, (struct dfpn_options){.bytes = bytes});
    struct rng rng = {2026};

    for (int n = 0; n < positions;) {
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

/* Positions of whole games at random, up to the last. */
static void wins_at_once_is_exact(void **state)
{
    static const char *const setups[] = {
        "dorix",
        "dorix players=3",
        "dorix players=4",
        "quoridor size=5",
        "quoridor size=3 players=4",
        "orbital",
        "orbital pieces=3 line=row",
        "orbital free=empty",
    };
    struct rng rng = {9};

    (void)state;
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        struct tb_setup setup = test_setup(setups[i]);
        const struct tb_game *game = setup.game;

        for (int n = 0; n < 200; n++) {
            struct tb_position position;

            tb_position_start(&position, &setup);
            for (int ply = 0; ply < 60 && !tb_result(&position).over; ply++) {
                assert_int_equal(game->wins_at_once(&position.state),
                                 wins_within(game, &position.state, tb_turn(&position), 1));
                game_play_random(game, &position.state, &rng);
            }
        }
    }
}

static void escapes_is_exact(void **state)
{
    static const char *const setups[] = {"dorix", "dorix players=4"};
    struct rng rng = {10};
    int lost = 0;

    (void)state;
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        struct tb_setup setup = test_setup(setups[i]);
        const struct tb_game *game = setup.game;

        for (int n = 0; n < 200; n++) {
            struct tb_position position;

            tb_position_start(&position, &setup);
            for (int ply = 0; ply < 60 && !tb_result(&position).over; ply++) {
                int next = (tb_turn(&position) + 1) % setup.players;
                bool escapes = game->escapes(&position.state);

                assert_int_equal(escapes, !wins_within(game, &position.state, next, 2));
                lost += !escapes;
                game_play_random(game, &position.state, &rng);
            }
        }
    }
    assert_true(lost > 0);
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
    tb_position_start(&start, &setup);
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

    tb_position_start(&position, &setup);
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
        tb_position_start(&position, &setup);
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
    tb_position_start(&start, &setup);
    struct retrograde_task task = {.setup = setup, .state = &start.state, .bytes = MEGABYTE};

    assert_null(retrograde_solve(&task, &end));
    assert_int_equal(end, RETROGRADE_TOO_LARGE);
}

/* ---- Tables ------------------------------------------------------------------------------ */

/* Value and distance as a search by the rules alone finds them. */
static void check_probe(const struct tb_position *position, struct dfpn *solver)
{
    int turn = tb_turn(position);
    struct verdict verdict;

    assert_true(position->setup.game->probe(&position->state, &verdict));
    if (verdict.value == 0) {
        assert_int_equal(ask(solver, &position->state, 0, PLIES_ANY).hold, PLIES_ANY);
        assert_int_equal(ask(solver, &position->state, 1, PLIES_ANY).hold, PLIES_ANY);
        return;
    }
    int winner = verdict.value > 0 ? turn : 1 - turn;

    if (verdict.plies < 0) {
        assert_true(ask(solver, &position->state, winner, PLIES_ANY).win <= PLIES_ANY);
        return;
    }
    assert_true(ask(solver, &position->state, winner, verdict.plies).win == verdict.plies);
    assert_true(ask(solver, &position->state, winner, verdict.plies - 1).hold >=
                verdict.plies - 1);
}

/* Positions of every ply. */
static void tictacdoh_table_is_right_once(void **state)
{
    static const char *const setups[] = {"tictacdoh", "tictacdoh stash=4", "tictacdoh stash=3",
                                         "tictacdoh stash=2", "tictacdoh stash=1"};
    struct rng rng = {5};

    (void)state;
    for (int i = 0; i < 5; i++) {
        struct tb_setup setup = test_setup(setups[i]);
        struct dfpn *solver = new_solver(
            &setup, (struct dfpn_options){.bytes = 32 * MEGABYTE, .rules_only = true});

        for (int ply = 0; ply < 3 * (5 - i); ply++)
            for (int tries = 0; tries < 40 + 20 * ply; tries++) {
                struct tb_position position;

                if (random_position_in(&position, &setup, ply, &rng))
                    check_probe(&position, solver);
            }
        dfpn_free(solver);
    }
}

static void tables_are_whole(void **state)
{
    struct tb_error error;
    unsigned char *copy = malloc(tictacdoh_table_size);

    (void)state;
    assert_int_equal(tictacdoh_table_check(tictacdoh_table, tictacdoh_table_size, &error), TB_OK);
    assert_int_equal(opening_check(orbital_table, orbital_table_size, &error), TB_OK);
    assert_non_null(copy);
    memcpy(copy, tictacdoh_table, tictacdoh_table_size);
    assert_int_not_equal(tictacdoh_table_check(copy, tictacdoh_table_size - 1, &error), TB_OK);
    copy[tictacdoh_table_size / 2] ^= 4;
    assert_int_not_equal(tictacdoh_table_check(copy, tictacdoh_table_size, &error), TB_OK);
    assert_non_null(strstr(error.text, "damaged"));
    memcpy(copy, orbital_table, orbital_table_size);
    assert_int_not_equal(opening_check(copy, orbital_table_size - 8, &error), TB_OK);
    copy[orbital_table_size / 2] ^= 4;
    assert_int_not_equal(opening_check(copy, orbital_table_size, &error), TB_OK);
    copy[7]++;
    assert_int_not_equal(opening_check(copy, orbital_table_size, &error), TB_OK);
    assert_non_null(strstr(error.text, "version"));
    free(copy);
}

/* The table of an opening: the same whatever the threads, and right. */
static void openings_are_right_once(void **state)
{
    struct opening_plan plan = {test_setup("tictacdoh stash=3"), .plies = 4, .exact = 2};
    struct opening_task task = {.plans = &plan, .count = 1, .bytes = 8 * MEGABYTE};
    const struct tb_game *game = plan.setup.game;
    struct bytes file = {0}, other = {0};
    struct tb_error error;
    struct rng rng = {8};

    (void)state;
    assert_int_equal(opening_build(&task, &file, &error), TB_OK);
    task.threads = 3;
    assert_int_equal(opening_build(&task, &other, &error), TB_OK);
    assert_int_equal(file.size, other.size);
    assert_memory_equal(file.data, other.data, file.size);
    for (int n = 0; n < 500; n++) {
        struct tb_position position;
        struct verdict verdict;
        int plies = (int)rng_below(&rng, 5);

        if (!random_position_in(&position, &plan.setup, plies, &rng))
            continue;
        uint64_t all = canonical_all(game, &position.state);
        struct verdict found = known_value(
            file.data, canonical_hash(game, &position.state, game->turn(&position.state), all));

        assert_true(game->probe(&position.state, &verdict));
        assert_int_equal(found.value, verdict.value);
        if (verdict.value != 0)
            assert_int_equal(found.plies, plies <= plan.exact ? verdict.plies : -1);
    }
    bytes_release(&file);
    bytes_release(&other);
}

static const char *const orbital_setups[] = {
    "orbital",
    "orbital line=row",
    "orbital free=empty",
    "orbital line=row free=empty",
    "orbital pieces=3",
    "orbital pieces=3 line=row",
    "orbital pieces=3 free=empty",
    "orbital pieces=3 line=row free=empty",
};

/* All positions of the first plies are in the table, and no later one. */
static void orbital_table_is_complete(void **state)
{
    struct rng rng = {3};

    (void)state;
    for (size_t i = 0; i < sizeof orbital_setups / sizeof *orbital_setups; i++) {
        struct tb_setup setup = test_setup(orbital_setups[i]);

        for (int n = 0; n < 3000; n++) {
            struct tb_position position;
            struct verdict verdict;
            int plies = (int)rng_below(&rng, ORBITAL_SOLVED_PLIES + 2);

            if (random_position_in(&position, &setup, plies, &rng))
                assert_int_equal(
                    orbital_solved((const struct orbital *)&position.state, &verdict),
                    plies <= ORBITAL_SOLVED_PLIES);
        }
    }
}

/* Positions that can be set up but never come about are not taken for others. */
static void orbital_table_knows_its_own(void **state)
{
    struct tb_setup setup = test_setup("orbital");
    struct rng rng = {6};
    struct verdict verdict;

    (void)state;
    for (int n = 0; n < 1000; n++) {
        struct tb_position position;
        struct orbital s;

        if (!random_position_in(&position, &setup, 1 + (int)rng_below(&rng, 4), &rng))
            continue;
        memcpy(&s, &position.state, sizeof s);
        s.turn ^= 1;
        assert_false(orbital_solved(&s, &verdict));
        s.turn ^= 1;
        s.last = ORBITAL_NONE;
        assert_false(orbital_solved(&s, &verdict));
        s.last = ORBITAL_PASS;
        assert_false(orbital_solved(&s, &verdict));
    }
}

/* Proven again by the rules alone: random positions as late as the table goes. */
static void orbital_table_is_right_once(void **state)
{
    static const struct {
        const char *words;
        int plies, positions;
    } samples[] = {
        {"orbital", 4, 20},
        {"orbital free=empty", 4, 10},
        {"orbital line=row", 4, 10},
        {"orbital pieces=3", 4, 10},
        {"orbital pieces=3 line=row free=empty", 4, 10},
    };
    struct rng rng = {4};

    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct tb_setup setup = test_setup(samples[i].words);
        struct dfpn *solver = new_solver(
            &setup, (struct dfpn_options){.bytes = 128 * MEGABYTE, .rules_only = true});

        for (int n = 0; n < samples[i].positions;) {
            struct tb_position position;

            if (!random_position_in(&position, &setup, samples[i].plies, &rng))
                continue;
            check_probe(&position, solver);
            n++;
        }
        dfpn_free(solver);
    }
}

/* ---- Whole games ------------------------------------------------------------------------- */

static struct solution solve_start(const char *words, const char *moves, bool shortest,
                                   size_t retrograde_bytes)
{
    struct tb_position position = position_of(words, moves);
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
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
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

/* ---- Proofs ------------------------------------------------------------------------------ */

/* The proof of one claim that is true. */
static struct bytes prove(const char *words, const char *moves, struct claim claim,
                          bool rules_only)
{
    struct tb_position position = position_of(words, moves);
    struct dfpn_options options = {.origin = &position.state, .rules_only = rules_only};
    struct dfpn *solver = new_solver(&position.setup, options);
    struct bytes bytes = {0};
    struct tb_error error;

    if (proof_write(solver, &position, &claim, 1, NULL, &bytes, &error))
        fail_msg("%s: %s", words, error.text);
    dfpn_free(solver);
    return bytes;
}

/* Makes the checksum right again after a change. */
static void mend(struct bytes *bytes)
{
    uint64_t sum = checksum_add(CHECKSUM_START, bytes->data + BYTES_HEADER,
                                bytes->size - BYTES_HEADER);

    for (int i = 0; i < 8; i++)
        bytes->data[BYTES_NAME + i] = (unsigned char)(sum >> 8 * i);
}

static bool holds(const struct bytes *bytes)
{
    struct proof_report report;
    struct tb_error error;
    int code = proof_verify(bytes->data, bytes->size, NULL, &report, &error);

    assert_true(code == TB_OK || error.text[0]);
    return code == TB_OK;
}

/* Where the claim stands: player, wins, plies in two bytes. */
static unsigned char *claim_in(struct bytes *bytes)
{
    unsigned char *at = bytes->data + BYTES_HEADER;

    at += strlen((char *)at) + 1; /* game */
    at += strlen((char *)at) + 1; /* position */
    return at + 1;
}

/* A true proof is accepted; with its claim made a ply stronger it is not, nor cut
 * off anywhere, nor with any bit changed, nor with words changed at random and the
 * checksum mended, unless it is a proof still. */
static void check_proof(const char *words, const char *moves, struct claim claim)
{
    struct rng rng = {1};

    for (int rules_only = 0; rules_only < 2; rules_only++) {
        struct bytes bytes = prove(words, moves, claim, rules_only);
        size_t size = bytes.size;

        mend(&bytes);
        assert_true(holds(&bytes));
        for (bytes.size = 0; bytes.size < size; bytes.size += 1 + size / 100)
            assert_false(holds(&bytes));
        bytes.size = size;
        for (int i = 0; i < 100; i++) {
            unsigned char *at = &bytes.data[rng_below(&rng, (uint32_t)size)], old = *at;

            *at ^= (unsigned char)(1 << rng_below(&rng, 8));
            assert_false(holds(&bytes));
            mend(&bytes);
            holds(&bytes);
            *at = old;
            mend(&bytes);
        }
        if (claim.plies != PLIES_ANY) {
            claim_in(&bytes)[2] += claim.wins ? -1 : 1;
            mend(&bytes);
            assert_false(holds(&bytes));
            claim_in(&bytes)[2] -= claim.wins ? -1 : 1;
        }
        claim_in(&bytes)[1] ^= 1;
        mend(&bytes);
        assert_false(holds(&bytes));
        bytes_release(&bytes);
    }
}

static void proofs_of_wins(void **state)
{
    (void)state;
    check_proof("quoridor size=3 walls=2", "", (struct claim){1, true, 12});
    check_proof("quoridor size=5 walls=1", "", (struct claim){1, true, 12});
    check_proof("tictacdoh", "Mc3", (struct claim){1, true, 5});
    check_proof("tictacdoh", "Mc3", (struct claim){1, true, PLIES_ANY});
}

static void proofs_of_no_win(void **state)
{
    (void)state;
    check_proof("quoridor size=3 walls=2", "", (struct claim){1, false, 11});
    check_proof("quoridor size=5 walls=1", "", (struct claim){1, false, 11});
    check_proof("tictacdoh", "Mc3", (struct claim){1, false, 4});
    check_proof("tictacdoh", "", (struct claim){0, false, PLIES_ANY});
    check_proof("dorix", "", (struct claim){0, false, 7});
    check_proof("dorix players=4", "", (struct claim){1, false, 6});
    check_proof("quoridor players=4 size=3 walls=1", "", (struct claim){0, false, 6});
}

/* The prover cannot be asked for what is not so. */
static void no_proof_of_what_is_false(void **state)
{
    struct tb_position position = position_of("quoridor size=3 walls=2", "");
    struct dfpn *solver = new_solver(&position.setup, (struct dfpn_options){0});
    struct claim claim = {0, true, 12};
    struct bytes bytes = {0};
    struct tb_error error;

    (void)state;
    assert_int_not_equal(proof_write(solver, &position, &claim, 1, NULL, &bytes, &error), TB_OK);
    bytes_release(&bytes);
    dfpn_free(solver);
}

/* ---- Checkpoints ------------------------------------------------------------------------- */

/* A name for a file that is not there yet. */
static void temporary(char path[64])
{
    snprintf(path, 64, "test-solve-%ld.tmp", (long)getpid());
}

static void change_byte(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");

    assert_non_null(file);
    fseek(file, at, at < 0 ? SEEK_END : SEEK_SET);
    int byte = fgetc(file);

    fseek(file, -1, SEEK_CUR);
    fputc(byte ^ 16, file);
    fclose(file);
}

static void save(const struct dfpn *solver, const char *path)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_true(dfpn_save(solver, file));
    assert_int_equal(fclose(file), 0);
}

static void refused(const char *path, const struct tb_setup *setup, const char *reason)
{
    struct dfpn_options options = {0};
    struct tb_error error;

    assert_null(dfpn_load(path, setup, &options, &error));
    if (!strstr(error.text, reason))
        fail_msg("'%s' does not say '%s'", error.text, reason);
}

/* Stopped again and again, going on from the file each time. */
static void resumes_from_a_checkpoint(void **state)
{
    struct tb_position start = position_of("quoridor size=5 walls=1", "");
    struct dfpn_options options = {.bytes = 4 * MEGABYTE, .origin = &start.state};
    struct dfpn_question question = {&start.state, 1, 12};
    struct dfpn_limits limits = {.nodes = 2000};
    struct bounds bounds = BOUNDS_OPEN;
    struct tb_error error;
    char path[64];
    int stops = 0;

    (void)state;
    temporary(path);
    struct dfpn *solver = new_solver(&start.setup, options);

    while (bounds = dfpn_ask(solver, &question, &limits), !bounds_settled(&bounds, 12)) {
        save(solver, path);
        uint64_t nodes = dfpn_nodes(solver);

        dfpn_free(solver);
        solver = dfpn_load(path, &start.setup, &options, &error);
        assert_non_null(solver);
        assert_int_equal(dfpn_nodes(solver), nodes);
        assert_true(++stops < 1000);
    }
    assert_true(stops > 1);
    assert_int_equal(bounds.win, 12);
    assert_true(ask(solver, &start.state, 1, 11).hold >= 11);
    dfpn_free(solver);
    remove(path);
}

static void bad_checkpoints_are_refused(void **state)
{
    struct tb_position start = position_of("quoridor size=5 walls=1", "");
    struct tb_setup other = test_setup("quoridor size=5 walls=2");
    struct dfpn *solver = new_solver(&start.setup, (struct dfpn_options){0});
    struct dfpn_limits limits = {.nodes = 2000};
    char path[64];

    (void)state;
    temporary(path);
    refused(path, &start.setup, "Cannot open");
    dfpn_ask(solver, &(struct dfpn_question){&start.state, 1, 12}, &limits);
    save(solver, path);
    refused(path, &other, "was made for");
    change_byte(path, -9);
    refused(path, &start.setup, "damaged");
    change_byte(path, -9);
    change_byte(path, 7);
    refused(path, &start.setup, "version");
    change_byte(path, 0);
    refused(path, &start.setup, "not a checkpoint");
    save(solver, path);
    assert_int_equal(truncate(path, 2000), 0);
    refused(path, &start.setup, "damaged");
    FILE *readable = fopen(path, "rb");

    assert_false(dfpn_save(solver, readable));
    fclose(readable);
    dfpn_free(solver);
    remove(path);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_in_tictacdoh),
        cmocka_unit_test(agrees_in_orbital),
        cmocka_unit_test(agrees_in_quoridor),
        cmocka_unit_test(agrees_in_dorix),
        cmocka_unit_test(wins_at_once_is_exact),
        cmocka_unit_test(escapes_is_exact),
        cmocka_unit_test(agrees_with_a_tiny_table),
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(retrograde_in_quoridor),
        cmocka_unit_test(retrograde_with_four_players_once),
        cmocka_unit_test(retrograde_knows_its_limits),
        cmocka_unit_test(tictacdoh_table_is_right_once),
        cmocka_unit_test(tables_are_whole),
        cmocka_unit_test(openings_are_right_once),
        cmocka_unit_test(orbital_table_is_complete),
        cmocka_unit_test(orbital_table_knows_its_own),
        cmocka_unit_test(orbital_table_is_right_once),
        cmocka_unit_test(small_quoridor_is_lost),
        cmocka_unit_test(tictacdoh_is_drawn),
        cmocka_unit_test(orbital_is_won_once),
        cmocka_unit_test(proofs_of_wins),
        cmocka_unit_test(proofs_of_no_win),
        cmocka_unit_test(no_proof_of_what_is_false),
        cmocka_unit_test(resumes_from_a_checkpoint),
        cmocka_unit_test(bad_checkpoints_are_refused),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
