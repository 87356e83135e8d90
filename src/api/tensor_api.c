/* tensor_api.c - actions and observations as the public interface shows them. */
#include <string.h>

#include "api/check.h"
#include "core/error.h"
#include "core/tensor.h"

int tb_action_count(const struct tb_setup *setup)
{
    int code = setup_check(setup, NULL);

    return code ? code : game_tensor(setup->game)->actions(setup);
}

int tb_action_of(const struct tb_position *position, tb_move move)
{
    int code = position_check(position, NULL);

    if (code)
        return code;
    const struct tb_game *game = position->setup.game;

    return game_is_legal(game, &position->state, move)
               ? game_tensor(game)->action_of(&position->state, move)
               : TB_ERR_ILLEGAL;
}

int tb_action_move(const struct tb_position *position, int action, tb_move *move,
                   struct tb_error *error)
{
    int code = position_check(position, error);

    if (code)
        return code;
    if (!move)
        return api_missing(error, "move");
    const struct tb_game *game = position->setup.game;
    const struct tensor *tensor = game_tensor(game);

    if ((code = api_check_range("action", action, 0, tensor->actions(&position->setup) - 1, error)))
        return code;
    tb_move meant = tensor->move_of(&position->state, action);

    if (!game_is_legal(game, &position->state, meant) ||
        tensor->action_of(&position->state, meant) != action)
        return error_set(error, TB_ERR_ILLEGAL, "Action {action} is not legal here.",
                         arg_count("action", action));
    *move = meant;
    return TB_OK;
}

int tb_action_symmetry(const struct tb_position *position, int symmetry, int action)
{
    struct tb_position image;
    tb_move move;
    int code = tb_action_move(position, action, &move, NULL);

    if (code)
        return code;
    if (symmetry < 0 || symmetry >= tb_symmetry_count(position))
        return TB_ERR_RANGE;
    tb_symmetry_position(position, symmetry, &image);
    return game_tensor(image.setup.game)->action_of(&image.state,
                                               tb_symmetry_move(position, symmetry, move));
}

int tb_action_mask(const struct tb_position *position, uint8_t *mask)
{
    tb_move moves[TB_MOVES_MAX];
    int code = position_check(position, NULL);

    if (code)
        return code;
    if (!mask)
        return TB_ERR_ARGUMENT;
    const struct tb_game *game = position->setup.game;
    int count = game->moves(&position->state, moves);

    memset(mask, 0, (size_t)game_tensor(game)->actions(&position->setup));
    for (int i = 0; i < count; i++)
        mask[game_tensor(game)->action_of(&position->state, moves[i])] = 1;
    return count;
}

int tb_observation_shape(const struct tb_setup *setup, int shape[TB_SHAPE])
{
    int code = setup_check(setup, NULL);

    if (code)
        return code;
    if (!shape)
        return TB_ERR_ARGUMENT;
    game_tensor(setup->game)->shape(setup, shape);
    return TB_OK;
}

int tb_observation_plane(const struct tb_setup *setup, int plane, char *out, size_t size)
{
    struct text text = text_into(out, out ? size : 0);
    int shape[TB_SHAPE], code = tb_observation_shape(setup, shape);

    if (code)
        return code;
    if (plane < 0 || plane >= shape[TB_SHAPE_PLANES])
        return TB_ERR_RANGE;
    game_tensor(setup->game)->plane(setup, plane, &text);
    return (int)text.used;
}

int tb_observation(const struct tb_position *position, float *out)
{
    int shape[TB_SHAPE], code = position_check(position, NULL);

    if (code)
        return code;
    if (!out)
        return TB_ERR_ARGUMENT;
    const struct tensor *tensor = game_tensor(position->setup.game);

    tensor->shape(&position->setup, shape);
    memset(out, 0, sizeof *out * (size_t)shape[0] * (size_t)shape[1] * (size_t)shape[2]);
    tensor->observe(&position->state, out);
    return TB_OK;
}
