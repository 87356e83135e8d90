/*
 * retrieval.c - see retrieval.h. Built by peeling: a slot that only one
 * remaining key owns can be set for that key last, so the key can be taken away
 * first. With 1.23 slots per key this nearly always removes all keys; if it does not, another seed
 * is tried.
 */
#include "core/retrieval.h"

#include <stdlib.h>
#include <string.h>

struct slots_of {
    uint32_t at[3];
};

static uint32_t reduce(uint32_t hash, uint32_t limit)
{
    return (uint32_t)(((uint64_t)hash * limit) >> 32);
}

static struct slots_of find_slots(uint64_t key, uint64_t seed, uint32_t third)
{
    uint64_t h = (key ^ seed) * 0x9e3779b97f4a7c15u;

    h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93u;
    h ^= h >> 32;
    return (struct slots_of){{
        reduce((uint32_t)h, third),
        third + reduce((uint32_t)(h >> 21 ^ h << 43), third),
        2 * third + reduce((uint32_t)(h >> 42 ^ h << 22), third),
    }};
}

static unsigned slot_get(const unsigned char *slots, uint32_t i)
{
    return slots[i / 2] >> (i % 2 * 4) & 15;
}

unsigned retrieval_get(const struct retrieval *table, uint64_t key)
{
    struct slots_of s = find_slots(key, table->seed, table->third);

    return slot_get(table->slots, s.at[0]) ^ slot_get(table->slots, s.at[1]) ^
           slot_get(table->slots, s.at[2]);
}

uint32_t retrieval_third(size_t count)
{
    return (uint32_t)(count * 41 / 100 + 16);
}

/* The state of a slot while peeling: the number of keys that own it, and the exclusive or of their
 * indices, which for a single owner is its index. */
struct owners {
    uint32_t count, index;
};

struct peel {
    const struct retrieval_pair *pairs;
    uint32_t third;
    uint64_t seed;
    struct owners *owners;
    uint32_t *order; /* slots in the order in which their keys were taken away */
    uint32_t *index; /* and the keys */
};

static void toggle(struct peel *p, uint32_t index, int change)
{
    struct slots_of s = find_slots(p->pairs[index].key, p->seed, p->third);

    for (int i = 0; i < 3; i++) {
        p->owners[s.at[i]].count += (uint32_t)change;
        p->owners[s.at[i]].index ^= index;
    }
}

/* Takes keys away as long as a slot has a single owner; true if all went. A slot
 * is on the stack at most once for each time its count falls to one, so three times
 * the keys bound it. */
static bool peel_all(struct peel *p, size_t count)
{
    size_t taken = 0;
    uint32_t slots = 3 * p->third;
    uint32_t *stack = malloc((slots + 3 * count) * sizeof *stack), depth = 0;

    if (!stack)
        return false;
    memset(p->owners, 0, slots * sizeof *p->owners);
    for (size_t i = 0; i < count; i++)
        toggle(p, (uint32_t)i, 1);
    for (uint32_t i = 0; i < slots; i++)
        if (p->owners[i].count == 1)
            stack[depth++] = i;
    while (depth) {
        uint32_t slot = stack[--depth];

        if (p->owners[slot].count != 1)
            continue;
        uint32_t index = p->owners[slot].index;
        struct slots_of s = find_slots(p->pairs[index].key, p->seed, p->third);

        p->order[taken] = slot;
        p->index[taken++] = index;
        toggle(p, index, -1);
        for (int i = 0; i < 3; i++)
            if (p->owners[s.at[i]].count == 1)
                stack[depth++] = s.at[i];
    }
    free(stack);
    return taken == count;
}

static void assign(const struct peel *p, size_t count, unsigned char *slots)
{
    memset(slots, 0, retrieval_size(p->third));
    while (count-- > 0) {
        const struct retrieval_pair *pair = &p->pairs[p->index[count]];
        struct retrieval so_far = {slots, p->third, p->seed};
        unsigned missing = pair->value ^ retrieval_get(&so_far, pair->key);

        slots[p->order[count] / 2] ^= (unsigned char)(missing << (p->order[count] % 2 * 4));
    }
}

bool retrieval_build(const struct retrieval_pair *pairs, size_t count, uint32_t third,
                     unsigned char *slots, uint64_t *seed)
{
    struct peel p = {.pairs = pairs, .third = third, .seed = 1};
    bool done = false;

    p.owners = malloc(3 * (size_t)third * sizeof *p.owners);
    p.order = malloc((count + 1) * sizeof *p.order);
    p.index = malloc((count + 1) * sizeof *p.index);
    for (; p.owners && p.order && p.index && p.seed <= 100 && !done; p.seed++) {
        if (!peel_all(&p, count))
            continue;
        assign(&p, count, slots);
        *seed = p.seed;
        done = true;
    }
    free(p.owners);
    free(p.order);
    free(p.index);
    return done;
}
