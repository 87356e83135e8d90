/*
 * test_exact.c - perfect play on small boards: values of all positions that can follow one, against
 * the retrograde analysis of solve/, which knows the rules alone; the table of Quoridor against its
 * own moves and against what is solved on the spot; games at full strength.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "core/rng.h"
#include "games/quoridor/quoridor_layers.h"
#include "search/exact.h"
#include "solve/retrograde.h"
#include "test.h"
#include "thinking.h"

static const struct solved_watch nobody = {.report = NULL};

static bool is_barrier(tb_move move)
{
    return move >= QUORIDOR_ACROSS;
}

/* Plays random moves, mostly barriers, until that many barriers are on the board; false if the game
 * ends before. */
static bool wander(struct tb_position *position, int barriers, struct rng *rng)
{
    const struct tb_game *game = position->setup.game;
    const struct quoridor *q = (const struct quoridor *)&position->state;

    for (int plies = 0; plies < 60 && !game->result(&position->state).over; plies++) {
        tb_move moves[TB_MOVES_MAX];
        int count = game->moves(&position->state, moves);
        tb_move move = moves[rng_below(rng, (uint32_t)count)];
        int on_board = quoridor_board_count(q->across) + quoridor_board_count(q->upright);

        if (on_board == barriers && plies > barriers)
            return true;
        if (on_board == barriers && is_barrier(move))
            continue;
        game->play(&position->state, move);
    }
    return false;
}

static struct tb_position wandered(const char *words, int barriers, struct rng *rng)
{
    struct tb_position position = test_start(words);

    while (!wander(&position, barriers, rng))
        position = test_start(words);
    return position;
}

/* The best of all moves, as the value of the position. */
static struct verdict best_move(struct exact *exact, const struct tb_position *position)
{
    const struct tb_game *game = position->setup.game;
    struct search_task task = {.game = game, .state = &position->state};
    static struct search_info info;

    memset(&info, 0, sizeof info);
    assert_true(exact_lines(exact, &task, 1, &info));
    assert_true(info.lines[0].exact);
    return info.lines[0].verdict;
}

static void same_verdict(struct verdict a, struct verdict b)
{
    assert_int_equal(a.value, b.value);
    assert_int_equal(a.plies, b.plies);
}

static void check_by_rules(const char *words, int barriers, struct rng *rng)
{
    struct tb_position position = wandered(words, barriers, rng);
    const struct tb_game *game = position.setup.game;
    struct exact exact = {0};
    enum retrograde_end end;
    struct retrograde_task task = {
        .setup = position.setup, .state = &position.state, .bytes = (size_t)1 << 30};
    struct retrograde *all = retrograde_solve(&task, &end);
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(&position.state, moves);

    assert_int_equal(end, RETROGRADE_DONE);
    assert_true(exact_prepare(&exact, game, &position.state, EXACT_BYTES, &nobody));
    for (int i = 0; i < count; i++) {
        struct tb_position after = position;
        struct verdict known, found;

        game->play(&after.state, moves[i]);
        assert_true(exact_move(&exact, game, &position.state, moves[i], &found));
        if (game->result(&after.state).over) {
            assert_int_equal(found.value, 1);
            continue;
        }
        assert_true(retrograde_verdict(all, &after.state, &known));
        same_verdict(found, (struct verdict){-known.value, known.value ? known.plies + 1 : -1});
    }
    exact_release(&exact);
    retrograde_free(all);
}

static void values_agree_with_the_rules(void **state)
{
    struct rng rng = {3};

    (void)state;
    for (int i = 0; i < 3; i++) {
        check_by_rules("quoridor size=3 walls=2", 1, &rng);
        check_by_rules("quoridor size=5 walls=1", 1, &rng);
        check_by_rules("quoridor size=5 walls=1 turn=barrier", 2, &rng);
        check_by_rules("quoridor size=5 walls=3", 5, &rng);
        check_by_rules("quoridor size=5 walls=4", 7, &rng);
    }
    check_by_rules("quoridor size=5 walls=2 extra=1", 4, &rng);
}

/* The value of a position is that of its best move, with every number of barriers. */
static void table_agrees_with_its_moves(void **state)
{
    struct rng rng = {7};

    (void)state;
    for (int walls = 4; walls <= 10; walls += TEST_SHARE == 1 ? 1 : 3) {
        struct exact exact = {0};
        char words[40];

        snprintf(words, sizeof words, "quoridor size=5 walls=%d", walls);
        for (int i = 0; i < (TEST_SHARE == 1 ? 60 : 6); i++) {
            struct tb_position position = wandered(words, i % 3, &rng);
            struct verdict known;

            assert_true(exact_prepare(&exact, position.setup.game, &position.state, OPENING_BYTES,
                                      &nobody));
            assert_true(exact.values->read(exact.values, &position.state, &known));
            same_verdict(best_move(&exact, &position), known);
        }
        exact_release(&exact);
    }
}

/* Where the table ends, what is solved on the spot goes on. */
static void table_agrees_with_solving(void **state)
{
    static const char *const setups[] = {"quoridor size=5 walls=4", "quoridor size=5 walls=5"};
    struct rng rng = {9};

    (void)state;
    for (int i = 0; i < (TEST_SHARE == 1 ? 4 : 1); i++) {
        struct tb_position position = wandered(setups[i % 2], 2, &rng), after = position;
        const struct tb_game *game = position.setup.game;
        struct exact table = {0}, spot = {0};
        tb_move moves[TB_MOVES_MAX];
        int count = game->moves(&position.state, moves);
        struct verdict known;

        assert_true(exact_prepare(&table, game, &position.state, OPENING_BYTES, &nobody));
        game->play(&after.state, moves[count - 1]);
        assert_true(is_barrier(moves[count - 1]));
        assert_true(table.values->read(table.values, &after.state, &known));
        assert_false(exact_prepare(&spot, game, &after.state, 1000, &nobody));
        assert_true(exact_prepare(&spot, game, &after.state, EXACT_BYTES, &nobody));
        same_verdict(best_move(&spot, &after), known);
        exact_release(&table);
        exact_release(&spot);
    }
}

static bool say_stop(void *context, int part, size_t done, size_t positions)
{
    (void)context, (void)part, (void)done, (void)positions;
    return false;
}

/* Solving can be stopped, and a table that takes too long to read is not read. */
static void solving_keeps_to_its_limits(void **state)
{
    struct tb_position small = test_start("quoridor size=5 walls=2"),
                       large = test_start("quoridor size=5");
    const struct solved_watch impatient = {.report = say_stop};
    struct exact exact = {0};

    (void)state;
    assert_false(exact_prepare(&exact, small.setup.game, &small.state, EXACT_BYTES, &impatient));
    assert_true(exact_prepare(&exact, small.setup.game, &small.state, EXACT_BYTES, &nobody));
    exact_release(&exact);
    assert_false(exact_prepare(&exact, large.setup.game, &large.state, OPENING_BYTES - 1, &nobody));
    assert_true(exact_prepare(&exact, large.setup.game, &large.state, OPENING_BYTES, &nobody));
    exact_release(&exact);
}

/* Values of one game are not mistaken for those of another. */
static void values_belong_to_one_setup(void **state)
{
    struct tb_position four = test_after("quoridor size=5 walls=4", "c2"), other;
    struct exact exact = {0};
    struct verdict verdict;
    static const char *const others[] = {"quoridor size=5 walls=5", "quoridor size=3 walls=4",
                                         "quoridor size=5 walls=4 turn=barrier",
                                         "quoridor size=5 walls=4 extra=1"};

    (void)state;
    assert_true(exact_prepare(&exact, four.setup.game, &four.state, EXACT_BYTES, &nobody));
    assert_true(exact.values->read(exact.values, &four.state, &verdict));
    for (int i = 0; i < 4; i++) {
        other = test_start(others[i]);
        assert_false(exact.values->read(exact.values, &other.state, &verdict));
    }
    exact_release(&exact);
}

/* Both sides play perfectly: the game is as long as the table says. */
static void check_game(const char *words, int plies)
{
    struct tb_position position = test_start(words);
    const struct tb_game *game = position.setup.game;
    struct engine_options options = {.table_mb = 4};
    struct engine *engine = engine_new(&position.setup, &options, NULL);
    struct search_info info;
    int played = 0;

    assert_non_null(engine);
    for (; !game->result(&position.state).over; played++) {
        struct search_task task = {.game = game, .state = &position.state};
        tb_move move = engine_think(engine, &task, &info);

        assert_true(info.lines[0].exact);
        assert_int_equal(info.lines[0].verdict.plies, plies - played);
        assert_int_equal(info.lines[0].verdict.value, (plies - played) % 2 ? 1 : -1);
        game->play(&position.state, move);
    }
    assert_int_equal(played, plies);
    engine_free(engine);
}

static void full_strength_is_perfect_once(void **state)
{
    (void)state;
    check_game("quoridor size=3 walls=2", 12);
    check_game("quoridor size=5 walls=0", 8);
    check_game("quoridor size=5 walls=2", 18);
    check_game("quoridor size=5 walls=4", 38);
    check_game("quoridor size=5 walls=5", 25);
    check_game("quoridor size=5 walls=10", 25);
}

static void damaged_tables_are_refused(void **state)
{
    extern const unsigned char quoridor_table[];
    extern const size_t quoridor_table_size;
    size_t size = quoridor_table_size;
    unsigned char *copy = malloc(size);

    (void)state;
    assert_non_null(copy);
    memcpy(copy, quoridor_table, size);
    assert_int_equal(quoridor_table_check(copy, size, NULL), TB_OK);
    assert_int_equal(quoridor_table_check(copy, size - 1, NULL), TB_ERR_RECORD);
    assert_int_equal(quoridor_table_check(copy, 10, NULL), TB_ERR_RECORD);
    copy[size / 2] ^= 1;
    assert_int_equal(quoridor_table_check(copy, size, NULL), TB_ERR_RECORD);
    copy[size / 2] ^= 1;
    copy[7]++;
    assert_int_equal(quoridor_table_check(copy, size, NULL), TB_ERR_RECORD);
    free(copy);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_agree_with_the_rules),
        cmocka_unit_test(table_agrees_with_its_moves),
        cmocka_unit_test(table_agrees_with_solving),
        cmocka_unit_test(solving_keeps_to_its_limits),
        cmocka_unit_test(values_belong_to_one_setup),
        cmocka_unit_test(full_strength_is_perfect_once),
        cmocka_unit_test(damaged_tables_are_refused),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
