/*
 * level.c - the levels of play.
 *
 * A weak level is weak like a person who learns: it does not look far, misjudges what it sees,
 * makes some moves without thinking, and misses some wins and threats. It prefers better moves
 * without always playing the best one, so that its games differ from the first move on.
 */
#include "search/level.h"
#include "core/advice.h"
#include "search/searcher.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct level general[LEVEL_ROWS] = {
    {.depth = 1,
     .nodes = 20000,
     .simulations = 16,
     .time_ms = 500,
     .eval_noise = 80,
     .spread = 30,
     .random = 77,
     .finds_wins = 70,
     .sees_threats = 50},
    {.depth = 1,
     .nodes = 20000,
     .simulations = 27,
     .time_ms = 500,
     .eval_noise = 80,
     .spread = 20,
     .random = 45,
     .finds_wins = 80,
     .sees_threats = 63},
    {.depth = 1,
     .nodes = 20000,
     .simulations = 42,
     .time_ms = 500,
     .eval_noise = 63,
     .many_noise = 95,
     .spread = 14,
     .random = 12,
     .finds_wins = 89,
     .sees_threats = 76},
    {.depth = 2,
     .nodes = 20000,
     .simulations = 130,
     .time_ms = 500,
     .eval_noise = 69,
     .many_noise = 40,
     .spread = 13,
     .random = 15,
     .finds_wins = 94,
     .sees_threats = 82},
    {.depth = 2,
     .nodes = 20000,
     .simulations = 250,
     .time_ms = 500,
     .eval_noise = 45,
     .many_noise = 27,
     .spread = 8,
     .random = 4,
     .finds_wins = 100,
     .sees_threats = 95},
    {.depth = 2,
     .nodes = 20000,
     .simulations = 700,
     .time_ms = 700,
     .eval_noise = 24,
     .spread = 4,
     .finds_wins = 100,
     .sees_threats = 100},
    {.depth = 3,
     .nodes = 20000,
     .simulations = 6000,
     .time_ms = 700,
     .eval_noise = 46,
     .many_noise = -1,
     .finds_wins = 100,
     .sees_threats = 100},
    {.nodes = 500000,
     .net_nodes = 62,
     .simulations = 30000,
     .time_ms = 3000,
     .finds_wins = 100,
     .sees_threats = 100},
    {.nodes = 800000,
     .net_nodes = 320,
     .simulations = 50000,
     .time_ms = 4000,
     .finds_wins = 100,
     .sees_threats = 100},
    {.nodes = 1200000,
     .net_nodes = 800,
     .simulations = 80000,
     .time_ms = 5500,
     .finds_wins = 100,
     .sees_threats = 100},
    {.nodes = 2000000,
     .net_nodes = 2800,
     .simulations = 120000,
     .time_ms = 7000,
     .finds_wins = 100,
     .sees_threats = 100},
    {.nodes = 4000000,
     .net_nodes = 9500,
     .simulations = 180000,
     .time_ms = 8500,
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

int level_last(const struct tb_setup *setup)
{
    int last = game_advice(setup->game)->last_level;
    struct tb_setup usual;

    return last && setup->players == 2 && tb_setup_init(&usual, setup->game, 2, NULL) == TB_OK &&
                   memcmp(usual.options, setup->options, sizeof usual.options) == 0
               ? last
               : LEVEL_MAX;
}

int level_clamp(const struct tb_setup *setup, int level)
{
    int last = level_last(setup);

    return level < last ? level : last;
}

const struct level *level_find(const struct tb_setup *setup, int level)
{
    const struct advice *advice = game_advice(setup->game);
    int row = level_number(level_clamp(setup, level));

    if (level == LEVEL_NOVICE)
        return &novice;
    if (advice->two_player_levels && setup->players == 2 && row < TWO_PLAYER_LEVELS)
        return &advice->two_player_levels[row];
    return &(advice->levels ? advice->levels : general)[row];
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

int level_noise(const struct level *level, int sides)
{
    if (sides == 2 || level->many_noise == 0)
        return level->eval_noise;
    return level->many_noise < 0 ? 0 : level->many_noise;
}

bool level_parallel(const struct level *level)
{
    return !level || (level->nodes == 0 && level->simulations == 0);
}

static bool wins_at_once(const struct tb_game *game, const struct tb_state *state, tb_move move)
{
    struct tb_state next;

    memcpy(&next, state, game->state_size);
    game->play(&next, move);
    return game->result(&next).winners >> game->turn(state) & 1;
}

/* A move that wins at once, or MOVE_NONE. */
static tb_move winning_move(const struct tb_game *game, const struct tb_state *state)
{
    tb_move moves[TB_MOVES_MAX];

    for (int i = game->moves(state, moves); i-- > 0;)
        if (wins_at_once(game, state, moves[i]))
            return moves[i];
    return MOVE_NONE;
}

/* True if the move loses, at once or to the next player's next move. */
static bool loses_at_once(const struct search_task *task, tb_move move)
{
    const struct tb_game *game = task->game;
    struct tb_state next;

    memcpy(&next, task->state, game->state_size);
    game->play(&next, move);
    struct tb_result result = game->result(&next);

    if (result.over)
        return result.winners != 0 && !(result.winners & 1u << game->turn(task->state));
    return winning_move(game, &next) != MOVE_NONE;
}

/* The first of the lines that does not lose at once, then any such move. */
static tb_move safe_move(const struct search_task *task, const struct search_info *info,
                         const tb_move *moves, int count)
{
    for (int i = 0; i < info->line_count + count; i++) {
        tb_move move = i < info->line_count ? info->lines[i].pv[0] : moves[i - info->line_count];

        if (!loses_at_once(task, move))
            return move;
    }
    return info->lines[0].pv[0];
}

static bool happens(int percent, struct rng *rng)
{
    return (int)rng_below(rng, 100) < percent;
}

/* The lead that a level which keeps pace takes notice of for this move. */
static int noticed_lead(const struct level *level, const struct search_task *task, struct rng *rng)
{
    int lead = level->pace ? game_advice(task->game)->lead(task->state) : 0;
    int percent = lead > 0 && level->waits ? lead / 2 * level->waits : abs(lead) * level->pace;

    return happens(percent, rng) ? lead : 0;
}

static int lead_after(const struct search_task *task, tb_move move)
{
    struct tb_state next;

    memcpy(&next, task->state, task->game->state_size);
    task->game->play(&next, move);
    return -game_advice(task->game)->lead(&next);
}

static int choose_habit(const struct level *level, int lead, struct rng *rng)
{
    int first = lead > 0 ? level->habits[0] : 0, habit = 0;

    if (lead < 0 || (lead > 0 && !level->waits))
        return lead < 0 && level->looks ? HABIT_HINDER : 0;
    int lot = first + (int)rng_below(rng, 100 - (uint32_t)first);

    while (habit < HABITS - 1 && lot >= level->habits[habit])
        lot -= level->habits[habit++];
    return habit;
}

enum { TRIES = 500 };

/* True if the nth try for a move of this habit is one, later if it is of the first habit, or of any other
 * for a player who dawdles. */
static bool in_habit(const struct search_task *task, tb_move move, int habit, bool dawdles, int n)
{
    int own = game_advice(task->game)->habit(task->state, move);

    return n < TRIES ? own == habit : (own == 0) != dawdles || n >= 2 * TRIES;
}

/* A move without thought, by one of the level's habits or any move; as long as there seem to be
 * others, none that repeats a position of the game, since weak levels do not go round in circles,
 * or, if the level looks, loses at once. Who overlooks a win overlooks, too, that another could
 * take it. `lead` is what it takes notice of, 0: nothing. */
static tb_move thoughtless_move(const struct level *level, const struct job *job,
                                const tb_move *moves, int count, bool sees, bool overlooks,
                                int lead, struct rng *rng)
{
    const struct search_task *task = job->task;
    bool dawdles = lead > 0 && level->waits;
    int habit = choose_habit(level, lead, rng), n = 0, best_lead = 0;
    int left = habit == HABIT_HINDER && level->looks ? level->looks : 1;
    tb_move best = MOVE_NONE;

    for (; left > 0 && n < TRIES; left--) {
        tb_move move;

        n = 0;
        do {
            move = moves[rng_below(rng, (uint32_t)count)];
            n++;
        } while ((level->habits[0] && !in_habit(task, move, habit, dawdles, n)) ||
                 task_repeats(task, move) > n / TRIES ||
                 (n < 3 * TRIES && (overlooks ? wins_at_once(task->game, task->state, move)
                                              : sees && loses_at_once(task, move))));
        int gives = level->looks ? lead_after(task, move) : 0;

        if (best == MOVE_NONE || gives > best_lead) {
            best = move;
            best_lead = gives;
        }
    }
    return job->personality && n < TRIES && job->personality->likes(task->state, best) <= 0 &&
                   rng_below(rng, (uint32_t)(100 + job->taste)) >= 100
               ? thoughtless_move(level, job, moves, count, sees, overlooks,
                                  noticed_lead(level, task, rng), rng)
               : best;
}

static double points_of(const struct search_line *line)
{
    return atanhf((float)line->score * 0.9999f);
}

/* One of the lines: the better it is, the more often. Where the end is sure, the best is played: a win,
 * or the longest resistance. Scores count as points, which still differ where a game is all but
 * decided, so that nobody seems to have given up. */
static tb_move near_best(const struct level *level, const struct search_task *task,
                         const struct search_info *info, struct rng *rng)
{
    double weights[SEARCH_LINES_MAX], sum = 0;
    const struct search_line *best = &info->lines[0];
    int i;

    if (level->spread == 0 || (best->exact && best->verdict.value > 0))
        return best->pv[0];
    for (i = 0; i < info->line_count; i++) {
        double behind = best->score == -1 ? i : points_of(best) - points_of(&info->lines[i]);

        behind += 5 * task_repeats(task, info->lines[i].pv[0]);
        weights[i] = exp(-behind * 100 / level->spread);
        sum += weights[i];
    }
    double lot = sum * rng_below(rng, 1u << 24) / (1 << 24);

    for (i = 0; i + 1 < info->line_count && lot >= weights[i]; i++)
        lot -= weights[i];
    return info->lines[i].pv[0];
}

tb_move level_choose(const struct level *level, const struct job *job, const struct search_info *info,
                     int careless, int sides)
{
    const struct search_task *task = job->task;
    struct rng rng = {job->seed};
    bool many = sides > 2 && level->many_wins;
    bool finds_win = happens(many ? level->many_wins : level->finds_wins, &rng);
    bool sees = happens(many ? level->many_threats : level->sees_threats, &rng);
    int random = many ? level->many_random : level->random;
    bool thinks = !happens(random + careless + (random && task->history_length < 2 ? 40 : 0), &rng);
    tb_move moves[TB_MOVES_MAX];
    int count = task_moves(task, moves);
    tb_move win = winning_move(task->game, task->state);

    if (win != MOVE_NONE && finds_win)
        return win;
    bool thoughtless = !thinks || (many && win != MOVE_NONE);
    int lead = thoughtless || (level->looks && sides == 2) ? noticed_lead(level, task, &rng) : 0;

    if (thoughtless || (level->looks && lead < 0))
        return thoughtless_move(level, job, moves, count, sees, win != MOVE_NONE, lead, &rng);
    tb_move move = near_best(level, task, info, &rng);

    return sees && loses_at_once(task, move) ? safe_move(task, info, moves, count) : move;
}
