/*
 * deepen.c - iterative deepening over the tree search: the alpha-beta searcher.
 *
 * Each worker deepens on its own and shares only the table (lazy SMP); the first
 * one runs in the calling thread and reports. Its lines are those of the last
 * finished iteration, and of the unfinished one as far as that is better.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifndef __wasi__
#include <pthread.h>
#endif

#include "search/alphabeta.h"

enum {
    METER_PERIOD = 256,
    ASPIRATION_DEPTH = 4,
    /* A proven result may take as long again, and some, to be made exact: a
     * shorter win, a longer defence. */
    PROOF_TIMES = 2,
    PROOF_NODES = 50000,
};

/* ---- Lines --------------------------------------------------------------------- */

/* Is it sure that no root move but the first is worth more than a draw? */
static bool others_lose_or_draw(const struct worker *w)
{
    for (int i = 1; i < w->root_count; i++)
        if (!(w->roots[i].proof & BOUND_UPPER) || w->roots[i].score > 0)
            return false;
    return true;
}

/* Is the value of root move `index` proven? The best one's draw is, only if
 * nothing else is better. */
static bool root_exact(const struct worker *w, int index)
{
    const struct root_move *r = &w->roots[index];

    if (r->score >= SCORE_PROVEN)
        return r->proof & BOUND_LOWER;
    if (w->shared->spec.sides != 2)
        return false;
    if (r->score <= -SCORE_PROVEN)
        return r->proof & BOUND_UPPER;
    return r->proof == BOUND_EXACT && (index > 0 || others_lose_or_draw(w));
}

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
static void collect(struct worker *w, int count)
{
    struct search_line line;

    for (int i = 0; i < count; i++) {
        if (!w->roots[i].valued)
            continue;
        line_from_root(w, i, &line);
        lines_insert(&w->info, w->job->lines, &line);
    }
}

/* ---- The root --------------------------------------------------------------------- */

static bool proven_lost(const struct root_move *r)
{
    return r->score <= -SCORE_PROVEN && r->proof & BOUND_UPPER;
}

static void root_pv(struct root_move *r, const struct frame *child)
{
    int length = child->pv_length < SEARCH_PV_MAX - 1 ? child->pv_length : SEARCH_PV_MAX - 1;

    r->pv[0] = r->move;
    memcpy(r->pv + 1, child->pv, (size_t)length * sizeof *r->pv);
    r->pv_length = length + 1;
}

/* The value of a root move that is not the first, or a bound outside the window. */
static int search_later(struct worker *w, int depth, int index, int alpha, int beta,
                        unsigned *proof)
{
    bool sound = alpha >= SCORE_PROVEN || beta <= -SCORE_PROVEN;
    int reduction = sound ? 0 : worker_reduction(w, depth, index, true);
    int score = worker_descend(w, 0, depth - 1 - reduction, alpha, alpha + 1, proof);

    if (reduction && score > alpha && !w->meter.ended)
        score = worker_descend(w, 0, depth - 1, alpha, alpha + 1, proof);
    if (score > alpha && score < beta && !w->meter.ended)
        score = worker_descend(w, 0, depth - 1, alpha, beta, proof);
    return score;
}

/* All that is asked for has been proven: limits the time to improve on it. */
static void worker_proved(struct worker *w)
{
    meter_read(&w->meter);
    if (w->meter.cap == UINT64_MAX)
        w->meter.cap = PROOF_NODES + PROOF_TIMES * atomic_load_explicit(&w->job->control->nodes,
                                                                        memory_order_relaxed);
}

/* Searches the root moves from `first` on and returns the best score. */
static int search_root(struct worker *w, int depth, int first, int alpha, int beta)
{
    int best = -SCORE_INFINITE;

    for (int i = first; i < w->root_count && best < beta; i++) {
        struct root_move *r = &w->roots[i];
        unsigned proof;

        worker_enter(w, 0, r->move);
        int score = i == first ? worker_descend(w, 0, depth - 1, alpha, beta, &proof)
                               : search_later(w, depth, i - first, alpha, beta, &proof);

        if (w->meter.ended)
            break;
        r->score = score;
        r->proof = proof;
        r->valued = score > alpha;
        if (score > best)
            best = score;
        if (score > alpha) {
            alpha = score;
            root_pv(r, &w->frames[1]);
            if (w->job->lines == 1 && score >= SCORE_PROVEN)
                worker_proved(w);
        }
    }
    return best;
}

/* Best first, from `first` on; the others keep their order. */
static void sort_roots(struct worker *w, int first)
{
    for (int i = first + 1; i < w->root_count; i++) {
        struct root_move moved = w->roots[i];
        int at = i;

        if (!moved.valued)
            continue;
        while (at > first &&
               (!w->roots[at - 1].valued || w->roots[at - 1].score < moved.score))
            at--;
        memmove(&w->roots[at + 1], &w->roots[at], (size_t)(i - at) * sizeof moved);
        w->roots[at] = moved;
    }
}

/* One line of one iteration: opens the window around the last score until the new one fits. */
static void aspirate(struct worker *w, int depth, int first)
{
    int centre = w->roots[first].score, delta = w->shared->scale / 8 + 1;
    int alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;

    for (int i = first; i < w->root_count; i++)
        w->roots[i].valued = false;
    if (depth >= ASPIRATION_DEPTH && w->shared->scale && abs(centre) <= EVAL_MAX) {
        alpha = centre - delta;
        beta = centre + delta;
    }
    for (;;) {
        int score = search_root(w, depth, first, alpha, beta);

        sort_roots(w, first);
        if (w->meter.ended || (score > alpha && score < beta))
            return;
        delta *= 4;
        if (score <= alpha)
            alpha = score - delta < -EVAL_MAX ? -SCORE_INFINITE : score - delta;
        else
            beta = score + delta > EVAL_MAX ? SCORE_INFINITE : score + delta;
    }
}

/* ---- Iterations ---------------------------------------------------------------------- */

/* Lists the root moves in the order in which they look good at first sight. */
static void list_roots(struct worker *w)
{
    struct frame *f = &w->frames[0];
    struct move_list *list = &f->list;
    struct hints hints = {.table = MOVE_NONE, .previous = MOVE_NONE};
    struct table_entry entry;

    if (table_probe(&w->shared->table, f->hash ^ w->shared->salt, &entry))
        hints.table = entry.move;
    hints.killers[0] = hints.killers[1] = MOVE_NONE;
    list->count = w->game->moves(&f->state, list->moves);
    ordering_score(&w->ordering, &f->state, &hints, list, 0);
    for (int i = 0; i < list->count; i++) {
        move_list_pick(list, i);
        w->roots[i] = (struct root_move){
            .move = list->moves[i], .pv_length = 1, .pv = {list->moves[i]}};
    }
    w->root_count = list->count;
}

/* Is there nothing more to learn: the lines exact, and all other moves worse? */
static bool nothing_left(const struct worker *w)
{
    for (int i = 0; i < w->root_count; i++) {
        unsigned needed = i < w->job->lines ? BOUND_EXACT : BOUND_UPPER;

        if ((w->roots[i].proof & needed) != needed)
            return false;
    }
    return true;
}

static bool lines_exact(const struct worker *w)
{
    for (int i = 0; i < w->info.line_count; i++)
        if (!w->info.lines[i].exact)
            return false;
    return true;
}

/* Makes the best of an iteration that was cut short after `done` of its lines. */
static void salvage(struct worker *w, int done)
{
    int pick = 0;

    collect(w, w->roots[done].valued ? done + 1 : done);
    while (pick < w->root_count && proven_lost(&w->roots[pick]))
        pick++;
    if (pick == w->root_count)
        pick = 0;
    /* The old best move may turn out to lose before another took its place. */
    if (w->info.line_count == 0 || (done == 0 && pick > 0 && !w->roots[0].valued)) {
        line_from_root(w, pick, &w->info.lines[0]);
        w->info.line_count = 1;
    }
}

static void worker_report(struct worker *w)
{
    w->info.depth = w->depth;
    meter_read(&w->meter);
    if (w->index == 0)
        search_report(w->job, &w->info);
}

static void deepen(struct worker *w)
{
    int lines = w->job->lines < w->root_count ? w->job->lines : w->root_count;

    for (int depth = 1 + (w->index & 1); depth <= w->job->depth; depth++) {
        for (int line = 0; line < lines; line++) {
            aspirate(w, depth, line);
            if (w->meter.ended) {
                salvage(w, line);
                return;
            }
        }
        w->info.line_count = 0;
        collect(w, lines);
        w->depth = depth;
        worker_report(w);
        if (nothing_left(w))
            return;
        if (lines_exact(w))
            worker_proved(w);
    }
}

static void *worker_run(void *argument)
{
    struct worker *w = argument;

    meter_start(&w->meter, w->job->control, METER_PERIOD);
    memcpy(&w->frames[0].state, w->job->task->state, w->game->state_size);
    worker_arrive(w, &w->frames[0]);
    for (int i = 0; i < PLY_MAX + 2; i++)
        w->frames[i].killers[0] = w->frames[i].killers[1] = MOVE_NONE;
    ordering_age(&w->ordering);
    list_roots(w);
    w->depth = 0;
    w->info.line_count = 0;
    deepen(w);
    meter_read(&w->meter);
    return NULL;
}

/* ---- The searcher ------------------------------------------------------------------------ */

/* Runs all workers, the first in this thread, and waits for them. */
static void run_workers(struct alphabeta *a, struct control *control)
{
#ifndef __wasi__
    pthread_t threads[SEARCH_THREADS_MAX];
    int started = 1;

    while (started < a->spec.threads &&
           pthread_create(&threads[started], NULL, worker_run, &a->workers[started]) == 0)
        started++;
#endif
    worker_run(&a->workers[0]);
    atomic_store_explicit(&control->ended, true, memory_order_relaxed);
#ifndef __wasi__
    while (started-- > 1)
        pthread_join(threads[started], NULL);
#endif
}

/* A win is better than any opinion, then a deeper search than a shallower one. */
static bool worker_better(const struct worker *a, const struct worker *b)
{
    const struct search_line *x = &a->info.lines[0], *y = &b->info.lines[0];
    bool wins = x->exact && x->verdict.value > 0, other_wins = y->exact && y->verdict.value > 0;

    if (a->info.line_count < b->info.line_count || wins != other_wins)
        return wins && !other_wins;
    return a->depth > b->depth;
}

static void alphabeta_think(void *self, const struct job *job, struct search_info *info)
{
    struct alphabeta *a = self;
    const struct search_task *task = job->task;
    const struct tb_game *game = task->game;
    const struct worker *best = &a->workers[0];

    repetition_start(&a->repetition, task);
    a->root_player = game->turn(task->state);
    a->us = game_side(game, task->state, a->root_player);
    a->our_mask = side_mask(game, task->state, a->spec.setup.players, a->us);
    a->salt = a->repetition.salt + (a->spec.sides > 2 ? (uint64_t)a->us << 32 : 0);
    a->blur = job->blur * a->scale / 100;
    a->seed = job->seed;
    if (a->blur)
        a->salt += job->seed; /* the next search errs otherwise */
    table_next_search(&a->table);
    for (int i = 0; i < a->spec.threads; i++)
        a->workers[i].job = job;
    run_workers(a, job->control);
    for (int i = 1; i < a->spec.threads; i++)
        if (worker_better(&a->workers[i], best))
            best = &a->workers[i];
    *info = best->info;
}

static bool worker_init(struct worker *w, struct alphabeta *a, int index)
{
    const struct tb_game *game = a->spec.setup.game;

    w->shared = a;
    w->game = game;
    w->index = index;
    w->frames = calloc(PLY_MAX + 2, sizeof *w->frames);
    w->roots = calloc((size_t)game->moves_max, sizeof *w->roots);
    if (!w->frames || !w->roots || !ordering_init(&w->ordering, game, a->spec.setup.players))
        return false;
    for (int i = 0; i < PLY_MAX; i++)
        if (!move_list_init(&w->frames[i].list, game))
            return false;
    return true;
}

static void worker_release(struct worker *w)
{
    for (int i = 0; w->frames && i < PLY_MAX; i++)
        move_list_release(&w->frames[i].list);
    free(w->frames);
    free(w->roots);
    ordering_release(&w->ordering);
}

static void alphabeta_free(void *self)
{
    struct alphabeta *a = self;

    for (int i = 0; a->workers && i < a->spec.threads; i++)
        worker_release(&a->workers[i]);
    free(a->workers);
    table_release(&a->table);
    repetition_release(&a->repetition);
    free(a);
}

static void *alphabeta_create(const struct spec *spec)
{
    const struct tb_game *game = spec->setup.game;
    struct alphabeta *a = calloc(1, sizeof *a);

    if (!a)
        return NULL;
    a->spec = *spec;
    if (spec->sides == 2 && game->evaluate)
        a->scale = game->evaluate_scale;
    else if (game->evaluate_players)
        a->scale = PAYOFF_SCALE;
    for (int depth = 1; depth < 64; depth++)
        for (int index = 1; index < 64; index++)
            a->reductions[depth][index] = (uint8_t)(0.5 + log(depth) * log(index) / 2.0);
    a->workers = calloc((size_t)spec->threads, sizeof *a->workers);
    bool done = a->workers && table_init(&a->table, spec->bytes);

    for (int i = 0; done && i < spec->threads; i++)
        done = worker_init(&a->workers[i], a, i);
    if (done)
        return a;
    alphabeta_free(a);
    return NULL;
}

static void alphabeta_clear(void *self)
{
    struct alphabeta *a = self;

    table_clear(&a->table);
    for (int i = 0; i < a->spec.threads; i++)
        ordering_clear(&a->workers[i].ordering);
}

const struct searcher alphabeta_searcher = {
    .create = alphabeta_create,
    .free = alphabeta_free,
    .clear = alphabeta_clear,
    .think = alphabeta_think,
};
