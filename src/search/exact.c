/* exact.c - see exact.h. */
#include "search/exact.h"

#include <stdlib.h>
#include <string.h>

struct rated {
    tb_move move;
    struct verdict verdict;
};

void exact_release(struct exact *exact)
{
    if (exact->values)
        exact->values->drop(exact->values);
    *exact = (struct exact){0};
}

/* ---- Values -------------------------------------------------------------------------------- */

bool exact_move(struct exact *exact, const struct tb_game *game, const void *state, tb_move move,
                struct verdict *out)
{
    struct tb_state next;
    int player = game->turn(state);

    memcpy(&next, state, game->state_size);
    game->play(&next, move);
    struct tb_result result = game->result(&next);

    if (result.over) {
        *out = (struct verdict){result.winners == 0 ? 0 : result.winners >> player & 1 ? 1 : -1, 1};
        return true;
    }
    if (!(exact->values && exact->values->read(exact->values, &next, out)) &&
        !position_probe(game, &exact->ending, &next, out))
        return false;
    *out = (struct verdict){-out->value, out->plies < 0 ? -1 : out->plies + 1};
    return true;
}

/* Wins come first, the quickest before the others, then draws, then losses, the latest first. */
static int compare(const void *a, const void *b)
{
    const struct rated *x = a, *y = b;

    if (x->verdict.value != y->verdict.value)
        return y->verdict.value - x->verdict.value;
    if (x->verdict.value != 0 && x->verdict.plies != y->verdict.plies)
        return (x->verdict.plies < y->verdict.plies) == (x->verdict.value > 0) ? -1 : 1;
    return x->move < y->move ? -1 : x->move > y->move;
}

/* Rates all moves, the best first; returns how many, 0 if some are not known. */
static int rate(struct exact *exact, const struct tb_game *game, const void *state,
                const tb_move *moves, int count, struct rated *out)
{
    for (int i = 0; i < count; i++) {
        out[i].move = moves[i];
        if (!exact_move(exact, game, state, moves[i], &out[i].verdict))
            return 0;
    }
    qsort(out, (size_t)count, sizeof *out, compare);
    return count;
}

static bool knows_moves(struct exact *exact, const struct tb_game *game, const void *state)
{
    tb_move moves[TB_MOVES_MAX];
    struct rated rated[TB_MOVES_MAX];

    return rate(exact, game, state, moves, game->moves(state, moves), rated) > 0;
}

bool exact_prepare(struct exact *exact, const struct tb_game *game, const void *state,
                   size_t bytes, const struct solved_watch *watch)
{
    const struct solved *solved = game->solved;

    if (!solved || !solved->after)
        return false;
    if (exact->values && knows_moves(exact, game, state))
        return true;
    struct whole_values *values = solved->after(state, bytes, watch);

    if (!values)
        return false;
    exact_release(exact);
    exact->values = values;
    return true;
}

/* ---- Lines --------------------------------------------------------------------------------- */

/* Plays on with the best moves. */
static void follow(struct exact *exact, const struct search_task *task, struct search_line *line)
{
    const struct tb_game *game = task->game;
    struct tb_state state;
    tb_move moves[TB_MOVES_MAX];
    struct rated rated[TB_MOVES_MAX];

    memcpy(&state, task->state, game->state_size);
    game->play(&state, line->pv[0]);
    while (line->length < SEARCH_PV_MAX && line->verdict.value != 0 &&
           !game->result(&state).over &&
           rate(exact, game, &state, moves, game->moves(&state, moves), rated) > 0) {
        line->pv[line->length++] = rated[0].move;
        game->play(&state, rated[0].move);
    }
}

bool exact_lines(struct exact *exact, const struct search_task *task, int lines,
                 struct search_info *info)
{
    tb_move moves[TB_MOVES_MAX];
    struct rated rated[TB_MOVES_MAX];
    int count =
        rate(exact, task->game, task->state, moves, task_moves(task, moves), rated);

    if (count == 0)
        return false;
    info->line_count = lines < count ? lines : count;
    info->nodes = (uint64_t)count;
    for (int i = 0; i < info->line_count; i++) {
        struct search_line *line = &info->lines[i];

        *line = (struct search_line){.score = rated[i].verdict.value, .exact = true,
                                     .verdict = rated[i].verdict, .length = 1,
                                     .pv = {rated[i].move}};
        follow(exact, task, line);
    }
    info->depth = info->lines[0].length;
    return true;
}
