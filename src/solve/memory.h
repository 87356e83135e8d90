/*
 * memory.h - the table of a proof search: for each position its proven bounds, and its proof and
 * disproof numbers.
 *
 * It has a fixed size; a new entry replaces the one that took the least work. There are no locks:
 * an entry is two words, the first being the key and the work mixed with the second, so two threads
 * that write at once leave an entry that fits no key.
 */
#ifndef TABLIER_SOLVE_MEMORY_H
#define TABLIER_SOLVE_MEMORY_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "solve/bounds.h"

/* Proof and disproof numbers. */
enum { NUMBER_INFINITE = (1 << 24) - 1 };

struct memory_entry {
    struct bounds bounds;
    uint32_t proof, disproof; /* of the question when it was last open; 0: never */
    uint64_t work;            /* nodes it took; kept as a power of two */
};

struct memory_slot {
    _Atomic uint64_t check, data;
};

enum { MEMORY_WAYS = 4 };

struct memory_bucket {
    _Alignas(64) struct memory_slot slots[MEMORY_WAYS];
};

struct memory {
    struct memory_bucket *buckets;
    void *block; /* the allocation that holds the buckets */
    uint64_t count;
};

/* False when out of memory. */
bool memory_init(struct memory *memory, uint64_t buckets);
void memory_release(struct memory *memory);
void memory_clear(struct memory *memory);

/* False, with an open entry, if the position is not in the table. */
bool memory_get(const struct memory *memory, uint64_t key, struct memory_entry *entry);

/* Keeps an entry; bounds that are known already stay known. */
void memory_put(struct memory *memory, uint64_t key, const struct memory_entry *entry);

/* The share of places in use, from a sample. */
double memory_fill(const struct memory *memory);

static inline struct memory_bucket *memory_bucket(const struct memory *memory, uint64_t key)
{
    __extension__ unsigned __int128 product = (unsigned __int128)key * memory->count;

    return &memory->buckets[(uint64_t)(product >> 64)];
}

#endif
