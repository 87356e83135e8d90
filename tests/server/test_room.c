/*
 * test_room.c - a game on the server: seats, clocks, offers and refusals; and that a room rebuilt
 * from its events equals the original.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "server/common/json_field.h"
#include "server/game/room.h"
#include "server/ratings/room_result.h"
#include "test.h"

enum { KEPT_MAX = PLAYED_MAX + 10, LIFE_MAX = 600, START = 1000000 };

/* A room with its past, as a store would have it, and a clock that the test moves. */
struct table {
    struct room *room;
    struct stored_game game; /* as it was created */
    struct stored_event events[KEPT_MAX];
    int count;
    int64_t now;
    struct refusal refusal;
    struct stored_game successor;
};

static json_t *parse(const char *text)
{
    struct refusal refusal;
    json_t *json = json_object_read(text, strlen(text), &refusal);

    if (!json)
        fail_msg("%s: %s", text, refusal.text);
    return json;
}

/* The game that an order makes; the secret of seat 1 is "one", and so on. */
static void open_table(struct table *table, const char *text)
{
    static const char *const secrets[] = {"one", "two", "three", "four"};
    struct create_request order;
    json_t *root = parse(text), *terms = json_object();

    memset(table, 0, sizeof *table);
    if (!create_request_decode(root, &order, &table->refusal))
        fail_msg("%s: %s", text, table->refusal.text);
    terms_encode(&order.terms, terms);
    json_dumpb(terms, table->game.terms, sizeof table->game.terms - 1, JSON_COMPACT);
    json_decref(terms);
    json_decref(root);
    id_new(table->game.id);
    table->game.created = table->now = START;
    table->game.players = order.players;
    table->game.listed = order.listed;
    memcpy(table->game.seats, order.seats, sizeof order.seats);
    for (int i = 0; i < order.players; i++)
        if (order.seats[i].kind == SEAT_PERSON)
            secret_hash(secrets[i], table->game.seats[i].hash);
    secret_hash("watch", table->game.watch);
    room_begin(&table->game, &order.terms.start);
    struct loaded loaded = {.game = table->game};

    table->room = room_new(&loaded);
    assert_non_null(table->room);
}

static void take(struct table *table, const struct proposal *proposal)
{
    assert_true(table->count < KEPT_MAX);
    table->events[table->count++] = proposal->event;
    if (proposal->seat != NOBODY)
        table->game.seats[proposal->seat] = proposal->occupant;
    if (proposal->has_successor)
        table->successor = proposal->successor;
    assert_true(room_apply(table->room, &proposal->event));
}

/* Says a message at a seat (from 0); a good one takes effect. */
static enum proposal_result say(struct table *table, int seat, const char *text)
{
    struct client_message message;
    struct proposal proposal;

    if (!client_message_parse(text, strlen(text), &message, &table->refusal))
        return PROPOSAL_REJECTED;
    enum proposal_result proposal_result =
        room_propose(table->room, seat, &message, table->now, &proposal, &table->refusal);

    if (proposal_result == PROPOSAL_OK)
        take(table, &proposal);
    return proposal_result;
}

/* Exchanges the invitation to a seat for another secret. */
static bool join(struct table *table, int seat, const char *name, const char *secret)
{
    struct stored_seat occupant = {.taken = true};
    struct proposal proposal;

    snprintf(occupant.name, sizeof occupant.name, "%s", name);
    secret_hash(secret, occupant.hash);
    if (!room_propose_join(table->room, seat, &occupant, table->now, &proposal, &table->refusal))
        return false;
    table->room->game.seats[seat] = proposal.occupant;
    take(table, &proposal);
    return true;
}

static void admits(const struct table *table, const char *secret, int seat, int invited)
{
    struct admission admission;

    assert_true(room_admits(table->room, secret, 0, &admission));
    assert_int_equal(admission.seat, seat);
    assert_int_equal(admission.invited, invited);
}

static void act(struct table *table)
{
    struct proposal proposal;

    while (room_act(table->room, table->now, 0, &proposal))
        take(table, &proposal);
}

static enum proposal_result move(struct table *table, const char *text)
{
    char message[128];

    snprintf(message, sizeof message, "{\"type\":\"move\",\"seq\":%lld,\"move\":\"%s\"}",
             (long long)table->room->game.summary.seq, text);
    return say(table, room_turn(table->room), message);
}

static void moves(struct table *table, const char *words)
{
    char copy[256], *rest;

    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (move(table, word) != PROPOSAL_OK)
            fail_msg("%s: %s", word, table->refusal.text);
}

static void refused(struct table *table, int seat, const char *text, enum refusal_code code)
{
    assert_int_equal(say(table, seat, text), PROPOSAL_REJECTED);
    assert_string_equal(refusal_word(table->refusal.code), refusal_word(code));
    assert_true(table->refusal.text[0] != '\0');
    assert_string_not_equal(test_in(table->refusal.message, "fr"), table->refusal.text);
}

/* The room, rebuilt from the stored events, has the same state. */
static void check_reload(struct table *table)
{
    struct loaded loaded = {
        .game = table->game, .events = table->events, .event_count = table->count};
    struct presence nobody = {0};
    struct room *again = room_new(&loaded);

    assert_non_null(again);
    json_t *a = room_state(table->room, nobody, table->now);
    json_t *b = room_state(again, nobody, table->now);

    assert_true(json_equal(a, b));
    assert_int_equal(again->game.summary.due, table->room->game.summary.due);
    assert_string_equal(again->game.summary.result, table->room->game.summary.result);
    json_decref(a);
    json_decref(b);
    room_free(again);
}

static void close_table(struct table *table)
{
    check_reload(table);
    room_free(table->room);
}

static const char two_people[] =
    "{\"game\":\"quoridor\",\"seats\":[{\"mine\":true,\"name\":\"Ann\"},{}]}";
static const char ready[] = "{\"game\":\"quoridor\",\"swap\":true,\"seats\":[{\"mine\":true},"
                            "{\"mine\":true}],\"clock\":{\"main\":60,\"increment\":5}}";

/* ---- Seats ------------------------------------------------------------------------------- */

static void test_seats(void **state)
{
    struct table table;
    struct admission admission;

    (void)state;
    open_table(&table, two_people);
    assert_int_equal(table.room->game.summary.status, GAME_OPEN);
    refused(&table, 0, "{\"type\":\"move\",\"seq\":0,\"move\":\"e2\"}", REFUSED_WAITING);
    refused(&table, NOBODY, "{\"type\":\"join\",\"name\":\"Eve\"}", REFUSED_SEAT);
    admits(&table, "two", NOBODY, 1);
    assert_true(join(&table, 1, "Bob", "own"));
    assert_string_equal(table.room->game.seats[1].name, "Bob");
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    assert_false(join(&table, 1, "Eve", "hers"));
    assert_string_equal(table.room->game.seats[1].name, "Bob");

    admits(&table, "one", 0, NOBODY);
    admits(&table, "own", 1, NOBODY);
    admits(&table, "two", NOBODY, 1); /* the invitation lets its holders watch, no more */
    admits(&table, "watch", NOBODY, NOBODY);
    assert_false(room_admits(table.room, "", 0, &admission));
    assert_false(room_admits(table.room, "onE", 0, &admission));
    assert_false(room_admits(table.room, "hers", 0, &admission));
    close_table(&table);
}

/* A computer's seat has no secret, not even that of its empty hash. */
static void test_computer_seat_is_closed(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, "{\"game\":\"quoridor\",\"public\":true,\"seats\":[{\"mine\":true},"
                       "{\"kind\":\"computer\",\"level\":2}]}");
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    admits(&table, "", NOBODY, NOBODY); /* a public game is for all to see */
    moves(&table, "e2");
    assert_int_equal(table.room->game.summary.due, table.now); /* the computer's turn */
    close_table(&table);
}

/* ---- Moves ------------------------------------------------------------------------------- */

static void test_moves_are_numbered(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready);
    assert_int_equal(say(&table, 0, "{\"type\":\"move\",\"seq\":0,\"move\":\"e2\"}"), PROPOSAL_OK);
    /* The same again, as after a lost answer: nothing happens. */
    assert_int_equal(say(&table, 0, "{\"type\":\"move\",\"seq\":0,\"move\":\"e2\"}"),
                     PROPOSAL_STALE);
    assert_int_equal(say(&table, 1, "{\"type\":\"move\",\"seq\":0,\"move\":\"e8\"}"),
                     PROPOSAL_STALE);
    assert_int_equal(say(&table, 1, "{\"type\":\"move\",\"seq\":9,\"move\":\"e8\"}"),
                     PROPOSAL_STALE);
    refused(&table, 0, "{\"type\":\"move\",\"seq\":1,\"move\":\"e3\"}", REFUSED_TURN);
    refused(&table, 1, "{\"type\":\"move\",\"seq\":1,\"move\":\"e3\"}", REFUSED_ILLEGAL);
    refused(&table, 1, "{\"type\":\"move\",\"seq\":1}", REFUSED_ILLEGAL);
    /* An offer that crosses a move does not make it stale. */
    assert_int_equal(say(&table, 0, "{\"type\":\"draw\"}"), PROPOSAL_OK);
    assert_int_equal(say(&table, 1, "{\"type\":\"move\",\"seq\":1,\"move\":\"e8\"}"), PROPOSAL_OK);
    assert_int_equal(table.room->offer.kind, OFFER_NONE);
    close_table(&table);
}

static void test_swap(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready);
    moves(&table, "e2 swap");
    assert_int_equal(room_turn(table.room), 0); /* who plays player 2 now */
    assert_int_equal(room_player(table.room, 0), 1);
    moves(&table, "e8 e3");
    assert_int_equal(say(&table, 0, "{\"type\":\"resign\"}"), PROPOSAL_OK);
    assert_string_equal(table.room->game.summary.result, "2");
    close_table(&table);
}

/* ---- Clocks ------------------------------------------------------------------------------- */

static void test_clock(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready);
    table.now += 50000;
    moves(&table, "e2"); /* the first move of each costs nothing */
    table.now += 50000;
    moves(&table, "e8");
    assert_int_equal(room_left(table.room, 0, table.now), 60000);
    table.now += 10000;
    assert_int_equal(room_left(table.room, 0, table.now), 50000);
    moves(&table, "e3");
    assert_int_equal(room_left(table.room, 0, table.now), 55000);
    assert_int_equal(table.room->game.summary.due, table.now + 60000);
    table.now += 59999;
    act(&table);
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    table.now += 1;
    act(&table);
    assert_int_equal(table.room->game.summary.status, GAME_OVER);
    assert_string_equal(table.room->game.summary.result, "1");
    assert_int_equal(table.room->game.summary.due, 0);
    refused(&table, 1, "{\"type\":\"resign\"}", REFUSED_OVER);
    close_table(&table);
}

/* A move that comes too late loses on time, even if nobody has looked before. */
static void test_late_move(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready);
    moves(&table, "e2 e8 e3");
    table.now += 60000;
    moves(&table, "e7");
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
        take(table, &proposal);
    return good;
}

static bool back(struct table *table, int seat)
{
    struct proposal proposal;
    bool good = room_propose_back(table->room, seat, table->now, &proposal);

    if (good)
        take(table, &proposal);
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
    moves(&table, "e2 e8");
    table.now += 4999;
    assert_false(away(&table, 1, table.now - 4999)); /* perhaps only a page that is loaded again */
    table.now += 1;
    int64_t since = table.now - 5000;

    assert_true(away(&table, 1, since));
    assert_false(away(&table, 1, since));
    assert_int_equal(room_away_since(table.room, 1), since);
    table.now = since + 60000;
    refused(&table, 0, claim_win, REFUSED_TURN); /* it is the claimant's own turn */
    moves(&table, "e3");
    refused(&table, 1, claim_win, REFUSED_TURN);
    assert_true(back(&table, 1));
    assert_false(back(&table, 1));
    refused(&table, 0, claim_win, REFUSED_TURN);
    table.now += 5000;
    assert_true(away(&table, 1, table.now - 5000));
    table.now += 54999;
    refused(&table, 0, claim_win, REFUSED_WAITING);
    act(&table); /* never by itself */
    table.now += 1;
    act(&table);
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    refused(&table, 0, "{\"type\":\"claim\",\"answer\":\"computer\",\"level\":3}", REFUSED_TERMS);
    check_reload(&table);
    assert_int_equal(say(&table, 0, claim_win), PROPOSAL_OK);
    assert_int_equal(table.room->game.summary.status, GAME_OVER);
    assert_string_equal(table.room->game.summary.result, "1");
    refused(&table, 0, claim_win, REFUSED_OVER);
    close_table(&table);
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
        moves(&table, "e2 e8");
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
    moves(&table, "e2 e8 e3");
    table.now += DAY - 1;
    assert_false(back(&table, 1));
    table.now += DAY;
    assert_true(back(&table, 1));
    table.now += 3 * DAY - 1;
    refused(&table, 0, claim_win, REFUSED_WAITING);
    table.now += 1;
    assert_int_equal(say(&table, 0, "{\"type\":\"claim\",\"answer\":\"draw\"}"), PROPOSAL_OK);
    assert_string_equal(table.room->game.summary.result, "draw");
    close_table(&table);
}

static const char level5[] = "{\"type\":\"claim\",\"answer\":\"computer\",\"level\":5}";

/* A table of four members at which everybody has moved, and the next player is away. Returns that
 * seat. */
static int leave_table(struct table *table, const char *game, bool rated)
{
    char order[400];

    snprintf(order, sizeof order,
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
        moves(table, move_text);
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
    refused(&table, (gone + 1) % 4, claim_win, REFUSED_SEAT); /* others are there */
    assert_int_equal(say(&table, (gone + 1) % 4, level5), PROPOSAL_OK);
    assert_int_equal(say(&table, (gone + 1) % 4, level5), PROPOSAL_STALE);
    assert_int_equal(
        say(&table, (gone + 2) % 4, "{\"type\":\"claim\",\"answer\":\"computer\",\"level\":3}"),
        PROPOSAL_OK);
    assert_int_equal(table.room->game.seats[gone].kind, SEAT_PERSON);
    check_reload(&table);
    assert_int_equal(say(&table, (gone + 3) % 4, level5), PROPOSAL_OK);
    assert_int_equal(table.room->game.seats[gone].kind, SEAT_COMPUTER);
    assert_int_equal(table.room->game.seats[gone].level, 3);
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    close_table(&table);
}

/* In a rated game the player who left has lost, and the computer's seat is left out of the result. */
static void test_computer_in_rated_game(void **state)
{
    struct table table;
    struct game_result result;
    int gone = leave_table(&table, "quoridor", true), loser = (gone + 2) % 4;

    (void)state;
    for (int i = 1; i < 4; i++)
        assert_int_equal(say(&table, (gone + i) % 4, level5), PROPOSAL_OK);
    assert_int_equal(table.room->game.seats[gone].kind, SEAT_COMPUTER);
    assert_false(room_result(table.room, &result));
    assert_int_equal(say(&table, loser, "{\"type\":\"resign\"}"), PROPOSAL_OK);
    assert_true(room_result(table.room, &result));
    assert_int_equal(result.left, 1);
    assert_int_equal(result.side_count, 3);
    for (int i = 0; i < 3; i++) {
        int64_t member = result.sides[i].players[0].member;

        assert_int_not_equal(member, 1001 + gone);
        assert_int_equal(result.sides[i].rank, member == 1001 + loser ? 2 : 1);
    }
    refused(&table, loser, "{\"type\":\"rematch\",\"answer\":\"offer\"}", REFUSED_TERMS);
    close_table(&table);

    gone = leave_table(&table, "dorix", true); /* teams */
    refused(&table, (gone + 1) % 4, level5, REFUSED_TERMS);
    assert_int_equal(say(&table, (gone + 1) % 4, claim_win), PROPOSAL_OK);
    close_table(&table);
}

/* A game that the server has paired is aborted if somebody does not begin; others are not. */
static void test_no_show(void **state)
{
    (void)state;
    for (int paired = 0; paired < 2; paired++) {
        struct table table;

        open_table(&table, ready);
        table.room->terms.paired = paired;
        table.now += 10000;
        moves(&table, "e2");
        table.now += 29999;
        act(&table);
        assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
        table.now += 1;
        act(&table);
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
    moves(&table, "e2 e8");
    assert_int_equal(say(&table, 0, "{\"type\":\"draw\"}"), PROPOSAL_OK);
    assert_int_equal(say(&table, 1, "{\"type\":\"draw\",\"answer\":\"decline\"}"), PROPOSAL_OK);
    assert_int_equal(say(&table, 0, "{\"type\":\"undo\"}"), PROPOSAL_OK);
    assert_int_equal(say(&table, 1, "{\"type\":\"undo\"}"), PROPOSAL_OK);
    assert_int_equal(tb_match_length(table.room->match), 0);
    for (int i = 0; i < PLAYED_MAX - 2; i++) {
        assert_false(room_is_long(table.room));
        moves(&table, walk[i % 4]);
    }
    assert_true(room_is_long(table.room));
    assert_int_equal(table.count, PLAYED_MAX + 4);
    assert_int_equal(table.room->game.summary.due, table.now); /* the server says so itself */
    refused(&table, 0, "{\"type\":\"undo\"}", REFUSED_LATE);
    check_reload(&table);
    act(&table);
    assert_string_equal(table.events[table.count - 1].kind, "limit");
    assert_int_equal(table.room->game.summary.status, GAME_OVER);
    assert_string_equal(table.room->game.summary.result, "draw");
    assert_int_equal(tb_match_ending(table.room->match), TB_ENDING_LIMIT);
    assert_int_equal(table.room->game.summary.due, 0);
    char *record = room_record(table.room, false);

    assert_non_null(strstr(record, "[Ending \"limit\"]"));
    free(record);
    refused(&table, 0, "{\"type\":\"undo\"}", REFUSED_OVER);
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
        moves(&table, walk[i % 4]);
    table.now += 61000;
    moves(&table, "e2");
    assert_int_equal(tb_match_ending(table.room->match), TB_ENDING_LIMIT);
    close_table(&table);
}

static void test_outage_is_free(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready);
    moves(&table, "e2 e8");
    room_add_outage(table.room, (struct outage){table.now + 2000, table.now + 102000});
    room_add_outage(table.room, (struct outage){table.now + 2000, table.now + 102000});
    table.now += 105000;
    act(&table);
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    assert_int_equal(room_left(table.room, 0, table.now), 55000);
    room_free(table.room);
}

/* Short stalls are taken off what the running clock is charged, once. */
static void test_short_stalls_are_free(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready);
    moves(&table, "e2 e8");
    for (int i = 0; i < 60; i++) {
        table.now += 120;
        room_forgive(table.room, 100);
    }
    assert_int_equal(room_left(table.room, 0, table.now), 60000 - 1200);
    moves(&table, "e3");
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
    act(&table);
    assert_string_equal(table.room->game.summary.result, "2");
    close_table(&table);
}

/* ---- Offers ------------------------------------------------------------------------------- */

static void test_draw(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready);
    moves(&table, "e2 e8");
    refused(&table, 1, "{\"type\":\"draw\",\"answer\":\"accept\"}", REFUSED_OFFER);
    assert_int_equal(say(&table, 1, "{\"type\":\"draw\"}"), PROPOSAL_OK);
    assert_int_equal(say(&table, 1, "{\"type\":\"draw\"}"), PROPOSAL_STALE);
    refused(&table, 0, "{\"type\":\"undo\"}", REFUSED_OFFER);
    assert_int_equal(say(&table, 0, "{\"type\":\"draw\",\"answer\":\"decline\"}"), PROPOSAL_OK);
    assert_int_equal(table.room->offer.kind, OFFER_NONE);
    assert_int_equal(say(&table, 0, "{\"type\":\"draw\"}"), PROPOSAL_OK);
    assert_int_equal(say(&table, 1, "{\"type\":\"draw\"}"), PROPOSAL_OK); /* both want it */
    assert_string_equal(table.room->game.summary.result, "draw");
    close_table(&table);
}

static int offer_once(struct table *table, int seat, const char *kind)
{
    char offer[64], withdrawal[64];
    int made = 0;

    snprintf(offer, sizeof offer, "{\"type\":\"%s\"}", kind);
    snprintf(withdrawal, sizeof withdrawal, "{\"type\":\"%s\",\"answer\":\"decline\"}", kind);
    for (int i = 0; i < 5; i++)
        if (say(table, seat, offer) == PROPOSAL_OK) {
            assert_int_equal(say(table, seat, withdrawal), PROPOSAL_OK);
            made++;
        } else {
            assert_string_equal(refusal_word(table->refusal.code), "again");
        }
    return made;
}

/* One offer of each kind per own move, even if it was withdrawn or declined. */
static void test_offers_are_few(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready);
    assert_int_equal(offer_once(&table, 0, "draw"), 1);
    assert_int_equal(offer_once(&table, 1, "draw"), 1);
    moves(&table, "e2");
    assert_int_equal(offer_once(&table, 1, "draw"), 0);
    assert_int_equal(offer_once(&table, 0, "draw"), 1);
    assert_int_equal(offer_once(&table, 0, "undo"), 1);
    moves(&table, "e8 e3 e7");
    /* A take-back that took place is followed by another one, about an earlier move. */
    for (int length = 2; length >= 0; length -= 2) {
        assert_int_equal(say(&table, 0, "{\"type\":\"undo\"}"), PROPOSAL_OK);
        assert_int_equal(say(&table, 1, "{\"type\":\"undo\"}"), PROPOSAL_OK);
        assert_int_equal(tb_match_length(table.room->match), length);
    }
    moves(&table, "e2 e8");
    assert_int_equal(say(&table, 0, "{\"type\":\"resign\"}"), PROPOSAL_OK);
    assert_int_equal(offer_once(&table, 0, "rematch"), 1);
    assert_int_equal(offer_once(&table, 1, "rematch"), 1);
    close_table(&table);
}

static void test_take_back(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready);
    refused(&table, 0, "{\"type\":\"undo\"}", REFUSED_OFFER);
    moves(&table, "e2 e8 e3");
    /* Whose reply has not come yet takes back one, who has been answered two. */
    assert_int_equal(say(&table, 1, "{\"type\":\"undo\"}"), PROPOSAL_OK);
    assert_int_equal(table.room->offer.length, 1);
    assert_int_equal(say(&table, 1, "{\"type\":\"undo\",\"answer\":\"decline\"}"), PROPOSAL_OK);
    assert_int_equal(say(&table, 0, "{\"type\":\"undo\"}"), PROPOSAL_OK);
    assert_int_equal(table.room->offer.length, 2);
    assert_int_equal(say(&table, 1, "{\"type\":\"undo\",\"answer\":\"accept\"}"), PROPOSAL_OK);
    assert_int_equal(tb_match_length(table.room->match), 2);
    assert_int_equal(room_turn(table.room), 0);
    /* A move that was on its way meets another board. */
    assert_int_equal(say(&table, 1, "{\"type\":\"move\",\"seq\":3,\"move\":\"e7\"}"),
                     PROPOSAL_STALE);
    moves(&table, "d2 e7");
    close_table(&table);
}

static void test_rated_is_final(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, "{\"game\":\"quoridor\",\"rated\":true,\"clock\":{\"main\":300},"
                       "\"seats\":[{\"mine\":true},{\"kind\":\"computer\",\"level\":1}]}");
    assert_int_equal(move(&table, "e2"), PROPOSAL_OK);
    refused(&table, 0, "{\"type\":\"undo\"}", REFUSED_OFFER);
    assert_non_null(strstr(table.refusal.text, "rated"));
    assert_int_equal(say(&table, 0, "{\"type\":\"resign\"}"), PROPOSAL_OK);
    assert_int_equal(say(&table, 0, "{\"type\":\"rematch\"}"), PROPOSAL_OK);
    act(&table);
    assert_non_null(strstr(table.successor.terms, "\"rated\":true"));
    close_table(&table);
}

static void test_take_back_the_end(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, "{\"game\":\"tictacdoh\",\"seats\":[{\"mine\":true},{\"mine\":true}]}");
    moves(&table, "Lc3 Lb3 La3");
    assert_int_equal(table.room->game.summary.status, GAME_OVER);
    int length = tb_match_length(table.room->match);
    int last = table.room->movers[length - 1];

    assert_int_equal(say(&table, last, "{\"type\":\"undo\"}"), PROPOSAL_OK);
    assert_int_equal(say(&table, 1 - last, "{\"type\":\"undo\",\"answer\":\"accept\"}"),
                     PROPOSAL_OK);
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    assert_int_equal(tb_match_length(table.room->match), length - 1);
    close_table(&table);
}

static void test_computer_answers(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, "{\"game\":\"quoridor\",\"seats\":[{\"mine\":true},"
                       "{\"kind\":\"computer\",\"level\":2}]}");
    moves(&table, "e2 e8");
    assert_int_equal(say(&table, 0, "{\"type\":\"draw\"}"), PROPOSAL_OK);
    act(&table);
    assert_int_equal(table.room->offer.kind, OFFER_NONE);
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    assert_int_equal(say(&table, 0, "{\"type\":\"undo\"}"), PROPOSAL_OK);
    act(&table);
    assert_int_equal(tb_match_length(table.room->match), 0);
    close_table(&table);
}

static void test_rematch(void **state)
{
    struct table table;
    struct admission admission;

    (void)state;
    open_table(&table,
               "{\"game\":\"dorix\",\"players\":3,\"seats\":[{\"mine\":true,\"name\":\"A\"},"
               "{\"mine\":true,\"name\":\"B\"},{\"kind\":\"computer\",\"level\":1}]}");
    refused(&table, 0, "{\"type\":\"rematch\"}", REFUSED_OFFER);
    assert_int_equal(say(&table, 1, "{\"type\":\"resign\"}"), PROPOSAL_OK);
    assert_string_equal(table.room->game.summary.result, "1 3");
    assert_int_equal(say(&table, 1, "{\"type\":\"rematch\"}"), PROPOSAL_OK);
    act(&table);
    assert_string_equal(table.room->successor, "");
    assert_int_equal(say(&table, 0, "{\"type\":\"rematch\",\"answer\":\"accept\"}"), PROPOSAL_OK);
    assert_string_equal(table.room->successor, table.successor.id);
    assert_string_equal(table.successor.seats[0].name, "B");
    assert_int_equal(table.successor.seats[1].kind, SEAT_COMPUTER);
    struct loaded loaded = {.game = table.successor};
    struct room *next = room_new(&loaded);

    assert_non_null(next);
    assert_true(room_admits(next, "one", 0, &admission));
    assert_int_equal(admission.seat, 2);
    assert_int_equal(next->game.summary.status, GAME_RUNNING);
    room_free(next);
    close_table(&table);
}

static void test_abort(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready);
    moves(&table, "e2 e8");
    refused(&table, 0, "{\"type\":\"abort\"}", REFUSED_LATE);
    room_free(table.room);
    open_table(&table, two_people);
    assert_int_equal(say(&table, 0, "{\"type\":\"abort\"}"), PROPOSAL_OK);
    assert_false(join(&table, 1, "Bob", "own"));
    assert_string_equal(refusal_word(table.refusal.code), "over");
    assert_string_equal(table.room->game.summary.result, "");
    close_table(&table);
}

/* ---- Bad input ------------------------------------------------------------------------------ */

static void test_bad_messages(void **state)
{
    static const struct {
        const char *text;
        enum refusal_code code;
    } cases[] = {
        {"", REFUSED_SYNTAX},
        {"[]", REFUSED_SYNTAX},
        {"{\"type\":\"dance\"}", REFUSED_SYNTAX},
        {"{\"type\":7}", REFUSED_SYNTAX},
        {"{\"type\":\"move\",\"move\":\"e2\"}", REFUSED_SYNTAX},
        {"{\"type\":\"move\",\"seq\":-1,\"move\":\"e2\"}", REFUSED_SYNTAX},
        {"{\"type\":\"draw\",\"answer\":\"maybe\"}", REFUSED_SYNTAX},
        {"{\"type\":\"join\",\"name\":\"a\\u202eb\"}", REFUSED_SYNTAX},
        {"{\"type\":\"join\",\"name\":\"0123456789012345678901234567890\"}", REFUSED_SYNTAX},
        {"{\"type\":\"hello\",\"version\":1,\"game\":\"far too long for an id\"}", REFUSED_UNKNOWN},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct client_message message;
        struct refusal refusal;

        assert_false(
            client_message_parse(cases[i].text, strlen(cases[i].text), &message, &refusal));
        assert_string_equal(refusal_word(refusal.code), refusal_word(cases[i].code));
        assert_string_not_equal(test_in(refusal.message, "fr"), refusal.text);
    }
}

/* Refusals that a user of the web app's forms can see. */
static void test_french(void **state)
{
    static const struct {
        const char *order, *english, *french;
    } cases[] = {
        {"{\"game\":\"quoridor\",\"seats\":[{\"kind\":\"computer\",\"level\":1},"
         "{\"kind\":\"computer\",\"level\":2}]}",
         "At least one seat must be a person's.", "Il faut une personne à une place au moins."},
        {"{\"game\":\"quoridor\",\"position\":\"e9/e2 10/10 - 1\"}",
         "The game would be over at once.", "La partie serait aussitôt terminée."},
        {"{\"game\":\"quoridor\",\"position\":\"e1/e1 10/10 - 1\"}",
         "Players 1 and 2 cannot both stand on e1.",
         "Les joueurs 1 et 2 ne peuvent pas être tous deux en e1."},
        {"{\"game\":\"quoridor\",\"players\":4,\"swap\":true}",
         "The pie rule (swap) is for two sides, not for 4.",
         "La règle du gâteau (swap) est pour deux camps, pas pour 4."},
        {"{\"game\":\"dorix\",\"seats\":[{\"mine\":true,\"name\":\"a\\u200bb\"},{}]}",
         "\"name\" has a character that does not print.",
         "\"name\" contient un caractère qui ne s’affiche pas."},
        {"{\"game\":\"dorix\",\"seats\":[{\"mine\":true,\"name\":\"a\\u0301\\u0301\"},{}]}",
         "\"name\" has too many accents on one character; the limit is 4.",
         "\"name\" a trop d’accents sur un caractère ; la limite est de 4."},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct refusal refusal;
        struct create_request order;
        json_t *root = parse(cases[i].order);

        assert_false(create_request_decode(root, &order, &refusal));
        assert_string_equal(refusal.text, cases[i].english);
        assert_string_equal(test_in(refusal.message, "fr"), cases[i].french);
        json_decref(root);
    }
}

/* A sentence that is cut off ends with a whole character. */
static void test_long_text(void **state)
{
    struct refusal refusal;
    char text[2 * sizeof refusal.text];

    (void)state;
    for (int before = 0; before < 2; before++) {
        for (size_t i = 0; i + 1 < sizeof text; i++)
            text[i] = i < (size_t)before ? 'e' : "\xc3\xa9"[(i - (size_t)before) % 2];
        text[sizeof text - 1] = '\0';
        refuse(&refusal, REFUSED_TERMS, "{text}", arg_text("text", text));
        json_t *json = json_string(refusal.text);

        assert_non_null(json);
        assert_true(strlen(refusal.text) >= sizeof refusal.text - 2);
        json_decref(json);
    }
}

static void test_bad_orders(void **state)
{
    static const char *const orders[] = {
        "{}",
        "{\"game\":\"chess\"}",
        "{\"game\":\"quoridor\",\"players\":3}",
        "{\"game\":\"quoridor\",\"options\":{\"walls\":-1}}",
        "{\"game\":\"quoridor\",\"options\":7}",
        "{\"game\":\"quoridor\",\"clock\":{}}",
        "{\"game\":\"quoridor\",\"clock\":{\"days\":1,\"main\":5}}",
        "{\"game\":\"quoridor\",\"clock\":5}",
        "{\"game\":\"quoridor\",\"seats\":[{}]}",
        "{\"game\":\"quoridor\",\"seats\":[{},{\"kind\":\"computer\"}]}",
        "{\"game\":\"quoridor\",\"seats\":[{\"kind\":\"computer\",\"level\":1},"
        "{\"kind\":\"computer\",\"level\":9}]}",
        "{\"game\":\"quoridor\",\"seats\":[{\"kind\":\"computer\",\"level\":1},"
        "{\"kind\":\"computer\",\"level\":2}]}",
        "{\"game\":\"quoridor\",\"position\":\"nonsense\"}",
        "{\"game\":\"quoridor\",\"players\":4,\"swap\":true}",
        "{\"game\":\"quoridor\",\"public\":\"yes\"}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        struct refusal refusal = {0};
        struct create_request order;
        json_t *root = parse(orders[i]);

        if (create_request_decode(root, &order, &refusal) || !refusal.text[0])
            fail_msg("accepted: %s", orders[i]);
        json_decref(root);
    }
}

/* ---- Random lives ------------------------------------------------------------------------- */

static void random_move(struct table *table, struct rng *rng)
{
    const struct tb_position *position = tb_match_position(table->room->match);
    tb_move list[TB_MOVES_MAX];
    char text[TB_MOVE_TEXT];
    int count = tb_moves(position, list);

    tb_move_text(position, list[rng_below(rng, (uint32_t)count)], text, sizeof text);
    moves(table, text);
}

static void random_request(struct table *table, struct rng *rng)
{
    static const char *const types[] = {"draw", "undo", "rematch", "resign", "abort", "join"};
    static const char *const answers[] = {"offer", "accept", "decline"};
    uint32_t type = rng_below(rng, 60); /* endings are rare */
    int seat = (int)rng_below(rng, (uint32_t)table->game.players);
    char text[96];

    if (!table->room->game.seats[seat].taken) {
        join(table, seat, "N", "own");
        return;
    }

    snprintf(text, sizeof text, "{\"type\":\"%s\",\"answer\":\"%s\",\"name\":\"N\"}",
             types[type < 57 ? type % 3 : type - 54], answers[rng_below(rng, 3)]);
    say(table, seat, text);
}

/* Whatever happens, the room stays what its events make of it. */
static void test_random_lives(void **state)
{
    struct rng rng = {7};

    (void)state;
    for (int g = 0; g < tb_game_count(); g++)
        for (int players = 2; players <= TB_PLAYERS_MAX; players++) {
            char order[160];
            struct table table;

            if (!tb_game_allows(tb_game_at(g), players))
                continue;
            snprintf(order, sizeof order,
                     "{\"game\":\"%s\",\"players\":%d,\"swap\":%s,"
                     "\"clock\":{\"main\":600,\"increment\":1}}",
                     tb_game_name(tb_game_at(g)), players, players == 2 ? "true" : "false");
            for (int life = 0; life < 10; life++) {
                open_table(&table, order);
                for (int step = 0;
                     step < 2 * LIFE_MAX && table.count < LIFE_MAX && !table.room->successor[0] &&
                     table.room->game.summary.status != GAME_ABORTED;
                     step++) {
                    bool running = table.room->game.summary.status == GAME_RUNNING;

                    table.now += rng_below(&rng, 5000);
                    act(&table);
                    running = running && table.room->game.summary.status == GAME_RUNNING;
                    if (running && rng_below(&rng, 2))
                        random_move(&table, &rng);
                    else
                        random_request(&table, &rng);
                    if (rng_below(&rng, 40) == 0)
                        check_reload(&table);
                }
                close_table(&table);
            }
        }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_claim),
        cmocka_unit_test(test_claim_waits),
        cmocka_unit_test(test_claim_over_days),
        cmocka_unit_test(test_computer_takes_seat),
        cmocka_unit_test(test_computer_in_rated_game),
        cmocka_unit_test(test_no_show),
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_computer_seat_is_closed),
        cmocka_unit_test(test_moves_are_numbered),
        cmocka_unit_test(test_swap),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_late_move),
        cmocka_unit_test(test_long_games_end),
        cmocka_unit_test(test_limit_before_time),
        cmocka_unit_test(test_offers_are_few),
        cmocka_unit_test(test_outage_is_free),
        cmocka_unit_test(test_short_stalls_are_free),
        cmocka_unit_test(test_days),
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_take_back),
        cmocka_unit_test(test_take_back_the_end),
        cmocka_unit_test(test_rated_is_final),
        cmocka_unit_test(test_computer_answers),
        cmocka_unit_test(test_rematch),
        cmocka_unit_test(test_abort),
        cmocka_unit_test(test_bad_messages),
        cmocka_unit_test(test_french),
        cmocka_unit_test(test_long_text),
        cmocka_unit_test(test_bad_orders),
        cmocka_unit_test(test_random_lives),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
