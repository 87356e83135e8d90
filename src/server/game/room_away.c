/*
 * room_away.c - players who leave: absence as events, claims of those who stay.
 *
 * With main time on the clocks, the server records when a player has gone and is back. Over days,
 * and without a clock, nobody is expected to stay connected: there, absence is counted from the
 * beginning of the turn or the last visit. A claim is a request of a player, never automatic, and
 * only while it is the absent side's turn. A player who may not play, because the operator has
 * suspended the member or the account is deleted, counts as away, and nobody has to wait.
 */
#include <string.h>

#include "server/game/room.h"

static const int64_t SECOND = 1000, DAY = 24 * 3600 * 1000;

enum { EVENTS_MAX = PLAYED_MAX }; /* about absence, in a game */

static bool is_live(const struct room *room)
{
    return room->terms.clock.kind == CLOCK_GAME;
}

/* True if everyone has moved: before that the game can be aborted. */
static bool has_begun(const struct room *room)
{
    return room->game.summary.status == GAME_RUNNING &&
           tb_match_length(room->match) >= room->game.players;
}

int64_t room_claim_wait(const struct room *room)
{
    if (!is_live(room))
        return 3 * DAY;
    return terms_speed(&room->terms) < 600 * SECOND ? 60 * SECOND : 180 * SECOND;
}

/* By presence or by turns. */
static int64_t absent_since(const struct room *room, int seat)
{
    const struct absence *absence = &room->absence;
    int64_t since = absence->since[seat];

    if (!is_live(room)) {
        since = room_turn(room) == seat ? room_turn_began(room) : 0;
        return since && absence->back[seat] > since ? absence->back[seat] : since;
    }
    /* After an outage the player may be on the way back. */
    for (int i = 0; since && i < room->outage_count; i++)
        if (room->outages[i].to > since && room->outages[i].to - room->outages[i].from >= SECOND)
            since = room->outages[i].to;
    return since;
}

int64_t room_away_since(const struct room *room, int seat)
{
    if (!has_begun(room) || room->game.seats[seat].kind != SEAT_PERSON)
        return 0;
    int64_t since = absent_since(room, seat);

    return since ? since : room->barred[seat];
}

int64_t room_claim_at(const struct room *room, int seat)
{
    int64_t at = room_away_since(room, seat) + room_claim_wait(room), barred = room->barred[seat];

    return barred && barred < at ? barred : at;
}

bool room_is_no_show(const struct room *room, int64_t now)
{
    int turn = room_turn(room);

    return room->terms.paired && is_live(room) && turn != NOBODY &&
           room->game.seats[turn].kind == SEAT_PERSON &&
           tb_match_length(room->match) < room->game.players &&
           room_time_between(room, room_turn_began(room), now) >= FIRST_MOVE_MS;
}

/* ---- Coming and going ---------------------------------------------------------------- */

bool room_propose_away(const struct room *room, int seat, int64_t since, int64_t now,
                       struct proposal *proposal)
{
    struct text text = text_into(proposal->event.data, sizeof proposal->event.data);

    if (!is_live(room) || !has_begun(room) || room->game.seats[seat].kind != SEAT_PERSON ||
        room->absence.since[seat] || room->absence.count >= EVENTS_MAX ||
        room_time_between(room, since, now) < AWAY_MS)
        return false;
    room_start_event(room, EVENT_AWAY, seat, now, proposal);
    text_add(&text, "%lld", (long long)since);
    return true;
}

/* Over days, only a visit that makes a difference is worth an event. */
bool room_propose_back(const struct room *room, int seat, int64_t now, struct proposal *proposal)
{
    int64_t since = room_away_since(room, seat);

    if (is_live(room) ? !room->absence.since[seat] || room->game.summary.status != GAME_RUNNING
                      : !since || now - since < DAY)
        return false;
    room_start_event(room, EVENT_BACK, seat, now, proposal);
    return true;
}

/* ---- Claims -------------------------------------------------------------------------- */

/* The seats of people who are here, as far as the events tell. */
static unsigned people_here(const struct room *room)
{
    unsigned people = 0;

    for (int i = 0; i < room->game.players; i++)
        people |= (unsigned)(room->game.seats[i].kind == SEAT_PERSON && !room_away_since(room, i))
                  << i;
    return people;
}

/* Everyone who stays must agree. The last one brings it about. */
static enum proposal_result claim_computer(const struct room *room, int seat, int64_t level,
                                           int64_t now, struct proposal *proposal,
                                           struct refusal *refusal)
{
    const struct absence *absence = &room->absence;
    int turn = room_turn(room);
    bool last = !(people_here(room) & ~(absence->agreed | 1u << seat));
    struct text text = text_into(proposal->event.data, sizeof proposal->event.data);

    if (room->game.players < 3 ||
        (room->terms.rated && tb_side_count(tb_match_position(room->match)) == 2))
        return (
            refuse(refusal, REFUSED_TERMS,
                   "A computer player can take a seat in games of three and four only, and not in "
                   "rated games of teams."),
            PROPOSAL_REJECTED);
    if (absence->agreed >> seat & 1)
        return PROPOSAL_STALE;
    if (absence->agreed && absence->level < level)
        level = absence->level;
    room_start_event(room, last ? EVENT_REPLACE : EVENT_CLAIM, last ? turn : seat, now, proposal);
    text_add(&text, last ? "%lld" : "computer %lld", (long long)level);
    if (last) {
        proposal->seat = turn;
        proposal->occupant = (struct stored_seat){
            .kind = SEAT_COMPUTER, .level = (int)level, .taken = true, .member = level};
    }
    return PROPOSAL_OK;
}

/* With two sides anybody of the other side can; otherwise who is left alone. */
static bool may_end(const struct room *room, int seat, struct refusal *refusal)
{
    const struct tb_position *position = tb_match_position(room->match);
    int player = room_player(room, seat);

    if (tb_side(position, player) == tb_side(position, tb_turn(position)))
        return refuse(refusal, REFUSED_SEAT, "Your own side is away.");
    return tb_side_count(position) == 2 || !(people_here(room) & ~(1u << seat)) ||
           refuse(refusal, REFUSED_SEAT,
                  "You are not alone: all who stay can let a computer play on.");
}

enum proposal_result room_claim(const struct room *room, int seat,
                                const struct client_message *message, int64_t now,
                                struct proposal *proposal, struct refusal *refusal)
{
    int turn = room_turn(room);
    int64_t since = turn == NOBODY ? 0 : room_away_since(room, turn);

    if (turn == NOBODY)
        return (refuse(refusal, REFUSED_OVER, "The game is over."), PROPOSAL_REJECTED);
    if (turn == seat || !since)
        return (refuse(refusal, REFUSED_TURN,
                       "Only a player who is away at their turn can lose by a claim."),
                PROPOSAL_REJECTED);
    if (now < room_claim_at(room, turn))
        return (refuse(refusal, REFUSED_WAITING, "This can be claimed in {wait} seconds.",
                       arg_count("wait", (room_claim_at(room, turn) - now + 999) / SECOND)),
                PROPOSAL_REJECTED);
    if (message->claim == CLAIM_COMPUTER)
        return claim_computer(room, seat, message->level, now, proposal, refusal);
    if (!may_end(room, seat, refusal))
        return PROPOSAL_REJECTED;
    room_start_event(room, EVENT_CLAIM, seat, now, proposal);
    strcpy(proposal->event.data, message->claim == CLAIM_WIN ? "win" : "draw");
    return PROPOSAL_OK;
}
