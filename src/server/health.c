/* health.c - asking the store whether a game can be created, stored and read back. */
#include "server/health.h"

#include <stdlib.h>

#include "server/context.h"

enum { FRESH_MS = 500 };

struct health_waiter {
    struct health_waiter *next;
    struct reply *reply;
};

static void send_health(struct reply *reply, bool well)
{
    reply_text(reply, well ? 200 : 503, "text/plain", NULL, well ? "ok\n" : "not ok\n");
}

static void on_probed(void *context, enum store_answer answer)
{
    struct server *server = context;
    struct health *health = &server->health;
    struct health_waiter *waiter;

    health->well = answer == STORE_OK;
    health->asked = acceptor_now(&server->acceptor);
    while ((waiter = health->waiting)) {
        health->waiting = waiter->next;
        send_health(waiter->reply, health->well && !server->draining);
        free(waiter);
    }
}

void health_ask(struct health *health, struct server *server, struct reply *reply)
{
    bool under_way = health->waiting != NULL;
    struct health_waiter *waiter = NULL;

    if (server->draining) {
        send_health(reply, false);
    } else if (health->asked && acceptor_now(&server->acceptor) - health->asked < FRESH_MS) {
        send_health(reply, health->well);
    } else if (!(waiter = malloc(sizeof *waiter))) {
        send_health(reply, false);
    } else {
        *waiter = (struct health_waiter){health->waiting, reply};
        health->waiting = waiter;
        if (!under_way)
            store_check(server->store, on_probed, server);
    }
}
