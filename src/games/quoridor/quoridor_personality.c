/* quoridor_personality.c - the moves that beginners and the computer's personalities like. */
#include "core/game.h"
#include "games/quoridor/quoridor_view.h"

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

/* Runs for the goal. */
int quoridor_runner(const void *state, tb_move move)
{
    const struct quoridor *q = state;

    return !is_barrier(move) && gain_of(q, move, q->turn) > 0 ? 100 : 0;
}

/* Builds walls: barriers that go on from another one. */
int quoridor_builder(const void *state, tb_move move)
{
    bool across = move < QUORIDOR_UPRIGHT;

    if (!is_barrier(move))
        return 0;
    quoridor_board middle = quoridor_bit((int)move - (across ? QUORIDOR_ACROSS : QUORIDOR_UPRIGHT));
    quoridor_board ends = across ? middle << 1 | middle >> 1
                                 : middle << QUORIDOR_STRIDE | middle >> QUORIDOR_STRIDE;

    return touched_points(state) & ends ? 100 : 0;
}

/* Gets in the way: barriers that lengthen the other's way. */
int quoridor_blocker(const void *state, tb_move move)
{
    const struct quoridor *q = state;

    return is_barrier(move) && gain_of(q, move, q->turn ^ 1) < 0 ? 100 : 0;
}

/* Beginners run, and now and then they put a barrier in the other's way. */
int quoridor_habit(const void *state, tb_move move)
{
    if (is_barrier(move))
        return quoridor_blocker(state, move) ? 5 : 0;
    return quoridor_runner(state, move) ? 100 : 20;
}
