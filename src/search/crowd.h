/* crowd.h - a game's model of players and moves for three or more sides. */
#ifndef TABLIER_SEARCH_CROWD_H
#define TABLIER_SEARCH_CROWD_H

#include "core/advice.h"

/* 2^(points / 256), the same number on every machine. */
double crowd_weight(int points);

/* The payoff that each player may expect, -1 to 1. */
void crowd_expect(const struct crowd *crowd, const void *state, int players, float *payoff);

/* The points of each move: its likelihood is crowd_weight() of them over the sum of all. */
void crowd_points(const struct crowd *crowd, const void *state, const tb_move *moves, int count,
                  int *points);

#endif
