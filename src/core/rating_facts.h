/*
 * rating_facts.h - facts about a game that ratings and pairing need.
 *
 * The whole table may be NULL (struct tb_game, `ratings`): then games of two sides are rated one by
 * one, no first-move advantage is known, and the strength of the levels neither.
 */
#ifndef TABLIER_CORE_RATING_FACTS_H
#define TABLIER_CORE_RATING_FACTS_H

#include "core/advice.h"

/* How games of two sides are rated. */
enum rating_way {
    RATED_SINGLE, /* each game */
    RATED_PAIRS,  /* two games with sides exchanged are one result; not over days */
    RATED_NEVER,
};

enum { HALF_PLIES_DEFAULT = 20 };

struct rating_facts {
    int half_plies; /* half the median length of a game: moves of one player of two */
    enum rating_way two;
    const char *reason; /* why two sides are not rated, or not over days: marked with N_() */
    int advantage;      /* of the first of two players, in rating points */
    /* Ratings of the computer's levels with two players, from the measured steps between them;
     * 0: not known. Level 3 is 1500 in every game. */
    int levels[LEVEL_MAX + 1];
};

#endif
