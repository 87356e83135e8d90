/* keyed.h - a table of sums by name: of a first move, a square, a player. */
#ifndef TABLIER_LAB_KEYED_H
#define TABLIER_LAB_KEYED_H

#include "lab/statistics.h"

struct keyed_item {
    char key[ITEM_TEXT];
    struct ratio ratio;
};

/* Empty when zero-initialised. */
struct keyed {
    struct keyed_item *items;
    int count;
    size_t capacity;
};

/* The sum with that name (its first ITEM_TEXT - 1 bytes), created if missing; NULL if memory runs
 * out. */
struct ratio *keyed_at(struct keyed *keyed, const char *key);
void keyed_release(struct keyed *keyed);
/* By name, where numbers in names count as numbers: a2 before a10. */
void keyed_sort(struct keyed *keyed);

#endif
