/* cmd_match.c - tablier match: contestants play many games, and who is stronger. */
#include <stdio.h>

#include "cli/command.h"
#include "cli/match/match_options.h"
#include "core/advice.h"
#include "search/level.h"

static const struct option options[] = {
    {"a", "SPEC",
     N_("level:N, auto, alphabeta, mcts, uct, paranoid, maxn, random, cmd:..., qtp:..."), take_text,
     MATCH_ARG(entrants.texts[0])},
    {"b", "SPEC", N_("the same, for the second contestant"), take_text,
     MATCH_ARG(entrants.texts[1])},
    {"c", "SPEC", N_("a third, with three or more sides"), take_text, MATCH_ARG(entrants.texts[2])},
    {"d", "SPEC", N_("a fourth"), take_text, MATCH_ARG(entrants.texts[3])},
    {"ladder", NULL, N_("every level against the one below, instead of --a and --b"), take_flag,
     MATCH_ARG(ladder)},
    {"games", "N", N_("play N games (default: 100)"), take_positive, MATCH_ARG(games)},
    {"sprt", "ELO0,ELO1[,ALPHA,BETA]",
     N_("stop once one of two Elo differences is accepted; errors by default 0.05,0.05"), take_sprt,
     MATCH_ARG(sprt)},
    MATCH_OPTIONS,
    {"json", NULL, N_("print one JSON object (a list for --ladder)"), take_flag, MATCH_ARG(json)},
    {0},
};

static int check_contestants(const struct match_args *args)
{
    const char *const *texts = args->entrants.texts;

    if (args->ladder && (texts[0] || texts[1] || texts[2] || texts[3]))
        return usage_error(
            "The option --ladder chooses the contestants itself; leave --a and --b out.");
    if (args->ladder && args->sprt.given)
        return usage_error("Give either --ladder or --sprt, not both.");
    if (!args->ladder && (!texts[0] || !texts[1]))
        return usage_error("A match needs --a SPEC and --b SPEC, such as --a level:3 --b level:2.");
    if (!texts[2] && texts[3])
        return usage_error("The option --d needs --c.");
    return GO_ON;
}

static int run(void *values, char **words)
{
    struct match_args *args = values;
    struct entrant_list *entrants = &args->entrants;
    char levels[LEVEL_ROWS][16];
    struct tb_position start;
    int status = match_args_check(args);

    if (status != GO_ON || (status = check_contestants(args)) != GO_ON ||
        (args->ladder &&
         (status = position_args_start(&args->position, words[0], &start)) != GO_ON))
        return status;
    for (; args->ladder && entrants->count <= level_last(&start.setup); entrants->count++) {
        snprintf(levels[entrants->count], sizeof *levels, "level:%d", entrants->count);
        entrants->texts[entrants->count] = levels[entrants->count];
    }
    while (!args->ladder && entrants->count < CONTESTANTS_MAX && entrants->texts[entrants->count])
        entrants->count++;
    args->event = args->ladder ? EVENT_LADDER : EVENT_MATCH;
    args->work.quiet = args->json;
    return match_command(args, words[0]);
}

const struct command cmd_match = {
    .name = "match",
    .words = "GAME",
    .summary = N_("Let engines play many games, and say which is stronger."),
    MATCH_DEFAULTS,
};
