/*
 * reply.h - the answer to a request, made at once or later.
 *
 * The request and whoever makes the answer point at it; the later of the two to go frees it.
 */
#ifndef TABLIER_SERVER_REPLY_H
#define TABLIER_SERVER_REPLY_H

#include "server/connection/peer.h"
#include "server/game/client.h"

struct reply {
    struct server *server;
    void *request; /* whose answer it is; NULL: nobody waits for it any more */
    void (*on_ready)(struct reply *reply); /* only called while somebody waits */
    char address[ADDRESS_SIZE];            /* whose request it is */
    bool trusted;                          /* not sent by a page of another site */
    void (*cancel)(struct reply *reply);   /* stops the work on it; NULL: it cannot be stopped */
    void *work;
    bool ready;
    int status;
    int wait; /* seconds until it may be tried again; 0: not said */
    const char *type;
    char file_name[48];  /* to be saved under, or "" */
    struct packet *body; /* NULL: empty */
};

/* Complete a reply; the caller must not touch it afterwards. */
void reply_json(struct reply *reply, int status, json_t *json);
void reply_refusal(struct reply *reply, const struct refusal *refusal);
/* `file_name` offers to save it; NULL: not. */
void reply_text(struct reply *reply, int status, const char *type, const char *file_name,
                const char *text);

/* Does anybody wait for it? */
bool reply_wanted(const void *reply);
/* Nobody waits for it any more. */
void reply_abandon(struct reply *reply);
void reply_free(struct reply *reply);

#endif
