/*
 * test_puzzles.c - a sample of the puzzles that come with the page, checked by the reference games.
 * reference/reference_puzzles.c checks all of them.
 */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/file.h"
#include "learn/puzzle_file.h"
#include "reference/puzzle_walk.h"

/* Every so manieth puzzle is looked at if it is no longer than this, and given up after so many
 * positions; at least so many must be settled. */
enum { STEP = 13, PLIES = 5, LIMIT = 300, SETTLED = 1 };

static void read_list(const char *game, struct puzzle_list *list)
{
    char path[256];
    struct tb_error error;

    snprintf(path, sizeof path, TESTS_DIR "/../web/games/%s/puzzles.txt", game);
    char *text = file_read(path, &error);

    assert_non_null(text);
    assert_int_equal(puzzle_list_read(text, list, &error), TB_OK);
    free(text);
}

static void check_sample(const char *game)
{
    struct puzzle_list list = {0};
    char why[256];
    int settled = 0;

    read_list(game, &list);
    for (int i = 0; i < list.count; i += STEP) {
        if (list.puzzles[i].plies > PLIES)
            continue;
        enum walked walked = puzzle_walk(&list.puzzles[i], LIMIT, why, sizeof why);

        if (walked == WALK_WRONG)
            fail_msg("%s: %s", list.puzzles[i].id, why);
        settled += walked == WALK_RIGHT;
    }
    assert_true(settled >= SETTLED);
    puzzle_list_release(&list);
}

/* Enough of them, of every difficulty, no two alike, and in each there is something to find. */
static void puzzles_are_worth_solving(void **state)
{
    enum { ENOUGH = 250, MOST = 1000, FEW = 40 }; /* in all, and of a grade */
    static uint64_t names[MOST];

    (void)state;
    for (int g = 0; g < tb_game_count(); g++) {
        struct puzzle_list list = {0};
        int grades[PUZZLE_GRADES + 1] = {0};

        read_list(tb_game_name(tb_game_at(g)), &list);
        assert_true(list.count >= ENOUGH && list.count <= MOST);
        for (int i = 0; i < list.count; i++) {
            const struct puzzle *puzzle = &list.puzzles[i];

            names[i] = puzzle_name(puzzle);
            if (puzzle_dull(puzzle) || (puzzle->plies == PLIES_ANY && !puzzle->draw))
                fail_msg("There is nothing to find in %s.", puzzle->id);
            if (puzzle->themes != puzzle_themes(puzzle))
                fail_msg("The themes of %s are others.", puzzle->id);
            for (int j = 0; j < i; j++)
                if (names[j] == names[i])
                    fail_msg("%s is the same as %s.", puzzle->id, list.puzzles[j].id);
            grades[puzzle->grade]++;
        }
        for (int grade = 1; grade <= PUZZLE_GRADES; grade++)
            assert_true(grades[grade] >= FEW);
        puzzle_list_release(&list);
    }
}

static void dorix(void **state)
{
    (void)state;
    check_sample("dorix");
}

static void tictacdoh(void **state)
{
    (void)state;
    check_sample("tictacdoh");
}

static void quoridor(void **state)
{
    (void)state;
    check_sample("quoridor");
}

static void orbital(void **state)
{
    (void)state;
    check_sample("orbital");
}

/* A puzzle with another answer, another task or a missing reply does not pass. */
static void false_puzzles_do_not_pass(void **state)
{
    static const struct {
        const char *game, *line;
        enum walked walked;
    } rows[] = {
        {"quoridor", "xxxxxx\tsize=3 walls=0 b2/a3 0/0 - 1\twin 1\t1\t\tb3", WALK_RIGHT},
        {"quoridor", "xxxxxx\tsize=3 walls=0 b2/a3 0/0 - 1\twin 1\t1\t\ta2", WALK_WRONG},
        {"quoridor", "xxxxxx\tsize=5 walls=3 d3/d4 0/1 a1h,c1h,d2v,b3v,c4h 1\twin 3\t1\tjump\t"
                     "e4(e5=d5 *=e5)", WALK_RIGHT},
        {"quoridor", "xxxxxx\tsize=5 walls=3 d3/d4 0/1 a1h,c1h,d2v,b3v,c4h 1\twin 1\t1\tjump\t"
                     "e4(e5=d5 *=e5)", WALK_WRONG},
        {"quoridor", "xxxxxx\tsize=5 walls=3 d3/d4 0/1 a1h,c1h,d2v,b3v,c4h 1\twin 3\t1\tjump\t"
                     "e4(e5=d5)", WALK_WRONG},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct puzzle puzzle = {0};
        char why[256];

        assert_int_equal(puzzle_read(rows[i].line, tb_game_find(rows[i].game), &puzzle, NULL),
                         TB_OK);
        assert_int_equal(puzzle_walk(&puzzle, 0, why, sizeof why), rows[i].walked);
        puzzle_release(&puzzle);
    }
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(puzzles_are_worth_solving),
        cmocka_unit_test(dorix),     cmocka_unit_test(tictacdoh),
        cmocka_unit_test(quoridor),  cmocka_unit_test(orbital),
        cmocka_unit_test(false_puzzles_do_not_pass),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
