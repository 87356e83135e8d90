/* hash.h - the steps of the hash of a state; game_hash() puts them together. */
#ifndef TABLIER_CORE_HASH_H
#define TABLIER_CORE_HASH_H

#include <stddef.h>

#include "core/product.h"

#define HASH_START UINT64_C(0x243f6a8885a308d3)

/* Folds 128 bits of product into 64. */
static inline uint64_t hash_mix(uint64_t a, uint64_t b)
{
    return a * b ^ product_high(a, b);
}

/* Adds two words of the state. */
static inline uint64_t hash_pair(uint64_t hash, uint64_t first, uint64_t second)
{
    return hash_mix(first ^ hash, second ^ 0x9e3779b97f4a7c15u);
}

/* After the last word. */
static inline uint64_t hash_end(uint64_t hash, size_t state_size)
{
    return hash_mix(hash ^ state_size, 0xe7037ed1a0b428dbu);
}

/* Adds the seat of a player in an image of the position (canonical.h). */
static inline uint64_t hash_seat(uint64_t hash, int seat)
{
    return hash + (uint64_t)seat * 0x9e3779b97f4a7c15u;
}

#endif
