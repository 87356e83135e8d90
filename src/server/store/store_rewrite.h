/* store_rewrite.h - changing a member's name, or taking it out, wherever games have a copy of
 * it. */
#ifndef TABLIER_SERVER_STORE_REWRITE_H
#define TABLIER_SERVER_STORE_REWRITE_H

#include "server/store/db.h"
#include "server/store/store.h"

/* Inside a work: gives the seats of a member this name, and makes them another member's
 * (FORMER_MEMBER with an empty name), in the seats, the events, the lists and the search. Does so
 * in at most `most` games; returns their number, 0 when none is left. */
int store_rename_seats(struct db *db, int64_t member, const char *name, int64_t becomes, int most);
/* Inside a work: takes the name of a guest out of one game. False if the seat has no name, or is a
 * member's. */
bool store_blank_seat(struct db *db, const char *game, int seat);
/* Inside a work: removes a game with all that belongs to it. */
void store_remove_game(struct db *db, const char *id);

#endif
