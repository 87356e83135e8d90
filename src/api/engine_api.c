/*
 * engine_api.c - engines as the public interface shows them.
 *
 * tb_engine_free() waits for a search in another thread. Called from a report, it leaves the
 * engine for the search to free.
 *
 * A stop is for the search that runs when it is called. It may come from a signal handler, so it
 * takes no lock: `running` has the number of the search, and a stop changes it only as long as it
 * still has the number that the stop has read.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "api/check.h"
#include "core/advice.h"
#include "core/error.h"
#include "search/search.h"

_Static_assert((int)TB_LINES_MAX == (int)SEARCH_LINES_MAX &&
                   (int)TB_LINE_MOVES == (int)SEARCH_PV_MAX &&
                   (int)TB_THREADS_MAX == (int)SEARCH_THREADS_MAX &&
                   (int)TB_LEVELS == (int)LEVEL_MAX && (int)TB_ENGINE_RANDOM == (int)ENGINE_RANDOM,
               "the public numbers are the search's");

struct tb_analysis {
    struct search_info info;
};

/* In tb_engine.running, below the number of the search: */
enum { SEARCHING = 1, STOPPED = 2, NUMBER = 4 };

struct tb_engine {
    struct engine *engine;
    _Atomic uint64_t running;
    struct tb_setup setup;
    struct tb_analysis analysis;
    bool analysed; /* the analysis is there */
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t idle;
    bool busy, doomed;
    pthread_t async; /* meaningful while busy */
};

const char *tb_game_personality(const struct tb_game *game, int index)
{
    const struct personality *one = game ? game_advice(game)->personalities : NULL;

    while (one && one->name && index > 0) {
        one++;
        index--;
    }
    return one && index == 0 ? one->name : NULL;
}

/* ---- Making and freeing -------------------------------------------------------- */

static int read_options(const struct tb_engine_options *given, struct engine_options *out,
                        struct tb_error *error)
{
    struct tb_engine_options options;
    int code = api_read_struct(&options, given, seed, error);

    if (code ||
        (code = api_check_range("kind", (int)options.kind, TB_ENGINE_AUTO, TB_ENGINE_RANDOM,
                                error)))
        return code;
    *out = (struct engine_options){
        .kind = (enum engine_kind)options.kind,
        .level = options.level,
        .personality = options.personality,
        .table_mb = options.table_mb,
        .threads = options.threads,
        .seed = options.seed,
    };
    return TB_OK;
}

struct tb_engine *tb_engine_new(const struct tb_setup *setup,
                                const struct tb_engine_options *options, struct tb_error *error)
{
    struct engine_options wanted;

    if (setup_check(setup, error) || read_options(options, &wanted, error))
        return NULL;
    struct tb_engine *self = calloc(1, sizeof *self);

    if (!self) {
        error_memory(error);
        return NULL;
    }
    self->engine = engine_new(setup, &wanted, error);
    self->setup = *setup;
    if (!self->engine) {
        free(self);
        return NULL;
    }
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->idle, NULL);
    return self;
}

static void destroy(struct tb_engine *self)
{
    engine_free(self->engine);
    pthread_cond_destroy(&self->idle);
    pthread_mutex_destroy(&self->lock);
    free(self);
}

void tb_engine_free(struct tb_engine *engine)
{
    if (!engine)
        return;
    engine_stop(engine->engine);
    pthread_mutex_lock(&engine->lock);
    bool within = engine->busy && pthread_equal(engine->async, pthread_self());

    engine->doomed = within;
    while (!within && engine->busy)
        pthread_cond_wait(&engine->idle, &engine->lock);
    pthread_mutex_unlock(&engine->lock);
    if (!within)
        destroy(engine);
}

/* ---- Thinking --------------------------------------------------------------------- */

static int take(struct tb_engine *self, struct tb_error *error)
{
    pthread_mutex_lock(&self->lock);
    bool was_busy = self->busy;

    if (!was_busy) {
        self->busy = true;
        self->async = pthread_self();
    }
    pthread_mutex_unlock(&self->lock);
    return was_busy ? error_set(error, TB_ERR_BUSY, "This engine is thinking already.") : TB_OK;
}

static void give_back(struct tb_engine *self)
{
    pthread_mutex_lock(&self->lock);
    bool doomed = self->doomed;

    self->busy = false;
    pthread_cond_broadcast(&self->idle);
    pthread_mutex_unlock(&self->lock);
    if (doomed)
        destroy(self);
}

/* Gives the next search its number, so that an earlier stop cannot end it. */
static void begin_search(struct tb_engine *self)
{
    uint64_t last = atomic_load(&self->running);

    atomic_store(&self->running, (last / NUMBER + 1) * NUMBER + SEARCHING);
}

static void end_search(struct tb_engine *self)
{
    atomic_fetch_and(&self->running, ~(uint64_t)(SEARCHING | STOPPED));
}

void tb_engine_stop(struct tb_engine *engine)
{
    if (!engine)
        return;
    uint64_t seen = atomic_load(&engine->running), number = seen / NUMBER;

    while ((seen & SEARCHING) && seen / NUMBER == number &&
           !atomic_compare_exchange_weak(&engine->running, &seen, seen | STOPPED))
        ;
}

/* The caller's report function and the data that it receives. */
struct relay {
    const struct tb_engine *engine;
    const struct tb_task *task;
    struct tb_analysis *analysis;
};

/* Called by all threads of the search. */
static bool is_stopped(const void *context)
{
    const struct relay *relay = context;
    const volatile int *cancel = relay->task->cancel;

    return (atomic_load_explicit(&relay->engine->running, memory_order_relaxed) & STOPPED) ||
           (cancel && __atomic_load_n(cancel, __ATOMIC_RELAXED));
}

static void pass_on(void *context, const struct search_info *info)
{
    const struct relay *relay = context;

    relay->analysis->info = *info;
    relay->task->report(relay->task->context, relay->analysis);
}

/* Fills in what to search. */
static int read_task(const struct tb_engine *self, const struct tb_task *task,
                     struct search_task *out, struct tb_error *error)
{
    const struct tb_position *position =
        task->match ? tb_match_position(task->match) : task->position;
    int code;

    if ((code = api_check_same(position, &self->setup, error)) ||
        (code = api_check_range("lines", task->lines, 0, TB_LINES_MAX, error)) ||
        (code = api_check_range("depth", task->depth, 0, INT32_MAX, error)) ||
        (code = api_check_range("time_ms", task->time_ms, 0, INT64_MAX, error)))
        return code;
    bool over = task->match ? tb_match_result(task->match).over : tb_position_result(position).over;

    if (over)
        return error_set(error, TB_ERR_OVER, "The game is over: there is nothing to search.");
    *out = (struct search_task){
        .game = position->setup.game,
        .state = &position->state,
        .limits = {.time_ms = task->time_ms, .nodes = task->nodes, .depth = task->depth},
        .lines = task->lines,
        .swindle = task->to_play,
    };
    if (task->match)
        search_task_match(out, task->match);
    return TB_OK;
}

int tb_engine_search(struct tb_engine *engine, const struct tb_task *given, tb_move *move,
                     struct tb_error *error)
{
    struct tb_task task;
    struct search_task search;
    struct tb_analysis shown;
    int code;

    if (!engine || !given || !move)
        return api_missing(error, !engine ? "engine" : !given ? "task" : "move");
    if ((code = api_read_struct(&task, given, cancel, error)))
        return code;
    if ((code = take(engine, error)))
        return code;
    code = read_task(engine, &task, &search, error);
    if (!code) {
        struct relay relay = {engine, &task, &shown};

        search.report = task.report ? pass_on : NULL;
        search.stopped = is_stopped;
        search.context = &relay;
        begin_search(engine);
        *move = engine_think(engine->engine, &search, &engine->analysis.info);
        end_search(engine);
        engine->analysed = true;
    }
    give_back(engine);
    return code;
}

int tb_engine_clear(struct tb_engine *engine)
{
    if (!engine)
        return TB_ERR_ARGUMENT;
    int code = take(engine, NULL);

    if (code)
        return code;
    engine_clear(engine->engine);
    engine->analysed = false;
    give_back(engine);
    return TB_OK;
}

/* ---- What was found --------------------------------------------------------------- */

const struct tb_analysis *tb_engine_analysis(const struct tb_engine *engine)
{
    return engine && engine->analysed ? &engine->analysis : NULL;
}

int tb_analysis_depth(const struct tb_analysis *analysis)
{
    return analysis ? analysis->info.depth : TB_ERR_ARGUMENT;
}

uint64_t tb_analysis_nodes(const struct tb_analysis *analysis)
{
    return analysis ? analysis->info.nodes : 0;
}

int64_t tb_analysis_ms(const struct tb_analysis *analysis)
{
    return analysis ? analysis->info.ms : TB_ERR_ARGUMENT;
}

int tb_analysis_line_count(const struct tb_analysis *analysis)
{
    return analysis ? analysis->info.line_count : TB_ERR_ARGUMENT;
}

int tb_analysis_line(const struct tb_analysis *analysis, int index, struct tb_line *line)
{
    if (!analysis || !line)
        return TB_ERR_ARGUMENT;
    if (index < 0 || index >= analysis->info.line_count)
        return TB_ERR_RANGE;
    const struct search_line *found = &analysis->info.lines[index];
    struct tb_line own = {
        .size = sizeof own,
        .score = found->score,
        .exact = found->exact,
        .value = found->exact ? found->verdict.value : 0,
        .plies = found->exact ? found->verdict.plies : -1,
        .length = found->length,
    };

    memcpy(own.moves, found->pv, sizeof own.moves);
    return api_write_struct(line, &own, moves, NULL);
}
