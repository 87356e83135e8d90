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
#include "core/message.h"
#include "search/search.h"

extern const struct command cmd_bench;

struct position {
    const char *game;
    int players;
    const char *moves; /* from the start, separated by spaces */
    struct search_limits limits;
};

static const struct position positions[] = {
    {"quoridor", 2, "", {.depth = 10}},
    {"quoridor", 2, "e2 e8 e3 e7 e4 e6 d3h c6h e6v", {.depth = 9}},
    {"quoridor", 2, "e2 e8 e7v d8 d7h c8 b7h e2h d2 c2h a8v c9 f1h b1v h1h d2v", {.depth = 9}},
    {"quoridor", 4, "e2 b5 e8 h5 e3 c5 e7 g5", {.nodes = 5000}},
    {"dorix", 2, "", {.depth = 6}},
    {"dorix", 2, "c3 b2 c3 b2 a4 d1 a4 d1 d4 c1 d4 c1 c4 a1 c2 a1 c4 a2 d3", {.depth = 6}},
    {"dorix", 3, "b2 b1 c3 b2:b1 a4 b4 d3 d1 c3:d3 c2 a2 c3:c2 b3 a4:b4", {.nodes = 2000}},
    {"dorix", 4, "b2 a4 c2 b1 b2:b1,c2 a4 b2 d4 d3", {.depth = 6}},
    {"orbital", 2, "", {.depth = 15}},
    {"orbital", 2, "Bd1 Ad2 Td2s Td1n Bd2 Ad1 Aa1 Ta1e Ab1", {.depth = 18}},
    {"tictacdoh", 2, "", {.depth = 14}},
    {"tictacdoh", 2, "Sc3 Mb3 Sa2", {.depth = 14}},
    {"tictacdoh", 3, "Sc3 Mb2 Sb1 Sd2", {.nodes = 5000}},
    {"tictacdoh", 4, "Sc3 Mb2 Sb1 Sa2 Lb2", {.nodes = 5000}},
};

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

/* Plays the moves of a row from its start. The rows above are all legal. */
static int set_up(const struct position *row, struct tb_position *position, struct tb_error *error)
{
    struct tb_setup setup;
    char moves[256], *rest = moves;
    int code = tb_setup_init(&setup, tb_game_find(row->game), row->players, error);

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

static int bench_position(const struct position *row, struct totals *totals,
                          struct tb_error *error)
{
    struct tb_position position;
    struct search_info info;
    char text[TB_MOVE_TEXT];
    int code = set_up(row, &position, error);

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
        .limits = row->limits,
    };
    double start = cpu_seconds();
    tb_move move = engine_think(engine, &task, &info);
    double seconds = cpu_seconds() - start;

    engine_free(engine);
    tb_move_text(&position, move, text, sizeof text);
    printf("%-10s %d %6d %10" PRIu64 " %10.0f  %-5s %s %d: %s\n", row->game, row->players,
           info.depth, info.nodes, seconds > 0 ? (double)info.nodes / seconds : 0, text,
           row->limits.depth ? tr("depth") : tr("nodes"),
           row->limits.depth ? row->limits.depth : (int)row->limits.nodes,
           *row->moves ? row->moves : "-");
    fflush(stdout);
    totals->nodes += info.nodes;
    totals->seconds += seconds;
    sign(totals, info.nodes);
    sign(totals, move);
    return TB_OK;
}

static int run(int argc, char **argv)
{
    struct totals totals = {0};
    struct tb_error error;
    int status = options_parse(&cmd_bench, NULL, &argc, argv);

    if (status != GO_ON)
        return status;
    puts(tr("game  players depth      nodes    nodes/s  move  limit and moves played"));
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++)
        if (bench_position(&positions[i], &totals, &error))
            return failure_of(positions[i].game, &error);
    const char *total = tr("total");

    printf("%s%*s %10" PRIu64 " %10.0f  ", total, 18 - wrap_width(total, strlen(total)), "",
           totals.nodes, totals.seconds > 0 ? (double)totals.nodes / totals.seconds : 0);
    say_out("in {seconds} s of CPU time\n", arg_number("seconds", totals.seconds, 2));
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
