/* openings.h - the openings that a member plays most. */
#ifndef TABLIER_SERVER_OPENINGS_H
#define TABLIER_SERVER_OPENINGS_H

#include <jansson.h>

#include "server/store/db.h"

/* In a work of the store: a list of objects with the game, the member's seat, the first moves and
 * the results, by game and seat the most played first. From the latest finished public games of two
 * players with the standard rules. The caller owns the reference. */
json_t *member_openings(struct db *db, int64_t member);

#endif
