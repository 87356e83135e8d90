/*
 * room.c - the life of a game: what its events do to it.
 *
 * Seats are in room_seats.c, clocks in room_clock.c, requests and refusals in room_propose.c, JSON
 * in room_json.c.
 */
#include "server/game/room_clock.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "server/common/json_field.h"

static const char *const kinds[EVENT_KINDS] = {
    [EVENT_JOIN] = "join",
    [EVENT_MOVE] = "move",
    [EVENT_RESIGN] = "resign",
    [EVENT_ABORT] = "abort",
    [EVENT_FLAG] = "flag",
    [EVENT_LIMIT] = "limit",
    [EVENT_DRAW_OFFER] = "draw-offer",
    [EVENT_DRAW_ACCEPT] = "draw-accept",
    [EVENT_DRAW_DECLINE] = "draw-decline",
    [EVENT_UNDO_OFFER] = "undo-offer",
    [EVENT_UNDO_ACCEPT] = "undo-accept",
    [EVENT_UNDO_DECLINE] = "undo-decline",
    [EVENT_REMATCH_OFFER] = "rematch-offer",
    [EVENT_REMATCH_ACCEPT] = "rematch-accept",
    [EVENT_REMATCH_DECLINE] = "rematch-decline",
    [EVENT_AWAY] = "away",
    [EVENT_BACK] = "back",
    [EVENT_CLAIM] = "claim",
    [EVENT_REPLACE] = "replace",
};

const char *event_name(enum event_kind kind)
{
    return kinds[kind];
}

static enum event_kind find_kind(const char *name)
{
    int kind = 0;

    while (kind < EVENT_KINDS && strcmp(kinds[kind], name) != 0)
        kind++;
    return (enum event_kind)kind;
}

/* ---- The summary -------------------------------------------------------------------- */

static bool everyone_is_there(const struct stored_game *game)
{
    for (int i = 0; i < game->players; i++)
        if (!game->seats[i].taken)
            return false;
    return true;
}

static void summarise_result(const struct room *room, char *out, size_t size)
{
    struct tb_result result = tb_match_result(room->match);
    struct text text = text_into(out, size);

    if (result.over && result.winners == 0)
        text_add(&text, "draw");
    for (int i = 0; i < room->game.players; i++)
        if (result.winners >> room_player(room, i) & 1)
            text_add(&text, text.used ? " %d" : "%d", i + 1);
}

/* How long a game may wait for players whatever happens: briefly in the lobby, unless it is played
 * over days; for weeks if its link may be on its way to somebody. */
static int64_t open_time(const struct stored_game *game)
{
    static const int64_t MINUTE = 60 * 1000, DAY = 24 * 60 * MINUTE;
    json_t *terms = json_loads(game->terms, 0, NULL);
    bool days = json_object_get(json_object_get(terms, "clock"), "days") != NULL;

    json_decref(terms);
    return !game->listed ? 30 * DAY : days ? 7 * DAY : 10 * MINUTE;
}

/* The length of a game is limited: every client that joins receives all of it. */
bool room_is_long(const struct room *room)
{
    return room->played >= PLAYED_MAX;
}

/* When must the server look after the game, if nobody else does? */
static int64_t due(const struct room *room, int64_t now)
{
    int turn = room_turn(room);

    if (room->game.summary.status == GAME_OPEN)
        return room->game.created + open_time(&room->game);
    if (turn != NOBODY && (room->game.seats[turn].kind == SEAT_COMPUTER || room_is_long(room)))
        return now;
    if (room->terms.paired && room->terms.clock.kind == CLOCK_GAME && turn != NOBODY &&
        tb_match_length(room->match) < room->game.players)
        return room_turn_began(room) + FIRST_MOVE_MS;
    if (room->clocks.running == NOBODY)
        return 0;
    return room->clocks.since + room->clocks.left[room->clocks.running];
}

/* Brings the status and the rest of the summary up to date. */
static void summarise(struct room *room, int64_t now)
{
    struct summary *summary = &room->game.summary;

    summary->moves = tb_match_length(room->match);
    summary->updated = now;
    if (summary->status != GAME_ABORTED) {
        bool over = tb_match_ending(room->match) != TB_ENDING_NONE;

        summary->status = over                             ? GAME_OVER
                          : everyone_is_there(&room->game) ? GAME_RUNNING
                                                           : GAME_OPEN;
    }
    summarise_result(room, summary->result, sizeof summary->result);
    summary->turn = room_turn(room) + 1;
}

void room_begin(struct stored_game *game, const struct tb_position *start)
{
    game->summary = (struct summary){
        .status = everyone_is_there(game) ? GAME_RUNNING : GAME_OPEN,
        .turn = everyone_is_there(game) ? tb_turn(start) + 1 : 0,
        .updated = game->created,
        /* A computer may have to begin. */
        .due = game->created + (everyone_is_there(game) ? 0 : open_time(game)),
    };
}

/* ---- Events -------------------------------------------------------------------------- */

static bool remember(struct room *room, enum event_kind kind, const struct stored_event *event,
                     int64_t spent)
{
    int count = (int)room->game.summary.seq;
    char *data = strdup(event->data);

    if (!data || !ARRAY_RESERVE(room->events, room->events_capacity, count, 1)) {
        free(data);
        return false;
    }
    room->events[count] = (struct past_event){event->at, spent, kind, event->seat - 1, data};
    room->game.summary.seq++;
    return true;
}

static bool apply_join(struct room *room, int seat, const char *name)
{
    struct stored_seat *occupant = &room->game.seats[seat];
    struct text text = text_into(occupant->name, sizeof occupant->name);

    text_add(&text, "%s", name);
    occupant->taken = true;
    return true;
}

static bool apply_move(struct room *room, int seat, const struct stored_event *event)
{
    int length = tb_match_length(room->match);

    if (seat != room_turn(room) || !ARRAY_RESERVE(room->movers, room->movers_capacity, length, 1) ||
        tb_match_play(room->match, event->data, NULL) != TB_OK)
        return false;
    room->movers[length] = (signed char)seat;
    room->played++;
    room->offered[seat] = 0;
    room->absence.agreed = 0;
    clock_press(room, event->at);
    return true;
}

static bool take_back(struct room *room)
{
    while (tb_match_length(room->match) > room->offer.length)
        if (!tb_match_undo(room->match))
            return false;
    return true;
}

/* Everyone agrees: what was offered happens. */
static bool fulfil(struct room *room, const struct stored_event *event)
{
    struct text text = text_into(room->successor, sizeof room->successor);
    bool good = true;

    switch (room->offer.kind) {
    case OFFER_DRAW:
        good = tb_match_agree_draw(room->match, NULL) == TB_OK;
        break;
    case OFFER_UNDO:
        good = take_back(room);
        room->offered[room->offer.seat] &= ~(1u << OFFER_UNDO); /* the next is about another move */
        break;
    case OFFER_REMATCH:
        text_add(&text, "%s", event->data);
        break;
    default:
        break;
    }
    if (room->offer.kind != OFFER_REMATCH)
        room->board_seq = event->seq;
    room->offer = (struct offer){0};
    return good;
}

static bool apply_offer(struct room *room, enum offer_kind kind, int seat,
                        const struct stored_event *event)
{
    room->offered[seat] |= 1u << kind;
    room->offer = (struct offer){
        .kind = kind,
        .seat = seat,
        .accepted = 1u << seat,
        .length = kind == OFFER_UNDO ? atoi(event->data) : 0,
    };
    return true;
}

static bool apply_accept(struct room *room, int seat, const struct stored_event *event)
{
    room->offer.accepted |= 1u << seat;
    if (room->offer.accepted != (1u << room->game.players) - 1)
        return true;
    return fulfil(room, event);
}

static bool apply_ending(struct room *room, enum event_kind kind, int seat)
{
    int player = room_player(room, seat);

    if (kind == EVENT_ABORT)
        room->game.summary.status = GAME_ABORTED;
    else if (kind == EVENT_LIMIT)
        return tb_match_draw_at_limit(room->match, NULL) == TB_OK;
    else if ((kind == EVENT_FLAG ? tb_match_flag : tb_match_resign)(room->match, player, NULL))
        return false;
    return true;
}

/* What an event does to match, seats and offers. */
static bool take_effect(struct room *room, enum event_kind kind, int seat,
                        const struct stored_event *event)
{
    switch (kind) {
    case EVENT_JOIN:
        return apply_join(room, seat, event->data);
    case EVENT_MOVE:
        room->offer = (struct offer){0};
        room->board_seq = event->seq;
        return apply_move(room, seat, event);
    case EVENT_RESIGN:
    case EVENT_FLAG:
    case EVENT_LIMIT:
    case EVENT_ABORT:
        room->offer = (struct offer){0};
        room->board_seq = event->seq;
        return apply_ending(room, kind, seat);
    case EVENT_DRAW_OFFER:
        return apply_offer(room, OFFER_DRAW, seat, event);
    case EVENT_UNDO_OFFER:
        return apply_offer(room, OFFER_UNDO, seat, event);
    case EVENT_REMATCH_OFFER:
        return apply_offer(room, OFFER_REMATCH, seat, event);
    case EVENT_AWAY:
    case EVENT_BACK:
    case EVENT_CLAIM:
    case EVENT_REPLACE:
        return room_apply_absence(room, kind, seat, event);
    case EVENT_DRAW_ACCEPT:
    case EVENT_UNDO_ACCEPT:
    case EVENT_REMATCH_ACCEPT:
        return apply_accept(room, seat, event);
    default:
        room->offer = (struct offer){0};
        return true;
    }
}

bool room_apply(struct room *room, const struct stored_event *event)
{
    struct summary *summary = &room->game.summary;
    enum event_kind kind = find_kind(event->kind);
    enum game_status before = summary->status;
    int seat = event->seat - 1, turn = room_turn(room);
    int64_t spent = clock_charge_of(room, event);

    if (event->seq != summary->seq + 1 || kind == EVENT_KINDS || seat < 0 ||
        seat >= room->game.players)
        return false;
    clock_charge(room, spent, event->at);
    if (!take_effect(room, kind, seat, event) || !remember(room, kind, event, spent))
        return false;
    summarise(room, event->at);
    if (kind == EVENT_MOVE || summary->status != before || room_turn(room) != turn)
        clock_start(room, event->at);
    summary->due = due(room, event->at);
    return true;
}

static void rename_seat(struct room *room, int seat, const char *name)
{
    struct text text = text_into(room->game.seats[seat].name, NAME_SIZE);

    text_add(&text, "%s", name);
    for (int64_t i = 0; i < room->game.summary.seq; i++) {
        struct past_event *event = &room->events[i];
        char *data = event->kind == EVENT_JOIN && event->seat == seat ? strdup(name) : NULL;

        if (!data)
            continue;
        free(event->data);
        event->data = data;
    }
}

void room_rename(struct room *room, int64_t member, const char *name, int64_t becomes)
{
    for (int i = 0; i < room->game.players; i++)
        if (room->game.seats[i].member == member) {
            room->game.seats[i].member = becomes;
            rename_seat(room, i, name);
        }
}

void room_start_event(const struct room *room, enum event_kind kind, int seat, int64_t now,
                      struct proposal *proposal)
{
    struct stored_event *event = &proposal->event;

    *event = (struct stored_event){
        .seq = room->game.summary.seq + 1,
        .at = now > room->game.summary.updated ? now : room->game.summary.updated,
        .seat = seat + 1,
        .token = random_number(),
    };
    event->spent = room_charge(room, event->at);
    strcpy(event->kind, event_name(kind));
    proposal->seat = NOBODY;
    proposal->has_successor = false;
}

/* ---- Beginning and end ----------------------------------------------------------------- */

/* The seats as they were before anything happened. */
static void clear_joined(struct room *room, const struct loaded *loaded)
{
    for (int i = 0; i < loaded->event_count; i++) {
        const struct stored_event *event = &loaded->events[i];

        if (find_kind(event->kind) == EVENT_JOIN && event->seat >= 1 &&
            event->seat <= room->game.players)
            room->game.seats[event->seat - 1].taken = false;
    }
}

static bool read_terms(struct room *room)
{
    struct refusal refusal;
    json_t *root = json_object_read(room->game.terms, strlen(room->game.terms), &refusal);
    bool good = root && terms_decode(root, &room->terms, &refusal) &&
                room->terms.start.setup.players == room->game.players;

    json_decref(root);
    return good;
}

static bool begin(struct room *room, const struct loaded *loaded)
{
    if (!read_terms(room))
        return false;
    room->match = match_new(&room->terms.start, &room->terms.rules, NULL);
    if (!room->match)
        return false;
    clear_joined(room, loaded);
    room_begin(&room->game, &room->terms.start);
    for (int i = 0; i < loaded->outage_count; i++)
        room_add_outage(room, loaded->outages[i]);
    room->clocks.running = NOBODY;
    for (int i = 0; i < room->game.players; i++)
        room->clocks.left[i] = room->terms.clock.main_ms;
    clock_start(room, room->game.created);
    room->game.summary.due = due(room, room->game.created);
    for (int i = 0; i < loaded->event_count; i++)
        if (!room_apply(room, &loaded->events[i]))
            return false;
    return true;
}

struct room *room_new(const struct loaded *loaded)
{
    struct room *room = calloc(1, sizeof *room);

    if (!room)
        return NULL;
    room->game = loaded->game;
    if (begin(room, loaded))
        return room;
    room_free(room);
    return NULL;
}

struct room *room_before_last(const struct room *room, const struct stored_seat *seat)
{
    int count = (int)room->game.summary.seq - 1;
    struct stored_event *events = calloc((size_t)count + 1, sizeof *events);
    struct loaded loaded = {.game = room->game,
                            .events = events,
                            .event_count = count,
                            .outages = room->outages,
                            .outage_count = room->outage_count};

    if (!events)
        return NULL;
    for (int i = 0; i < count; i++) {
        const struct past_event *past = &room->events[i];

        events[i].seq = i + 1;
        events[i].at = past->at;
        events[i].seat = past->seat + 1;
        events[i].spent = past->spent;
        strcpy(events[i].kind, event_name(past->kind));
        snprintf(events[i].data, sizeof events[i].data, "%s", past->data);
    }
    loaded.game.seats[room->events[count].seat] = *seat;
    struct room *before = room_new(&loaded);

    free(events);
    return before;
}

void room_free(struct room *room)
{
    if (!room)
        return;
    for (int i = 0; i < room->game.summary.seq && room->events; i++)
        free(room->events[i].data);
    free(room->events);
    free(room->movers);
    free(room->outages);
    tb_match_free(room->match);
    free(room);
}
