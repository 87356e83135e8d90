/* test_api.c - the public interface beyond the rules: engines, solving and reviews, and invalid
 * arguments to all of them. test_api_games.c tests its functions for games. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

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
    assert_true(tb_analysis_line_count(analysis) >= 1);
    ++*(int *)context;
}

static void engine_finds_lines(void **state)
{
    static const char *const games[] = {
        "dorix", "dorix players=3", "tictacdoh", "quoridor size=5", "quoridor players=4", "orbital",
    };

    (void)state;
    for (int i = 0; i < COUNT(games); i++) {
        struct tb_position position = test_start(games[i]);
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
        assert_int_equal(tb_analysis_line_count(analysis), 3);
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
    struct tb_position position = test_start("quoridor");
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

    t->position = test_start(words);
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

/* Searches a limited number of nodes, which takes them all unless something stops it. */
static void search_to_the_end(struct thinking *t)
{
    TB_STRUCT(tb_task, task);
    tb_move move;

    task.position = &t->position;
    task.nodes = 5000;
    assert_int_equal(tb_engine_search(t->engine, &task, &move, NULL), TB_OK);
    assert_true(tb_analysis_nodes(tb_engine_analysis(t->engine)) >= 4000);
    assert_int_equal(tb_engine_clear(t->engine), TB_OK);
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
    search_to_the_end(&t);
    tb_engine_stop(t.engine); /* after one search, before another: it is for neither */
    search_to_the_end(&t);
    tb_engine_free(t.engine);
}

/* Several threads stop one search, some of them too late: the next search is not affected. */
struct stopper {
    struct tb_engine *engine;
    pthread_barrier_t *begin;
};

static void *stop_often(void *argument)
{
    struct stopper *stopper = argument;

    pthread_barrier_wait(stopper->begin);
    for (int i = 0; i < 50; i++)
        tb_engine_stop(stopper->engine);
    return NULL;
}

static void late_stops_are_not_for_the_next_search(void **state)
{
    enum { STOPPERS = 3, ROUNDS = 20 };
    struct thinking t;
    pthread_barrier_t begin;

    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_t thread = start_thinking(&t, "quoridor size=7", 1), stoppers[STOPPERS];
        struct stopper stopper = {t.engine, &begin};

        pthread_barrier_init(&begin, NULL, STOPPERS);
        for (int i = 0; i < STOPPERS; i++)
            assert_int_equal(pthread_create(&stoppers[i], NULL, stop_often, &stopper), 0);
        pthread_join(thread, NULL);
        assert_int_equal(t.code, TB_OK);
        for (int i = 0; i < STOPPERS; i++)
            pthread_join(stoppers[i], NULL);
        search_to_the_end(&t);
        pthread_barrier_destroy(&begin);
        tb_engine_free(t.engine);
    }
}

/* Unlike a stop, a cancelled task does not even begin. */
static void engine_heeds_cancel(void **state)
{
    struct thinking t = {.position = test_start("quoridor")};
    volatile int cancel = 1;
    TB_STRUCT(tb_task, task);
    tb_move move = TB_MOVE_NONE;

    (void)state;
    t.engine = engine_for(&t.position, 0, 1);
    task.position = &t.position;
    task.cancel = &cancel;
    assert_int_equal(tb_engine_search(t.engine, &task, &move, NULL), TB_OK);
    assert_true(is_legal(&t.position, move));
    search_to_the_end(&t);
    tb_engine_free(t.engine);
}

static struct tb_engine *signalled;

static void stop_signalled(int number)
{
    (void)number;
    tb_engine_stop(signalled);
}

static void signal_handlers_stop_engines(void **state)
{
    struct thinking t = {.position = test_start("quoridor")};
    TB_STRUCT(tb_task, task);
    tb_move move;

    (void)state;
    signalled = t.engine = engine_for(&t.position, 0, 1);
    task.position = &t.position;
    signal(SIGALRM, stop_signalled);
    ualarm(20000, 20000); /* again and again: the first may come before the search */
    assert_int_equal(tb_engine_search(t.engine, &task, &move, NULL), TB_OK);
    ualarm(0, 0);
    search_to_the_end(&t);
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
    struct tb_position position = test_start("orbital");
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
    struct tb_position position = test_start("quoridor size=5 walls=0");
    TB_STRUCT(tb_match_rules, rules);
    struct tb_engine *engine = engine_for(&position, 0, 1);
    TB_STRUCT(tb_task, task);
    tb_move move;

    (void)state;
    rules.repetition = 2;
    struct tb_match *match = tb_match_new(&position, &rules, NULL);

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
    struct tb_position position = test_start("quoridor"), other = test_start("quoridor size=5");
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
    options.level = TB_LEVELS + 1;
    assert_null(tb_engine_new(&position.setup, &options, &error));
    options.level = 0;
    options.personality = "nobody";
    assert_null(tb_engine_new(&position.setup, &options, &error));
    assert_int_equal(error.code, TB_ERR_VALUE);
    options.personality = NULL;
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
    tb_engine_free(NULL);
    assert_null(tb_engine_analysis(NULL));
    assert_int_equal(tb_analysis_line_count(NULL), TB_ERR_ARGUMENT);
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
    struct tb_position small = test_start("quoridor size=3 walls=1"), next = small;
    tb_move moves[TB_MOVES_MAX];
    struct tb_solver *solver = solver_for(&small);
    struct temporary proof = temporary_file(), table = temporary_file();
    TB_STRUCT(tb_solution, solution);
    TB_STRUCT(tb_question, question);
    TB_STRUCT(tb_verified, verified);
    struct tb_position proven;
    struct tb_error error;

    (void)state;
    verified.position = &proven;
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
    assert_true(tb_equal(&proven, &small));
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
    struct tb_position position = test_start("dorix");
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
    struct tb_position position = test_start("quoridor size=3");
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
    struct tb_position position = test_start("tictacdoh");
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
    assert_non_null(tb_judgement_text(TB_MISTAKE, "fr"));
    assert_null(tb_judgement_text((enum tb_judgement)9, "en"));
    assert_string_equal(tb_judgement_text(TB_MISTAKE, "fr"), "Erreur");
    assert_string_equal(tb_judgement_text(TB_MISTAKE, "fr-CA"), "Erreur");
    assert_string_equal(tb_judgement_text(TB_MISTAKE, "xx"), "Mistake");
    assert_string_equal(tb_judgement_text(TB_MISTAKE, NULL), "Mistake");
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

/* Identifiers stay as they are: logs and protocols contain them. */
static void errors_have_identifiers(void **state)
{
    static const char *const names[] = {
        "ok",   "memory", "game",  "players",  "option", "value",   "syntax", "illegal", "position",
        "over", "record", "range", "argument", "busy",   "stopped", "setup",  "system",  "internal",
    };
    struct tb_position position;
    struct tb_setup none = {0};
    struct tb_error error;

    (void)state;
    for (int i = 0; i < COUNT(names); i++)
        assert_string_equal(tb_error_name(-i), names[i]);
    assert_null(tb_error_name(-COUNT(names)));
    assert_null(tb_error_name(1));
    assert_string_equal(tb_error_name(tb_position_start(&position, &none, &error)), "game");
    assert_int_equal(error.code, TB_ERR_GAME);
    assert_true(error.text[0]);
    assert_int_equal(tb_moves(&position, (tb_move[TB_MOVES_MAX]){0}), TB_ERR_ARGUMENT);
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
        cmocka_unit_test(errors_have_identifiers),
        cmocka_unit_test(engine_finds_lines),
        cmocka_unit_test(engine_repeats_itself),
        cmocka_unit_test(engine_stops),
        cmocka_unit_test(late_stops_are_not_for_the_next_search),
        cmocka_unit_test(engine_heeds_cancel),
        cmocka_unit_test(signal_handlers_stop_engines),
        cmocka_unit_test(engine_freed_while_thinking),
        cmocka_unit_test(engine_freed_by_its_report),
        cmocka_unit_test(engine_searches_match),
        cmocka_unit_test(engine_refuses_nonsense),
        cmocka_unit_test(solver_proves),
        cmocka_unit_test(solver_can_be_stopped),
        cmocka_unit_test(solver_refuses_nonsense),
        cmocka_unit_test(review_judges_every_move),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
