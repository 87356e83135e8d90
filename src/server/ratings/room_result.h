/*
 * room_result.h - from a room to the result of a rated game; the seats of a rated game.
 */
#ifndef TABLIER_SERVER_RATINGS_ROOM_RESULT_H
#define TABLIER_SERVER_RATINGS_ROOM_RESULT_H

#include "server/game/room.h"
#include "server/ratings/result.h"

/* The result of a game that is over; false if it does not count: not a rated game, somebody has not
 * moved, or a player is no longer a member. */
bool room_result(const struct room *room, struct game_result *out);

/* True if these people may sit at a new rated game: members, each once, and computers whose rating
 * is known. */
bool rated_seats(const struct create_request *order, struct refusal *refusal);
/* The same for somebody who joins. */
bool rated_join(const struct room *room, int64_t member, struct refusal *refusal);

#endif
