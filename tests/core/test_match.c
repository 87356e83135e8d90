/*
 * test_match.c - a match: undo and redo, endings that are not on the board, and what it returns.
 * Its rules have files of their own: test_repetition.c, test_pie_rule.c.
 */
#include "matches.h"
#include "test.h"

/* ---- Undo and redo --------------------------------------------------------------------------- */

static void undo_and_redo(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, false);
    struct tb_position positions[4] = {*tb_match_position(match)};
    static const char *const moves[] = {"e2", "e8", "c4h"};

    (void)state;
    assert_false(tb_match_undo(match));
    assert_false(tb_match_redo(match));
    for (int i = 0; i < 3; i++) {
        play_entries(match, moves[i]);
        positions[i + 1] = *tb_match_position(match);
    }
    for (int i = 2; i >= 0; i--) {
        assert_true(tb_match_undo(match));
        assert_true(tb_equal(tb_match_position(match), &positions[i]));
        assert_int_equal(tb_match_length(match), i);
        assert_null(tb_match_entry(match, i));
    }
    assert_false(tb_match_undo(match));
    for (int i = 1; i <= 3; i++) {
        assert_true(tb_match_redo(match));
        assert_true(tb_equal(tb_match_position(match), &positions[i]));
        assert_string_equal(tb_match_entry(match, i - 1), moves[i - 1]);
    }
    assert_false(tb_match_redo(match));
    tb_match_free(match);
}

static void a_new_move_forgets_what_was_undone(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, false);

    (void)state;
    play_entries(match, "e2 e8 e3");
    assert_true(tb_match_undo(match) && tb_match_undo(match));
    play_entries(match, "d9");
    assert_false(tb_match_redo(match));
    assert_int_equal(tb_match_length(match), 2);
    assert_string_equal(tb_match_entry(match, 1), "d9");
    tb_match_free(match);
}

static void a_refused_move_keeps_what_was_undone(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, false);

    (void)state;
    play_entries(match, "e2 e8");
    assert_true(tb_match_undo(match));
    check_refused(match, "e1", TB_ERR_ILLEGAL);
    assert_true(tb_match_redo(match));
    assert_string_equal(tb_match_entry(match, 1), "e8");
    tb_match_free(match);
}

static void undo_and_redo_a_swap(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, true);

    (void)state;
    play_entries(match, "e2 swap");
    assert_true(tb_match_undo(match));
    assert_false(tb_match_swapped(match));
    assert_true(tb_match_can_swap(match));
    assert_true(tb_match_redo(match));
    assert_true(tb_match_swapped(match));
    assert_int_equal(tb_match_plies(match), 1);
    tb_match_free(match);
}

static void undo_after_the_end(void **state)
{
    struct tb_match *match = new_match("quoridor size=3 walls=0", 3, false);

    (void)state;
    play_entries(match, "a1 c3 a2 c2 a3");
    check_ending(match, TB_ENDING_BOARD, 1u << 0);
    assert_true(tb_match_undo(match));
    check_ending(match, TB_ENDING_NONE, 0);
    assert_true(tb_match_redo(match));
    check_ending(match, TB_ENDING_BOARD, 1u << 0);
    tb_match_free(match);
}

static void a_long_match(void **state)
{
    struct tb_match *match = new_match("quoridor", 0, false);

    (void)state;
    for (int i = 0; i < 500; i++)
        play_entries(match, there_and_back);
    assert_int_equal(tb_match_length(match), 2000);
    assert_string_equal(tb_match_entry(match, 1999), "e9");
    while (tb_match_undo(match)) {
    }
    assert_true(tb_equal(tb_match_position(match), tb_match_start(match)));
    tb_match_free(match);
}

/* ---- Endings --------------------------------------------------------------------------------- */

/* A match that starts from a finished position is over on the board at once. */
static void a_finished_start_is_over(void **state)
{
    struct tb_match *match = new_match("quoridor size=3 walls=0", 2, false);
    struct match_rules rules = match_rules_default();

    (void)state;
    play_entries(match, "a1 c3 a2 c2 a3");
    struct tb_match *after = match_new(tb_match_position(match), &rules, NULL);

    assert_non_null(after);
    check_ending(after, TB_ENDING_BOARD, 1u << 0);
    tb_match_free(after);
    tb_match_free(match);
}

static void resignation(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, false);
    struct tb_error error;

    (void)state;
    play_entries(match, "e2");
    assert_int_equal(tb_match_resign(match, 0, NULL), TB_OK);
    check_ending(match, TB_ENDING_RESIGNATION, 1u << 1);
    check_refused(match, "e8", TB_ERR_OVER);
    assert_int_equal(tb_match_resign(match, 1, &error), TB_ERR_OVER);
    assert_int_equal(tb_match_agree_draw(match, &error), TB_ERR_OVER);
    assert_false(tb_match_redo(match));
    assert_true(tb_match_undo(match));
    check_ending(match, TB_ENDING_NONE, 0);
    assert_int_equal(tb_match_length(match), 1);
    play_entries(match, "e8");
    tb_match_free(match);
}

static void resignation_with_more_players(void **state)
{
    struct tb_match *match = new_match("quoridor players=4", 3, false);

    (void)state;
    assert_int_equal(tb_match_resign(match, 2, NULL), TB_OK);
    check_ending(match, TB_ENDING_RESIGNATION, 1u << 0 | 1u << 1 | 1u << 3);
    tb_match_free(match);
}

/* Players 1 and 3 are a team in Dorix with four. */
static void resignation_with_teams(void **state)
{
    struct tb_match *match = new_match("dorix players=4", 3, false);

    (void)state;
    assert_int_equal(tb_match_resign(match, 2, NULL), TB_OK);
    check_ending(match, TB_ENDING_RESIGNATION, 1u << 1 | 1u << 3);
    tb_match_free(match);
}

static void nobody_cannot_resign(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, false);

    (void)state;
    assert_int_equal(tb_match_resign(match, 2, NULL), TB_ERR_RANGE);
    assert_int_equal(tb_match_resign(match, -1, NULL), TB_ERR_RANGE);
    check_ending(match, TB_ENDING_NONE, 0);
    tb_match_free(match);
}

static void flag_fall_and_agreement(void **state)
{
    struct tb_match *match = new_match("orbital", 3, false);

    (void)state;
    assert_int_equal(tb_match_flag(match, 1, NULL), TB_OK);
    check_ending(match, TB_ENDING_TIME, 1u << 0);
    assert_true(tb_match_undo(match));
    assert_int_equal(tb_match_agree_draw(match, NULL), TB_OK);
    check_ending(match, TB_ENDING_AGREEMENT, 0);
    assert_int_equal(tb_match_draw_at_limit(match, NULL), TB_ERR_OVER);
    assert_true(tb_match_undo(match));
    assert_int_equal(tb_match_draw_at_limit(match, NULL), TB_OK);
    check_ending(match, TB_ENDING_LIMIT, 0);
    assert_int_equal(tb_match_agree_draw(match, NULL), TB_ERR_OVER);
    assert_true(tb_match_undo(match));
    check_ending(match, TB_ENDING_NONE, 0);
    assert_false(tb_match_undo(match));
    tb_match_free(match);
}

/* ---- Entries, states and questions ----------------------------------------------------------- */

static void entries_are_canonical(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, false);

    (void)state;
    play_entries(match, "e2 e3h");
    assert_string_equal(tb_match_entry(match, 0), "e2");
    assert_string_equal(tb_match_entry(match, 1), "e3h");
    assert_null(tb_match_entry(match, 2));
    assert_null(tb_match_entry(match, -1));
    tb_match_free(match);
    tb_match_free(NULL);
}

/* The positions of a match are stored, not recomputed, even after undo and redo. */
static void states_follow_the_plies(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, true);
    struct tb_position position, expected = *tb_match_start(match);
    static const char *const words[] = {"e2", "e8", "e3", "e7"};

    (void)state;
    play_entries(match, "e2 swap e8 e3 e7");
    for (int undone = 0; undone < 2; undone++) {
        expected = *tb_match_start(match);
        assert_int_equal(tb_match_plies(match), 4 - undone);
        for (int i = 0; i <= 4 - undone; i++) {
            tb_move move;

            assert_int_equal(tb_match_position_at(match, i, &position, NULL), TB_OK);
            assert_true(tb_equal(&position, &expected));
            assert_memory_equal(&match_states(match)[i], &expected.state, sizeof expected.state);
            if (i < 4) {
                assert_int_equal(tb_move_parse(&expected, words[i], &move, NULL), TB_OK);
                assert_int_equal(tb_play(&expected, move, NULL), TB_OK);
            }
        }
        assert_int_equal(tb_match_position_at(match, 5 - undone, &position, NULL), TB_ERR_RANGE);
        assert_int_equal(tb_match_position_at(match, -1, &position, NULL), TB_ERR_RANGE);
        tb_match_undo(match);
    }
    assert_true(tb_match_redo(match) && tb_match_redo(match));
    assert_memory_equal(&match_states(match)[4], &tb_match_position(match)->state,
                        sizeof position.state);
    tb_match_free(match);
}

/* More entries than there is room for at first. */
static void long_matches_keep_their_states(void **state)
{
    struct tb_match *match = new_match("quoridor", 0, false);

    (void)state;
    for (int i = 0; i < 50; i++)
        play_entries(match, there_and_back);
    for (int i = 0; i <= 200; i += 4)
        assert_memory_equal(&match_states(match)[i], &tb_match_start(match)->state,
                            sizeof(struct tb_state));
    tb_match_free(match);
}

static void a_copy_goes_its_own_way(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, true), *copy;

    (void)state;
    play_entries(match, "e2 swap e8 e3");
    assert_true(tb_match_undo(match));
    assert_non_null(copy = tb_match_copy(match, NULL));
    assert_true(tb_match_redo(copy));
    play_entries(copy, "e7");
    assert_int_equal(tb_match_plies(match), 2);
    assert_int_equal(tb_match_plies(copy), 4);
    assert_true(tb_match_swapped(copy));
    tb_match_free(match);
    assert_string_equal(tb_match_entry(copy, 4), "e7");
    tb_match_free(copy);
}

static void expect_why(const struct tb_match *match, const char *text, bool legal,
                       const char *english, const char *french)
{
    struct tb_reason reason;

    match_why(match, text, &reason);
    assert_int_equal(reason.legal, legal);
    assert_string_equal(reason.text, english);
    assert_string_equal(test_in(reason.message, "fr"), french);
}

static void why_for_any_entry(void **state)
{
    struct tb_match *plain = new_match("quoridor", 3, false);
    struct tb_match *pie = new_match("quoridor", 3, true);
    const char *early = "Only player 2 may swap, right after the first move.";
    const char *early_french =
        "Seul le joueur 2 peut échanger les camps, juste après le premier coup.";

    (void)state;
    expect_why(plain, "swap", false, "Nobody may swap in this match: the pie rule is off.",
               "On ne peut pas échanger les camps dans cette partie : la règle du gâteau est "
               "désactivée.");
    expect_why(plain, "e2", true, "", "");
    expect_why(pie, "swap", false, early, early_french);
    play_entries(pie, "e2");
    expect_why(pie, "swap", true, "", "");
    play_entries(pie, "swap");
    expect_why(pie, "swap", false, early, early_french);
    assert_int_equal(tb_match_resign(pie, 0, NULL), TB_OK);
    expect_why(pie, "e8", false, "The game is over: no more moves are played.",
               "La partie est finie : on ne joue plus.");
    tb_match_free(plain);
    tb_match_free(pie);
}

static void sides_and_who_wins_without(void **state)
{
    static const struct {
        const char *setup;
        int count, sides[TB_PLAYERS_MAX];
        unsigned without[TB_PLAYERS_MAX];
    } cases[] = {
        {"quoridor", 2, {0, 1}, {2, 1}},
        {"quoridor players=4", 4, {0, 1, 2, 3}, {14, 13, 11, 7}},
        {"dorix players=3", 3, {0, 1, 2}, {6, 5, 3}},
        {"dorix players=4", 2, {0, 1, 0, 1}, {10, 5, 10, 5}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tb_match *match = new_match(cases[i].setup, 3, false);
        const struct tb_position *start = tb_match_start(match);

        assert_int_equal(tb_side_count(start), cases[i].count);
        for (int p = 0; p < start->setup.players; p++) {
            struct tb_result without = tb_match_result_without(match, p);

            assert_int_equal(tb_side(start, p), cases[i].sides[p]);
            assert_true(without.over);
            assert_int_equal(without.winners, cases[i].without[p]);
            assert_int_equal(tb_match_resign(match, p, NULL), TB_OK);
            assert_int_equal(tb_match_result(match).winners, without.winners);
            assert_true(tb_match_undo(match));
        }
        tb_match_free(match);
    }
}

static void endings_have_names(void **state)
{
    (void)state;
    assert_null(tb_ending_name(TB_ENDING_NONE));
    assert_string_equal(tb_ending_name(TB_ENDING_BOARD), "board");
    assert_string_equal(tb_ending_name(TB_ENDING_TIME), "time");
    assert_string_equal(tb_ending_name(TB_ENDING_LIMIT), "limit");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_and_redo),
        cmocka_unit_test(a_new_move_forgets_what_was_undone),
        cmocka_unit_test(a_refused_move_keeps_what_was_undone),
        cmocka_unit_test(undo_and_redo_a_swap),
        cmocka_unit_test(undo_after_the_end),
        cmocka_unit_test(a_long_match),
        cmocka_unit_test(a_finished_start_is_over),
        cmocka_unit_test(resignation),
        cmocka_unit_test(resignation_with_more_players),
        cmocka_unit_test(resignation_with_teams),
        cmocka_unit_test(nobody_cannot_resign),
        cmocka_unit_test(flag_fall_and_agreement),
        cmocka_unit_test(entries_are_canonical),
        cmocka_unit_test(states_follow_the_plies),
        cmocka_unit_test(long_matches_keep_their_states),
        cmocka_unit_test(a_copy_goes_its_own_way),
        cmocka_unit_test(why_for_any_entry),
        cmocka_unit_test(sides_and_who_wins_without),
        cmocka_unit_test(endings_have_names),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
