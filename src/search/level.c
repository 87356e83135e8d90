/*
 * level.c - the levels of play.
 *
 * A weak level is weak like a person: it does not look far, misjudges what it
 * sees, and is content with the second best now and then. The careful ones see
 * a win at once and what the next player could win at once, always.
 */
#include "core/advice.h"
#include "search/level.h"

#include <string.h>

static const struct level general[LEVEL_MAX] = {
    {.depth = 1, .nodes = 20000, .simulations = 16, .time_ms = 500, .eval_noise = 80,
     .move_margin = 15},
    {.depth = 2, .nodes = 20000, .simulations = 60, .time_ms = 500, .eval_noise = 115,
     .move_margin = 12, .careful = true},
    {.depth = 2, .nodes = 20000, .simulations = 200, .time_ms = 500, .eval_noise = 50,
     .careful = true},
    {.depth = 3, .nodes = 40000, .simulations = 800, .time_ms = 500, .eval_noise = 25,
     .careful = true},
    {.depth = 5, .nodes = 40000, .simulations = 3000, .time_ms = 700, .eval_noise = 10,
     .careful = true},
    {.nodes = 50000, .net_nodes = 3000, .simulations = 12000, .time_ms = 900, .careful = true},
    {.nodes = 500000, .net_nodes = 40000, .simulations = 60000, .time_ms = 3000, .careful = true},
    {.time_ms = 10000, .careful = true},
};

const struct level *level_find(const struct tb_game *game, int level)
{
    const struct level *own = game_advice(game)->levels;

    return &(own ? own : general)[level - 1];
}

int level_nodes(const struct level *level, bool network)
{
    return network && level->net_nodes ? level->net_nodes : level->nodes;
}

bool level_parallel(const struct level *level)
{
    return !level || (level->nodes == 0 && level->simulations == 0);
}

/* A move that wins at once, or MOVE_NONE. */
static tb_move winning_move(const struct search_task *task, const tb_move *moves, int count)
{
    const struct tb_game *game = task->game;
    unsigned me = 1u << game->turn(task->state);

    for (int i = 0; i < count; i++) {
        struct tb_state next;

        memcpy(&next, task->state, game->state_size);
        game->play(&next, moves[i]);
        if (game->result(&next).winners & me)
            return moves[i];
    }
    return MOVE_NONE;
}

/* True if the move loses, at once or to the next player's next move. */
static bool loses_at_once(const struct search_task *task, tb_move move)
{
    const struct tb_game *game = task->game;
    unsigned me = 1u << game->turn(task->state);
    struct tb_state next, after;
    tb_move replies[TB_MOVES_MAX];

    memcpy(&next, task->state, game->state_size);
    game->play(&next, move);
    struct tb_result result = game->result(&next);

    if (result.over)
        return result.winners != 0 && !(result.winners & me);
    int count = game->moves(&next, replies);

    for (int i = 0; i < count; i++) {
        memcpy(&after, &next, game->state_size);
        game->play(&after, replies[i]);
        unsigned winners = game->result(&after).winners;

        if (winners != 0 && !(winners & me))
            return true;
    }
    return false;
}

/* The first of the lines that does not lose at once, then any such move. */
static tb_move safe_move(const struct search_task *task, const struct search_info *info,
                         const tb_move *moves, int count)
{
    for (int i = 0; i < info->line_count; i++)
        if (!loses_at_once(task, info->lines[i].pv[0]))
            return info->lines[i].pv[0];
    for (int i = 0; i < count; i++)
        if (!loses_at_once(task, moves[i]))
            return moves[i];
    return info->lines[0].pv[0];
}

/* One of the lines that are nearly as good as the best; a sure win is played. */
static tb_move near_best(const struct level *level, const struct search_info *info, uint64_t seed)
{
    const struct search_line *best = &info->lines[0];
    struct rng rng = {seed};
    int near = 1;

    if (best->exact && best->verdict.value != 0)
        return best->pv[0];
    while (near < info->line_count &&
           info->lines[near].score >= best->score - level->move_margin / 100.0)
        near++;
    return info->lines[level->move_margin ? rng_below(&rng, (uint32_t)near) : 0].pv[0];
}

tb_move level_choose(const struct level *level, const struct search_task *task,
                     const struct search_info *info, uint64_t seed)
{
    tb_move moves[TB_MOVES_MAX], move = near_best(level, info, seed);

    if (!level->careful)
        return move;
    int count = task->game->moves(task->state, moves);
    tb_move win = winning_move(task, moves, count);

    if (win != MOVE_NONE)
        return win;
    return loses_at_once(task, move) ? safe_move(task, info, moves, count) : move;
}
