/*
 * table.c - the transposition table.
 *
 * A word of data, from the lowest bit up: move (18), score (16), evaluation (16),
 * depth (7), bound (2), proof (2), age (3). No bound means an empty slot.
 */
#include "search/table.h"

#include <stdlib.h>
#include <string.h>

#include "core/pages.h"

enum {
    SCORE_AT = TABLE_MOVE_BITS,
    EVAL_AT = SCORE_AT + 16,
    DEPTH_AT = EVAL_AT + 16,
    BOUND_AT = DEPTH_AT + 7,
    PROOF_AT = BOUND_AT + 2,
    AGE_AT = PROOF_AT + 2,
    AGES = 8,
    NO_MOVE = (1 << TABLE_MOVE_BITS) - 1,
    /* What a search's distance and a proof count for, in plies of depth. */
    AGE_WORTH = 8,
    PROOF_WORTH = 6,
};
_Static_assert(AGE_AT + 3 == 64, "the fields fill a word");

bool table_init(struct table *table, size_t bytes)
{
    size_t count = bytes / sizeof(struct table_bucket);

    if (count == 0)
        count = 1;
    void *memory = calloc(count + 1, sizeof(struct table_bucket));

    if (!memory)
        return false;
    pages_scattered(memory, (count + 1) * sizeof(struct table_bucket));
    uintptr_t start = ((uintptr_t)memory + sizeof(struct table_bucket) - 1) /
                      sizeof(struct table_bucket) * sizeof(struct table_bucket);

    *table = (struct table){
        .memory = memory, .buckets = (struct table_bucket *)start, .count = count};
    return true;
}

void table_release(struct table *table)
{
    free(table->memory);
}

void table_clear(struct table *table)
{
    memset((void *)table->buckets, 0, table->count * sizeof *table->buckets);
    table->age = 0;
}

void table_next_search(struct table *table)
{
    table->age = (table->age + 1) % AGES;
}

static uint64_t pack(const struct table_entry *entry, unsigned age)
{
    return (uint64_t)(entry->move & NO_MOVE) | (uint64_t)(uint16_t)entry->score << SCORE_AT |
           (uint64_t)(uint16_t)entry->eval << EVAL_AT | (uint64_t)entry->depth << DEPTH_AT |
           (uint64_t)entry->bound << BOUND_AT | (uint64_t)entry->proof << PROOF_AT |
           (uint64_t)age << AGE_AT;
}

static struct table_entry unpack(uint64_t data)
{
    tb_move move = data & NO_MOVE;

    return (struct table_entry){
        .move = move == NO_MOVE ? MOVE_NONE : move,
        .score = (int16_t)(data >> SCORE_AT),
        .eval = (int16_t)(data >> EVAL_AT),
        .depth = data >> DEPTH_AT & 127,
        .bound = data >> BOUND_AT & 3,
        .proof = data >> PROOF_AT & 3,
    };
}

static struct table_bucket *bucket_of(const struct table *table, uint64_t key)
{
    return &table->buckets[product_high(key, table->count)];
}

static uint64_t word_read(const table_word *word)
{
#ifdef __wasm__
    return *word;
#else
    return atomic_load_explicit(word, memory_order_relaxed);
#endif
}

static void word_write(table_word *word, uint64_t value)
{
#ifdef __wasm__
    *word = value;
#else
    atomic_store_explicit(word, value, memory_order_relaxed);
#endif
}

/* The slot's data if it belongs to the key, else 0. The highest byte of the check is not
 * looked at (see table_prefetch()): in 256 buckets or more, the bucket implies it. */
static uint64_t slot_read(const struct table_slot *slot, uint64_t key)
{
    uint64_t check = word_read(&slot->check);
    uint64_t data = word_read(&slot->data);

    return (check ^ data ^ key) << 8 == 0 ? data : 0;
}

bool table_probe(const struct table *table, uint64_t key, struct table_entry *out)
{
    const struct table_bucket *bucket = bucket_of(table, key);

    for (int i = 0; i < TABLE_WAYS; i++) {
        uint64_t data = slot_read(&bucket->slots[i], key);

        if (data) {
            *out = unpack(data);
            return true;
        }
    }
    return false;
}

/* Returns the value of keeping a slot; lowest for an empty one. */
static int worth(uint64_t data, unsigned age)
{
    if (data == 0)
        return INT16_MIN;
    unsigned old = (age - (unsigned)(data >> AGE_AT)) % AGES;

    return (int)(data >> DEPTH_AT & 127) + (data >> PROOF_AT & 3 ? PROOF_WORTH : 0) -
           AGE_WORTH * (int)old;
}

/* True if an entry proves at least a draw, or at most one. (That a win is not very near, say, is a
 * proof too, but worth no more than an evaluation.) */
static bool decides(const struct table_entry *entry)
{
    return (entry->proof & BOUND_LOWER && entry->score >= 0) ||
           (entry->proof & BOUND_UPPER && entry->score <= 0);
}

/* True if the old entry of the same position is worth more than the new one. */
static bool outranks(const struct table_entry *old, const struct table_entry *new)
{
    if (decides(old) != decides(new))
        return decides(old);
    return new->bound != BOUND_EXACT && old->depth > new->depth + 3;
}

void table_store(struct table *table, uint64_t key, const struct table_entry *entry)
{
    struct table_bucket *bucket = bucket_of(table, key);
    struct table_entry new = *entry;
    struct table_slot *victim = NULL;
    int least = INT16_MAX;

    for (int i = 0; i < TABLE_WAYS; i++) {
        struct table_slot *slot = &bucket->slots[i];
        uint64_t data = slot_read(slot, key);

        if (data) {
            struct table_entry old = unpack(data);

            if (outranks(&old, &new))
                new = old; /* written again, to make it young */
            else if (new.move == MOVE_NONE)
                new.move = old.move;
            victim = slot;
            break;
        }
        int value = worth(word_read(&slot->data), table->age);

        if (value < least) {
            least = value;
            victim = slot;
        }
    }
    uint64_t data = pack(&new, table->age);

    word_write(&victim->check, key ^ data);
    word_write(&victim->data, data);
}
