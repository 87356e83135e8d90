/* tensor.c - actions and planes: the part that all games share. */
#include "core/tensor.h"

#include "core/game.h"

int tensor_actions(const struct tb_setup *setup)
{
    return (int)setup->game->move_limit;
}

int tensor_action_of(const void *state, tb_move move)
{
    (void)state;
    return (int)move;
}

tb_move tensor_move_of(const void *state, int action)
{
    (void)state;
    return (tb_move)action;
}

static void plain_shape(const struct tb_setup *setup, int shape[TB_SHAPE])
{
    (void)setup;
    shape[TB_SHAPE_PLANES] = shape[TB_SHAPE_ROWS] = shape[TB_SHAPE_COLUMNS] = 1;
}

static void plain_plane(const struct tb_setup *setup, int plane, struct text *out)
{
    (void)setup;
    (void)plane;
    text_add(out, "nothing");
}

static void plain_observe(const void *state, float *out)
{
    (void)state;
    (void)out;
}

const struct tensor tensor_plain = {
    .actions = tensor_actions,
    .action_of = tensor_action_of,
    .move_of = tensor_move_of,
    .shape = plain_shape,
    .plane = plain_plane,
    .observe = plain_observe,
};

void tensor_player(struct text *out, int ahead)
{
    if (ahead == 0)
        text_add(out, "the player to move");
    else if (ahead == 1)
        text_add(out, "the next player");
    else
        text_add(out, "the player %d turns later", ahead);
}
