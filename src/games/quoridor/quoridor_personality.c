/* quoridor_personality.c - the moves that beginners and the computer's personalities like. */
#include "core/advice.h"
#include "core/game.h"
#include "games/quoridor/quoridor_view.h"

#include <stdlib.h>

static int steps_of(const struct quoridor *q, int player)
{
    struct quoridor_edges open = quoridor_edges(q);

    return quoridor_distance(&open, quoridor_bit(q->pawn[player]), quoridor_goal(q, player));
}

/* Steps by which a move brings a player nearer to its goal; negative: farther away. */
static int gain_of(const struct quoridor *q, tb_move move, int player)
{
    struct quoridor next = *q;

    quoridor_game.play(&next, move);
    return steps_of(q, player) - steps_of(&next, player);
}

static bool is_barrier(tb_move move)
{
    return move >= QUORIDOR_ACROSS && move < QUORIDOR_PASS;
}

/* A beginner's habits: to step nearer to the goal, neither nearer nor farther, and farther; barriers
 * in another's way, others beside a pawn, and those that could be anywhere. */
enum { NEARER, LEVEL, FARTHER, HINDER = HABIT_HINDER, BESIDE, ANYWHERE };

int quoridor_habit(const void *state, tb_move move)
{
    const struct quoridor *q = state;
    int habit = ANYWHERE, square = (int)move % QUORIDOR_SQUARES;

    for (int p = 0; p < q->players; p++) {
        int gain = gain_of(q, move, p);
        int column = square % QUORIDOR_STRIDE - q->pawn[p] % QUORIDOR_STRIDE;
        int row = square / QUORIDOR_STRIDE - q->pawn[p] / QUORIDOR_STRIDE;

        if (p == q->turn && !is_barrier(move))
            return gain > 0 ? NEARER : gain == 0 ? LEVEL : FARTHER;
        if (p != q->turn && gain < 0)
            habit = HINDER;
        else if (habit == ANYWHERE && abs(2 * column + 1) <= 3 && abs(2 * row + 1) <= 3)
            habit = BESIDE;
    }
    return habit;
}

int quoridor_lead(const void *state)
{
    const struct quoridor *q = state;

    return q->players == 2 ? 2 * (steps_of(q, 1 - q->turn) - steps_of(q, q->turn)) + 1 : 0;
}

/* Runs for the goal. */
int quoridor_runner(const void *state, tb_move move)
{
    return quoridor_habit(state, move) == NEARER ? 100 : 0;
}

/* Builds walls: barriers that go on from another one. */
int quoridor_builder(const void *state, tb_move move)
{
    int step = move < QUORIDOR_UPRIGHT ? 1 : QUORIDOR_STRIDE, at = (int)move % QUORIDOR_SQUARES;
    quoridor_board points = touched_points(state) << QUORIDOR_STRIDE;

    at += QUORIDOR_STRIDE;
    return is_barrier(move) && points & (quoridor_bit(at + step) | quoridor_bit(at - step)) ? 100 : 0;
}

/* Gets in the way: barriers that lengthen the other's way. */
int quoridor_blocker(const void *state, tb_move move)
{
    return quoridor_habit(state, move) == HINDER ? 100 : 0;
}
