/* limits.c - token buckets in a hash table of fixed size. */
#include "server/connection/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/checksum.h"
#include "server/connection/peer.h"

enum {
    SLOTS = 1 << 14, /* addresses known at once */
    WAYS = 8,        /* places where an address may be */
    WIDE = 10,       /* a network of 48 bits may do as much as this many addresses */
};

/* One address; an empty one has no text. */
struct visitor {
    char address[ADDRESS_SIZE];
    int connections;
    int64_t seen;
    struct bucket buckets[LIMIT_KINDS];
};

struct limits {
    struct bucket_rate rates[LIMIT_KINDS];
    struct bucket_rate wide[LIMIT_KINDS]; /* of a network */
    int connections;
    struct visitor visitors[SLOTS];
};

/* ---- A bucket ---------------------------------------------------------------------- */

struct bucket bucket_full(const struct bucket_rate *rate, int64_t now)
{
    return (struct bucket){rate->most, now};
}

bool bucket_has(struct bucket *bucket, const struct bucket_rate *rate, int64_t now, int *wait)
{
    if (now > bucket->at)
        bucket->level =
            fmin(rate->most, bucket->level + (double)(now - bucket->at) / 1000 * rate->rate);
    bucket->at = now;
    if (bucket->level >= 1)
        return true;
    *wait = (int)ceil((1 - bucket->level) / rate->rate);
    return false;
}

bool bucket_take(struct bucket *bucket, const struct bucket_rate *rate, int64_t now, int *wait)
{
    bool has = bucket_has(bucket, rate, now, wait);

    if (has)
        bucket->level -= 1;
    return has;
}

/* ---- Addresses --------------------------------------------------------------------- */

struct limits *limits_new(const struct bucket_rate rates[LIMIT_KINDS], int connections)
{
    struct limits *limits = calloc(1, sizeof *limits);

    if (!limits)
        return NULL;
    memcpy(limits->rates, rates, sizeof limits->rates);
    for (int i = 0; i < LIMIT_KINDS; i++)
        limits->wide[i] = (struct bucket_rate){WIDE * rates[i].most, WIDE * rates[i].rate};
    limits->connections = connections;
    return limits;
}

void limits_free(struct limits *limits)
{
    free(limits);
}

static uint32_t hash(const char *text)
{
    uint64_t sum = checksum_add(CHECKSUM_START, text, strlen(text));

    return (uint32_t)(sum ^ sum >> 32);
}

static struct visitor *find(struct limits *limits, const char *address)
{
    uint32_t start = hash(address);

    for (uint32_t i = 0; i < WAYS; i++) {
        struct visitor *visitor = &limits->visitors[(start + i) % SLOTS];

        if (strcmp(visitor->address, address) == 0)
            return visitor;
    }
    return NULL;
}

/* Finds an address or takes the place of the one that is missed least. */
static struct visitor *meet(struct limits *limits, const char *address,
                            const struct bucket_rate *rates, int64_t now)
{
    struct visitor *visitor = find(limits, address);
    uint32_t start = hash(address);

    if (!visitor) {
        visitor = &limits->visitors[start % SLOTS];
        for (uint32_t i = 1; i < WAYS; i++) {
            struct visitor *other = &limits->visitors[(start + i) % SLOTS];

            if (other->connections < visitor->connections ||
                (other->connections == visitor->connections && other->seen < visitor->seen))
                visitor = other;
        }
        memset(visitor, 0, sizeof *visitor);
        strncpy(visitor->address, address, ADDRESS_SIZE - 1);
        for (int i = 0; i < LIMIT_KINDS; i++)
            visitor->buckets[i] = bucket_full(&rates[i], now);
    }
    visitor->seen = now;
    return visitor;
}

/* An address and the network that it is in, which counts beside it; NULL: it is in none. */
struct pair {
    struct visitor *own, *network;
};

static struct pair meet_both(struct limits *limits, const char *address, int64_t now)
{
    char name[ADDRESS_SIZE];
    struct pair pair = {0};

    if (peer_network(address, name))
        pair.network = meet(limits, name, limits->wide, now);
    pair.own = meet(limits, address, limits->rates, now);
    if (pair.network && strcmp(pair.network->address, name) != 0)
        pair.network = NULL; /* the address has taken its place */
    return pair;
}

bool limits_take(struct limits *limits, const char *address, enum limit kind, int64_t now,
                 int *wait)
{
    struct pair pair = meet_both(limits, address, now);

    if (pair.network && !bucket_has(&pair.network->buckets[kind], &limits->wide[kind], now, wait))
        return false;
    if (!bucket_take(&pair.own->buckets[kind], &limits->rates[kind], now, wait))
        return false;
    return !pair.network ||
           bucket_take(&pair.network->buckets[kind], &limits->wide[kind], now, wait);
}

double limits_left(struct limits *limits, const char *address, enum limit kind, int64_t now)
{
    struct pair pair = meet_both(limits, address, now);
    int wait;

    bucket_has(&pair.own->buckets[kind], &limits->rates[kind], now, &wait);
    double left = pair.own->buckets[kind].level / limits->rates[kind].most;

    if (!pair.network)
        return left;
    bucket_has(&pair.network->buckets[kind], &limits->wide[kind], now, &wait);
    return fmin(left, pair.network->buckets[kind].level / limits->wide[kind].most);
}

bool limits_connect(struct limits *limits, const char *address, int64_t now)
{
    struct pair pair = meet_both(limits, address, now);

    if (pair.own->connections >= limits->connections ||
        (pair.network && pair.network->connections / WIDE >= limits->connections))
        return false;
    pair.own->connections++;
    if (pair.network)
        pair.network->connections++;
    return true;
}

void limits_disconnect(struct limits *limits, const char *address)
{
    char name[ADDRESS_SIZE];
    struct visitor *own = find(limits, address);
    struct visitor *network = peer_network(address, name) ? find(limits, name) : NULL;

    if (own && own->connections > 0)
        own->connections--;
    if (network && network->connections > 0)
        network->connections--;
}

int limits_connections(struct limits *limits, const char *address)
{
    char name[ADDRESS_SIZE];
    struct visitor *visitor = find(limits, peer_network(address, name) ? name : address);

    return visitor ? visitor->connections : 0;
}
