/* seen.c - a hash table with linear probing. */
#include "match/seen.h"

#include <stdlib.h>

enum { ROOM_MIN = 64 };

void seen_release(struct seen *seen)
{
    free(seen->places);
    *seen = (struct seen){0};
}

/* Puts the hash where it belongs; false if it is there. */
static bool place(struct seen *seen, uint64_t hash)
{
    size_t at = hash & (seen->room - 1);

    for (; seen->places[at]; at = (at + 1) & (seen->room - 1))
        if (seen->places[at] == hash)
            return false;
    seen->places[at] = hash;
    seen->count++;
    return true;
}

static bool grow(struct seen *seen)
{
    struct seen larger = {.room = seen->room ? 2 * seen->room : ROOM_MIN};

    larger.places = calloc(larger.room, sizeof *larger.places);
    if (!larger.places)
        return false;
    for (size_t i = 0; i < seen->room; i++)
        if (seen->places[i])
            place(&larger, seen->places[i]);
    free(seen->places);
    *seen = larger;
    return true;
}

bool seen_add(struct seen *seen, uint64_t hash)
{
    if (2 * (seen->count + 1) > seen->room && !grow(seen))
        return true;
    return place(seen, hash ? hash : 1);
}
