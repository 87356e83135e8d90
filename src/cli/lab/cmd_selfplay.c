/* cmd_selfplay.c - tablier selfplay: games of the engine against itself, as data. */
#include <string.h>

#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/interrupt.h"
#include "cli/lab/work_session.h"
#include "cli/position_args.h"
#include "core/message.h"
#include "lab/job_selfplay.h"

extern const struct command cmd_selfplay;

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

#define AT(member) offsetof(struct args, member)

static const struct option options[] = {
    SETUP_OPTIONS(struct args, position),
    {"games", "N", N_("games in all (default: 100)"), take_positive, AT(games)},
    {"nodes", "N", N_("positions to look at for a move (default: 1000)"), take_positive, AT(nodes)},
    {"opening", "N", N_("up to N random plies at first (default: 8)"), take_number, AT(opening)},
    {"explore", "N", N_("one move in N is another than the search chose (default: 14; 0: none)"),
     take_number, AT(explore)},
    {"lines", "K", N_("keep the values of the K best moves (default: 1)"), take_positive,
     AT(lines)},
    {"max-plies", "N", N_("break a game off after N plies (default: 200)"), take_positive,
     AT(plies)},
    {"adjudicate-proven", NULL, N_("end a game as soon as its result is proven"), take_flag,
     AT(adjudicate)},
    {"seed", "N", N_("play the same games again (default: 1)"), take_number, AT(seed)},
    {"threads", "N", N_("games at a time (default: 1)"), take_positive, AT(work.threads)},
    {"net", "FILE", N_("judge positions by this network; none: by the built-in evaluation"),
     take_net_path, AT(net)},
    QUEUE_OPTIONS(struct args, work),
    {"out", "FILE", N_("write the games to FILE; the same command resumes from it"), take_text,
     AT(out)},
    {0},
};

/* ---- The command -------------------------------------------------------------------------- */

static int check_args(const struct args *args)
{
    if (!args->out)
        return usage_error("--out FILE is required.");
    if (args->games > GAMES_MAX)
        return usage_error("--games must be between 1 and {max}.", arg_count("max", GAMES_MAX));
    if (args->lines > SELFPLAY_LINES_MAX || args->plies > SELFPLAY_PLIES_MAX ||
        args->opening > 1000 || args->explore > 1000000 || args->seed >= 1 << 24)
        return usage_error(
            "--lines is at most {max_lines}, --max-plies {max_plies}, --opening 1000, "
            "--explore 1000000, --seed 16777215.",
            arg_count("max_lines", SELFPLAY_LINES_MAX), arg_count("max_plies", SELFPLAY_PLIES_MAX));
    return work_check(&args->work, "--threads");
}

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
    say_out("{count} games in {path}.\n", arg_count("count", count), arg_text("path", args->out));
    return interrupted ? STATUS_INTERRUPTED : STATUS_OK;
}

static int run(int argc, char **argv)
{
    struct args args = {.games = 100,
                        .nodes = 1000,
                        .seed = 1,
                        .opening = 8,
                        .explore = 14,
                        .lines = 1,
                        .plies = 200};
    struct tb_position start;
    int status = options_parse(&cmd_selfplay, &args, &argc, argv);

    if (status != GO_ON || (status = check_args(&args)) != GO_ON ||
        (status = position_args_start(&args.position, argv[0], &start)) != GO_ON)
        return status;
    struct selfplay_options wanted = {.setup = start.setup,
                                      .seed = args.seed,
                                      .nodes = args.nodes,
                                      .opening = (int)args.opening,
                                      .explore = (int)args.explore,
                                      .lines = (int)args.lines,
                                      .plies = (int)args.plies,
                                      .adjudicate = args.adjudicate};
    struct tb_error error;

    if (selfplay_network(&wanted.setup, args.net, &wanted.network, &error))
        return usage_error_of("--net", &error);
    return play(&args, &wanted);
}

const struct command cmd_selfplay = {
    .name = "selfplay",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .summary = N_("Let the engine play against itself, and keep what it thought as data."),
    .options = options,
    .run = run,
};
