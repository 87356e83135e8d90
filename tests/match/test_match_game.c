/* test_match_game.c - the referee of a game: clocks and seats, with players who do as they are
 * told. */
#include <stdio.h>
#include <string.h>

#include "match/tally.h"
#include "test.h"

/* Plays what is written down for it, and says that it took as long as is written there. */
struct scripted {
    struct contestant base;
    struct contestant_spec spec;
    const char *const *moves; /* ends with NULL */
    const int *ms;
    int asked;
    uint64_t seed;
    struct turn last; /* that it was asked for */
};

static enum finish scripted_start(struct contestant *self)
{
    (void)self;
    return FINISH_NONE;
}

static enum finish scripted_new_game(struct contestant *self, uint64_t seed)
{
    ((struct scripted *)self)->seed = seed;
    return FINISH_NONE;
}

static enum finish scripted_choose(struct contestant *self, const struct turn *turn,
                                   struct answer *answer)
{
    struct scripted *scripted = (struct scripted *)self;

    if (!scripted->moves[scripted->asked])
        return contestant_fault(self, FINISH_PROTOCOL, "knows no more");
    assert_true(strlen(scripted->moves[scripted->asked]) < sizeof answer->move);
    strcpy(answer->move, scripted->moves[scripted->asked]);
    answer->us = (int64_t)scripted->ms[scripted->asked++] * 1000;
    scripted->last = *turn;
    return FINISH_NONE;
}

static void scripted_halt(struct contestant *self, bool politely)
{
    (void)self;
    (void)politely;
}

static const struct contestant_class scripted_class = {
    .name = "scripted",
    .is_program = true,
    .start = scripted_start,
    .new_game = scripted_new_game,
    .choose = scripted_choose,
    .halt = scripted_halt,
};

/* Has the two play the first game of the schedule, from the usual start and these moves. */
static struct match_game play_scripted(struct scripted players[2],
                                       const struct contestant_terms *terms,
                                       const struct match_limits *limits,
                                       const struct schedule *schedule, char *moves)
{
    struct opening opening = {.moves = moves};
    struct match_game game = {.pairing = schedule_game(schedule, 0)};
    struct match_game_plan plan = {
        .terms = terms, .limits = limits, .opening = &opening, .side = schedule->side};

    tb_position_start(&opening.start, &terms->setup, NULL);
    for (int p = 0; p < 2; p++) {
        players[p].base =
            (struct contestant){.class = &scripted_class, .spec = &players[p].spec, .terms = terms};
        snprintf(players[p].spec.label, sizeof players[p].spec.label, "%c", 'A' + p);
        plan.seats[p] = &players[p].base;
    }
    match_game_play(&game, &plan);
    return game;
}

/* Without an increment a clock stands at 0 after an answer that was only a little late. */
static void a_clock_at_zero_has_run_out(void **state)
{
    const struct contestant_terms terms = {
        .setup = test_setup("quoridor"), .rules = {.repetition = 3}, .timeout_us = 3600000000};
    const struct match_limits limits = {.clocked = true, .base_ms = 100, .margin_ms = 400};
    struct scripted players[2] = {
        {.moves = (const char *const[]){"e2", "e3", "e4", NULL},
         .ms = (const int[]){450, 400, 3000}},
        {.moves = (const char *const[]){"e8", "e7", NULL}, .ms = (const int[]){1, 99}},
    };
    struct schedule schedule;

    (void)state;
    schedule_make(&schedule, &terms.setup, 2, NULL);
    struct match_game game = play_scripted(players, &terms, &limits, &schedule, (char[]){""});

    assert_int_equal(players[0].asked, 3);
    assert_true(players[0].last.clocked && players[0].last.left_ms[0] == 0);
    assert_true(players[0].last.allowance_us < 3600000000); /* it would not be waited for */
    assert_int_equal(game.finish, FINISH_TIME);
    assert_int_equal(game.culprit, 0);
    assert_string_equal(test_in(game.fault.message, "en"), "took 3000 ms and had 0");
    assert_int_equal(tb_match_result(game.record.match).winners, 2);
    record_release(&game.record);
}

/* After a swap everybody plays, and is paid, for the seat that he has by then. */
static void a_swap_exchanges_the_seats(void **state)
{
    const struct contestant_terms terms = {.setup = test_setup("quoridor"),
                                           .rules = {.repetition = 3, .swap = true}};
    const struct match_limits limits = {.clocked = true, .base_ms = 10000};
    struct scripted players[2] = {
        {.moves = (const char *const[]){"e2", "e8", "e8", NULL},
         .ms = (const int[]){1000, 2000, 4000}},
        {.moves = (const char *const[]){"swap", "e3", NULL}, .ms = (const int[]){500, 250}},
    };
    struct schedule schedule;
    struct tally tally;

    (void)state;
    schedule_make(&schedule, &terms.setup, 2, NULL);
    struct match_game game = play_scripted(players, &terms, &limits, &schedule, (char[]){""});

    assert_int_equal(tb_match_length(game.record.match), 4); /* e2 swap e8 e3 */
    assert_true(players[0].last.left_ms[1] == 7000 && players[0].last.left_ms[0] == 9250);
    assert_true(players[1].last.left_ms[0] == 9500 && players[1].last.left_ms[1] == 7000);
    assert_true(game.effort[0].moves == 3 && game.effort[0].us == 7000000);
    assert_true(game.effort[1].moves == 2 && game.effort[1].us == 750000);
    /* A, now in seat 2, stands on e8 already. */
    assert_int_equal(game.finish, FINISH_ILLEGAL);
    assert_int_equal(game.culprit, 0);
    assert_int_equal(tb_match_result(game.record.match).winners, 1);
    assert_string_equal(record_tag(&game.record, "Player1"), "A");
    assert_non_null(strstr(record_tag(&game.record, "Termination"), "player 2 played 'e8'"));
    tally_init(&tally, &schedule);
    assert_true(tally_add(&tally, &game));
    assert_int_equal(tally.standings[1].wins, 1);
    assert_int_equal(tally.standings[0].faults[FINISH_ILLEGAL], 1);
    tally_release(&tally);
    record_release(&game.record);
}

/* Where a swap belongs to the opening, games of equal players are what they would be without. */
static void a_seed_belongs_to_a_seat(void **state)
{
    const struct contestant_terms terms = {.setup = test_setup("quoridor"),
                                           .rules = {.repetition = 3, .swap = true}};
    const struct match_limits limits = {.max_plies = 1};
    struct scripted usual[2] = {{.asked = 0}}, swapped[2] = {{.asked = 0}};
    struct schedule schedule;

    (void)state;
    schedule_make(&schedule, &terms.setup, 2, NULL);
    struct match_game one = play_scripted(usual, &terms, &limits, &schedule, (char[]){"e2"});
    struct match_game two = play_scripted(swapped, &terms, &limits, &schedule, (char[]){"e2 swap"});

    assert_true(usual[0].seed != usual[1].seed);
    assert_true(swapped[1].seed == usual[0].seed);
    assert_true(swapped[0].seed == usual[1].seed);
    record_release(&one.record);
    record_release(&two.record);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_at_zero_has_run_out),
        cmocka_unit_test(a_swap_exchanges_the_seats),
        cmocka_unit_test(a_seed_belongs_to_a_seat),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
