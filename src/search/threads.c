/*
 * threads.c - the alpha-beta searcher: its workers, one for each thread.
 *
 * Each worker deepens on its own and shares only the table (lazy SMP); the first
 * one runs in the calling thread and reports.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "search/deepen.h"
#include "search/parallel.h"

/* Runs all workers, the first in this thread, and waits for them; returns how many ran. */
static int run_workers(struct alphabeta *a, struct control *control)
{
    struct parallel parallel;

    parallel_start(&parallel, worker_run, a->workers, sizeof *a->workers, a->spec.threads);
    worker_run(&a->workers[0]);
    atomic_store_explicit(&control->ended, true, memory_order_relaxed);
    return parallel_wait(&parallel);
}

/* True if it has proven a result in this search. Lines beyond the count are of an earlier one. */
static bool worker_proved(const struct worker *w)
{
    return w->info.line_count > 0 && w->info.lines[0].exact;
}

/* A proven result is better than any evaluation, then a deeper search than a shallower one. */
static bool worker_better(const struct worker *a, const struct worker *b)
{
    bool proved = worker_proved(a), other_proved = worker_proved(b);

    if (a->info.line_count < b->info.line_count || proved != other_proved)
        return proved && !other_proved;
    return a->depth > b->depth;
}

/* Returns the worker whose lines are used: the first if it has proofs, otherwise the best. */
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
    a->our_mask = game_partners(game, task->state, a->spec.setup.players, a->root_player);
    a->salt = a->repetition.salt + (a->spec.sides > 2 ? (uint64_t)a->us << 32 : 0);
    a->eval_noise = job->eval_noise * a->scale / 100;
    a->seed = job->seed;
    if (a->eval_noise)
        a->salt += job->seed; /* the next search errs otherwise */
    table_next_search(&a->table);
    for (int i = 0; i < a->spec.threads; i++) {
        a->workers[i].job = job;
        a->workers[i].depth = 0; /* should it not come to work, it has found nothing */
        a->workers[i].info.line_count = 0;
    }
    int threads = run_workers(a, job->control);

    *info = best_worker(a)->info;
    info->threads = threads;
}

static bool worker_init(struct worker *w, struct alphabeta *a, int index)
{
    const struct tb_game *game = a->spec.setup.game;

    w->shared = a;
    w->game = game;
    w->advice = game_advice(game);
    w->index = index;
    w->frames = calloc(PLY_MAX + 2, sizeof *w->frames);
    w->roots = calloc((size_t)game->moves_max, sizeof *w->roots);
    if (game->solved && game->solved->ending && !(w->endings = calloc(ENDINGS, sizeof *w->endings)))
        return false;
    if (!w->frames || !w->roots ||
        !ordering_init(&w->ordering, game, a->spec.setup.players, a->parameters))
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
    free(w->endings);
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

static uint8_t reduction_for(const struct search_parameters *m, int depth, int index)
{
    double plies = (m->reduce_base + 100 * 100 * log(depth) * log(index) / m->reduce_divisor) / 100;

    return plies > 0 ? (uint8_t)plies : 0;
}

static void *alphabeta_create(const struct spec *spec)
{
    const struct advice *advice = game_advice(spec->setup.game);
    struct alphabeta *a = calloc(1, sizeof *a);

    if (!a)
        return NULL;
    a->spec = *spec;
    a->parameters = spec->parameters;
    if (spec->sides == 2 && advice->evaluate)
        a->scale = advice->evaluate_scale;
    else if (advice->evaluate_players)
        a->scale = PAYOFF_SCALE;
    for (int depth = 1; depth < 64; depth++)
        for (int index = 1; index < 64; index++)
            a->reductions[depth][index] = reduction_for(a->parameters, depth, index);
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
    for (int i = 0; i < a->spec.threads; i++) {
        struct worker *w = &a->workers[i];

        ordering_clear(&w->ordering);
        if (w->endings)
            memset(w->endings, 0, ENDINGS * sizeof *w->endings);
    }
}

const struct searcher alphabeta_searcher = {
    .create = alphabeta_create,
    .free = alphabeta_free,
    .clear = alphabeta_clear,
    .think = alphabeta_think,
};
