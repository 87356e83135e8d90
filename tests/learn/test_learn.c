/* test_learn.c - puzzles that are sound, false or damaged; reviews held against exact values. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/solved.h"
#include "learn/puzzle_file.h"
#include "learn/annotate.h"
#include "learn/review.h"

enum { MEGABYTE = 1 << 20 };

/* ---- Puzzles ----------------------------------------------------------------------------- */

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
    assert_int_equal(puzzle_read("chngkf\tsize=5 walls=3 d3/d4 0/1 a1h,c1h,d2v,b3v,c4h 1\twin 3\t1\t"
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

/* ---- Puzzles by the public interface -------------------------------------------------------- */

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
    static const char *const texts[] = {"", "tablier-puzzles 1 chess\n", "tablier-puzzles 1 dorix\nx\n"};
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

/* ---- Reviews ----------------------------------------------------------------------------- */

static struct tb_match *match_by(const struct match_rules *rules, const struct tb_position *start,
                                 const char *moves)
{
    char copy[256], *at = copy, *word;

    snprintf(copy, sizeof copy, "%s", moves);
    struct tb_match *match = match_new(start, rules, NULL);

    assert_non_null(match);
    while ((word = strtok_r(at, " ", &at))) {
        struct tb_error error;

        if (tb_match_play(match, word, &error))
            fail_msg("%s", error.text);
    }
    return match;
}

static struct tb_match *match_from(const struct tb_position *start, const char *moves)
{
    struct match_rules rules = match_rules_default();

    return match_by(&rules, start, moves);
}

static struct tb_match *match_of(const char *words, const char *moves)
{
    struct tb_setup setup = test_setup(words);
    struct tb_position start;

    tb_position_start(&start, &setup, NULL);
    return match_from(&start, moves);
}

static void review_of(const struct tb_match *match, struct review *review)
{
    struct review_options options = {.limits = {.nodes = 3000}, .table_mb = 4};
    struct tb_error error;

    if (review_make(match, &options, review, &error))
        fail_msg("%s", error.text);
}

/* The game's own table says what every move of a random game is worth. */
static void reviews_agree_with_the_table(void **state)
{
    struct tb_setup setup = test_setup("tictacdoh");
    struct match_rules rules = match_rules_default();
    struct rng rng = {3};

    (void)state;
    for (int game = 0; game < 10; game++) {
        struct tb_position start;
        struct review review;

        tb_position_start(&start, &setup, NULL);
        struct tb_match *match = match_new(&start, &rules, NULL);

        while (!tb_match_result(match).over) {
            tb_move moves[TB_MOVES_MAX];
            int count = tb_moves(tb_match_position(match), moves);
            char text[TB_MOVE_TEXT];

            tb_move_text(tb_match_position(match), moves[rng_below(&rng, (uint32_t)count)], text,
                         sizeof text);
            assert_int_equal(tb_match_play(match, text, NULL), TB_OK);
        }
        review_of(match, &review);
        assert_int_equal(review.count, tb_match_plies(match));
        for (int i = 0; i < review.count; i++) {
            const struct review_move *move = &review.moves[i];
            struct verdict before;

            if (!game_probe(setup.game, &move->position.state, &before))
                continue;
            assert_true(move->before.exact);
            assert_int_equal(move->before.verdict.value, before.value);
            assert_true(move->after.exact);
            assert_int_equal(move->certainty == CERTAINTY_LOST_WIN ||
                                 move->certainty == CERTAINTY_LOST_DRAW,
                             move->after.verdict.value < before.value);
        }
        review_release(&review);
        tb_match_free(match);
    }
}

enum { FEW_NODES = 300 };

/* Plays the computer against itself from a random opening, with few positions for a move. */
static struct tb_match *computer_game(const struct tb_setup *setup, struct rng *rng)
{
    struct match_rules rules = match_rules_default();
    struct engine *engine = engine_new(setup, &(struct engine_options){.table_mb = 4}, NULL);
    struct tb_position start;

    tb_position_start(&start, setup, NULL);
    struct tb_match *match = match_new(&start, &rules, NULL);

    for (int ply = 0; ply < 40 && !tb_match_result(match).over; ply++) {
        const struct tb_position *now = tb_match_position(match);
        const struct search_task task = {
            .game = setup->game, .state = &now->state, .limits.nodes = FEW_NODES};
        tb_move moves[TB_MOVES_MAX];
        char text[TB_MOVE_TEXT];
        int count = tb_moves(now, moves);

        tb_move_text(now,
                     ply < 4 ? moves[rng_below(rng, (uint32_t)count)]
                             : engine_think(engine, &task, NULL),
                     text, sizeof text);
        assert_int_equal(tb_match_play(match, text, NULL), TB_OK);
    }
    engine_free(engine);
    return match;
}

/* Whoever plays what the computer would have played made no mistake, even where the search
 * proves a win before the move and does not see it any more afterwards. */
static void the_best_move_is_no_mistake(void **state)
{
    struct tb_setup setup = test_setup("orbital");
    struct review_options options = {.limits = {.nodes = FEW_NODES}, .table_mb = 4};
    struct rng rng = {1};

    (void)state;
    for (int game = 0; game < 8; game++) {
        struct tb_match *match = computer_game(&setup, &rng);
        struct review review;

        assert_int_equal(review_make(match, &options, &review, NULL), TB_OK);
        for (int i = 0; i < review.count; i++)
            if (review.moves[i].move == review.moves[i].best.pv[0])
                assert_int_equal(review.moves[i].judgement, JUDGEMENT_BEST);
        review_release(&review);
        tb_match_free(match);
    }
}

/* A lost player who lets the game end long before it must is told so, and how to last longer. */
static void sooner_losses_are_told(void **state)
{
    static const struct {
        const char *moves;
        enum certainty certainty;
    } rows[] = {
        {"Mb2", CERTAINTY_NONE}, /* loses in 8 plies, as do seven others */
        {"Sc4", CERTAINTY_SOONER}, /* loses in 2, the move itself counted */
        {"Lb4", CERTAINTY_SOONER},
    };
    struct tb_setup setup = test_setup("tictacdoh");
    struct tb_position start;

    (void)state;
    assert_int_equal(tb_position_parse(&start, &setup, "b3:L,c3:S,d3:L", NULL), TB_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record record = {.match = match_from(&start, rows[i].moves)};
        struct review review;

        review_of(record.match, &review);
        assert_int_equal(review.moves[0].judgement, JUDGEMENT_BEST);
        assert_int_equal(review.moves[0].certainty, rows[i].certainty);
        assert_int_equal(review_annotate(&review, &record, "en", NULL), TB_OK);
        const struct annotation_node *noted =
            annotations_at(&record.notes, record_main_child(&record, ANNOTATION_START, 0));
        bool told = noted->comment && strstr(noted->comment, "Loses much sooner than necessary.") &&
                    strstr(noted->comment, " Better: ");

        assert_int_equal(told, rows[i].certainty == CERTAINTY_SOONER);
        assert_int_equal(noted->next != ANNOTATION_NONE, rows[i].certainty == CERTAINTY_SOONER);
        review_release(&review);
        record_release(&record);
    }
}

/* What is proven at one move holds at the next, and nobody is blamed for a loss that was proven
 * before. */
static void proofs_are_carried_on(void **state)
{
    struct tb_setup setup = test_setup("orbital");
    struct review_options options = {.limits = {.nodes = FEW_NODES}, .table_mb = 4};
    struct rng rng = {9};
    int carried = 0;

    (void)state;
    for (int game = 0; game < 8; game++) {
        struct tb_match *match = computer_game(&setup, &rng);
        struct review review;

        assert_int_equal(review_make(match, &options, &review, NULL), TB_OK);
        for (int i = 0; i < review.count; i++) {
            const struct review_move *move = &review.moves[i], *next = move + 1;

            if (move->before.exact && move->before.verdict.value < 0) {
                assert_true(move->after.exact && move->after.verdict.value < 0);
                assert_int_equal(move->judgement, JUDGEMENT_BEST);
            }
            if (i + 1 == review.count || !move->after.exact || move->after.verdict.value == 0)
                continue;
            carried++;
            assert_true(next->before.exact);
            assert_int_equal(next->before.verdict.value, -move->after.verdict.value);
        }
        review_release(&review);
        tb_match_free(match);
    }
    assert_true(carried > 0);
}

static void the_same_game_gets_the_same_review(void **state)
{
    struct tb_match *match = match_of("quoridor size=5 walls=2", "c2 c4 c3 b4 c4 b3 c5");
    struct review a, b;

    (void)state;
    review_of(match, &a);
    review_of(match, &b);
    assert_int_equal(a.count, 7);
    assert_int_equal(a.count, b.count);
    for (int i = 0; i < a.count; i++) {
        assert_true(a.moves[i].loss == b.moves[i].loss);
        assert_int_equal(a.moves[i].best.pv[0], b.moves[i].best.pv[0]);
    }
    assert_true(a.accuracy[0] > a.accuracy[1]);
    assert_int_equal(a.turning % 2, 1); /* player 2 lost it */
    review_release(&a);
    review_release(&b);
    tb_match_free(match);
}

/* The last move of a game that is not over is worth what the position after it is. */
static void unfinished_games_are_judged_to_the_end(void **state)
{
    struct tb_match *match = match_of("tictacdoh", "Sc3 Mb3 Lb2");
    struct tb_position now = *tb_match_position(match);
    struct review review;
    struct verdict verdict;

    (void)state;
    assert_true(game_probe(now.setup.game, &now.state, &verdict));
    review_of(match, &review);
    assert_true(review.moves[2].after.exact);
    assert_int_equal(review.moves[2].after.verdict.value, -verdict.value);
    review_release(&review);
    tb_match_free(match);
}

/* A win that ends in a repetition was given away; an agreement says nothing about a move. */
static void only_what_a_move_does_is_held_against_it(void **state)
{
    static const char moves[] = "c1 c5 c2 c4 c1 c5 c2 c4 c1";
    struct tb_setup setup = test_setup("quoridor size=5 walls=0");
    struct tb_position start;
    struct review review;

    (void)state;
    assert_int_equal(tb_position_parse(&start, &setup, "b1/c4 0/0 - 1", NULL), TB_OK);
    struct tb_match *match = match_from(&start, moves);

    assert_int_equal(tb_match_ending(match), TB_ENDING_REPETITION);
    review_of(match, &review);
    assert_int_equal(review.count, 9);
    assert_true(review.moves[8].after.exact);
    assert_int_equal(review.moves[8].after.verdict.value, 0);
    assert_int_equal(review.moves[5].certainty, CERTAINTY_LOST_WIN);
    assert_int_equal(review.moves[5].judgement, JUDGEMENT_BLUNDER);
    assert_true(review.accuracy[1] < 90);
    review_release(&review);

    tb_match_free(match);

    match = match_from(&start, "c1 c5");
    assert_int_equal(tb_match_agree_draw(match, NULL), TB_OK);
    review_of(match, &review);
    assert_true(review.moves[1].after.exact);
    assert_int_equal(review.moves[1].after.verdict.value, 1);
    assert_int_equal(review.moves[1].judgement, JUDGEMENT_BEST);
    review_release(&review);
    tb_match_free(match);
}

static bool stop_at_once(void *context, int done, int count)
{
    (void)context, (void)done, (void)count;
    return false;
}

static void a_review_can_be_stopped(void **state)
{
    struct tb_match *match = match_of("dorix players=3", "a1 b2 c3");
    struct review_options options = {.progress = stop_at_once};
    struct review review;
    struct tb_error error;

    (void)state;
    assert_int_equal(review_make(match, &options, &review, &error), TB_ERR_OVER);
    assert_int_equal(review.count, 0);
    tb_match_free(match);
}

/* A first move that would be a blunder is none under the pie rule. */
static void first_moves_under_the_pie_rule(void **state)
{
    struct tb_setup setup = test_setup("quoridor size=5 walls=5");
    struct match_rules rules = match_rules_default();
    struct tb_position start;

    (void)state;
    tb_position_start(&start, &setup, NULL);
    for (int swap = 0; swap < 2; swap++) {
        rules.swap = swap;
        struct tb_match *match = match_by(&rules, &start, swap ? "a1v swap c4" : "a1v c4");
        struct review review;

        review_of(match, &review);
        assert_int_equal(review.count, 2);
        assert_int_equal(review.moves[0].judgement > JUDGEMENT_GOOD, !swap);
        assert_int_equal(review.moves[0].excused, swap);
        assert_true(swap ? review.accuracy[0] < 0 : review.accuracy[0] >= 0);
        assert_true(review.accuracy[1] > 50);
        review_release(&review);
        tb_match_free(match);
    }
}

/* With three sides a move is judged by what the mover's own share loses. */
static void reviews_of_three_players(void **state)
{
    struct tb_match *match = match_of("tictacdoh players=3", "Sc3 Sc4 Mb3 Sc5");
    struct review review;

    (void)state;
    review_of(match, &review);
    assert_int_equal(review.count, 4);
    assert_int_equal(review.moves[3].player, 0);
    assert_true(review.moves[3].after.exact);
    assert_int_equal(review.moves[3].after.verdict.value, 1);
    assert_int_equal(review.moves[3].judgement, JUDGEMENT_BEST);
    review_release(&review);
    tb_match_free(match);
}

/* Every move has its evaluation, every mistake a better line; done twice, it says nothing
 * twice. */
static void reviews_become_annotations(void **state)
{
    struct record record = {.match = match_of("quoridor size=7 walls=3", "d2 d6 b3h c6 e2 c7 e3")};
    struct review review;
    int node = ANNOTATION_START;

    (void)state;
    review_of(record.match, &review);
    assert_int_equal(review_annotate(&review, &record, "fr", NULL), TB_OK);
    for (int i = 0; i < review.count; i++) {
        int parent = node;

        node = record_main_child(&record, node, i);
        const struct annotation_node *noted = annotations_at(&record.notes, node);
        bool marked = review.moves[i].judgement >= JUDGEMENT_INACCURACY;

        assert_non_null(noted);
        assert_true(noted->evaluated);
        assert_int_equal(noted->evaluation.player, review.moves[i].player);
        assert_int_equal(noted->comment != NULL, marked);
        assert_int_equal(noted->next != ANNOTATION_NONE, marked);
        assert_int_equal(record.notes.nodes[parent].first, node);
    }
    char *once = record_write(&record);

    assert_int_equal(review_annotate(&review, &record, "fr", NULL), TB_OK);
    char *twice = record_write(&record);

    assert_string_equal(once, twice);
    tb_match_undo(record.match);
    assert_int_equal(review_annotate(&review, &record, "en", NULL), TB_ERR_RECORD);
    free(once);
    free(twice);
    review_release(&review);
    record_release(&record);
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
        cmocka_unit_test(puzzles_are_listed_and_attempted),
        cmocka_unit_test(puzzles_refuse_nonsense),
        cmocka_unit_test(reviews_agree_with_the_table),
        cmocka_unit_test(the_best_move_is_no_mistake),
        cmocka_unit_test(sooner_losses_are_told),
        cmocka_unit_test(proofs_are_carried_on),
        cmocka_unit_test(the_same_game_gets_the_same_review),
        cmocka_unit_test(unfinished_games_are_judged_to_the_end),
        cmocka_unit_test(only_what_a_move_does_is_held_against_it),
        cmocka_unit_test(a_review_can_be_stopped),
        cmocka_unit_test(first_moves_under_the_pie_rule),
        cmocka_unit_test(reviews_of_three_players),
        cmocka_unit_test(reviews_become_annotations),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
