/* test_time_management.c - time management. The tests do not read a clock. */
#include "test.h"

#include "search/search.h"
#include "search/time_management.h"

static struct search_limits limits_for(struct search_clock clock)
{
    struct search_limits limits = {0};

    if (clock.overhead_ms == 0)
        clock.overhead_ms = SEARCH_OVERHEAD_MS;
    search_limits_clock(&limits, &clock);
    return limits;
}

static void always_some_time_and_never_all(void **state)
{
    (void)state;
    for (int64_t left = 0; left < 1000000; left = left * 3 / 2 + 1)
        for (int64_t increment = 0; increment <= 10000; increment += 2500)
            for (int to_go = 0; to_go < 60; to_go += 1 + to_go)
                for (int plies = 0; plies < 200; plies += 33) {
                    struct search_limits limits = limits_for((struct search_clock){
                        left, increment, .moves_to_go = to_go, .plies = plies});

                    assert_true(limits.aim_ms >= 1);
                    assert_true(limits.time_ms >= limits.aim_ms);
                    assert_true(limits.time_ms == 1 || limits.time_ms + 15 <= left);
                }
}

/* Whoever takes the most at every move still has time left, and a little more with an increment. */
static void a_clock_lasts(void **state)
{
    (void)state;
    const struct search_clock clocks[] = {{.left_ms = 10000, .increment_ms = 100},
                                          {.left_ms = 1000, .increment_ms = 10},
                                          {.left_ms = 60000},
                                          {.left_ms = 200}};

    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        struct search_clock clock = clocks[i];
        int64_t overhead = 2;

        for (clock.plies = 0; clock.plies < 300; clock.plies += 2) {
            clock.left_ms -= limits_for(clock).time_ms + overhead;
            assert_true(clock.left_ms > 0 || (clock.increment_ms == 0 && clock.plies > 30));
            if (clock.left_ms <= 0)
                break;
            clock.left_ms += clock.increment_ms;
        }
    }
}

static void clocks_are_shared_out(void **state)
{
    (void)state;
    struct search_limits start = limits_for((struct search_clock){.left_ms = 60000});
    struct search_limits added =
        limits_for((struct search_clock){.left_ms = 60000, .increment_ms = 1000});
    struct search_limits late = limits_for((struct search_clock){.left_ms = 60000, .plies = 40});
    struct search_limits last =
        limits_for((struct search_clock){.left_ms = 60000, .moves_to_go = 1});
    struct search_limits many =
        limits_for((struct search_clock){.left_ms = 60000, .moves_to_go = 500});

    assert_true(start.aim_ms >= 1000 && start.aim_ms <= 3000);
    assert_int_equal(added.aim_ms, start.aim_ms + 800);
    assert_true(late.aim_ms > start.aim_ms);
    assert_true(last.aim_ms > 50000);
    assert_int_equal(many.aim_ms, start.aim_ms);
    assert_int_equal(search_time_for_clock(60000, 0, 0), start.aim_ms);
}

/* A controller at the other end of a slow line: what it charges for each move is left alone. */
static void overhead_is_left_alone(void **state)
{
    (void)state;
    for (int overhead = 50; overhead <= 800; overhead *= 2) {
        struct search_clock clock = {.left_ms = 60000, .overhead_ms = overhead};
        int moves = 0;

        assert_int_equal(limits_for(clock).aim_ms,
                         (60000 - 2000 - overhead) / 34 - (overhead - SEARCH_OVERHEAD_MS));
        for (; clock.left_ms > 0 && moves < 40; moves++, clock.plies += 2)
            clock.left_ms -= limits_for(clock).aim_ms + overhead;
        assert_int_equal(moves, 40);
    }
    /* More than there is: a move still gets something. */
    assert_int_equal(limits_for((struct search_clock){.left_ms = 100, .overhead_ms = 5000}).aim_ms,
                     1);
}

static void a_clock_only_narrows(void **state)
{
    (void)state;
    struct search_limits limits = {.time_ms = 5, .nodes = 7};

    search_limits_clock(&limits, &(struct search_clock){.left_ms = 60000});
    assert_int_equal(limits.time_ms, 5);
    assert_int_equal(limits.nodes, 7);
}

/* What is allowed after iterations with these best moves. */
static int64_t allowed_after(const tb_move *moves, int count, double effort)
{
    struct time_manager time_manager = {0};

    for (int i = 0; i < count; i++)
        time_manager_note(&time_manager, moves[i], 0.1, effort);
    return time_manager_allows(&time_manager, 1000);
}

static void a_clear_move_needs_less(void **state)
{
    (void)state;
    const tb_move same[] = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
    const tb_move changed[] = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4};
    enum { COUNT = sizeof same / sizeof *same };

    for (int i = 1; i < COUNT; i++)
        assert_true(allowed_after(same, i + 1, 0.5) <= allowed_after(same, i, 0.5));
    assert_true(allowed_after(same, COUNT, 0.8) < 1000);
    assert_true(allowed_after(changed, COUNT, 0.8) > 1000);
    assert_true(allowed_after(same, COUNT, 0.95) < allowed_after(same, COUNT, 0.2));
}

static void bad_news_needs_more(void **state)
{
    (void)state;
    struct time_manager calm = {0}, alarmed = {0}, glad = {0};

    for (int i = 0; i < 6; i++) {
        time_manager_note(&calm, 3, 0.2, 0.5);
        time_manager_note(&alarmed, 3, i < 5 ? 0.2 : 0.0, 0.5);
        time_manager_note(&glad, 3, i < 5 ? 0.2 : 0.6, 0.5);
    }
    assert_true(time_manager_allows(&alarmed, 1000) > 3 * time_manager_allows(&calm, 1000) / 2);
    assert_int_equal(time_manager_allows(&glad, 1000), time_manager_allows(&calm, 1000));
    time_manager_note(&alarmed, 3, 0.0, 0.5); /* the news is no longer new */
    assert_true(time_manager_allows(&alarmed, 1000) <= time_manager_allows(&calm, 1000));
}

/* What a search on a clock that would last for an hour comes to. */
static struct search_info think_for_an_hour(const struct tb_position *position)
{
    const struct engine_options options = {.table_mb = 8};
    struct engine *engine = engine_new(&position->setup, &options, NULL);
    const struct search_task task = {
        .game = position->setup.game,
        .state = &position->state,
        .limits = {.time_ms = 3600000, .aim_ms = 3600000},
    };
    struct search_info info;

    assert_non_null(engine);
    engine_think(engine, &task, &info);
    engine_free(engine);
    return info;
}

static void a_proof_ends_it(void **state)
{
    struct tb_setup setup = test_setup("quoridor size=3 walls=0");
    struct tb_position position;

    (void)state;
    tb_position_start(&position, &setup, NULL);
    struct search_info info = think_for_an_hour(&position);

    assert_true(info.lines[0].exact);
}

/* Random games until somebody has a single move; much time could be spent on it. */
static void the_only_move_is_played_at_once(void **state)
{
    struct tb_setup setup = test_setup("quoridor size=5 walls=2");
    const struct tb_game *game = setup.game;
    struct tb_position position;
    tb_move moves[TB_MOVES_MAX];
    struct rng rng = {4};

    (void)state;
    do {
        tb_position_start(&position, &setup, NULL);
        while (game->moves(&position.state, moves) > 1 &&
               game_play_random(game, &position.state, &rng))
            ;
    } while (game->result(&position.state).over || game->moves(&position.state, moves) != 1);
    struct search_info info = think_for_an_hour(&position);

    assert_int_equal(info.lines[0].pv[0], moves[0]);
    assert_int_equal(info.depth, 1);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(always_some_time_and_never_all),
        cmocka_unit_test(a_clock_lasts),
        cmocka_unit_test(clocks_are_shared_out),
        cmocka_unit_test(overhead_is_left_alone),
        cmocka_unit_test(a_clock_only_narrows),
        cmocka_unit_test(a_clear_move_needs_less),
        cmocka_unit_test(bad_news_needs_more),
        cmocka_unit_test(a_proof_ends_it),
        cmocka_unit_test(the_only_move_is_played_at_once),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
