/*
 * dorix_landing.h - control of the piles after a move of Dorix, found without playing it.
 */
#ifndef TABLIER_GAMES_DORIX_LANDING_H
#define TABLIER_GAMES_DORIX_LANDING_H

#include "games/dorix/dorix.h"

static const unsigned diagonals[2] = {DORIX_RISING, DORIX_FALLING};

static inline unsigned side_piles(const struct dorix *s, int side)
{
    return s->players == 4 ? s->control[side] | s->control[side + 2] : s->control[side];
}

static inline int side_count(const struct dorix *s)
{
    return s->players == 4 ? 2 : s->players;
}

/* The pawns of a side in a pile, bit 0 the top. */
static inline uint64_t own_pawns(const struct dorix *s, int square, int side)
{
    const struct dorix_pile *pile = &s->pile[square];
    uint64_t own = side & 1 ? pile->low : ~pile->low;

    if (s->players == 3)
        own &= side & 2 ? pile->high : ~pile->high;
    return own & ((UINT64_C(1) << s->height[square]) - 1);
}

/* The piles under control, all rivals taken together. */
struct hold {
    unsigned ours, theirs;
};

static inline void hold_set(struct hold *hold, int square, bool own)
{
    unsigned bit = 1u << square;

    hold->ours = own ? hold->ours | bit : hold->ours & ~bit;
    hold->theirs = own ? hold->theirs & ~bit : hold->theirs | bit;
}

static inline void hold_clear(struct hold *hold, int square)
{
    hold->ours &= ~(1u << square);
    hold->theirs &= ~(1u << square);
}

static inline struct hold hold_of(const struct dorix *s)
{
    unsigned ours = side_piles(s, dorix_side(s, s->turn));

    return (struct hold){.ours = ours, .theirs = dorix_occupied(s) & ~ours};
}

/* The effects of a move, step by step. Moves are listed by lift, then by place, so the
 * first steps are shared by several moves. */
struct landing {
    const struct dorix *board; /* after the lift */
    struct dorix lifted;
    int side, lift, place;     /* of the last move looked at; place -1: none */
    struct hold hold;          /* with the pawn placed, and without those that fall */
    int count;                 /* pawns that fall */
    unsigned own;              /* bit i: falling pawn i is ours */
};

static inline void landing_init(struct landing *l, const struct dorix *s)
{
    l->board = s;
    l->side = dorix_side(s, s->turn);
    l->lift = l->place = -1;
}

static inline void landing_lift(struct landing *l, const struct dorix *s, int lift)
{
    l->lifted = dorix_lifted(s, lift);
    l->board = &l->lifted;
    l->lift = lift;
    l->place = -1;
}

static inline void landing_place(struct landing *l, int place)
{
    const struct dorix *s = l->board;
    int height = s->height[place];
    uint64_t own = own_pawns(s, place, l->side) << 1 | 1;

    l->place = place;
    l->count = dorix_fall(s, place).count;
    l->own = (unsigned)own;
    l->hold = hold_of(s);
    if (l->count > height)
        hold_clear(&l->hold, place);
    else
        hold_set(&l->hold, place, own >> l->count & 1);
}

/* Returns the piles under control after the move. */
static inline struct hold landing_hold(struct landing *l, const struct dorix *s, tb_move move)
{
    int lift = dorix_move_lift(move), place = dorix_move_place(move);

    if (lift != l->lift)
        landing_lift(l, s, lift);
    if (place != l->place)
        landing_place(l, place);
    /* One by one, as they were just written: a load of both would wait for the stores. */
    struct hold hold = {l->hold.ours, l->hold.theirs};

    for (int i = 0; i < l->count; i++)
        hold_set(&hold, dorix_neighbour[place][dorix_move_direction(move, i)], l->own >> i & 1);
    return hold;
}

#endif
