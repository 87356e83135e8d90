/*
 * deepen.c - iterative deepening over the tree search: the alpha-beta searcher.
 *
 * Each worker deepens on its own and shares only the table (lazy SMP); the first
 * one runs in the calling thread and reports. Its lines are those of the last
 * finished iteration, and of the unfinished one as far as that is better.
 *
 * Before each iteration the prover gets a turn, if there is one. A move that it knows
 * to win is worth at least a win at some time or other. Lost moves, and in a drawn
 * position those that may lose, never compete with better ones by their scores: root
 * moves stand in order of rank. Where all moves lose, the search is left to find the
 * longest defence.
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
    /* A win of which nobody knows how soon is worth some more. */
    SOMEHOW = SCORE_WIN - DISTANCE_UNKNOWN,
    SOMEHOW_NODES = 1000000,
    /* The prover may look at so many times the positions that the search has, and some. */
    PROVER_TIMES = 3,
    PROVER_NODES = 10000,
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

static const struct root_move *root_find(const struct worker *w, tb_move move)
{
    const struct root_move *r = w->roots;

    while (r->move != move)
        r++;
    return r;
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

/* ---- The root --------------------------------------------------------------------- */

static bool known_won(const struct root_move *r)
{
    return r->known && r->verdict.value > 0;
}

static bool proven_lost(const struct root_move *r)
{
    return (r->score <= -SCORE_PROVEN && r->proof & BOUND_UPPER) ||
           (r->known && r->verdict.value < 0);
}

/* Behind the last root move that has the rank of the one at `index`. */
static int rank_end(const struct worker *w, int index)
{
    int end = index;

    while (end < w->root_count && w->roots[end].rank == w->roots[index].rank)
        end++;
    return end;
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
    uint64_t more = w->roots[0].score == SOMEHOW ? SOMEHOW_NODES : PROOF_NODES;

    meter_read(&w->meter);
    if (w->meter.cap == UINT64_MAX)
        w->meter.cap = more + PROOF_TIMES * atomic_load_explicit(&w->job->control->nodes,
                                                                 memory_order_relaxed);
}

/* The value of the root move at `index`, which may be known though the search is cut
 * short; false if it is not. */
static bool root_value(struct worker *w, int depth, int index, int first, int alpha, int beta)
{
    struct root_move *r = &w->roots[index];
    int least = r->verdict.plies > 0 ? SCORE_WIN - r->verdict.plies : SOMEHOW, score;
    unsigned proof;

    worker_enter(w, 0, r->move);
    if (index == first)
        score = worker_descend(w, 0, depth - 1, alpha, beta, &proof);
    else
        score = search_later(w, depth, index - first, alpha, beta, &proof);
    if (known_won(r) && (w->meter.ended || score < least)) {
        score = least;
        proof = BOUND_LOWER;
    } else if (w->meter.ended) {
        return false;
    }
    r->score = score;
    r->proof = proof;
    r->valued = score > alpha;
    if (r->valued)
        root_pv(r, &w->frames[1]);
    return true;
}

/* Searches the root moves of one rank from `first` on and returns the best score. As
 * long as a win is only known to exist, how soon it comes is the first question. */
static int search_root(struct worker *w, int depth, int first, int alpha, int beta)
{
    int best = -SCORE_INFINITE, end = rank_end(w, first);

    for (int i = first; i < end && best < beta; i++) {
        if (best == SOMEHOW && !known_won(&w->roots[i]))
            break;
        if (!root_value(w, depth, i, first, alpha, beta))
            break;
        int score = w->roots[i].score;

        if (score > best)
            best = score;
        if (score > alpha) {
            alpha = score;
            if (w->job->lines == 1 && score >= SCORE_PROVEN)
                worker_proved(w);
        }
    }
    return best;
}

/* Best first among those of one rank, from `first` on; the others keep their order. */
static void sort_roots(struct worker *w, int first)
{
    int end = rank_end(w, first);

    for (int i = first + 1; i < end; i++) {
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

/* ---- What is proven ------------------------------------------------------------------- */

/* In a drawn position the moves that are known to keep the draw come first, and lost
 * moves come last everywhere; where all are lost they are equals. */
static int root_rank(const struct worker *w, const struct root_move *r)
{
    if (!r->known || (w->valued && w->verdict.value < 0))
        return 0;
    if (r->verdict.value < 0)
        return -1;
    return w->valued && w->verdict.value == 0;
}

/* By rank; of equal rank those that are known to win first. */
static bool ranks_before(const struct root_move *a, const struct root_move *b)
{
    return a->rank != b->rank ? a->rank > b->rank : known_won(a) && !known_won(b);
}

static void sort_by_rank(struct worker *w)
{
    for (int i = 1; i < w->root_count; i++) {
        struct root_move moved = w->roots[i];
        int at = i;

        while (at > 0 && ranks_before(&moved, &w->roots[at - 1]))
            at--;
        memmove(&w->roots[at + 1], &w->roots[at], (size_t)(i - at) * sizeof moved);
        w->roots[at] = moved;
    }
}

/* Gives the prover its turn. Half of the nodes that are left stay for the search. */
static void consult(struct worker *w)
{
    struct prover *prover = w->job->prover;
    struct control *control = w->job->control;

    if (!prover || w->index > 0)
        return;
    meter_read(&w->meter);
    uint64_t done = prover_nodes(prover);
    uint64_t searched = atomic_load_explicit(&control->nodes, memory_order_relaxed) - done;
    uint64_t allowed = PROVER_TIMES * searched + PROVER_NODES - done;
    uint64_t half = control_left(control) / 2;

    prover_work(prover, control, allowed < half ? allowed : half);
    meter_read(&w->meter);
    w->valued = prover_value(prover, &w->verdict);
    for (int i = 0; i < w->root_count; i++) {
        struct root_move *r = &w->roots[i];

        r->known = prover_move_value(prover, r->move, &r->verdict);
        r->rank = root_rank(w, r);
    }
    sort_by_rank(w);
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
    int lines = w->job->lines < w->root_count ? w->job->lines : w->root_count;
    int end = rank_end(w, lines - 1);

    for (int i = 0; i < end; i++) {
        unsigned needed = i < lines ? BOUND_EXACT : BOUND_UPPER;

        if ((w->roots[i].proof & needed) != needed)
            return false;
    }
    return true;
}

/* Is the value of all lines proven? Where only the prover knows that one is not won,
 * the search still has to find the best of it. */
static bool lines_exact(const struct worker *w, int lines)
{
    for (int i = 0; i < lines; i++)
        if (!root_exact(w, i) && !known_won(&w->roots[i]))
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
    /* The old best move may turn out to lose, or to be worse than another, before that
     * took its place. */
    if (w->info.line_count == 0 || (done == 0 && pick > 0 && !w->roots[0].valued) ||
        root_find(w, w->info.lines[0].pv[0])->rank < w->roots[pick].rank) {
        line_from_root(w, pick, &w->info.lines[0]);
        w->info.line_count = 1;
    }
    lines_mark(w);
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
        consult(w);
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
        if (nothing_left(w) || (w->job->swindles && w->valued && w->verdict.value < 0))
            return;
        if (lines_exact(w, lines))
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
    w->valued = false;
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

/* Whose lines to believe: those of the one who was told what is proven. */
static const struct worker *best_worker(const struct alphabeta *a)
{
    const struct worker *best = &a->workers[0];

    for (int i = 0; i < best->root_count; i++)
        if (best->roots[i].known)
            return best;
    for (int i = 1; i < a->spec.threads; i++)
        if (worker_better(&a->workers[i], best))
            best = &a->workers[i];
    return best;
}

static void alphabeta_think(void *self, const struct job *job, struct search_info *info)
{
    struct alphabeta *a = self;
    const struct search_task *task = job->task;
    const struct tb_game *game = task->game;

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
    *info = best_worker(a)->info;
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
