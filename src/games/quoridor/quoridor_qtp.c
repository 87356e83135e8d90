/*
 * quoridor_qtp.c - Quoridor for its text protocol, QTP (core/qtp.h).
 *
 * The protocol's board is ours upside down: black, our player 1, begins at the top, and row N of
 * the protocol is our row size + 1 - N.
 */
#include "core/qtp.h"
#include "games/quoridor/quoridor.h"

enum { HORIZONTAL, VERTICAL };

static bool plays(const struct tb_setup *setup)
{
    return setup->players == 2 && setup->options[QUORIDOR_OPTION_TURN] == QUORIDOR_TURN_BLOCKED &&
           setup->options[QUORIDOR_OPTION_EXTRA] == 0;
}

static void set_turn(void *state, int player)
{
    ((struct quoridor *)state)->turn = (uint8_t)player;
}

static int walls(const void *state, int player)
{
    return ((const struct quoridor *)state)->left[player];
}

static void add_walls(void *state, int more)
{
    struct quoridor *q = state;

    for (int p = 0; p < q->players; p++)
        q->left[p] += (uint8_t)more;
}

/* True if there is a barrier of this kind whose midpoint is the upper right corner of the square. */
static bool barrier_at(const struct quoridor *q, int kind, int row, int column)
{
    quoridor_board barriers = kind == HORIZONTAL ? q->across : q->upright;

    return row >= 0 && column >= 0 && (barriers & quoridor_bit(row * QUORIDOR_STRIDE + column));
}

static void draw_letters(const struct quoridor *q, struct text *out)
{
    text_add(out, "  ");
    for (int column = 0; column < q->size; column++)
        text_add(out, "   %c", 'A' + column);
    text_add(out, "\n");
}

/* The squares of one of our rows, with the barriers that stand between them. */
static void draw_squares(const struct quoridor *q, int row, struct text *out)
{
    text_add(out, " %d |", q->size - row);
    for (int column = 0; column < q->size; column++) {
        int square = row * QUORIDOR_STRIDE + column;
        bool barrier =
            barrier_at(q, VERTICAL, row, column) || barrier_at(q, VERTICAL, row - 1, column);

        text_add(out, " %c %c",
                 q->pawn[0] == square   ? 'B'
                 : q->pawn[1] == square ? 'W'
                                        : ' ',
                 barrier ? 'H' : '|');
    }
    text_add(out, " %d", q->size - row);
    if (row <= 1)
        text_add(out, "  %s walls: %d", row == 0 ? "black" : "white", q->left[row]);
    text_add(out, "\n");
}

/* The line between our row and the next, which is drawn below it. */
static void draw_line(const struct quoridor *q, int row, struct text *out)
{
    text_add(out, "   +");
    for (int column = 0; column < q->size; column++) {
        bool begins = barrier_at(q, HORIZONTAL, row, column);
        bool barrier = begins || barrier_at(q, HORIZONTAL, row, column - 1);

        text_add(out, "%s%c", barrier ? "===" : "---",
                 begins                                 ? '='
                 : barrier_at(q, VERTICAL, row, column) ? 'H'
                                                        : '+');
    }
    text_add(out, "\n");
}

static void draw(const void *state, struct text *out)
{
    const struct quoridor *q = state;

    draw_letters(q, out);
    for (int row = 0; row < q->size; row++) {
        draw_line(q, row - 1, out);
        draw_squares(q, row, out);
    }
    draw_line(q, -1, out);
    draw_letters(q, out);
}

const struct qtp_rules quoridor_qtp = {
    .plays = plays,
    .setups = "players=2 turn=blocked",
    .set_turn = set_turn,
    .walls = walls,
    .add_walls = add_walls,
    .draw = draw,
};
