/*
 * rewrite.h - the copies of a member's name in games, after it has changed or the account was
 * deleted.
 *
 * A member may have played thousands of games, so they are changed a few at a time. When a server
 * starts, it continues with the games that were not changed yet.
 */
#ifndef TABLIER_SERVER_REWRITE_H
#define TABLIER_SERVER_REWRITE_H

#include "server/context.h"

/* Brings the games of a member up to date, or, with 0, those of all members that need it. */
void rewrite_member(struct server *server, int64_t member);

#endif
