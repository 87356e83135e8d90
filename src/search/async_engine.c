/* async_engine.c - the thinking thread. */
#include "search/async_engine.h"
#include "search/variation.h"

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

/* Takes bits off the state, and gives the answer if none is left. */
static void clear_state(struct async_engine *async, unsigned bits)
{
    const struct search_request *request = &async->request;
    unsigned before = atomic_fetch_and(&async->state, ~bits);

    /* The receiver of the answer may start the next search at once. */
    if (before && (before & ~bits) == 0)
        request->done(request->context, async->move, &async->info);
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
        .swindle = request->swindle,
        .report = request->report,
        .stopped = request->stopped,
        .context = request->context,
    };

    async->move = engine_think(async->engine, &task, &async->info);
    if (request->complete_nodes > 0 &&
        variation_complete(async->engine, &task, request->complete_nodes, &async->info) &&
        request->hold)
        request->report(request->context, &async->info);
    clear_state(async, ASYNC_SEARCHING);
    return NULL;
}

void async_engine_start(struct async_engine *async, const struct search_request *request)
{
    async->request = *request;
    atomic_store(&async->state, ASYNC_SEARCHING | (request->hold ? ASYNC_HELD : 0));
    engine_arm(async->engine); /* here: a stop may follow before the thread runs */
    async->running = pthread_create(&async->thread, NULL, think, async) == 0;
    if (!async->running)
        think(async); /* no thread to be had: slower to react, but right */
}

bool async_engine_busy(const struct async_engine *async)
{
    return atomic_load(&async->state) != 0;
}

void async_engine_unhold(struct async_engine *async)
{
    clear_state(async, ASYNC_HELD);
}

void async_engine_stop(struct async_engine *async)
{
    if (async->engine)
        engine_stop(async->engine);
    async_engine_unhold(async);
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
