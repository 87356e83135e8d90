/* ordering.c - move ordering. */
#include "search/ordering.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "core/features.h"
#include "net/net.h"

enum {
    FIRST = 1 << 30,
    FOLLOW_MOVES_MAX = 512, /* a history of replies is kept for games with no more moves */
};

static size_t follow_size(const struct ordering *ordering)
{
    return ordering->size * ordering->game->move_limit * sizeof *ordering->follow;
}

bool ordering_init(struct ordering *ordering, const struct tb_game *game, int players,
                   const struct search_parameters *parameters)
{
    ordering->game = game;
    ordering->parameters = parameters;
    ordering->size = (size_t)players * game->move_limit;
    ordering->history = malloc(ordering->size * sizeof *ordering->history);
    ordering->reply = malloc(ordering->size * sizeof *ordering->reply);
    if (game->move_limit <= FOLLOW_MOVES_MAX && parameters->follow_weight > 0) {
        ordering->follow = malloc(follow_size(ordering));
        if (!ordering->follow)
            return false;
    }
    if (!ordering->history || !ordering->reply)
        return false;
    ordering_clear(ordering);
    return true;
}

void ordering_release(struct ordering *ordering)
{
    free(ordering->history);
    free(ordering->reply);
    free(ordering->follow);
}

void ordering_clear(struct ordering *ordering)
{
    memset(ordering->history, 0, ordering->size * sizeof *ordering->history);
    memset(ordering->reply, 0xff, ordering->size * sizeof *ordering->reply);
    if (ordering->follow)
        memset(ordering->follow, 0, follow_size(ordering));
}

void ordering_age(struct ordering *ordering)
{
    for (size_t i = 0; i < ordering->size; i++)
        ordering->history[i] /= 2;
}

bool move_list_init(struct move_list *list, const struct tb_game *game)
{
    size_t capacity = (size_t)game->moves_max;

    list->count = 0;
    list->moves = malloc(capacity * sizeof *list->moves);
    list->priority = malloc(capacity * sizeof *list->priority);
    list->score = malloc(capacity * sizeof *list->score);
    return list->moves && list->priority && list->score;
}

void move_list_release(struct move_list *list)
{
    free(list->moves);
    free(list->priority);
    free(list->score);
}

void ordering_look(const struct ordering *ordering, const void *state, struct move_list *list,
                   int from)
{
    const struct advice *advice = game_advice(ordering->game);

    if (advice->order)
        advice->order(state, list->moves + from, list->count - from, list->priority + from);
    else
        memset(list->priority + from, 0, (size_t)(list->count - from) * sizeof *list->priority);
}

void ordering_ask(const struct ordering *ordering, const void *state, const struct net_input *input,
                  const int *logits, struct move_list *list, int from)
{
    const struct search_parameters *m = ordering->parameters;
    int *priority = list->priority, best = INT_MIN, factor = (m->prior_unit << 16) / NET_LOGIT_UNIT;

    ordering->game->features->priors(state, input, logits, list->moves + from, list->count - from,
                                     priority + from);
    for (int i = from; i < list->count; i++)
        best = priority[i] > best ? priority[i] : best;
    for (int i = from; i < list->count; i++)
        priority[i] = m->prior_best - (int)((int64_t)(best - priority[i]) * factor >> 16);
}

/* The history of replies to the last move, or NULL. */
static int16_t *follow_row(const struct ordering *ordering, const struct hints *hints)
{
    size_t limit = ordering->game->move_limit;

    if (!ordering->follow || hints->previous == MOVE_NONE)
        return NULL;
    return ordering->follow + ((size_t)hints->previous_player * limit + hints->previous) * limit;
}

void ordering_score(const struct ordering *ordering, const void *state, const struct hints *hints,
                    struct move_list *list, int from)
{
    const struct tb_game *game = ordering->game;
    const int16_t *history = ordering->history + (size_t)game->turn(state) * game->move_limit;
    const struct search_parameters *m = ordering->parameters;
    const int16_t *follow = follow_row(ordering, hints);
    tb_move reply = MOVE_NONE;

    if (hints->previous != MOVE_NONE)
        reply =
            ordering->reply[(size_t)hints->previous_player * game->move_limit + hints->previous];
    for (int i = from; i < list->count; i++) {
        tb_move move = list->moves[i];
        int score = m->priority_weight * list->priority[i] + history[move];

        if (follow)
            score += m->follow_weight * follow[move] / 16;
        if (move == hints->table)
            score = FIRST;
        else if (move == hints->killers[0] || move == hints->killers[1])
            score += m->killer_bonus;
        else if (move == reply)
            score += m->reply_bonus;
        list->score[i] = score;
    }
}

bool move_list_lead(struct move_list *list, tb_move move)
{
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == move) {
            list->moves[i] = list->moves[0];
            list->moves[0] = move;
            list->priority[0] = 0;
            return true;
        }
    return false;
}

static void swap(int *a, int *b)
{
    int old = *a;

    *a = *b;
    *b = old;
}

void move_list_pick(struct move_list *list, int index)
{
    const int *score = list->score;
    int best = index, top = score[index];

    for (int i = index + 1; i < list->count; i++) /* in vectors */
        top = score[i] > top ? score[i] : top;
    while (score[best] != top)
        best++;
    tb_move move = list->moves[best];

    list->moves[best] = list->moves[index];
    list->moves[index] = move;
    swap(&list->score[best], &list->score[index]);
    swap(&list->priority[best], &list->priority[index]);
}

void move_list_keep(struct move_list *list, int index, int least)
{
    int kept = index;

    for (int i = index; i < list->count; i++) {
        if (list->priority[i] < least)
            continue;
        list->moves[kept] = list->moves[i];
        list->priority[kept] = list->priority[i];
        list->score[kept++] = list->score[i];
    }
    list->count = kept;
}

/* Moves an entry toward the bonus's sign, the less the nearer it is to the end of the range. */
static void nudge(int16_t *entry, int bonus)
{
    *entry = (int16_t)(*entry + bonus - *entry * abs(bonus) / HISTORY_MAX);
}

void ordering_reward(struct ordering *ordering, int player, const struct hints *hints,
                     const struct move_list *list, int tried, int depth)
{
    tb_move limit = ordering->game->move_limit, move = list->moves[tried];
    int16_t *history = ordering->history + (size_t)player * limit;
    int bonus = 32 * depth * depth < 1600 ? 32 * depth * depth : 1600;

    nudge(&history[move], bonus);
    for (int i = 0; i < tried; i++)
        nudge(&history[list->moves[i]], -bonus);
    int16_t *follow = follow_row(ordering, hints);

    if (follow) {
        nudge(&follow[move], bonus);
        for (int i = 0; i < tried; i++)
            nudge(&follow[list->moves[i]], -bonus);
    }
    if (hints->previous != MOVE_NONE)
        ordering->reply[(size_t)hints->previous_player * limit + hints->previous] = move;
}
