/* test_room_time.c - a game on the server: clocks, outages, limits and absent players. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room_table.h"
#include "server/ratings/room_result.h"
#include "test.h"

/* ---- Clocks ------------------------------------------------------------------------------- */

static void test_clock(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready_game);
    table.now += 50000;
    table_moves(&table, "e2"); /* the first move of each costs nothing */
    table.now += 50000;
    table_moves(&table, "e8");
    assert_int_equal(room_left(table.room, 0, table.now), 60000);
    table.now += 10000;
    assert_int_equal(room_left(table.room, 0, table.now), 50000);
    table_moves(&table, "e3");
    assert_int_equal(room_left(table.room, 0, table.now), 55000);
    assert_int_equal(table.room->game.summary.due, table.now + 60000);
    table.now += 59999;
    table_act(&table);
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    table.now += 1;
    table_act(&table);
    assert_int_equal(table.room->game.summary.status, GAME_OVER);
    assert_string_equal(table.room->game.summary.result, "1");
    assert_int_equal(table.room->game.summary.due, 0);
    table_refuses(&table, 1, "{\"type\":\"resign\"}", REFUSED_OVER);
    close_table(&table);
}

/* A move that comes too late loses on time, even if nobody has looked before. */
static void test_late_move(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready_game);
    table_moves(&table, "e2 e8 e3");
    table.now += 60000;
    table_moves(&table, "e7");
    assert_int_equal(table.room->game.summary.status, GAME_OVER);
    assert_int_equal(tb_match_ending(table.room->match), TB_ENDING_TIME);
    assert_int_equal(tb_match_length(table.room->match), 3);
    close_table(&table);
}

/* ---- Players who leave -------------------------------------------------------------------- */

static bool away(struct table *table, int seat, int64_t since)
{
    struct proposal proposal;
    bool good = room_propose_away(table->room, seat, since, table->now, &proposal);

    if (good)
        table_take(table, &proposal);
    return good;
}

static bool back(struct table *table, int seat)
{
    struct proposal proposal;
    bool good = room_propose_back(table->room, seat, table->now, &proposal);

    if (good)
        table_take(table, &proposal);
    return good;
}

static const char claim_win[] = "{\"type\":\"claim\",\"answer\":\"win\"}";

/* Fast: after 60 s of absence, at the absent side's turn, by request only. */
static void test_claim(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, "{\"game\":\"quoridor\",\"seats\":[{\"mine\":true},{\"mine\":true}],"
                       "\"clock\":{\"main\":300,\"increment\":3}}");
    assert_false(away(&table, 1, table.now - 10000)); /* it can still be aborted */
    table_moves(&table, "e2 e8");
    table.now += 4999;
    assert_false(away(&table, 1, table.now - 4999)); /* perhaps only a page that is loaded again */
    table.now += 1;
    int64_t since = table.now - 5000;

    assert_true(away(&table, 1, since));
    assert_false(away(&table, 1, since));
    assert_int_equal(room_away_since(table.room, 1), since);
    table.now = since + 60000;
    table_refuses(&table, 0, claim_win, REFUSED_TURN); /* it is the claimant's own turn */
    table_moves(&table, "e3");
    table_refuses(&table, 1, claim_win, REFUSED_TURN);
    assert_true(back(&table, 1));
    assert_false(back(&table, 1));
    table_refuses(&table, 0, claim_win, REFUSED_TURN);
    table.now += 5000;
    assert_true(away(&table, 1, table.now - 5000));
    table.now += 54999;
    table_refuses(&table, 0, claim_win, REFUSED_WAITING);
    table_act(&table); /* never by itself */
    table.now += 1;
    table_act(&table);
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    table_refuses(&table, 0, "{\"type\":\"claim\",\"answer\":\"computer\",\"level\":3}",
                  REFUSED_TERMS);
    check_reload(&table);
    assert_int_equal(table_send(&table, 0, claim_win), PROPOSAL_OK);
    assert_int_equal(table.room->game.summary.status, GAME_OVER);
    assert_string_equal(table.room->game.summary.result, "1");
    table_refuses(&table, 0, claim_win, REFUSED_OVER);
    close_table(&table);
}

/* A server that was stopped does not know who came meanwhile: no player is away for that. */
static void test_outage_is_no_absence(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready_game);
    table_moves(&table, "e2 e8");
    int64_t since = table.now;

    room_add_outage(table.room, (struct outage){since + 1000, since + 7000});
    table.now += 10999;
    assert_false(away(&table, 1, since));
    table.now += 1;
    assert_true(away(&table, 1, since));
    room_free(table.room);
}

static void test_claim_waits(void **state)
{
    static const struct {
        const char *clock;
        int64_t wait;
    } rows[] = {
        {"{\"main\":60,\"increment\":0}", 60 * 1000},
        {"{\"main\":900,\"increment\":10}", 180 * 1000},
        {"{\"days\":7}", 3 * 86400 * 1000LL},
        {"null", 3 * 86400 * 1000LL},
    };

    (void)state;
    for (int i = 0; i < COUNT(rows); i++) {
        struct table table;
        char order[256];

        snprintf(order, sizeof order,
                 "{\"game\":\"quoridor\",\"seats\":[{\"mine\":true},{\"mine\":true}],\"clock\":%s}",
                 rows[i].clock);
        open_table(&table, order);
        table_moves(&table, "e2 e8");
        assert_int_equal(room_claim_wait(table.room), rows[i].wait);
        close_table(&table);
    }
}

/* Over days a visit begins the absence again; a draw can be claimed as well. */
static void test_claim_over_days(void **state)
{
    const int64_t DAY = 86400 * 1000LL;
    struct table table;

    (void)state;
    open_table(&table, "{\"game\":\"quoridor\",\"seats\":[{\"mine\":true},{\"mine\":true}]}");
    table_moves(&table, "e2 e8 e3");
    table.now += DAY - 1;
    assert_false(back(&table, 1));
    table.now += DAY;
    assert_true(back(&table, 1));
    table.now += 3 * DAY - 1;
    table_refuses(&table, 0, claim_win, REFUSED_WAITING);
    table.now += 1;
    assert_int_equal(table_send(&table, 0, "{\"type\":\"claim\",\"answer\":\"draw\"}"),
                     PROPOSAL_OK);
    assert_string_equal(table.room->game.summary.result, "draw");
    close_table(&table);
}

static const char level5[] = "{\"type\":\"claim\",\"answer\":\"computer\",\"level\":5}";

/* A table of four members at which everybody has moved, and the next player is away. Returns that
 * seat. */
static int leave_table(struct table *table, const char *game, bool rated)
{
    char order[400];

    snprintf(
        order, sizeof order,
        "{\"game\":\"%s\",\"players\":4,\"rated\":%s,\"seats\":[{\"mine\":true},{\"mine\":true},"
        "{\"mine\":true},{\"mine\":true}],\"clock\":{\"main\":300,\"increment\":0}}",
        game, rated ? "true" : "false");
    open_table(table, order);
    for (int i = 0; i < 4; i++) {
        char move_text[TB_MOVE_TEXT];
        tb_move list[TB_MOVES_MAX];
        const struct tb_position *position = tb_match_position(table->room->match);

        table->game.seats[i].member = table->room->game.seats[i].member = 1001 + i;
        tb_moves(position, list);
        tb_move_text(position, list[0], move_text, sizeof move_text);
        table_moves(table, move_text);
    }
    int gone = room_turn(table->room);

    table->now += 60000;
    assert_true(away(table, gone, table->now - 60000));
    return gone;
}

/* With four, all who stay must agree that a computer player takes the seat. */
static void test_computer_takes_seat(void **state)
{
    struct table table;
    int gone = leave_table(&table, "quoridor", false);

    (void)state;
    table_refuses(&table, (gone + 1) % 4, claim_win, REFUSED_SEAT); /* others are there */
    assert_int_equal(table_send(&table, (gone + 1) % 4, level5), PROPOSAL_OK);
    assert_int_equal(table_send(&table, (gone + 1) % 4, level5), PROPOSAL_STALE);
    assert_int_equal(table_send(&table, (gone + 2) % 4,
                                "{\"type\":\"claim\",\"answer\":\"computer\",\"level\":3}"),
                     PROPOSAL_OK);
    assert_int_equal(table.room->game.seats[gone].kind, SEAT_PERSON);
    check_reload(&table);
    assert_int_equal(table_send(&table, (gone + 3) % 4, level5), PROPOSAL_OK);
    assert_int_equal(table.room->game.seats[gone].kind, SEAT_COMPUTER);
    assert_int_equal(table.room->game.seats[gone].level, 3);
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    close_table(&table);
}

/* In a rated game the player who left has lost, and the computer's seat is left out of the
 * result. */
static void test_computer_in_rated_game(void **state)
{
    struct table table;
    struct game_result result;
    int gone = leave_table(&table, "quoridor", true), loser = (gone + 2) % 4;

    (void)state;
    for (int i = 1; i < 4; i++)
        assert_int_equal(table_send(&table, (gone + i) % 4, level5), PROPOSAL_OK);
    assert_int_equal(table.room->game.seats[gone].kind, SEAT_COMPUTER);
    assert_false(room_result(table.room, &result));
    assert_int_equal(table_send(&table, loser, "{\"type\":\"resign\"}"), PROPOSAL_OK);
    assert_true(room_result(table.room, &result));
    assert_int_equal(result.left, 1);
    assert_int_equal(result.side_count, 3);
    for (int i = 0; i < 3; i++) {
        int64_t member = result.sides[i].players[0].member;

        assert_int_not_equal(member, 1001 + gone);
        assert_int_equal(result.sides[i].rank, member == 1001 + loser ? 2 : 1);
    }
    table_refuses(&table, loser, "{\"type\":\"rematch\",\"answer\":\"offer\"}", REFUSED_TERMS);
    close_table(&table);

    gone = leave_table(&table, "dorix", true); /* teams */
    table_refuses(&table, (gone + 1) % 4, level5, REFUSED_TERMS);
    assert_int_equal(table_send(&table, (gone + 1) % 4, claim_win), PROPOSAL_OK);
    close_table(&table);
}

/* A game that the server has paired is aborted if somebody does not begin; others are not. */
static void test_no_show(void **state)
{
    (void)state;
    for (int paired = 0; paired < 2; paired++) {
        struct table table;

        open_table(&table, ready_game);
        table.room->terms.paired = paired;
        table.now += 10000;
        table_moves(&table, "e2");
        table.now += 29999;
        table_act(&table);
        assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
        table.now += 1;
        table_act(&table);
        assert_int_equal(table.room->game.summary.status, paired ? GAME_ABORTED : GAME_RUNNING);
        if (paired)
            assert_int_equal(table.events[table.count - 1].seat, 2);
        room_free(table.room);
    }
}

static void test_long_games_end(void **state)
{
    static const char *const walk[] = {"e2", "e8", "e1", "e9"};
    struct table table;

    (void)state;
    open_table(&table, "{\"game\":\"quoridor\",\"repetition\":0,\"seats\":[{\"kind\":\"person\","
                       "\"mine\":true},{\"kind\":\"person\",\"mine\":true}]}");
    /* Offers and take-backs do not count, but moves that were taken back do. */
    table_moves(&table, "e2 e8");
    assert_int_equal(table_send(&table, 0, "{\"type\":\"draw\"}"), PROPOSAL_OK);
    assert_int_equal(table_send(&table, 1, "{\"type\":\"draw\",\"answer\":\"decline\"}"),
                     PROPOSAL_OK);
    assert_int_equal(table_send(&table, 0, "{\"type\":\"undo\"}"), PROPOSAL_OK);
    assert_int_equal(table_send(&table, 1, "{\"type\":\"undo\"}"), PROPOSAL_OK);
    assert_int_equal(tb_match_length(table.room->match), 0);
    for (int i = 0; i < PLAYED_MAX - 2; i++) {
        assert_false(room_is_long(table.room));
        table_moves(&table, walk[i % 4]);
    }
    assert_true(room_is_long(table.room));
    assert_int_equal(table.count, PLAYED_MAX + 4);
    assert_int_equal(table.room->game.summary.due, table.now); /* the server says so itself */
    table_refuses(&table, 0, "{\"type\":\"undo\"}", REFUSED_LATE);
    check_reload(&table);
    table_act(&table);
    assert_string_equal(table.events[table.count - 1].kind, "limit");
    assert_int_equal(table.room->game.summary.status, GAME_OVER);
    assert_string_equal(table.room->game.summary.result, "draw");
    assert_int_equal(tb_match_ending(table.room->match), TB_ENDING_LIMIT);
    assert_int_equal(table.room->game.summary.due, 0);
    char *record = room_record(table.room, false);

    assert_non_null(strstr(record, "[Ending \"limit\"]"));
    free(record);
    table_refuses(&table, 0, "{\"type\":\"undo\"}", REFUSED_OVER);
    close_table(&table);
}

/* A move that comes at the limit is answered by the draw: time does not decide any more. */
static void test_limit_before_time(void **state)
{
    static const char *const walk[] = {"e2", "e8", "e1", "e9"};
    struct table table;

    (void)state;
    open_table(&table, "{\"game\":\"quoridor\",\"repetition\":0,\"seats\":[{\"mine\":true},"
                       "{\"mine\":true}],\"clock\":{\"main\":60,\"increment\":0}}");
    for (int i = 0; i < PLAYED_MAX; i++)
        table_moves(&table, walk[i % 4]);
    table.now += 61000;
    table_moves(&table, "e2");
    assert_int_equal(tb_match_ending(table.room->match), TB_ENDING_LIMIT);
    close_table(&table);
}

static void test_outage_is_free(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready_game);
    table_moves(&table, "e2 e8");
    room_add_outage(table.room, (struct outage){table.now + 2000, table.now + 102000});
    room_add_outage(table.room, (struct outage){table.now + 2000, table.now + 102000});
    table.now += 105000;
    table_act(&table);
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    assert_int_equal(room_left(table.room, 0, table.now), 55000);
    room_free(table.room);
}

/* Short stalls are taken off what the running clock is charged, once. */
static void test_short_stalls_are_free(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready_game);
    table_moves(&table, "e2 e8");
    for (int i = 0; i < 60; i++) {
        table.now += 120;
        room_forgive(table.room, 100);
    }
    assert_int_equal(room_left(table.room, 0, table.now), 60000 - 1200);
    table_moves(&table, "e3");
    assert_int_equal(table.events[table.count - 1].spent, 1200);
    table.now += 1000;
    assert_int_equal(room_left(table.room, 1, table.now), 59000);
    close_table(&table);
}

static void test_days(void **state)
{
    const int64_t day = 24 * 3600 * 1000;
    struct table table;

    (void)state;
    open_table(&table, "{\"game\":\"orbital\",\"seats\":[{\"mine\":true},{\"mine\":true}],"
                       "\"clock\":{\"days\":2}}");
    assert_int_equal(table.room->game.summary.due, table.now + 2 * day);
    table.now += day;
    assert_int_equal(room_left(table.room, 0, table.now), day);
    table.now += day;
    table_act(&table);
    assert_string_equal(table.room->game.summary.result, "2");
    close_table(&table);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_claim),
        cmocka_unit_test(test_outage_is_no_absence),
        cmocka_unit_test(test_claim_waits),
        cmocka_unit_test(test_claim_over_days),
        cmocka_unit_test(test_computer_takes_seat),
        cmocka_unit_test(test_computer_in_rated_game),
        cmocka_unit_test(test_no_show),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_late_move),
        cmocka_unit_test(test_long_games_end),
        cmocka_unit_test(test_limit_before_time),
        cmocka_unit_test(test_outage_is_free),
        cmocka_unit_test(test_short_stalls_are_free),
        cmocka_unit_test(test_days),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
