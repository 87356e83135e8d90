/*
 * plackett_luce.h - ratings of games with any number of sides, from their order at the end.
 *
 * Ruby Weng and Chih-Jen Lin, "A Bayesian approximation method for online ranking" (JMLR 12, 2011),
 * algorithm 4. The parameters are those of its authors on the scale of the other ratings.
 *
 * Pure functions; the same input gives the same bits on every machine.
 */
#ifndef TABLIER_CLUB_PLACKETT_LUCE_H
#define TABLIER_CLUB_PLACKETT_LUCE_H

enum { PLACKETT_LUCE_TEAMS_MAX = 8, PLACKETT_LUCE_MEMBERS_MAX = 4 };

struct plackett_luce {
    double rating, deviation;
};

struct plackett_luce_team {
    int rank; /* 1 is best; equal ranks are a draw */
    int count;
    struct plackett_luce members[PLACKETT_LUCE_MEMBERS_MAX];
};

/* Rates one game of `count` teams, at most PLACKETT_LUCE_TEAMS_MAX. */
void plackett_luce_rate(struct plackett_luce_team *teams, int count);

#endif
