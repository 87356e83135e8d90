/* limits.c - token buckets in a hash table of fixed size. */
#include "server/limits.h"

#include <arpa/inet.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLOTS = 1 << 14, /* addresses known at once */
    WAYS = 8,        /* places where an address may be */
};

struct bucket {
    double level;
    int64_t at; /* when the level was true */
};

/* One address; an empty one has no text. */
struct visitor {
    char address[ADDRESS_SIZE];
    int connections;
    int64_t seen;
    struct bucket buckets[LIMIT_KINDS];
};

struct limits {
    struct limit_rate rates[LIMIT_KINDS];
    int connections;
    struct visitor visitors[SLOTS];
};

struct limits *limits_new(const struct limit_rate rates[LIMIT_KINDS], int connections)
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
    uint32_t value = 2166136261u;

    for (; *text; text++)
        value = (value ^ (unsigned char)*text) * 16777619u;
    return value;
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
            visitor->buckets[i] = (struct bucket){limits->rates[i].most, now};
    }
    visitor->seen = now;
    return visitor;
}

/* The bucket, filled up to now. */
static struct bucket *fill(struct limits *limits, const char *address, enum limit kind, int64_t now)
{
    const struct limit_rate *rate = &limits->rates[kind];
    struct bucket *bucket = &meet(limits, address, now)->buckets[kind];

    if (now > bucket->at)
        bucket->level = fmin(rate->most, bucket->level + (double)(now - bucket->at) / 1000 * rate->rate);
    bucket->at = now;
    return bucket;
}

bool limits_allow(struct limits *limits, const char *address, enum limit kind, int64_t now)
{
    return fill(limits, address, kind, now)->level >= 1;
}

bool limits_take(struct limits *limits, const char *address, enum limit kind, int64_t now,
                 int *wait)
{
    struct bucket *bucket = fill(limits, address, kind, now);

    if (bucket->level >= 1) {
        bucket->level -= 1;
        return true;
    }
    *wait = (int)ceil((1 - bucket->level) / limits->rates[kind].rate);
    return false;
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

void address_normalise(const char *address, char out[ADDRESS_SIZE])
{
    struct in6_addr six;
    struct in_addr four;

    strcpy(out, "unknown");
    if (inet_pton(AF_INET, address, &four) == 1) {
        inet_ntop(AF_INET, &four, out, ADDRESS_SIZE);
    } else if (inet_pton(AF_INET6, address, &six) == 1) {
        if (IN6_IS_ADDR_V4MAPPED(&six)) {
            inet_ntop(AF_INET, six.s6_addr + 12, out, ADDRESS_SIZE);
        } else {
            memset(six.s6_addr + 8, 0, 8);
            inet_ntop(AF_INET6, &six, out, ADDRESS_SIZE);
        }
    }
}
