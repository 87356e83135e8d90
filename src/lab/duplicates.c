/* duplicates.c - see duplicates.h. */
#include "lab/duplicates.h"

#include <stdlib.h>

static struct duplicate *find(struct duplicate *places, int capacity, uint64_t hash)
{
    unsigned mask = (unsigned)capacity - 1, at = (unsigned)(hash ^ hash >> 32) & mask;

    while (places[at].count > 0 && places[at].hash != hash)
        at = (at + 1) & mask;
    return &places[at];
}

static bool grow(struct duplicates *duplicates)
{
    int capacity = duplicates->capacity ? 2 * duplicates->capacity : 512;
    struct duplicate *places = calloc((size_t)capacity, sizeof *places);

    if (!places)
        return false;
    for (int i = 0; i < duplicates->capacity; i++)
        if (duplicates->places[i].count > 0)
            *find(places, capacity, duplicates->places[i].hash) = duplicates->places[i];
    free(duplicates->places);
    duplicates->places = places;
    duplicates->capacity = capacity;
    return true;
}

struct duplicate *duplicates_at(struct duplicates *duplicates, uint64_t hash)
{
    if (2 * (duplicates->distinct + 1) > duplicates->capacity && !grow(duplicates))
        return NULL;
    struct duplicate *place = find(duplicates->places, duplicates->capacity, hash);

    if (place->count == 0) {
        place->hash = hash;
        duplicates->distinct++;
    }
    return place;
}

void duplicates_release(struct duplicates *duplicates)
{
    free(duplicates->places);
    *duplicates = (struct duplicates){0};
}

double duplicates_effective(const struct duplicates *duplicates)
{
    double sum = 0, squares = 0;

    for (int i = 0; i < duplicates->capacity; i++) {
        double count = duplicates->places[i].count;

        sum += count;
        squares += count * count;
    }
    return squares > 0 ? sum * sum / squares : 0;
}
