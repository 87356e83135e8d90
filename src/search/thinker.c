/* thinker.c - the thinking thread. */
#include "search/thinker.h"

static bool same_setup(const struct tb_setup *a, const struct tb_setup *b)
{
    bool same = a->game == b->game && a->players == b->players;

    for (int i = 0; i < TB_OPTIONS_MAX; i++)
        same &= a->options[i] == b->options[i];
    return same;
}

static bool same_options(const struct engine_options *a, const struct engine_options *b)
{
    return a->kind == b->kind && a->level == b->level && a->table_mb == b->table_mb &&
           a->threads == b->threads && a->seed == b->seed;
}

int thinker_prepare(struct thinker *thinker, const struct tb_setup *setup,
                    const struct engine_options *options, struct tb_error *error)
{
    if (thinker->engine && same_setup(&thinker->setup, setup) &&
        same_options(&thinker->options, options))
        return TB_OK;
    struct engine *engine = engine_new(setup, options, error);

    if (!engine)
        return error->code;
    engine_free(thinker->engine);
    thinker->engine = engine;
    thinker->setup = *setup;
    thinker->options = *options;
    return TB_OK;
}

void thinker_clear(struct thinker *thinker, uint64_t seed)
{
    thinker->options.seed = seed;
    if (!thinker->engine)
        return;
    engine_clear(thinker->engine);
    engine_reseed(thinker->engine, seed);
}

static void *think(void *context)
{
    struct thinker *thinker = context;
    const struct thought *thought = &thinker->thought;
    const struct search_task task = {
        .game = thought->position.setup.game,
        .state = &thought->position.state,
        .history = thought->history,
        .history_length = thought->history_length,
        .repetition = thought->repetition,
        .limits = thought->limits,
        .lines = thought->lines,
        .swindle = thought->limits.time_ms > 0,
        .report = thought->report,
        .context = thought->context,
    };
    struct search_info info = {0};
    tb_move move = engine_think(thinker->engine, &task, &info);

    /* The receiver of the answer may start the next search at once. */
    atomic_store(&thinker->busy, false);
    thought->done(thought->context, move, &info);
    return NULL;
}

void thinker_start(struct thinker *thinker, const struct thought *thought)
{
    thinker->thought = *thought;
    atomic_store(&thinker->busy, true);
    engine_arm(thinker->engine); /* here: a stop may follow before the thread runs */
    thinker->running = pthread_create(&thinker->thread, NULL, think, thinker) == 0;
    if (!thinker->running)
        think(thinker); /* no thread to be had: slower to react, but right */
}

bool thinker_busy(const struct thinker *thinker)
{
    return atomic_load(&thinker->busy);
}

void thinker_stop(struct thinker *thinker)
{
    if (thinker->engine)
        engine_stop(thinker->engine);
}

void thinker_wait(struct thinker *thinker)
{
    if (thinker->running)
        pthread_join(thinker->thread, NULL);
    thinker->running = false;
}

void thinker_release(struct thinker *thinker)
{
    thinker_stop(thinker);
    thinker_wait(thinker);
    engine_free(thinker->engine);
    thinker->engine = NULL;
}
