/* create_limit.h - limits on the creation of games, for one address and for the whole server. */
#ifndef TABLIER_SERVER_CREATE_LIMIT_H
#define TABLIER_SERVER_CREATE_LIMIT_H

#include "server/context.h"

/* Takes one game from the address and from the server. False if either has none left; then *wait is
 * the number of seconds until it has. */
bool server_may_create(struct server *server, const char *address, int *wait,
                       struct refusal *refusal);

#endif
