/*
 * test_api_sizes.c - structs that begin with their size, as programs built with another version of
 * the header give them to each function that takes one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

enum { MORE = 64 /* bytes that a newer header might add */ };

/* What the calls work on. */
static struct {
    struct tb_position start;
    struct tb_match *match;
    struct tb_record *record;
    struct tb_engine *engine;
    struct tb_solver *solver;
    struct tb_review *review;
    struct tb_puzzles *puzzles;
    char proof[32];
} with;

static const char PUZZLES[] =
    "tablier-puzzles 1 quoridor\n"
    "chngkf\tsize=5 walls=3 d3/d4 0/1 a1h,c1h,d2v,b3v,c4h 1\twin 3\t1\tjump\te4(e5=d5 *=e5)\n";

static void set_up(void)
{
    TB_STRUCT(tb_task, task);
    TB_STRUCT(tb_solution, solution);
    TB_STRUCT(tb_evaluation, evaluation);
    tb_move move;

    with.start = test_start("quoridor size=3 walls=1");
    with.record = tb_record_new(&with.start, NULL, NULL);
    with.match = tb_record_match(with.record);
    assert_int_equal(tb_match_play(with.match, "b2", NULL), TB_OK);
    evaluation.score = 0.5;
    assert_int_equal(
        tb_record_set_evaluation(with.record, tb_record_node(with.record, 1), &evaluation, NULL),
        TB_OK);
    with.engine = tb_engine_new(&with.start.setup, NULL, NULL);
    task.position = &with.start;
    task.depth = 2;
    assert_int_equal(tb_engine_search(with.engine, &task, &move, NULL), TB_OK);
    with.solver = tb_solver_new(&with.start, NULL, NULL);
    assert_int_equal(tb_solver_ask(with.solver, NULL, &solution, NULL), TB_OK);
    strcpy(with.proof, "/tmp/tablier-sizes-XXXXXX");
    close(mkstemp(with.proof));
    assert_int_equal(tb_solver_prove(with.solver, with.proof, NULL), TB_OK);
    with.review = tb_review_new(with.match, NULL, NULL);
    with.puzzles = tb_puzzles_new(PUZZLES, strlen(PUZZLES), NULL);
    assert_true(with.match && with.engine && with.solver && with.review && with.puzzles);
}

static void tear_down(void)
{
    tb_puzzles_free(with.puzzles);
    tb_review_free(with.review);
    tb_solver_free(with.solver);
    tb_engine_free(with.engine);
    tb_record_free(with.record);
    remove(with.proof);
}

/* ---- One call for each function that takes such a struct ------------------------------- */

static char out[TB_DRAWING_TEXT];

static int error_text_for(void *viewer, struct tb_error *error)
{
    struct tb_error some;

    (void)error;
    tb_setup_set_option(&with.start.setup, "x", "y", &some);
    return tb_error_text(&some, viewer, out, sizeof out);
}

static int reason_text_for(void *viewer, struct tb_error *error)
{
    TB_STRUCT(tb_reason, reason);

    (void)error;
    assert_int_equal(tb_why(&with.start, "c3", &reason), TB_OK);
    return tb_reason_text(&reason, viewer, out, sizeof out);
}

static int text_of_reason(void *reason, struct tb_error *error)
{
    (void)error;
    return tb_reason_text(reason, NULL, out, sizeof out);
}

static int remark(void *viewer, struct tb_error *error)
{
    (void)error;
    return tb_remark(&with.start, viewer, out, sizeof out);
}

static int remark_move(void *viewer, struct tb_error *error)
{
    tb_move moves[TB_MOVES_MAX];

    (void)error;
    tb_moves(&with.start, moves);
    return tb_remark_move(&with.start, moves[0], viewer, out, sizeof out);
}

static int why(void *reason, struct tb_error *error)
{
    (void)error;
    return tb_why(&with.start, "b2", reason);
}

static int why_in_match(void *reason, struct tb_error *error)
{
    (void)error;
    return tb_match_why(with.match, "b2", reason);
}

static int draw(void *style, struct tb_error *error)
{
    (void)error;
    return tb_draw(&with.start, style, out, sizeof out);
}

static int draw_svg(void *picture, struct tb_error *error)
{
    return tb_draw_svg(&with.start, picture, NULL, 0, error);
}

static int new_match(void *rules, struct tb_error *error)
{
    struct tb_match *match = tb_match_new(&with.start, rules, error);

    tb_match_free(match);
    return match ? TB_OK : error->code;
}

static int new_record(void *rules, struct tb_error *error)
{
    struct tb_record *record = tb_record_new(&with.start, rules, error);

    tb_record_free(record);
    return record ? TB_OK : error->code;
}

static int rules_of(void *rules, struct tb_error *error)
{
    (void)error;
    return tb_match_rules_of(with.match, rules);
}

static int evaluation(void *evaluation, struct tb_error *error)
{
    (void)error;
    return tb_record_evaluation(with.record, tb_record_node(with.record, 1), evaluation);
}

static int set_evaluation(void *evaluation, struct tb_error *error)
{
    return tb_record_set_evaluation(with.record, tb_record_node(with.record, 1), evaluation, error);
}

static int new_engine(void *options, struct tb_error *error)
{
    struct tb_engine *engine = tb_engine_new(&with.start.setup, options, error);

    tb_engine_free(engine);
    return engine ? TB_OK : error->code;
}

static int search(void *bytes, struct tb_error *error)
{
    struct tb_task *task = bytes;
    tb_move move;

    task->position = &with.start;
    task->depth = 1;
    return tb_engine_search(with.engine, task, &move, error);
}

static int line(void *line, struct tb_error *error)
{
    (void)error;
    return tb_analysis_line(tb_engine_analysis(with.engine), 0, line);
}

static int new_solver(void *options, struct tb_error *error)
{
    struct tb_solver *solver = tb_solver_new(&with.start, options, error);

    tb_solver_free(solver);
    return solver ? TB_OK : error->code;
}

static int ask(void *question, struct tb_error *error)
{
    TB_STRUCT(tb_solution, solution);

    return tb_solver_ask(with.solver, question, &solution, error);
}

static int answer(void *solution, struct tb_error *error)
{
    return tb_solver_ask(with.solver, NULL, solution, error);
}

static int verify(void *verified, struct tb_error *error)
{
    return tb_verify(with.proof, verified, NULL, NULL, error);
}

static int new_review(void *options, struct tb_error *error)
{
    ((struct tb_review_options *)options)->nodes = 50;
    struct tb_review *review = tb_review_new(with.match, options, error);

    tb_review_free(review);
    return review ? TB_OK : error->code;
}

static int reviewed(void *move, struct tb_error *error)
{
    (void)error;
    return tb_review_move(with.review, 0, move);
}

static int puzzle(void *puzzle, struct tb_error *error)
{
    (void)error;
    return tb_puzzles_get(with.puzzles, 0, puzzle);
}

static int attempt(void *attempt, struct tb_error *error)
{
    return tb_puzzles_attempt(with.puzzles, 0, NULL, 0, attempt, error);
}

static int new_batch(void *options, struct tb_error *error)
{
    struct tb_batch *batch = tb_batch_new(&with.start.setup, 2, options, error);

    tb_batch_free(batch);
    return batch ? TB_OK : error->code;
}

/* ---- The tests --------------------------------------------------------------------------- */

/* `end` is that of version 2.0: it never changes, whatever is added behind it. */
#define ROW(type, last, direction, function, described)                                            \
    {                                                                                              \
#function, sizeof(struct type),                                                            \
            offsetof(struct type, last) + sizeof((struct type *)0)->last, direction, described,    \
            function                                                                               \
    }

enum direction { GIVEN = 1, FILLED_IN = 2 };

static const struct row {
    const char *name;
    size_t size, end;
    int direction;
    bool described; /* the failure has a text */
    int (*call)(void *bytes, struct tb_error *error);
} rows[] = {
    ROW(tb_viewer, you, GIVEN, error_text_for, false),
    ROW(tb_viewer, you, GIVEN, reason_text_for, false),
    ROW(tb_reason, places, GIVEN, text_of_reason, false),
    ROW(tb_viewer, you, GIVEN, remark, false),
    ROW(tb_viewer, you, GIVEN, remark_move, false),
    ROW(tb_reason, places, FILLED_IN, why, false),
    ROW(tb_reason, places, FILLED_IN, why_in_match, false),
    ROW(tb_style, last, GIVEN, draw, false),
    ROW(tb_picture, arrows, GIVEN, draw_svg, true),
    ROW(tb_match_rules, swap, GIVEN, new_match, true),
    ROW(tb_match_rules, swap, GIVEN, new_record, true),
    ROW(tb_match_rules, swap, FILLED_IN, rules_of, false),
    ROW(tb_evaluation, plies, FILLED_IN, evaluation, false),
    ROW(tb_evaluation, plies, GIVEN, set_evaluation, true),
    ROW(tb_engine_options, seed, GIVEN, new_engine, true),
    ROW(tb_task, cancel, GIVEN, search, true),
    ROW(tb_line, moves, FILLED_IN, line, false),
    ROW(tb_solver_options, resume, GIVEN, new_solver, true),
    ROW(tb_question, context, GIVEN, ask, true),
    ROW(tb_solution, ms, FILLED_IN, answer, true),
    ROW(tb_verified, position, GIVEN | FILLED_IN, verify, true),
    ROW(tb_review_options, context, GIVEN, new_review, true),
    ROW(tb_reviewed, judgement, FILLED_IN, reviewed, false),
    ROW(tb_puzzle, length, FILLED_IN, puzzle, false),
    ROW(tb_attempt, position, GIVEN | FILLED_IN, attempt, true),
    ROW(tb_batch_options, seed, GIVEN, new_batch, true),
};

/* Calls the function with a struct that says it has `size` bytes; the rest is zero. */
static int call(const struct row *row, unsigned char *bytes, size_t size, struct tb_error *error)
{
    memset(error, 0, sizeof *error);
    memcpy(bytes, &size, sizeof size);
    return row->call(bytes, error);
}

static void smaller_structs_are_refused(void **state)
{
    (void)state;
    set_up();
    for (int i = 0; i < COUNT(rows); i++) {
        const size_t bad[] = {0, 1, sizeof(size_t), rows[i].end - 1, (size_t)-1};
        struct tb_error error;

        for (int j = 0; j < COUNT(bad); j++) {
            unsigned char *bytes = calloc(1, rows[i].size + MORE);
            int code = call(&rows[i], bytes, bad[j], &error);

            if (code != TB_ERR_ARGUMENT)
                fail_msg("%s accepts the size %zu", rows[i].name, bad[j]);
            if (rows[i].described && !strstr(error.text, "TB_STRUCT"))
                fail_msg("%s: %s", rows[i].name, error.text);
            free(bytes);
        }
    }
    tear_down();
}

static void sizes_of_2_0_are_accepted(void **state)
{
    (void)state;
    set_up();
    for (int i = 0; i < COUNT(rows); i++) {
        /* Exactly as large: the sanitizers see what is read or written behind it. */
        unsigned char *bytes = calloc(1, rows[i].size);
        struct tb_error error;

        if (call(&rows[i], bytes, rows[i].size, &error) < 0)
            fail_msg("%s: %s", rows[i].name, error.text);
        if (call(&rows[i], bytes, rows[i].end, &error) < 0)
            fail_msg("%s: %s", rows[i].name, error.text);
        free(bytes);
    }
    tear_down();
}

static void larger_structs_must_be_zero_behind(void **state)
{
    (void)state;
    set_up();
    for (int i = 0; i < COUNT(rows); i++) {
        const struct row *row = &rows[i];
        size_t size = row->size + MORE, kept;
        unsigned char *bytes = calloc(1, size);
        struct tb_error error;

        if (call(row, bytes, size, &error) < 0)
            fail_msg("%s: %s", row->name, error.text);
        memcpy(&kept, bytes, sizeof kept);
        assert_int_equal(kept, size);
        bytes[size - 1] = 1;
        int code = call(row, bytes, size, &error);

        if (row->direction & GIVEN) {
            if (code != TB_ERR_ARGUMENT)
                fail_msg("%s ignores a field that it does not know", row->name);
            assert_true(!row->described || strstr(error.text, TB_VERSION));
        } else {
            assert_true(code >= 0);
            assert_int_equal(bytes[size - 1], 0);
        }
        free(bytes);
    }
    tear_down();
}

/* What the library hands out says its size too. */
static void options_have_their_size(void **state)
{
    (void)state;
    for (int g = 0; g < tb_game_count(); g++)
        for (int i = 0; i < tb_game_option_count(tb_game_at(g)); i++)
            assert_int_equal(tb_game_option(tb_game_at(g), i)->size, sizeof(struct tb_option));
}

/* A position has as many bytes as the library says, wherever they are. */
static void positions_live_anywhere(void **state)
{
    struct tb_setup setup = test_setup("quoridor players=4"), bad = {0};
    struct tb_error error;
    char text[TB_POSITION_TEXT], same[TB_POSITION_TEXT];
    TB_POSITION(local);

    (void)state;
    assert_int_equal((uintptr_t)local % 16, 0);
    assert_null(tb_position_setup(local));
    assert_true(tb_turn(local) < 0);
    assert_int_equal(tb_position_start(local, &setup, &error), TB_OK);
    assert_int_equal(tb_position_setup(local)->players, 4);
    struct tb_position *heap = tb_position_new(&setup, &error);

    assert_non_null(heap);
    assert_true(tb_equal(heap, local));
    assert_int_equal(tb_play_text(heap, "e2", &error), TB_OK);
    assert_false(tb_equal(heap, local));
    assert_int_equal(tb_position_copy(local, heap), TB_OK);
    assert_true(tb_equal(heap, local));
    tb_position_text(heap, text, sizeof text);
    tb_position_text(local, same, sizeof same);
    assert_string_equal(text, same);
    assert_int_equal(tb_position_copy(heap, heap), TB_OK);
    assert_int_equal(tb_position_copy(NULL, heap), TB_ERR_ARGUMENT);
    assert_true(tb_position_copy(heap, NULL) < 0);
    assert_null(tb_position_new(&bad, &error));
    assert_int_equal(error.code, TB_ERR_GAME);
    assert_null(tb_position_init(NULL));
    tb_position_free(heap);
    tb_position_free(NULL);
}

/* Zero means the usual rules; a match tells the rules that it has. */
static void zero_rules_are_the_usual_ones(void **state)
{
    static const struct {
        int given, has;
    } cases[] = {{0, 3}, {1, 1}, {2, 2}, {9, 9}, {TB_REPETITION_OFF, TB_REPETITION_OFF}};
    struct tb_position start = test_start("quoridor");
    TB_STRUCT(tb_match_rules, rules);

    (void)state;
    for (int i = 0; i < COUNT(cases); i++) {
        TB_STRUCT(tb_match_rules, found);

        rules.repetition = cases[i].given;
        rules.swap = i & 1;
        struct tb_match *match = tb_match_new(&start, &rules, NULL);

        assert_int_equal(tb_match_rules_of(match, &found), TB_OK);
        assert_int_equal(found.repetition, cases[i].has);
        assert_int_equal(found.swap, i & 1);
        tb_match_free(match);
    }
    rules.repetition = 10;
    assert_null(tb_match_new(&start, &rules, NULL));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smaller_structs_are_refused),
        cmocka_unit_test(sizes_of_2_0_are_accepted),
        cmocka_unit_test(larger_structs_must_be_zero_behind),
        cmocka_unit_test(options_have_their_size),
        cmocka_unit_test(positions_live_anywhere),
        cmocka_unit_test(zero_rules_are_the_usual_ones),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
