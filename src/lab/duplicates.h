/*
 * duplicates.h - duplicate games: the same moves by the same players. Deterministic players repeat
 * a game after the same opening. Such games carry no new information, so intervals count them as
 * one observation.
 */
#ifndef TABLIER_LAB_DUPLICATES_H
#define TABLIER_LAB_DUPLICATES_H

#include "lab/statistics.h"

struct duplicate {
    uint64_t hash;
    int count;  /* games, this one included; 0: the slot is empty */
    int length; /* plies */
    /* Sums over all of them: examined positions (only), replaced moves (king). */
    double only, only_count, king, king_self, king_count;
};

/* Empty when zero-initialised. */
struct duplicates {
    struct duplicate *places; /* a hash table */
    int capacity;             /* a power of two */
    int distinct;
};

/* Returns the slot of a game, empty if it is new; the caller counts it. NULL if memory runs out. */
struct duplicate *duplicates_at(struct duplicates *duplicates, uint64_t hash);
void duplicates_release(struct duplicates *duplicates);

/* Returns the number of different games that would give intervals of the same width. */
double duplicates_effective(const struct duplicates *duplicates);

#endif
