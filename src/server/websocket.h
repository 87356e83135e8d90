/* websocket.h - play over WebSocket, the role of a connection after its upgrade. */
#ifndef TABLIER_SERVER_WEBSOCKET_H
#define TABLIER_SERVER_WEBSOCKET_H

#include "server/connection/http_header.h"
#include "server/context.h"

/* Answers a request to upgrade, and takes the connection over. False, with the refusal, if that is
 * not allowed; then the connection is unchanged. `member` has id 0 for a guest. */
bool socket_begin(struct connection *connection, struct server *server,
                  const struct http_header *head, const char *address, const struct member *member,
                  struct refusal *refusal, int *wait);

/* The role that a connection has from then on. */
extern const struct connection_role socket_role;

/* Closes the connections of a member, and those at a member's seats. */
void sockets_dismiss_member(struct server *server, int64_t member, const struct refusal *refusal);
/* Closes the connections that were opened in a member's name, at the other servers of the store
 * too: clients reconnect with the session that they still have, if any. */
void sockets_renew_member(struct server *server, int64_t member);
/* Handles a text of store_broadcast() that sockets_renew_member() has sent; false if the text is
 * another part's. */
bool sockets_on_broadcast(struct server *server, const char *text);
/* Such a text may have been lost: closes the connections of all members. */
void sockets_renew_all(struct server *server);
/* Closes the connections of addresses that `refuses` finds blocked by the operator. */
typedef bool refuse_address(struct moderation *moderation, const char *address,
                            struct refusal *refusal);
void sockets_dismiss_blocked(struct server *server, refuse_address *refuses);

#endif
