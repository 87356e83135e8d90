/*
 * test_shipped_puzzles.c - puzzles that come with the page, checked by the reference games: all of
 * Orbital, a sample of the others. reference/reference_puzzles.c checks all of them.
 */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/file.h"
#include "learn/puzzle_file.h"
#include "reference/puzzle_walk.h"

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

/* Every `step`-th puzzle is checked, with a limit of positions; at least `settled` must be decided. */
static void check_sample(const char *game, int step, uint64_t limit, int settled)
{
    struct puzzle_list list = {0};
    char why[256];
    int right = 0;

    read_list(game, &list);
    for (int i = 0; i < list.count; i += step) {
        enum walked walked = puzzle_walk(&list.puzzles[i], limit, why, sizeof why);

        if (walked == WALK_WRONG)
            fail_msg("%s: %s", list.puzzles[i].id, why);
        right += walked == WALK_RIGHT;
    }
    assert_true(right >= settled);
    puzzle_list_release(&list);
}

static void refuse(const struct puzzle *puzzle, const struct puzzle *other, bool contained)
{
    fail_msg("%s %s %s.", puzzle->id, contained ? "is in the solution of" : "is the same as",
             other->id);
}

/* The course may have a plain one, to teach a single thing. */
static bool is_in_course(const struct puzzle *puzzle)
{
    char path[256];

    snprintf(path, sizeof path, TESTS_DIR "/../web/games/%s/lessons.js",
             tb_game_name(puzzle->position.setup.game));
    char *lessons = file_read(path, NULL);
    bool found = lessons && strstr(lessons, puzzle->id);

    free(lessons);
    return found;
}

static void check_puzzle(const struct puzzle *puzzle)
{
    if ((puzzle_dull(puzzle) && !is_in_course(puzzle)) ||
        (puzzle->plies == PLIES_ANY && !puzzle->draw))
        fail_msg("There is nothing to find in %s.", puzzle->id);
    if (puzzle->themes == 0 || puzzle->themes != puzzle_themes(puzzle))
        fail_msg("The themes of %s are others.", puzzle->id);
}

/* Enough of them, of every difficulty, none inside another, and in each there is something to
 * find. */
static void puzzles_are_worth_solving(void **state)
{
    enum { ENOUGH = 400, MOST = 1000 };

    (void)state;
    for (int g = 0; g < tb_game_count(); g++) {
        struct puzzle_list list = {0};
        struct puzzle_pairs pairs;
        int grades[PUZZLE_GRADES + 1] = {0}, wins_at_once = 0;

        read_list(tb_game_name(tb_game_at(g)), &list);
        assert_true(list.count >= ENOUGH && list.count <= MOST);
        assert_true(puzzle_list_pairs(&list, &pairs, refuse));
        for (int i = 0; i < list.count; i++) {
            check_puzzle(&list.puzzles[i]);
            grades[list.puzzles[i].grade]++;
            wins_at_once += list.puzzles[i].plies == 1;
        }
        for (int grade = 1; grade <= PUZZLE_GRADES; grade++)
            assert_true(grades[grade] >= list.count / PUZZLE_GRADES);
        assert_true(20 * wins_at_once <= list.count);
        puzzle_list_release(&list);
    }
}

/* A position of Tic Tac Doh as its text has it: what stands on each square, NULL: nothing. */
struct sheet {
    char content[5][5][4];
};

static struct sheet read_sheet(const struct puzzle *puzzle)
{
    struct sheet sheet = {0};
    char text[TB_POSITION_TEXT], *rest = text, *word;

    tb_position_text(&puzzle->position, text, sizeof text);
    while ((word = strsep(&rest, " ,")))
        if (word[0] >= 'a' && word[0] <= 'e' && word[2] == ':')
            snprintf(sheet.content[word[1] - '1'][word[0] - 'a'], 4, "%s", word + 3);
    return sheet;
}

/* Turned or mirrored (0 to 7), then moved by columns and rows. False if a piece leaves the sheet.
 */
static bool move_sheet(const struct sheet *sheet, int way, int columns, int rows,
                       struct sheet *image)
{
    *image = (struct sheet){0};
    for (int row = 0; row < 5; row++)
        for (int column = 0; column < 5; column++) {
            int x = way & 1 ? 4 - column : column, y = way & 2 ? 4 - row : row;
            int to_column = (way & 4 ? y : x) + columns, to_row = (way & 4 ? x : y) + rows;

            if (!sheet->content[row][column][0])
                continue;
            if (to_column < 0 || to_column > 4 || to_row < 0 || to_row > 4)
                return false;
            memcpy(image->content[to_row][to_column], sheet->content[row][column], 4);
        }
    return true;
}

static bool same_sheet(const struct sheet *a, const struct sheet *b)
{
    for (int way = 0; way < 8; way++)
        for (int columns = -4; columns <= 4; columns++)
            for (int rows = -4; rows <= 4; rows++) {
                struct sheet image;

                if (move_sheet(a, way, columns, rows, &image) &&
                    memcmp(&image, b, sizeof image) == 0)
                    return true;
            }
    return false;
}

/* By the text of the positions alone, without any of the library's symmetries. */
static void no_two_sheets_are_the_same_once(void **state)
{
    struct puzzle_list list = {0};
    static struct sheet sheets[1000];

    (void)state;
    read_list("tictacdoh", &list);
    for (int i = 0; i < list.count; i++) {
        sheets[i] = read_sheet(&list.puzzles[i]);
        for (int j = 0; j < i; j++)
            if (same_sheet(&sheets[i], &sheets[j]))
                fail_msg("%s is the same as %s.", list.puzzles[i].id, list.puzzles[j].id);
    }
    puzzle_list_release(&list);
}

static void dorix(void **state)
{
    (void)state;
    check_sample("dorix", 13, 300, 8);
}

static void tictacdoh_once(void **state)
{
    (void)state;
    check_sample("tictacdoh", 4, 10000, 95);
}

static void quoridor(void **state)
{
    (void)state;
    check_sample("quoridor", 13, 300, 5);
}

static void orbital_once(void **state)
{
    (void)state;
    check_sample("orbital", 1, 10000, 400);
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
        cmocka_unit_test(no_two_sheets_are_the_same_once),
        cmocka_unit_test(dorix),    cmocka_unit_test(tictacdoh_once),
        cmocka_unit_test(quoridor), cmocka_unit_test(orbital_once),
        cmocka_unit_test(false_puzzles_do_not_pass),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
