/* strategy_table.h - the table of strategy.h: positions by number, each with a bound. */
#ifndef TABLIER_SOLVE_STRATEGY_TABLE_H
#define TABLIER_SOLVE_STRATEGY_TABLE_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/solved.h"
#include "solve/bounds.h"
#include "solve/bytes.h"

struct strategy_entry {
    struct packed key;
    bool taken; /* false: the entry is free, and all of it is 0 */
    uint8_t bound;
    _Atomic uint8_t reached;
    uint32_t level; /* of the table when the position was added */
};

enum { STRATEGY_SHARDS = 256, BOUND_ANY = 255 /* however many plies */ };

/* A number of plies as a bound, and back. */
static inline uint8_t bound_byte(int plies)
{
    return plies >= PLIES_ANY ? BOUND_ANY : (uint8_t)plies;
}

static inline int bound_plies(uint8_t byte)
{
    return byte == BOUND_ANY ? PLIES_ANY : byte;
}

/* Hash tables that grow, each with a lock. A shard has all positions with the same high half. */
struct strategy_table {
    uint32_t level; /* changes only while no thread uses the table */
    struct strategy_shard {
        pthread_mutex_t lock;
        size_t count;
        /* Change under the lock, but strategy_table_fetch() looks at them without it. */
        _Alignas(64) struct strategy_entry *_Atomic entries;
        atomic_size_t capacity;
    } shards[STRATEGY_SHARDS];
};

/* NULL when out of memory. */
struct strategy_table *strategy_table_new(void);
void strategy_table_free(struct strategy_table *table);

/* Brings the place of a position from memory into the processor's cache, for one who asks for it
 * soon. Any thread. */
void strategy_table_fetch(const struct strategy_table *table, struct packed key);

/* Adds a position unless it is there; -1 when out of memory, else 1 if it is new. Any thread. */
int strategy_table_add(struct strategy_table *table, struct packed key, uint8_t bound);

/* Adds a position, or changes its bound to this one where that is less (else, more). False when out
 * of memory. Any thread. */
bool strategy_table_merge(struct strategy_table *table, struct packed key, uint8_t bound,
                          bool least);

/* True if the position was added in an earlier level, whatever is added now. Any thread. */
bool strategy_table_had(struct strategy_table *table, struct packed key);

/* NULL if the position is not there. Any thread, as long as none adds. */
struct strategy_entry *strategy_table_find(struct strategy_table *table, struct packed key);

struct strategy_row {
    struct packed key;
    uint8_t bound;
};

/* Empties a shard and returns its positions in ascending order, which the caller frees; NULL when
 * out of memory. */
struct strategy_row *strategy_shard_take(struct strategy_table *table, int number, size_t *count);

/* Writes the positions that were added since a level, shard after shard: their number and then they
 * in ascending order: the difference of its high half from the previous high half; then its low half
 * or, if the high halves are equal, the difference of the low halves less 1; then the bound in a
 * byte. False when out of memory. */
bool strategy_table_write(const struct strategy_table *table, uint32_t since, int threads,
                          struct bytes *out);

/* Adds what was written. False if that is damaged, or memory runs out. */
bool strategy_table_read(struct strategy_table *table, struct reader *reader);

#endif
