/*
 * limits.h - rate limits and connection counts per address.
 *
 * Each address has a token bucket for each kind of request (enum limit), filled at a
 * steady rate, and a count of its open connections. Addresses without recent requests
 * are forgotten; when too many are known at once, the least recent go first. Times are
 * milliseconds on a clock that never jumps.
 */
#ifndef TABLIER_SERVER_LIMITS_H
#define TABLIER_SERVER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- A bucket ---------------------------------------------------------------------- */

/* A bucket holds at most `most`, and gets `rate` more in each second. */
struct bucket_rate {
    double most, rate;
};

struct bucket {
    double level;
    int64_t at; /* when the level was true */
};

struct bucket bucket_full(const struct bucket_rate *rate, int64_t now);
/* True if there is one to take; as bucket_take() otherwise. */
bool bucket_has(struct bucket *bucket, const struct bucket_rate *rate, int64_t now, int *wait);
/* Takes one; false if there is none, and then *wait is how many seconds until there is. */
bool bucket_take(struct bucket *bucket, const struct bucket_rate *rate, int64_t now, int *wait);

/* ---- Addresses --------------------------------------------------------------------- */

enum limit {
    LIMIT_REQUESTS, /* of the HTTP interface, and new WebSocket connections */
    LIMIT_GAMES,    /* created */
    LIMIT_GUESSES,  /* of secrets and ids that were wrong */
    LIMIT_PICTURES, /* of shared links, that had to be drawn */
    LIMIT_MEMBERS,  /* names that were taken */
    LIMIT_CEREMONIES, /* challenges for passkeys (WebAuthn) */
    LIMIT_KINDS,
};

struct limits;

/* NULL if memory runs out. */
struct limits *limits_new(const struct bucket_rate rates[LIMIT_KINDS], int connections);
void limits_free(struct limits *limits);

/* Takes one from the bucket of an address, as bucket_take(). An address of IPv6 is 64 bits; the 48
 * bits before them are a network with buckets of its own, ten times as large, and must have one
 * too. */
bool limits_take(struct limits *limits, const char *address, enum limit kind, int64_t now,
                 int *wait);

/* The part of a full bucket that is left, 0 to 1. */
double limits_left(struct limits *limits, const char *address, enum limit kind, int64_t now);

/* Open connections of an address, or of the network that it is in. */
int limits_connections(struct limits *limits, const char *address);
/* One more open connection, false if there are too many; one less. */
bool limits_connect(struct limits *limits, const char *address, int64_t now);
void limits_disconnect(struct limits *limits, const char *address);

#endif
