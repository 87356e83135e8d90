/* async_engine.c - the thinking thread. */
#include "search/async_engine.h"

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

int async_engine_prepare(struct async_engine *async, const struct tb_setup *setup,
                         const struct engine_options *options, struct tb_error *error)
{
    if (async->engine && same_setup(&async->setup, setup) && same_options(&async->options, options))
        return TB_OK;
    struct engine *engine = engine_new(setup, options, error);

    if (!engine)
        return error->code;
    engine_free(async->engine);
    async->engine = engine;
    async->setup = *setup;
    async->options = *options;
    return TB_OK;
}

void async_engine_clear(struct async_engine *async, uint64_t seed)
{
    async->options.seed = seed;
    if (!async->engine)
        return;
    engine_clear(async->engine);
    engine_reseed(async->engine, seed);
}

static void *think(void *context)
{
    struct async_engine *async = context;
    const struct search_request *request = &async->request;
    const struct search_task task = {
        .game = request->position.setup.game,
        .state = &request->position.state,
        .history = request->history,
        .history_length = request->history_length,
        .repetition = request->repetition,
        .limits = request->limits,
        .lines = request->lines,
        .swindle = request->limits.time_ms > 0,
        .report = request->report,
        .context = request->context,
    };
    struct search_info info = {0};
    tb_move move = engine_think(async->engine, &task, &info);

    /* The receiver of the answer may start the next search at once. */
    atomic_store(&async->busy, false);
    request->done(request->context, move, &info);
    return NULL;
}

void async_engine_start(struct async_engine *async, const struct search_request *request)
{
    async->request = *request;
    atomic_store(&async->busy, true);
    engine_arm(async->engine); /* here: a stop may follow before the thread runs */
    async->running = pthread_create(&async->thread, NULL, think, async) == 0;
    if (!async->running)
        think(async); /* no thread to be had: slower to react, but right */
}

bool async_engine_busy(const struct async_engine *async)
{
    return atomic_load(&async->busy);
}

void async_engine_stop(struct async_engine *async)
{
    if (async->engine)
        engine_stop(async->engine);
}

void async_engine_wait(struct async_engine *async)
{
    if (async->running)
        pthread_join(async->thread, NULL);
    async->running = false;
}

void async_engine_release(struct async_engine *async)
{
    async_engine_stop(async);
    async_engine_wait(async);
    engine_free(async->engine);
    async->engine = NULL;
}
