/*
 * nim_tensor.c - Nim for programs that learn.
 *
 * Actions: the heaps of the setup, 1 to NIM_STONES stones from each. Planes, with a column per
 * heap: the stones; 1 everywhere if the number of heaps left is odd.
 */
#include "core/tensor.h"
#include "games/nim/nim.h"

static int actions(const struct tb_setup *setup)
{
    return setup->options[0] * NIM_STONES;
}

static int action_of(const void *state, tb_move move)
{
    (void)state;
    return (int)move;
}

static tb_move move_of(const void *state, int action)
{
    (void)state;
    return (tb_move)action;
}

static void shape(const struct tb_setup *setup, int out[TB_SHAPE])
{
    out[TB_SHAPE_PLANES] = 2;
    out[TB_SHAPE_ROWS] = NIM_STONES;
    out[TB_SHAPE_COLUMNS] = setup->options[0];
}

static void plane(const struct tb_setup *setup, int number, struct text *out)
{
    (void)setup;
    text_add(out, "%s", number == 0 ? "stones" : "an odd number of heaps is left");
}

static void observe(const void *state, float *out)
{
    const struct nim *s = state;
    int squares = NIM_STONES * s->heaps;

    for (int heap = 0; heap < s->heaps; heap++)
        for (int row = 0; row < s->stones[heap]; row++)
            out[row * s->heaps + heap] = 1;
    tensor_fill(out + squares, squares, (float)(nim_heaps_left(s) % 2));
}

const struct tensor nim_tensor = {
    .actions = actions,
    .action_of = action_of,
    .move_of = move_of,
    .shape = shape,
    .plane = plane,
    .observe = observe,
};
