/*
 * refusal.h - why the server does not do what it was asked: a code for programs,
 * the HTTP status that goes with it, and a sentence for people, in English and French.
 */
#ifndef TABLIER_SERVER_REFUSAL_H
#define TABLIER_SERVER_REFUSAL_H

#include "core/text.h"

#define REFUSALS(X)                                                            \
    X(SYNTAX, "syntax", 400)                                                   \
    X(VERSION, "version", 400)                                                 \
    X(UNKNOWN, "unknown", 404)                                                 \
    X(SEAT, "seat", 403)                                                       \
    X(TURN, "turn", 409)                                                       \
    X(ILLEGAL, "illegal", 409)                                                 \
    X(OVER, "over", 409)                                                       \
    X(LATE, "late", 409)                                                       \
    X(WAITING, "waiting", 409)                                                 \
    X(OFFER, "offer", 409)                                                     \
    X(AGAIN, "again", 409)                                                     \
    X(TAKEN, "taken", 409)                                                     \
    X(TERMS, "terms", 400)                                                     \
    X(RATE, "rate", 429)                                                       \
    X(ORIGIN, "origin", 403)                                                   \
    X(SIZE, "size", 413)                                                       \
    X(METHOD, "method", 405)                                                   \
    X(TIMEOUT, "timeout", 408)                                                 \
    X(HOST, "host", 421)                                                       \
    X(BUSY, "busy", 503)                                                       \
    X(STORE, "store", 503)

enum refusal_code {
    REFUSED_NOT, /* all is well */
#define REFUSAL_ENUM(name, word, status) REFUSED_##name,
    REFUSALS(REFUSAL_ENUM)
#undef REFUSAL_ENUM
};

struct refusal {
    enum refusal_code code;
    char text[256];
    char french[256]; /* the same */
    char places[256]; /* squares or pieces to blame for an illegal move; may be empty */
};

/* The body of a failure: {"error":{...}}. Plain texts only: no quotes, no backslashes. */
#define REFUSAL_BODY(word, english, french)                                                        \
    "{\"error\":{\"code\":\"" word "\",\"text\":\"" english "\",\"french\":\"" french "\"}}"

/* Fills it in; returns false, for `return refuse(...)`. Both sentences take the same arguments. */
bool refuse(struct refusal *refusal, enum refusal_code code, const char *english,
            const char *french, ...) __attribute__((format(printf, 3, 5), format(printf, 4, 5)));
/* The same for an error of the library. One that is not the asker's is the server's trouble. */
bool refuse_error(struct refusal *refusal, enum refusal_code code, const struct tb_error *error);

const char *refusal_word(enum refusal_code code);
int refusal_status(enum refusal_code code);

#endif
