/*
 * duplicates.h - games that are the same, move by move and by the same players. Players who leave
 * nothing to chance play the same game again after the same opening: that says nothing new, and
 * intervals must not take it for another observation.
 */
#ifndef TABLIER_LAB_DUPLICATES_H
#define TABLIER_LAB_DUPLICATES_H

#include "lab/statistics.h"

/* A game, and all that are the same. */
struct duplicate {
    uint64_t hash;
    int count;  /* how often it was played; 0: the place is empty */
    int length; /* plies */
    /* What the examined positions and the replaced moves of all of them came to. */
    double only, only_count, king, king_self, king_count;
};

/* Empty when zero-initialised. */
struct duplicates {
    struct duplicate *places; /* a hash table */
    int capacity;             /* a power of two */
    int distinct;
};

/* The place of a game, empty if it is new; the caller counts it. NULL if memory runs out. */
struct duplicate *duplicates_at(struct duplicates *duplicates, uint64_t hash);
void duplicates_release(struct duplicates *duplicates);

/* How many games that all differ would be as certain. */
double duplicates_effective(const struct duplicates *duplicates);

#endif
