/*
 * client.h - someone who is connected, as the hub sees it, and the packets that
 * go out to them.
 */
#ifndef TABLIER_SERVER_CLIENT_H
#define TABLIER_SERVER_CLIENT_H

#include <jansson.h>

#include "club/lag.h"
#include "server/connection/frame.h"
#include "server/connection/limits.h"
#include "server/connection/peer.h"
#include "server/game/client_message.h"
#include "server/members/member.h"

/* A message on its way out, shared by those who get it. */
struct packet {
    int references;
    size_t length;
    unsigned char *text;
    size_t head; /* bytes of the frame's head, which stands before the text; 0: no frame */
};

/* All NULL if memory runs out: a message, whose reference to json it takes; bytes without a frame;
 * a control frame. */
struct packet *packet_new(json_t *json);
struct packet *packet_raw(const void *data, size_t length);
struct packet *packet_control(enum frame_opcode opcode, const void *data, size_t length);
void packet_drop(struct packet *packet); /* accepts NULL */

/* The connection owns it, and leaves the hub before it is gone. */
struct client {
    /* Sends, keeping a reference for as long as it needs; ends the connection. */
    void (*send)(struct client *client, struct packet *packet);
    void (*close)(struct client *client, const char *code, const char *message);
    /* Called when the client has named a game or a secret that does not exist. */
    void (*guessed)(struct client *client);
    /* True if the client may create one more game (a rematch, say); else the refusal. */
    bool (*may_create)(struct client *client, struct refusal *refusal);
    char address[ADDRESS_SIZE]; /* whose it is, as limits.h counts */
    struct member member;       /* as they were when they connected */
    struct lag_meter lag;       /* of the connection */
    struct visitor *visitor;    /* the club's own; NULL before hello */
    /* The hub's own. */
    struct live_game *live; /* NULL before hello */
    int seat;               /* NOBODY for a spectator */
    bool greeted;
    struct bucket states; /* limits whole states sent in answer to stale requests */
    int waiting;          /* queued requests */
    struct client *next;
};

/* Sends a packet. NULL, if memory ran out, ends the connection: the client has missed a message,
 * and gets the whole state when it reconnects. */
void client_send_packet(struct client *client, struct packet *packet);
/* Sends an object, whose reference it takes. */
void client_send(struct client *client, json_t *json);
/* Answers with an error; `message` is what it answers, or NULL. */
void client_refuse(struct client *client, const struct client_message *message,
                   const struct refusal *refusal);
/* Repeats the number of the request in an answer. */
void client_message_add_id(json_t *json, const struct client_message *message);

#endif
