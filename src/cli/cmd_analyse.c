/* cmd_analyse.c - tablier analyse: the best lines of a position and their values. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/interactive_search.h"
#include "cli/interrupt.h"
#include "cli/position_args.h"
#include "cli/terminal.h"
#include "core/message.h"
#include "jansson/json_memory.h"
#include "learn/analysis.h"
#include "search/variation.h"

/* Milliseconds, where the command line sets no limit at all. */
enum { TIME_DEFAULT = 5000 };

/* A number of lines that nobody can ask for. */
#define LINES_ALL 0

struct args {
    struct position_args position;
    struct engine_args engine;
    uint64_t time_ms, depth, nodes, lines;
    bool json;
};

static int take_lines(void *target, const char *value, struct tb_error *error)
{
    if (strcmp(value, "all") != 0)
        return take_positive(target, value, error);
    *(uint64_t *)target = LINES_ALL;
    return TB_OK;
}

TAKE_BETWEEN(take_time, 1, INT32_MAX)
TAKE_BETWEEN(take_depth, 1, INT32_MAX)

static const struct option options[] = {
    {"time", "MS", N_("thinking time in milliseconds (default: 5000)"), take_time, ARG(time_ms)},
    {"depth", "N", N_("think N plies deep"), take_depth, ARG(depth)},
    {"nodes", "N", N_("look at N positions"), take_positive, ARG(nodes)},
    {"lines", "K|all", N_("show the K best moves, or all (default: 1)"), take_lines, ARG(lines)},
    JSON_OPTION(struct args, json),
    POSITION_OPTIONS(struct args, position),
    ENGINE_OPTIONS(struct args, engine),
    {0},
};

/* ---- JSON --------------------------------------------------------------------------- */

static void append_move(void *context, const char *move)
{
    json_array_append_new(context, json_string(move));
}

static json_t *line_json(const struct tb_position *position, const struct search_line *line)
{
    static const char *const values[] = {"loss", "draw", "win"};
    json_t *pv = json_array(), *value = json_null(), *plies = json_null();
    char move[TB_MOVE_TEXT];

    tb_move_text(position, line->pv[0], move, sizeof move);
    variation_each(position, line, append_move, pv);
    if (line->exact)
        value = json_string(values[line->verdict.value + 1]);
    if (line->exact && line->verdict.plies >= 0)
        plies = json_integer(line->verdict.plies);
    return json_pack("{s:s, s:f, s:o, s:o, s:b, s:o}", "move", move, "score", line->score, "value",
                     value, "plies", plies, "exact", line->exact, "pv", pv);
}

static void print_json(const struct tb_position *position, const struct search_info *info,
                       const struct search_line *shown, int count)
{
    json_t *lines = json_array();

    for (int i = 0; i < count; i++)
        json_array_append_new(lines, line_json(position, &shown[i]));
    json_t *object =
        json_pack("{s:s, s:i, s:o, s:i, s:I, s:I}", "game", tb_game_name(position->setup.game),
                  "turn", tb_turn(position) + 1, "lines", lines, "depth", info->depth, "nodes",
                  (json_int_t)info->nodes, "ms", (json_int_t)info->ms);

    json_write(object, JSON_COMPACT | JSON_REAL_PRECISION(6), stdout);
}

/* ---- The command ---------------------------------------------------------------------- */

static int play_word(void *context, const char *word, struct tb_error *error)
{
    return tb_match_play(context, word, error);
}

/* The match that the words on the command line name; NULL with the status to exit with. */
static struct tb_match *find_match(struct args *args, char **words, int *status)
{
    struct match_rules rules = match_rules_default();
    struct tb_position start;
    struct tb_match *match;

    if ((*status = position_args_add(&args->position, words[1])) != GO_ON ||
        (*status = position_args_start(&args->position, words[0], &start)) != GO_ON)
        return NULL;
    match = match_new(&start, &rules, NULL);
    *status = match ? position_args_each_move(&args->position, play_word, match) : out_of_memory();
    if (*status != GO_ON) {
        tb_match_free(match);
        return NULL;
    }
    return match;
}

static int set_limits(const struct args *args, struct search_task *task)
{
    if (args->lines > SEARCH_LINES_MAX)
        return usage_error("--lines must be between 1 and {max}, or all.",
                           arg_count("max", SEARCH_LINES_MAX));
    task->lines = args->lines == LINES_ALL ? SEARCH_LINES_MAX : (int)args->lines;
    task->limits = (struct search_limits){
        .time_ms = (int64_t)args->time_ms, .nodes = args->nodes, .depth = (int)args->depth};
    if (args->time_ms == 0 && args->nodes == 0 && args->depth == 0)
        task->limits.time_ms = TIME_DEFAULT;
    return GO_ON;
}

/* Prints lines of the search, or others in their place. */
static void print_lines(const struct args *args, struct analysis *analysis,
                        const struct search_info *info, const struct search_line *lines, int count)
{
    if (args->json)
        print_json(&analysis->position, info, lines, count);
    else if (count > 0)
        analysis_list(analysis, info, lines, count);
}

/* Looks at the moves one after the other, where they are more than a search reports. */
static int analyse_all(const struct args *args, struct tb_match *match, struct engine *engine,
                       const struct search_task *task, struct analysis *analysis)
{
    struct search_line *lines;
    struct search_info info;

    interrupt_stops(engine);
    int count = analysis_of_all(engine, match, &task->limits, work_must_end, &lines, &info);

    interrupt_stops(NULL);
    if (count < 0)
        return out_of_memory();
    print_lines(args, analysis, &info, lines, count);
    free(lines);
    return STATUS_OK;
}

static int analyse(const struct args *args, struct tb_match *match, struct search_task *task)
{
    const struct tb_position *position = tb_match_position(match);
    const struct engine_options wanted = engine_args_resolve(&args->engine, &position->setup);
    bool live = !args->json && isatty(STDOUT_FILENO);
    bool many = args->lines == LINES_ALL && tb_move_count(position) > SEARCH_LINES_MAX;
    struct analysis analysis = {
        .position = *position,
        .lang = terminal_lang(),
        .live = live,
        .width = live ? terminal_width() : 0,
    };
    struct search_info info;
    struct tb_error error;
    int status = STATUS_OK;

    if (many && position->setup.players != 2)
        return usage_error(
            "--lines: All the moves can be listed with two players only; use 1 to {max} here.",
            arg_count("max", SEARCH_LINES_MAX));
    struct engine *engine = engine_new(&position->setup, &wanted, &error);

    if (!engine)
        return failure_of(NULL, &error);
    task->report = analysis_report;
    task->context = &analysis;
    interrupt_catch();
    if (many) {
        status = analyse_all(args, match, engine, task, &analysis);
    } else {
        interactive_analyse(engine, match, task, &info);
        print_lines(args, &analysis, &info, info.lines, info.line_count);
    }
    engine_free(engine);
    return status;
}

static int run(void *values, char **words)
{
    struct args *args = values;
    struct search_task task = {0};
    int status = set_limits(args, &task);
    struct tb_match *match = status == GO_ON ? find_match(args, words, &status) : NULL;

    if (!match)
        return status;
    if (!tb_match_result(match).over)
        status = analyse(args, match, &task);
    else if (args->json)
        print_json(tb_match_position(match), &(struct search_info){0}, NULL, 0);
    else
        puts(translate(terminal_lang(), "The game is over."));
    tb_match_free(match);
    return status;
}

const struct command cmd_analyse = {
    .name = "analyse",
    .words = "GAME [POSITION]",
    .summary = N_("Search a position for its best moves and their values."),
    /* Unless a seed is given it is 0: the same question has the same answer. */
    ARGS(struct args, .lines = 1, .engine.seeded = true),
};
