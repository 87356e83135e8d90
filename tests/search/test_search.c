/*
 * test_search.c - the promises of the computer player: limits, order of lines, repeatability,
 * levels; and its parts. Whether what it proves is true: test_proofs.c.
 */
#define _GNU_SOURCE /* pthread_setattr_default_np() */
#include "test.h"
#include "thinking.h"

#include <math.h>
#include <pthread.h>
#include <time.h>

#include "core/advice.h"
#include "games/dorix/dorix.h"
#include "search/level.h"
#include "search/multiplayer.h"
#include "search/table.h"

/* ---- Promises ------------------------------------------------------------------------------ */

static const char *const all_games[] = {
    "quoridor", "quoridor players=4", "dorix",   "dorix players=3",     "dorix players=4",
    "orbital",  "tictacdoh",          "tictacdoh players=3", "tictacdoh players=4",
};
enum { ALL_GAMES = sizeof all_games / sizeof *all_games };

static const enum engine_kind all_kinds[] = {ENGINE_AUTO, ENGINE_ALPHABETA, ENGINE_PARANOID,
                                             ENGINE_MAXN, ENGINE_MCTS, ENGINE_UCT, ENGINE_RANDOM};
enum { ALL_KINDS = sizeof all_kinds / sizeof *all_kinds };

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

/* A game that can be seen to its end needs no time beyond that. */
static void maxn_ends_with_the_game(void **state)
{
    struct engine *engine =
        new_engine("tictacdoh players=3 stash=1", (struct engine_options){.kind = ENGINE_MAXN});
    struct tb_position position;
    struct search_info info;
    struct rng rng = {6};

    (void)state;
    while (!random_position(&position, "tictacdoh players=3 stash=1", 1, &rng)) {
    }
    struct search_task task = task_for(&position, (struct search_limits){.time_ms = 60000});

    engine_think(engine, &task, &info);
    assert_true(info.depth <= 3);
    engine_free(engine);
}

/* Outcomes as a set: bit 0 a draw, bit 1 + p a win of player p. */
static int worth(int outcome, int player)
{
    return outcome == 0 ? 0 : outcome == 1 + player ? 1 : -1;
}

/* Everything that max^n can arrive at, however the players choose among moves that are equal to
 * them: a move to o may be chosen if no other move is better even at its worst. */
static unsigned slow_maxn(const struct tb_game *game, const struct tb_state *state)
{
    struct tb_result result = game->result(state);
    int player = game->turn(state), least = -1;
    unsigned all = 0, chosen = 0;
    tb_move moves[TB_MOVES_MAX];

    if (result.over)
        return result.winners ? 2u << __builtin_ctz(result.winners) : 1u;
    int count = game->moves(state, moves);

    for (int i = 0; i < count; i++) {
        struct tb_state next = *state;
        int worst = 1;

        game->play(&next, moves[i]);
        unsigned set = slow_maxn(game, &next);

        for (int o = 0; o <= TB_PLAYERS_MAX; o++)
            if (set & 1u << o && worth(o, player) < worst)
                worst = worth(o, player);
        least = worst > least ? worst : least;
        all |= set;
    }
    for (int o = 0; o <= TB_PLAYERS_MAX; o++)
        if (all & 1u << o && worth(o, player) >= least)
            chosen |= 1u << o;
    return chosen;
}

/* What max^n says of the last plies of a game is one of the things it can arrive at. */
static void maxn_agrees_with_a_slow_reference(void **state)
{
    static const char *const setups[] = {"tictacdoh players=3", "tictacdoh players=4"};
    struct rng rng = {8};
    int decided = 0;

    (void)state;
    for (int i = 0; i < 120; i++) {
        struct engine *engine =
            new_engine(setups[i % 2], (struct engine_options){.kind = ENGINE_MAXN, .table_mb = 1});
        struct tb_position position;
        struct search_info info;

        while (!random_position(&position, setups[i % 2], 11, &rng)) {
        }
        const struct tb_game *game = position.setup.game;
        struct search_task task = task_for(&position, (struct search_limits){.depth = 4});

        engine_think(engine, &task, &info);
        double score = info.lines[0].score;
        int value = score > 0.9 ? 1 : score < -0.9 ? -1 : 0;
        unsigned set = slow_maxn(game, &position.state);
        bool found = false;

        for (int o = 0; o <= TB_PLAYERS_MAX; o++)
            found = found || (set & 1u << o && worth(o, game->turn(&position.state)) == value);
        assert_true(found);
        decided += value != 0;
        engine_free(engine);
    }
    assert_true(decided > 20);
}

/* Positions that several orders of moves, or reflections, lead to are searched once. */
static void maxn_searches_a_position_once(void **state)
{
    struct engine *engine =
        new_engine("tictacdoh players=3", (struct engine_options){.kind = ENGINE_MAXN});
    struct tb_position position;
    struct search_info info;
    struct rng rng = {6};

    (void)state;
    assert_true(random_position(&position, "tictacdoh players=3", 0, &rng));
    struct search_task task = task_for(&position, (struct search_limits){.nodes = 400000});

    engine_think(engine, &task, &info);
    assert_true(info.depth >= 8); /* 5 without a table of values */
    engine_free(engine);
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

/* ---- Levels --------------------------------------------------------------------------------- */

/* The weaker levels answer within a second, whatever the game. */
static void levels_play_every_game(void **state)
{
    struct rng rng = {5};

    (void)state;
    for (int g = 0; g < ALL_GAMES; g++)
        for (int level = 1; level <= LEVEL_MAX; level++) {
            struct engine *engine =
                new_engine(all_games[g], (struct engine_options){.level = level, .seed = 1});
            struct tb_position position;
            struct search_info info;

            while (!random_position(&position, all_games[g], 7, &rng)) {
            }
            struct search_task task = task_for(&position, (struct search_limits){.time_ms = 60});
            tb_move move = engine_think(engine, &task, &info);

            assert_true(game_is_legal(position.setup.game, &position.state, move));
            assert_true(info.line_count == 1);
            assert_true(level >= level_last(&position.setup) || level > 6 || level_find(&position.setup, level)->time_ms <= 1000);
            engine_free(engine);
        }
}

/* Levels end where play is perfect, with two players and the usual options; one beyond plays like the
 * last. */
static void levels_end_where_play_is_perfect(void **state)
{
    struct tb_setup orbital = test_setup("orbital"), few = test_setup("orbital pieces=3");
    struct rng rng = {8};

    (void)state;
    assert_int_equal(level_last(&orbital), 6);
    assert_int_equal(level_last(&few), LEVEL_MAX);
    struct tb_setup doh = test_setup("tictacdoh"), three;

    assert_int_equal(level_last(&doh), 6);
    assert_int_equal(tb_setup_init(&three, doh.game, 3, NULL), TB_OK);
    assert_int_equal(level_last(&three), LEVEL_MAX);
    assert_int_equal(level_clamp(&orbital, LEVEL_CHILD), LEVEL_CHILD);
    for (int n = 0; n < 3; n++) {
        struct tb_position position;
        tb_move moves[2];

        while (!random_position(&position, "orbital", 9, &rng)) {
        }
        for (int i = 0; i < 2; i++) {
            struct engine_options options = {.level = i ? LEVEL_MAX : 6, .seed = 1, .untimed = true};
            struct engine *engine = new_engine("orbital", options);
            struct search_task task = task_for(&position, (struct search_limits){.nodes = 5000});

            moves[i] = engine_think(engine, &task, NULL);
            engine_free(engine);
        }
        assert_int_equal(moves[0], moves[1]);
    }
}

/* The last level of Tic Tac Doh never gives the value of a position away. */
static void the_last_level_is_perfect(void **state)
{
    struct engine *engine = new_engine("tictacdoh", (struct engine_options){.level = 6, .untimed = true});
    struct rng rng = {17};

    (void)state;
    for (int n = 0; n < 400; n++) {
        struct tb_position position;
        struct verdict before, after;

        if (!random_position(&position, "tictacdoh", (int)rng_below(&rng, 9), &rng))
            continue;
        const struct tb_game *game = position.setup.game;
        struct search_task task = task_for(&position, (struct search_limits){0});

        assert_true(game->solved->probe(&position.state, &before));
        game->play(&position.state, engine_think(engine, &task, NULL));
        struct tb_result result = game->result(&position.state);

        if (result.over)
            after.value = result.winners == 0 ? 0 : -1;
        else
            assert_true(game->solved->probe(&position.state, &after));
        if (!result.over || result.winners == 0 || before.value > 0)
            assert_int_equal(after.value, -before.value);
    }
    engine_free(engine);
}

/* A level's best move and what it thinks of it, in one number, with or without the multiplayer
 * model. */
static double score_with_many_sides(const struct tb_position *position, bool told, int level)
{
    struct tb_setup setup = position->setup;
    struct tb_game game = *setup.game;
    struct advice advice = *game.advice;
    struct search_task task = task_for(position, (struct search_limits){.nodes = 600});
    struct engine_options options = {.kind = ENGINE_MCTS, .level = level, .seed = 3, .untimed = true};

    if (!told)
        advice.multiplayer = NULL;
    game.advice = &advice;
    setup.game = task.game = &game;
    struct engine *engine = engine_new(&setup, &options, NULL);

    assert_non_null(engine);
    struct search_info info;

    engine_think(engine, &task, &info);
    engine_free(engine);
    return info.lines[0].score + (double)info.lines[0].pv[0];
}

/* With three or more sides levels 1 to 5, which err on purpose, play as they always did: reports
 * rest on their games. The others use what was fitted to such games. */
static void weak_levels_ignore_the_multiplayer_model(void **state)
{
    static const char *const games[] = {"quoridor players=4", "dorix players=3"};
    struct rng rng = {31};

    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        int changed = 0;

        for (int n = 0; n < 12; n++) {
            struct tb_position position;
            int level = 1 + n % 5;

            while (!random_position(&position, games[g], 6 + n, &rng)) {
            }
            assert_true(score_with_many_sides(&position, true, level) ==
                        score_with_many_sides(&position, false, level));
            changed += score_with_many_sides(&position, true, 6) !=
                       score_with_many_sides(&position, false, 6);
        }
        assert_true(changed > 0);
    }
}

/* Of the moves of Dorix those that put a pawn back where it was lifted. */
static int moves_back(const void *state, tb_move *out)
{
    int count = tb_game_find("dorix")->moves(state, out), kept = 0;

    for (int i = 0; i < count; i++)
        if (dorix_move_lift(out[i]) == dorix_move_place(out[i]))
            out[kept++] = out[i];
    return kept;
}

/* Three players who can only repeat the position, and are told that all stand alike: each may
 * expect a third of a win, drawn or not. */
static void a_draw_is_shared(void **state)
{
    static const int16_t none[MULTIPLAYER_TERMS > MULTIPLAYER_MOVE_TERMS ? MULTIPLAYER_TERMS
                                                                         : MULTIPLAYER_MOVE_TERMS];
    struct tb_setup setup = test_setup("dorix players=3");
    struct tb_game game = *setup.game;
    struct advice advice = *game.advice;
    struct multiplayer_model multiplayer = *advice.multiplayer;
    struct tb_state start = {{0}};
    struct search_info info;

    (void)state;
    assert_int_equal(game.position_parse(&setup,
                                         "a1:111111111111,c1:222222222222,a3:333333333333 "
                                         "0/0/0 1",
                                         &start, NULL),
                     0);
    multiplayer.weights = multiplayer.move_weights = none;
    advice.multiplayer = &multiplayer;
    game.advice = &advice;
    game.moves = moves_back;
    setup.game = &game;
    struct search_task task = {.game = &game, .state = &start, .limits = {.nodes = 200}};
    struct engine *engine = engine_new(&setup, &(struct engine_options){.kind = ENGINE_MCTS}, NULL);

    assert_non_null(engine);
    engine_think(engine, &task, &info);
    assert_true(fabs(info.lines[0].score + 1.0 / 3) < 1e-6);
    engine_free(engine);
}

/* 2^(points / 256), also far out. */
static void weights_of_the_multiplayer_model(void **state)
{
    (void)state;
    assert_true(multiplayer_weight(0) == 1);
    for (int points = -20000; points < 20000; points += 7) {
        double truth = exp2(fmax(-60, fmin(60, points / 256.0)));

        assert_true(fabs(multiplayer_weight(points) / truth - 1) < 1e-6);
    }
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

/* How much a personality likes the moves that a level plays with it, or without any, in all. */
static int liked(const char *setup, const struct personality *one, const char *name)
{
    struct rng rng = {11};
    int sum = 0;

    for (int i = 0; i < 100; i++) {
        struct engine_options options = {.level = 4, .personality = name, .seed = (uint64_t)i,
                                         .untimed = true};
        struct engine *engine = new_engine(setup, options);
        struct tb_position position;

        while (!random_position(&position, setup, 8, &rng)) {
        }
        struct search_task task = task_for(&position, (struct search_limits){0});

        sum += one->likes(&position.state, engine_think(engine, &task, NULL));
        engine_free(engine);
    }
    return sum;
}

/* Weak levels of Quoridor follow a beginner's habits: they mostly walk, and hardly lay a barrier that
 * neither hinders anybody nor is beside a pawn. */
static void weak_levels_have_habits(void **state)
{
    (void)state;
    for (int level = 0; level <= 4; level++) {
        int counts[HABITS] = {0};

        for (int i = 0; i < 100; i++) {
            struct engine *engine = new_engine("quoridor", (struct engine_options){
                .level = level_option(level), .seed = (uint64_t)i, .untimed = true});
            struct rng rng = {(uint64_t)i};
            struct tb_position position;

            while (!random_position(&position, "quoridor", 6, &rng)) {
            }
            struct search_task task = task_for(&position, (struct search_limits){0});
            tb_move move = engine_think(engine, &task, NULL);

            counts[game_advice(task.game)->habit(task.state, move)]++;
            engine_free(engine);
        }
        assert_true(counts[0] + counts[1] + counts[2] >= 60);
        assert_true(counts[5] <= 8);
        assert_true(level < 1 || counts[0] > counts[2]);
    }
}

/* Levels 2 and 3 of Orbital do not begin with a string of Antennas: mostly they play a kind that they
 * have most left of. */
static void weak_levels_keep_all_kinds(void **state)
{
    struct tb_setup setup = test_setup("orbital");

    (void)state;
    for (int level = 2; level <= 3; level++) {
        int count = 0;

        for (int i = 0; i < 20; i++) {
            struct engine *engine = new_engine("orbital", (struct engine_options){
                .level = level_option(level), .seed = (uint64_t)i, .untimed = true});
            struct tb_position position;

            assert_int_equal(tb_position_start(&position, &setup, NULL), TB_OK);
            for (int ply = 0; ply < 6; ply++) {
                struct search_task task = task_for(&position, (struct search_limits){0});
                tb_move move = engine_think(engine, &task, NULL);

                count += ply >= 2 && game_advice(task.game)->habit(task.state, move) == 0;
                task.game->play(&position.state, move);
            }
            engine_free(engine);
        }
        assert_in_range(count, 42, 80);
    }
}

/* How many of 40 wins at once a level of Tic Tac Doh plays. */
static int wins_found(const char *setup, int level)
{
    struct rng rng = {5};
    int won = 0;

    for (int i = 0; i < 40; i++) {
        struct engine *engine = new_engine(setup, (struct engine_options){
            .level = level_option(level), .seed = (uint64_t)i, .untimed = true});
        struct tb_position position;
        struct search_task task;
        bool wins = false;

        while (!wins) {
            tb_move moves[TB_MOVES_MAX];

            if (!random_position(&position, setup, 6, &rng))
                continue;
            task = task_for(&position, (struct search_limits){0});
            for (int k = task.game->moves(task.state, moves); k-- > 0 && !wins;) {
                struct tb_state next = position.state;

                task.game->play(&next, moves[k]);
                wins = task.game->result(&next).winners & 1u << task.game->turn(task.state);
            }
        }
        struct tb_state after = position.state;

        task.game->play(&after, engine_think(engine, &task, NULL));
        won += task.game->result(&after).winners & 1u << task.game->turn(task.state) ? 1 : 0;
        engine_free(engine);
    }
    return won;
}

/* With three players the chance to find a win grows from level to level; with two a child's level
 * misses some, though the next player could take them. */
static void wins_of_weak_levels(void **state)
{
    static const char three[] = "tictacdoh players=3";

    (void)state;
    assert_in_range(wins_found(three, 1), 0, 14);
    assert_in_range(wins_found(three, 3), 15, 36);
    assert_int_equal(wins_found(three, 5), 40);
    assert_in_range(wins_found("tictacdoh", 0), 20, 36);
    assert_int_equal(wins_found("tictacdoh", 4), 40);
}

/* How many of 100 moves of level 0 from a position bring its pawn nearer to the goal. */
static int steps_nearer(const char *text)
{
    struct tb_setup setup = test_setup("quoridor");
    struct tb_position position;
    int count = 0;

    assert_int_equal(tb_position_parse(&position, &setup, text, NULL), TB_OK);
    for (int i = 0; i < 100; i++) {
        struct engine *engine = new_engine("quoridor", (struct engine_options){
            .level = LEVEL_CHILD, .seed = (uint64_t)i, .untimed = true});
        struct search_task task = task_for(&position, (struct search_limits){0});

        count += game_advice(task.game)->habit(task.state, engine_think(engine, &task, NULL)) == 0;
        engine_free(engine);
    }
    return count;
}

/* The weakest level keeps pace: it dawdles when it is ahead, and walks when it is behind. */
static void the_weakest_level_keeps_pace(void **state)
{
    (void)state;
    assert_in_range(steps_nearer("e5/a9 10/10 - 1"), 0, 10);
    assert_in_range(steps_nearer("e5/a5 10/10 - 1"), 20, 60);
    assert_in_range(steps_nearer("e2/a3 10/10 - 1"), 80, 100);
}

/* A personality plays more of the moves that it likes; it needs two sides, and its right name. */
static void personalities_differ(void **state)
{
    static const char *const setups[] = {"dorix", "quoridor"};
    static const struct {
        const char *setup, *name;
    } bad[] = {{"quoridor", "nobody"}, {"quoridor players=4", "runner"}, {"orbital", "runner"}};

    (void)state;
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        struct tb_setup setup = test_setup(setups[i]);
        const struct personality *one = game_advice(setup.game)->personalities;

        for (; one->name; one++)
            if (liked(setups[i], one, one->name) <= liked(setups[i], one, NULL))
                fail_msg("%s does not play in character", one->name);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct tb_setup setup = test_setup(bad[i].setup);
        struct engine_options options = {.personality = bad[i].name};
        struct tb_error error = {0};

        assert_null(engine_new(&setup, &options, &error));
        assert_int_equal(error.code, TB_ERR_VALUE);
    }
}

/* ---- Parts ------------------------------------------------------------------------------------ */

static void table_keeps_what_it_is_given(void **state)
{
    struct table table;
    struct rng rng = {1};
    int kept = 0;

    (void)state;
    assert_true(table_init(&table, 1 << 20));
    for (int i = 0; i < 20000; i++) {
        struct table_entry entry = {
            .move = i % 3 ? rng_below(&rng, 1u << 17) : MOVE_NONE,
            .score = (int)rng_below(&rng, 64001) - 32000,
            .eval = i % 5 ? (int)rng_below(&rng, 40001) - 20000 : TABLE_NO_EVAL,
            .depth = (int)rng_below(&rng, 128),
            .bound = 1 + rng_below(&rng, 3),
        };
        struct table_entry found;
        uint64_t key = rng_next(&rng);

        entry.proof = entry.bound & rng_below(&rng, 4);
        table_store(&table, key, &entry);
        if (!table_probe(&table, key, &found))
            continue;
        kept++;
        assert_int_equal(found.move, entry.move);
        assert_int_equal(found.score, entry.score);
        assert_int_equal(found.eval, entry.eval);
        assert_int_equal(found.depth, entry.depth);
        assert_int_equal(found.bound, entry.bound);
        assert_int_equal(found.proof, entry.proof);
        assert_false(table_probe(&table, key ^ 1, &found));
    }
    assert_true(kept > 19000);
    table_clear(&table);
    table_release(&table);
}

static void a_proof_outlives_an_opinion(void **state)
{
    struct table table;
    struct table_entry proof = {.move = 1, .score = 31990, .depth = 2, .bound = BOUND_LOWER,
                                .proof = BOUND_LOWER};
    struct table_entry opinion = {.move = 2, .score = 10, .depth = 60, .bound = BOUND_EXACT};
    struct table_entry found;

    (void)state;
    assert_true(table_init(&table, 1));
    table_store(&table, 5, &proof);
    table_store(&table, 5, &opinion);
    assert_true(table_probe(&table, 5, &found));
    assert_int_equal(found.score, 31990);
    table_release(&table);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeats_itself_with_a_node_limit),
        cmocka_unit_test(the_default_kind),
        cmocka_unit_test(maxn_ends_with_the_game),
        cmocka_unit_test(maxn_agrees_with_a_slow_reference),
        cmocka_unit_test(maxn_searches_a_position_once),
        cmocka_unit_test(a_tree_is_kept_through_a_game),
        cmocka_unit_test(lines_are_sorted_and_legal),
        cmocka_unit_test(depth_limit),
        cmocka_unit_test(time_limit),
        cmocka_unit_test(stops_from_another_thread),
        cmocka_unit_test(a_stop_lasts),
        cmocka_unit_test(stops_from_its_own_report),
        cmocka_unit_test(several_threads),
        cmocka_unit_test(a_worker_that_rests_has_no_say),
        cmocka_unit_test(levels_play_every_game),
        cmocka_unit_test(levels_end_where_play_is_perfect),
        cmocka_unit_test(the_last_level_is_perfect),
        cmocka_unit_test(weak_levels_have_habits),
        cmocka_unit_test(weak_levels_keep_all_kinds),
        cmocka_unit_test(the_weakest_level_keeps_pace),
        cmocka_unit_test(wins_of_weak_levels),
        cmocka_unit_test(personalities_differ),
        cmocka_unit_test(weak_levels_ignore_the_multiplayer_model),
        cmocka_unit_test(a_draw_is_shared),
        cmocka_unit_test(weights_of_the_multiplayer_model),
        cmocka_unit_test(plays_no_illegal_repetition),
        cmocka_unit_test(bad_options),
        cmocka_unit_test(table_keeps_what_it_is_given),
        cmocka_unit_test(a_proof_outlives_an_opinion),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
