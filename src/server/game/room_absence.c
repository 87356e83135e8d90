/* room_absence.c - effects of the events of room_away.c on a room. */
#include <stdlib.h>
#include <string.h>

#include "server/game/room.h"

static bool apply_claim(struct room *room, int seat, const struct stored_event *event)
{
    static const char computer[] = "computer ";
    struct absence *absence = &room->absence;

    if (strncmp(event->data, computer, strlen(computer)) == 0) {
        int level = atoi(event->data + strlen(computer));

        absence->level = absence->agreed && absence->level < level ? absence->level : level;
        absence->agreed |= 1u << seat;
        return level > 0;
    }
    room->offer = (struct offer){0};
    room->board_seq = event->seq;
    if (strcmp(event->data, "draw") == 0)
        return tb_match_agree_draw(room->match, NULL) == TB_OK;
    return tb_match_resign(room->match, tb_turn(tb_match_position(room->match)), NULL) == TB_OK;
}

bool room_apply_absence(struct room *room, enum event_kind kind, int seat,
                        const struct stored_event *event)
{
    struct absence *absence = &room->absence;
    int level = atoi(event->data);

    absence->count++;
    switch (kind) {
    case EVENT_AWAY:
        absence->since[seat] = atoll(event->data);
        return absence->since[seat] > 0;
    case EVENT_BACK:
        absence->since[seat] = 0;
        absence->back[seat] = event->at;
        absence->agreed = 0;
        return true;
    case EVENT_REPLACE:
        room->game.seats[seat] = (struct stored_seat){
            .kind = SEAT_COMPUTER, .level = level, .taken = true, .member = level};
        absence->since[seat] = 0;
        absence->agreed = 0;
        return level > 0;
    default:
        return apply_claim(room, seat, event);
    }
}
