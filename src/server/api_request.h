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

/* Who may ask: everyone; members, and programs with a token of that scope; members in a browser;
 * operators, on sockets of their own; or both of these. */
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
};

/* ---- For handlers --------------------------------------------------------------------- */

/* Is the body said to be JSON? A form of a foreign page cannot say so. */
bool api_is_json(const struct http_header *head);
/* The object in the body, which must be application/json; {} without a body. NULL with the
 * reason. */
json_t *api_body(const struct api_request *request, struct refusal *refusal);
/* Takes one of the things that the address of a reply may do; a refusal if there is none left. */
bool api_may(struct reply *reply, enum limit kind, struct refusal *refusal);
/* Refuses what could not be stored or read. */
void api_refuse_store(struct reply *reply);
/* The same for a wrong secret, name or id; who tries many of them has to wait. */
void api_refuse_guess(struct reply *reply, const struct refusal *refusal);

#endif
