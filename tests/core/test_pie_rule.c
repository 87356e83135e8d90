/* test_pie_rule.c - the pie rule: when a player may swap, and what that leaves as it was. */
#include "matches.h"
#include "test.h"

static void swap_is_no_occurrence(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, true);

    (void)state;
    play_entries(match, "e2 swap e8 e1 e9 e2"); /* the position after e2, for the second time */
    check_ending(match, TB_ENDING_NONE, 0);
    play_entries(match, "e8 d2 e9"); /* not by the start again, that would be its third time */
    check_ending(match, TB_ENDING_NONE, 0);
    play_entries(match, "e2");
    check_ending(match, TB_ENDING_REPETITION, 0);
    tb_match_free(match);
}

static void swap_with_repetition_two(void **state)
{
    struct tb_match *match = new_match("quoridor", 2, true);

    (void)state;
    play_entries(match, "e2 swap e8 e1");
    check_ending(match, TB_ENDING_NONE, 0);
    play_entries(match, "e9"); /* the start, for the second time */
    check_ending(match, TB_ENDING_REPETITION, 0);
    tb_match_free(match);
}

static void swap_leaves_the_position_alone(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, true);

    (void)state;
    play_entries(match, "e2");
    struct tb_position before = *tb_match_position(match);

    assert_true(tb_match_can_swap(match));
    assert_false(tb_match_swapped(match));
    play_entries(match, "swap");
    assert_true(tb_equal(&before, tb_match_position(match)));
    assert_int_equal(tb_turn(tb_match_position(match)), 1);
    assert_true(tb_match_swapped(match));
    assert_int_equal(tb_match_length(match), 2);
    assert_int_equal(tb_match_plies(match), 1);
    assert_string_equal(tb_match_entry(match, 1), "swap");
    tb_match_free(match);
}

static void swap_only_as_the_second_entry(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, true);

    (void)state;
    assert_false(tb_match_can_swap(match));
    check_refused(match, "swap", TB_ERR_ILLEGAL);
    play_entries(match, "e2 swap");
    assert_false(tb_match_can_swap(match));
    check_refused(match, "swap", TB_ERR_ILLEGAL);
    play_entries(match, "e8");
    check_refused(match, "swap", TB_ERR_ILLEGAL);
    assert_true(tb_match_undo(match) && tb_match_undo(match));
    assert_true(tb_match_can_swap(match));
    play_entries(match, "e8");
    assert_false(tb_match_can_swap(match));
    check_refused(match, "swap", TB_ERR_ILLEGAL);
    tb_match_free(match);
}

static void swap_is_off_by_default(void **state)
{
    struct tb_match *match = new_match("dorix", 3, match_rules_default().swap);

    (void)state;
    play_entries(match, "b2");
    assert_false(tb_match_can_swap(match));
    check_refused(match, "swap", TB_ERR_ILLEGAL);
    tb_match_free(match);
}

static void swap_is_for_two_sides(void **state)
{
    static const char *const crowds[] = {"dorix players=3", "tictacdoh players=3",
                                         "quoridor players=4"};

    (void)state;
    for (size_t i = 0; i < sizeof crowds / sizeof *crowds; i++) {
        struct tb_setup setup = test_setup(crowds[i]);
        struct match_rules rules = {.repetition = 3, .swap = true};
        struct tb_error error = {0};
        struct tb_position start;

        tb_position_start(&start, &setup, NULL);
        assert_null(match_new(&start, &rules, &error));
        assert_int_equal(error.code, TB_ERR_VALUE);
    }
}

/* Everybody changes seats with an opponent, and partners stay partners. */
static void swap_for_teams(void **state)
{
    static const int seats[] = {1, 0, 3, 2};
    struct tb_match *match = new_match("dorix players=4", 3, true);

    (void)state;
    play_entries(match, "b2");
    assert_true(tb_match_can_swap(match));
    play_entries(match, "swap a1 c3 d4 b3");
    assert_int_equal(tb_match_plies(match), 5);
    for (int p = 0; p < 4; p++) {
        assert_int_equal(tb_match_seat(match, 1, p), p);
        assert_int_equal(tb_match_seat(match, 2, p), seats[p]);
    }
    tb_match_free(match);
}

static void swap_in_every_game_for_two(void **state)
{
    (void)state;
    for (int g = 0; g < tb_game_count(); g++) {
        struct tb_match *match = new_match(tb_game_name(tb_game_at(g)), 3, true);
        tb_move moves[TB_MOVES_MAX];
        char text[TB_MOVE_TEXT];

        tb_moves(tb_match_position(match), moves);
        tb_move_text(tb_match_position(match), moves[0], text, sizeof text);
        play_entries(match, text);
        play_entries(match, "swap");
        tb_moves(tb_match_position(match), moves);
        tb_move_text(tb_match_position(match), moves[0], text, sizeof text);
        play_entries(match, text);
        assert_int_equal(tb_match_plies(match), 2);
        tb_match_free(match);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swap_is_no_occurrence),
        cmocka_unit_test(swap_with_repetition_two),
        cmocka_unit_test(swap_leaves_the_position_alone),
        cmocka_unit_test(swap_only_as_the_second_entry),
        cmocka_unit_test(swap_is_off_by_default),
        cmocka_unit_test(swap_is_for_two_sides),
        cmocka_unit_test(swap_for_teams),
        cmocka_unit_test(swap_in_every_game_for_two),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
