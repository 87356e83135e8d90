/* repeats.c - see repeats.h. */
#include "lab/repeats.h"

#include <stdlib.h>

static struct repeat *find(struct repeat *places, int room, uint64_t hash)
{
    unsigned mask = (unsigned)room - 1, at = (unsigned)(hash ^ hash >> 32) & mask;

    while (places[at].count > 0 && places[at].hash != hash)
        at = (at + 1) & mask;
    return &places[at];
}

static bool grow(struct repeats *repeats)
{
    int room = repeats->room ? 2 * repeats->room : 512;
    struct repeat *places = calloc((size_t)room, sizeof *places);

    if (!places)
        return false;
    for (int i = 0; i < repeats->room; i++)
        if (repeats->places[i].count > 0)
            *find(places, room, repeats->places[i].hash) = repeats->places[i];
    free(repeats->places);
    repeats->places = places;
    repeats->room = room;
    return true;
}

struct repeat *repeats_at(struct repeats *repeats, uint64_t hash)
{
    if (2 * (repeats->distinct + 1) > repeats->room && !grow(repeats))
        return NULL;
    struct repeat *place = find(repeats->places, repeats->room, hash);

    if (place->count == 0) {
        place->hash = hash;
        repeats->distinct++;
    }
    return place;
}

void repeats_release(struct repeats *repeats)
{
    free(repeats->places);
    *repeats = (struct repeats){0};
}

double repeats_effective(const struct repeats *repeats)
{
    double sum = 0, squares = 0;

    for (int i = 0; i < repeats->room; i++) {
        double count = repeats->places[i].count;

        sum += count;
        squares += count * count;
    }
    return squares > 0 ? sum * sum / squares : 0;
}
