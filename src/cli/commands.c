/* commands.c - the table of commands, grouped by purpose. */
#include <string.h>

#include "cli/command.h"
#include "core/message.h"

extern const struct command cmd_admin, cmd_analyse, cmd_backup, cmd_bench, cmd_book,
    cmd_check_engine, cmd_complete, cmd_completion, cmd_engine, cmd_explore, cmd_games, cmd_help,
    cmd_lab, cmd_match, cmd_moves, cmd_perft, cmd_play, cmd_puzzle, cmd_puzzles, cmd_qtp,
    cmd_ratings, cmd_replay, cmd_review, cmd_rules, cmd_selfplay, cmd_serve, cmd_show, cmd_site,
    cmd_solve, cmd_table, cmd_tournament, cmd_verify, cmd_why, cmd_worker;

#define MEMBERS(...) ((const struct command *const[]){__VA_ARGS__, NULL})

const struct command_group command_groups[] = {
    {N_("Play and learn"), MEMBERS(&cmd_play, &cmd_games, &cmd_rules, &cmd_puzzle, &cmd_review)},
    {N_("Study positions"), MEMBERS(&cmd_analyse, &cmd_explore, &cmd_solve, &cmd_verify, &cmd_show,
                                    &cmd_moves, &cmd_why, &cmd_replay, &cmd_perft)},
    {N_("Let engines play"), MEMBERS(&cmd_match, &cmd_tournament, &cmd_lab, &cmd_worker,
                                     &cmd_selfplay, &cmd_engine, &cmd_qtp, &cmd_check_engine,
                                     &cmd_bench)},
    {N_("Serve the page"), MEMBERS(&cmd_serve, &cmd_admin, &cmd_backup, &cmd_ratings, &cmd_site)},
    {N_("Make what is built in"), MEMBERS(&cmd_table, &cmd_puzzles, &cmd_book)},
    {N_("Find your way"), MEMBERS(&cmd_help, &cmd_completion)},
    {NULL, MEMBERS(&cmd_complete)},
    {NULL, NULL},
};

const struct command *command_at(int index)
{
    for (const struct command_group *group = command_groups; group->title; group++)
        for (int i = 0; group->members[i]; i++)
            if (index-- == 0)
                return group->members[i];
    return NULL;
}

const struct command *command_find(const char *name)
{
    for (const struct command_group *group = command_groups; group->members; group++)
        for (int i = 0; group->members[i]; i++)
            if (strcmp(group->members[i]->name, name) == 0)
                return group->members[i];
    return NULL;
}
