/*
 * proof_table.c - see proof_table.h.
 *
 * The first word, unmixed: the low 56 bits of the key, then the logarithm of the
 * work (8 bits). The second: proof number (24), disproof number (24), win + 1 (8,
 * 0 none, 255 within any number of plies), hold + 1 (8, likewise). A slot whose
 * second word is 0 is empty: an entry has numbers or bounds.
 */
#include "solve/proof_table.h"

#include <stdlib.h>
#include <string.h>

#include "core/pages.h"

enum { KEY_BITS = 56, NUMBER_BITS = 24, ANY = 255 };

#define KEY_MASK ((UINT64_C(1) << KEY_BITS) - 1)

bool proof_table_init(struct proof_table *table, uint64_t buckets)
{
    size_t size = sizeof(struct proof_table_bucket);
    void *block = buckets < SIZE_MAX / size ? calloc(buckets + 1, size) : NULL;

    if (!block)
        return false;
    pages_scattered(block, (buckets + 1) * size);
    uintptr_t start = ((uintptr_t)block + size - 1) / size * size;

    *table = (struct proof_table){
        .buckets = (struct proof_table_bucket *)start, .block = block, .count = buckets};
    return true;
}

void proof_table_release(struct proof_table *table)
{
    free(table->block);
}

/* ---- Packing ---------------------------------------------------------------------- */

static uint64_t pack_plies(int plies, int none)
{
    return plies == none ? 0 : plies == PLIES_ANY ? ANY : (uint64_t)plies + 1;
}

static int unpack_plies(unsigned packed, int none)
{
    return packed == 0 ? none : packed == ANY ? PLIES_ANY : (int)packed - 1;
}

static uint64_t pack(const struct proof_table_entry *entry)
{
    return entry->proof | (uint64_t)entry->disproof << NUMBER_BITS |
           pack_plies(entry->bounds.win, PLIES_NONE) << 2 * NUMBER_BITS |
           pack_plies(entry->bounds.hold, -1) << (2 * NUMBER_BITS + 8);
}

static uint64_t log_work(uint64_t work)
{
    return work ? 63 - (uint64_t)__builtin_clzll(work) : 0;
}

static void unpack(uint64_t data, unsigned work, struct proof_table_entry *entry)
{
    *entry = (struct proof_table_entry){
        .bounds = {unpack_plies(data >> 2 * NUMBER_BITS & 255, PLIES_NONE),
                   unpack_plies(data >> (2 * NUMBER_BITS + 8) & 255, -1)},
        .proof = data & NUMBER_INFINITE,
        .disproof = data >> NUMBER_BITS & NUMBER_INFINITE,
        .work = UINT64_C(1) << work,
    };
}

/* ---- Slots --------------------------------------------------------------------------- */

/* Reads a slot: its data, 0 if it is empty, and the logarithm of its work. */
static uint64_t slot_read(const struct proof_table_slot *slot, uint64_t *key, unsigned *work)
{
    uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
    uint64_t head = atomic_load_explicit(&slot->check, memory_order_relaxed) ^ data;

    *key = head & KEY_MASK;
    *work = (unsigned)(head >> KEY_BITS) & 63;
    return data;
}

static void slot_write(struct proof_table_slot *slot, uint64_t key,
                       const struct proof_table_entry *entry)
{
    uint64_t data = pack(entry), head = (key & KEY_MASK) | log_work(entry->work) << KEY_BITS;

    atomic_store_explicit(&slot->check, head ^ data, memory_order_relaxed);
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
}

bool proof_table_get(const struct proof_table *table, uint64_t key, struct proof_table_entry *entry)
{
    const struct proof_table_bucket *bucket = proof_table_bucket(table, key);

    for (int i = 0; i < PROOF_TABLE_WAYS; i++) {
        uint64_t found;
        unsigned work;
        uint64_t data = slot_read(&bucket->slots[i], &found, &work);

        if (data && found == (key & KEY_MASK)) {
            unpack(data, work, entry);
            return true;
        }
    }
    *entry = (struct proof_table_entry){.bounds = BOUNDS_OPEN};
    return false;
}

static void merge(struct proof_table_entry *entry, const struct proof_table_entry *old)
{
    if (old->bounds.win < entry->bounds.win)
        entry->bounds.win = old->bounds.win;
    if (old->bounds.hold > entry->bounds.hold)
        entry->bounds.hold = old->bounds.hold;
    if (old->work > entry->work)
        entry->work = old->work;
}

void proof_table_put(struct proof_table *table, uint64_t key, const struct proof_table_entry *entry)
{
    struct proof_table_bucket *bucket = proof_table_bucket(table, key);
    struct proof_table_slot *victim = &bucket->slots[0];
    struct proof_table_entry merged = *entry, old;
    unsigned least = UINT32_MAX;

    for (int i = 0; i < PROOF_TABLE_WAYS; i++) {
        uint64_t found;
        unsigned work;
        uint64_t data = slot_read(&bucket->slots[i], &found, &work);

        if (data && found == (key & KEY_MASK)) {
            unpack(data, work, &old);
            merge(&merged, &old);
            victim = &bucket->slots[i];
            break;
        }
        work = data ? work + 1 : 0;
        if (work < least) {
            least = work;
            victim = &bucket->slots[i];
        }
    }
    slot_write(victim, key, &merged);
}

double proof_table_fill(const struct proof_table *table)
{
    enum { SAMPLE = 1024 };
    uint64_t buckets = table->count < SAMPLE ? table->count : SAMPLE, used = 0;

    for (uint64_t i = 0; i < buckets; i++)
        for (int j = 0; j < PROOF_TABLE_WAYS; j++)
            used +=
                atomic_load_explicit(&table->buckets[i].slots[j].data, memory_order_relaxed) != 0;
    return (double)used / (double)(buckets * PROOF_TABLE_WAYS);
}
