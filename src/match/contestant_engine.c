/*
 * contestant_engine.c - our own engines as contestants.
 *
 * Each game gets a new engine: nothing learned in one game helps in another, and
 * a game's seed alone decides what a random choice will be.
 */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "core/clock.h"
#include "core/error.h"
#include "match/contestant.h"
#include "match/notes.h"
#include "match/schedule.h"
#include "search/level.h"

struct engine_contestant {
    struct contestant base;
    struct tb_setup setup;
    pthread_mutex_t lock;  /* held to touch what follows, but not while thinking */
    struct engine *engine; /* NULL between halt and new_game */
    bool stopped;
};

static struct engine_contestant *of(struct contestant *self)
{
    return (struct engine_contestant *)self;
}

/* ---- Specifications -------------------------------------------------------------------- */

/* In the order of engine_contestants[]. */
static const enum engine_kind kinds[] = {
    ENGINE_AUTO, ENGINE_AUTO, ENGINE_ALPHABETA, ENGINE_PARANOID,
    ENGINE_MAXN, ENGINE_MCTS, ENGINE_UCT,       ENGINE_RANDOM,   ENGINE_AUTO,
};

static const struct number_setting {
    const char *name;
    uint64_t max; /* from 1 */
    bool wide;    /* 64 bits, or an int */
    size_t offset;
} number_settings[] = {
    {"threads", SEARCH_THREADS_MAX, false, offsetof(struct contestant_spec, engine.threads)},
    {"hash", 1 << 20, false, offsetof(struct contestant_spec, engine.table_mb)},
    {"nodes", INT64_MAX, true, offsetof(struct contestant_spec, limits.nodes)},
    {"depth", 1000, false, offsetof(struct contestant_spec, limits.depth)},
    {"time", MOVE_TIME_MAX, true, offsetof(struct contestant_spec, limits.time_ms)},
};

static void store(struct contestant_spec *spec, const struct number_setting *setting,
                  uint64_t value)
{
    void *target = (char *)spec + setting->offset;

    if (setting->wide)
        memcpy(target, &value, sizeof value);
    else
        *(int *)target = (int)value;
}

static int apply_setting(struct contestant_spec *spec, const struct setting *setting,
                         struct tb_error *error)
{
    if (strcmp(setting->name, "personality") == 0) {
        spec->engine.personality = setting->value;
        return TB_OK;
    }
    for (size_t i = 0; i < sizeof number_settings / sizeof *number_settings; i++) {
        const struct number_setting *known = &number_settings[i];
        uint64_t value;

        if (strcmp(known->name, setting->name) != 0)
            continue;
        int code = setting_number(setting, known->max, &value, error);

        if (!code)
            store(spec, known, value);
        return code;
    }
    return error_set(error, TB_ERR_OPTION,
                     "An engine has no setting ''{setting}''; it has threads, hash (megabytes), "
                     "nodes, depth, time (milliseconds) and personality.",
                     arg_text("setting", quote(setting->name).text));
}

/* Alpha-beta is for two sides, its relatives are for more. */
static int check_sides(enum engine_kind kind, const struct tb_setup *setup, struct tb_error *error)
{
    struct schedule schedule;
    int code = schedule_make(&schedule, setup, 2, error);

    if (code)
        return code;
    if (kind == ENGINE_ALPHABETA && schedule.sides > 2)
        return error_set(error, TB_ERR_VALUE,
                         "The searcher alphabeta is for two sides; with {sides} there are "
                         "paranoid, maxn and mcts.",
                         arg_count("sides", schedule.sides));
    if ((kind == ENGINE_PARANOID || kind == ENGINE_MAXN) && schedule.sides == 2)
        return error_set(error, TB_ERR_VALUE,
                         "The searchers paranoid and maxn are for three or more sides; with two "
                         "there is alphabeta.");
    return TB_OK;
}

/* Few positions per move need no large table, and every game clears a new one. Large enough that
 * hardly an entry is lost in a game: so the moves are those of a larger one. */
static void fit_table(struct contestant_spec *spec)
{
    enum { NODES_PER_MB = 25, MB_MIN = 4, MB_MAX = 64 };
    int64_t mb = spec->limits.nodes / NODES_PER_MB;

    if (mb > 0 && mb < MB_MAX && !spec->engine.table_mb && !spec->engine.level)
        spec->engine.table_mb = mb < MB_MIN ? MB_MIN : (int)mb;
}

static int parse(struct contestant_spec *spec, char *argument, const struct tb_setup *setup,
                 struct tb_error *error)
{
    bool wants_level = strcmp(spec->class->name, "level") == 0;
    uint64_t level = 0;
    int code;

    if (!wants_level && argument)
        return error_set(error, TB_ERR_VALUE, "The contestant {kind} takes nothing after a colon.",
                         arg_text("kind", spec->class->name));
    if (wants_level && !(argument && strcmp(argument, "0") == 0) &&
        (!argument ||
         setting_number(&(struct setting){"level", argument}, LEVEL_MAX, &level, NULL)))
        return error_set(error, TB_ERR_VALUE, "A level is level:0 to level:{max}.",
                         arg_count("max", LEVEL_MAX));
    spec->engine.kind = kinds[spec->class - engine_contestants];
    spec->engine.untimed = true; /* the same seed gives the same games on a busy machine too */
    spec->engine.level = wants_level                                ? level_option((int)level)
                         : strcmp(spec->class->name, "novice") == 0 ? LEVEL_NOVICE
                                                                    : 0;
    for (int i = 0; i < spec->setting_count; i++)
        if ((code = apply_setting(spec, &spec->settings[i], error)))
            return code;
    fit_table(spec);
    if ((code = check_sides(spec->engine.kind, setup, error)))
        return code;
    struct engine *engine = engine_new(setup, &spec->engine, error);

    engine_free(engine);
    return engine ? TB_OK : TB_ERR_VALUE;
}

/* ---- Playing ----------------------------------------------------------------------------- */

static struct contestant *create(const struct contestant_terms *terms, const char *name)
{
    struct engine_contestant *self = calloc(1, sizeof *self);

    (void)name;
    if (!self)
        return NULL;
    self->setup = terms->setup;
    pthread_mutex_init(&self->lock, NULL);
    return &self->base;
}

static enum finish start(struct contestant *self)
{
    (void)self;
    return FINISH_NONE;
}

/* Puts another engine, or none, in the place of the old one. */
static void replace(struct engine_contestant *self, struct engine *engine)
{
    pthread_mutex_lock(&self->lock);
    struct engine *old = self->engine;

    self->engine = engine;
    pthread_mutex_unlock(&self->lock);
    engine_free(old);
}

static enum finish new_game(struct contestant *base, uint64_t seed)
{
    struct engine_contestant *self = of(base);
    struct engine_options options = base->spec->engine;
    struct tb_error error;

    options.seed = seed;
    replace(self, NULL); /* first, so that there is never memory for two */
    struct engine *engine = engine_new(&self->setup, &options, &error);

    if (!engine)
        return contestant_fault(base, FINISH_CRASH, "could not be made: {problem}",
                                arg_message("problem", error.message));
    replace(self, engine);
    return FINISH_NONE;
}

/* The limits of the turn and those of the specification, whichever are narrower. */
static struct search_limits limits_of(const struct contestant *self, const struct turn *turn)
{
    struct search_limits limits = turn->limits, own = self->spec->limits;

    if (turn->clocked)
        search_limits_clock(&limits,
                            &(struct search_clock){
                                .left_ms = turn->left_ms[tb_turn(tb_match_position(turn->match))],
                                .increment_ms = turn->increment_ms,
                                .overhead_ms = SEARCH_OVERHEAD_MS,
                                .plies = tb_match_plies(turn->match)});
    if (own.time_ms > 0 && (limits.time_ms == 0 || own.time_ms < limits.time_ms))
        limits.time_ms = own.time_ms;
    if (own.nodes > 0 && (limits.nodes == 0 || own.nodes < limits.nodes))
        limits.nodes = own.nodes;
    limits.depth = own.depth;
    return limits;
}

/* Prepares the engine for a search, unless it was stopped. */
static bool arm(struct engine_contestant *self)
{
    pthread_mutex_lock(&self->lock);
    bool allowed = !self->stopped;

    if (allowed)
        engine_arm(self->engine);
    pthread_mutex_unlock(&self->lock);
    return allowed;
}

static void note_score(struct answer *answer, const struct search_line *line)
{
    bool mate = line->exact && line->verdict.value != 0 && line->verdict.plies >= 0;

    answer->scored = true;
    answer->score = mate ? line->verdict.value * (NOTE_MATE - line->verdict.plies)
                         : (int)lround(100 * line->score);
}

static enum finish choose(struct contestant *base, const struct turn *turn, struct answer *answer)
{
    struct engine_contestant *self = of(base);
    struct search_info info = {.depth = 0};
    const struct search_task task = {.limits = limits_of(base, turn), .swindle = true};

    if (!arm(self))
        return FINISH_STOPPED;
    int64_t begun = clock_us();

    engine_choose(self->engine, turn->match, &task, answer->move, &info);
    answer->us = clock_us() - begun;
    pthread_mutex_lock(&self->lock);
    bool stopped = self->stopped;

    pthread_mutex_unlock(&self->lock);
    answer->depth = info.depth;
    answer->nodes = info.nodes;
    if (info.line_count > 0)
        note_score(answer, &info.lines[0]);
    return stopped ? FINISH_STOPPED : FINISH_NONE;
}

static void halt(struct contestant *self, bool politely)
{
    (void)politely;
    replace(of(self), NULL);
}

static void stop(struct contestant *base)
{
    struct engine_contestant *self = of(base);

    pthread_mutex_lock(&self->lock);
    self->stopped = true;
    if (self->engine)
        engine_stop(self->engine);
    pthread_mutex_unlock(&self->lock);
}

static void free_contestant(struct contestant *base)
{
    pthread_mutex_destroy(&of(base)->lock);
    free(of(base));
}

#define ENGINE_CLASS(spelling, shape)                                                              \
    {                                                                                              \
        .name = spelling, .form = shape, .takes_positions = true, .parse = parse,                  \
        .create = create, .start = start, .new_game = new_game, .choose = choose, .halt = halt,    \
        .stop = stop, .free = free_contestant,                                                     \
    }

const struct contestant_class engine_contestants[] = {
    ENGINE_CLASS("level", "level:N"),
    ENGINE_CLASS("auto", "auto"),
    ENGINE_CLASS("alphabeta", "alphabeta"),
    ENGINE_CLASS("paranoid", "paranoid"),
    ENGINE_CLASS("maxn", "maxn"),
    ENGINE_CLASS("mcts", "mcts"),
    ENGINE_CLASS("uct", "uct"),
    ENGINE_CLASS("random", "random"),
    ENGINE_CLASS("novice", "novice"),
    {0},
};
