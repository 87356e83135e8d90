/*
 * quoridor_view.h - the ways of one player, which all advice on Quoridor rests on.
 *
 * Two families of nested sets: the squares within k steps of the pawn, and the squares
 * within k steps of the goal. Their intersections are the squares that lie on some shortest
 * way (the corridor), or on a way that is a little longer.
 */
#ifndef TABLIER_QUORIDOR_VIEW_H
#define TABLIER_QUORIDOR_VIEW_H

#include "games/quoridor/quoridor.h"

/* One player's ways. from_pawn[k] and from_goal[k], k = 0..steps, hold the squares within k steps. */
struct view {
    int steps;
    quoridor_board from_pawn[QUORIDOR_SQUARES], from_goal[QUORIDOR_SQUARES];
};

static inline int at_most(int value, int limit)
{
    return value < limit ? value : limit;
}

static inline void flood(const struct quoridor_edges *open, quoridor_board from,
                         quoridor_board until, quoridor_board *layers, int *steps)
{
    int k = 0;

    for (layers[0] = from; !(layers[k] & until); k++)
        layers[k + 1] = quoridor_board_spread(layers[k], open);
    *steps = k;
}

/* The distances from the goal alone; enough for the shortest ways. */
static inline void view_goal(struct view *view, const struct quoridor *q,
                             const struct quoridor_edges *open, int player)
{
    view->from_pawn[0] = quoridor_bit(q->pawn[player]);
    flood(open, quoridor_goal(q, player), view->from_pawn[0], view->from_goal, &view->steps);
}

/* The other family. */
static inline void view_pawn(struct view *view, const struct quoridor_edges *open)
{
    for (int k = 0; k < view->steps; k++)
        view->from_pawn[k + 1] = quoridor_board_spread(view->from_pawn[k], open);
}

static inline void view_init(struct view *view, const struct quoridor *q,
                             const struct quoridor_edges *open, int player)
{
    view_goal(view, q, open, player);
    view_pawn(view, open);
}

/* The squares on all ways that are at most `slack` steps longer than the shortest. */
static inline quoridor_board corridor(const struct view *view, int move_margin)
{
    quoridor_board squares = 0;

    for (int k = 0; k <= view->steps; k++) {
        int rest = view->steps - k + move_margin;

        squares |= view->from_pawn[k] & view->from_goal[rest < view->steps ? rest : view->steps];
    }
    return squares;
}

/* The barriers that lie across an edge between two squares of the set. */
static inline void crossing(quoridor_board squares, const struct quoridor_edges *open,
                            quoridor_board *across, quoridor_board *upright)
{
    quoridor_board north = squares & (squares >> QUORIDOR_STRIDE) & open->north;
    quoridor_board east = squares & (squares >> 1) & open->east;

    *across = north | north >> 1;
    *upright = east | east >> QUORIDOR_STRIDE;
}

/* Properties of all shortest paths together. */
struct ways {
    quoridor_board corridor;        /* corridor(view, 0) */
    quoridor_board across, upright; /* barriers that lengthen them, legal or not */
    struct quoridor_edges edges;    /* that they cross */
    int narrow;                     /* layers of the corridor that a single edge leads into */
};

/*
 * Needs from_goal only: the next layer of the corridor is what can be reached from this one and
 * is nearer to the goal. Barriers that lengthen are those that close every edge between two
 * neighbouring layers. (One that cuts some ways in one layer and the others in another is not
 * found.)
 */
static inline struct ways walk_ways(const struct view *view, const struct quoridor_edges *open)
{
    quoridor_board layer = view->from_pawn[0];
    struct ways ways = {0};

    for (int k = view->steps - 1; k >= 0; k--) {
        /* The edges of the layer, named after their southern and western squares. */
        quoridor_board to_north = layer & open->north;
        quoridor_board to_south = layer >> QUORIDOR_STRIDE & open->north;
        quoridor_board to_east = layer & open->east, to_west = layer >> 1 & open->east;
        quoridor_board next = view->from_goal[k] & (to_north << QUORIDOR_STRIDE | to_south |
                                                    to_east << 1 | to_west);
        quoridor_board north = (to_north & next >> QUORIDOR_STRIDE) | (to_south & next);
        quoridor_board east = (to_east & next >> 1) | (to_west & next);

        layer = next;
        ways.edges.north |= north;
        ways.edges.east |= east;
        if (north && east)
            continue;
        quoridor_board rest = north | east;

        rest &= rest - 1;
        /* A barrier closes two edges of one kind at most. */
        if (rest & (rest - 1))
            continue;
        if (rest) {
            ways.across |= north & north >> 1;
            ways.upright |= east & east >> QUORIDOR_STRIDE;
        } else {
            ways.across |= north | north >> 1;
            ways.upright |= east | east >> QUORIDOR_STRIDE;
            ways.narrow++;
        }
    }
    ways.corridor = view->from_pawn[0] | ways.edges.north | ways.edges.north << QUORIDOR_STRIDE |
                    ways.edges.east | ways.edges.east << 1;
    return ways;
}

static inline quoridor_board around(quoridor_board squares, int steps,
                                    const struct quoridor_edges *open)
{
    while (steps-- > 0)
        squares = quoridor_board_spread(squares, open);
    /* A barrier touches the square it is named after and those to the east and north. */
    return squares | squares >> 1 | squares >> QUORIDOR_STRIDE | squares >> (QUORIDOR_STRIDE + 1);
}

/* The points inside the board that barriers touch. */
static inline quoridor_board touched_points(const struct quoridor *q)
{
    quoridor_board points = q->across | q->across << 1 | q->across >> 1 | q->upright |
                            q->upright << QUORIDOR_STRIDE | q->upright >> QUORIDOR_STRIDE;

    return points & quoridor_geometry(q)->anchors;
}

#endif
