/*
 * proof_table.h - the table of a proof search: for each position its proven bounds, and its proof
 * and disproof numbers.
 *
 * It has a fixed size; a new entry replaces the one that took the least work. There are no locks:
 * an entry is two words, the first being the key and the work mixed with the second, so two threads
 * that write at once leave an entry that fits no key.
 */
#ifndef TABLIER_SOLVE_PROOF_TABLE_H
#define TABLIER_SOLVE_PROOF_TABLE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "core/product.h"
#include "solve/bounds.h"

/* Proof and disproof numbers. */
enum { NUMBER_INFINITE = (1 << 24) - 1 };

struct proof_table_entry {
    struct bounds bounds;
    uint32_t proof, disproof; /* of the question when it was last open; 0: never */
    uint64_t work;            /* nodes it took; kept as a power of two */
};

struct proof_table_slot {
    _Atomic uint64_t check, data;
};

enum { PROOF_TABLE_WAYS = 4 };

struct proof_table_bucket {
    _Alignas(64) struct proof_table_slot slots[PROOF_TABLE_WAYS];
};

struct proof_table {
    struct proof_table_bucket *buckets;
    void *block; /* the allocation that holds the buckets */
    uint64_t count;
};

/* False when out of memory. */
bool proof_table_init(struct proof_table *table, uint64_t buckets);
void proof_table_release(struct proof_table *table);

/* False, with an open entry, if the position is not in the table. */
bool proof_table_get(const struct proof_table *table, uint64_t key,
                     struct proof_table_entry *entry);

/* Keeps an entry; bounds that are known already stay known. */
void proof_table_put(struct proof_table *table, uint64_t key,
                     const struct proof_table_entry *entry);

/* The share of places in use, from a sample. */
double proof_table_fill(const struct proof_table *table);

static inline struct proof_table_bucket *proof_table_bucket(const struct proof_table *table,
                                                            uint64_t key)
{
    return &table->buckets[product_high(key, table->count)];
}

#endif
