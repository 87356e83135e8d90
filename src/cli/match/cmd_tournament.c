/* cmd_tournament.c - tablier tournament: many contestants, and a rating list. */
#include <string.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/match/match_options.h"
#include "cli/match/tournament_session.h"
#include "core/error.h"

extern const struct command cmd_tournament;

enum { ROUNDS_DEFAULT = 10, ROUNDS_MAX = 100000 };

/* ---- Options --------------------------------------------------------------------------- */

static int take_entrant(void *target, const char *value, struct tb_error *error)
{
    struct entrant_list *list = target;

    if (list->count == ENTRANTS_MAX)
        return error_set(error, TB_ERR_RANGE, "At most {max} entrants can take part.",
                         arg_count("max", ENTRANTS_MAX));
    list->specs[list->count++] = value;
    return TB_OK;
}

static int take_format(void *target, const char *value, struct tb_error *error)
{
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (strcmp(tournament_format_name((enum tournament_format)i), value) == 0) {
            *(enum tournament_format *)target = (enum tournament_format)i;
            return TB_OK;
        }
    return error_set(
        error, TB_ERR_VALUE,
        "There is no format ''{value}''; use round-robin, gauntlet, swiss or knockout.",
        arg_text("value", quote(value).text));
}

#define AT(member) offsetof(struct tournament_args, member)

static const struct option options[] = {
    {"entrant", "SPEC", N_("who takes part, as for match, or NAME=SPEC; repeatable"), take_entrant,
     AT(entrants)},
    {"format", "NAME",
     N_("round-robin, gauntlet (the first against all), swiss or knockout (default: round-robin)"),
     take_format, AT(format)},
    {"seeds", "N", N_("in a gauntlet, the first N entrants meet the others (default: 1)"),
     take_positive, AT(seeds)},
    {"every", "N", N_("show the rating list after every N games, on standard error"), take_positive,
     AT(every)},
    {"rounds", "N",
     N_("openings for each pair, or rounds of a Swiss (default: 10); each is played twice"),
     take_positive, AT(rounds)},
    {"out", "FILE", N_("the games as JSON Lines; the same command resumes from it"), take_text,
     AT(match.out)},
    {"pgn", "FILE", N_("the games for rating programs such as Ordo; needs --out"), take_text,
     AT(pgn)},
    PLAY_OPTIONS(struct tournament_args, match.),
    QUEUE_OPTIONS(struct tournament_args, work),
    {"force", NULL, N_("start over, replacing files that are not empty"), take_flag,
     AT(match.force)},
    {"json", NULL, N_("print one JSON object"), take_flag, AT(match.json)},
    {0},
};

static int check_args(const struct tournament_args *args)
{
    int status = play_options_check(&args->match);

    if (status != GO_ON)
        return status;
    if (args->entrants.count < 2)
        return usage_error("A tournament needs two entrants or more: --entrant level:3 ...");
    if (args->rounds > ROUNDS_MAX || args->every > INT32_MAX)
        return usage_error(
            "--rounds must be between 1 and {max_rounds}, --every between 1 and {max_every}.",
            arg_count("max_rounds", ROUNDS_MAX), arg_count("max_every", INT32_MAX));
    if (args->seeds >= (uint64_t)args->entrants.count)
        return usage_error("--seeds: There are only {count} entrants.",
                           arg_count("count", args->entrants.count));
    if (args->pgn && !args->match.out)
        return usage_error("--pgn needs --out.");
    if (args->work.queue && args->match.log)
        return usage_error("--log cannot be combined with --queue: the workers play the games.");
    return work_check(&args->work, "--concurrency");
}

/* ---- The command ----------------------------------------------------------------------- */

static int run(int argc, char **argv)
{
    struct tournament_args args = {
        .match = {.max_plies = 500,
                  .margin_ms = 200,
                  .timeout_ms = 30000,
                  .seed = 1,
                  .rules = match_rules_default()},
        .rounds = ROUNDS_DEFAULT,
    };
    struct tournament_session session;
    struct tb_position start;
    int status = options_parse(&cmd_tournament, &args, &argc, argv);

    args.work.threads = args.match.concurrency;
    args.work.quiet = args.match.json;
    if (status != GO_ON || (status = check_args(&args)) != GO_ON ||
        (status = position_args_start(&args.match.position, argv[0], &start)) != GO_ON)
        return status;
    interrupt_catch();
    status = tournament_run(&session, &args, &start.setup);
    if (status == GO_ON)
        status = args.match.json ? tournament_report_json(&session, stdout)
                                 : tournament_report(&session, stdout);
    if (status == GO_ON)
        status = tournament_write_pgn(&session);
    bool interrupted = session.interrupted;

    int closed = tournament_close(&session);

    if (status != GO_ON)
        return status;
    return interrupted ? STATUS_INTERRUPTED : closed;
}

const struct command cmd_tournament = {
    .name = "tournament",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .summary = N_("Let many engines play each other, and rate them."),
    .options = options,
    .run = run,
};
