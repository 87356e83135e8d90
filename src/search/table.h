/*
 * table.h - the transposition table, shared by all threads.
 *
 * There are no locks. An entry is two words, written and read one by one, the
 * first being the key xor the second: two threads that write at once leave an
 * entry that fits no key.
 */
#ifndef TABLIER_SEARCH_TABLE_H
#define TABLIER_SEARCH_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/product.h"
#include "search/search.h"

/* The relation of a score to the value of the position. */
enum bound {
    BOUND_NONE = 0,
    BOUND_LOWER = 1, /* it is at least the score */
    BOUND_UPPER = 2, /* it is at most the score */
    BOUND_EXACT = 3,
};

enum {
    TABLE_MOVE_BITS = 18, /* moves must be below 1 << 18, MOVE_NONE aside */
    TABLE_NO_EVAL = INT16_MIN,
};

struct table_entry {
    tb_move move;   /* the best one known, or MOVE_NONE */
    int score;      /* wins and losses counted from this position, not from the root */
    int eval;       /* the static evaluation, or TABLE_NO_EVAL */
    int depth;      /* 0 to 127 */
    unsigned bound; /* enum bound */
    unsigned proof; /* the bounds that are proven, at any depth */
};

/*
 * A browser waits at each atomic store until all stores before it are done. In WebAssembly the
 * words are plain ones: of two threads, each may read half of what the other writes, and that fits
 * no key either.
 */
#ifdef __wasm__
typedef volatile uint64_t table_word;
#else
typedef _Atomic uint64_t table_word;
#endif

struct table_slot {
    table_word check; /* key xor data */
    table_word data;  /* 0: empty */
};

enum { TABLE_WAYS = 4 };

struct table_bucket {
    _Alignas(64) struct table_slot slots[TABLE_WAYS];
};

struct table {
    struct table_bucket *buckets;
    void *memory; /* the allocation that holds the buckets */
    uint64_t count;
    unsigned age; /* of the current search */
};

/* False when out of memory. The memory is touched as it is used. */
bool table_init(struct table *table, size_t bytes);
void table_release(struct table *table);
void table_clear(struct table *table);
/* To be called before each search: ages the entries of older ones. */
void table_next_search(struct table *table);

bool table_probe(const struct table *table, uint64_t key, struct table_entry *out);
void table_store(struct table *table, uint64_t key, const struct table_entry *entry);

/*
 * Fetches the bucket of a key that will be wanted soon. WebAssembly has no instruction for
 * that, and a load holds the processor up; a store does not, so the byte that no probe looks
 * at is written: the highest of the first check.
 */
static inline void table_prefetch(const struct table *table, uint64_t key)
{
    struct table_bucket *bucket = &table->buckets[product_high(key, table->count)];

#ifdef __wasm__
    ((volatile uint8_t *)bucket)[sizeof bucket->slots[0].check - 1] = 0;
#else
    __builtin_prefetch(bucket);
#endif
}

#endif
