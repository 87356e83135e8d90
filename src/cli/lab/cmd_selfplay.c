/* cmd_selfplay.c - tablier selfplay: games of the engine against itself, as data. */
#include <string.h>

#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/interrupt.h"
#include "cli/lab/work_session.h"
#include "cli/position_args.h"
#include "lab/job_selfplay.h"
#include "lab/numpy.h"

extern const struct command cmd_selfplay;

enum { GAMES_MAX = 1000000000 };

struct args {
    struct position_args position;
    struct work_args work;
    uint64_t games, nodes, seed, opening, explore, lines, plies;
    const char *out, *numpy, *net;
    bool adjudicate;
};

/* Makes sure that the network can be used; whoever plays reads it again. */
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
    {"games",
     "N",
     {"games in all (default: 100)", "parties en tout (par défaut 100)"},
     take_positive,
     AT(games)},
    {"nodes",
     "N",
     {"positions to look at for a move (default: 1000)",
      "positions à examiner pour un coup (par défaut 1000)"},
     take_positive,
     AT(nodes)},
    {"opening",
     "N",
     {"up to N random plies at first (default: 8)",
      "au plus N demi-coups au hasard au début (par défaut 8)"},
     take_number,
     AT(opening)},
    {"explore",
     "N",
     {"one move in N is another than the search chose (default: 14; 0: none)",
      "un coup sur N n'est pas celui de la recherche (par défaut 14 ; 0 : aucun)"},
     take_number,
     AT(explore)},
    {"lines",
     "K",
     {"keep the values of the K best moves (default: 1)",
      "garder les valeurs des K meilleurs coups (par défaut 1)"},
     take_positive,
     AT(lines)},
    {"max-plies",
     "N",
     {"break a game off after N plies (default: 200)",
      "arrêter une partie après N demi-coups (par défaut 200)"},
     take_positive,
     AT(plies)},
    {"adjudicate-proven",
     NULL,
     {"end a game as soon as its result is proven",
      "finir une partie dès que son résultat est prouvé"},
     take_flag,
     AT(adjudicate)},
    {"seed",
     "N",
     {"play the same games again (default: 1)", "rejouer les mêmes parties (par défaut 1)"},
     take_number,
     AT(seed)},
    {"threads",
     "N",
     {"games at a time (default: 1)", "parties à la fois (par défaut 1)"},
     take_positive,
     AT(work.threads)},
    {"net",
     "FILE",
     {"judge positions by this network; none: by the built-in evaluation",
      "juger les positions avec ce réseau ; none : avec l'évaluation intégrée"},
     take_net_path,
     AT(net)},
    QUEUE_OPTIONS(struct args, work),
    {"out",
     "FILE",
     {"where the games go; the same command goes on with it",
      "où vont les parties ; la même commande reprend"},
     take_text,
     AT(out)},
    {"numpy",
     "FOLDER",
     {"then write them as NumPy files", "puis les écrire en fichiers NumPy"},
     take_folder,
     AT(numpy)},
    {0},
};

/* ---- The command ------------------------------------------------------------------------------
 */

static int check_args(const struct args *args)
{
    if (!args->out)
        return usage_error("--out: Say where the games shall go.",
                           "--out : dites où doivent aller les parties.");
    if (args->games > GAMES_MAX)
        return usage_error("--games may be 1 to %d.", "--games va de 1 à %d.", GAMES_MAX);
    if (args->lines > SELFPLAY_LINES_MAX || args->plies > SELFPLAY_PLIES_MAX ||
        args->opening > 1000 || args->explore > 1000000 || args->seed >= 1 << 24)
        return usage_error("--lines is at most %d, --max-plies %d, --opening 1000, --explore "
                           "1000000, --seed 16777215.",
                           "--lines va jusqu'à %d, --max-plies %d, --opening 1000, --explore "
                           "1000000, --seed 16777215.",
                           SELFPLAY_LINES_MAX, SELFPLAY_PLIES_MAX);
    return work_check(&args->work, "--threads");
}

static int write_numpy(const struct args *args)
{
    struct tb_error error;
    uint64_t rows;

    if (!args->numpy)
        return GO_ON;
    if (numpy_export(args->out, args->numpy, &rows, &error))
        return failure_of("--numpy", &error);
    printf(tr("%llu positions in %s.\n", "%llu positions dans %s.\n"), (unsigned long long)rows,
           args->numpy);
    return GO_ON;
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
    printf(tr("%u games in %s.\n", "%u parties dans %s.\n"), count, args->out);
    status = interrupted ? GO_ON : write_numpy(args);
    return status != GO_ON ? status : interrupted ? STATUS_INTERRUPTED : STATUS_OK;
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
    .summary = {"Let the engine play against itself, and keep what it thought as data.",
                "Faire jouer le moteur contre lui-même, et enregistrer ses évaluations."},
    .options = options,
    .run = run,
};
