/*
 * test_repetition.c - positions that repeat: after how many times a match is drawn, and matches in
 * which a move must not repeat one.
 */
#include <string.h>

#include "core/rng.h"
#include "matches.h"
#include "test.h"

static void repetition_at_the_third_occurrence(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, false);

    (void)state;
    play_entries(match, there_and_back); /* the start for the second time */
    check_ending(match, TB_ENDING_NONE, 0);
    play_entries(match, "e2 e8 e1");
    check_ending(match, TB_ENDING_NONE, 0);
    play_entries(match, "e9");
    check_ending(match, TB_ENDING_REPETITION, 0);
    check_refused(match, "e2", TB_ERR_OVER);
    tb_match_free(match);
}

static void repetition_counts_the_start_of_a_set_up_position(void **state)
{
    struct tb_setup setup = test_setup("quoridor");
    struct match_rules rules = {.repetition = 2};
    struct tb_position position;
    tb_move move;

    (void)state;
    tb_position_start(&position, &setup, NULL);
    assert_int_equal(tb_move_parse(&position, "e2", &move, NULL), TB_OK);
    tb_play(&position, move, NULL);
    struct tb_match *match = match_new(&position, &rules, NULL);

    play_entries(match, "e8 e1 e9");
    check_ending(match, TB_ENDING_NONE, 0);
    play_entries(match, "e2");
    check_ending(match, TB_ENDING_REPETITION, 0);
    tb_match_free(match);
}

static void repetition_from_two_to_nine(void **state)
{
    (void)state;
    for (int limit = 2; limit <= 9; limit++) {
        struct tb_match *match = new_match("quoridor", limit, false);

        for (int times = 1; times < limit; times++) {
            check_ending(match, TB_ENDING_NONE, 0);
            play_entries(match, there_and_back);
        }
        check_ending(match, TB_ENDING_REPETITION, 0);
        tb_match_free(match);
    }
}

static void repetition_off(void **state)
{
    struct tb_match *match = new_match("quoridor", 0, false);

    (void)state;
    for (int i = 0; i < 30; i++)
        play_entries(match, there_and_back);
    check_ending(match, TB_ENDING_NONE, 0);
    tb_match_free(match);
}

static void repetition_range(void **state)
{
    static const int bad[] = {-1, 10, 1000};
    struct tb_setup setup = test_setup("quoridor");
    struct tb_position start;

    (void)state;
    tb_position_start(&start, &setup, NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct match_rules rules = {.repetition = bad[i]};
        struct tb_error error = {0};

        assert_null(match_new(&start, &rules, &error));
        assert_int_equal(error.code, TB_ERR_VALUE);
    }
}

/* repetition=1: a move that brings back a position is not a move of the match. */
static void repetition_illegal(void **state)
{
    struct tb_match *match = new_match("quoridor", 1, false);
    tb_move moves[TB_MOVES_MAX];
    struct tb_reason reason;

    (void)state;
    play_entries(match, "e2 e8 e1");
    assert_int_equal(match_moves(match, moves), tb_move_count(tb_match_position(match)) - 1);
    check_refused(match, "e9", TB_ERR_ILLEGAL);
    match_why(match, "e9", &reason);
    assert_false(reason.legal);
    play_entries(match, "d8 e2");
    check_ending(match, TB_ENDING_NONE, 0);
    check_refused(match, "e8",
                  TB_ERR_ILLEGAL); /* pawns on e2 and e8, player 1 to move: after ply 2 */
    tb_match_free(match);
}

/* Random games on a board so small that players run out of new positions. Beside the match a list
 * of position strings says what has been there. */
static void repetition_illegal_by_position_strings(void **state)
{
    enum { GAMES = 60, LENGTH = 200 };
    static char seen[LENGTH + 1][TB_POSITION_TEXT];
    int stuck = 0, refused = 0;
    struct rng rng = {7};

    (void)state;
    for (int g = 0; g < GAMES; g++) {
        struct tb_match *match = new_match("quoridor size=3 walls=0", 1, false);
        int ply = 0;

        for (; tb_match_ending(match) == TB_ENDING_NONE; ply++) {
            const struct tb_position *now = tb_match_position(match);
            tb_move all[TB_MOVES_MAX], listed[TB_MOVES_MAX];
            int count = tb_moves(now, all), kept = match_moves(match, listed), fresh = 0;

            assert_true(ply < LENGTH && kept > 0);
            tb_position_text(now, seen[ply], TB_POSITION_TEXT);
            for (int i = 0; i < count; i++) {
                struct tb_position next = *now;
                char text[TB_POSITION_TEXT];
                bool known = false;

                tb_play(&next, all[i], NULL);
                tb_position_text(&next, text, sizeof text);
                for (int k = 0; k <= ply; k++)
                    known = known || strcmp(seen[k], text) == 0;
                refused += known;
                if (!known)
                    assert_int_equal(listed[fresh++], all[i]);
            }
            assert_int_equal(fresh, kept);
            match_play_legal(match, listed[rng_below(&rng, (uint32_t)kept)], NULL);
        }
        stuck += tb_match_ending(match) == TB_ENDING_REPETITION;
        tb_match_free(match);
    }
    assert_true(refused > 0 && stuck > 0);
}

/* Who is to move belongs to the position. */
static void repetition_needs_the_same_side_to_move(void **state)
{
    struct tb_match *match = new_match("quoridor size=3 walls=0", 2, false);

    (void)state;
    play_entries(match, "a1 c3"); /* pawns on a1 and c3, player 1 to move */
    play_entries(match, "a2 c2 a1");
    check_ending(match, TB_ENDING_NONE, 0);
    play_entries(match, "c3");
    check_ending(match, TB_ENDING_REPETITION, 0);
    tb_match_free(match);
}

/* Two players lay the same two barriers in either order: one position. */
static void repetition_forgets_who_placed_a_barrier(void **state)
{
    struct tb_match *one = new_match("quoridor", 3, false);
    struct tb_match *other = new_match("quoridor", 3, false);

    (void)state;
    play_entries(one, "a1h h1h");
    play_entries(other, "h1h a1h");
    assert_true(tb_equal(tb_match_position(one), tb_match_position(other)));
    assert_int_equal(tb_hash(tb_match_position(one)), tb_hash(tb_match_position(other)));
    tb_match_free(one);
    tb_match_free(other);
}

/* An empty hand: pawns lifted and put back bring a Dorix position round again. */
static void repetition_applies_where_positions_come_back(void **state)
{
    (void)state;
    assert_true(tb_game_repeats(tb_game_find("dorix")));
    assert_true(tb_game_repeats(tb_game_find("quoridor")));
    assert_false(tb_game_repeats(tb_game_find("tictacdoh")));
    assert_false(tb_game_repeats(tb_game_find("orbital")));
}

/* The winning move ends the game on the board, however often its squares stood. */
static void a_win_comes_before_repetition(void **state)
{
    struct tb_match *match = new_match("quoridor size=3 walls=0", 2, false);

    (void)state;
    play_entries(match, "a1 c3 a2 c2 a3");
    check_ending(match, TB_ENDING_BOARD, 1u << 0);
    check_refused(match, "c1", TB_ERR_OVER);
    tb_match_free(match);
}

static void undo_takes_back_a_repetition(void **state)
{
    struct tb_match *match = new_match("quoridor", 2, false);

    (void)state;
    play_entries(match, there_and_back);
    check_ending(match, TB_ENDING_REPETITION, 0);
    assert_true(tb_match_undo(match));
    check_ending(match, TB_ENDING_NONE, 0);
    play_entries(match, "d8");
    check_ending(match, TB_ENDING_NONE, 0);
    tb_match_free(match);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repetition_at_the_third_occurrence),
        cmocka_unit_test(repetition_counts_the_start_of_a_set_up_position),
        cmocka_unit_test(repetition_from_two_to_nine),
        cmocka_unit_test(repetition_off),
        cmocka_unit_test(repetition_range),
        cmocka_unit_test(repetition_illegal),
        cmocka_unit_test(repetition_illegal_by_position_strings),
        cmocka_unit_test(repetition_needs_the_same_side_to_move),
        cmocka_unit_test(repetition_forgets_who_placed_a_barrier),
        cmocka_unit_test(repetition_applies_where_positions_come_back),
        cmocka_unit_test(a_win_comes_before_repetition),
        cmocka_unit_test(undo_takes_back_a_repetition),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
