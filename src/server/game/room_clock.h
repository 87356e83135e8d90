/* room_clock.h - the clocks of a room, as its events change them: for room.c; see room.h too. */
#ifndef TABLIER_SERVER_ROOM_CLOCK_H
#define TABLIER_SERVER_ROOM_CLOCK_H

#include "server/game/room.h"

/* The time charged for an event: its own value, or for an old event the difference of times. */
int64_t clock_charge_of(const struct room *room, const struct stored_event *event);

/* Takes `spent` milliseconds off the running clock, and starts charging at `now`. */
void clock_charge(struct room *room, int64_t spent, int64_t now);

/* Starts the clock of whose turn it is. In a game with main time nobody is charged for the
 * first move, for which someone may have to be called to the board. */
void clock_start(struct room *room, int64_t now);

/* Stops the clock. The seat that has just moved gets its increment, if its clock ran. */
void clock_press(struct room *room, int64_t now);

#endif
