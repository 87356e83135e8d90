/* client_message.h - messages from WebSocket clients, and their parser. */
#ifndef TABLIER_SERVER_CLIENT_MESSAGE_H
#define TABLIER_SERVER_CLIENT_MESSAGE_H

#include "server/common/refusal.h"
#include "server/common/secret.h"

enum { PROTOCOL_VERSION = 1 };

enum message_type {
    MESSAGE_HELLO,
    MESSAGE_JOIN,
    MESSAGE_MOVE,
    MESSAGE_RESIGN,
    MESSAGE_DRAW,
    MESSAGE_UNDO,
    MESSAGE_ABORT,
    MESSAGE_REMATCH,
    MESSAGE_MOVES,
    MESSAGE_CLAIM,
    MESSAGE_SAY,
    MESSAGE_PING,
};

enum answer { ANSWER_OFFER, ANSWER_ACCEPT, ANSWER_DECLINE };

/* The requests of a player whose opponent is away. */
enum claim { CLAIM_WIN, CLAIM_DRAW, CLAIM_COMPUTER, CLAIMS };

/* Quick chat: players can send only these phrases, so no moderation is needed. They are sent as
 * keys; each reader's web app renders them in its own language. */
enum { PHRASES = 12 };

const char *phrase_word(int phrase); /* from 0 */

/* Fields that a type does not use are zero. */
struct client_message {
    enum message_type type;
    bool has_id;
    int64_t id; /* the client's, repeated in the answer */
    int64_t version;
    char game[ID_SIZE];
    char secret[SECRET_SIZE]; /* "": none */
    int64_t since;            /* -1: not given */
    int64_t seq;
    char name[NAME_SIZE];
    char move[2 * TB_MOVE_TEXT];
    enum answer answer;
    enum claim claim;
    int64_t level; /* of the computer player that is claimed */
    int phrase;    /* from 0 */
};

/* The id is set, if it could be read, even when the rest is refused. */
bool client_message_parse(const char *text, size_t length, struct client_message *message,
                          struct refusal *refusal);

#endif
