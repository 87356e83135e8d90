/* http_inner.h - a connection that awaits or answers an HTTP request: http.c, http_answer.c. */
#ifndef TABLIER_SERVER_HTTP_INNER_H
#define TABLIER_SERVER_HTTP_INNER_H

#include "server/api.h"
#include "server/connection/connection.h"

enum { OUT_SIZE = 2048 }; /* the head of an answer */

enum awaits { AWAITS_HEAD, AWAITS_BODY, AWAITS_ANSWER, AWAITS_SENDING };

struct http {
    struct connection *connection;
    struct server *server;
    enum awaits awaits;
    bool advancing; /* a call that handles further requests is running */
    char *in;       /* what has come and is not read yet */
    size_t in_length;
    struct http_header *head; /* of the request under way, or NULL */
    struct reply *reply;      /* to it, being made or sent, or NULL */
    char out[OUT_SIZE];
    size_t out_length;
    const unsigned char *body; /* being sent */
    size_t body_length;
    size_t sent; /* of both */
    bool last;   /* the connection ends after it */
};

/* True on the sockets of /metrics, where nothing else is served. */
bool http_is_for_operators(const struct http *http);

/* Begins to send an answer. `more` are further lines of its head. A body that is not to be sent
 * (HEAD) still tells its length. */
void http_answer(struct http *http, int status, const char *type, const char *more,
                 const void *body, size_t length);

/* Refuses what does not get as far as the interface, and ends the connection, since it is not known
 * where the next request would begin. Needs no memory. */
void http_answer_failure(struct http *http, int status, const char *more);

/* Sends as much as goes now, and ends the request after the last of it. */
void http_push(struct http *http);

#endif
