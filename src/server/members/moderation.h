/*
 * moderation.h - the operator's acts (acts.h) at a running server.
 *
 * Once a second the server reads new rows of the table `acts`, and then the suspended members and
 * the blocked addresses, which it keeps in memory. So an act takes effect within about a second at
 * every server of a store. All on the loop.
 */
#ifndef TABLIER_SERVER_MODERATION_H
#define TABLIER_SERVER_MODERATION_H

#include "server/context.h"

struct moderation;

struct moderation *moderation_new(struct server *server); /* NULL if memory runs out */
void moderation_free(struct moderation *moderation);      /* accepts NULL; after the store */
/* About ten times a second. */
void moderation_tick(struct moderation *moderation);

/* True if the operator has blocked the address; `moderation` as a context of callbacks. */
bool moderation_blocks(void *moderation, const char *address);
/* The same with the refusal that its requests get. */
bool moderation_refuses(struct moderation *moderation, const char *address,
                        struct refusal *refusal);
/* True if the member is suspended, with the refusal that says until when and why. */
bool moderation_suspends(void *moderation, int64_t member, struct refusal *refusal);
/* The refusal of a suspended member, even of one who is not known here yet. Returns false. */
bool moderation_refuse_member(struct moderation *moderation, int64_t member,
                              struct refusal *refusal);

#endif
