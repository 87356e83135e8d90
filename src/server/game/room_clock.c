/* room_clock.c - the clocks of a room: time left and charged, without outages. */
#include "server/game/room_clock.h"

#include <string.h>

#include "core/array.h"

int64_t room_time_between(const struct room *room, int64_t from, int64_t to)
{
    int64_t time = to - from;

    for (int i = 0; i < room->outage_count; i++) {
        int64_t start = room->outages[i].from, end = room->outages[i].to;

        start = start > from ? start : from;
        end = end < to ? end : to;
        if (end > start)
            time -= end - start;
    }
    return time > 0 ? time : 0;
}

int64_t room_left(const struct room *room, int seat, int64_t now)
{
    const struct clocks *clocks = &room->clocks;
    int64_t left = clocks->left[seat];

    if (clocks->running == seat)
        left -= room_charge(room, now);
    return left > 0 ? left : 0;
}

bool room_time_is_up(const struct room *room, int64_t now)
{
    int running = room->clocks.running;

    return running != NOBODY && room_left(room, running, now) == 0;
}

int64_t room_charge(const struct room *room, int64_t now)
{
    const struct clocks *clocks = &room->clocks;

    if (clocks->running == NOBODY)
        return 0;
    int64_t time = room_time_between(room, clocks->since, now) - clocks->forgiven;

    return time > 0 ? time : 0;
}

int64_t clock_charge_of(const struct room *room, const struct stored_event *event)
{
    return event->spent >= 0 ? event->spent : room_charge(room, event->at);
}

/* Starts charging at `now`. */
static void charge_from(struct clocks *clocks, int64_t now)
{
    clocks->since = now;
    clocks->forgiven = 0;
}

void room_forgive(struct room *room, int64_t milliseconds)
{
    room->clocks.forgiven += milliseconds;
}

void clock_charge(struct room *room, int64_t spent, int64_t now)
{
    struct clocks *clocks = &room->clocks;

    if (clocks->running != NOBODY) {
        int64_t left = clocks->left[clocks->running] - spent;

        clocks->left[clocks->running] = left > 0 ? left : 0;
    }
    charge_from(clocks, now);
}

void room_announced(struct room *room, int64_t now)
{
    if (room->board_seq == room->game.summary.seq && room->clocks.since < now)
        charge_from(&room->clocks, now);
}

void room_set_charge(struct room *room, int64_t now, int64_t spent)
{
    charge_from(&room->clocks, now - spent);
}

static void clock_stop(struct room *room, int64_t now)
{
    struct clocks *clocks = &room->clocks;

    if (clocks->running != NOBODY)
        clocks->left[clocks->running] = room_left(room, clocks->running, now);
    clocks->running = NOBODY;
    charge_from(clocks, now);
}

void clock_start(struct room *room, int64_t now)
{
    const struct time_control *terms = &room->terms.clock;
    int turn = room_turn(room);

    clock_stop(room, now);
    if (turn == NOBODY || terms->kind == CLOCK_NONE)
        return;
    if (terms->kind == CLOCK_GAME && tb_match_length(room->match) < room->game.players)
        return;
    if (terms->kind == CLOCK_MOVE)
        room->clocks.left[turn] = terms->main_ms;
    room->clocks.running = turn;
}

void clock_press(struct room *room, int64_t now)
{
    int seat = room->clocks.running;

    clock_stop(room, now);
    if (seat != NOBODY)
        room->clocks.left[seat] += room->terms.clock.increment_ms;
}

int64_t room_turn_began(const struct room *room)
{
    return room->board_seq > 0 ? room->events[room->board_seq - 1].at : room->game.created;
}

/* ---- Outages --------------------------------------------------------------------------------- */

/* Forgets outages that have been taken into account. The last event may still be taken back. */
static void forget_outages(struct room *room)
{
    int64_t seq = room->game.summary.seq, cut = seq > 1 ? room->events[seq - 2].at : 0;
    int gone = 0;

    while (gone < room->outage_count && room->outages[gone].to <= cut)
        gone++;
    if (gone == 0)
        return;
    room->outage_count -= gone;
    memmove(room->outages, room->outages + gone,
            (size_t)room->outage_count * sizeof *room->outages);
}

void room_add_outage(struct room *room, struct outage outage)
{
    if (room->outage_count > 0)
        forget_outages(room);
    if (!ARRAY_RESERVE(room->outages, room->outages_capacity, room->outage_count, 1))
        return;
    struct outage *list = room->outages;
    int first = room->outage_count, end;

    while (first > 0 && list[first - 1].to >= outage.from) /* most are newer than all others */
        first--;
    for (end = first; end < room->outage_count && list[end].from <= outage.to; end++) {
        outage.from = list[end].from < outage.from ? list[end].from : outage.from;
        outage.to = list[end].to > outage.to ? list[end].to : outage.to;
    }
    memmove(list + first + 1, list + end, (size_t)(room->outage_count - end) * sizeof *list);
    list[first] = outage;
    room->outage_count += 1 - (end - first);
}
