/* cmd_lab.c - tablier lab: what a game is like, measured. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/lab/lab_args.h"
#include "cli/lab/lab_output.h"
#include "cli/terminal.h"

extern const struct command cmd_lab;

enum { GAMES_DEFAULT = 200 };

#define AT(member) offsetof(struct lab_args, member)

static const struct option options[] = {
    SETUP_OPTIONS(struct lab_args, position),
    {"sweep",
     "KEY=V1,V2,...",
     {"try each value of a rule option, players=, swap=, repetition=, level=; repeatable",
      "essayer chaque valeur d'une option, players=, swap=, repetition=, level= ; répétable"},
     take_setting,
     AT(sweeps)},
    {"seats",
     "SPEC",
     {"who plays, as for match: once for all, or once for each seat (default: level:5)",
      "qui joue, comme pour match : une fois pour tous, ou une par place (défaut : level:5)"},
     take_word,
     AT(seats)},
    {"rotate",
     NULL,
     {"the players change seats from game to game",
      "les joueurs changent de place d'une partie à l'autre"},
     take_flag,
     AT(rotate)},
    {"ladder",
     "SPEC",
     {"how much stronger each is than the one before; give it twice or more",
      "de combien chacun est plus fort que le précédent ; au moins deux fois"},
     take_word,
     AT(ladder)},
    {"games",
     "N",
     {"games of each kind (default: 200)", "parties de chaque sorte (par défaut 200)"},
     take_positive,
     AT(games)},
    {"openings",
     "start|random:N",
     {"how games begin (default: one random ply for each player)",
      "le début des parties (par défaut un demi-coup au hasard par joueur)"},
     take_text,
     AT(openings)},
    {"max-plies",
     "N",
     {"call a game a draw after N plies (default: 500)",
      "déclarer nulle une partie après N demi-coups (par défaut 500)"},
     take_positive,
     AT(max_plies)},
    {"seed",
     "N",
     {"play the same games again (default: 1)", "rejouer les mêmes parties (par défaut 1)"},
     take_lab_seed,
     0},
    {"threads",
     "N",
     {"games at a time (default: 1)", "parties à la fois (par défaut 1)"},
     take_positive,
     AT(work.threads)},
    {"out",
     "FOLDER",
     {"keep games and reports there; the same command goes on with it",
      "y garder parties et rapports ; la même commande reprend l'expérience"},
     take_folder,
     AT(out)},
    QUEUE_OPTIONS(struct lab_args, work),
    {"records",
     "FILE",
     {"measure these games instead of playing", "mesurer ces parties au lieu d'en jouer"},
     take_text,
     AT(records)},
    {"compare",
     NULL,
     {"say what differs between the experiments in the folders A and B",
      "dire ce qui diffère entre les expériences des dossiers A et B"},
     take_flag,
     AT(compare)},
    {"csv", NULL, {"print the figures as CSV", "afficher les chiffres en CSV"}, take_flag, AT(csv)},
    {"json", NULL, {"print one JSON object", "afficher un objet JSON"}, take_flag, AT(json)},
    FORCE_OPTION(struct lab_args, force),
    {0},
};

static int check_args(const struct lab_args *args)
{
    if (args->games > CELL_GAMES_MAX)
        return usage_error("--games may be 1 to %d.", "--games va de 1 à %d.", CELL_GAMES_MAX);
    if (args->max_plies > LAB_PLIES_MAX)
        return usage_error("--max-plies may be 1 to %d.", "--max-plies va de 1 à %d.",
                           LAB_PLIES_MAX);
    if (args->ladder.count == 1)
        return usage_error("--ladder: Give two or more.", "--ladder : donnez-en deux ou plus.");
    if (args->ladder.count > 0 && args->seats.count > 0)
        return usage_error("Give either --seats or --ladder, not both.",
                           "Donnez --seats ou --ladder, pas les deux.");
    if (args->csv && args->json)
        return usage_error("Give either --csv or --json, not both.",
                           "Donnez --csv ou --json, pas les deux.");
    if (args->force && !args->out)
        return usage_error("--force goes with --out.", "--force va avec --out.");
    return work_check(&args->work, "--threads");
}

/* Plays what is missing and makes the reports. */
static int run_experiment(const struct lab_args *args, const char *game)
{
    struct experiment experiment;
    struct lab_cell *cells;
    struct tb_error error;
    bool interrupted = false;
    int count, status = lab_args_cells(args, game, &cells, &count);

    if (status != GO_ON)
        return status;
    if (experiment_init(&experiment, cells, count, args->games ? (int)args->games : GAMES_DEFAULT,
                        &error))
        return failure_of(NULL, &error);
    if (args->out && experiment_open(&experiment, args->out, args->force, &error))
        status = usage_error_of("--out", &error);
    note_dropped(experiment.journal.path, experiment.journal.dropped);
    if (experiment.torn)
        failure("%s: Its description was incomplete, and has been written again.",
                "%s : sa description était incomplète et a été réécrite.", experiment.path);
    const struct work work = experiment_work(&experiment);

    if (status == GO_ON)
        status = work_do(&work, &args->work, &interrupted);
    if (status == GO_ON && experiment.done > 0)
        status = lab_report_experiment(&experiment, args);
    experiment_release(&experiment);
    return status != GO_ON ? status : interrupted ? STATUS_INTERRUPTED : STATUS_OK;
}

/* Nothing that is about playing makes sense with games that have been played. */
static int check_records(const struct lab_args *args)
{
    if (args->games || args->seeded || args->seats.count || args->ladder.count || args->rotate ||
        args->sweeps.count || args->openings || args->max_plies || args->position.players ||
        args->position.sets.count || args->work.threads || args->work.queue)
        return usage_error("--records: These games have been played; only --out, --csv, --json and "
                           "--force go with it.",
                           "--records : ces parties sont jouées ; seuls --out, --csv, --json et "
                           "--force vont avec.");
    return GO_ON;
}

static int run(int argc, char **argv)
{
    struct lab_args args = {0};
    int status = options_parse(&cmd_lab, &args, &argc, argv);

    if (status != GO_ON || (status = check_args(&args)) != GO_ON)
        return status;
    if (args.compare)
        return argc == 2 ? lab_compare(argv[0], argv[1])
                         : usage_error("--compare needs two folders.",
                                       "--compare demande deux dossiers.");
    if (argc != 1)
        return usage_error("One game is wanted; two folders go with --compare.",
                           "Il faut un seul jeu ; deux dossiers vont avec --compare.");
    if (args.records)
        return (status = check_records(&args)) == GO_ON ? lab_report_records(&args, argv[0])
                                                        : status;
    args.work.quiet = args.csv || args.json;
    interrupt_catch();
    return run_experiment(&args, argv[0]);
}

const struct command cmd_lab = {
    .name = "lab",
    .words = "GAME | --compare FOLDER FOLDER",
    .words_min = 1,
    .words_max = 2,
    .summary = {"Play many games, and measure what the game is like.",
                "Jouer beaucoup de parties, et en tirer les caractéristiques du jeu."},
    .options = options,
    .run = run,
};
