/* dorix_personality.c - the moves that the computer's personalities and its weak levels like. */
#include "core/advice.h"
#include "games/dorix/dorix_landing.h"

/* True if a rival's pile beside the square could fall on it. */
static bool in_reach(const struct dorix *s, unsigned rivals, int square)
{
    for (int d = 0; d < DORIX_DIRECTIONS; d++) {
        int beside = dorix_neighbour[square][d];

        if (beside != DORIX_OFF_BOARD && (rivals >> beside & 1) &&
            s->height[beside] >= s->height[square])
            return true;
    }
    return false;
}

/* Piles of a side that a rival's pile could fall on. */
static int exposed(const struct dorix *s, int side)
{
    unsigned ours = side_piles(s, side), rivals = dorix_occupied(s) & ~ours;
    int count = 0;

    for (; ours; ours &= ours - 1)
        count += in_reach(s, rivals, bits_first(ours));
    return count;
}

/* Keeps its piles out of the rivals' reach. */
int dorix_cautious(const void *state, tb_move move)
{
    const struct dorix *s = state;
    struct dorix next = *s;
    int side = dorix_side(s, s->turn);

    dorix_play(&next, move);
    return 50 * (exposed(s, side) - exposed(&next, side));
}

/* Takes piles. */
int dorix_greedy(const void *state, tb_move move)
{
    const struct dorix *s = state;
    struct dorix next = *s;

    dorix_play(&next, move);
    return 50 * bits_count(hold_of(s).theirs & side_piles(&next, dorix_side(s, s->turn)));
}

/* A learner's first habit is to take a pile; what it avoids is to bring more of its own in reach. */
int dorix_habit(const void *state, tb_move move)
{
    if (dorix_greedy(state, move) > 0)
        return 0;
    return dorix_cautious(state, move) < 0 ? HABIT_RISK : 1;
}
