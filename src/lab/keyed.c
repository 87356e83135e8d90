/* keyed.c - see keyed.h. */
#define _GNU_SOURCE /* strverscmp */
#include "lab/keyed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/text.h"

struct ratio *keyed_at(struct keyed *keyed, const char *key)
{
    struct keyed_item fresh = {.ratio = {.n = 0}};

    /* Cut first: what is cut to the same is found again. */
    snprintf(fresh.key, sizeof fresh.key, "%s", key);
    text_end_whole(fresh.key);
    for (int i = 0; i < keyed->count; i++)
        if (strcmp(keyed->items[i].key, fresh.key) == 0)
            return &keyed->items[i].ratio;
    if (!ARRAY_RESERVE(keyed->items, keyed->capacity, keyed->count, 1))
        return NULL;
    struct keyed_item *item = &keyed->items[keyed->count++];

    *item = fresh;
    return &item->ratio;
}

void keyed_release(struct keyed *keyed)
{
    free(keyed->items);
    *keyed = (struct keyed){0};
}

static int by_key(const void *a, const void *b)
{
    return strverscmp(((const struct keyed_item *)a)->key, ((const struct keyed_item *)b)->key);
}

void keyed_sort(struct keyed *keyed)
{
    if (keyed->count > 1)
        qsort(keyed->items, (size_t)keyed->count, sizeof *keyed->items, by_key);
}
