/*
 * tictacdoh_tensor.c - Tic Tac Doh for programs that learn.
 *
 * Actions: 25 squares for a small piece, then for a medium, then for a large one.
 * Planes: squares that count as small, medium, large; that hide a small, a medium piece;
 * that still fit in three by three; pieces left of each size. The pieces are everyone's,
 * so nothing depends on whose turn it is.
 */
#include "core/tensor.h"
#include "games/tictacdoh/tictacdoh.h"

enum { PLANE_COUNTS = 0, PLANE_HIDDEN = 3, PLANE_ROOM = 5, PLANE_LEFT = 6, PLANES = 9 };

static int actions(const struct tb_setup *setup)
{
    (void)setup;
    return SIZES * TICTACDOH_SQUARES;
}

static int action_of(const void *state, tb_move move)
{
    (void)state;
    return (int)(move / TICTACDOH_MOVE_SIZE * TICTACDOH_SQUARES + move % TICTACDOH_MOVE_SIZE);
}

static tb_move move_of(const void *state, int action)
{
    (void)state;
    return (tb_move)(action / TICTACDOH_SQUARES * TICTACDOH_MOVE_SIZE +
                     action % TICTACDOH_SQUARES);
}

static void shape(const struct tb_setup *setup, int out[TB_SHAPE])
{
    (void)setup;
    out[TB_SHAPE_PLANES] = PLANES;
    out[TB_SHAPE_ROWS] = out[TB_SHAPE_COLUMNS] = TICTACDOH_SIDE;
}

static void plane(const struct tb_setup *setup, int number, struct text *out)
{
    static const char *const words[PLANES] = {
        "squares that count as small", "squares that count as medium",
        "squares that count as large", "squares that hide a small piece",
        "squares that hide a medium piece", "squares that fit in three by three",
        "small pieces left, of those at the start", "medium pieces left, of those at the start",
        "large pieces left, of those at the start",
    };

    (void)setup;
    text_add(out, "%s", words[number]);
}

static void put_mask(uint32_t mask, float *out)
{
    tensor_mask(out, TICTACDOH_SQUARES, mask);
}

static void observe(const void *state, float *out)
{
    const struct tictacdoh *s = state;

    for (int size = 0; size < SIZES; size++) {
        put_mask(s->counts[size], out + (PLANE_COUNTS + size) * TICTACDOH_SQUARES);
        tensor_fill(out + (PLANE_LEFT + size) * TICTACDOH_SQUARES, TICTACDOH_SQUARES,
                    (float)s->left[size] / (float)s->stash);
    }
    for (int size = 0; size < SIZES - 1; size++)
        put_mask(s->hidden[size], out + (PLANE_HIDDEN + size) * TICTACDOH_SQUARES);
    put_mask(s->room, out + PLANE_ROOM * TICTACDOH_SQUARES);
}

const struct tensor tictacdoh_tensor = {
    .actions = actions,
    .action_of = action_of,
    .move_of = move_of,
    .shape = shape,
    .plane = plane,
    .observe = observe,
};
