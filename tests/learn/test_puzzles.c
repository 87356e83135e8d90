/* test_puzzles.c - puzzles that are sound, false or damaged, and attempts to solve them. */
#include "test.h"

#include <string.h>

#include "learn/puzzle_file.h"

enum { MEGABYTE = 1 << 20 };

static void trees_are_followed(void **state)
{
    static const char tree[] = "d6(e5/f5=d7(*=d8) a1h=c6 *=e6)";
    char answer[TB_MOVE_TEXT];

    (void)state;
    assert_true(puzzle_answer(tree, answer));
    assert_string_equal(answer, "d6");
    assert_int_equal(puzzle_moves(tree), 3);
    assert_true(puzzle_answer(puzzle_follow(tree, "f5"), answer));
    assert_string_equal(answer, "d7");
    assert_true(puzzle_answer(puzzle_follow(puzzle_follow(tree, "e5"), "h3v"), answer));
    assert_string_equal(answer, "d8");
    assert_true(puzzle_answer(puzzle_follow(tree, "a1h"), answer));
    assert_string_equal(answer, "c6");
    assert_true(puzzle_answer(puzzle_follow(tree, "a1"), answer));
    assert_string_equal(answer, "e6");
    assert_null(puzzle_follow("d8", "e5"));
}

static int check_line(const char *game, const char *line, struct tb_error *error)
{
    struct puzzle puzzle = {0};
    struct dfpn_options options = {.bytes = 8 * MEGABYTE, .rules_only = true};
    int code = puzzle_read(line, tb_game_find(game), &puzzle, error);

    if (code)
        return code;
    struct dfpn *solver = dfpn_new(&puzzle.position.setup, &options);

    assert_non_null(solver);
    puzzle_identify(&puzzle);
    code = puzzle_check(&puzzle, solver, error);
    dfpn_free(solver);
    puzzle_release(&puzzle);
    return code;
}

/* Small boards, so that what is right can be seen by eye. */
static void false_puzzles_are_refused(void **state)
{
    static const struct {
        const char *line, *why; /* NULL: it is sound */
    } rows[] = {
        {"xxxxxx\tsize=3 walls=0 b2/a3 0/0 - 1\twin 1\t1\t\tb3", NULL},
        {"xxxxxx\tsize=3 walls=0 b2/a3 0/0 - 1\twin 1\t1\t\ta2", "the only right move is b3"},
        {"xxxxxx\tsize=3 walls=0 b2/b3 0/0 - 1\twin 1\t1\t\ta3", "not exactly one move is right"},
        {"xxxxxx\tsize=3 walls=0 b2/a3 0/0 - 1\twin 1\t1\t\t", "breaks off"},
        {"xxxxxx\tsize=3 walls=0 b2/a3 0/0 - 1\twin\t1\t\tb3", "needs a number of plies"},
        {"xxxxxx\tsize=3 walls=0 b2/a3 0/0 - 1\twin 1\t9\t\tb3", "not a grade"},
        {"xxxxxx\tsize=3 walls=0 b2/a3 0/0 - 1\twin 1\t1\tsongs\tb3", "not a list of themes"},
        {"xxxxxx\tsize=3 walls=0 b9/a3 0/0 - 1\twin 1\t1\t\tb3", ""},
        {"xxxxxx\tsize=3", "6 fields"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct tb_error error = {0};
        int code = check_line("quoridor", rows[i].line, &error);

        if (!rows[i].why && code)
            fail_msg("%s: %s", rows[i].line, error.text);
        if (rows[i].why && (!code || !strstr(error.text, rows[i].why)))
            fail_msg("%s: %s instead of %s", rows[i].line, code ? error.text : "accepted",
                     rows[i].why);
    }
}

/* The rules alone confirm every puzzle that the finder finds, and it reads back as it was written.
 */
static void found_puzzles_are_proven(void **state)
{
    static const char *const setups[] = {"tictacdoh", "quoridor size=5 walls=2"};

    (void)state;
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        struct tb_setup setup = test_setup(setups[i]);
        struct puzzle_finder *finder = puzzle_finder_new(&setup, 7);
        struct dfpn_options options = {.bytes = 8 * MEGABYTE, .rules_only = true};
        struct dfpn *solver = dfpn_new(&setup, &options);

        assert_non_null(finder);
        assert_non_null(solver);
        for (int n = 0, game = 0; n < 3; n++) {
            char line[PUZZLE_LINE_MAX], again[PUZZLE_LINE_MAX];
            struct text text = text_into(line, sizeof line);
            struct puzzle puzzle = {0}, read = {0};
            struct tb_error error;

            while (!puzzle_finder_look(finder, (uint64_t)game++, &puzzle, NULL, NULL))
                assert_true(game < 100); /* or there are none */
            puzzle.grade = 3;
            if (puzzle_check(&puzzle, solver, &error))
                fail_msg("%s", error.text);
            puzzle_write(&puzzle, &text);
            assert_int_equal(puzzle_read(line, setup.game, &read, &error), TB_OK);
            text = text_into(again, sizeof again);
            puzzle_write(&read, &text);
            assert_string_equal(line, again);
            puzzle_release(&puzzle);
            puzzle_release(&read);
        }
        puzzle_finder_free(finder);
        dfpn_free(solver);
    }
}

/* A move that is not the solution is answered by a reply that is proven to defeat the task. */
static void wrong_moves_are_refuted(void **state)
{
    static const struct {
        const char *game, *line, *wrong, *english, *french;
    } cases[] = {
        {"quoridor",
         "chngkf\tsize=5 walls=3 d3/d4 0/1 a1h,c1h,d2v,b3v,c4h 1\twin 3\t1\t\te4(e5=d5 *=e5)", "c3",
         "c3 does not do it: after e4 there is no win in 2 moves any more.",
         "c3 ne suffit pas : après e4, il n’y a plus de gain en 2 coups."},
        {"dorix", "802099\ta1:221,b1:1,c1:122,d1:22,b2:1121,c2:2,d2:122,b3:1,c3:1211,d3:2,a4:1,"
                  "b4:21,c4:1,d4:2 1/1 1\twin 1\t1\t\tc4:d4", "a4",
         "a4 does not win at once.", "a4 ne gagne pas tout de suite."},
        {"tictacdoh", "ezatd5\tc3:L,d3:S,e3:S,c4:S,d4:M,e4:L,c5:L,d5:S,e5:S\thold 2\t1\t\tLd4",
         "Mc4", "Mc4 loses to Me4.", "Mc4 perd : la réponse est Me4."},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct puzzle puzzle = {0};
        char reply[TB_MOVE_TEXT], text[256];
        struct tb_error error;
        tb_move move;

        if (puzzle_read(cases[i].line, tb_game_find(cases[i].game), &puzzle, &error))
            fail_msg("%s", error.text);
        struct puzzle_attempt at = puzzle_attempt_start(&puzzle);

        assert_int_equal(puzzle_attempt_play(&at, cases[i].wrong, NULL), TB_OK);
        assert_true(at.wrong);
        bool refuted = puzzle_refute(&puzzle, &at, &move);

        if (refuted)
            tb_move_text(&at.position, move, reply, sizeof reply);
        for (int french = 0; french < 2; french++) {
            struct text out = text_into(text, sizeof text);

            puzzle_attempt_fault(&puzzle, &at, cases[i].wrong, refuted ? reply : NULL,
                                 french ? "fr" : "en", &out);
            assert_string_equal(text, french ? cases[i].french : cases[i].english);
        }
        puzzle_release(&puzzle);
    }
}

/* A solved puzzle is played out to its end within the moves of the task. */
static void wins_are_played_out(void **state)
{
    enum { MOST = 20 };
    static const char line[] = "7r1kjg\tc2:S,d2:M,b3:MS,c3:L,c4:MS\twin 3\t1\t\tLd3";
    struct puzzle puzzle = {0};
    tb_move moves[MOST];

    (void)state;
    assert_int_equal(puzzle_read(line, tb_game_find("tictacdoh"), &puzzle, NULL), TB_OK);
    struct puzzle_attempt at = puzzle_attempt_start(&puzzle);

    assert_int_equal(puzzle_attempt_play(&at, "Ld3", NULL), TB_OK);
    assert_null(at.tree);
    assert_int_equal(puzzle_line(&puzzle, &at, moves, MOST), 2);
    for (int i = 0; i < 2; i++)
        assert_int_equal(tb_play(&at.position, moves[i], NULL), TB_OK);
    assert_true(tb_position_result(&at.position).over);
    assert_int_equal(tb_position_result(&at.position).winners, 2);
    puzzle_release(&puzzle);
}

/* Half-way through a puzzle the task counts the moves that are left. */
static void tasks_count_what_is_left(void **state)
{
    struct puzzle puzzle = {0};
    char text[256];

    (void)state;
    assert_int_equal(
        puzzle_read("chngkf\tsize=5 walls=3 d3/d4 0/1 a1h,c1h,d2v,b3v,c4h 1\twin 3\t1\t"
                    "\te4(e5=d5 *=e5)",
                    tb_game_find("quoridor"), &puzzle, NULL),
        TB_OK);
    struct puzzle_attempt at = puzzle_attempt_start(&puzzle);
    struct text out = text_into(text, sizeof text);

    puzzle_attempt_task(&puzzle, &at, &(struct tb_viewer){.lang = "en"}, &out);
    assert_string_equal(text, "Player 1 to move: win in 2 moves.");
    out = text_into(text, sizeof text);
    puzzle_attempt_task(&puzzle, &at, &(struct tb_viewer){.lang = "en", .you = 1}, &out);
    assert_string_equal(text, "You to move: win in 2 moves.");
    assert_int_equal(puzzle_attempt_play(&at, "e4", NULL), TB_OK);
    assert_int_equal(puzzle_attempt_play(&at, "e5", NULL), TB_OK);
    out = text_into(text, sizeof text);
    puzzle_attempt_task(&puzzle, &at, &(struct tb_viewer){.lang = "en"}, &out);
    assert_string_equal(text, "Player 1 to move: win at once.");
    puzzle_release(&puzzle);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_followed),
        cmocka_unit_test(false_puzzles_are_refused),
        cmocka_unit_test(found_puzzles_are_proven),
        cmocka_unit_test(wrong_moves_are_refuted),
        cmocka_unit_test(wins_are_played_out),
        cmocka_unit_test(tasks_count_what_is_left),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
