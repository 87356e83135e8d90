/*
 * bounds.h - proven bounds for one question: can a side force a win?
 *
 * Distances are plies. A question always has a number of plies, so that repeated positions cannot
 * lead to a wrong proof: a line that repeats runs out of plies. Only in games whose positions never
 * repeat may it have no limit, PLIES_ANY.
 */
#ifndef TABLIER_SOLVE_BOUNDS_H
#define TABLIER_SOLVE_BOUNDS_H

#include <stdbool.h>

enum {
    PLIES_MAX = 250,  /* the largest number of plies that can be asked about */
    PLIES_ANY = 1000, /* without a ply limit */
    PLIES_NONE = 2000,
};

/* A win is proven within `win` plies (PLIES_NONE: it is not), and none is possible
 * within `hold` plies (-1: nothing is known; PLIES_ANY: there is no win at all). */
struct bounds {
    int win, hold;
};

static const struct bounds BOUNDS_OPEN = {PLIES_NONE, -1};

static inline bool bounds_proven(const struct bounds *bounds, int plies)
{
    return bounds->win <= plies;
}

static inline bool bounds_refuted(const struct bounds *bounds, int plies)
{
    return bounds->hold >= plies;
}

static inline bool bounds_settled(const struct bounds *bounds, int plies)
{
    return bounds_proven(bounds, plies) || bounds_refuted(bounds, plies);
}

/* One ply earlier, one ply later. */
static inline int plies_before(int plies)
{
    return plies >= PLIES_ANY ? plies : plies + 1;
}

static inline int plies_after(int plies)
{
    return plies >= PLIES_ANY ? plies : plies - 1;
}

#endif
