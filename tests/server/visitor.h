/*
 * visitor.h - one client that asks and waits: for tests that look at single
 * answers, well-behaved or not.
 */
#ifndef TABLIER_TESTS_SERVER_VISITOR_H
#define TABLIER_TESTS_SERVER_VISITOR_H

#include <jansson.h>

#include "ws_client.h"

struct visitor {
    struct ws ws;
    json_t *message; /* the last one that came, notices of presence left out */
    int arrived;     /* how many came */
    unsigned here;   /* bit s: someone is at seat s, as the last notice of presence had it */
    int status;      /* of the last HTTP answer */
};

/* An address with the client at 127.0.A.B. */
struct ws_address from_local(const struct ws_address *server, int a, int b);

/* Connects, and asks to be let in at /api/play; `headers` as for ws_upgrade(). True if it was. */
bool visitor_enter(struct visitor *visitor, const struct ws_address *address, const char *headers);
/* Connects only, to send whatever it likes. */
bool visitor_connect(struct visitor *visitor, const struct ws_address *address);
void visitor_leave(struct visitor *visitor);

/* Sends a text and waits for the next message: its code if it is an error, else its type;
 * "" if none came, "gone" if the connection ended. Lives until the next call. */
const char *visitor_ask(struct visitor *visitor, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Waits for a message without asking. */
const char *visitor_hear(struct visitor *visitor, int timeout);
/* Opens a game; since is 0. */
const char *visitor_hello(struct visitor *visitor, const char *game, const char *secret);

/* True if the server ends the connection within `timeout` milliseconds. */
bool visitor_gone(struct visitor *visitor, int timeout);

/* The number of the last event, from the last message; -1 if it has none. */
int64_t visitor_seq(const struct visitor *visitor);

#endif
