/*
 * quoridor_tensor.c - Quoridor for programs that learn.
 *
 * Actions: the squares, row by row; the places of barriers across, then upright, row by
 * row; pass. On nine by nine that is 81 + 64 + 64 + 1.
 * Planes: each player's pawn; each player's goal; barriers across; upright (on the square
 * at the lower left of the middle); each player's barriers left.
 */
#include "core/tensor.h"
#include "games/quoridor/quoridor.h"

static int actions(const struct tb_setup *setup)
{
    int size = setup->options[QUORIDOR_OPTION_SIZE], places = (size - 1) * (size - 1);

    return size * size + 2 * places + 1;
}

static int action_of(const void *state, tb_move move)
{
    const struct quoridor *q = state;
    int size = q->size, places = (size - 1) * (size - 1);
    int kind = (int)move / QUORIDOR_SQUARES, square = (int)move % QUORIDOR_SQUARES;
    int row = square / QUORIDOR_STRIDE, column = square % QUORIDOR_STRIDE;

    if (move == QUORIDOR_PASS)
        return size * size + 2 * places;
    if (kind == 0)
        return row * size + column;
    return size * size + (kind - 1) * places + row * (size - 1) + column;
}

static tb_move move_of(const void *state, int action)
{
    const struct quoridor *q = state;
    int size = q->size, places = (size - 1) * (size - 1);

    if (action < size * size)
        return (tb_move)(action / size * QUORIDOR_STRIDE + action % size);
    action -= size * size;
    if (action >= 2 * places)
        return QUORIDOR_PASS;
    int place = action % places;

    return (tb_move)((action < places ? QUORIDOR_ACROSS : QUORIDOR_UPRIGHT) +
                     place / (size - 1) * QUORIDOR_STRIDE + place % (size - 1));
}

static void shape(const struct tb_setup *setup, int out[TB_SHAPE])
{
    out[TB_SHAPE_PLANES] = 3 * setup->players + 2;
    out[TB_SHAPE_ROWS] = out[TB_SHAPE_COLUMNS] = setup->options[QUORIDOR_OPTION_SIZE];
}

static void plane(const struct tb_setup *setup, int number, struct text *out)
{
    int players = setup->players;

    if (number < 2 * players) {
        text_add(out, number < players ? "pawn of " : "goal of ");
        tensor_player(out, number % players);
    } else if (number < 2 * players + 2) {
        text_add(out, "barriers %s", number == 2 * players ? "across" : "upright");
    } else {
        text_add(out, "barriers left, of those at the start, to ");
        tensor_player(out, number - 2 * players - 2);
    }
}

static void put_board(const struct quoridor *q, quoridor_board set, float *out)
{
    while (set) {
        int square = quoridor_board_take(&set);

        out[square / QUORIDOR_STRIDE * q->size + square % QUORIDOR_STRIDE] = 1;
    }
}

static void observe(const void *state, float *out)
{
    const struct quoridor *q = state;
    int squares = q->size * q->size, players = q->players;
    int walls = quoridor_board_count(q->across) + quoridor_board_count(q->upright);

    for (int i = 0; i < players; i++)
        walls += q->left[i];
    for (int i = 0; i < players; i++) {
        int player = (q->turn + i) % players;

        put_board(q, quoridor_bit(q->pawn[player]), out + i * squares);
        put_board(q, quoridor_goal(q, player), out + (players + i) * squares);
        if (walls > 0)
            tensor_fill(out + (2 * players + 2 + i) * squares, squares,
                        (float)(q->left[player] * players) / (float)walls);
    }
    put_board(q, q->across, out + 2 * players * squares);
    put_board(q, q->upright, out + (2 * players + 1) * squares);
}

const struct tensor quoridor_tensor = {
    .actions = actions,
    .action_of = action_of,
    .move_of = move_of,
    .shape = shape,
    .plane = plane,
    .observe = observe,
};
