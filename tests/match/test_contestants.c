/*
 * test_contestants.c - seats, openings, contestants, tallies, and games between built-in engines.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "match/contestant_pool.h"
#include "match/tally.h"
#include "solve/dfpn.h"
#include "test.h"

/* ---- Schedules -------------------------------------------------------------------------- */

/* Over all seatings every contestant has had every seat equally often. */
static void check_balance(const struct schedule *schedule)
{
    int seats[TB_PLAYERS_MAX][CONTESTANTS_MAX] = {{0}};

    for (int g = 0; g < schedule->seating_count; g++) {
        struct pairing game = schedule_game(schedule, g);

        for (int p = 0; p < schedule->players; p++) {
            seats[p][game.seats[p]]++;
            assert_true(game.instance[p] < schedule_instances(schedule));
        }
    }
    for (int p = 0; p < schedule->players; p++)
        for (int c = 0; c < schedule->contestants; c++)
            assert_int_equal(seats[p][c] * schedule->contestants, schedule->seating_count);
}

/* Each block moves everybody round the table. */
static void check_blocks(const struct schedule *schedule)
{
    for (int g = 0; g < 4 * schedule->seating_count; g++) {
        struct pairing game = schedule_game(schedule, g);
        struct pairing first = schedule_game(schedule, g - game.place);
        int sum = 0, first_sum = 0;

        assert_int_equal(game.block, g / schedule->block);
        for (int p = 0; p < schedule->players; p++) {
            sum += 1 << (4 * game.seats[p]);
            first_sum += 1 << (4 * first.seats[p]);
        }
        if (schedule->seating_count > schedule->block)
            assert_int_equal(sum, first_sum); /* the same company */
    }
}

static void seatings(void **state)
{
    static const struct {
        const char *setup;
        int contestants, seatings, block;
    } cases[] = {
        {"quoridor", 2, 2, 2},
        {"dorix", 2, 2, 2},
        {"dorix players=4", 2, 2, 2}, /* two teams */
        {"dorix players=3", 2, 6, 6},
        {"dorix players=3", 3, 6, 6},
        {"quoridor players=4", 2, 6, 6},
        {"quoridor players=4", 3, 36, 4},
        {"quoridor players=4", 4, 24, 4},
        {"tictacdoh players=4", 4, 24, 4},
    };

    (void)state;
    for (int i = 0; i < COUNT(cases); i++) {
        struct tb_setup setup = test_setup(cases[i].setup);
        struct schedule schedule;

        assert_int_equal(schedule_make(&schedule, &setup, cases[i].contestants, NULL), TB_OK);
        assert_int_equal(schedule.seating_count, cases[i].seatings);
        assert_int_equal(schedule.block, cases[i].block);
        check_balance(&schedule);
        check_blocks(&schedule);
    }
}

static void teams_sit_together(void **state)
{
    struct tb_setup setup = test_setup("dorix players=4");
    struct schedule schedule;
    struct tb_error error;

    (void)state;
    assert_int_equal(schedule_make(&schedule, &setup, 2, &error), TB_OK);
    for (int g = 0; g < 2; g++) {
        struct pairing game = schedule_game(&schedule, g);
        int other = 1 - game.seats[0];

        assert_int_equal(game.seats[0], g);
        assert_int_equal(game.seats[1], other);
        assert_int_equal(game.seats[2], g);
        assert_int_equal(game.seats[3], other);
    }
    assert_int_equal(schedule_make(&schedule, &setup, 3, &error), TB_ERR_RANGE);
    assert_int_equal(schedule_make(&schedule, &setup, 1, &error), TB_ERR_RANGE);
}

static const struct match_rules usual = {.repetition = 3};

/* ---- Openings ----------------------------------------------------------------------------- */

static void replay_opening(const struct opening *opening, struct tb_position *position)
{
    char moves[512], *rest = moves, *word;

    assert_true(strlen(opening->moves) < sizeof moves);
    strcpy(moves, opening->moves);
    *position = opening->start;
    while ((word = strsep(&rest, " "))) {
        tb_move move;

        if (*word == '\0')
            continue;
        assert_int_equal(tb_move_parse(position, word, &move, NULL), TB_OK);
        assert_int_equal(tb_play(position, move, NULL), TB_OK);
    }
}

static void random_openings(void **state)
{
    static const char *const setups[] = {"quoridor", "dorix players=3", "tictacdoh", "orbital"};

    (void)state;
    for (int i = 0; i < COUNT(setups); i++) {
        struct tb_setup setup = test_setup(setups[i]);
        struct opening_list list = {0}, again = {0};

        assert_int_equal(openings_random(&list, &setup, &usual, 4, 40, 3, NULL), TB_OK);
        assert_int_equal(openings_random(&again, &setup, &usual, 4, 40, 3, NULL), TB_OK);
        assert_int_equal(list.count, 40);
        for (int a = 0; a < list.count; a++) {
            struct tb_position position, other, image;

            assert_string_equal(list.items[a].moves, again.items[a].moves);
            replay_opening(&list.items[a], &position);
            assert_false(tb_position_result(&position).over);
            for (int b = 0; b < a; b++) {
                replay_opening(&list.items[b], &other);
                for (int s = 0; s < tb_symmetry_count(&other); s++) {
                    tb_symmetry_position(&other, s, &image);
                    assert_false(tb_equal(&image, &position));
                }
            }
        }
        openings_release(&list);
        openings_release(&again);
    }
}

/* There are not many ways to begin Tic Tac Doh; the list ends when they do. */
static void few_openings(void **state)
{
    struct tb_setup setup = test_setup("tictacdoh");
    struct opening_list list = {0};
    struct tb_error error;

    (void)state;
    assert_int_equal(openings_random(&list, &setup, &usual, 1, 100, 1, &error), TB_OK);
    assert_int_equal(list.count, 3);
    openings_release(&list);
    /* Two sizes side by side or corner to corner, 3 ways each, or on one square, 4 ways; two of one
     * size are decided. */
    assert_int_equal(openings_random(&list, &setup, &usual, 2, 100, 1, &error), TB_OK);
    assert_int_equal(list.count, 10);
    openings_release(&list);
    assert_int_equal(openings_random(&list, &setup, &usual, 16, 5, 1, &error), TB_ERR_RANGE);
    assert_int_equal(list.count, 0);
    assert_int_equal(openings_random(&list, &setup, &usual, 0, 5, 1, &error), TB_ERR_RANGE);
}

/* Random pawn moves repeat positions; such openings are skipped. */
static void openings_do_not_repeat(void **state)
{
    struct tb_setup setup = test_setup("quoridor size=3 walls=0");
    struct opening_list list = {0};

    (void)state;
    assert_int_equal(openings_random(&list, &setup, &usual, 10, 50, 1, NULL), TB_OK);
    for (int i = 0; i < list.count; i++) {
        struct tb_match *match = match_new(&list.items[i].start, &usual, NULL);
        char moves[512], *rest = moves, *word;

        strcpy(moves, list.items[i].moves);
        while ((word = strsep(&rest, " ")))
            assert_int_equal(tb_match_play(match, word, NULL), TB_OK);
        assert_int_equal(tb_match_ending(match), TB_ENDING_NONE);
        tb_match_free(match);
    }
    openings_release(&list);
}

static void opening_files(void **state)
{
    static const struct {
        const char *setup, *text;
        int count;
        const char *position; /* of the last opening; or the error */
    } cases[] = {
        {"quoridor", "e2 e8\n", 1, "e2/e8 10/10 - 1"},
        {"quoridor", "  e2\te8  # as usual\r\n\n#\ne2 e8h", 2, "e2/e9 10/9 e8h 1"},
        {"quoridor", "e2/e8 10/10 - 2", 1, "e2/e8 10/10 - 2"},
        {"quoridor size=5", "size=5 c2/c4 10/10 - 1", 1, "size=5 c2/c4 10/10 - 1"},
        {"quoridor size=5", "c2/c4 10/10 - 1", 1, "size=5 c2/c4 10/10 - 1"},
        {"quoridor", "[Game \"Quoridor\"]\n\n1. e2 *\n\n[Game \"Quoridor\"]\n\n1. e2 e8 *\n", 2,
         "e2/e8 10/10 - 1"},
        {"quoridor", "{\"game\":\"quoridor\",\"moves\":[\"e2\"],\"tags\":{\"a\":\"#\"}}\n", 1,
         "e2/e9 10/10 - 2"},
        {"quoridor", "e2 e8 e1 e9 e2 e8 e1", 1, "e1/e8 10/10 - 2"},
        {"quoridor", "e2 e8 e1 e9 e2 e8 e1 e9", -1, "Line 1: The game is over"},
        {"quoridor", "e2 e8 e1 e9 e2 e8 e1 e9 e2", -1, "Line 1: Move 9 'e2': The game is over"},
        {"quoridor",
         "{\"game\":\"quoridor\",\"repetition\":0,\"moves\":"
         "[\"e2\",\"e8\",\"e1\",\"e9\",\"e2\",\"e8\",\"e1\",\"e9\",\"e2\"]}",
         -1, "Line 1: The game is over"},
        {"quoridor", "", -1, "There is no opening in it"},
        {"quoridor", "e2 e8\ne2 e2", -1, "Line 2: Move 2 'e2': "},
        {"quoridor", "x", -1,
         "Line 1: This is neither a list of moves nor a position of Quoridor."},
        {"quoridor", "size=5 c2/c4 10/10 - 1", -1, "Line 1: It has size=5, not 9"},
        {"quoridor", "players=4 e1/a5/e9/i5 5/5/5/5 - 1", -1, "Line 1: It has 4 players, not 2"},
        {"quoridor", "e9/e8 10/10 - 2", -1, "Line 1: The game is over"},
        {"quoridor", "{\"game\":\"dorix\",\"moves\":[]}", -1,
         "Line 1: It is a game of Dorix, not of Quoridor"},
        {"quoridor", "{\"game\":\"quoridor\",\"swap\":true,\"moves\":[\"e2\",\"swap\"]}", -1,
         "Line 1: An opening cannot contain a swap"},
        {"quoridor", "{\"game\":", -1, "Line 1: This is not a JSON record"},
        {"quoridor", "[Game \"Dorix\"]\n\n1. b2 *\n", -1, "Line 1: It is a game of Dorix"},
    };

    (void)state;
    for (int i = 0; i < COUNT(cases); i++) {
        struct tb_setup setup = test_setup(cases[i].setup);
        struct opening_list list = {0};
        struct tb_error error = {0};
        int code = openings_read(&list, &setup, &usual, cases[i].text, &error);

        if (cases[i].count < 0) {
            assert_int_not_equal(code, TB_OK);
            if (strncmp(error.text, cases[i].position, strlen(cases[i].position)) != 0)
                fail_msg("'%s' instead of '%s'", error.text, cases[i].position);
            assert_int_equal(list.count, 0);
            continue;
        }
        struct tb_position position;
        char text[TB_POSITION_TEXT];

        assert_int_equal(list.count, cases[i].count);
        replay_opening(&list.items[list.count - 1], &position);
        tb_position_text(&position, text, sizeof text);
        assert_string_equal(text, cases[i].position);
        openings_release(&list);
    }
}

/* ---- Contestants ---------------------------------------------------------------------------- */

static void specifications(void **state)
{
    struct tb_setup setup = test_setup("quoridor");
    struct contestant_spec spec;
    struct tb_error error;

    (void)state;
    assert_int_equal(
        contestant_spec_parse(&spec, "alphabeta,threads=2,hash=4,nodes=5000000000", &setup, &error),
        TB_OK);
    assert_int_equal(spec.engine.kind, ENGINE_ALPHABETA);
    assert_int_equal(spec.engine.threads, 2);
    assert_int_equal(spec.engine.table_mb, 4);
    assert_true(spec.limits.nodes == 5000000000u);
    assert_true(contestant_spec_is_limited(&spec));
    contestant_spec_release(&spec);

    assert_int_equal(contestant_spec_parse(&spec, "level:7,time=20,depth=3", &setup, &error),
                     TB_OK);
    assert_int_equal(spec.engine.level, 7);
    assert_int_equal(spec.limits.time_ms, 20);
    assert_int_equal(spec.limits.depth, 3);
    contestant_spec_release(&spec);

    assert_int_equal(contestant_spec_parse(&spec,
                                           "cmd,A=1,B=x y:/bin/sh  -c 'a  b' \"c\\\"d\" e\\ f",
                                           &setup, &error),
                     TB_OK);
    assert_int_equal(spec.setting_count, 2);
    assert_string_equal(spec.settings[1].name, "B");
    assert_string_equal(spec.settings[1].value, "x y");
    assert_string_equal(spec.words[0], "/bin/sh");
    assert_string_equal(spec.words[2], "a  b");
    assert_string_equal(spec.words[3], "c\"d");
    assert_string_equal(spec.words[4], "e f");
    assert_null(spec.words[5]);
    assert_string_equal(spec.label, "sh -c a  b c\"d e f");
    assert_false(contestant_spec_is_limited(&spec));
    contestant_spec_release(&spec);

    static const char *const bad[] = {
        "",
        "level:13",
        "level:",
        "levels:1",
        "mcts:1",
        "mcts,",
        "mcts,=1",
        "mcts,x=1",
        "mcts,threads=-1",
        "mcts,hash",
        "cmd:",
        "qtp,x=1:sh",
        "cmd:'sh",
        "cmd:/",
        "paranoid",
        "Level:1",
        "mcts,nodes=99999999999999999999",
    };

    for (int i = 0; i < COUNT(bad); i++) {
        assert_int_not_equal(contestant_spec_parse(&spec, bad[i], &setup, &error), TB_OK);
        assert_null(spec.text);
    }
}

/* ---- Tallies ------------------------------------------------------------------------------ */

/* Counts a game of nothing but a start that `loser` gives up. */
static void add_result(struct tally *tally, const struct tb_setup *setup, int number, int loser)
{
    struct match_game game = {
        .pairing = schedule_game(tally->schedule, number), .culprit = -1, .finish = FINISH_BOARD};
    struct match_rules rules = match_rules_default();
    struct tb_position start;

    tb_position_start(&start, setup, NULL);
    game.record.match = match_new(&start, &rules, NULL);
    if (loser >= 0)
        tb_match_resign(game.record.match, loser, NULL);
    else
        tb_match_agree_draw(game.record.match, NULL);
    assert_true(tally_add(tally, &game));
    record_release(&game.record);
}

static void pairs_are_found(void **state)
{
    struct tb_setup setup = test_setup("orbital");
    struct schedule schedule;
    struct tally tally;

    (void)state;
    schedule_make(&schedule, &setup, 2, NULL);
    tally_init(&tally, &schedule);
    /* In even games A sits in seat 0. The pairs end 2-0, 1-1, 0.5-1.5, one is open. */
    add_result(&tally, &setup, 3, 0);
    add_result(&tally, &setup, 0, 1);
    add_result(&tally, &setup, 6, -1);
    add_result(&tally, &setup, 5, 1);
    add_result(&tally, &setup, 1, 0);
    add_result(&tally, &setup, 2, 0);
    add_result(&tally, &setup, 4, -1);
    static const uint64_t singles[] = {2, 2, 3}, pairs[] = {0, 1, 1, 0, 1};

    assert_memory_equal(tally.singles.count, singles, sizeof singles);
    assert_memory_equal(tally.pairs.count, pairs, sizeof pairs);
    assert_int_equal(tally.standings[0].wins, 3);
    assert_int_equal(tally.standings[1].wins, 2);
    assert_int_equal(tally.draws, 2);
    assert_int_equal(tally.side_wins[0], 2);
    assert_int_equal(tally.open_count, 1);
    assert_int_equal(tally.repeats, 5); /* they have no moves to tell them apart by */
    tally_release(&tally);
}

static void points_are_shared(void **state)
{
    struct tb_setup setup = test_setup("dorix players=3");
    struct schedule schedule;
    struct tally tally;

    (void)state;
    schedule_make(&schedule, &setup, 3, NULL);
    tally_init(&tally, &schedule);
    for (int g = 0; g < 12; g++) {
        struct pairing game = schedule_game(&schedule, g);
        int loser = 0;

        while (game.seats[loser] != 2)
            loser++;
        add_result(&tally, &setup, g, loser); /* C gives up, A and B share the win */
    }
    assert_true(tally.standings[0].points == 6 && tally.standings[1].points == 6);
    assert_true(tally.standings[2].points == 0);
    struct interval points = tally_points(&tally, 0);

    assert_true(points.value == 0.5 && points.low < 0.5 && points.high > 0.5);
    assert_true(tally_points(&tally, 2).high > 0);
    assert_int_equal(tally.standings[0].by_block.count, 2);
    tally_release(&tally);
}

/* ---- Games -------------------------------------------------------------------------------- */

/* What came of some games. */
struct watcher {
    int games, stopped;
    struct adjudication adjudication;
    bool swap;
    int proven, shortest; /* games that ended so; the fewest entries of any game */
};

/* Whoever was given the game can win it, by the rules alone. */
static void check_proof(const struct tb_match *match)
{
    const struct tb_position *position = tb_match_position(match);
    struct dfpn_options options = {.bytes = 8 << 20, .rules_only = true};
    struct dfpn *solver = dfpn_new(&position->setup, &options);
    int winner = tb_match_result(match).winners == 1 ? 0 : 1, plies = 21;
    struct dfpn_question question = {&position->state, winner, plies};
    struct bounds bounds = dfpn_ask(solver, &question, &(struct dfpn_limits){.nodes = 2000000});

    assert_true(bounds_proven(&bounds, plies));
    dfpn_free(solver);
}

/* The record alone tells how the game ended, and who made how many moves. */
static void check_restored(const struct match_game *game)
{
    struct match_game copy = {.pairing = game->pairing, .record = game->record};

    match_game_restore(&copy);
    assert_int_equal(copy.finish, game->finish);
    assert_int_equal(copy.culprit, game->culprit);
    for (int c = 0; c < CONTESTANTS_MAX; c++) {
        assert_int_equal(copy.effort[c].moves, game->effort[c].moves);
        assert_true(llabs(copy.effort[c].longest_us - game->effort[c].longest_us) <= 500);
    }
}

static void watch(struct watcher *watcher, const struct match_game *game)
{
    int length = tb_match_length(game->record.match);

    if (game->finish == FINISH_PROVEN && !watcher->adjudication.proven)
        check_proof(game->record.match);
    check_restored(game);
    watcher->proven += game->finish == FINISH_PROVEN;
    watcher->shortest = watcher->games && watcher->shortest < length ? watcher->shortest : length;
    watcher->games++;
}

static void *stop_soon(void *context)
{
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    contestant_pool_stop(context);
    return NULL;
}

/* Plays games between two specifications; they are stopped early if watcher.stopped is set. */
static struct watcher run_match(const char *words, const char *a, const char *b, int games,
                                struct watcher watcher)
{
    struct contestant_spec specs[2];
    struct schedule schedule;
    struct opening_list openings = {0};
    struct contestant_pool pool;
    struct match_plan plan = {.terms = {.setup = test_setup(words),
                                        .rules = match_rules_default(),
                                        .timeout_us = 10000000},
                              .limits = {.max_plies = 200, .adjudication = watcher.adjudication},
                              .specs = specs,
                              .schedule = &schedule,
                              .seed = 11};
    bool stopping = watcher.stopped;
    pthread_t thread;

    plan.terms.rules.swap = watcher.swap;
    assert_int_equal(contestant_spec_parse(&specs[0], a, &plan.terms.setup, NULL), TB_OK);
    assert_int_equal(contestant_spec_parse(&specs[1], b, &plan.terms.setup, NULL), TB_OK);
    assert_int_equal(schedule_make(&schedule, &plan.terms.setup, 2, NULL), TB_OK);
    assert_int_equal(openings_random(&openings, &plan.terms.setup, &usual, 2, games, 1, NULL),
                     TB_OK);
    assert_true(contestant_pool_open(&pool, &plan));
    assert_false(stopping && pthread_create(&thread, NULL, stop_soon, &pool));
    watcher.stopped = 0;
    for (int g = 0; g < games; g++) {
        struct match_game game = {.pairing = schedule_game(&schedule, g)};

        contestant_pool_play(&pool, &openings.items[game.pairing.block % openings.count], &game);
        if (game.finish == FINISH_STOPPED)
            watcher.stopped++;
        else
            watch(&watcher, &game);
        record_release(&game.record);
    }
    if (stopping)
        pthread_join(thread, NULL);
    contestant_pool_close(&pool);
    openings_release(&openings);
    contestant_spec_release(&specs[0]);
    contestant_spec_release(&specs[1]);
    return watcher;
}

static const struct watcher whole;

/* What a short search proves ends a game, whatever its players think: these think nothing. */
static void proofs_end_games(void **state)
{
    struct watcher searching = whole, fewer = whole, swapping = whole;

    (void)state;
    searching.adjudication.proof_nodes = 2000; /* barriers are left: a search alone */
    searching = run_match("quoridor size=7 walls=10", "random", "random", 8, searching);
    assert_true(searching.proven >= 6);
    fewer.adjudication.proof_nodes = 1;
    fewer = run_match("quoridor size=7 walls=10", "random", "random", 8, fewer);
    assert_true(fewer.proven < searching.proven);
    /* The table knows every position, but who may swap has not chosen his side. */
    swapping.adjudication.proven = swapping.swap = true;
    swapping = run_match("tictacdoh", "random", "random", 8, swapping);
    assert_int_equal(swapping.proven, 8);
    assert_true(swapping.shortest >= 2);
}

static void all_player_counts(void **state)
{
    static const char *const setups[] = {"dorix players=3", "dorix players=4",
                                         "quoridor players=4 size=5", "tictacdoh players=4"};

    (void)state;
    for (int i = 0; i < COUNT(setups); i++)
        assert_int_equal(run_match(setups[i], "random", "mcts,nodes=20", 6, whole).games, 6);
}

/* Engines that would think for an hour are stopped, and so are all later games. */
static void thinking_ends_when_told(void **state)
{
    struct watcher watcher = {.stopped = 1};
    time_t begun = time(NULL);

    (void)state;
    watcher = run_match("quoridor", "alphabeta,time=3600000", "uct,time=3600000", 4, watcher);
    assert_int_equal(watcher.games, 0);
    assert_int_equal(watcher.stopped, 4);
    assert_true(time(NULL) - begun < 20);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(seatings),
        cmocka_unit_test(teams_sit_together),
        cmocka_unit_test(random_openings),
        cmocka_unit_test(few_openings),
        cmocka_unit_test(openings_do_not_repeat),
        cmocka_unit_test(opening_files),
        cmocka_unit_test(specifications),
        cmocka_unit_test(pairs_are_found),
        cmocka_unit_test(points_are_shared),
        cmocka_unit_test(proofs_end_games),
        cmocka_unit_test(all_player_counts),
        cmocka_unit_test(thinking_ends_when_told),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
