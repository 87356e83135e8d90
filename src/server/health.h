/*
 * health.h - health check: the store creates a game, reads it back and removes it; concurrent
 * checks, and those a moment later, share the result, so that asking often costs nothing.
 */
#ifndef TABLIER_SERVER_HEALTH_H
#define TABLIER_SERVER_HEALTH_H

#include "server/connection/reply.h"

/* Zero-initialised. */
struct health {
    struct health_waiter *waiting; /* requests that wait for the check in progress */
    int64_t asked;                 /* end of the last check, by acceptor_now(); 0: none yet */
    bool well;
};

void health_ask(struct health *health, struct server *server, struct reply *reply);

#endif
