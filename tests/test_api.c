/* test_api.c - the public interface beyond the rules: engines, solving, records, pictures,
 * actions and observations, many games at once, and nonsense given to all of them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static struct tb_position start_of(const char *words)
{
    struct tb_setup setup = test_setup(words);
    struct tb_position position;

    tb_position_start(&position, &setup);
    return position;
}

static struct tb_position position_of(const char *words, const char *text)
{
    struct tb_setup setup = test_setup(words);
    struct tb_position position;
    struct tb_error error;

    assert_int_equal(tb_position_parse(&position, &setup, text, &error), TB_OK);
    return position;
}

static bool is_legal(const struct tb_position *position, tb_move move)
{
    struct tb_position copy = *position;

    return tb_play(&copy, move, NULL) == TB_OK;
}

static struct tb_engine *engine_for(const struct tb_position *position, int level, int threads)
{
    TB_STRUCT(tb_engine_options, options);
    struct tb_error error;

    options.level = level;
    options.threads = threads;
    options.table_mb = 4;
    struct tb_engine *engine = tb_engine_new(&position->setup, &options, &error);

    assert_non_null(engine);
    return engine;
}

/* ---- Engines ---------------------------------------------------------------------------- */

static void count_report(void *context, const struct tb_analysis *analysis)
{
    assert_true(tb_analysis_lines(analysis) >= 1);
    ++*(int *)context;
}

static void engine_finds_lines(void **state)
{
    static const char *const games[] = {
        "dorix", "dorix players=3", "tictacdoh", "quoridor size=5", "quoridor players=4", "orbital",
    };

    (void)state;
    for (int i = 0; i < COUNT(games); i++) {
        struct tb_position position = start_of(games[i]);
        struct tb_engine *engine = engine_for(&position, 0, 1);
        TB_STRUCT(tb_task, task);
        TB_STRUCT(tb_line, line);
        struct tb_error error;
        tb_move move;
        int reports = 0;

        task.position = &position;
        task.nodes = 3000;
        task.lines = 3;
        task.report = count_report;
        task.context = &reports;
        assert_null(tb_engine_analysis(engine));
        assert_int_equal(tb_engine_search(engine, &task, &move, &error), TB_OK);
        assert_true(is_legal(&position, move));
        const struct tb_analysis *analysis = tb_engine_analysis(engine);

        assert_true(reports > 0);
        assert_true(tb_analysis_nodes(analysis) > 0);
        assert_int_equal(tb_analysis_lines(analysis), 3);
        for (int n = 0; n < 3; n++) {
            struct tb_position after = position;

            assert_int_equal(tb_analysis_line(analysis, n, &line), TB_OK);
            assert_in_range(line.length, 1, TB_LINE_MOVES);
            assert_true(line.score >= -1 && line.score <= 1);
            for (int m = 0; m < line.length; m++)
                assert_int_equal(tb_play(&after, line.moves[m], &error), TB_OK);
        }
        assert_int_equal(tb_analysis_line(analysis, 3, &line), TB_ERR_RANGE);
        tb_engine_free(engine);
    }
}

/* With one thread and a limit of nodes the answer is always the same. */
static void engine_repeats_itself(void **state)
{
    struct tb_position position = start_of("quoridor");
    tb_move moves[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct tb_engine *engine = engine_for(&position, 3, 1);
        TB_STRUCT(tb_task, task);

        task.position = &position;
        task.nodes = 2000;
        assert_int_equal(tb_engine_search(engine, &task, &moves[i], NULL), TB_OK);
        tb_engine_free(engine);
    }
    assert_int_equal(moves[0], moves[1]);
}

struct thinking {
    struct tb_engine *engine;
    struct tb_position position;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool reported;
    int code;
};

static void tell(void *context, const struct tb_analysis *analysis)
{
    struct thinking *t = context;

    (void)analysis;
    pthread_mutex_lock(&t->lock);
    t->reported = true;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

static void *think(void *argument)
{
    struct thinking *t = argument;
    TB_STRUCT(tb_task, task);
    tb_move move;

    task.position = &t->position;
    task.report = tell;
    task.context = t;
    t->code = tb_engine_search(t->engine, &task, &move, NULL);
    return NULL;
}

/* Starts a search without any limit in another thread; returns once it is under way. */
static pthread_t start_thinking(struct thinking *t, const char *words, int threads)
{
    pthread_t thread;

    t->position = start_of(words);
    t->engine = engine_for(&t->position, 0, threads);
    t->reported = false;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->changed, NULL);
    assert_int_equal(pthread_create(&thread, NULL, think, t), 0);
    pthread_mutex_lock(&t->lock);
    while (!t->reported)
        pthread_cond_wait(&t->changed, &t->lock);
    pthread_mutex_unlock(&t->lock);
    return thread;
}

static void engine_stops(void **state)
{
    struct thinking t;
    TB_STRUCT(tb_task, task);
    struct tb_error error;
    tb_move move;
    pthread_t thread = start_thinking(&t, "quoridor", 2);

    (void)state;
    task.position = &t.position;
    assert_int_equal(tb_engine_search(t.engine, &task, &move, &error), TB_ERR_BUSY);
    assert_int_equal(tb_engine_clear(t.engine), TB_ERR_BUSY);
    tb_engine_stop(t.engine);
    pthread_join(thread, NULL);
    assert_int_equal(t.code, TB_OK);
    /* A stop that comes between two searches ends the next one, unless it is taken back. */
    tb_engine_stop(t.engine);
    assert_int_equal(tb_engine_search(t.engine, &task, &move, &error), TB_OK);
    tb_engine_stop(t.engine);
    tb_engine_arm(t.engine);
    task.nodes = 5000;
    assert_int_equal(tb_engine_search(t.engine, &task, &move, &error), TB_OK);
    assert_true(tb_analysis_nodes(tb_engine_analysis(t.engine)) >= 4000);
    assert_int_equal(tb_engine_clear(t.engine), TB_OK);
    tb_engine_free(t.engine);
}

static void engine_freed_while_thinking(void **state)
{
    struct thinking t;
    pthread_t thread = start_thinking(&t, "dorix", 1);

    (void)state;
    tb_engine_free(t.engine);
    pthread_join(thread, NULL);
    assert_int_equal(t.code, TB_OK);
}

static void free_engine(void *context, const struct tb_analysis *analysis)
{
    struct tb_engine **engine = context;

    (void)analysis;
    tb_engine_free(*engine);
    *engine = NULL;
}

static void engine_freed_by_its_report(void **state)
{
    struct tb_position position = start_of("orbital");
    struct tb_engine *engine = engine_for(&position, 0, 1), *kept = engine;
    TB_STRUCT(tb_task, task);
    tb_move move;

    (void)state;
    task.position = &position;
    task.report = free_engine;
    task.context = &kept;
    assert_int_equal(tb_engine_search(engine, &task, &move, NULL), TB_OK);
    assert_null(kept);
}

/* In a match the engine knows what has been on the board before. */
static void engine_searches_match(void **state)
{
    struct tb_position position = start_of("quoridor size=5 walls=0");
    struct tb_match_rules rules = {.repetition = 2};
    struct tb_match *match = tb_match_new(&position, &rules, NULL);
    struct tb_engine *engine = engine_for(&position, 0, 1);
    TB_STRUCT(tb_task, task);
    tb_move move;

    (void)state;
    task.match = match;
    task.nodes = 2000;
    while (!tb_match_result(match).over) {
        char text[TB_MOVE_TEXT];

        assert_int_equal(tb_engine_search(engine, &task, &move, NULL), TB_OK);
        tb_move_text(tb_match_position(match), move, text, sizeof text);
        assert_int_equal(tb_match_play(match, text, NULL), TB_OK);
    }
    assert_int_equal(tb_engine_search(engine, &task, &move, NULL), TB_ERR_OVER);
    tb_engine_free(engine);
    tb_match_free(match);
}

static void engine_refuses_nonsense(void **state)
{
    struct tb_position position = start_of("quoridor"), other = start_of("quoridor size=5");
    struct tb_engine *engine = engine_for(&position, 1, 1);
    TB_STRUCT(tb_engine_options, options);
    TB_STRUCT(tb_task, task);
    struct tb_setup broken = position.setup;
    struct tb_error error;
    tb_move move;

    (void)state;
    assert_null(tb_engine_new(NULL, NULL, &error));
    assert_int_equal(error.code, TB_ERR_ARGUMENT);
    broken.players = 3;
    assert_null(tb_engine_new(&broken, NULL, &error));
    broken = position.setup;
    broken.options[0] = 4;
    assert_null(tb_engine_new(&broken, NULL, &error));
    broken.game = (const struct tb_game *)&broken;
    assert_null(tb_engine_new(&broken, NULL, &error));
    assert_int_equal(error.code, TB_ERR_GAME);
    options.level = 9;
    assert_null(tb_engine_new(&position.setup, &options, &error));
    options.level = 0;
    options.kind = (enum tb_engine_kind)77;
    assert_null(tb_engine_new(&position.setup, &options, &error));
    options.size = 3;
    assert_null(tb_engine_new(&position.setup, &options, &error));
    assert_int_equal(tb_engine_search(NULL, &task, &move, &error), TB_ERR_ARGUMENT);
    assert_int_equal(tb_engine_search(engine, NULL, &move, &error), TB_ERR_ARGUMENT);
    assert_int_equal(tb_engine_search(engine, &task, &move, NULL), TB_ERR_ARGUMENT);
    task.position = &other;
    assert_int_equal(tb_engine_search(engine, &task, &move, &error), TB_ERR_SETUP);
    task.position = &position;
    task.lines = 33;
    assert_int_equal(tb_engine_search(engine, &task, &move, &error), TB_ERR_RANGE);
    tb_engine_stop(NULL);
    tb_engine_arm(NULL);
    tb_engine_free(NULL);
    assert_null(tb_engine_analysis(NULL));
    assert_int_equal(tb_analysis_lines(NULL), TB_ERR_ARGUMENT);
    tb_engine_free(engine);
}

/* A program built with an older header gives shorter structs. */
static void structs_may_be_shorter(void **state)
{
    struct tb_position position = start_of("tictacdoh");
    TB_STRUCT(tb_engine_options, options);
    TB_STRUCT(tb_line, line);
    TB_STRUCT(tb_task, task);
    tb_move move;

    (void)state;
    options.seed = 99;
    options.threads = -5; /* beyond what the caller says it has */
    options.size = offsetof(struct tb_engine_options, threads);
    struct tb_engine *engine = tb_engine_new(&position.setup, &options, NULL);

    assert_non_null(engine);
    task.position = &position;
    task.depth = 2;
    assert_int_equal(tb_engine_search(engine, &task, &move, NULL), TB_OK);
    line.size = offsetof(struct tb_line, length);
    line.length = 12345;
    assert_int_equal(tb_analysis_line(tb_engine_analysis(engine), 0, &line), TB_OK);
    assert_int_equal(line.length, 12345);
    assert_int_equal(line.size, offsetof(struct tb_line, length));
    tb_engine_free(engine);
}

/* ---- Solving ----------------------------------------------------------------------------- */

struct temporary {
    char path[64];
};

static struct temporary temporary_file(void)
{
    struct temporary file = {"/tmp/tablier-api-XXXXXX"};
    int descriptor = mkstemp(file.path);

    assert_true(descriptor >= 0);
    close(descriptor);
    return file;
}

static struct tb_solver *solver_for(const struct tb_position *position)
{
    TB_STRUCT(tb_solver_options, options);
    struct tb_solver *solver;

    options.table_mb = 16;
    solver = tb_solver_new(position, &options, NULL);
    assert_non_null(solver);
    return solver;
}

static void solver_proves(void **state)
{
    struct tb_position small = start_of("quoridor size=3 walls=1"), next = small;
    tb_move moves[TB_MOVES_MAX];
    struct tb_solver *solver = solver_for(&small);
    struct temporary proof = temporary_file(), table = temporary_file();
    TB_STRUCT(tb_solution, solution);
    TB_STRUCT(tb_question, question);
    TB_STRUCT(tb_verified, verified);
    struct tb_error error;

    (void)state;
    assert_int_equal(tb_solver_prove(solver, proof.path, &error), TB_ERR_RECORD);
    question.shortest = true;
    assert_int_equal(tb_solver_ask(solver, &question, &solution, &error), TB_OK);
    assert_true(solution.answered && solution.valued);
    assert_int_equal(solution.value, -1);
    assert_int_equal(solution.plies, 8);
    assert_int_equal(solution.count, 2);
    assert_int_equal(solution.findings[1].win, 8);
    assert_int_equal(tb_solver_prove(solver, proof.path, &error), TB_OK);
    assert_int_equal(tb_verify(proof.path, &verified, NULL, NULL, &error), TB_OK);
    assert_int_equal(verified.kind, TB_FILE_PROOF);
    assert_true(tb_equal(&verified.position, &small));
    assert_true(verified.count >= 1 && verified.claims[0].nodes > 0);
    assert_int_equal(tb_solver_save(solver, table.path, &error), TB_OK);
    tb_solver_free(solver);

    TB_STRUCT(tb_solver_options, options);
    options.table_mb = 16;
    options.resume = table.path;
    solver = tb_solver_new(&small, &options, &error);
    assert_non_null(solver);
    assert_int_equal(tb_solver_ask(solver, &question, &solution, &error), TB_OK);
    assert_true(solution.answered);
    tb_solver_free(solver);
    remove(proof.path);
    remove(table.path);

    /* Player 2 wins, so after any move of player 1 there is one that does it. */
    tb_moves(&small, moves);
    tb_play(&next, moves[0], NULL);
    solver = solver_for(&next);
    assert_int_equal(tb_solver_ask(solver, NULL, &solution, &error), TB_OK);
    assert_true(solution.value == 1 && solution.chosen && is_legal(&next, solution.move));
    tb_solver_free(solver);
}

static bool give_up(void *context, const struct tb_progress *progress)
{
    assert_true(progress->size == sizeof *progress);
    ++*(int *)context;
    return false;
}

static void *stop_solver(void *argument)
{
    tb_solver_stop(argument);
    return NULL;
}

/* Dorix is far too large to be solved: only stopping ends these. */
static void solver_can_be_stopped(void **state)
{
    struct tb_position position = start_of("dorix");
    struct tb_solver *solver = solver_for(&position);
    TB_STRUCT(tb_question, question);
    TB_STRUCT(tb_solution, solution);
    struct tb_error error;
    pthread_t thread;
    int reports = 0;

    (void)state;
    question.report = give_up;
    question.context = &reports;
    question.only = true;
    assert_int_equal(tb_solver_ask(solver, &question, &solution, &error), TB_OK);
    assert_false(solution.answered);
    assert_true(reports >= 1);
    question.report = NULL;
    assert_int_equal(pthread_create(&thread, NULL, stop_solver, solver), 0);
    int code = tb_solver_ask(solver, &question, &solution, &error);

    assert_true(code == TB_ERR_STOPPED || (code == TB_OK && !solution.answered));
    pthread_join(thread, NULL);
    assert_int_equal(tb_solver_ask(solver, NULL, &solution, &error), TB_ERR_STOPPED);
    tb_solver_free(solver);
}

static void solver_refuses_nonsense(void **state)
{
    struct tb_position position = start_of("quoridor size=3");
    struct tb_solver *solver = solver_for(&position);
    TB_STRUCT(tb_question, question);
    TB_STRUCT(tb_solution, solution);
    TB_STRUCT(tb_verified, verified);
    TB_STRUCT(tb_solver_options, options);
    struct tb_error error;
    struct temporary empty = temporary_file();

    (void)state;
    assert_null(tb_solver_new(NULL, NULL, &error));
    options.table_mb = -1;
    assert_null(tb_solver_new(&position, &options, &error));
    options.table_mb = 1;
    options.resume = "/nonexistent/table";
    assert_null(tb_solver_new(&position, &options, &error));
    assert_true(strlen(error.text) > 0);
    question.player = 2;
    question.only = true;
    assert_int_equal(tb_solver_ask(solver, &question, &solution, &error), TB_ERR_RANGE);
    assert_int_equal(tb_solver_ask(solver, NULL, NULL, &error), TB_ERR_ARGUMENT);
    assert_int_equal(tb_solver_save(solver, NULL, &error), TB_ERR_ARGUMENT);
    assert_true(tb_solver_save(solver, "/nonexistent/table", &error) < 0);
    assert_true(tb_verify("/nonexistent/proof", &verified, NULL, NULL, &error) < 0);
    assert_true(tb_verify(empty.path, &verified, NULL, NULL, &error) < 0);
    assert_non_null(strstr(error.text, empty.path));
    assert_int_equal(tb_verify(NULL, &verified, NULL, NULL, &error), TB_ERR_ARGUMENT);
    tb_solver_free(solver);
    tb_solver_free(NULL);
    tb_solver_stop(NULL);
    remove(empty.path);
}

/* ---- Reviews ----------------------------------------------------------------------------- */

static bool stop_review(void *context, int done, int count)
{
    assert_true(done >= 0 && done <= count);
    return ++*(int *)context < 2;
}

static void review_judges_every_move(void **state)
{
    struct tb_position position = start_of("tictacdoh");
    struct tb_match *match = tb_match_new(&position, NULL, NULL);
    TB_STRUCT(tb_review_options, options);
    TB_STRUCT(tb_reviewed, move);
    struct tb_error error;
    int reports = 0;

    (void)state;
    tb_match_play(match, "Sc3", NULL);
    tb_match_play(match, "Mb3", NULL);
    tb_match_play(match, "Lb2", NULL); /* a draw before it, a loss after it: proven */
    tb_match_play(match, "Md4", NULL);
    options.nodes = 500;
    struct tb_review *review = tb_review_new(match, &options, &error);

    assert_int_equal(tb_review_count(review), 4);
    assert_int_equal(tb_review_move(review, 2, &move), TB_OK);
    assert_int_equal(move.entry, 2);
    assert_int_equal(move.player, 0);
    assert_true(move.exact && move.before == 0.5 && move.after == 0);
    assert_int_equal(move.judgement, TB_BLUNDER);
    assert_true(move.best != move.move);
    assert_int_equal(tb_review_move(review, 4, &move), TB_ERR_RANGE);
    assert_in_range(tb_review_turning(review) + 1, 0, 4);
    assert_true(tb_review_accuracy(review, 1) > tb_review_accuracy(review, 0));
    assert_true(tb_review_accuracy(review, 2) < 0);
    assert_non_null(tb_judgement_name(TB_MISTAKE, TB_FRENCH));
    assert_null(tb_judgement_name((enum tb_judgement)9, TB_ENGLISH));
    tb_review_free(review);
    options.report = stop_review;
    options.context = &reports;
    assert_null(tb_review_new(match, &options, &error));
    assert_int_equal(error.code, TB_ERR_STOPPED);
    assert_null(tb_review_new(NULL, NULL, &error));
    assert_int_equal(tb_review_count(NULL), TB_ERR_ARGUMENT);
    tb_review_free(NULL);
    tb_match_free(match);
}

/* ---- Records ------------------------------------------------------------------------------ */

static void records_round_trip(void **state)
{
    static const enum tb_format formats[] = {TB_FORMAT_TEXT, TB_FORMAT_JSON};
    struct tb_position position = start_of("quoridor size=5");
    struct tb_record *record = tb_record_new(&position, NULL, NULL), *read;
    struct tb_error error;

    (void)state;
    assert_non_null(record);
    assert_int_equal(tb_match_play(tb_record_match(record), "c2", &error), TB_OK);
    assert_int_equal(tb_match_play(tb_record_match(record), "b3h", &error), TB_OK);
    assert_int_equal(tb_record_set_tag(record, "Player1", "Zoé \"Z\" Ω", &error), TB_OK);
    assert_true(tb_record_set_tag(record, "not a name", "x", &error) < 0);
    for (int i = 0; i < COUNT(formats); i++) {
        char *text = tb_record_write(record, formats[i]), twice[2000];

        assert_non_null(text);
        snprintf(twice, sizeof twice, "%s\n%s", text, text);
        struct tb_reader *reader = tb_reader_new(twice, strlen(twice), &error);

        assert_int_equal(tb_reader_format(reader), formats[i]);
        for (int n = 0; n < 2; n++) {
            assert_int_equal(tb_reader_next(reader, &read, &error), 1);
            assert_int_equal(tb_match_length(tb_record_match(read)), 2);
            assert_string_equal(tb_match_entry(tb_record_match(read), 1), "b3h");
            assert_string_equal(tb_record_tag(read, "Player1"), "Zoé \"Z\" Ω");
            assert_int_equal(tb_record_tag_count(read), 1);
            assert_string_equal(tb_record_tag_name(read, 0), "Player1");
            tb_record_free(read);
        }
        assert_int_equal(tb_reader_next(reader, &read, &error), 0);
        tb_reader_free(reader);
        tb_text_free(text);
    }
    tb_record_free(record);
}

static void bad_record_does_not_spoil_the_next(void **state)
{
    const char text[] = "{\"game\":\"quoridor\",\"moves\":[\"e2\",\"e5\"]}\n"
                        "{\"game\":\"quoridor\",\"moves\":[\"e2\",\"e8\"]}\n";
    struct tb_reader *reader = tb_reader_new(text, strlen(text), NULL);
    struct tb_record *record;
    struct tb_error error;

    (void)state;
    assert_int_equal(tb_reader_next(reader, &record, &error), TB_ERR_ILLEGAL);
    assert_null(record);
    assert_int_equal(tb_reader_ply(reader), 2);
    assert_int_equal(tb_reader_line(reader), 1);
    assert_int_equal(tb_reader_next(reader, &record, &error), 1);
    assert_int_equal(tb_reader_line(reader), 2);
    tb_record_free(record);
    tb_reader_free(reader);
    assert_null(tb_reader_new(NULL, 0, &error));
    assert_null(tb_record_write(NULL, TB_FORMAT_TEXT));
    assert_null(tb_record_match(NULL));
    tb_record_free(NULL);
    tb_reader_free(NULL);
    tb_text_free(NULL);
}

/* ---- Annotations --------------------------------------------------------------------------- */

/* A record with two moves, and a variation of the second. */
static struct tb_record *annotated_record(int *variation)
{
    struct tb_position position = start_of("quoridor size=5");
    struct tb_record *record = tb_record_new(&position, NULL, NULL);
    struct tb_error error;

    assert_int_equal(tb_match_play(tb_record_match(record), "c2", &error), TB_OK);
    assert_int_equal(tb_match_play(tb_record_match(record), "c4", &error), TB_OK);
    *variation = tb_record_add(record, tb_record_node(record, 1), "b3h", &error);
    assert_true(*variation > 0);
    return record;
}

static void annotations_are_kept(void **state)
{
    static const enum tb_format formats[] = {TB_FORMAT_TEXT, TB_FORMAT_JSON};
    struct tb_error error;
    struct tb_position position;
    int variation;
    struct tb_record *record = annotated_record(&variation), *read;
    TB_STRUCT(tb_evaluation, evaluation);

    (void)state;
    evaluation.player = 1;
    evaluation.score = 0.25;
    assert_int_equal(tb_record_set_comment(record, variation, " Shuts\tthe  middle. ", &error), 0);
    assert_int_equal(tb_record_set_comment(record, TB_NODE_START, "Début", &error), TB_OK);
    assert_int_equal(tb_record_evaluate(record, variation, &evaluation, &error), TB_OK);
    assert_int_equal(tb_record_set_time(record, tb_record_node(record, 2), 1500, &error), TB_OK);
    assert_int_equal(tb_record_add(record, variation, "d2", &error), variation + 1);
    for (int i = 0; i < COUNT(formats); i++) {
        char *text = tb_record_write(record, formats[i]);
        struct tb_reader *reader = tb_reader_new(text, strlen(text), &error);

        assert_int_equal(tb_reader_next(reader, &read, &error), 1);
        int node = tb_record_child(read, tb_record_node(read, 1), 1);

        assert_string_equal(tb_record_comment(read, TB_NODE_START), "Début");
        assert_int_equal(tb_record_time(read, tb_record_node(read, 2)), 1500);
        assert_string_equal(tb_record_move(read, node), "b3h");
        assert_string_equal(tb_record_comment(read, node), "Shuts the middle.");
        assert_string_equal(tb_record_move(read, tb_record_child(read, node, 0)), "d2");
        evaluation.score = 0;
        assert_int_equal(tb_record_evaluation(read, node, &evaluation), 1);
        assert_true(evaluation.score == 0.25 && evaluation.player == 1 && !evaluation.exact);
        assert_int_equal(tb_record_position(read, node, &position, &error), TB_OK);
        assert_int_equal(tb_turn(&position), 0);
        tb_record_free(read);
        tb_reader_free(reader);
        tb_text_free(text);
    }
    tb_record_free(record);
}

static void annotations_follow_the_match(void **state)
{
    struct tb_error error;
    int variation;
    struct tb_record *record = annotated_record(&variation);
    int first = tb_record_node(record, 1), second = tb_record_node(record, 2);

    (void)state;
    assert_int_equal(tb_record_child(record, TB_NODE_START, 0), first);
    assert_int_equal(tb_record_child(record, first, 0), second);
    assert_int_equal(tb_record_child(record, first, 1), variation);
    assert_int_equal(tb_record_parent(record, variation), first);
    assert_int_equal(tb_record_add(record, second, "d2", &error), TB_ERR_RECORD);
    assert_int_equal(tb_record_remove(record, second, &error), TB_ERR_RECORD);
    assert_int_equal(tb_record_remove(record, TB_NODE_START, &error), TB_ERR_RECORD);
    /* The variation is played in the match. */
    tb_match_undo(tb_record_match(record));
    assert_int_equal(tb_match_play(tb_record_match(record), "b3h", &error), TB_OK);
    assert_int_equal(tb_record_node(record, 2), variation);
    assert_int_equal(tb_record_child(record, first, 0), variation);
    assert_int_equal(tb_record_remove(record, second, &error), TB_OK);
    assert_null(tb_record_move(record, second));
    assert_int_equal(tb_record_child(record, first, 1), TB_ERR_RANGE);
    assert_int_equal(tb_record_set_comment(record, second, "x", &error), TB_ERR_RANGE);
    tb_record_free(record);
}

static void annotations_refuse_nonsense(void **state)
{
    struct tb_error error;
    struct tb_position position;
    int variation;
    struct tb_record *record = annotated_record(&variation);
    TB_STRUCT(tb_evaluation, evaluation);

    (void)state;
    assert_int_equal(tb_record_add(record, 0, "e5", &error), TB_ERR_ILLEGAL);
    assert_int_equal(tb_record_add(record, 0, NULL, &error), TB_ERR_ARGUMENT);
    assert_int_equal(tb_record_add(NULL, 0, "e5", &error), TB_ERR_ARGUMENT);
    assert_int_equal(tb_record_add(record, 99, "e5", &error), TB_ERR_RANGE);
    assert_int_equal(tb_record_node(record, 3), TB_ERR_RANGE);
    assert_int_equal(tb_record_node(record, -1), TB_ERR_RANGE);
    assert_int_equal(tb_record_node(NULL, 0), TB_ERR_ARGUMENT);
    assert_int_equal(tb_record_child(record, 0, -1), TB_ERR_RANGE);
    assert_int_equal(tb_record_child(record, -5, 0), TB_ERR_RANGE);
    assert_int_equal(tb_record_child(NULL, 0, 0), TB_ERR_ARGUMENT);
    assert_int_equal(tb_record_parent(record, 0), TB_ERR_RANGE);
    assert_null(tb_record_move(record, 0));
    assert_null(tb_record_move(NULL, 0));
    assert_int_equal(tb_record_position(record, 0, NULL, &error), TB_ERR_ARGUMENT);
    assert_int_equal(tb_record_position(NULL, 0, &position, &error), TB_ERR_ARGUMENT);
    assert_int_equal(tb_record_set_comment(record, variation, "kept", &error), TB_OK);
    assert_int_equal(tb_record_set_comment(record, variation, "a}b", &error), TB_ERR_RECORD);
    assert_int_equal(tb_record_set_comment(record, variation, "\x01", &error), TB_ERR_RECORD);
    assert_string_equal(tb_record_comment(record, variation), "kept");
    assert_int_equal(tb_record_set_comment(record, variation, NULL, &error), TB_OK);
    assert_null(tb_record_comment(record, variation));
    evaluation.player = 2;
    assert_int_equal(tb_record_evaluate(record, variation, &evaluation, &error), TB_ERR_RANGE);
    evaluation.player = 0;
    evaluation.score = 0.0 / 0.0;
    assert_int_equal(tb_record_evaluate(record, variation, &evaluation, &error), TB_ERR_RANGE);
    assert_int_equal(tb_record_evaluation(record, variation, &evaluation), 0);
    assert_int_equal(tb_record_evaluate(record, variation, NULL, &error), TB_OK);
    assert_int_equal(tb_record_set_time(record, 0, 5, &error), TB_ERR_RECORD);
    assert_int_equal(tb_record_set_time(record, variation, -7, &error), TB_ERR_RANGE);
    assert_int_equal(tb_record_set_time(record, variation, 7, &error), TB_OK);
    assert_int_equal(tb_record_set_time(record, variation, -1, &error), TB_OK);
    assert_true(tb_record_time(record, variation) == -1 && tb_record_time(NULL, 0) == -1);
    assert_int_equal(tb_review_annotate(NULL, record, TB_ENGLISH, &error), TB_ERR_ARGUMENT);
    tb_record_free(record);
}

/* ---- Pictures --------------------------------------------------------------------------------- */

/* Every element that is opened is closed, and no text contains a stray bracket. */
static void assert_well_formed(const char *svg)
{
    int depth = 0;

    for (const char *c = svg; (c = strchr(c, '<')); c++) {
        const char *end = strchr(c, '>');

        assert_non_null(end);
        if (c[1] == '/')
            depth--;
        else if (end[-1] != '/')
            depth++;
    }
    assert_int_equal(depth, 0);
    assert_int_equal(strncmp(svg, "<svg ", 5), 0);
    assert_string_equal(svg + strlen(svg) - 7, "</svg>\n");
}

static void pictures(void **state)
{
    static const char *const games[][3] = {
        {"dorix players=3", "b2:121,c3:2,a4:12,d4:1212 7/7/12 1", "b2"},
        {"tictacdoh", "b3:L,c3:LMS,d4:SML", "Lb3"},
        {"quoridor", "e2/e8 8/9 e3h,d5v,f6h 1", "c3h e4"},
        {"orbital", "b2:B1T2nA1,c3:A2 Ac3 1", "Tb2n"},
    };
    char svg[1 << 16], again[1 << 16];

    (void)state;
    for (int i = 0; i < COUNT(games); i++) {
        struct tb_position position = position_of(games[i][0], games[i][1]);
        TB_STRUCT(tb_picture, picture);
        struct tb_error error;
        int wanted = tb_draw_svg(&position, NULL, NULL, 0, &error);

        assert_in_range(wanted, 1000, 40000);
        assert_int_equal(tb_draw_svg(&position, NULL, svg, sizeof svg, &error), wanted);
        assert_int_equal(strlen(svg), wanted);
        assert_well_formed(svg);
        picture.dark = true;
        picture.lang = TB_FRENCH;
        picture.marks = games[i][2];
        picture.arrows = "a1>b2 b2>d4";
        picture.width = 300;
        assert_true(tb_draw_svg(&position, &picture, again, sizeof again, &error) > wanted);
        assert_well_formed(again);
        assert_non_null(strstr(again, "width=\"300\""));
        assert_non_null(strstr(again, "joueur"));
        picture.arrows = "a1>z9";
        assert_int_equal(tb_draw_svg(&position, &picture, svg, sizeof svg, &error), TB_ERR_SYNTAX);
        picture.arrows = "a1>a1";
        assert_int_equal(tb_draw_svg(&position, &picture, svg, sizeof svg, &error), TB_ERR_SYNTAX);
        picture.arrows = NULL;
        picture.marks = "<script>";
        assert_int_equal(tb_draw_svg(&position, &picture, svg, sizeof svg, &error), TB_ERR_SYNTAX);
    }
    assert_int_equal(tb_draw_svg(NULL, NULL, svg, sizeof svg, NULL), TB_ERR_ARGUMENT);
}

/* ---- Actions and observations -------------------------------------------------------------------- */

enum { ACTIONS_MAX = 8000, FLOATS_MAX = 4000 };

static void check_actions(const struct tb_position *position, int count)
{
    static uint8_t mask[ACTIONS_MAX];
    tb_move moves[TB_MOVES_MAX], move;
    int listed = tb_moves(position, moves), set = 0;

    assert_int_equal(tb_action_mask(position, mask), listed);
    for (int i = 0; i < count; i++)
        set += mask[i];
    assert_int_equal(set, listed); /* so no two moves share an action */
    for (int i = 0; i < listed; i++) {
        int action = tb_action_of(position, moves[i]), symmetry = i % tb_symmetry_count(position);
        struct tb_position image;

        assert_in_range(action, 0, count - 1);
        assert_int_equal(tb_action_move(position, action, &move, NULL), TB_OK);
        assert_int_equal(move, moves[i]);
        tb_symmetry_position(position, symmetry, &image);
        assert_int_equal(tb_action_symmetry(position, symmetry, action),
                         tb_action_of(&image, tb_symmetry_move(position, symmetry, moves[i])));
    }
}

/* Every action that the mask leaves out is refused. */
static void check_refusals(const struct tb_position *position, int count)
{
    static uint8_t mask[ACTIONS_MAX];
    struct tb_error error;
    tb_move move;

    tb_action_mask(position, mask);
    for (int i = 0; i < count; i++)
        if (!mask[i])
            assert_int_equal(tb_action_move(position, i, &move, &error), TB_ERR_ILLEGAL);
    assert_int_equal(tb_action_move(position, -1, &move, &error), TB_ERR_RANGE);
    assert_int_equal(tb_action_move(position, count, &move, &error), TB_ERR_RANGE);
}

static void check_observation(const struct tb_position *position)
{
    static float out[FLOATS_MAX];
    int shape[TB_SHAPE];
    char text[128];

    assert_int_equal(tb_observation_shape(&position->setup, shape), TB_OK);
    int floats = shape[0] * shape[1] * shape[2];

    assert_in_range(floats, 1, FLOATS_MAX - 1);
    out[floats] = 7;
    assert_int_equal(tb_observation(position, out), TB_OK);
    assert_true(out[floats] == 7);
    for (int i = 0; i < floats; i++)
        assert_true(out[i] >= 0 && out[i] <= 1);
    for (int i = 0; i < shape[0]; i++)
        assert_in_range(tb_observation_plane(&position->setup, i, text, sizeof text), 5, 120);
    assert_int_equal(tb_observation_plane(&position->setup, shape[0], text, sizeof text),
                     TB_ERR_RANGE);
}

static void actions_and_observations(void **state)
{
    static const char *const games[] = {
        "dorix", "dorix players=3", "dorix players=4", "tictacdoh", "tictacdoh stash=3",
        "quoridor", "quoridor size=5", "quoridor players=4", "quoridor size=3 walls=0", "orbital",
    };
    uint64_t seed = 1;

    (void)state;
    for (int i = 0; i < COUNT(games); i++) {
        struct tb_position position = start_of(games[i]);
        int count = tb_action_count(&position.setup);

        assert_in_range(count, 1, ACTIONS_MAX);
        for (int ply = 0; ply < 60 && !tb_result(&position).over; ply++) {
            tb_move moves[TB_MOVES_MAX];
            int listed = tb_moves(&position, moves);

            check_actions(&position, count);
            check_observation(&position);
            if (ply % 20 == 9)
                check_refusals(&position, count);
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            tb_play(&position, moves[(seed >> 33) % (uint64_t)listed], NULL);
        }
    }
    assert_int_equal(tb_action_count(NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_action_mask(NULL, NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_observation(NULL, NULL), TB_ERR_ARGUMENT);
}

/* ---- Many games at once -------------------------------------------------------------------------- */

enum { GAMES = 13, STEPS = 300 };

/* Plays the vector's sampled actions in positions of our own, and compares. */
static void vector_follows_the_rules(void **state)
{
    static const char *const games[] = {"tictacdoh", "quoridor size=5", "dorix players=3", "orbital"};

    (void)state;
    for (int g = 0; g < COUNT(games); g++) {
        struct tb_position start = start_of(games[g]), own[GAMES];
        TB_STRUCT(tb_vector_options, options);
        options.plies_max = 200;
        struct tb_vector *vector = tb_vector_new(&start.setup, GAMES, &options, NULL);
        int players = start.setup.players, ended = 0, plies[GAMES] = {0};

        for (int i = 0; i < GAMES; i++)
            own[i] = start;
        for (int step = 0; step < STEPS; step++) {
            int32_t actions[GAMES], turns[GAMES];
            float rewards[GAMES * TB_PLAYERS_MAX];
            uint8_t steps[GAMES];

            tb_vector_turns(vector, turns);
            tb_vector_sample(vector, actions);
            assert_int_equal(tb_vector_step(vector, actions, rewards, steps, NULL), TB_OK);
            for (int i = 0; i < GAMES; i++) {
                struct tb_position theirs;
                tb_move move;

                assert_int_equal(turns[i], tb_turn(&own[i]));
                assert_int_equal(tb_action_move(&own[i], actions[i], &move, NULL), TB_OK);
                tb_play(&own[i], move, NULL);
                struct tb_result result = tb_result(&own[i]);
                bool cut = ++plies[i] == 200 && !result.over;

                assert_int_equal(steps[i], result.over ? TB_STEP_OVER
                                           : cut       ? TB_STEP_CUT_OFF
                                                       : TB_STEP_GOES_ON);
                for (int p = 0; p < players; p++)
                    assert_true(rewards[i * players + p] == (!result.winners             ? 0
                                                             : result.winners >> p & 1 ? 1
                                                                                       : -1));
                if (result.over || cut) {
                    own[i] = start;
                    plies[i] = 0;
                    ended++;
                }
                assert_int_equal(tb_vector_position(vector, i, &theirs), TB_OK);
                assert_true(tb_equal(&own[i], &theirs));
            }
        }
        assert_true(ended > 0);
        tb_vector_free(vector);
    }
}

static void vector_threads_agree(void **state)
{
    struct tb_position start = start_of("tictacdoh");
    int actions = tb_action_count(&start.setup);
    struct tb_vector *vectors[2];
    static uint8_t masks[2][GAMES * 100];
    static float observations[2][GAMES * 225];

    (void)state;
    for (int v = 0; v < 2; v++) {
        TB_STRUCT(tb_vector_options, options);

        options.threads = v ? 4 : 1;
        options.seed = 5;
        vectors[v] = tb_vector_new(&start.setup, GAMES, &options, NULL);
        assert_non_null(vectors[v]);
        assert_int_equal(tb_vector_count(vectors[v]), GAMES);
    }
    for (int step = 0; step < STEPS; step++) {
        int32_t chosen[2][GAMES];

        for (int v = 0; v < 2; v++) {
            tb_vector_sample(vectors[v], chosen[v]);
            assert_int_equal(tb_vector_step(vectors[v], chosen[v], NULL, NULL, NULL), TB_OK);
            tb_vector_masks(vectors[v], masks[v]);
            tb_vector_observe(vectors[v], observations[v]);
        }
        assert_memory_equal(chosen[0], chosen[1], sizeof chosen[0]);
        assert_memory_equal(masks[0], masks[1], (size_t)(GAMES * actions));
        assert_memory_equal(observations[0], observations[1], sizeof observations[0]);
    }
    tb_vector_free(vectors[0]);
    tb_vector_free(vectors[1]);
}

static void vector_refuses_nonsense(void **state)
{
    struct tb_position start = start_of("quoridor"), before, after;
    struct tb_vector *vector;
    struct tb_error error;
    int32_t actions[3];

    (void)state;
    assert_null(tb_vector_new(NULL, 3, NULL, &error));
    assert_null(tb_vector_new(&start.setup, 0, NULL, &error));
    vector = tb_vector_new(&start.setup, 3, NULL, &error);
    assert_non_null(vector);
    tb_vector_position(vector, 0, &before);
    tb_vector_sample(vector, actions);
    actions[2] = 0; /* a pawn to a1 */
    assert_int_equal(tb_vector_step(vector, actions, NULL, NULL, &error), TB_ERR_ILLEGAL);
    assert_non_null(strstr(error.text, "game 2"));
    actions[2] = 1 << 30;
    assert_int_equal(tb_vector_step(vector, actions, NULL, NULL, &error), TB_ERR_ILLEGAL);
    tb_vector_position(vector, 0, &after);
    assert_true(tb_equal(&before, &after));
    assert_int_equal(tb_vector_step(vector, NULL, NULL, NULL, &error), TB_ERR_ARGUMENT);
    assert_int_equal(tb_vector_position(vector, 3, &after), TB_ERR_RANGE);
    assert_int_equal(tb_vector_reset(NULL), TB_ERR_ARGUMENT);
    tb_vector_free(vector);
    tb_vector_free(NULL);
}

static void version_is_the_headers(void **state)
{
    (void)state;
    assert_string_equal(tb_version(), TB_VERSION);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_is_the_headers),
        cmocka_unit_test(engine_finds_lines),
        cmocka_unit_test(engine_repeats_itself),
        cmocka_unit_test(engine_stops),
        cmocka_unit_test(engine_freed_while_thinking),
        cmocka_unit_test(engine_freed_by_its_report),
        cmocka_unit_test(engine_searches_match),
        cmocka_unit_test(engine_refuses_nonsense),
        cmocka_unit_test(structs_may_be_shorter),
        cmocka_unit_test(solver_proves),
        cmocka_unit_test(solver_can_be_stopped),
        cmocka_unit_test(solver_refuses_nonsense),
        cmocka_unit_test(review_judges_every_move),
        cmocka_unit_test(records_round_trip),
        cmocka_unit_test(bad_record_does_not_spoil_the_next),
        cmocka_unit_test(annotations_are_kept),
        cmocka_unit_test(annotations_follow_the_match),
        cmocka_unit_test(annotations_refuse_nonsense),
        cmocka_unit_test(pictures),
        cmocka_unit_test(actions_and_observations),
        cmocka_unit_test(vector_follows_the_rules),
        cmocka_unit_test(vector_threads_agree),
        cmocka_unit_test(vector_refuses_nonsense),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
