/*
 * club.h - people connected to /api/club: who is there, who waits, and their pairing.
 *
 * All on the loop. A seek lives as long as the connection that sent it; it is a row of the store,
 * so that servers that share one pair each other's players. One server at a time pairs; each game
 * is created in the transaction that marks its seeks as paired, so that even two that pair at once
 * never give a player two games. Each server notifies its own players.
 */
#ifndef TABLIER_SERVER_CLUB_H
#define TABLIER_SERVER_CLUB_H

#include "server/game/hub.h"

struct club;

struct club *club_new(struct store *store, struct hub *hub); /* NULL if memory runs out */
void club_free(struct club *club);                           /* accepts NULL; everyone has left */
/* The store has been closed: all that may still happen is that people leave. */
void club_lose_store(struct club *club);

/* Handles a message; the first must be a hello. */
void club_receive(struct club *club, struct client *client, const char *text, size_t length);
void club_leave(struct club *club, struct client *client);
/* Tells all clients to reconnect later. */
void club_shutdown(struct club *club);
/* About ten times a second. */
void club_tick(struct club *club);

/* Sends an object, whose reference it takes, to all connections of a member, at other servers of
 * the same store too. */
void club_notify_everywhere(struct club *club, int64_t member, json_t *json);
/* Handles a text that a server, perhaps this one, has sent to all by store_broadcast(). */
void club_on_broadcast(struct club *club, const char *text);
/* True if the member is connected to this server, and shows it. */
bool club_has(const struct club *club, int64_t member);

#endif
