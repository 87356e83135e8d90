/* ordering.c - which move to look at first. */
#include "search/ordering.h"

#include <stdlib.h>
#include <string.h>

/* Where knowledge of the search stands beside the game's: in history points. */
enum {
    PRIORITY_WEIGHT = 16, /* history points that one point of priority is worth */
    KILLER_BONUS = 6000,
    REPLY_BONUS = 3000,
    FIRST = 1 << 30,
};

bool ordering_init(struct ordering *ordering, const struct tb_game *game, int players)
{
    ordering->game = game;
    ordering->size = (size_t)players * game->move_limit;
    ordering->history = malloc(ordering->size * sizeof *ordering->history);
    ordering->reply = malloc(ordering->size * sizeof *ordering->reply);
    if (!ordering->history || !ordering->reply)
        return false;
    ordering_clear(ordering);
    return true;
}

void ordering_release(struct ordering *ordering)
{
    free(ordering->history);
    free(ordering->reply);
}

void ordering_clear(struct ordering *ordering)
{
    memset(ordering->history, 0, ordering->size * sizeof *ordering->history);
    memset(ordering->reply, 0xff, ordering->size * sizeof *ordering->reply);
}

void ordering_age(struct ordering *ordering)
{
    for (size_t i = 0; i < ordering->size; i++)
        ordering->history[i] /= 2;
}

bool move_list_init(struct move_list *list, const struct tb_game *game)
{
    size_t room = (size_t)game->moves_max;

    list->count = 0;
    list->moves = malloc(room * sizeof *list->moves);
    list->priority = malloc(room * sizeof *list->priority);
    list->score = malloc(room * sizeof *list->score);
    return list->moves && list->priority && list->score;
}

void move_list_release(struct move_list *list)
{
    free(list->moves);
    free(list->priority);
    free(list->score);
}

void ordering_score(const struct ordering *ordering, const void *state, const struct hints *hints,
                    struct move_list *list, int from)
{
    const struct tb_game *game = ordering->game;
    const int16_t *history = ordering->history + (size_t)game->turn(state) * game->move_limit;
    tb_move reply = MOVE_NONE;

    if (hints->previous != MOVE_NONE)
        reply = ordering->reply[(size_t)hints->previous_player * game->move_limit +
                                hints->previous];
    if (game->order)
        game->order(state, list->moves + from, list->count - from, list->priority + from);
    else
        memset(list->priority + from, 0, (size_t)(list->count - from) * sizeof *list->priority);
    for (int i = from; i < list->count; i++) {
        tb_move move = list->moves[i];
        int score = PRIORITY_WEIGHT * list->priority[i] + history[move];

        if (move == hints->table)
            score = FIRST;
        else if (move == hints->killers[0] || move == hints->killers[1])
            score += KILLER_BONUS;
        else if (move == reply)
            score += REPLY_BONUS;
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
    if (hints->previous != MOVE_NONE)
        ordering->reply[(size_t)hints->previous_player * limit + hints->previous] = move;
}
