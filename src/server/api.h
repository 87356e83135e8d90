/* api.h - the HTTP interface. */
#ifndef TABLIER_SERVER_API_H
#define TABLIER_SERVER_API_H

#include "server/connection/http_header.h"
#include "server/connection/reply.h"
#include "server/context.h"

struct api_request {
    struct server *server;
    const struct http_header *head;
    const char *method; /* "GET" or "POST" */
    const char *body;
    size_t body_length;
    bool operators; /* it came over the sockets of /metrics */
};

/* Is it the interface's, or one of the page's files? */
bool api_owns(const char *path);

/* Takes one of the requests that the address of a reply may make; a refusal if there is none. */
bool api_may_ask(struct reply *reply, struct refusal *refusal);

/* Answers at once or later, through the reply. */
void api_handle(const struct api_request *request, struct reply *reply);

#endif
