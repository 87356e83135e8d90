/* cmd_selfplay.c - tablier selfplay: games of the engine against itself, as data. */
#include <string.h>

#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/interrupt.h"
#include "cli/lab/work_session.h"
#include "cli/position_args.h"
#include "core/message.h"
#include "lab/job_selfplay.h"

enum { GAMES_MAX = 1000000000 };

struct args {
    struct position_args position;
    struct work_args work;
    uint64_t games, nodes, seed, opening, explore, lines, plies;
    const char *out, *net;
    bool adjudicate;
};

/* Checks that the network can be used. The games load it again by its path. */
static int take_net_path(void *target, const char *value, struct tb_error *error)
{
    struct engine_args engine = {0};
    int code = take_net(&engine, value, error);

    *(const char **)target = engine.engine.no_net ? "none" : value;
    return code;
}

TAKE_BETWEEN(take_games, 1, GAMES_MAX)
TAKE_BETWEEN(take_opening, 0, 1000)
TAKE_BETWEEN(take_explore, 0, 1000000)
TAKE_BETWEEN(take_lines, 1, SELFPLAY_LINES_MAX)
TAKE_BETWEEN(take_plies, 1, SELFPLAY_PLIES_MAX)
TAKE_BETWEEN(take_seed, 0, (1 << 24) - 1)

static const struct option options[] = {
    SETUP_OPTIONS(struct args, position),
    {"games", "N", N_("games in all (default: 100)"), take_games, ARG(games)},
    {"nodes", "N", N_("positions to look at for a move (default: 1000)"), take_positive,
     ARG(nodes)},
    {"opening", "N", N_("up to N random plies at first (default: 8)"), take_opening, ARG(opening)},
    {"explore", "N", N_("one move in N is another than the search chose (default: 14; 0: none)"),
     take_explore, ARG(explore)},
    {"lines", "K", N_("keep the values of the K best moves (default: 1)"), take_lines, ARG(lines)},
    {"max-plies", "N", N_("break a game off after N plies (default: 200)"), take_plies, ARG(plies)},
    {"adjudicate-proven", NULL, N_("end a game as soon as its result is proven"), take_flag,
     ARG(adjudicate)},
    {"seed", "N", N_("play the same games again (default: 1)"), take_seed, ARG(seed)},
    {"threads", "N", N_("games at a time (default: 1)"), take_positive, ARG(work.threads)},
    {"net", "FILE", N_("judge positions by this network; none: by the built-in evaluation"),
     take_net_path, ARG(net)},
    QUEUE_OPTIONS(struct args, work),
    {"out", "FILE", N_("write the games to FILE; the same command resumes from it"), take_text,
     ARG(out)},
    {0},
};

static int play(const struct args *args, const struct selfplay_options *wanted)
{
    struct selfplay_file file;
    struct selfplay_work games = {.options = *wanted, .net = args->net, .file = &file};
    const struct work work = selfplay_work(&games);
    struct tb_error error;
    bool interrupted;

    if (selfplay_file_open(&file, args->out, wanted, (uint32_t)args->games, &error))
        return usage_error_of("--out", &error);
    note_dropped(args->out, file.dropped);
    interrupt_catch();
    int status = work_do(&work, &args->work, &interrupted);
    uint32_t count = file.count;

    if (selfplay_file_close(&file, &error) && status == GO_ON)
        status = failure_of("--out", &error);
    if (status != GO_ON)
        return status;
    print_out("{count} games in {path}.\n", arg_count("count", count), arg_text("path", args->out));
    return interrupted ? STATUS_INTERRUPTED : STATUS_OK;
}

static int run(void *values, char **words)
{
    const struct args *args = values;
    struct tb_position start;
    int status = args->out ? work_check(&args->work, "--threads")
                           : usage_error("--out FILE is required.");

    if (status != GO_ON ||
        (status = position_args_start(&args->position, words[0], &start)) != GO_ON)
        return status;
    struct selfplay_options wanted = {.setup = start.setup,
                                      .seed = args->seed,
                                      .nodes = args->nodes,
                                      .opening = (int)args->opening,
                                      .explore = (int)args->explore,
                                      .lines = (int)args->lines,
                                      .plies = (int)args->plies,
                                      .adjudicate = args->adjudicate};
    struct tb_error error;

    if (selfplay_network(&wanted.setup, args->net, &wanted.network, &error))
        return usage_error_of("--net", &error);
    return play(args, &wanted);
}

const struct command cmd_selfplay = {
    .name = "selfplay",
    .words = "GAME",
    .summary = N_("Let the engine play against itself, and keep what it thought as data."),
    ARGS(struct args, .games = 100, .nodes = 1000, .seed = 1, .opening = 8, .explore = 14,
         .lines = 1, .plies = 200),
};
