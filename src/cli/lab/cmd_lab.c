/* cmd_lab.c - tablier lab: experiments that measure a game. */
#include <string.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/lab/lab_args.h"
#include "cli/lab/lab_output.h"
#include "cli/terminal.h"
#include "core/message.h"

enum { GAMES_DEFAULT = 200 };

#define AT(member) offsetof(struct lab_args, member)

TAKE_BETWEEN(take_games, 1, CELL_GAMES_MAX)
TAKE_BETWEEN(take_plies, 1, LAB_PLIES_MAX)

static const struct option options[] = {
    SETUP_OPTIONS(struct lab_args, position),
    {"sweep", "KEY=V1,V2,...",
     N_("try each value of a rule option, players=, swap=, repetition=, level=, nodes=; "
        "repeatable"),
     take_setting, AT(sweeps)},
    {"seats", "SPEC",
     N_("who plays, as for match: once for all, or once for each seat (default: level:5)"),
     take_word, AT(seats)},
    {"rotate", NULL, N_("the players change seats from game to game"), take_flag, AT(rotate)},
    {"ladder", "SPEC", N_("how much stronger each is than the one before; give it twice or more"),
     take_word, AT(ladder)},
    {"games", "N", N_("games of each kind (default: 200)"), take_games, AT(games)},
    {"openings", "start|random:N", N_("how games begin (default: one random ply for each player)"),
     take_text, AT(openings)},
    {"max-plies", "N", N_("call a game a draw after N plies (default: 500)"), take_plies,
     AT(max_plies)},
    {"seed", "N", N_("play the same games again (default: 1)"), take_lab_seed, 0},
    {"threads", "N", N_("games at a time (default: 1)"), take_positive, AT(work.threads)},
    {"out", "FOLDER", N_("keep games and reports there; the same command resumes from it"),
     take_folder, AT(out)},
    QUEUE_OPTIONS(struct lab_args, work),
    {"records", "FILE", N_("measure these games instead of playing"), take_text, AT(records)},
    {"compare", NULL,
     N_("say what differs between the experiments in two folders, or between the seats in one"),
     take_flag, AT(compare)},
    {"csv", NULL, N_("print the figures as CSV"), take_flag, AT(csv)},
    {"json", NULL, N_("print one JSON object"), take_flag, AT(json)},
    FORCE_OPTION(struct lab_args, force),
    {0},
};

static int check_args(const struct lab_args *args)
{
    if (args->ladder.count == 1)
        return usage_error("--ladder: Give two or more.");
    if (args->ladder.count > 0 && args->seats.count > 0)
        return usage_error("Give either --seats or --ladder, not both.");
    if (args->csv && args->json)
        return usage_error("Give either --csv or --json, not both.");
    if (args->force && !args->out)
        return usage_error("--force goes with --out.");
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
        failure("{path}: Its description was incomplete, and has been written again.",
                arg_text("path", experiment.path));
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
                           "--force go with it.");
    return GO_ON;
}

static int run(void *values, char **words)
{
    struct lab_args *args = values;
    int status = check_args(args);

    if (status != GO_ON)
        return status;
    if (args->compare)
        return lab_compare(words[0], words[1]);
    if (words[1])
        return usage_error("One game is wanted; two folders go with --compare.");
    if (args->records)
        return (status = check_records(args)) == GO_ON ? lab_report_records(args, words[0])
                                                       : status;
    args->work.quiet = args->csv || args->json;
    interrupt_catch();
    return run_experiment(args, words[0]);
}

const struct command cmd_lab = {
    .name = "lab",
    .words = "GAME|FOLDER [FOLDER]",
    .summary = N_("Play many games, and measure what the game is like."),
    .options = options,
    .size = sizeof(struct lab_args),
    .run = run,
};
