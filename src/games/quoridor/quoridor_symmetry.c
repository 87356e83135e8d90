/*
 * quoridor_symmetry.c - the symmetries of Quoridor.
 *
 * Two players: bit 0 mirrors left and right, bit 1 turns the board round and
 * exchanges the players. Four players: quarter turns clockwise, each of which
 * makes every player the next one.
 */
#include "games/quoridor/quoridor.h"

#include <string.h>

int quoridor_symmetries(const void *state)
{
    (void)state;
    return 4;
}

/* The image of a bit on a field of `width` x `width`: squares or barrier places. */
static int turn_bit(const struct quoridor *q, int symmetry, int width, int square)
{
    int column = square % QUORIDOR_STRIDE, row = square / QUORIDOR_STRIDE, last = width - 1;

    if (q->players == 2) {
        if (symmetry == 1 || symmetry == 2)
            column = last - column;
        if (symmetry & 2)
            row = last - row;
        return row * QUORIDOR_STRIDE + column;
    }
    for (int i = 0; i < symmetry; i++) {
        int old = column;

        column = row;
        row = last - old;
    }
    return row * QUORIDOR_STRIDE + column;
}

static bool swaps_axes(const struct quoridor *q, int symmetry)
{
    return q->players == 4 && (symmetry & 1);
}

static quoridor_board turn_barriers(const struct quoridor *q, int symmetry, quoridor_board set)
{
    quoridor_board image = 0;

    while (set)
        image |= quoridor_bit(turn_bit(q, symmetry, q->size - 1, quoridor_board_take(&set)));
    return image;
}

int quoridor_transform_player(const void *state, int symmetry, int player)
{
    const struct quoridor *q = state;

    return (player + (q->players == 2 ? symmetry >> 1 : symmetry)) % q->players;
}

void quoridor_transform(const void *state, int symmetry, void *out)
{
    const struct quoridor *q = state;
    struct quoridor image = *q;
    bool swap = swaps_axes(q, symmetry);

    image.across = turn_barriers(q, symmetry, swap ? q->upright : q->across);
    image.upright = turn_barriers(q, symmetry, swap ? q->across : q->upright);
    image.turn = (uint8_t)quoridor_transform_player(q, symmetry, q->turn);
    for (int p = 0; p < q->players; p++) {
        int player = quoridor_transform_player(q, symmetry, p);

        image.pawn[player] = (uint8_t)turn_bit(q, symmetry, q->size, q->pawn[p]);
        image.left[player] = q->left[p];
    }
    memcpy(out, &image, sizeof image);
}

tb_move quoridor_transform_move(const void *state, int symmetry, tb_move move)
{
    const struct quoridor *q = state;

    if (move == QUORIDOR_PASS)
        return move;
    if (move < QUORIDOR_ACROSS)
        return (tb_move)turn_bit(q, symmetry, q->size, (int)move);
    bool upright = move >= QUORIDOR_UPRIGHT;
    int place = (int)move - (upright ? QUORIDOR_UPRIGHT : QUORIDOR_ACROSS);
    int image = turn_bit(q, symmetry, q->size - 1, place);

    return (tb_move)image +
           (upright != swaps_axes(q, symmetry) ? QUORIDOR_UPRIGHT : QUORIDOR_ACROSS);
}
