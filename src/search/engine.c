/*
 * engine.c - the computer player: picks a searcher for the game, fits its
 * limits to the level, and chooses the move.
 */
#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "core/error.h"
#include "core/features.h"
#include "search/exact.h"
#include "search/level.h"
#include "search/searcher.h"
#include "search/swindle.h"
#include "search/table.h"

enum {
    DEFAULT_MB = 64,
    DEFAULT_MB_WEAK = 8, /* for levels that look at few positions */
    WEAK_NODES = 200000,
    TABLE_MB_MAX = 1 << 20,
    /* The parts of the memory that the prover and the swindler get: a fourth, an eighth. */
    PROVER_PART = 4,
    SWINDLER_PART = 8,
    EXACT_NODES = 20000, /* a search of fewer nodes takes less time than solving, */
    EXACT_DEPTH = 10,    /* as does one of fewer plies */
    EXACT_SPEED = 30000, /* bytes of values that are solved in a millisecond, by a slow processor */
};

struct engine {
    struct spec spec;
    const struct level *level;       /* NULL: without limits */
    const struct personality *personality; /* NULL: none */
    int taste, careless;             /* of the personality at this level */
    const struct searcher *searcher; /* NULL: plays at random */
    void *self;
    struct prover *prover;     /* NULL: there is none, */
    struct swindler *swindler; /* and then none of these */
    struct net *net;           /* NULL: there is none */
    struct exact exact;        /* if it plays perfectly wherever that takes little time: */
    bool perfect;
    uint64_t seed;
    bool untimed;
    atomic_bool stop;
};

/* ---- Making one ------------------------------------------------------------------ */

/* Asks the game itself, which need not be in the table: tuners bring their own. */
static int count_sides(const struct tb_setup *setup)
{
    struct tb_state start = {{0}};

    setup->game->init(setup, &start);
    return game_side_count(setup->game, &start, setup->players);
}

/* Alpha-beta where two sides meet and somebody can judge a position; with more,
 * max^n where the game prefers it; otherwise MCTS. */
static enum engine_kind best_kind(const struct tb_game *game, int sides)
{
    if (sides == 2 && game_advice(game)->evaluate)
        return ENGINE_ALPHABETA;
    return sides > 2 && game_advice(game)->prefers_maxn ? ENGINE_MAXN : ENGINE_MCTS;
}

static const struct searcher *searcher_of(enum engine_kind kind)
{
    static const struct searcher *const searchers[] = {
        [ENGINE_ALPHABETA] = &alphabeta_searcher,
        [ENGINE_PARANOID] = &alphabeta_searcher,
        [ENGINE_MAXN] = &maxn_searcher,
        [ENGINE_MCTS] = &mcts_searcher,
        [ENGINE_UCT] = &mcts_searcher,
        [ENGINE_RANDOM] = NULL,
    };

    return searchers[kind];
}

static int check_options(const struct engine_options *options, struct tb_error *error)
{
    if (options->level < LEVEL_NOVICE || options->level > LEVEL_MAX)
        return error_set(error, TB_ERR_RANGE, "There is no level {level}; there are 0 to {max}.",
                         arg_count("level", options->level), arg_count("max", LEVEL_MAX));
    if (options->threads < 0 || options->threads > SEARCH_THREADS_MAX)
        return error_set(
            error, TB_ERR_RANGE,
            "The number of threads cannot be {threads}; it must be between 1 and {max}.",
            arg_count("threads", options->threads), arg_count("max", SEARCH_THREADS_MAX));
    if (options->table_mb < 0 || options->table_mb > TABLE_MB_MAX)
        return error_set(error, TB_ERR_RANGE,
                         "The table size cannot be {size} MB; it must be between 1 and {max}.",
                         arg_count("size", options->table_mb), arg_count("max", TABLE_MB_MAX));
    return TB_OK;
}

static struct spec make_spec(const struct tb_setup *setup, const struct engine_options *options,
                             const struct level *level)
{
    bool weak = level && level->nodes > 0 && level->nodes < WEAK_NODES;
    int mb = options->table_mb ? options->table_mb : weak ? DEFAULT_MB_WEAK : DEFAULT_MB;
    struct spec spec = {
        .setup = *setup,
        .sides = count_sides(setup),
        .kind = options->kind,
        .bytes = (size_t)mb << 20,
        .threads = options->threads > 1 && level_parallel(level) ? options->threads : 1,
        .no_probe = level && level->no_probe,
        .parameters = options->parameters ? options->parameters : &search_parameters_default,
    };

    if (spec.kind == ENGINE_AUTO)
        spec.kind = best_kind(setup->game, spec.sides);
    return spec;
}

bool engine_can_use_threads(const struct tb_setup *setup, const struct engine_options *options)
{
    return !check_options(options, NULL) &&
           level_parallel(options->level ? level_find(setup, options->level) : NULL);
}

/* Exact knowledge that takes work is for the last level, and for none. */
static bool wants_exact(const struct spec *spec, int level)
{
    return spec->sides == 2 && !spec->no_probe && spec->kind == ENGINE_ALPHABETA &&
           (level == 0 || level >= level_last(&spec->setup));
}

static bool wants_prover(const struct spec *spec, int level)
{
    return game_advice(spec->setup.game)->use_prover && wants_exact(spec, level);
}

/* Makes the parts that think, and shares the memory out. False when there is none. */
static bool make_parts(struct engine *engine, int level)
{
    struct spec spec = engine->spec, small = engine->spec;

    small.bytes = spec.bytes / SWINDLER_PART;
    if (wants_prover(&spec, level)) {
        engine->prover = prover_new(&spec.setup, spec.bytes / PROVER_PART);
        engine->swindler = swindler_new(&small);
        if (!engine->prover || !engine->swindler)
            return false;
        spec.bytes -= spec.bytes / PROVER_PART + small.bytes;
    }
    if (engine->searcher)
        engine->self = engine->searcher->create(&spec);
    return engine->self || !engine->searcher;
}

/* Weak levels misjudge positions on purpose; the others use a network where there is one: alpha-beta
 * one that judges for the player to move, MCTS one that judges the views of all. Returns its
 * features, or NULL. */
static const struct features *features_for(const struct spec *spec, const struct level *level)
{
    const struct features *features = features_find(&spec->setup);
    bool many = spec->sides > 2;

    if (!features || (features->views > 0) != many || (level && level_noise(level, spec->sides)))
        return NULL;
    return spec->kind == (many ? ENGINE_MCTS : ENGINE_ALPHABETA) ? features : NULL;
}

bool engine_can_use_net(const struct tb_setup *setup, const struct engine_options *options)
{
    if (check_options(options, NULL))
        return false;
    const struct level *level = options->level ? level_find(setup, options->level) : NULL;
    const struct spec spec = make_spec(setup, options, level);

    return features_for(&spec, level) != NULL;
}

bool engine_probes(const struct tb_setup *setup, const struct engine_options *options)
{
    return !check_options(options, NULL) &&
           !(options->level && level_find(setup, options->level)->no_probe);
}

/* Reads the network that was given, or the game's own. False if it cannot be used. */
static bool load_net(struct engine *engine, const struct engine_options *options,
                     struct tb_error *error)
{
    const struct tb_game *game = engine->spec.setup.game;
    const struct features *features =
        options->no_net ? NULL : features_for(&engine->spec, engine->level);
    bool own = features && features->net && *features->net_size > 0;

    if (!features || (!options->net && !own))
        return true;
    if (options->net)
        engine->net = net_new(game, features, options->net, options->net_size, error);
    else
        engine->net = net_new(game, features, features->net, *features->net_size, error);
    engine->spec.net = engine->net;
    if (!options->parameters && features->parameters)
        engine->spec.parameters = features->parameters;
    return engine->net != NULL;
}

/* Sets the personality that the options name, if any. */
static int find_personality(struct engine *engine, const struct engine_options *options,
                            struct tb_error *error)
{
    const char *name = options->personality;
    int row =
        options->level ? level_number(level_clamp(&engine->spec.setup, options->level)) : LEVEL_MAX;

    if (!name)
        return TB_OK;
    if (engine->spec.sides == 2)
        engine->personality = personality_find(engine->spec.setup.game, name);
    if (engine->personality) {
        engine->taste = engine->personality->taste[row];
        engine->careless = engine->personality->careless[row];
    }
    return engine->personality
               ? TB_OK
               : error_set(error, TB_ERR_VALUE, "There is no personality ''{name}'' in this game.",
                           arg_text("name", quote(name).text));
}

struct engine *engine_new(const struct tb_setup *setup, const struct engine_options *options,
                          struct tb_error *error)
{
    if (check_options(options, error))
        return NULL;
    struct engine *engine = calloc(1, sizeof *engine);

    if (engine) {
        engine->level = options->level ? level_find(setup, options->level) : NULL;
        engine->spec = make_spec(setup, options, engine->level);
        engine->searcher = searcher_of(engine->spec.kind);
        engine->seed = options->seed;
        engine->untimed = options->untimed;
        engine->perfect = wants_exact(&engine->spec, options->level) && !options->personality;
        atomic_init(&engine->stop, false);
        if (find_personality(engine, options, error) ||
            !load_net(engine, options, error)) {
            engine_free(engine);
            return NULL;
        }
        if (make_parts(engine, options->level))
            return engine;
    }
    engine_free(engine);
    error_memory(error);
    return NULL;
}

void engine_free(struct engine *engine)
{
    if (!engine)
        return;
    if (engine->self)
        engine->searcher->free(engine->self);
    prover_free(engine->prover);
    net_free(engine->net);
    swindler_free(engine->swindler);
    if (HAS_SOLVER)
        exact_release(&engine->exact);
    free(engine);
}

void engine_reseed(struct engine *engine, uint64_t seed)
{
    engine->seed = seed;
}

void engine_clear(struct engine *engine)
{
    if (engine->self)
        engine->searcher->clear(engine->self);
    if (engine->prover)
        prover_clear(engine->prover);
}

void engine_stop(struct engine *engine)
{
    atomic_store_explicit(&engine->stop, true, memory_order_relaxed);
}

void engine_arm(struct engine *engine)
{
    atomic_store_explicit(&engine->stop, false, memory_order_relaxed);
}

bool engine_is_stopped(const struct engine *engine)
{
    return atomic_load_explicit(&engine->stop, memory_order_relaxed);
}

/* ---- Thinking ----------------------------------------------------------------------- */

/* The smaller of two limits, where 0 means none. */
static int64_t smaller(int64_t a, int64_t b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

/* The task's limits, and the level's where they are smaller. */
static struct search_limits find_limits(const struct engine *engine, const struct search_task *task)
{
    struct search_limits limits = task->limits;
    const struct level *level = engine->level;
    bool tree = engine->spec.kind == ENGINE_MCTS || engine->spec.kind == ENGINE_UCT;

    /* Only iterations tell how clear a move is. */
    if (engine->searcher != &alphabeta_searcher)
        limits.time_ms = smaller(limits.time_ms, limits.aim_ms);
    if (!level)
        return limits;
    limits.nodes =
        (uint64_t)smaller((int64_t)(limits.nodes & INT64_MAX),
                          tree ? level->simulations : level_nodes(level, engine->net != NULL));
    if (!tree)
        limits.depth = (int)smaller(limits.depth, level->depth);
    /* The highest level has no other limit than its time. */
    if (!engine->untimed || (limits.nodes == 0 && limits.depth == 0))
        limits.time_ms = smaller(limits.time_ms, level->time_ms);
    return limits;
}

/* Returns the same seed for the same task, but a different seed when a position repeats. */
static uint64_t task_seed(const struct engine *engine, const struct search_task *task)
{
    struct rng rng = {engine->seed ^ game_hash(task->game, task->state)};

    rng.state += rng_next(&rng) * (uint64_t)task->history_length;
    return rng_next(&rng);
}

static tb_move random_move(const struct engine *engine, const struct search_task *task,
                           struct search_info *info)
{
    tb_move moves[TB_MOVES_MAX];
    struct rng rng = {task_seed(engine, task)};
    int count = task_moves(task, moves);

    info->line_count = 1;
    info->lines[0] =
        (struct search_line){.length = 1, .pv = {moves[rng_below(&rng, (uint32_t)count)]}};
    return info->lines[0].pv[0];
}

static bool only_move(const struct search_task *task)
{
    tb_move moves[TB_MOVES_MAX];

    return task_moves(task, moves) == 1;
}

/* In a lost position, takes a move that is hard to answer for the best line. */
static void swindle(struct engine *engine, const struct job *job, struct search_info *info)
{
    struct search_line *best = &info->lines[0], line;

    if (best->exact && best->verdict.value < 0 &&
        swindler_choose(engine->swindler, engine->prover, job, &line) && line.pv[0] != best->pv[0])
        *best = line;
}

/* Drops the lines that begin with an illegal repetition. The search counts it as lost, so that one
 * can only come first if nothing else was looked at. */
static void drop_illegal(const struct search_task *task, struct search_info *info)
{
    tb_move moves[TB_MOVES_MAX];
    int kept = 0;

    for (int i = 0; i < info->line_count; i++)
        if (!task_repeats(task, info->lines[i].pv[0]))
            info->lines[kept++] = info->lines[i];
    if (kept == 0 && task_moves(task, moves))
        info->lines[kept++] = (struct search_line){.length = 1, .pv = {moves[0]}};
    info->line_count = kept;
}

/* How long solving may take. */
struct patience {
    struct control *control;
    int64_t ms; /* 0: no limit of its own */
};

static bool go_on(void *context, int part, size_t done, size_t positions)
{
    const struct patience *patience = context;

    (void)part, (void)done, (void)positions;
    return !control_ended(patience->control) &&
           (patience->ms == 0 || control_ms(patience->control) < patience->ms);
}

/* Answers from exact values alone, where they are known or solved in half of the job's time, and
 * the history cannot change them. */
static bool think_exactly(struct engine *engine, const struct job *job,
                          const struct search_limits *limits, struct search_info *info)
{
    const struct search_task *task = job->task;
    bool brief = job->depth < EXACT_DEPTH || (limits->nodes > 0 && limits->nodes < EXACT_NODES);
    int64_t ms = smaller(limits->time_ms, limits->aim_ms);
    size_t bytes = brief                                        ? 1 /* what is known already */
                   : ms > 0 && ms < EXACT_BYTES / EXACT_SPEED ? (size_t)ms * EXACT_SPEED
                                                               : EXACT_BYTES;
    struct patience patience = {job->control, (ms + 1) / 2};
    struct solved_watch watch = {go_on, &patience};

    return engine->perfect && game_small(task->game, task->state) &&
           task->repetition != REPETITION_ILLEGAL && !history_matters(task) &&
           exact_prepare(&engine->exact, task->game, task->state, bytes, &watch) &&
           exact_lines(&engine->exact, task, job->lines, info);
}

static tb_move think(struct engine *engine, const struct search_task *task, struct control *control,
                     struct search_info *info)
{
    const struct level *level = engine->level;
    struct search_limits limits = find_limits(engine, task);
    struct job job = {
        .task = task,
        .depth = limits.depth > 0 && limits.depth < DEPTH_MAX ? limits.depth : DEPTH_MAX,
        .lines = task->lines > 1 ? task->lines : 1,
        .eval_noise = level ? level_noise(level, engine->spec.sides) : 0,
        .habit_bonus =
            level && game_advice(engine->spec.setup.game)->habit ? level->habit_bonus : 0,
        .risk_cost = level ? level->risk_cost : 0,
        .personality = engine->personality,
        .taste = engine->taste,
        .seed = task_seed(engine, task),
        .prover = engine->prover,
        .control = control,
    };

    if (level && level->spread && job.lines < LEVEL_LINES)
        job.lines = LEVEL_LINES;
    if ((level || limits.aim_ms > 0) && only_move(task))
        job.depth = 1;
    if (job.lines > SEARCH_LINES_MAX)
        job.lines = SEARCH_LINES_MAX;
    job.swindles = task->swindle && engine->swindler && job.lines == 1;
    control_start(control, &limits, task, &engine->stop);
    if (HAS_SOLVER && think_exactly(engine, &job, &limits, info)) {
        info->ms = control_ms(control);
        if (task->report)
            task->report(task->context, info);
        return info->lines[0].pv[0];
    }
    if (job.prover)
        prover_turn_to(job.prover, task->state, job.lines > 1);
    engine->searcher->think(engine->self, &job, info);
    if (job.swindles)
        swindle(engine, &job, info);
    if (task->repetition == REPETITION_ILLEGAL)
        drop_illegal(task, info);
    info->nodes = atomic_load_explicit(&control->nodes, memory_order_relaxed);
    info->ms = control_ms(control);
    if (!level)
        return info->lines[0].pv[0];
    return level_choose(level, &job, info, engine->careless, engine->spec.sides);
}

tb_move engine_think(struct engine *engine, const struct search_task *task,
                     struct search_info *info)
{
    struct search_info own = {0};
    struct search_info *result = info ? info : &own;
    struct control control;

    memset(result, 0, sizeof *result);
    if (!engine->searcher)
        return random_move(engine, task, result);
    tb_move move = think(engine, task, &control, result);
    int wanted = task->lines > 1 ? task->lines : 1;

    if (result->line_count > wanted)
        result->line_count = wanted;
    return move;
}
