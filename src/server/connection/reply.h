/*
 * reply.h - the answer to a request, made at once or later.
 *
 * The request and the producer of the answer share it; the later of the two to finish frees it.
 */
#ifndef TABLIER_SERVER_REPLY_H
#define TABLIER_SERVER_REPLY_H

#include "server/connection/peer.h"
#include "server/game/client.h"

/* Who may use an answer. */
enum reply_policy {
    POLICY_STRICT,  /* only pages of this server */
    POLICY_SHARED,  /* a page below its usual place: it has a base */
    POLICY_FRAMED,  /* a page that others may show in a frame */
    POLICY_PICTURE, /* a picture that others may show */
};

struct reply {
    struct server *server;
    void *request;                         /* the request it answers; NULL: abandoned */
    void (*on_ready)(struct reply *reply); /* not called after reply_abandon() */
    char address[ADDRESS_SIZE];            /* whose request it is */
    bool trusted;                          /* not sent by a page of another site */
    bool secure;                           /* it came by HTTPS */
    void (*cancel)(struct reply *reply);   /* stops the work on it; NULL: it cannot be stopped */
    void *work;
    bool ready;
    int status;
    int wait; /* seconds until a retry may succeed; 0: unknown */
    const char *type;
    char file_name[48];  /* to be saved under, or "" */
    const char *cache;   /* further lines of the head; NULL: it is not to be kept */
    char etag[24];       /* in quotes, or "" */
    enum reply_policy policy;
    char cookie[192];    /* a line of the head, or "" */
    char device[160];    /* the same, for the cookie of the device */
    struct packet *body; /* NULL: empty */
};

/* Complete a reply; the caller must not touch it afterwards. */
void reply_json(struct reply *reply, int status, json_t *json);
void reply_refusal(struct reply *reply, const struct refusal *refusal);
/* `file_name` offers to save it; NULL: not. */
void reply_text(struct reply *reply, int status, const char *type, const char *file_name,
                const char *text);
/* Takes a reference of its own; NULL: memory has run out. */
void reply_packet(struct reply *reply, int status, const char *type, struct packet *packet);

/* True if the client still waits for the answer. */
bool reply_wanted(const void *reply);
/* The client no longer waits for the answer. */
void reply_abandon(struct reply *reply);
void reply_free(struct reply *reply);

#endif
