/* room_json.c - a room as JSON, and as a record. */
#include <string.h>
#include <time.h>

#include "core/record.h"
#include "server/game/room.h"
#include "server/ratings/list.h"
#include "jansson/setup_json.h"

static const char *const statuses[] = {[GAME_OPEN] = "open",
                                       [GAME_RUNNING] = "running",
                                       [GAME_OVER] = "over",
                                       [GAME_ABORTED] = "aborted"};

json_t *seat_number(int seat)
{
    return seat == NOBODY ? json_null() : json_integer(seat + 1);
}

/* The seats of a set, as a list of numbers. */
static json_t *seat_list(unsigned seats)
{
    json_t *list = json_array();

    for (int i = 0; i < TB_PLAYERS_MAX; i++)
        if (seats >> i & 1)
            json_array_append_new(list, json_integer(i + 1));
    return list;
}

static json_t *seat_encode(const struct stored_seat *seat)
{
    if (seat->kind == SEAT_COMPUTER)
        return json_pack("{ss si ss* sb}", "kind", "computer", "level", seat->level, "personality",
                         seat->name[0] ? seat->name : NULL, "taken", 1);
    json_t *object =
        json_pack("{ss ss sb}", "kind", "person", "name", seat->name, "taken", seat->taken);

    if (seat->member > 0)
        json_object_set_new(object, "member", json_true());
    if (seat->member == FORMER_MEMBER)
        json_object_set_new(object, "former", json_true());
    return object;
}

/* ---- The state ---------------------------------------------------------------------- */

static const char *const offer_names[] = {
    [OFFER_DRAW] = "draw", [OFFER_UNDO] = "undo", [OFFER_REMATCH] = "rematch"};

/* The kinds of a seat's offers since its last move. */
static json_t *offered_encode(unsigned offered)
{
    json_t *list = json_array();

    for (int kind = OFFER_DRAW; kind <= OFFER_REMATCH; kind++)
        if (offered >> kind & 1)
            json_array_append_new(list, json_string(offer_names[kind]));
    return list;
}

static void rating_add(const struct seat_rating *rating, json_t *object)
{
    if (rating->known)
        json_object_set_new(object, "rating",
                            json_pack("{si sb}", "rating", rating->rating, "provisional",
                                      rating->provisional));
    if (rating->changed)
        json_object_set_new(object, "change", json_integer(rating->change));
}

static json_t *seats_encode(const struct room *room, struct presence presence)
{
    json_t *seats = json_array();

    for (int i = 0; i < room->game.players; i++) {
        json_t *object = seat_encode(&room->game.seats[i]);

        json_object_set_new(object, "here", json_boolean(presence.here >> i & 1));
        json_object_set_new(object, "offered", offered_encode(room->offered[i]));
        rating_add(&room->ratings[i], object);
        json_array_append_new(seats, object);
    }
    return seats;
}

static json_t *result_encode(const struct room *room)
{
    struct tb_result result = tb_match_result(room->match);
    unsigned seats = 0;

    for (int i = 0; i < room->game.players; i++)
        seats |= (result.winners >> room_player(room, i) & 1) << i;
    result.winners = seats;
    return result_json_encode(result);
}

static json_t *ending_encode(const struct room *room)
{
    const char *name = tb_ending_name(tb_match_ending(room->match));

    return name ? json_string(name) : json_null();
}

static json_t *offer_encode(const struct room *room)
{
    const struct offer *offer = &room->offer;

    if (offer->kind == OFFER_NONE)
        return json_null();
    json_t *object = json_pack("{ss si so}", "kind", offer_names[offer->kind], "seat",
                               offer->seat + 1, "accepted", seat_list(offer->accepted));

    if (offer->kind == OFFER_UNDO)
        json_object_set_new(object, "length", json_integer(offer->length));
    return object;
}

static json_t *clocks_encode(const struct room *room, int64_t now)
{
    if (room->terms.clock.kind == CLOCK_NONE)
        return json_null();
    json_t *left = json_array();

    for (int i = 0; i < room->game.players; i++)
        json_array_append_new(left, json_integer(room_left(room, i, now)));
    return json_pack("{so so}", "left", left, "running", seat_number(room->clocks.running));
}

/* By seat: null, or since when its player is away, and when the others can claim the game. */
static json_t *away_encode(const struct room *room, struct presence presence)
{
    json_t *list = json_array();

    for (int i = 0; i < room->game.players; i++) {
        int64_t since = presence.here >> i & 1 ? 0 : room_away_since(room, i);

        json_array_append_new(list, since == 0
                                        ? json_null()
                                        : json_pack("{sI sI}", "since", (json_int_t)since, "claim",
                                                    (json_int_t)room_claim_at(room, i)));
    }
    return list;
}

json_t *room_now(const struct room *room, struct presence presence, int64_t now)
{
    const struct summary *summary = &room->game.summary;
    json_t *object = json_pack("{sI ss si}", "seq", (json_int_t)summary->seq, "status",
                               statuses[summary->status], "length", summary->moves);

    json_object_set_new(object, "turn", seat_number(room_turn(room)));
    json_object_set_new(object, "result", result_encode(room));
    json_object_set_new(object, "ending", ending_encode(room));
    json_object_set_new(object, "seats", seats_encode(room, presence));
    json_object_set_new(object, "watchers", json_integer(presence.watchers));
    json_object_set_new(object, "offer", offer_encode(room));
    json_object_set_new(object, "rematch",
                        room->successor[0] ? json_string(room->successor) : json_null());
    json_object_set_new(
        object, "can_swap",
        json_boolean(summary->status == GAME_RUNNING && tb_match_can_swap(room->match)));
    json_object_set_new(object, "clocks", clocks_encode(room, now));
    json_object_set_new(object, "away", away_encode(room, presence));
    json_object_set_new(object, "computer", seat_list(room->absence.agreed));
    json_object_set_new(object, "time", json_integer(now));
    return object;
}

/* The list that the game belongs to, rated or not. */
static json_t *list_encode(const struct room *room)
{
    struct list_key list;
    char name[LIST_SIZE];

    if (!list_find(&room->terms, &list))
        return json_null();
    list_name(&list, name);
    return json_string(name);
}

json_t *room_state(const struct room *room, struct presence presence, int64_t now)
{
    json_t *object = json_pack("{ss}", "id", room->game.id), *moves = json_array();

    terms_encode(&room->terms, object);
    for (int i = 0; i < tb_match_length(room->match); i++)
        json_array_append_new(moves, json_string(tb_match_entry(room->match, i)));
    json_object_set_new(object, "list", list_encode(room));
    json_object_set_new(object, "public", json_boolean(room->game.listed));
    json_object_set_new(object, "created", json_integer(room->game.created));
    json_object_set_new(object, "moves", moves);
    json_object_set_new(object, "now", room_now(room, presence, now));
    return object;
}

/* ---- Events --------------------------------------------------------------------------- */

json_t *room_event(const struct room *room, int64_t seq)
{
    const struct past_event *event = &room->events[seq - 1];

    return json_pack("{sI sI si ss ss}", "seq", (json_int_t)seq, "at", (json_int_t)event->at,
                     "seat", event->seat + 1, "kind", event_name(event->kind), "data", event->data);
}

json_t *room_events(const struct room *room, int64_t since)
{
    json_t *list = json_array();

    for (int64_t seq = since + 1; seq <= room->game.summary.seq; seq++)
        json_array_append_new(list, room_event(room, seq));
    return list;
}

/* ---- Lists ----------------------------------------------------------------------------- */

static json_t *short_result(const char *result)
{
    if (!*result)
        return json_null();
    if (strcmp(result, "draw") == 0)
        return json_string(result);
    unsigned seats = 0;

    for (; *result; result++)
        if (*result >= '1' && *result <= '0' + TB_PLAYERS_MAX)
            seats |= 1u << (*result - '1');
    return seat_list(seats);
}

json_t *game_encode(const struct stored_game *game)
{
    const struct summary *summary = &game->summary;
    json_t *object =
        json_pack("{ss ss si ss si sI sI}", "id", game->id, "game", game->game, "players",
                  game->players, "status", statuses[summary->status], "moves", summary->moves,
                  "created", (json_int_t)game->created, "updated", (json_int_t)summary->updated);
    json_t *seats = json_array(), *terms = json_loads(game->terms, 0, NULL);
    json_t *clock = json_object_get(terms, "clock");
    bool rated = json_is_true(json_object_get(terms, "rated"));

    for (int i = 0; i < game->players; i++)
        json_array_append_new(seats, seat_encode(&game->seats[i]));
    json_object_set_new(object, "seats", seats);
    json_object_set(object, "clock", clock ? clock : json_null());
    json_object_set_new(object, "rated", json_boolean(rated));
    json_object_set_new(object, "result", short_result(summary->result));
    json_decref(terms);
    return object;
}

/* ---- The record --------------------------------------------------------------------------- */

/* A borrowed match with the tags that say who played and when. */
static bool add_tags(const struct room *room, struct record *record)
{
    time_t seconds = (time_t)(room->game.created / 1000);
    struct tm day;
    char date[16], tag[16], name[NAME_SIZE + 16];

    gmtime_r(&seconds, &day);
    strftime(date, sizeof date, "%Y.%m.%d", &day);
    if (record_set_tag(record, "Date", date, NULL))
        return false;
    for (int i = 0; i < room->game.players; i++) {
        const struct stored_seat *seat = &room->game.seats[i];
        struct text name_text = text_into(name, sizeof name);

        snprintf(tag, sizeof tag, "Player%d", i + 1);
        if (seat->kind == SEAT_COMPUTER)
            text_add(&name_text, "Tablier level %d%s%s", seat->level, seat->name[0] ? " " : "",
                     seat->name);
        else
            text_add(&name_text, "%s", seat->name);
        if (name[0] && record_set_tag(record, tag, name, NULL))
            return false;
    }
    return true;
}

char *room_record(const struct room *room, bool json)
{
    struct record record = {.match = room->match};
    char *text = NULL;

    if (add_tags(room, &record))
        text = json ? record_write_json(&record) : record_write(&record);
    record.match = NULL; /* the room's own */
    record_release(&record);
    return text;
}
