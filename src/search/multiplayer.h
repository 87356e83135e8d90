/* multiplayer.h - a game's model of players and moves for three or more sides. */
#ifndef TABLIER_SEARCH_MULTIPLAYER_H
#define TABLIER_SEARCH_MULTIPLAYER_H

#include "core/advice.h"
#include "net/net.h"

/* 2^(points / 256), the same number on every machine. */
double multiplayer_weight(int points);

/* The points of a player with these terms. */
int multiplayer_player_points(const struct multiplayer_model *multiplayer, const int8_t *terms);

/* The payoff that each player may expect, -1 to 1. A network, if there is one, corrects it. */
void multiplayer_expect(const struct multiplayer_model *multiplayer, const struct net *net,
                        const void *state, int players, float *payoff);

/* The points of each move: its likelihood is multiplayer_weight() of them over the sum of all. */
void multiplayer_points(const struct multiplayer_model *multiplayer, const struct net *net,
                        const void *state,
                        const tb_move *moves, int count, int *points);

#endif
