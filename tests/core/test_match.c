/*
 * test_match.c - a match keeps to the rules: repetition, the pie rule, undo and
 * redo, endings that are not on the board.
 */
#include <stdio.h>
#include <string.h>

#include "core/rng.h"
#include "test.h"

/* A match from the start of a setup; freed by tb_match_free. */
static struct tb_match *new_match(const char *words, int repetition, bool swap)
{
    struct tb_setup setup = test_setup(words);
    struct match_rules rules = {.repetition = repetition, .swap = swap};
    struct tb_position start;

    tb_position_start(&start, &setup, NULL);
    struct tb_match *match = match_new(&start, &rules, NULL);

    assert_non_null(match);
    return match;
}

/* Plays words separated by spaces, all of which must be accepted. */
static void play(struct tb_match *match, const char *moves)
{
    char copy[512], *rest;

    snprintf(copy, sizeof copy, "%s", moves);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        struct tb_error error;

        if (tb_match_play(match, word, &error))
            fail_msg("%s: %s", word, error.text);
    }
}

static void refuse(struct tb_match *match, const char *move, int code)
{
    struct tb_error error = {0};
    int length = tb_match_length(match);

    assert_int_equal(tb_match_play(match, move, &error), code);
    assert_int_equal(error.code, code);
    assert_true(error.text[0] != '\0');
    assert_int_equal(tb_match_length(match), length);
}

static void expect(const struct tb_match *match, enum tb_ending ending, unsigned winners)
{
    struct tb_result result = tb_match_result(match);

    assert_int_equal(tb_match_ending(match), ending);
    assert_int_equal(result.over, ending != TB_ENDING_NONE);
    assert_int_equal(result.winners, winners);
}

/* Four plies that bring a Quoridor position back. */
static const char there_and_back[] = "e2 e8 e1 e9";

/* ---- Repetition -------------------------------------------------------------------- */

static void repetition_at_the_third_occurrence(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, false);

    (void)state;
    play(match, there_and_back); /* the start for the second time */
    expect(match, TB_ENDING_NONE, 0);
    play(match, "e2 e8 e1");
    expect(match, TB_ENDING_NONE, 0);
    play(match, "e9");
    expect(match, TB_ENDING_REPETITION, 0);
    refuse(match, "e2", TB_ERR_OVER);
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

    play(match, "e8 e1 e9");
    expect(match, TB_ENDING_NONE, 0);
    play(match, "e2");
    expect(match, TB_ENDING_REPETITION, 0);
    tb_match_free(match);
}

static void repetition_from_two_to_nine(void **state)
{
    (void)state;
    for (int limit = 2; limit <= 9; limit++) {
        struct tb_match *match = new_match("quoridor", limit, false);

        for (int times = 1; times < limit; times++) {
            expect(match, TB_ENDING_NONE, 0);
            play(match, there_and_back);
        }
        expect(match, TB_ENDING_REPETITION, 0);
        tb_match_free(match);
    }
}

static void repetition_off(void **state)
{
    struct tb_match *match = new_match("quoridor", 0, false);

    (void)state;
    for (int i = 0; i < 30; i++)
        play(match, there_and_back);
    expect(match, TB_ENDING_NONE, 0);
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
    play(match, "e2 e8 e1");
    assert_int_equal(match_moves(match, moves), tb_move_count(tb_match_position(match)) - 1);
    refuse(match, "e9", TB_ERR_ILLEGAL);
    match_why(match, "e9", &reason);
    assert_false(reason.legal);
    play(match, "d8 e2");
    expect(match, TB_ENDING_NONE, 0);
    refuse(match, "e8", TB_ERR_ILLEGAL); /* pawns on e2 and e8, player 1 to move: after ply 2 */
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
    play(match, "a1 c3"); /* pawns on a1 and c3, player 1 to move */
    play(match, "a2 c2 a1");
    expect(match, TB_ENDING_NONE, 0);
    play(match, "c3");
    expect(match, TB_ENDING_REPETITION, 0);
    tb_match_free(match);
}

/* Two players lay the same two barriers in either order: one position. */
static void repetition_forgets_who_placed_a_barrier(void **state)
{
    struct tb_match *one = new_match("quoridor", 3, false);
    struct tb_match *other = new_match("quoridor", 3, false);

    (void)state;
    play(one, "a1h h1h");
    play(other, "h1h a1h");
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
    play(match, "a1 c3 a2 c2 a3");
    expect(match, TB_ENDING_BOARD, 1u << 0);
    refuse(match, "c1", TB_ERR_OVER);
    tb_match_free(match);
}

/* A match that starts from a finished position is over on the board at once. */
static void a_finished_start_is_over(void **state)
{
    struct tb_match *match = new_match("quoridor size=3 walls=0", 2, false);
    struct match_rules rules = match_rules_default();

    (void)state;
    play(match, "a1 c3 a2 c2 a3");
    struct tb_match *after = match_new(tb_match_position(match), &rules, NULL);

    assert_non_null(after);
    expect(after, TB_ENDING_BOARD, 1u << 0);
    tb_match_free(after);
    tb_match_free(match);
}

static void undo_takes_back_a_repetition(void **state)
{
    struct tb_match *match = new_match("quoridor", 2, false);

    (void)state;
    play(match, there_and_back);
    expect(match, TB_ENDING_REPETITION, 0);
    assert_true(tb_match_undo(match));
    expect(match, TB_ENDING_NONE, 0);
    play(match, "d8");
    expect(match, TB_ENDING_NONE, 0);
    tb_match_free(match);
}

/* ---- The pie rule --------------------------------------------------------------------- */

static void swap_is_no_occurrence(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, true);

    (void)state;
    play(match, "e2 swap e8 e1 e9 e2"); /* the position after e2, for the second time */
    expect(match, TB_ENDING_NONE, 0);
    play(match, "e8 d2 e9"); /* not by the start again, that would be its third time */
    expect(match, TB_ENDING_NONE, 0);
    play(match, "e2");
    expect(match, TB_ENDING_REPETITION, 0);
    tb_match_free(match);
}

static void swap_with_repetition_two(void **state)
{
    struct tb_match *match = new_match("quoridor", 2, true);

    (void)state;
    play(match, "e2 swap e8 e1");
    expect(match, TB_ENDING_NONE, 0);
    play(match, "e9"); /* the start, for the second time */
    expect(match, TB_ENDING_REPETITION, 0);
    tb_match_free(match);
}

static void swap_leaves_the_position_alone(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, true);

    (void)state;
    play(match, "e2");
    struct tb_position before = *tb_match_position(match);

    assert_true(tb_match_can_swap(match));
    assert_false(tb_match_swapped(match));
    play(match, "swap");
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
    refuse(match, "swap", TB_ERR_ILLEGAL);
    play(match, "e2 swap");
    assert_false(tb_match_can_swap(match));
    refuse(match, "swap", TB_ERR_ILLEGAL);
    play(match, "e8");
    refuse(match, "swap", TB_ERR_ILLEGAL);
    assert_true(tb_match_undo(match) && tb_match_undo(match));
    assert_true(tb_match_can_swap(match));
    play(match, "e8");
    assert_false(tb_match_can_swap(match));
    refuse(match, "swap", TB_ERR_ILLEGAL);
    tb_match_free(match);
}

static void swap_is_off_by_default(void **state)
{
    struct tb_match *match = new_match("dorix", 3, match_rules_default().swap);

    (void)state;
    play(match, "b2");
    assert_false(tb_match_can_swap(match));
    refuse(match, "swap", TB_ERR_ILLEGAL);
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
    play(match, "b2");
    assert_true(tb_match_can_swap(match));
    play(match, "swap a1 c3 d4 b3");
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
        play(match, text);
        play(match, "swap");
        tb_moves(tb_match_position(match), moves);
        tb_move_text(tb_match_position(match), moves[0], text, sizeof text);
        play(match, text);
        assert_int_equal(tb_match_plies(match), 2);
        tb_match_free(match);
    }
}

/* ---- Undo and redo ----------------------------------------------------------------------- */

static void undo_and_redo(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, false);
    struct tb_position positions[4] = {*tb_match_position(match)};
    static const char *const moves[] = {"e2", "e8", "c4h"};

    (void)state;
    assert_false(tb_match_undo(match));
    assert_false(tb_match_redo(match));
    for (int i = 0; i < 3; i++) {
        play(match, moves[i]);
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
    play(match, "e2 e8 e3");
    assert_true(tb_match_undo(match) && tb_match_undo(match));
    play(match, "d9");
    assert_false(tb_match_redo(match));
    assert_int_equal(tb_match_length(match), 2);
    assert_string_equal(tb_match_entry(match, 1), "d9");
    tb_match_free(match);
}

static void a_refused_move_keeps_what_was_undone(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, false);

    (void)state;
    play(match, "e2 e8");
    assert_true(tb_match_undo(match));
    refuse(match, "e1", TB_ERR_ILLEGAL);
    assert_true(tb_match_redo(match));
    assert_string_equal(tb_match_entry(match, 1), "e8");
    tb_match_free(match);
}

static void undo_and_redo_a_swap(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, true);

    (void)state;
    play(match, "e2 swap");
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
    play(match, "a1 c3 a2 c2 a3");
    expect(match, TB_ENDING_BOARD, 1u << 0);
    assert_true(tb_match_undo(match));
    expect(match, TB_ENDING_NONE, 0);
    assert_true(tb_match_redo(match));
    expect(match, TB_ENDING_BOARD, 1u << 0);
    tb_match_free(match);
}

static void a_long_match(void **state)
{
    struct tb_match *match = new_match("quoridor", 0, false);

    (void)state;
    for (int i = 0; i < 500; i++)
        play(match, there_and_back);
    assert_int_equal(tb_match_length(match), 2000);
    assert_string_equal(tb_match_entry(match, 1999), "e9");
    while (tb_match_undo(match)) {
    }
    assert_true(tb_equal(tb_match_position(match), tb_match_start(match)));
    tb_match_free(match);
}

/* ---- Endings that are not on the board ------------------------------------------------------ */

static void resignation(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, false);
    struct tb_error error;

    (void)state;
    play(match, "e2");
    assert_int_equal(tb_match_resign(match, 0, NULL), TB_OK);
    expect(match, TB_ENDING_RESIGNATION, 1u << 1);
    refuse(match, "e8", TB_ERR_OVER);
    assert_int_equal(tb_match_resign(match, 1, &error), TB_ERR_OVER);
    assert_int_equal(tb_match_agree_draw(match, &error), TB_ERR_OVER);
    assert_false(tb_match_redo(match));
    assert_true(tb_match_undo(match));
    expect(match, TB_ENDING_NONE, 0);
    assert_int_equal(tb_match_length(match), 1);
    play(match, "e8");
    tb_match_free(match);
}

static void resignation_with_more_players(void **state)
{
    struct tb_match *match = new_match("quoridor players=4", 3, false);

    (void)state;
    assert_int_equal(tb_match_resign(match, 2, NULL), TB_OK);
    expect(match, TB_ENDING_RESIGNATION, 1u << 0 | 1u << 1 | 1u << 3);
    tb_match_free(match);
}

/* Players 1 and 3 are a team in Dorix with four. */
static void resignation_with_teams(void **state)
{
    struct tb_match *match = new_match("dorix players=4", 3, false);

    (void)state;
    assert_int_equal(tb_match_resign(match, 2, NULL), TB_OK);
    expect(match, TB_ENDING_RESIGNATION, 1u << 1 | 1u << 3);
    tb_match_free(match);
}

static void nobody_cannot_resign(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, false);

    (void)state;
    assert_int_equal(tb_match_resign(match, 2, NULL), TB_ERR_RANGE);
    assert_int_equal(tb_match_resign(match, -1, NULL), TB_ERR_RANGE);
    expect(match, TB_ENDING_NONE, 0);
    tb_match_free(match);
}

static void flag_fall_and_agreement(void **state)
{
    struct tb_match *match = new_match("orbital", 3, false);

    (void)state;
    assert_int_equal(tb_match_flag(match, 1, NULL), TB_OK);
    expect(match, TB_ENDING_TIME, 1u << 0);
    assert_true(tb_match_undo(match));
    assert_int_equal(tb_match_agree_draw(match, NULL), TB_OK);
    expect(match, TB_ENDING_AGREEMENT, 0);
    assert_int_equal(tb_match_draw_at_limit(match, NULL), TB_ERR_OVER);
    assert_true(tb_match_undo(match));
    assert_int_equal(tb_match_draw_at_limit(match, NULL), TB_OK);
    expect(match, TB_ENDING_LIMIT, 0);
    assert_int_equal(tb_match_agree_draw(match, NULL), TB_ERR_OVER);
    assert_true(tb_match_undo(match));
    expect(match, TB_ENDING_NONE, 0);
    assert_false(tb_match_undo(match));
    tb_match_free(match);
}

static void entries_are_canonical(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, false);

    (void)state;
    play(match, "e2 e3h");
    assert_string_equal(tb_match_entry(match, 0), "e2");
    assert_string_equal(tb_match_entry(match, 1), "e3h");
    assert_null(tb_match_entry(match, 2));
    assert_null(tb_match_entry(match, -1));
    tb_match_free(match);
    tb_match_free(NULL);
}

/* ---- What a match can be asked ----------------------------------------------------- */

/* The positions of a match are stored, not recomputed, even after undo and redo. */
static void states_follow_the_plies(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, true);
    struct tb_position position, expected = *tb_match_start(match);
    static const char *const words[] = {"e2", "e8", "e3", "e7"};

    (void)state;
    play(match, "e2 swap e8 e3 e7");
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
        play(match, there_and_back);
    for (int i = 0; i <= 200; i += 4)
        assert_memory_equal(&match_states(match)[i], &tb_match_start(match)->state,
                            sizeof(struct tb_state));
    tb_match_free(match);
}

static void a_copy_goes_its_own_way(void **state)
{
    struct tb_match *match = new_match("quoridor", 3, true), *copy;

    (void)state;
    play(match, "e2 swap e8 e3");
    assert_true(tb_match_undo(match));
    assert_non_null(copy = tb_match_copy(match, NULL));
    assert_true(tb_match_redo(copy));
    play(copy, "e7");
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
    play(pie, "e2");
    expect_why(pie, "swap", true, "", "");
    play(pie, "swap");
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
        cmocka_unit_test(a_finished_start_is_over),
        cmocka_unit_test(undo_takes_back_a_repetition),
        cmocka_unit_test(swap_is_no_occurrence),
        cmocka_unit_test(swap_with_repetition_two),
        cmocka_unit_test(swap_leaves_the_position_alone),
        cmocka_unit_test(swap_only_as_the_second_entry),
        cmocka_unit_test(swap_is_off_by_default),
        cmocka_unit_test(swap_is_for_two_sides),
        cmocka_unit_test(swap_for_teams),
        cmocka_unit_test(swap_in_every_game_for_two),
        cmocka_unit_test(undo_and_redo),
        cmocka_unit_test(a_new_move_forgets_what_was_undone),
        cmocka_unit_test(a_refused_move_keeps_what_was_undone),
        cmocka_unit_test(undo_and_redo_a_swap),
        cmocka_unit_test(undo_after_the_end),
        cmocka_unit_test(a_long_match),
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

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
