/*
 * ugi_options.c - the options of UGI: a table of the engine's own, and those of the game.
 */
#include "protocol/ugi_options.h"

#include <limits.h>
#include <string.h>
#include <strings.h>

#include "core/advice.h"
#include "core/error.h"
#include "protocol/input.h"
#include "protocol/ugi.h"
#include "search/level.h"

enum {
    HASH_MAX = 1 << 20,  /* megabytes */
    OVERHEAD_MAX = 5000, /* milliseconds */
};

/* The value of Personality for play without one. */
#define NO_PERSONALITY "balanced"

/* An option of the engine. Those of the game come from its own table. */
struct setting {
    const char *name;
    int min, max;
    size_t offset; /* of an int in struct ugi_options */
};

static const struct setting engine_settings[] = {
    {"Hash", 1, HASH_MAX, offsetof(struct ugi_options, engine.table_mb)},
    {"Threads", 1, SEARCH_THREADS_MAX, offsetof(struct ugi_options, engine.threads)},
    {"Level", LEVEL_CHILD, LEVEL_MAX, offsetof(struct ugi_options, engine.level)},
    {"MultiPV", 1, SEARCH_LINES_MAX, offsetof(struct ugi_options, lines)},
    {"Seed", 0, INT_MAX, offsetof(struct ugi_options, seed)},
    {"MoveOverhead", 0, OVERHEAD_MAX, offsetof(struct ugi_options, overhead_ms)},
};

enum { ENGINE_SETTINGS = sizeof engine_settings / sizeof *engine_settings };

static const char *const searcher_names[] = {
    [ENGINE_AUTO] = "auto",     [ENGINE_ALPHABETA] = "alphabeta", [ENGINE_PARANOID] = "paranoid",
    [ENGINE_MAXN] = "maxn",     [ENGINE_MCTS] = "mcts",           [ENGINE_UCT] = "uct",
    [ENGINE_RANDOM] = "random",
};

enum { SEARCHERS = sizeof searcher_names / sizeof *searcher_names };

static int *setting_value(struct ugi_options *options, const struct setting *setting)
{
    return (int *)((char *)options + setting->offset);
}

struct ugi_options ugi_options_initial(const struct tb_setup *setup,
                                       const struct engine_options *engine)
{
    struct ugi_options options = {
        .start = {.game = setup->game, .players = setup->players},
        .rules = match_rules_default(),
        .engine = *engine,
        .lines = 1,
        .overhead_ms = SEARCH_OVERHEAD_MS,
    };

    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        options.start.options[i] = setup->options[i];
        if (setup->options[i] != tb_game_option(setup->game, i)->defaults[setup->players])
            options.start.given |= 1u << i;
    }
    if (options.engine.table_mb == 0)
        options.engine.table_mb = UGI_HASH;
    if (options.engine.threads == 0)
        options.engine.threads = 1;
    return options;
}

/* ---- The list -------------------------------------------------------------------------- */

/* The personalities, where the game has some. */
static void write_personalities(const struct ugi_options *options, FILE *out)
{
    const struct personality *personality = game_advice(options->start.game)->personalities;

    if (!personality)
        return;
    fprintf(out, "option name Personality type combo default %s var %s",
            options->engine.personality ? options->engine.personality : NO_PERSONALITY,
            NO_PERSONALITY);
    for (; personality->name; personality++)
        fprintf(out, " var %s", personality->name);
    fputc('\n', out);
}

static void write_engine_options(const struct ugi_options *options, FILE *out)
{
    struct ugi_options values = *options;

    for (int i = 0; i < ENGINE_SETTINGS; i++)
        fprintf(out, "option name %s type spin default %d min %d max %d\n", engine_settings[i].name,
                *setting_value(&values, &engine_settings[i]), engine_settings[i].min,
                engine_settings[i].max);
    fprintf(out, "option name Ponder type check default %s\n", options->ponder ? "true" : "false");
    fprintf(out, "option name Searcher type combo default %s",
            searcher_names[options->engine.kind]);
    for (int i = 0; i < SEARCHERS; i++)
        fprintf(out, " var %s", searcher_names[i]);
    fputc('\n', out);
    write_personalities(options, out);
}

static void write_match_options(const struct ugi_options *options, const struct tb_setup *setup,
                                FILE *out)
{
    if (tb_game_repeats(setup->game))
        fprintf(out, "option name Repetition type spin default %d min 0 max 9\n",
                options->rules.repetition);
    if (bits_count(setup->game->players) == 1)
        return;
    fprintf(out, "option name Players type combo default %d", setup->players);
    for (int n = 1; n <= TB_PLAYERS_MAX; n++)
        if (tb_game_allows(setup->game, n))
            fprintf(out, " var %d", n);
    fputc('\n', out);
}

static void write_game_option(struct tb_setup setup, int index, FILE *out)
{
    const struct tb_option *option = tb_game_option(setup.game, index);
    bool spin = !option->words && option->step == 1;
    char value[32];

    tb_setup_option(&setup, index, value, sizeof value);
    fprintf(out, "option name %s type %s default %s", option->name, spin ? "spin" : "combo", value);
    if (spin)
        fprintf(out, " min %d max %d", option->min, option->max);
    for (int v = option->min; !spin && v <= option->max; v += option->step) {
        setup.options[index] = v;
        tb_setup_option(&setup, index, value, sizeof value);
        fprintf(out, " var %s", value);
    }
    fputc('\n', out);
}

void ugi_options_write(const struct ugi_options *options, const struct tb_setup *setup, FILE *out)
{
    write_engine_options(options, out);
    write_match_options(options, setup, out);
    for (int i = 0; i < tb_game_option_count(setup->game); i++)
        write_game_option(*setup, i, out);
}

/* ---- setoption ------------------------------------------------------------------------- */

static int set_searcher(struct ugi_options *options, const char *value, struct tb_error *error)
{
    for (int i = 0; i < SEARCHERS; i++)
        if (strcasecmp(searcher_names[i], value) == 0) {
            options->engine.kind = (enum engine_kind)i;
            return TB_OK;
        }
    return error_set(error, TB_ERR_VALUE, "There is no searcher ''{value}''.",
                     arg_text("value", quote(value).text));
}

static int set_personality(struct ugi_options *options, const char *value, struct tb_error *error)
{
    const struct personality *personality = NULL;

    if (strcasecmp(value, NO_PERSONALITY) != 0 &&
        !(personality = personality_find(options->start.game, value)))
        return error_set(error, TB_ERR_VALUE, "There is no personality ''{name}'' in this game.",
                         arg_text("name", quote(value).text));
    options->engine.personality = personality ? personality->name : NULL;
    return TB_OK;
}

static int set_ponder(struct ugi_options *options, const char *value, struct tb_error *error)
{
    options->ponder = strcasecmp(value, "true") == 0;
    if (!options->ponder && strcasecmp(value, "false") != 0)
        return error_set(error, TB_ERR_VALUE, "Ponder must be true or false, not ''{value}''.",
                         arg_text("value", quote(value).text));
    return TB_OK;
}

static int set_number(struct ugi_options *options, const struct setting *setting, const char *value,
                      struct tb_error *error)
{
    int64_t number;

    if (!input_number(value, &number) || number < setting->min || number > setting->max)
        return error_set(error, TB_ERR_VALUE,
                         "{setting} cannot be ''{value}''; it must be between {min} and {max}.",
                         arg_text("setting", setting->name), arg_text("value", quote(value).text),
                         arg_count("min", setting->min), arg_count("max", setting->max));
    *setting_value(options, setting) = (int)number;
    if (options->seed > 0)
        options->engine.seed = (uint64_t)options->seed;
    if (setting_value(options, setting) == &options->seed)
        options->engine.untimed = options->seed > 0;
    return TB_OK;
}

static int set_game_option(struct ugi_options *options, const char *name, const char *value,
                           struct tb_error *error)
{
    const struct tb_option *option = options->start.game->options;

    while (option->name && strcasecmp(option->name, name) != 0)
        option++;
    if (!option->name)
        return error_set(error, TB_ERR_OPTION,
                         "There is no option ''{option}''; the command ugi lists them.",
                         arg_text("option", quote(name).text));
    return start_set(&options->start, option->name, value, error);
}

int ugi_options_set(struct ugi_options *options, const char *name, const char *value,
                    struct tb_error *error)
{
    for (int i = 0; i < ENGINE_SETTINGS; i++)
        if (strcasecmp(engine_settings[i].name, name) == 0)
            return set_number(options, &engine_settings[i], value, error);
    if (strcasecmp(name, "Ponder") == 0)
        return set_ponder(options, value, error);
    if (strcasecmp(name, "Personality") == 0 && game_advice(options->start.game)->personalities)
        return set_personality(options, value, error);
    if (strcasecmp(name, "Searcher") == 0)
        return set_searcher(options, value, error);
    if (strcasecmp(name, "Repetition") == 0 && tb_game_repeats(options->start.game))
        return rules_set(&options->rules, "repetition", value, error);
    if (strcasecmp(name, "Players") == 0)
        return start_set(&options->start, "players", value, error);
    return set_game_option(options, name, value, error);
}
