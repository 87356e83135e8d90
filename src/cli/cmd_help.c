/* cmd_help.c - tablier help: all the commands, or one of them. */
#include "cli/help.h"

#include "cli/terminal.h"
#include "cli/wrap.h"

extern const struct command cmd_help;

enum { NAME_COLUMN = 14, WIDTH_MAX = 100 };

int help_unknown(const char *name)
{
    const char *names[64] = {NULL};

    for (int i = 0; i < 63 && command_at(i); i++)
        names[i] = command_at(i)->name;
    const char *near = suggest(name, names);

    if (tb_game_find(name))
        return usage_error("There is no command '%s'; to play the game, type tablier play %s.",
                           "Il n'y a pas de commande « %s » ; pour y jouer, tapez tablier play %s.",
                           name, name);
    if (near)
        return usage_error("There is no command '%s'; did you mean %s?",
                           "Il n'y a pas de commande « %s » ; vouliez-vous dire %s ?",
                           quote(name).text, near);
    return usage_error("There is no command '%s'; see tablier --help.",
                       "Il n'y a pas de commande « %s » ; voyez tablier --help.", quote(name).text);
}

static void print_row(const char *name, const char *text, int width)
{
    printf("  %-*s", NAME_COLUMN - 2, name);
    wrap_print(text, width, NAME_COLUMN, NAME_COLUMN);
    putchar('\n');
}

int help_all(void)
{
    enum tb_lang lang = terminal_lang();
    int width = terminal_width() < WIDTH_MAX ? terminal_width() : WIDTH_MAX;

    puts(tr("usage: tablier COMMAND [options]\n", "usage : tablier COMMANDE [options]\n"));
    wrap_print(
        tr("Plays, teaches and analyses four abstract games: Dorix, Tic Tac Doh, Quoridor and "
           "Orbital. To begin, type: tablier play",
           "Joue, enseigne et analyse quatre jeux abstraits : Dorix, Tic Tac Doh, Quoridor "
           "et Orbital. Pour commencer, tapez : tablier play"),
        width, 0, 0);
    putchar('\n');
    for (const struct command_group *group = command_groups; group->title[lang]; group++) {
        printf("\n%s%s\n", group->title[lang], tr(":", " :"));
        for (int i = 0; group->members[i]; i++)
            print_row(group->members[i]->name, group->members[i]->summary[lang], width);
    }
    putchar('\n');
    wrap_print(
        tr("tablier COMMAND --help explains a command, man tablier all of them; --lang fr "
           "speaks French.",
           "tablier COMMANDE --help explique une commande, man tablier les explique toutes ; "
           "--lang en pour l'anglais."),
        width, 0, 0);
    putchar('\n');
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    int status = options_parse(&cmd_help, NULL, &argc, argv);

    if (status != GO_ON)
        return status;
    if (argc == 0)
        return help_all();
    const struct command *command = command_find(argv[0]);

    if (!command)
        return help_unknown(argv[0]);
    options_help(command);
    return STATUS_OK;
}

const struct command cmd_help = {
    .name = "help",
    .words = "[COMMAND]",
    .words_max = 1,
    .summary = {"Explain a command.", "Expliquer une commande."},
    .options = (const struct option[]){{0}},
    .run = run,
};
