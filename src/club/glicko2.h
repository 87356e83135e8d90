/*
 * glicko2.h - ratings of two sides by Glicko-2.
 *
 * Mark Glickman, "Example of the Glicko-2 system" (glicko.net), with two additions: the first
 * player's advantage, in rating points, and sides of several members. The strength of a side is the
 * mean of its members' ratings; a member's rating moves in proportion to its own variance.
 *
 * Pure functions; the same input gives the same bits on every machine.
 */
#ifndef TABLIER_CLUB_GLICKO2_H
#define TABLIER_CLUB_GLICKO2_H

/* On Elo's scale. The volatility is on Glicko-2's. */
struct glicko {
    double rating, deviation, volatility;
};

struct glicko_system {
    double tau;    /* limits changes of the volatility */
    double growth; /* rating periods by which the deviation grows at each update: 1 in the paper */
    double deviation_min, deviation_max, rating_min, rating_max, volatility_max;
};

/* The club's system: the deviation grows with idle days before a game (glicko_idle), not in it. */
extern const struct glicko_system glicko_club;
extern const struct glicko glicko_newcomer;

/* One game of a rating period. */
struct glicko_game {
    double rating, deviation; /* of the opponent */
    double score;             /* 1 win, 0.5 draw, 0 loss */
    double advantage;         /* of the rated player for moving first; below 0: of the opponent */
};

/* Returns the rating after `count` games, at least one, of one rating period. */
struct glicko glicko_rate(const struct glicko_system *system, struct glicko player,
                          const struct glicko_game *games, int count);

/* Returns the rating after a number of days without a game: its deviation grows. */
struct glicko glicko_idle(const struct glicko_system *system, struct glicko player, double days);

enum { GLICKO_SIDE_MAX = 4 };

struct glicko_side {
    int count;
    struct glicko members[GLICKO_SIDE_MAX];
};

/* Rates one game between two sides. `score` is that of the first side, which has the advantage. */
void glicko_rate_sides(const struct glicko_system *system, struct glicko_side sides[2],
                       double score, double advantage);

#endif
