/*
 * conduct.h - games that members left, and the wait that follows.
 *
 * Only the absent player gets points. Each point of a member's last GAMES games delays the next
 * pairing by a few seconds; from a limit on, by minutes.
 */
#ifndef TABLIER_SERVER_CONDUCT_H
#define TABLIER_SERVER_CONDUCT_H

#include <stdint.h>

#include "server/store/db.h"

enum conduct {
    CONDUCT_NO_SHOW, /* no first move */
    CONDUCT_LEFT,    /* away until the others claimed the game, or let a computer play on */
    CONDUCT_KINDS,
};

/* In a work of the store. Noting the same game again changes nothing. */
void conduct_note(struct db *db, int64_t member, const char *game, int64_t at, enum conduct kind);
/* Milliseconds from `now` in which the member is not paired. */
int64_t conduct_wait(struct db *db, int64_t member, int64_t now);

#endif
