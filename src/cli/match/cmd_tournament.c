/* cmd_tournament.c - tablier tournament: many contestants, and a rating list. */
#include "cli/command.h"
#include "cli/match/match_options.h"

static const struct option options[] = {
    {"entrant", "SPEC", N_("a contestant, as for match, or NAME=SPEC; repeatable"), take_entrant,
     MATCH_ARG(entrants)},
    {"format", "NAME",
     N_("round-robin, gauntlet (the first against all), swiss or knockout (default: round-robin)"),
     take_format, MATCH_ARG(format)},
    {"seeds", "N", N_("in a gauntlet, the first N entrants meet the others (default: 1)"),
     take_positive, MATCH_ARG(seeds)},
    {"every", "N", N_("show the rating list after every N games, on standard error"), take_positive,
     MATCH_ARG(every)},
    {"rounds", "N",
     N_("openings for each pair, or rounds of a Swiss (default: 10); each is played twice"),
     take_positive, MATCH_ARG(rounds)},
    MATCH_OPTIONS,
    {"json", NULL, N_("print one JSON object"), take_flag, MATCH_ARG(json)},
    {0},
};

static int check_entrants(const struct match_args *args)
{
    if (args->entrants.count < 2)
        return usage_error("A tournament needs two entrants or more: --entrant level:3 ...");
    if (args->seeds >= (uint64_t)args->entrants.count)
        return usage_error("--seeds: There are only {count} entrants.",
                           arg_count("count", args->entrants.count));
    return GO_ON;
}

static int run(void *values, char **words)
{
    struct match_args *args = values;
    int status = match_args_check(args);

    if (status != GO_ON || (status = check_entrants(args)) != GO_ON)
        return status;
    args->event = EVENT_TOURNAMENT;
    args->work.quiet = args->json;
    return match_command(args, words[0]);
}

const struct command cmd_tournament = {
    .name = "tournament",
    .words = "GAME",
    .summary = N_("Let many engines play each other, and rate them."),
    MATCH_DEFAULTS,
};
