/*
 * limits.h - how much one address may ask for.
 *
 * Each address has a bucket for each kind of thing, filled at a steady rate, and
 * a count of its open connections. Addresses that have been quiet are forgotten;
 * when too many are known at once, the quietest go first.
 */
#ifndef TABLIER_SERVER_LIMITS_H
#define TABLIER_SERVER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ADDRESS_SIZE = 48 };

enum limit {
    LIMIT_REQUESTS, /* of the HTTP interface, and new connections */
    LIMIT_GAMES,    /* created */
    LIMIT_GUESSES,  /* of secrets and ids that were wrong */
    LIMIT_KINDS,
};

/* A bucket: holds `most`, and gets `rate` more in each second. */
struct limit_rate {
    double most, rate;
};

struct limits;

/* NULL if memory runs out. */
struct limits *limits_new(const struct limit_rate rates[LIMIT_KINDS], int connections);
void limits_free(struct limits *limits);

/* Takes one from a bucket; false if it is empty, and then *wait is how many seconds until it
 * is not. */
bool limits_take(struct limits *limits, const char *address, enum limit kind, int64_t now,
                 int *wait);
/* Is there anything in it? */
bool limits_allow(struct limits *limits, const char *address, enum limit kind, int64_t now);

/* One more open connection, false if there are too many; one less. */
bool limits_connect(struct limits *limits, const char *address, int64_t now);
void limits_disconnect(struct limits *limits, const char *address);

/* The part of an address that stands for one user: all of IPv4, 64 bits of IPv6; "unknown" if it
 * is none. */
void address_normalise(const char *address, char out[ADDRESS_SIZE]);

#endif
