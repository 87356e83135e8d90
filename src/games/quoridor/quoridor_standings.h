/* quoridor_standings.h - standings of the players in a game of four, for its model and network. */
#ifndef TABLIER_QUORIDOR_STANDINGS_H
#define TABLIER_QUORIDOR_STANDINGS_H

#include "games/quoridor/quoridor_view.h"

/* How all players stand. */
struct standings {
    struct quoridor_edges open;
    struct view views[TB_PLAYERS_MAX]; /* from the goals alone */
    struct ways ways[TB_PLAYERS_MAX];
    int arrival[TB_PLAYERS_MAX]; /* plies until it arrives, if nobody hinders it */
    int hands;                   /* barriers of all together */
};

/* Both are in quoridor_multiplayer.c. */
void quoridor_standings(struct standings *s, const struct quoridor *q);
/* Lists the rivals of the player to move, those who arrive first in front; returns how many. */
int quoridor_rivals(const struct standings *s, const struct quoridor *q, int *rivals);

/* Fill in the inputs of the network, in quoridor_many_features.c: for the view of each player, without
 * notes; for that of the player to move, with them. */
struct net_input;
void quoridor_many_inputs(const struct quoridor *q, const struct standings *s,
                          struct net_input *out);
void quoridor_many_input(const struct quoridor *q, const struct standings *s, struct net_input *out);

#endif
