/*
 * test_search.c - the promises of the computer player: legal and repeatable choices, order of
 * lines, limits, stops, threads. Whether what it proves is true: test_proofs.c.
 */
#define _GNU_SOURCE /* pthread_setattr_default_np() */
#include "test.h"
#include "thinking.h"

#include <pthread.h>
#include <time.h>

#include "core/advice.h"

static const enum engine_kind all_kinds[] = {ENGINE_AUTO, ENGINE_ALPHABETA, ENGINE_PARANOID,
                                             ENGINE_MAXN, ENGINE_MCTS, ENGINE_UCT, ENGINE_RANDOM};
enum { ALL_KINDS = sizeof all_kinds / sizeof *all_kinds };

/* ---- Choices --------------------------------------------------------------------------------- */

/* Every kind plays every game, keeps to its nodes, and does the same again. */
static void repeats_itself_with_a_node_limit(void **state)
{
    struct rng rng = {3};

    (void)state;
    for (int g = 0; g < ALL_GAMES; g++)
        for (int k = 0; k < ALL_KINDS; k++) {
            struct engine_options options = {.kind = all_kinds[k], .seed = 5};
            struct engine *one = new_engine(all_games[g], options);
            struct engine *other = new_engine(all_games[g], options);
            struct tb_position position;
            struct search_info first, second;

            while (!random_position(&position, all_games[g], 5, &rng)) {
            }
            struct search_task task = task_for(&position, (struct search_limits){.nodes = 777});

            task.lines = 3;
            tb_move a = engine_think(one, &task, &first);
            tb_move b = engine_think(other, &task, &second);

            assert_true(game_is_legal(position.setup.game, &position.state, a));
            assert_int_equal(a, b);
            assert_true(first.nodes <= 777);
            assert_int_equal(first.nodes, second.nodes);
            assert_int_equal(first.line_count, second.line_count);
            for (int i = 0; i < first.line_count; i++) {
                assert_int_equal(first.lines[i].pv[0], second.lines[i].pv[0]);
                assert_true(first.lines[i].score == second.lines[i].score);
            }
            engine_clear(one);
            assert_int_equal(engine_think(one, &task, NULL), a);
            engine_free(one);
            engine_free(other);
        }
}

/* Without a choice, each game is searched in the way that matches found best. */
static void the_default_kind(void **state)
{
    static const struct {
        const char *setup;
        enum engine_kind kind;
    } defaults[] = {
        {"dorix", ENGINE_ALPHABETA},           {"dorix players=4", ENGINE_ALPHABETA},
        {"dorix players=3", ENGINE_MCTS},      {"quoridor players=4", ENGINE_MCTS},
        {"tictacdoh players=3", ENGINE_MAXN},  {"tictacdoh players=4", ENGINE_MAXN},
    };
    struct rng rng = {4};

    (void)state;
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
        struct engine *chosen =
            new_engine(defaults[i].setup, (struct engine_options){.kind = defaults[i].kind});
        struct engine *own = new_engine(defaults[i].setup, (struct engine_options){.level = 0});
        struct tb_position position;
        struct search_info first, second;

        while (!random_position(&position, defaults[i].setup, 5, &rng)) {
        }
        struct search_task task = task_for(&position, (struct search_limits){.nodes = 2000});

        assert_int_equal(engine_think(chosen, &task, &first), engine_think(own, &task, &second));
        assert_int_equal(first.depth, second.depth);
        assert_true(first.lines[0].score == second.lines[0].score);
        engine_free(chosen);
        engine_free(own);
    }
}

/* Where a repetition is illegal, no kind and no level ever plays one. */
static void plays_no_illegal_repetition(void **state)
{
    static const char *const setups[] = {"quoridor size=3 walls=0",
                                         "quoridor size=3 walls=0 players=4", "dorix players=3"};
    static const char empty_hands[] = "a1:221,b1:21,c1:121,d1:2,b2:21,c2:2,d2:233,b3:13131,c3:3313,"
                                      "d3:32,a4:113,c4:213,d4:2323 0/0/0 2";
    int refused = 0;

    (void)state;
    for (int i = 0; i < 3 * (ALL_KINDS + 4); i++) {
        int k = i / 3;
        struct engine_options options = {.kind = k < ALL_KINDS ? all_kinds[k] : ENGINE_AUTO,
                                         .level = k < ALL_KINDS ? 0 : k - ALL_KINDS + 1,
                                         .untimed = true};
        struct engine *engine = new_engine(setups[i % 3], options);
        struct tb_setup setup = test_setup(setups[i % 3]);
        struct match_rules rules = {.repetition = REPETITION_ILLEGAL};
        struct search_task task = {.limits = {.nodes = 40, .depth = 2}, .lines = 1};
        struct tb_position start;

        if (i % 3 == 2)
            assert_int_equal(tb_position_parse(&start, &setup, empty_hands, NULL), TB_OK);
        else
            tb_position_start(&start, &setup, NULL);
        struct tb_match *match = match_new(&start, &rules, NULL);

        while (tb_match_ending(match) == TB_ENDING_NONE && tb_match_plies(match) < 150) {
            tb_move moves[TB_MOVES_MAX];
            char entry[TB_MOVE_TEXT];
            struct search_info info;

            refused += tb_moves(tb_match_position(match), moves) - match_moves(match, moves);
            engine_choose(engine, match, &task, entry, &info);
            assert_int_equal(tb_match_play(match, entry, NULL), TB_OK);
        }
        tb_match_free(match);
        engine_free(engine);
    }
    assert_true(refused > 30);
}

/* The tree of the last search is used again after the moves it foresaw, until the engine is
 * cleared. */
static void a_tree_is_kept_through_a_game(void **state)
{
    struct engine *engine =
        new_engine("dorix players=3", (struct engine_options){.kind = ENGINE_MCTS});
    struct tb_state history[4];
    struct tb_position position;
    struct search_info first, second, cleared;
    struct rng rng = {2};

    (void)state;
    assert_true(random_position(&position, "dorix players=3", 6, &rng));
    const struct tb_game *game = position.setup.game;
    struct search_task task = task_for(&position, (struct search_limits){.nodes = 5000});

    engine_think(engine, &task, &first);
    assert_true(first.lines[0].length > 4);
    for (int i = 0; i < 3; i++) {
        history[i] = position.state;
        game->play(&position.state, first.lines[0].pv[i]);
    }
    task = task_for(&position, (struct search_limits){.nodes = 3});
    task.history = history;
    task.history_length = 3;
    engine_think(engine, &task, &second);
    assert_int_equal(second.nodes, 3);
    assert_true(second.lines[0].length > 2);
    assert_int_equal(second.lines[0].pv[0], first.lines[0].pv[3]);
    engine_clear(engine);
    engine_think(engine, &task, &cleared);
    assert_true(cleared.lines[0].length <= 2);
    engine_free(engine);
}

static void bad_options(void **state)
{
    static const struct engine_options bad[] = {
        {.level = -3}, {.level = LEVEL_MAX + 1}, {.threads = -1},
        {.threads = SEARCH_THREADS_MAX + 1}, {.table_mb = -1},
    };
    struct tb_setup setup = test_setup("quoridor");

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct tb_error error = {0};

        assert_null(engine_new(&setup, &bad[i], &error));
        assert_int_equal(error.code, TB_ERR_RANGE);
        assert_true(error.text[0]);
    }
    engine_free(NULL);
}

/* ---- Reports and limits ---------------------------------------------------------------------- */

struct watch {
    const struct tb_position *position;
    int reports, depth;
    uint64_t nodes;
    struct engine *engine;
    int stop_after; /* reports, 0: never */
};

static void watch_report(void *context, const struct search_info *info)
{
    struct watch *watch = context;

    assert_true(info->depth >= watch->depth && info->nodes >= watch->nodes);
    check_lines(watch->position, info);
    watch->depth = info->depth;
    watch->nodes = info->nodes;
    if (++watch->reports == watch->stop_after)
        engine_stop(watch->engine);
}

static void lines_are_sorted_and_legal(void **state)
{
    struct rng rng = {11};

    (void)state;
    for (int g = 0; g < ALL_GAMES; g++) {
        struct engine *engine =
            new_engine(all_games[g], (struct engine_options){.kind = ENGINE_ALPHABETA});

        for (int n = 0; n < 10; n++) {
            struct tb_position position;
            struct search_info info;

            while (!random_position(&position, all_games[g], n, &rng)) {
            }
            struct watch watch = {.position = &position, .engine = engine};
            struct search_task task = task_for(&position, (struct search_limits){.nodes = 6000});

            task.lines = 5;
            task.report = watch_report;
            task.context = &watch;
            engine_think(engine, &task, &info);
            int count = tb_move_count(&position);

            assert_true(info.line_count >= 1 && info.line_count <= 5);
            if (info.depth > 0)
                assert_int_equal(info.line_count, count < 5 ? count : 5);
            check_lines(&position, &info);
        }
        engine_free(engine);
    }
}

static void depth_limit(void **state)
{
    struct tb_position position;
    struct rng rng = {1};
    struct search_info info;
    struct engine *engine = new_engine("quoridor", (struct engine_options){0});

    (void)state;
    assert_true(random_position(&position, "quoridor", 4, &rng));
    for (int depth = 1; depth <= 4; depth++) {
        struct search_task task = task_for(&position, (struct search_limits){.depth = depth});

        engine_think(engine, &task, &info);
        assert_int_equal(info.depth, depth);
    }
    engine_free(engine);
}

/* Without the limit none of them would end before the test's own time does. How far they
 * overrun it depends on the machine and decides nothing here. */
static void time_limit(void **state)
{
    char text[TB_MOVE_TEXT];

    (void)state;
    for (int g = 0; g < ALL_GAMES; g++)
        for (int k = 0; k < ALL_KINDS; k++) {
            struct tb_position position;
            struct rng rng = {(uint64_t)g};
            struct search_info info;
            struct engine *engine =
                new_engine(all_games[g], (struct engine_options){.kind = all_kinds[k]});

            while (!random_position(&position, all_games[g], 4, &rng)) {
            }
            struct search_task task = task_for(&position, (struct search_limits){.time_ms = 30});

            tb_move move = engine_think(engine, &task, &info);

            assert_true(tb_move_text(&position, move, text, sizeof text) > 0);
            engine_free(engine);
        }
}

/* ---- Stops and threads ----------------------------------------------------------------------- */

static void *stop_soon(void *engine)
{
    nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
    engine_stop(engine);
    return NULL;
}

static void stops_from_another_thread(void **state)
{
    static const enum engine_kind kinds[] = {ENGINE_ALPHABETA, ENGINE_MAXN, ENGINE_MCTS,
                                             ENGINE_ALPHABETA};
    static const char *const games[] = {"quoridor", "quoridor", "quoridor", "orbital"};

    (void)state;
    for (int k = 0; k < 4; k++)
        for (int threads = 1; threads <= 2; threads++) {
            struct engine *engine = new_engine(
                games[k], (struct engine_options){.kind = kinds[k], .threads = threads});
            struct tb_position position;
            struct rng rng = {1};
            pthread_t thread;

            assert_true(random_position(&position, games[k], 6, &rng));
            struct search_task task = task_for(&position, (struct search_limits){0});

            pthread_create(&thread, NULL, stop_soon, engine);
            tb_move move = engine_think(engine, &task, NULL);

            pthread_join(thread, NULL);
            assert_true(game_is_legal(position.setup.game, &position.state, move));
            engine_free(engine);
        }
}

/* A stop lasts until the engine is armed again; even then there is a legal move. */
static void a_stop_lasts(void **state)
{
    (void)state;
    for (int k = 0; k < ALL_KINDS; k++) {
        struct engine *engine =
            new_engine("dorix players=3", (struct engine_options){.kind = all_kinds[k]});
        struct tb_position position;
        struct rng rng = {1};
        struct search_info info;

        assert_true(random_position(&position, "dorix players=3", 6, &rng));
        struct search_task task = task_for(&position, (struct search_limits){0});

        engine_stop(engine);
        for (int i = 0; i < 2; i++) {
            tb_move move = engine_think(engine, &task, &info);

            assert_true(game_is_legal(position.setup.game, &position.state, move));
            assert_int_equal(info.nodes, 0);
        }
        engine_arm(engine);
        task.limits.nodes = 50;
        engine_think(engine, &task, &info);
        if (all_kinds[k] != ENGINE_RANDOM)
            assert_true(info.nodes > 0);
        engine_free(engine);
    }
}

static void stops_from_its_own_report(void **state)
{
    struct engine *engine = new_engine("quoridor", (struct engine_options){0});
    struct tb_position position;
    struct rng rng = {1};
    struct watch watch = {.position = &position, .engine = engine, .stop_after = 3};

    (void)state;
    assert_true(random_position(&position, "quoridor", 4, &rng));
    struct search_task task = task_for(&position, (struct search_limits){0});

    task.report = watch_report;
    task.context = &watch;
    engine_think(engine, &task, NULL);
    assert_int_equal(watch.reports, 3);
    engine_free(engine);
}

static void several_threads(void **state)
{
    static const enum engine_kind kinds[] = {ENGINE_ALPHABETA, ENGINE_MCTS, ENGINE_UCT};

    (void)state;
    for (int g = 0; g < ALL_GAMES; g++)
        for (int k = 0; k < 3; k++) {
            struct engine *engine = new_engine(
                all_games[g], (struct engine_options){.kind = kinds[k], .threads = 3});
            struct rng rng = {(uint64_t)g};

            for (int n = 0; n < 3; n++) {
                struct tb_position position;
                struct search_info info;

                while (!random_position(&position, all_games[g], 3 * n, &rng)) {
                }
                struct search_task task =
                    task_for(&position, (struct search_limits){.nodes = 800});

                task.lines = 2;
                engine_think(engine, &task, &info);
                for (int i = 0; i < info.line_count; i++)
                    assert_true(game_is_legal(position.setup.game, &position.state,
                                              info.lines[i].pv[0]));
            }
            engine_free(engine);
        }
}

/* Makes every attempt to start a thread fail, or no longer. */
static void set_threads_possible(bool possible)
{
    static size_t usual;
    pthread_attr_t attributes;

    assert_int_equal(pthread_getattr_default_np(&attributes), 0);
    if (usual == 0)
        assert_int_equal(pthread_attr_getstacksize(&attributes, &usual), 0);
    assert_int_equal(
        pthread_attr_setstacksize(&attributes, possible ? usual : SIZE_MAX / 2 + 1), 0);
    assert_int_equal(pthread_setattr_default_np(&attributes), 0);
    pthread_attr_destroy(&attributes);
}

/* A thread that cannot be had leaves its worker with the win that it found the last time. */
static void a_worker_that_rests_has_no_say(void **state)
{
    static const char game[] = "quoridor size=7 walls=0";
    struct tb_setup setup = test_setup(game);
    struct engine *engine =
        new_engine(game, (struct engine_options){.kind = ENGINE_ALPHABETA, .threads = 4});
    struct tb_position start, won;
    struct search_info info;

    (void)state;
    tb_position_start(&start, &setup, NULL);
    assert_int_equal(tb_position_parse(&won, &setup, "d2/d7 0/0 - 2", NULL), TB_OK);
    for (int round = 0; round < 10; round++) {
        struct search_task prove = task_for(&won, (struct search_limits){.depth = 24});
        struct search_task look = task_for(&start, (struct search_limits){.depth = 2});

        engine_clear(engine);
        engine_think(engine, &prove, &info);
        assert_true(info.lines[0].exact && info.lines[0].verdict.value > 0);
        set_threads_possible(false);
        tb_move move = engine_think(engine, &look, &info);

        set_threads_possible(true);
        assert_int_equal(info.threads, 1);
        assert_int_equal(info.line_count, 1);
        assert_int_equal(move, info.lines[0].pv[0]);
        assert_true(game_is_legal(start.setup.game, &start.state, move));
    }
    engine_free(engine);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeats_itself_with_a_node_limit),
        cmocka_unit_test(the_default_kind),
        cmocka_unit_test(plays_no_illegal_repetition),
        cmocka_unit_test(a_tree_is_kept_through_a_game),
        cmocka_unit_test(bad_options),
        cmocka_unit_test(lines_are_sorted_and_legal),
        cmocka_unit_test(depth_limit),
        cmocka_unit_test(time_limit),
        cmocka_unit_test(stops_from_another_thread),
        cmocka_unit_test(a_stop_lasts),
        cmocka_unit_test(stops_from_its_own_report),
        cmocka_unit_test(several_threads),
        cmocka_unit_test(a_worker_that_rests_has_no_say),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
