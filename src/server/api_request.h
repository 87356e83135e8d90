/*
 * api_request.h - requests of the HTTP interface, and the tables of routes that its parts have.
 */
#ifndef TABLIER_SERVER_API_REQUEST_H
#define TABLIER_SERVER_API_REQUEST_H

#include "server/connection/http_header.h"
#include "server/connection/reply.h"
#include "server/context.h"

enum { ROUTE_ARGUMENTS = 2, ARGUMENT_SIZE = 160 };

struct api_request {
    struct server *server;
    const struct http_header *head;
    const char *method; /* "GET" also for HEAD */
    const char *body;
    size_t body_length;
    bool operators;         /* it came over the sockets of /metrics */
    struct session session; /* whose request it is */
    /* The parts of the path for each * of the route. */
    char arguments[ROUTE_ARGUMENTS][ARGUMENT_SIZE];
};

/* Who may use a route: everyone; members, and programs with a token for reading or for play;
 * members in a browser; operators, on the sockets of /metrics; everyone, on either kind of
 * socket. */
enum access {
    FOR_ALL,
    FOR_READING,
    FOR_PLAY,
    FOR_SESSION,
    FOR_OPERATORS,
    FOR_ALL_AND_OPERATORS,
};

struct route {
    const char *method; /* NULL ends a table */
    const char *path;   /* a * stands for one part of it: "/api/games/ *" without the space */
    enum access access;
    /* Answers at once or later, through the reply. */
    void (*handle)(const struct api_request *request, struct reply *reply);
    const struct call_kind *call; /* instead: what call_handle() does, see member_call.h */
};

/* ---- For handlers --------------------------------------------------------------------- */

/* True if Content-Type is application/json, which a form of a foreign page cannot send. */
bool api_is_json(const struct http_header *head);
/* The object in the body, which must be application/json; {} without a body. NULL with the
 * reason. */
json_t *api_body(const struct api_request *request, struct refusal *refusal);
/* Takes one from the bucket of this kind of the reply's address (limits.h); false, with the
 * refusal, if it is empty. */
bool api_may(struct reply *reply, enum limit kind, struct refusal *refusal);
/* Refuses a request because the store could not be read or written. */
void api_refuse_store(struct reply *reply);
/* Refuses a request because of a wrong secret, name or id, and counts it against the address:
 * clients that guess often have to wait. */
void api_refuse_guess(struct reply *reply, const struct refusal *refusal);

#endif
