/* quoridor_standings.h - how the players of a game of four stand, for its model and its network. */
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

static inline void standings_init(struct standings *s, const struct quoridor *q)
{
    s->open = quoridor_edges(q);
    s->hands = 0;
    for (int p = 0; p < q->players; p++) {
        int wait = p - q->turn + (p < q->turn ? q->players : 0);

        view_goal(&s->views[p], q, &s->open, p);
        s->ways[p] = walk_ways(&s->views[p], &s->open);
        s->arrival[p] = s->views[p].steps * q->players + wait;
        s->hands += q->left[p];
    }
}

/* The rivals of the player to move, those who arrive first in front; returns how many. */
static inline int rank_rivals(const struct standings *s, const struct quoridor *q, int *rivals)
{
    int count = 0;

    for (int p = 0; p < q->players; p++) {
        int at = count++;

        if (p == q->turn) {
            count--;
            continue;
        }
        for (; at > 0 && s->arrival[rivals[at - 1]] > s->arrival[p]; at--)
            rivals[at] = rivals[at - 1];
        rivals[at] = p;
    }
    return count;
}

/* Fills in the inputs of the network for the view of each player, but no notes: quoridor_many_features.c. */
struct net_input;
void quoridor_many_inputs(const struct quoridor *q, const struct standings *s,
                          struct net_input *out);

#endif
