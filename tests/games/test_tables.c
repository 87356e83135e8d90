/* test_tables.c - the tables of solved games: whole, complete, and right by the rules alone. */
#include "solving.h"
#include "test.h"
#include "thinking.h"

#include <stdlib.h>
#include <string.h>

#include "core/canonical.h"
#include "core/solved.h"
#include "games/orbital/orbital_solved.h"
#include "games/tictacdoh/tictacdoh_solved.h"
#include "solve/opening.h"

/* Value and distance as a search by the rules alone finds them. */
static void check_probe(const struct tb_position *position, struct dfpn *solver)
{
    int turn = tb_turn(position);
    struct verdict verdict;

    assert_true(game_probe(position->setup.game, &position->state, &verdict));
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

/* The common name and the table's own form were written apart: both tell the same positions of two
 * players apart, whether they differ by symmetry, by translation or by more. */
static void tictacdoh_names_agree(void **state)
{
    enum { POSITIONS = 3000 };
    static struct {
        uint64_t name, form;
    } all[POSITIONS];
    struct tb_setup setup = test_setup("tictacdoh");
    const struct tb_game *game = setup.game;
    struct rng rng = {11};
    int count = 0, equal = 0;

    (void)state;
    while (count < POSITIONS) {
        struct tb_position position;

        if (!random_position_in(&position, &setup, 1 + (int)rng_below(&rng, 6), &rng))
            continue;
        uint64_t set = canonical_all(game, &position.state);

        all[count].name =
            canonical_hash(game, &position.state, game->turn(&position.state), set);
        all[count++].form = tictacdoh_canonical((const struct tictacdoh *)&position.state);
    }
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) {
            assert_int_equal(all[i].name == all[j].name, all[i].form == all[j].form);
            equal += all[i].name == all[j].name;
        }
    assert_true(equal > POSITIONS);
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
    assert_int_equal(tictacdoh_solved.check(tictacdoh_table, tictacdoh_table_size, &error), TB_OK);
    assert_int_equal(opening_check(orbital_table, orbital_table_size, &error), TB_OK);
    assert_non_null(copy);
    memcpy(copy, tictacdoh_table, tictacdoh_table_size);
    assert_int_not_equal(tictacdoh_solved.check(copy, tictacdoh_table_size - 1, &error), TB_OK);
    copy[tictacdoh_table_size / 2] ^= 4;
    assert_int_not_equal(tictacdoh_solved.check(copy, tictacdoh_table_size, &error), TB_OK);
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
        struct verdict found = tablebase_value(
            file.data, canonical_hash(game, &position.state, game->turn(&position.state), all));

        assert_true(game_probe(game, &position.state, &verdict));
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
    for (int i = 0; i < COUNT(orbital_setups); i++) {
        struct tb_setup setup = test_setup(orbital_setups[i]);

        for (int n = 0; n < 3000; n++) {
            struct tb_position position;
            struct verdict verdict;
            int plies = (int)rng_below(&rng, ORBITAL_SOLVED_PLIES + 2);

            if (random_position_in(&position, &setup, plies, &rng))
                assert_int_equal(
                    orbital_opening((const struct orbital *)&position.state, &verdict),
                    plies <= ORBITAL_SOLVED_PLIES);
        }
    }
}

/* The table was made with reach=ahead: with the other reading it knows nothing. */
static void orbital_table_is_for_one_reach(void **state)
{
    static const char *const setups[] = {"orbital reach=line", "orbital pieces=3 reach=line"};
    struct rng rng = {5};

    (void)state;
    for (int i = 0; i < COUNT(setups); i++) {
        struct tb_setup setup = test_setup(setups[i]);

        for (int n = 0; n < 300; n++) {
            struct tb_position position;
            struct verdict verdict;
            int plies = (int)rng_below(&rng, ORBITAL_SOLVED_PLIES + 1);

            if (random_position_in(&position, &setup, plies, &rng))
                assert_false(orbital_opening((const struct orbital *)&position.state, &verdict));
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
        assert_false(orbital_opening(&s, &verdict));
        s.turn ^= 1;
        s.last = ORBITAL_NONE;
        assert_false(orbital_opening(&s, &verdict));
        s.last = ORBITAL_PASS;
        assert_false(orbital_opening(&s, &verdict));
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
    for (int i = 0; i < COUNT(samples); i++) {
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

/* ---- Orbital: perfect play ------------------------------------------------------------------ */

enum { ORBITAL_LENGTH = 26 }; /* plies in which player 1 wins */

/* The positions with player 2 to move that were checked, by hash. */
struct seen {
    uint64_t *slots;
    size_t size, count;
};

static bool is_new(struct seen *seen, const struct tb_position *position)
{
    const struct tb_game *game = position->setup.game;
    uint64_t hash =
        canonical_hash(game, &position->state, 1, canonical_all(game, &position->state));
    size_t i = hash % seen->size;

    while (seen->slots[i] && seen->slots[i] != hash)
        i = (i + 1) % seen->size;
    if (seen->slots[i])
        return false;
    seen->slots[i] = hash;
    seen->count++;
    return true;
}

/* Plies that player 2, who is to move, has left by the table; -1: the position is not in it. */
static int plies_left(const struct tb_position *position)
{
    struct verdict verdict;

    if (!orbital_perfect((const struct orbital *)&position->state, &verdict))
        return -1;
    assert_int_equal(verdict.value, -1);
    assert_true(verdict.plies < -1);
    return -1 - verdict.plies;
}

/* Plays a move of player 1 that wins by the table in one ply less than there are; false: none
 * does. */
static bool answer(struct tb_position *position, int left)
{
    tb_move moves[TB_MOVES_MAX];
    int count = tb_moves(position, moves);

    for (int i = 0; i < count; i++) {
        struct tb_position next = *position;

        assert_int_equal(tb_play(&next, moves[i], NULL), TB_OK);
        struct tb_result result = tb_position_result(&next);
        int after = result.over ? -1 : plies_left(&next);

        if (result.over ? result.winners == 1 : after >= 0 && after < left) {
            *position = next;
            return true;
        }
    }
    return false;
}

/* Every defence, by the rules alone. */
static void check_defences(struct seen *seen, const struct tb_position *position)
{
    int left = plies_left(position);
    tb_move moves[TB_MOVES_MAX];
    int count = tb_moves(position, moves), longest = 0;

    assert_true(left > 0);
    for (int i = 0; i < count; i++) {
        struct tb_position next = *position;
        int after = 1;

        assert_int_equal(tb_play(&next, moves[i], NULL), TB_OK);
        if (tb_position_result(&next).over) {
            assert_int_equal(tb_position_result(&next).winners, 1);
        } else {
            assert_true(answer(&next, left - 1));
            after = tb_position_result(&next).over ? 2 : plies_left(&next) + 2;
            if (after > 2 && is_new(seen, &next))
                check_defences(seen, &next);
        }
        longest = after > longest ? after : longest;
    }
    assert_true(longest <= left);
}

static void orbital_wins_against_every_defence_once(void **state)
{
    struct tb_setup setup = test_setup("orbital");
    struct tb_position position;
    struct seen seen = {.size = 4 * (size_t)tablebase_records(orbital_table)};

    (void)state;
    seen.slots = calloc(seen.size, sizeof *seen.slots);
    assert_non_null(seen.slots);
    tb_position_start(&position, &setup, NULL);
    assert_true(answer(&position, ORBITAL_LENGTH));
    assert_int_equal(plies_left(&position), ORBITAL_LENGTH - 1);
    is_new(&seen, &position);
    check_defences(&seen, &position);
    assert_true(seen.count <= tablebase_records(orbital_table));
    free(seen.slots);
}

/* The computer at full strength as player 1, with so few nodes that the table must do the work,
 * against random moves and against a search for the longest defence. */
static void orbital_engine_needs_no_search(void **state)
{
    enum { GAMES = 20, FEW = 3000, MANY = 30000 };
    struct engine *player = new_engine("orbital", (struct engine_options){.seed = 1});
    struct engine *other = new_engine("orbital", (struct engine_options){.seed = 2});
    struct tb_setup setup = test_setup("orbital");
    struct rng rng = {12};

    (void)state;
    for (int game = 0; game < GAMES; game++) {
        struct tb_position position;
        int plies = 0;

        tb_position_start(&position, &setup, NULL);
        for (; !tb_position_result(&position).over; plies++) {
            bool first = tb_turn(&position) == 0;
            struct search_task task = task_for(
                &position, (struct search_limits){.nodes = first ? FEW : MANY});

            if (!first && game % 2)
                game_play_random(setup.game, &position.state, &rng);
            else
                assert_int_equal(
                    tb_play(&position, engine_think(first ? player : other, &task, NULL), NULL),
                    TB_OK);
        }
        assert_int_equal(tb_position_result(&position).winners, 1);
        assert_true(plies <= ORBITAL_LENGTH);
        engine_reseed(other, (uint64_t)game + 3);
    }
    engine_free(player);
    engine_free(other);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tictacdoh_names_agree),
        cmocka_unit_test(tictacdoh_table_is_right_once),
        cmocka_unit_test(tables_are_whole),
        cmocka_unit_test(openings_are_right_once),
        cmocka_unit_test(orbital_table_is_complete),
        cmocka_unit_test(orbital_table_is_for_one_reach),
        cmocka_unit_test(orbital_table_knows_its_own),
        cmocka_unit_test(orbital_table_is_right_once),
        cmocka_unit_test(orbital_wins_against_every_defence_once),
        cmocka_unit_test(orbital_engine_needs_no_search),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
