/*
 * lines.c - the lines of play that a worker reports: made from its root moves, in
 * order of their scores, with what is proven of each.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/deepen.h"

static double expected(const struct worker *w, int score)
{
    if (abs(score) >= SCORE_PROVEN)
        return score > 0 ? 1 : -1;
    return w->shared->scale ? tanh((double)score / w->shared->scale) : 0;
}

/* Lengthens a line by the moves that the table knows. */
static void line_extend(const struct worker *w, struct search_line *line)
{
    const struct alphabeta *a = w->shared;
    struct tb_state state = w->frames[0].state;
    struct table_entry entry;

    for (int i = 0; i < line->length; i++)
        w->game->play(&state, line->pv[i]);
    while (line->length < SEARCH_PV_MAX &&
           table_probe(&a->table, game_hash(w->game, &state) ^ a->salt, &entry) &&
           entry.move != MOVE_NONE && game_is_legal(w->game, &state, entry.move)) {
        w->game->play(&state, entry.move);
        line->pv[line->length++] = entry.move;
        if (line->verdict.plies == line->length)
            break;
    }
}

/* Puts down what the prover knows of the line's first move, unless the search has
 * proven more. No move is worth more than the position. */
static void line_mark(const struct worker *w, const struct root_move *r, struct search_line *line)
{
    if (r->known && (!line->exact || line->verdict.plies < 0)) {
        line->exact = true;
        line->verdict = r->verdict;
        line->score = r->verdict.value;
    }
    if (w->valued && line->score > w->verdict.value)
        line->score = w->verdict.value;
}

static void line_from_root(const struct worker *w, int index, struct search_line *line)
{
    const struct root_move *r = &w->roots[index];
    int distance = SCORE_WIN - abs(r->score);

    line->exact = root_exact(w, index);
    line->score = expected(w, r->score);
    line->verdict = (struct verdict){.value = 0, .plies = -1};
    if (line->exact && abs(r->score) >= SCORE_PROVEN) {
        line->verdict.value = r->score > 0 ? 1 : -1;
        line->verdict.plies = distance < DISTANCE_UNKNOWN ? distance : -1;
    }
    line_mark(w, r, line);
    line->length = r->pv_length;
    memcpy(line->pv, r->pv, (size_t)r->pv_length * sizeof *r->pv);
    line_extend(w, line);
}

/* Quicker wins and slower losses are better. */
static bool line_better(const struct search_line *a, const struct search_line *b)
{
    if (a->score != b->score || !a->exact || !b->exact || a->verdict.value == 0)
        return a->score > b->score;
    return a->verdict.value > 0 ? (unsigned)a->verdict.plies < (unsigned)b->verdict.plies
                                : (unsigned)a->verdict.plies > (unsigned)b->verdict.plies;
}

/* Puts a line where it belongs by its score, in place of an older one with the
 * same first move. */
static void lines_insert(struct search_info *info, int limit, const struct search_line *line)
{
    int at, to;

    for (at = to = 0; at < info->line_count; at++)
        if (info->lines[at].pv[0] != line->pv[0])
            info->lines[to++] = info->lines[at];
    for (at = 0; at < to && !line_better(line, &info->lines[at]); at++) {
    }
    if (at == limit)
        return;
    to = to < limit ? to : limit - 1;
    memmove(&info->lines[at + 1], &info->lines[at], (size_t)(to - at) * sizeof *line);
    info->lines[at] = *line;
    info->line_count = to + 1;
}

/* Takes over the lines of root moves 0 to count - 1. */
void lines_collect(struct worker *w, int count)
{
    struct search_line line;

    for (int i = 0; i < count; i++) {
        if (!w->roots[i].valued)
            continue;
        line_from_root(w, i, &line);
        lines_insert(&w->info, w->job->lines, &line);
    }
}

/* Puts down what was proven since the lines were made. */
static void lines_mark(struct worker *w)
{
    struct search_info old = w->info;

    w->info.line_count = 0;
    for (int i = 0; i < old.line_count; i++) {
        line_mark(w, root_find(w, old.lines[i].pv[0]), &old.lines[i]);
        lines_insert(&w->info, w->job->lines, &old.lines[i]);
    }
}

/* Makes the best of an iteration that was cut short after `done` of its lines. */
void lines_salvage(struct worker *w, int done)
{
    int pick = 0;

    lines_collect(w, w->roots[done].valued ? done + 1 : done);
    while (pick < w->root_count && root_proven_lost(&w->roots[pick]))
        pick++;
    if (pick == w->root_count)
        pick = 0;
    /* The old best move may turn out to lose, or to be worse than another, before that
     * took its place. */
    if (w->info.line_count == 0 || (done == 0 && pick > 0 && !w->roots[0].valued) ||
        root_find(w, w->info.lines[0].pv[0])->rank < w->roots[pick].rank) {
        line_from_root(w, pick, &w->info.lines[0]);
        w->info.line_count = 1;
    }
    lines_mark(w);
}
