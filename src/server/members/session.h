/*
 * session.h - from the cookie or the token of a request to the member who makes it.
 *
 * Sessions from the store are kept in memory for a while, so that requests rarely wait for it. A
 * secret is 256 random bits; the store keeps its hash. All on the loop.
 */
#ifndef TABLIER_SERVER_SESSION_H
#define TABLIER_SERVER_SESSION_H

#include "server/connection/http_header.h"
#include "server/members/member.h"

enum { TOKEN_SIZE = 48 }; /* bytes of a secret with its prefix and end */

#define TOKEN_PREFIX "tbt_" /* of those for programs */

enum credential { NO_CREDENTIAL, BY_COOKIE, BY_TOKEN };

struct session {
    struct member member; /* id 0: a guest, or a credential that is not valid */
    enum credential by;
    unsigned char hash[HASH_SIZE]; /* of the secret that was shown */
    int64_t number;                /* of the row */
    int64_t issued;                /* when the secret was given */
    int64_t banned;                /* the member, if they are suspended and so taken for a guest */
    bool previous;                 /* it was exchanged already, but the new one was never used */
};

struct sessions;

struct sessions *sessions_new(struct store *store); /* NULL if memory runs out */
void sessions_free(struct sessions *sessions);      /* accepts NULL; after the store */

/* NULL: the store cannot be reached. The session lives during the call. */
typedef void session_known(void *context, const struct session *session);

/* Finds the member who makes a request. Calls back at once if the session is in memory, else later.
 * `secure`: the request came by HTTPS, and its cookie is for HTTPS alone. */
void session_find(struct sessions *sessions, const struct http_header *head, bool secure,
                  session_known *known, void *context);

/* Drop sessions from memory: they are read from the store the next time. */
void session_forget(struct sessions *sessions, const unsigned char hash[HASH_SIZE]);
void session_forget_member(struct sessions *sessions, int64_t member);
void session_forget_all(struct sessions *sessions);

/* The value of a cookie among others: "a=b; tablier=value". False if there is none, or it is too
 * long to be ours. */
bool cookie_read(const struct http_header *head, const char *name, char out[TOKEN_SIZE]);
/* A new secret, with a prefix, and its hash. */
void session_draw(const char *prefix, char out[TOKEN_SIZE], unsigned char hash[HASH_SIZE]);
/* The line of the head that gives a browser its cookie ("": that takes it away). */
void session_cookie(const char *secret, bool secure, char *out, size_t size);

enum { SESSION_DAYS = 90 };

#endif
