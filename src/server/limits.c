/* limits.c - token buckets in a hash table of fixed size. */
#include "server/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/checksum.h"
#include "server/peer.h"

enum {
    SLOTS = 1 << 14, /* addresses known at once */
    WAYS = 8,        /* places where an address may be */
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
    int connections;
    struct visitor visitors[SLOTS];
};

/* ---- A bucket ---------------------------------------------------------------------- */

struct bucket bucket_full(const struct bucket_rate *rate, int64_t now)
{
    return (struct bucket){rate->most, now};
}

bool bucket_take(struct bucket *bucket, const struct bucket_rate *rate, int64_t now, int *wait)
{
    if (now > bucket->at)
        bucket->level =
            fmin(rate->most, bucket->level + (double)(now - bucket->at) / 1000 * rate->rate);
    bucket->at = now;
    if (bucket->level >= 1) {
        bucket->level -= 1;
        return true;
    }
    *wait = (int)ceil((1 - bucket->level) / rate->rate);
    return false;
}

/* ---- Addresses --------------------------------------------------------------------- */

struct limits *limits_new(const struct bucket_rate rates[LIMIT_KINDS], int connections)
{
    struct limits *limits = calloc(1, sizeof *limits);

    if (!limits)
        return NULL;
    memcpy(limits->rates, rates, sizeof limits->rates);
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
static struct visitor *meet(struct limits *limits, const char *address, int64_t now)
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
            visitor->buckets[i] = bucket_full(&limits->rates[i], now);
    }
    visitor->seen = now;
    return visitor;
}

bool limits_take(struct limits *limits, const char *address, enum limit kind, int64_t now,
                 int *wait)
{
    return bucket_take(&meet(limits, address, now)->buckets[kind], &limits->rates[kind], now, wait);
}

bool limits_connect(struct limits *limits, const char *address, int64_t now)
{
    struct visitor *visitor = meet(limits, address, now);

    if (visitor->connections >= limits->connections)
        return false;
    visitor->connections++;
    return true;
}

void limits_disconnect(struct limits *limits, const char *address)
{
    struct visitor *visitor = find(limits, address);

    if (visitor && visitor->connections > 0)
        visitor->connections--;
}
