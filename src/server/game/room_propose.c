/*
 * room_propose.c - decisions on requests, and actions of the server itself.
 *
 * Everything that a room may refuse is here, so that room_apply() never has to.
 */
#include <string.h>

#include "server/game/room.h"
#include "server/ratings/list.h"

struct room_request {
    const struct room *room;
    int seat;
    const struct client_message *message;
    int64_t now;
    struct proposal *proposal;
    struct refusal *refusal;
};

/* ---- Making events ------------------------------------------------------------------ */

static enum proposal_result good(const struct room_request *r, enum event_kind kind)
{
    room_start_event(r->room, kind, r->seat, r->now, r->proposal);
    return PROPOSAL_OK;
}

#define BAD(r, ...) (refuse((r)->refusal, __VA_ARGS__), PROPOSAL_REJECTED)

/* ---- Sitting down -------------------------------------------------------------------- */

bool room_propose_join(const struct room *room, int seat, const struct stored_seat *occupant,
                       int64_t now, struct proposal *proposal, struct refusal *refusal)
{
    const struct stored_seat *old = &room->game.seats[seat];

    if (old->taken)
        return refuse(refusal, REFUSED_TAKEN, "The seat is taken.");
    if (room->game.summary.status != GAME_OPEN)
        return refuse(refusal, REFUSED_OVER, "The game is over.");
    room_start_event(room, EVENT_JOIN, seat, now, proposal);
    strcpy(proposal->event.data, occupant->name);
    proposal->seat = seat;
    proposal->occupant = *occupant;
    memcpy(proposal->occupant.invitation, old->hash, HASH_SIZE);
    return true;
}

/* ---- Moving -------------------------------------------------------------------------- */

static enum proposal_result not_running(const struct room_request *r)
{
    switch (r->room->game.summary.status) {
    case GAME_OPEN:
        return BAD(r, REFUSED_WAITING, "The game has not begun: a seat is free.");
    case GAME_ABORTED:
        return BAD(r, REFUSED_OVER, "The game was aborted.");
    default:
        return BAD(r, REFUSED_OVER, "The game is over.");
    }
}

/* Spells the move as the record will; says why it is not allowed. */
static enum proposal_result read_move(const struct room_request *r, char out[DATA_SIZE])
{
    const struct tb_position *position = tb_match_position(r->room->match);
    struct tb_reason reason;

    match_why(r->room->match, r->message->move, &reason);
    if (reason.legal && strcmp(r->message->move, "swap") == 0) {
        strcpy(out, "swap");
        return PROPOSAL_OK;
    }
    if (reason.legal) {
        tb_move_text(position, reason.move, out, DATA_SIZE);
        return PROPOSAL_OK;
    }
    refuse_encoded(r->refusal, REFUSED_ILLEGAL, reason.message);
    memcpy(r->refusal->places, reason.places, sizeof r->refusal->places);
    return PROPOSAL_REJECTED;
}

static enum proposal_result ask_move(const struct room_request *r)
{
    const struct room *room = r->room;
    char move[DATA_SIZE];

    if (r->message->seq < room->board_seq || r->message->seq > room->game.summary.seq)
        return PROPOSAL_STALE;
    if (room->game.summary.status != GAME_RUNNING)
        return not_running(r);
    if (room_turn(room) != r->seat)
        return BAD(r, REFUSED_TURN, "It is the turn of seat {seat}.",
                   arg_count("seat", room_turn(room) + 1));
    if (room_is_long(room))
        return good(r, EVENT_LIMIT);
    if (room_time_is_up(room, r->now))
        return good(r, EVENT_FLAG);
    enum proposal_result proposal_result = read_move(r, move);

    if (proposal_result == PROPOSAL_OK) {
        good(r, EVENT_MOVE);
        strcpy(r->proposal->event.data, move);
    }
    return proposal_result;
}

/* ---- Ending -------------------------------------------------------------------------- */

static enum proposal_result ask_resign(const struct room_request *r)
{
    if (r->room->game.summary.status != GAME_RUNNING)
        return not_running(r);
    return good(r, EVENT_RESIGN);
}

static enum proposal_result ask_abort(const struct room_request *r)
{
    const struct room *room = r->room;
    enum game_status status = room->game.summary.status;

    if (status != GAME_OPEN && status != GAME_RUNNING)
        return not_running(r);
    if (tb_match_length(room->match) >= room->game.players)
        return BAD(r, REFUSED_LATE, "Everyone has moved: resign, or offer a draw.");
    return good(r, EVENT_ABORT);
}

/* ---- Offers -------------------------------------------------------------------------- */

/* Each offer costs the other players attention, and space in the log. */
static enum proposal_result offered_before(const struct room_request *r, enum offer_kind kind)
{
    if (kind == OFFER_REMATCH)
        return BAD(r, REFUSED_AGAIN, "You have offered a rematch already; now the others can.");
    return BAD(r, REFUSED_AGAIN, "You have offered that already; play a move first.");
}

/* The entries that remain if a seat takes its last one back; -1 if it has none. */
static int length_without_last(const struct room *room, int seat)
{
    int length = tb_match_length(room->match);

    while (length > 0 && room->movers[length - 1] != seat)
        length--;
    return length - 1;
}

static enum proposal_result offer_undo(const struct room_request *r)
{
    enum tb_ending ending = tb_match_ending(r->room->match);
    int length = length_without_last(r->room, r->seat);
    struct text text = text_into(r->proposal->event.data, DATA_SIZE);

    if (r->room->game.summary.status != GAME_RUNNING && ending != TB_ENDING_BOARD &&
        ending != TB_ENDING_REPETITION)
        return not_running(r);
    if (r->room->terms.rated)
        return BAD(r, REFUSED_OFFER, "In a rated game no move can be taken back.");
    if (r->room->successor[0])
        return BAD(r, REFUSED_OVER, "The next game has begun.");
    if (room_is_long(r->room))
        return BAD(r, REFUSED_LATE,
                   "The game has reached its move limit: no move can be taken back.");
    if (length < 0)
        return BAD(r, REFUSED_OFFER, "There is no move of yours to take back.");
    good(r, EVENT_UNDO_OFFER);
    text_add(&text, "%d", length);
    return PROPOSAL_OK;
}

/* False if a computer player whose rating is not known has taken a seat. */
static bool rated_again(const struct room *room)
{
    struct list_key list;

    list_find(&room->terms, &list);
    for (int i = 0; i < room->game.players; i++)
        if (room->game.seats[i].kind == SEAT_COMPUTER &&
            list_level_rating(&list, room->game.seats[i].level) == 0)
            return false;
    return true;
}

static enum proposal_result offer_rematch(const struct room_request *r)
{
    if (r->room->game.summary.status != GAME_OVER)
        return BAD(r, REFUSED_OFFER, "The game is not over yet.");
    if (r->room->successor[0])
        return PROPOSAL_STALE;
    if (r->room->terms.rated && !rated_again(r->room))
        return BAD(r, REFUSED_TERMS,
                   "The strength of this level is not known here, so the game cannot be rated.");
    return good(r, EVENT_REMATCH_OFFER);
}

static enum proposal_result offer_draw(const struct room_request *r)
{
    if (r->room->game.summary.status != GAME_RUNNING)
        return not_running(r);
    return good(r, EVENT_DRAW_OFFER);
}

/* The same people and terms; the first player becomes the last. Their secrets stay. */
static void prepare_successor(const struct room *room, struct proposal *proposal)
{
    struct stored_game *next = &proposal->successor;
    int players = room->game.players;

    *next = room->game;
    id_new(next->id);
    next->created = proposal->event.at;
    for (int i = 0; i < players; i++)
        next->seats[i] = room->game.seats[(i + 1) % players];
    room_begin(next, &room->terms.start);
    proposal->has_successor = true;
    strcpy(proposal->event.data, next->id);
}

/* One more seat agrees; the last one brings about what was offered. */
static enum proposal_result accept(const struct room_request *r, enum event_kind kind)
{
    const struct room *room = r->room;
    bool last = (room->offer.accepted | 1u << r->seat) == (1u << room->game.players) - 1;
    struct text text = text_into(r->proposal->event.data, DATA_SIZE);

    good(r, kind);
    if (kind == EVENT_UNDO_ACCEPT)
        text_add(&text, "%d", room->offer.length);
    if (kind == EVENT_REMATCH_ACCEPT && last)
        prepare_successor(room, r->proposal);
    return PROPOSAL_OK;
}

/* The kinds of events an offer goes through. */
static const struct {
    enum event_kind accept, decline;
    enum proposal_result (*offer)(const struct room_request *r);
} offers[] = {
    [OFFER_DRAW] = {EVENT_DRAW_ACCEPT, EVENT_DRAW_DECLINE, offer_draw},
    [OFFER_UNDO] = {EVENT_UNDO_ACCEPT, EVENT_UNDO_DECLINE, offer_undo},
    [OFFER_REMATCH] = {EVENT_REMATCH_ACCEPT, EVENT_REMATCH_DECLINE, offer_rematch},
};

static enum proposal_result ask_offer(const struct room_request *r, enum offer_kind kind)
{
    const struct offer *standing = &r->room->offer;
    bool accepted = standing->accepted >> r->seat & 1;

    if (r->message->answer == ANSWER_OFFER) {
        if (standing->kind == kind && !accepted)
            return accept(r, offers[kind].accept); /* both want it */
        if (standing->kind == kind)
            return PROPOSAL_STALE;
        if (standing->kind != OFFER_NONE)
            return BAD(r, REFUSED_OFFER, "Another offer is pending; answer it first.");
        if (r->room->offered[r->seat] >> kind & 1)
            return offered_before(r, kind);
        return offers[kind].offer(r);
    }
    if (standing->kind != kind)
        return BAD(r, REFUSED_OFFER, "There is no such offer any more.");
    if (r->message->answer == ANSWER_DECLINE)
        return good(r, offers[kind].decline); /* the player who made the offer withdraws it */
    return accepted ? PROPOSAL_STALE : accept(r, offers[kind].accept);
}

/* ---- Requests -------------------------------------------------------------------------- */

enum proposal_result room_propose(const struct room *room, int seat,
                                  const struct client_message *message, int64_t now,
                                  struct proposal *proposal, struct refusal *refusal)
{
    const struct room_request r = {room, seat, message, now, proposal, refusal};

    if (message->type == MESSAGE_JOIN) /* of older clients */
        return BAD(&r, REFUSED_SEAT,
                   "Seats are taken by POST /api/games/ID/join; reload the page.");
    if (seat == NOBODY)
        return BAD(&r, REFUSED_SEAT, "Spectators cannot do that.");
    switch (message->type) {
    case MESSAGE_MOVE:
        return ask_move(&r);
    case MESSAGE_RESIGN:
        return ask_resign(&r);
    case MESSAGE_ABORT:
        return ask_abort(&r);
    case MESSAGE_CLAIM:
        return room_claim(room, seat, message, now, proposal, refusal);
    case MESSAGE_DRAW:
        return ask_offer(&r, OFFER_DRAW);
    case MESSAGE_UNDO:
        return ask_offer(&r, OFFER_UNDO);
    case MESSAGE_REMATCH:
        return ask_offer(&r, OFFER_REMATCH);
    default:
        return BAD(&r, REFUSED_SYNTAX, "This is not a request about the game.");
    }
}

bool room_act(const struct room *room, int64_t now, int64_t grace, struct proposal *proposal)
{
    const struct offer *offer = &room->offer;

    if (room->game.summary.status == GAME_RUNNING && room_is_long(room)) {
        room_start_event(room, EVENT_LIMIT, room_turn(room), now, proposal);
        return true;
    }
    if (room_time_is_up(room, now - grace)) {
        room_start_event(room, EVENT_FLAG, room->clocks.running, now, proposal);
        return true;
    }
    if (room_is_no_show(room, now)) {
        room_start_event(room, EVENT_ABORT, room_turn(room), now, proposal);
        return true;
    }
    for (int i = 0; offer->kind != OFFER_NONE && i < room->game.players; i++) {
        struct room_request r = {.room = room, .seat = i, .now = now, .proposal = proposal};

        if (room->game.seats[i].kind != SEAT_COMPUTER || (offer->accepted >> i & 1))
            continue;
        if (offer->kind == OFFER_DRAW)
            good(&r, EVENT_DRAW_DECLINE);
        else
            accept(&r, offers[offer->kind].accept);
        return true;
    }
    return false;
}

bool room_expire(const struct room *room, int64_t now, struct proposal *proposal)
{
    const struct summary *summary = &room->game.summary;

    if (summary->status != GAME_OPEN || now < summary->due)
        return false;
    room_start_event(room, EVENT_ABORT, 0, now, proposal);
    return true;
}
