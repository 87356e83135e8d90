/*
 * fuzz_rooms.c - any course of events in a game of the server. Input: a line with
 * the order, then lines `SEAT MILLISECONDS MESSAGE`: so much later, the seat (0: a
 * spectator) says that.
 *
 * A room must be able to apply every event that it accepts; and a room rebuilt from the stored
 * events must be the same.
 */
#include "fuzz.h"
#include "server/common/json_field.h"
#include "server/game/room.h"

enum { KEPT_MAX = 200 };

/* A game as the store holds it. */
struct shelf {
    struct stored_game game;
    struct stored_event events[KEPT_MAX];
    int count;
};

static bool shelf_fill(struct shelf *shelf, const char *order_text)
{
    struct refusal refusal;
    struct create_request order;
    json_t *root = json_object_read(order_text, strlen(order_text), &refusal);
    bool good = root && create_request_decode(root, &order, &refusal);

    json_decref(root);
    if (!good)
        return false;
    json_t *terms = json_object();

    terms_encode(&order.terms, terms);
    *shelf = (struct shelf){.game = {.id = "aaaaaaaaaaaa", .created = 1, .players = order.players}};
    strcpy(shelf->game.game, tb_game_name(order.terms.start.setup.game));
    memcpy(shelf->game.seats, order.seats, sizeof order.seats);
    json_dumpb(terms, shelf->game.terms, sizeof shelf->game.terms - 1, JSON_COMPACT);
    json_decref(terms);
    room_begin(&shelf->game, &order.terms.start);
    return true;
}

/* The room as it was stored, all of it. */
static struct room *shelf_load(struct shelf *shelf)
{
    struct loaded loaded = {
        .game = shelf->game, .events = shelf->events, .event_count = shelf->count};
    struct room *room = room_new(&loaded);

    REQUIRE(room);
    return room;
}

static void store(struct shelf *shelf, struct room *room, const struct proposal *proposal)
{
    REQUIRE(shelf->count < KEPT_MAX && proposal->event.seq == shelf->count + 1);
    REQUIRE(room_apply(room, &proposal->event));
    shelf->events[shelf->count++] = proposal->event;
    if (proposal->seat != NOBODY)
        shelf->game.seats[proposal->seat] = proposal->occupant;
    shelf->game.summary = room->game.summary;
    if (proposal->has_successor) {
        struct loaded next = {.game = proposal->successor};
        struct room *other = room_new(&next);

        REQUIRE(other);
        room_free(other);
    }
}

static void say(struct shelf *shelf, struct room *room, int seat, int64_t now, const char *text)
{
    struct client_message message;
    struct refusal refusal = {.text = ""};
    struct proposal proposal;

    if (!client_message_parse(text, strlen(text), &message, &refusal))
        return;
    switch (room_propose(room, seat, &message, now, &proposal, &refusal)) {
    case PROPOSAL_OK:
        store(shelf, room, &proposal);
        break;
    case PROPOSAL_REJECTED:
        REQUIRE(refusal.code != REFUSED_NOT && refusal.text[0]);
        break;
    case PROPOSAL_STALE:
        break;
    }
    while (shelf->count < KEPT_MAX && room_act(room, now, 0, &proposal))
        store(shelf, room, &proposal);
}

static void check_same(struct shelf *shelf, const struct room *room, int64_t now)
{
    struct room *again = shelf_load(shelf);
    struct presence nobody = {0};
    json_t *states[] = {room_state(room, nobody, now), room_state(again, nobody, now)};
    json_t *events[] = {room_events(room, 0), room_events(again, 0)};
    char *record = room_record(room, false);

    REQUIRE(states[0] && json_equal(states[0], states[1]));
    REQUIRE(json_array_size(events[0]) == (size_t)shelf->count && json_equal(events[0], events[1]));
    REQUIRE(record && room->game.summary.due == again->game.summary.due);
    free(record);
    for (int i = 0; i < 2; i++) {
        json_decref(states[i]);
        json_decref(events[i]);
    }
    room_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct shelf shelf;
    char *text = fuzz_string(data, size), *rest = text, *line = strsep(&rest, "\n");
    int64_t now = 1;

    if (shelf_fill(&shelf, line)) {
        struct room *room = shelf_load(&shelf);

        while (rest && shelf.count < KEPT_MAX - TB_PLAYERS_MAX && (line = strsep(&rest, "\n"))) {
            long seat = strtol(line, &line, 10), later = strtol(line, &line, 10);

            now += later > 0 && later < 1000000000 ? later : 0;
            if (seat >= 0 && seat <= shelf.game.players)
                say(&shelf, room, (int)seat - 1, now, line);
        }
        check_same(&shelf, room, now);
        room_free(room);
    }
    free(text);
    return 0;
}
