/* hash_set.c - a hash table with linear probing. */
#include "match/hash_set.h"

#include <stdlib.h>

enum { CAPACITY_MIN = 64 };

void hash_set_release(struct hash_set *set)
{
    free(set->places);
    *set = (struct hash_set){0};
}

/* Stores the hash; false if the set has it already. There must be a free place. */
static bool place(struct hash_set *set, uint64_t hash)
{
    size_t at = hash & (set->capacity - 1);

    for (; set->places[at]; at = (at + 1) & (set->capacity - 1))
        if (set->places[at] == hash)
            return false;
    set->places[at] = hash;
    set->count++;
    return true;
}

static bool grow(struct hash_set *set)
{
    struct hash_set larger = {.capacity = set->capacity ? 2 * set->capacity : CAPACITY_MIN};

    larger.places = calloc(larger.capacity, sizeof *larger.places);
    if (!larger.places)
        return false;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->places[i])
            place(&larger, set->places[i]);
    free(set->places);
    *set = larger;
    return true;
}

bool hash_set_add(struct hash_set *set, uint64_t hash)
{
    if (2 * (set->count + 1) > set->capacity && !grow(set))
        return true;
    return place(set, hash ? hash : 1);
}
