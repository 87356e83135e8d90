/* room_table.c - see room_table.h. */
#include "room_table.h"

#include <stdio.h>
#include <string.h>

#include "server/common/json_field.h"
#include "test.h"

json_t *parse_object(const char *text)
{
    struct refusal refusal;
    json_t *json = json_object_read(text, strlen(text), &refusal);

    if (!json)
        fail_msg("%s: %s", text, refusal.text);
    return json;
}

void open_table(struct table *table, const char *text)
{
    static const char *const secrets[] = {"one", "two", "three", "four"};
    struct create_request order;
    json_t *root = parse_object(text), *terms = json_object();

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

void table_take(struct table *table, const struct proposal *proposal)
{
    assert_true(table->count < KEPT_MAX);
    table->events[table->count++] = proposal->event;
    if (proposal->seat != NOBODY)
        table->game.seats[proposal->seat] = proposal->occupant;
    if (proposal->has_successor)
        table->successor = proposal->successor;
    assert_true(room_apply(table->room, &proposal->event));
}

enum proposal_result table_send(struct table *table, int seat, const char *text)
{
    struct client_message message;
    struct proposal proposal;

    if (!client_message_parse(text, strlen(text), &message, &table->refusal))
        return PROPOSAL_REJECTED;
    enum proposal_result proposal_result =
        room_propose(table->room, seat, &message, table->now, &proposal, &table->refusal);

    if (proposal_result == PROPOSAL_OK)
        table_take(table, &proposal);
    return proposal_result;
}

bool table_join(struct table *table, int seat, const char *name, const char *secret)
{
    struct stored_seat occupant = {.taken = true};
    struct proposal proposal;

    snprintf(occupant.name, sizeof occupant.name, "%s", name);
    secret_hash(secret, occupant.hash);
    if (!room_propose_join(table->room, seat, &occupant, table->now, &proposal, &table->refusal))
        return false;
    table->room->game.seats[seat] = proposal.occupant;
    table_take(table, &proposal);
    return true;
}

void table_act(struct table *table)
{
    struct proposal proposal;

    while (room_act(table->room, table->now, 0, &proposal))
        table_take(table, &proposal);
}

enum proposal_result table_move(struct table *table, const char *text)
{
    char message[128];

    snprintf(message, sizeof message, "{\"type\":\"move\",\"seq\":%lld,\"move\":\"%s\"}",
             (long long)table->room->game.summary.seq, text);
    return table_send(table, room_turn(table->room), message);
}

void table_moves(struct table *table, const char *words)
{
    char copy[256], *rest;

    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (table_move(table, word) != PROPOSAL_OK)
            fail_msg("%s: %s", word, table->refusal.text);
}

void table_refuses(struct table *table, int seat, const char *text, enum refusal_code code)
{
    assert_int_equal(table_send(table, seat, text), PROPOSAL_REJECTED);
    assert_string_equal(refusal_word(table->refusal.code), refusal_word(code));
    assert_true(table->refusal.text[0] != '\0');
    assert_string_not_equal(test_in(table->refusal.message, "fr"), table->refusal.text);
}

void check_reload(struct table *table)
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

void close_table(struct table *table)
{
    check_reload(table);
    room_free(table->room);
}

const char ready_game[] = "{\"game\":\"quoridor\",\"swap\":true,\"seats\":[{\"mine\":true},"
                          "{\"mine\":true}],\"clock\":{\"main\":60,\"increment\":5}}";
