/*
 * retrieval.h - a static function from 64-bit keys to values of four bits, in about five bits per
 * key: a table that does not store its keys.
 *
 * Each key owns three slots of four bits, found by hashing, and its value is
 * their exclusive or. For a key outside the set it was built for, the value is arbitrary: the
 * caller must know that the key is in the set.
 */
#ifndef TABLIER_CORE_RETRIEVAL_H
#define TABLIER_CORE_RETRIEVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct retrieval {
    const unsigned char *slots; /* two per byte, low half first */
    uint32_t third;             /* slots in each of the three parts */
    uint64_t seed;
};

/* One key and its value, for building. */
struct retrieval_pair {
    uint64_t key;
    unsigned value; /* 0 to 15 */
};

/* Bytes of slots that `third` needs. */
static inline size_t retrieval_size(uint32_t third)
{
    return ((size_t)3 * third + 1) / 2;
}

unsigned retrieval_get(const struct retrieval *table, uint64_t key);

/* Returns the right `third` for `count` pairs. */
uint32_t retrieval_third(size_t count);

/* Fills slots, retrieval_size(third) bytes, so that every pair's key finds its
 * value; keys must be distinct. Sets *seed. False when memory runs out. */
bool retrieval_build(const struct retrieval_pair *pairs, size_t count, uint32_t third,
                     unsigned char *slots, uint64_t *seed);

#endif
