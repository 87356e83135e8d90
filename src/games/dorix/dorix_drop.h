/* dorix_drop.h - holdings of the players after a move of Dorix with three players. */
#ifndef TABLIER_GAMES_DORIX_DROP_H
#define TABLIER_GAMES_DORIX_DROP_H

#include <string.h>

#include "games/dorix/dorix.h"

enum { SIDES = 3, NOBODY = SIDES };

/* The counts of a square for the player who holds it: a pile, and one of the rising and of the
 * falling diagonal, in a byte each. */
#define PILE 1u
#define RISING 0x100u
#define FALLING 0x10000u

static const uint32_t holding[DORIX_SQUARES] = {
    PILE + RISING,  PILE, PILE, PILE + FALLING, PILE,          PILE + RISING,
    PILE + FALLING, PILE, PILE, PILE + FALLING, PILE + RISING, PILE,
    PILE + FALLING, PILE, PILE, PILE + RISING,
};

/* The holdings of each player; the last place is for empty squares. */
struct shares {
    uint32_t of[SIDES + 1];
};

static inline void hand_over(struct shares *shares, int square, int from, int to)
{
    shares->of[from] -= holding[square];
    shares->of[to] += holding[square];
}

/* A position as moves are looked at, which are listed by lift, then by place. */
struct drop {
    const struct dorix *board; /* after the lift */
    struct dorix lifted;
    uint8_t owner[DORIX_SQUARES]; /* who holds the square there, or NOBODY */
    struct shares start, shares;  /* before the move; with the pawn placed, before any falls on */
    int lift, place, left;        /* left: in the pile that the pawn is put on */
    struct dorix_fall fall;
};

static inline int holder(const struct dorix *s, int square)
{
    return s->height[square] ? dorix_owner(s, square, 0) : NOBODY;
}

static inline void drop_init(struct drop *d, const struct dorix *s)
{
    d->board = s;
    d->lift = d->place = -1;
    memset(&d->start, 0, sizeof d->start);
    for (int square = 0; square < DORIX_SQUARES; square++) {
        d->owner[square] = (uint8_t)holder(s, square);
        d->start.of[d->owner[square]] += holding[square];
    }
}

static inline void drop_lift(struct drop *d, const struct dorix *s, int lift)
{
    if (d->lift >= 0)
        d->owner[d->lift] = s->turn;
    d->lifted = dorix_lifted(s, lift);
    d->board = &d->lifted;
    d->owner[lift] = (uint8_t)holder(d->board, lift);
    d->lift = lift;
    d->place = -1;
}

static inline void drop_place(struct drop *d, int turn, int place)
{
    const struct dorix *s = d->board;

    d->place = place;
    d->fall = dorix_fall(s, place);
    d->left = s->height[place] + 1 - d->fall.count;
    d->shares = d->start;
    if (d->lift >= 0)
        hand_over(&d->shares, d->lift, turn, d->owner[d->lift]);
    hand_over(&d->shares, place, d->owner[place],
              d->left == 0         ? NOBODY
              : d->fall.count == 0 ? turn
                                   : dorix_owner(s, place, d->fall.count - 1));
}

/* Returns the holdings after the move. */
static inline struct shares drop_move(struct drop *d, const struct dorix *s, tb_move move)
{
    int lift = dorix_move_lift(move), place = dorix_move_place(move);

    if (lift != d->lift)
        drop_lift(d, s, lift);
    if (place != d->place)
        drop_place(d, s->turn, place);
    struct shares shares = d->shares;

    for (int i = 0; i < d->fall.count; i++) {
        int receiver = dorix_neighbour[place][dorix_move_direction(move, i)];

        hand_over(&shares, receiver, d->owner[receiver], d->fall.owner[i]);
    }
    return shares;
}

#endif
