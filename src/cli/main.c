/* main.c - the program: a table of commands, and what belongs to no single one. */
#include <errno.h>
#include <string.h>

#include "cli/command.h"
#include "cli/terminal.h"
#include "core/text.h"

extern const struct command cmd_games, cmd_rules, cmd_show, cmd_moves, cmd_why, cmd_perft,
    cmd_replay, cmd_play, cmd_analyse, cmd_engine, cmd_qtp, cmd_match, cmd_serve,
    cmd_site, cmd_backup, cmd_bench, cmd_solve, cmd_verify, cmd_table, cmd_puzzles, cmd_puzzle, cmd_review;
static const struct command cmd_help;

static const struct command *const commands[] = {
    &cmd_play,
    &cmd_analyse,
    &cmd_solve,
    &cmd_verify,
    &cmd_table,
    &cmd_puzzle,
    &cmd_puzzles,
    &cmd_review,
    &cmd_games,
    &cmd_rules,
    &cmd_show,
    &cmd_moves,
    &cmd_why,
    &cmd_perft,
    &cmd_replay,
    &cmd_engine,
    &cmd_qtp,
    &cmd_match,
    &cmd_bench,
    &cmd_serve,
    &cmd_site,
    &cmd_backup,
    &cmd_help,
    NULL,
};

static const struct command *find_command(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static int unknown_command(const char *name)
{
    const char *names[sizeof commands / sizeof *commands] = {NULL};

    for (int i = 0; commands[i]; i++)
        names[i] = commands[i]->name;
    const char *near = suggest(name, names);

    if (near)
        return usage_error("There is no command '%s'; did you mean %s?",
                           "Il n'y a pas de commande '%s' ; vouliez-vous dire %s ?",
                           quote(name).text, near);
    return usage_error("There is no command '%s'; see tablier --help.",
                       "Il n'y a pas de commande '%s' ; voyez tablier --help.", quote(name).text);
}

static int show_help(void)
{
    enum tb_lang lang = terminal_lang();

    puts(tr("usage: tablier COMMAND [options]\n\n"
            "Plays, teaches and analyses four abstract games.\n\n"
            "commands:",
            "usage : tablier COMMANDE [options]\n\n"
            "Joue, enseigne et analyse quatre jeux abstraits.\n\n"
            "commandes :"));
    for (int i = 0; commands[i]; i++)
        printf("  %-8s %s\n", commands[i]->name, commands[i]->summary[lang]);
    puts(tr("\nSee tablier COMMAND --help for each, and man tablier for all of them.",
            "\nVoir tablier COMMANDE --help pour chacune, et man tablier pour toutes."));
    return STATUS_OK;
}

static int run_help(int argc, char **argv)
{
    int status = options_parse(&cmd_help, NULL, &argc, argv);

    if (status != GO_ON)
        return status;
    if (argc == 0)
        return show_help();
    const struct command *command = find_command(argv[0]);

    if (!command)
        return unknown_command(argv[0]);
    options_help(command);
    return STATUS_OK;
}

static const struct command cmd_help = {
    .name = "help",
    .words = "[COMMAND]",
    .words_max = 1,
    .summary = {"Explain a command.", "Expliquer une commande."},
    .options = (const struct option[]){{0}},
    .run = run_help,
};

static int dispatch(int argc, char **argv)
{
    if (argc < 2)
        return usage_error("A command is missing; see tablier --help.",
                           "Il manque une commande ; voyez tablier --help.");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return show_help();
    if (strcmp(argv[1], "--version") == 0) {
        puts("tablier " TB_VERSION);
        return STATUS_OK;
    }
    const struct command *command = find_command(argv[1]);

    return command ? command->run(argc - 2, argv + 2) : unknown_command(argv[1]);
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
