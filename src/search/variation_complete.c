/*
 * variation_complete.c - lengthening proven lines to the end of the game.
 *
 * A search ends when the value is proven: by a table, or by bounds that name no moves. The rest of
 * the line comes from short searches, each from the end of the line so far. A rest that ends with
 * another result than the proven one is dropped, back to the last move that was proven to keep it.
 */
#include <string.h>

#include "core/clock.h"
#include "search/variation.h"

enum { STEP_NODES = 3000 };

/* The searches of one line. */
struct rest {
    struct engine *engine;
    struct search_task task; /* from the end of the line on; its limits are what is left */
    struct tb_state state;
    int64_t deadline_us; /* 0: none */
    uint64_t nodes;      /* that are left */
    int player;          /* to move at the start of the line */
};

static bool is_over(const struct rest *rest)
{
    return rest->task.game->result(&rest->state).over;
}

/* The value of a verdict of the position at the end for the player at the start. */
static int value_for_start(const struct rest *rest, int value)
{
    return rest->task.game->turn(&rest->state) == rest->player ? value : -value;
}

/* Appends moves. Of a line that is proven without the number of plies only the first move is: the
 * others are merely likely. */
static void append(struct rest *rest, struct search_line *line, const struct search_line *more)
{
    const struct tb_game *game = rest->task.game;
    int count = more->exact && more->verdict.plies < 0 ? 1 : more->length;

    for (int i = 0; i < count && line->length < SEARCH_PV_MAX; i++) {
        if (is_over(rest) || !game_is_legal(game, &rest->state, more->pv[i]))
            return;
        game->play(&rest->state, more->pv[i]);
        line->pv[line->length++] = more->pv[i];
    }
}

/* Sets the limits of the next search; false if there is nothing left. */
static bool set_limits(struct rest *rest)
{
    int64_t left_ms = (rest->deadline_us - clock_us()) / 1000;

    if (rest->nodes == 0 || engine_is_stopped(rest->engine) ||
        (rest->deadline_us && left_ms < 1))
        return false;
    rest->task.limits = (struct search_limits){
        .nodes = rest->nodes < STEP_NODES ? rest->nodes : STEP_NODES,
        .time_ms = rest->deadline_us ? left_ms : 0,
    };
    return true;
}

static bool has_end(const struct search_line *line)
{
    return line->length == SEARCH_PV_MAX || line->length == line->verdict.plies;
}

static void complete(struct rest *rest, struct search_line *line)
{
    struct search_info info;
    int sure = line->length;

    while (!is_over(rest) && !has_end(line) && set_limits(rest)) {
        engine_think(rest->engine, &rest->task, &info);
        const struct search_line *more = &info.lines[0];
        bool keeps = more->exact &&
                     value_for_start(rest, more->verdict.value) == line->verdict.value;
        bool was_sure = sure == line->length;

        rest->nodes -= info.nodes < rest->nodes ? info.nodes : rest->nodes;
        append(rest, line, more);
        if (keeps && was_sure)
            sure = line->length;
    }
    struct tb_result result = rest->task.game->result(&rest->state);
    int value = result.winners == 0 ? 0 : result.winners & (1u << rest->player) ? 1 : -1;

    if (result.over && value != line->verdict.value)
        line->length = sure;
}

static struct rest rest_of(struct engine *engine, const struct search_task *task,
                           const struct search_line *line)
{
    struct rest rest = {
        .engine = engine,
        .task = {.game = task->game, .repetition = task->repetition, .stopped = task->stopped,
                 .context = task->context},
        .player = task->game->turn(task->state),
    };

    memcpy(&rest.state, task->state, task->game->state_size);
    for (int i = 0; i < line->length; i++)
        task->game->play(&rest.state, line->pv[i]);
    return rest;
}

bool variation_complete(struct engine *engine, const struct search_task *task, uint64_t nodes,
                        struct search_info *info)
{
    int64_t time_ms = task->limits.aim_ms ? task->limits.aim_ms : task->limits.time_ms;
    int64_t deadline_us = time_ms ? clock_us() + 1000 * (time_ms - info->ms) : 0;
    uint64_t limit = task->limits.nodes;
    bool longer = false;

    if (limit && (limit < info->nodes || limit - info->nodes < nodes))
        nodes = limit > info->nodes ? limit - info->nodes : 0;
    for (int i = 0; i < info->line_count; i++) {
        struct search_line *line = &info->lines[i];
        struct rest rest = rest_of(engine, task, line);
        int length = line->length;

        if (!line->exact)
            continue;
        rest.task.state = &rest.state;
        rest.deadline_us = deadline_us;
        rest.nodes = nodes;
        complete(&rest, line);
        nodes = rest.nodes;
        longer |= line->length > length;
    }
    return longer;
}
