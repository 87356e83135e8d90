/*
 * cmd_bench.c - tablier bench: the search on fixed positions of every game.
 *
 * Everything is fixed (positions, depth or nodes, one thread, seed), so the
 * signature changes exactly when the search finds something else or looks at
 * other positions; a change that only makes it faster leaves it alone.
 */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "cli/command.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/advice.h"
#include "core/message.h"
#include "search/search.h"

struct totals {
    uint64_t nodes, signature;
    double seconds;
};

static double cpu_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void sign(struct totals *totals, uint64_t value)
{
    struct rng mixer = {totals->signature ^ value};

    totals->signature = rng_next(&mixer);
}

/* Plays the moves of a row from its start. */
static int set_up(const struct tb_game *game, const struct bench_position *row,
                  struct tb_position *position, struct tb_error *error)
{
    struct tb_setup setup;
    char moves[256], *rest = moves;
    int code = tb_setup_init(&setup, game, row->players, error);

    if (code)
        return code;
    snprintf(moves, sizeof moves, "%s", row->moves);
    tb_position_start(position, &setup, NULL);
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        tb_move move;

        if ((code = tb_move_parse(position, word, &move, error)) ||
            (code = tb_play(position, move, error)))
            return code;
    }
    return TB_OK;
}

static int bench_position(const struct tb_game *game, const struct bench_position *row,
                          struct totals *totals, struct tb_error *error)
{
    struct tb_position position;
    struct search_info info;
    char text[TB_MOVE_TEXT];
    int code = set_up(game, row, &position, error);

    if (code)
        return code;
    struct engine *engine =
        engine_new(&position.setup, &(struct engine_options){.table_mb = 16}, error);

    if (!engine)
        return error->code;
    struct search_task task = {
        .game = position.setup.game,
        .state = &position.state,
        .repetition = 3,
        .limits = {.depth = row->depth, .nodes = (uint64_t)row->nodes},
    };
    double start = cpu_seconds();
    tb_move move = engine_think(engine, &task, &info);
    double seconds = cpu_seconds() - start;

    engine_free(engine);
    tb_move_text(&position, move, text, sizeof text);
    printf("%-10s %d %6d %10" PRIu64 " %10.0f  %-5s %s %d: %s\n", game->name, row->players,
           info.depth, info.nodes, seconds > 0 ? (double)info.nodes / seconds : 0, text,
           row->depth ? tr("depth") : tr("nodes"), row->depth ? row->depth : row->nodes,
           *row->moves ? row->moves : "-");
    fflush(stdout);
    totals->nodes += info.nodes;
    totals->seconds += seconds;
    sign(totals, info.nodes);
    sign(totals, move);
    return TB_OK;
}

/* The games whose positions can repeat, or the others; the last of the table first. The signature
 * depends on this order. */
static int bench_games(bool repeats, struct totals *totals)
{
    struct tb_error error;
    int count = 0;

    while (game_table[count])
        count++;
    while (count-- > 0) {
        const struct tb_game *game = game_table[count];
        const struct bench_position *row = game_advice(game)->bench;

        if (game->repeats != repeats)
            continue;
        for (; row && row->players; row++)
            if (bench_position(game, row, totals, &error))
                return failure_of(game->name, &error);
    }
    return STATUS_OK;
}

static int run(void *values, char **words)
{
    struct totals totals = {0};

    (void)values;
    (void)words;
    puts(tr("game  players depth      nodes    nodes/s  move  limit and moves played"));
    int status = bench_games(true, &totals);

    if (status == STATUS_OK)
        status = bench_games(false, &totals);
    if (status != STATUS_OK)
        return status;
    const char *total = tr("total");

    printf("%s%*s %10" PRIu64 " %10.0f  ", total, 18 - wrap_width(total, strlen(total)), "",
           totals.nodes, totals.seconds > 0 ? (double)totals.nodes / totals.seconds : 0);
    print_out("in {seconds} s of CPU time\n", arg_number("seconds", totals.seconds, 2));
    printf("%s %016" PRIx64 "\n", tr("signature"), totals.signature);
    return STATUS_OK;
}

const struct command cmd_bench = {
    .name = "bench",
    .words = "",
    .summary = N_("Measure the search, and sign what it finds."),
    .options = (const struct option[]){{0}},
    .run = run,
};
