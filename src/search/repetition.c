/*
 * repetition.c - the positions of a match's history that are a draw, or illegal, when they repeat.
 *
 * Why proofs stay valid: a search also counts a position that repeats on its own path as a draw,
 * which can only hide a win, and a player who follows a proven win gets nearer to the end with
 * every move, so that no position repeats. Only a position that is one occurrence short of a draw
 * in the history can spoil a win; those are listed here, and the salt distinguishes the sets.
 */
#include <stdlib.h>

#include "search/searcher.h"

/* Returns how often hashes[last] occurs in hashes[0..last]. */
static int times_seen(const uint64_t *hashes, int last)
{
    int times = 0;

    for (int i = 0; i <= last; i++)
        times += hashes[i] == hashes[last];
    return times;
}

/* Memory for the drawn positions and, after them, for the whole history. */
static bool reserve(struct repetition *repetition, int length)
{
    if (length <= repetition->capacity)
        return true;
    uint64_t *memory = realloc(repetition->drawn, 2 * (size_t)length * sizeof *memory);

    if (!memory)
        return false;
    repetition->drawn = memory;
    repetition->capacity = length;
    return true;
}

void repetition_start(struct repetition *repetition, const struct search_task *task)
{
    repetition->cycles = task->game->repeats;
    repetition->illegal = task->repetition == REPETITION_ILLEGAL;
    repetition->count = 0;
    repetition->salt = 0;
    if (!repetition->cycles || task->repetition == 0 || task->history_length == 0 ||
        !reserve(repetition, task->history_length))
        return;
    uint64_t *hashes = repetition->drawn + repetition->capacity;
    int enough = task->repetition - !repetition->illegal;

    for (int i = 0; i < task->history_length; i++) {
        hashes[i] = game_hash(task->game, &task->history[i]);
        if (times_seen(hashes, i) != enough)
            continue;
        repetition->drawn[repetition->count++] = hashes[i];
        repetition->salt += hashes[i] * 0x9e3779b97f4a7c15u;
    }
}

int task_repeats(const struct search_task *task, tb_move move)
{
    struct tb_state next;
    int times = 0;

    memcpy(&next, task->state, task->game->state_size);
    task->game->play(&next, move);
    for (int i = 0; i < task->history_length; i++)
        times += memcmp(&task->history[i], &next, task->game->state_size) == 0;
    return times;
}

int task_moves(const struct search_task *task, tb_move *out)
{
    int count = task->game->moves(task->state, out), kept = 0;

    for (int i = 0; i < count; i++)
        if (task->repetition != REPETITION_ILLEGAL || !task_repeats(task, out[i]))
            out[kept++] = out[i];
    return kept;
}

void repetition_release(struct repetition *repetition)
{
    free(repetition->drawn);
}

bool repetition_draws(const struct repetition *repetition, uint64_t hash)
{
    for (int i = 0; i < repetition->count; i++)
        if (repetition->drawn[i] == hash)
            return true;
    return false;
}

bool history_matters(const struct search_task *task)
{
    struct repetition repetition = {0};

    repetition_start(&repetition, task);
    bool matters = repetition.count > 0;

    repetition_release(&repetition);
    return matters;
}
