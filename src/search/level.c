/*
 * level.c - the levels of play.
 *
 * A weak level is weak like a person who learns: it does not look far, misjudges what it sees,
 * makes some moves without thinking, and misses some wins and threats. It prefers better moves
 * without always playing the best one, so that its games differ from the first move on.
 */
#include "search/level.h"
#include "core/advice.h"

#include <math.h>
#include <string.h>

static const struct level general[LEVEL_ROWS] = {
    {.depth = 1,
     .nodes = 20000,
     .simulations = 16,
     .time_ms = 500,
     .eval_noise = 80,
     .spread = 30,
     .random = 80,
     .finds_wins = 70,
     .sees_threats = 50},
    {.depth = 1,
     .nodes = 20000,
     .simulations = 27,
     .time_ms = 500,
     .eval_noise = 80,
     .spread = 20,
     .random = 41,
     .finds_wins = 80,
     .sees_threats = 63},
    {.depth = 1,
     .nodes = 20000,
     .simulations = 50,
     .time_ms = 500,
     .eval_noise = 63,
     .spread = 14,
     .random = 13,
     .finds_wins = 89,
     .sees_threats = 76},
    {.depth = 2,
     .nodes = 20000,
     .simulations = 130,
     .time_ms = 500,
     .eval_noise = 69,
     .many_noise = 52,
     .spread = 13,
     .random = 12,
     .finds_wins = 94,
     .sees_threats = 82},
    {.depth = 2,
     .nodes = 20000,
     .simulations = 250,
     .time_ms = 500,
     .eval_noise = 45,
     .many_noise = 30,
     .spread = 8,
     .random = 2,
     .finds_wins = 100,
     .sees_threats = 95},
    {.depth = 2,
     .nodes = 20000,
     .simulations = 1000,
     .time_ms = 700,
     .eval_noise = 24,
     .spread = 4,
     .finds_wins = 100,
     .sees_threats = 100},
    {.depth = 3,
     .nodes = 20000,
     .simulations = 6000,
     .time_ms = 700,
     .eval_noise = 52,
     .many_noise = -1,
     .finds_wins = 100,
     .sees_threats = 100},
    {.nodes = 500000,
     .net_nodes = 250,
     .simulations = 30000,
     .time_ms = 3000,
     .finds_wins = 100,
     .sees_threats = 100},
    {.time_ms = 10000, .finds_wins = 100, .sees_threats = 100},
};

static const struct level novice = {
    .depth = 1,
    .nodes = 1000,
    .simulations = 16,
    .random = 100,
    .finds_wins = 70,
    .sees_threats = 100,
    .no_probe = true,
};

const struct level *level_find(const struct tb_game *game, int level)
{
    const struct level *own = game_advice(game)->levels;

    if (level == LEVEL_NOVICE)
        return &novice;

    return &(own ? own : general)[level == LEVEL_CHILD ? 0 : level];
}

const struct personality *personality_find(const struct tb_game *game, const char *name)
{
    const struct personality *one = game_advice(game)->personalities;

    while (one && one->name && strcmp(one->name, name) != 0)
        one++;
    return one && one->name ? one : NULL;
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

/* A move without thought: one of its habits, or any move; none that repeats a position of the game,
 * since weak levels do not go round in circles, or, if the level looks, loses at once. MOVE_NONE if
 * there is no such move. */
static tb_move thoughtless_move(const struct level *level, const struct search_task *task,
                                const tb_move *moves, int count, bool sees, struct rng *rng)
{
    int (*habit)(const void *, tb_move) = game_advice(task->game)->habit;
    bool by_habit = habit && rng_below(rng, 100) < (uint32_t)level->habits;
    int weights[TB_MOVES_MAX];
    uint32_t sum = 0;

    for (int i = 0; i < count; i++)
        sum += (uint32_t)(weights[i] = by_habit ? habit(task->state, moves[i]) : 1);
    while (sum > 0) {
        uint32_t lot = rng_below(rng, sum);
        int i = 0;

        for (; lot >= (uint32_t)weights[i]; i++)
            lot -= (uint32_t)weights[i];
        if (!task_repeats(task, moves[i]) && !(sees && loses_at_once(task, moves[i])))
            return moves[i];
        sum -= (uint32_t)weights[i];
        weights[i] = 0;
    }
    return MOVE_NONE;
}

/* One of the lines: the better it is, the more often. A sure win is played. */
static tb_move near_best(const struct level *level, const struct search_task *task,
                         const struct search_info *info, struct rng *rng)
{
    double weights[SEARCH_LINES_MAX], sum = 0;
    const struct search_line *best = &info->lines[0];
    int i;

    if (level->spread == 0 || (best->exact && best->verdict.value > 0))
        return best->pv[0];
    for (i = 0; i < info->line_count; i++) {
        tb_move move = info->lines[i].pv[0];
        double score = info->lines[i].score;

        weights[i] =
            task_repeats(task, move) ? 0 : exp((score - best->score) * 100 / level->spread);
        sum += weights[i];
    }
    double lot = sum * rng_below(rng, 1u << 24) / (1 << 24);

    for (i = 0; sum > 0 && i + 1 < info->line_count && lot >= weights[i]; i++)
        lot -= weights[i];
    return info->lines[i].pv[0];
}

tb_move level_choose(const struct level *level, const struct search_task *task,
                     const struct search_info *info, int careless, uint64_t seed)
{
    struct rng rng = {seed};
    bool finds_win = rng_below(&rng, 100) < (uint32_t)level->finds_wins;
    bool sees = rng_below(&rng, 100) < (uint32_t)level->sees_threats;
    bool thinks = rng_below(&rng, 100) >= (uint32_t)(level->random + careless);
    tb_move moves[TB_MOVES_MAX];
    int count = task_moves(task, moves);
    tb_move win = finds_win ? winning_move(task, moves, count) : MOVE_NONE;

    if (win != MOVE_NONE)
        return win;
    tb_move move = MOVE_NONE;

    if (!thinks)
        move = thoughtless_move(level, task, moves, count, sees, &rng);
    if (move != MOVE_NONE)
        return move;
    move = near_best(level, task, info, &rng);
    return sees && loses_at_once(task, move) ? safe_move(task, info, moves, count) : move;
}
