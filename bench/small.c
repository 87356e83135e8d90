/*
 * small.c - a tablier that needs no library but its own, for cross builds and Windows: an engine by
 * UGI and QTP, and `bench`.
 */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/terminal.h"

extern const struct command cmd_bench, cmd_engine, cmd_qtp;

/* Of the terminal only this is asked for, by the help of commands. */
int terminal_width(void)
{
    return 80;
}

int main(int argc, char **argv)
{
    const struct command *const commands[] = {&cmd_engine, &cmd_qtp, &cmd_bench};
    int status = STATUS_USAGE;

    for (int i = 0; argc > 1 && i < 3; i++)
        if (strcmp(argv[1], commands[i]->name) == 0)
            status = command_run(commands[i], argv + 2);
    if (argc < 2 || status == STATUS_USAGE)
        fputs("usage: tablier engine GAME [OPTION...] | qtp [OPTION...] | bench\n", stderr);
    return status;
}
