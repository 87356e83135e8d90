/*
 * calls_search.c - the computer thinks.
 *
 * The engine is kept from one call to the next, with what it has learned, as
 * long as the same kind of player is asked about the same kind of game.
 */
#include <stdio.h>
#include <string.h>

#include "core/advice.h"
#include "core/error.h"
#include "core/features.h"
#include "search/level.h"
#include "search/search.h"
#include "search/variation.h"
#include "wasm/calls.h"
#include "wasm/networks.h"
#include "wasm/tables.h"

enum {
    REPORT_MS = 100, /* between two reports */
    SMALLER_MB = 64, /* above the table to try where the usual one cannot be had */
};

static struct {
    struct engine *engine; /* NULL: none yet */
    struct tb_setup setup;
    struct engine_options options;
} kept;

/* ---- What it says --------------------------------------------------------------------- */

static void add_move(void *context, const char *move)
{
    writer_string(context, move);
}

static void answer_line(struct json_writer *answer, const struct tb_position *position,
                        const struct search_line *line)
{
    char move[TB_MOVE_TEXT];

    tb_move_text(position, line->pv[0], move, sizeof move);
    writer_open(answer, '{');
    writer_key_string(answer, "move", move);
    writer_key_real(answer, "score", line->score);
    answer_verdict(answer, line->exact ? &line->verdict : NULL);
    writer_key_bool(answer, "exact", line->exact);
    writer_key_open(answer, "pv", '[');
    variation_each(position, line, add_move, answer);
    writer_close(answer, ']');
    writer_close(answer, '}');
}

static void answer_info(struct json_writer *answer, const struct tb_position *position,
                        const struct search_info *info)
{
    writer_open(answer, '{');
    writer_key_open(answer, "lines", '[');
    for (int i = 0; i < info->line_count; i++)
        answer_line(answer, position, &info->lines[i]);
    writer_close(answer, ']');
    writer_key_number(answer, "depth", info->depth);
    writer_key_number(answer, "nodes", (int64_t)info->nodes);
    writer_key_number(answer, "ms", info->ms);
    writer_key_number(answer, "threads", info->threads);
    writer_close(answer, '}');
}

/* The context of the reports of a running search. */
struct listener {
    const struct tb_position *position;
    struct json_writer text;
    int64_t next; /* milliseconds of search before the next report */
};

static void report(void *context, const struct search_info *info)
{
    struct listener *listener = context;

    if (info->ms < listener->next || info->line_count == 0)
        return;
    listener->next = info->ms + REPORT_MS;
    writer_clear(&listener->text);
    answer_info(&listener->text, listener->position, info);
    calls_report_text(&listener->text);
}

/* ---- Thinking --------------------------------------------------------------------------- */

static int read_limits(const struct request *request, struct search_task *task,
                       struct tb_error *error)
{
    int code, time_ms, nodes;

    if ((code = request_number(request, "timeMs", &time_ms, error)) ||
        (code = request_number(request, "nodes", &nodes, error)) ||
        (code = request_number(request, "depth", &task->limits.depth, error)) ||
        (code = request_number(request, "lines", &task->lines, error)))
        return code;
    task->limits.time_ms = time_ms;
    task->limits.nodes = (uint64_t)nodes;
    return TB_OK;
}

static int read_options(const struct request *request, struct engine_options *options,
                        struct tb_error *error)
{
    int code, seed, level;

    if ((code = request_number(request, "level", &level, error)) ||
        (code = request_number(request, "tableMb", &options->table_mb, error)) ||
        (code = request_number(request, "threads", &options->threads, error)) ||
        (code = request_number(request, "seed", &seed, error)))
        return code;
    options->personality = request_get(request, "personality");
    options->level = request_get(request, "level") ? level_option(level) : 0;
    options->seed = (uint64_t)seed;
    return TB_OK;
}

static bool same_player(const struct tb_setup *setup, const struct engine_options *options)
{
    return kept.engine && setup->game == kept.setup.game && setup->players == kept.setup.players &&
           memcmp(setup->options, kept.setup.options, sizeof setup->options) == 0 &&
           options->level == kept.options.level && options->table_mb == kept.options.table_mb &&
           options->seed == kept.options.seed && options->threads == kept.options.threads &&
           options->net == kept.options.net && options->personality == kept.options.personality;
}

/* Makes the kept engine the one that is wanted. */
static int prepare(const struct tb_setup *setup, const struct engine_options *options,
                   struct tb_error *error)
{
    struct engine_options wanted = *options;

    wanted.net = networks_find(setup, &wanted.net_size);
    const struct personality *personality =
        wanted.personality ? personality_find(setup->game, wanted.personality) : NULL;

    if (personality)
        wanted.personality = personality->name; /* which outlives the request */
    if (same_player(setup, &wanted))
        return TB_OK;
    engine_free(kept.engine);
    kept.setup = *setup;
    kept.options = wanted;
    /* Where the browser refuses more memory, a smaller table will do. */
    for (int mb = wanted.table_mb ? wanted.table_mb : SMALLER_MB;
         !(kept.engine = engine_new(setup, &wanted, error)) && error->code == TB_ERR_MEMORY &&
         mb > 1;
         mb /= 2)
        wanted.table_mb = mb / 2;
    return kept.engine ? TB_OK : error->code;
}

static int think(const struct tb_match *match, struct search_task *task, struct json_writer *answer)
{
    const struct tb_position *position = tb_match_position(match);
    struct listener listener = {.position = position};
    struct search_info info;
    char entry[TB_MOVE_TEXT];

    task->swindle = kept.options.level != 0; /* without a level it is an analysis, not a game */
    task->report = report;
    task->context = &listener;
    engine_choose(kept.engine, match, task, entry, &info);
    writer_open(answer, '{');
    writer_key_string(answer, "move", entry);
    writer_key(answer, "info");
    answer_info(answer, position, &info);
    writer_close(answer, '}');
    writer_release(&listener.text);
    return TB_OK;
}

static void answer_file(struct json_writer *answer, const char *name, const char *ending)
{
    char file[64];

    snprintf(file, sizeof file, "%s.%s", name, ending);
    writer_string(answer, file);
}

int call_files(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    struct engine_options options = {0};
    struct tb_position start;
    int code;

    if ((code = request_start(request, &start, NULL, &fault->error)) ||
        (code = read_options(request, &options, &fault->error)))
        return code;
    writer_open(answer, '[');
    if (engine_can_use_net(&start.setup, &options))
        answer_file(answer, features_find(&start.setup)->name, "net");
    enum small small = options.level % LEVEL_MAX == 0
                           ? game_small(start.setup.game, &start.state)
                           : SMALL_NO;

    if ((tables_serve(&start.setup) && engine_probes(&start.setup, &options)) ||
        small == SMALL_TABLE)
        answer_file(answer, tb_game_name(start.setup.game), "table");
    if (small)
        writer_string(answer, "solver.wasm");
    writer_close(answer, ']');
    return TB_OK;
}

int call_parallel(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    struct engine_options options = {0};
    struct search_task task = {0};
    struct tb_position start;
    int code;

    if ((code = request_start(request, &start, NULL, &fault->error)) ||
        (code = read_options(request, &options, &fault->error)) ||
        (code = read_limits(request, &task, &fault->error)))
        return code;
    writer_bool(answer, task.limits.nodes == 0 && task.limits.depth == 0 &&
                            engine_can_use_threads(&start.setup, &options));
    return TB_OK;
}

int call_think(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    struct engine_options options = {0};
    struct search_task task = {0};
    int code;
    struct tb_match *match = request_match(request, fault);

    if (!match)
        return fault->error.code;
    if (tb_match_result(match).over)
        code = error_set(&fault->error, TB_ERR_OVER, "The game is over.");
    else if ((code = read_limits(request, &task, &fault->error)) == TB_OK &&
             (code = read_options(request, &options, &fault->error)) == TB_OK &&
             (code = prepare(&tb_match_start(match)->setup, &options, &fault->error)) == TB_OK)
        code = think(match, &task, answer);
    tb_match_free(match);
    return code;
}
