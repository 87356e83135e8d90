/* test_api_puzzles.c - puzzle files and attempts by the public interface. */
#include "test.h"

#include <string.h>

static const char file_of_two[] =
    "tablier-puzzles 1 quoridor\n"
    "chngkf\tsize=5 walls=3 d3/d4 0/1 a1h,c1h,d2v,b3v,c4h 1\twin 3\t1\tjump\te4(e5=d5 *=e5)\n"
    "# a remark\n"
    "3yegz8\tsize=5 walls=3 c3/c2 1/2 a1h,c1h,c4h 2\twin 9\t5\t\td2h\n";

static enum tb_attempt_state state_after(const struct tb_puzzles *puzzles, const char *const *moves,
                                         int count, char answer[TB_MOVE_TEXT])
{
    TB_STRUCT(tb_attempt, attempt);
    struct tb_position position;

    attempt.position = &position;
    assert_int_equal(tb_puzzles_attempt(puzzles, 0, moves, count, &attempt, NULL), TB_OK);
    answer[0] = '\0';
    if (attempt.answer != TB_MOVE_NONE)
        tb_move_text(&position, attempt.answer, answer, TB_MOVE_TEXT);
    return attempt.state;
}

static void puzzles_are_listed_and_attempted(void **state)
{
    static const char *const right[] = {"e4", "e5", "d5"}, *const wrong[] = {"c3"};
    struct tb_error error;
    struct tb_puzzles *puzzles = tb_puzzles_new(file_of_two, strlen(file_of_two), &error);
    char text[256], answer[TB_MOVE_TEXT];
    TB_STRUCT(tb_puzzle, puzzle);
    TB_STRUCT(tb_attempt, attempt);
    struct tb_position position;

    (void)state;
    assert_non_null(puzzles);
    assert_int_equal(tb_puzzles_count(puzzles), 2);
    assert_int_equal(tb_puzzles_get(puzzles, 0, &puzzle), TB_OK);
    assert_string_equal(puzzle.id, "chngkf");
    assert_true(puzzle.goal == TB_GOAL_WIN && puzzle.plies == 3 && puzzle.grade == 1);
    assert_int_equal(puzzle.length, 2);
    assert_int_equal(tb_puzzles_position(puzzles, 0, &position), TB_OK);
    tb_position_text(&position, text, sizeof text);
    assert_string_equal(text, "size=5 walls=3 d3/d4 0/1 a1h,c1h,d2v,b3v,c4h 1");
    assert_int_equal(tb_puzzles_position(puzzles, 2, &position), TB_ERR_RANGE);
    assert_int_equal(tb_puzzles_position(puzzles, 0, NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_puzzles_find(puzzles, "3yegz8"), 1);
    assert_int_equal(tb_puzzles_find(puzzles, "nobody"), TB_ERR_RANGE);
    assert_int_equal(tb_puzzles_next(puzzles, 2, 0), 0);
    assert_int_equal(tb_puzzles_next(puzzles, 0, 5), 1);
    assert_int_equal(tb_puzzles_next(puzzles, 0, 3), TB_ERR_RANGE);
    assert_true(tb_puzzles_task(puzzles, 0, "en", text, sizeof text) > 0);
    assert_string_equal(text, "Player 1 to move: win in 2 moves.");
    assert_true(tb_puzzles_themes(puzzles, 0, "fr", text, sizeof text) > 0);
    assert_int_equal(tb_puzzles_themes(puzzles, 1, "fr", text, sizeof text), 0);
    assert_int_equal(tb_puzzles_solution(puzzles, 0, text, sizeof text), 14);
    assert_string_equal(text, "e4(e5=d5 *=e5)");

    assert_int_equal(state_after(puzzles, NULL, 0, answer), TB_ATTEMPT_OPEN);
    assert_string_equal(answer, "e4");
    assert_int_equal(state_after(puzzles, right, 1, answer), TB_ATTEMPT_REPLY);
    assert_string_equal(answer, "");
    assert_int_equal(state_after(puzzles, right, 2, answer), TB_ATTEMPT_OPEN);
    assert_string_equal(answer, "d5");
    assert_int_equal(state_after(puzzles, right, 3, answer), TB_ATTEMPT_SOLVED);
    assert_int_equal(state_after(puzzles, wrong, 1, answer), TB_ATTEMPT_WRONG);
    assert_int_equal(tb_puzzles_attempt(puzzles, 1, right, 1, &attempt, &error), TB_ERR_ILLEGAL);
    tb_puzzles_free(puzzles);
}

static void puzzles_refuse_nonsense(void **state)
{
    static const char *const texts[] = {"", "tablier-puzzles 1 chess\n",
                                        "tablier-puzzles 1 dorix\nx\n"};
    static const char *const late[] = {"c3", "e4"}, *const none[] = {NULL};
    struct tb_puzzles *puzzles = tb_puzzles_new(file_of_two, strlen(file_of_two), NULL);
    struct tb_error error;
    TB_STRUCT(tb_attempt, attempt);
    struct tb_puzzle puzzle = {.size = 0};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_null(tb_puzzles_new(texts[i], strlen(texts[i]), &error));
        assert_true(error.code < 0 && error.text[0] && error.message[0]);
    }
    assert_null(tb_puzzles_new(NULL, 0, &error));
    assert_null(tb_puzzles_new(file_of_two, sizeof file_of_two, &error)); /* its zero byte */
    assert_null(tb_puzzles_load("/nowhere/at/all", &error));
    assert_null(tb_puzzles_load(NULL, NULL));
    assert_int_equal(tb_puzzles_count(NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_puzzles_get(puzzles, 2, &puzzle), TB_ERR_RANGE);
    assert_int_equal(tb_puzzles_get(puzzles, 0, NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_puzzles_get(puzzles, 0, &puzzle), TB_ERR_ARGUMENT); /* no size */
    assert_int_equal(tb_puzzles_find(puzzles, NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_puzzles_next(puzzles, -1, 0), TB_ERR_RANGE);
    assert_int_equal(tb_puzzles_next(NULL, 0, 0), TB_ERR_ARGUMENT);
    assert_int_equal(tb_puzzles_task(puzzles, -1, "en", NULL, 0), TB_ERR_RANGE);
    assert_int_equal(tb_puzzles_task(puzzles, 0, "en", NULL, 9), TB_ERR_ARGUMENT);
    assert_int_equal(tb_puzzles_themes(NULL, 0, "en", NULL, 0), TB_ERR_ARGUMENT);
    assert_int_equal(tb_puzzles_solution(puzzles, 0, NULL, 0), 14);
    assert_int_equal(tb_puzzles_attempt(puzzles, 0, late, 2, &attempt, &error), TB_ERR_OVER);
    assert_int_equal(tb_puzzles_attempt(puzzles, 0, none, 1, &attempt, &error), TB_ERR_ARGUMENT);
    assert_int_equal(tb_puzzles_attempt(puzzles, 0, NULL, 1, &attempt, &error), TB_ERR_ARGUMENT);
    assert_int_equal(tb_puzzles_attempt(puzzles, 0, NULL, 0, NULL, &error), TB_ERR_ARGUMENT);
    tb_puzzles_free(puzzles);
    tb_puzzles_free(NULL);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(puzzles_are_listed_and_attempted),
        cmocka_unit_test(puzzles_refuse_nonsense),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
