/* main.c - the program: finds the command, runs it, and sees that its output arrives. */
#include <errno.h>
#include <string.h>

#include "cli/help.h"
#include "cli/terminal.h"

static int dispatch(int argc, char **argv)
{
    if (argc < 2)
        return usage_error(
            "A command is missing; to begin, type tablier play, or see tablier --help.",
            "Il manque une commande ; pour commencer, tapez tablier play, ou voyez "
            "tablier --help.");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return help_all();
    if (strcmp(argv[1], "--version") == 0) {
        puts("tablier " TB_VERSION);
        return STATUS_OK;
    }
    const struct command *command = command_find(argv[1]);

    return command ? command->run(argc - 2, argv + 2) : help_unknown(argv[1]);
}

/* Output that never reached its file turns success into failure. */
static int flush_output(int status)
{
    int broken = ferror(stdout);

    errno = 0;
    if (fflush(stdout) == 0 && !broken)
        return status;
    failure("Cannot write the output: %s.", "Impossible d'écrire la sortie : %s.",
            system_words(errno ? errno : EIO));
    return status == STATUS_OK ? STATUS_FAILED : status;
}

int main(int argc, char **argv)
{
    terminal_detect();
    int status = terminal_take_lang(&argc, argv);

    return flush_output(status == GO_ON ? dispatch(argc, argv) : status);
}
