/*
 * refusal.h - reasons for which the server refuses a request: a code for programs,
 * the HTTP status that goes with it, and a message for people.
 */
#ifndef TABLIER_SERVER_REFUSAL_H
#define TABLIER_SERVER_REFUSAL_H

#include "core/message.h"

#define REFUSALS(X)                                                                                \
    X(SYNTAX, "syntax", 400)                                                                       \
    X(VERSION, "version", 400)                                                                     \
    X(UNKNOWN, "unknown", 404)                                                                     \
    X(SEAT, "seat", 403)                                                                           \
    X(TURN, "turn", 409)                                                                           \
    X(ILLEGAL, "illegal", 409)                                                                     \
    X(OVER, "over", 409)                                                                           \
    X(LATE, "late", 409)                                                                           \
    X(WAITING, "waiting", 409)                                                                     \
    X(OFFER, "offer", 409)                                                                         \
    X(AGAIN, "again", 409)                                                                         \
    X(TAKEN, "taken", 409)                                                                         \
    X(TERMS, "terms", 400)                                                                         \
    X(MEMBER, "member", 401)                                                                       \
    X(RIGHTS, "rights", 403)                                                                       \
    X(BANNED, "banned", 403)                                                                       \
    X(NAME, "name", 409)                                                                           \
    X(RATE, "rate", 429)                                                                           \
    X(ORIGIN, "origin", 403)                                                                       \
    X(SIZE, "size", 413)                                                                           \
    X(METHOD, "method", 405)                                                                       \
    X(TIMEOUT, "timeout", 408)                                                                     \
    X(HOST, "host", 421)                                                                           \
    X(BUSY, "busy", 503)                                                                           \
    X(STORE, "store", 503)

enum refusal_code {
    REFUSED_NOT, /* not refused */
#define REFUSAL_ENUM(name, word, status) REFUSED_##name,
    REFUSALS(REFUSAL_ENUM)
#undef REFUSAL_ENUM
};

struct refusal {
    enum refusal_code code;
    char text[TB_ERROR_TEXT];      /* in English */
    char message[TB_MESSAGE_TEXT]; /* the same as data */
    char places[256]; /* squares or pieces to blame for an illegal move; may be empty */
};

/* The body of a failure: {"error":{...}}. Plain texts only: no quotes, no backslashes, no
 * arguments. */
#define REFUSAL_BODY(word, english)                                                                \
    "{\"error\":{\"code\":\"" word "\",\"text\":\"" english                                        \
    "\",\"message\":{\"template\":\"" english "\",\"arguments\":{}}}}"

/* refuse(refusal, code, "template", arguments...): fills it in and returns false, for
 * `return refuse(...)`. */
#define refuse(refusal, code, ...) refuse_message(refusal, code, MESSAGE(__VA_ARGS__))
bool refuse_message(struct refusal *refusal, enum refusal_code code, const struct phrase *phrase);
/* The same for an encoded message. */
bool refuse_encoded(struct refusal *refusal, enum refusal_code code, const char *encoded);
/* The same for an error of the library. Memory, system and internal errors become REFUSED_STORE. */
bool refuse_error(struct refusal *refusal, enum refusal_code code, const struct tb_error *error);

const char *refusal_word(enum refusal_code code);
int refusal_status(enum refusal_code code);

#endif
