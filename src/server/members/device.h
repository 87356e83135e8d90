/*
 * device.h - browsers that members have signed in with, by a cookie that outlives their sessions.
 *
 * Two members of one device do not play rated games against each other.
 */
#ifndef TABLIER_SERVER_DEVICE_H
#define TABLIER_SERVER_DEVICE_H

#include "server/connection/http_header.h"
#include "server/store/db.h"
#include "server/store/store.h"

enum { DEVICE_COOKIE_SIZE = 160 };

/* The hash of the device's cookie; a new one, with the line of the head that gives it to the
 * browser, if the request has none ("": it has). */
void device_of(const struct http_header *head, bool secure, unsigned char hash[HASH_SIZE],
               char line[DEVICE_COOKIE_SIZE]);

/* ---- In a work of the store -------------------------------------------------------- */

void device_note(struct db *db, const unsigned char hash[HASH_SIZE], int64_t member, int64_t now);
bool members_share_device(struct db *db, int64_t a, int64_t b);
/* True if the game is rated and the member has used the same device as a member who sits there. */
bool member_shares_rated(struct db *db, const char *game, int64_t member);

#endif
