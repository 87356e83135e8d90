/* cmd_help.c - tablier help: all the commands, or one of them. */
#include "cli/command.h"

#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/game.h"
#include "core/message.h"

enum { NAME_COLUMN = 16, WIDTH_MAX = 100 };

int help_unknown(const char *name)
{
    const char *names[64] = {NULL};

    for (int i = 0; i < 63 && command_at(i); i++)
        names[i] = command_at(i)->name;
    const char *near = suggest(name, names);

    if (tb_game_find(name))
        return usage_error(
            "There is no command ''{name}''; to play the game, type tablier play {name}.",
            arg_text("name", name));
    if (near)
        return usage_error("There is no command ''{name}''; did you mean {near}?",
                           arg_text("name", quote(name).text), arg_text("near", near));
    return usage_error("There is no command ''{name}''; see tablier --help.",
                       arg_text("name", quote(name).text));
}

static void print_row(const char *name, const char *text, int width)
{
    printf("  %-*s", NAME_COLUMN - 2, name);
    wrap_print(text, width, NAME_COLUMN, NAME_COLUMN);
    putchar('\n');
}

int help_all(void)
{
    int width = terminal_width() < WIDTH_MAX ? terminal_width() : WIDTH_MAX;
    char games[256], about[512];

    char line[256], languages[128];
    struct text text = text_into(line, sizeof line), list = text_into(languages, sizeof languages);

    print_out("usage: tablier {command} [options]\n",
              arg_text("command", translate_as(terminal_lang(), "placeholder", "COMMAND")));
    putchar('\n');
    struct text names = text_into(games, sizeof games), summary = text_into(about, sizeof about);

    for (int i = 0; game_table[i]; i++)
        text_add(&names, "%s%s", i ? ", " : "", game_table[i]->title);
    text_message(&summary, terminal_lang(),
                 "Plays, teaches and analyses abstract games: {games}. To begin, type: tablier "
                 "play",
                 arg_text("games", games));
    wrap_print(about, width, 0, 0);
    putchar('\n');
    for (const struct command_group *group = command_groups; group->title; group++) {
        printf("\n%s%s\n", tr(group->title), tr(":"));
        for (int i = 0; group->members[i]; i++)
            print_row(group->members[i]->name, tr(group->members[i]->summary), width);
    }
    putchar('\n');
    list_languages(&list);
    text_message(
        &text, terminal_lang(),
        "tablier COMMAND --help explains a command, man tablier all of them; --lang {tags} "
        "chooses the language.",
        arg_or("tags", languages));
    wrap_print(line, width, 0, 0);
    putchar('\n');
    return STATUS_OK;
}

static int run(void *values, char **words)
{
    (void)values;
    if (!words[0])
        return help_all();
    const struct command *command = command_find(words[0]);

    if (!command)
        return help_unknown(words[0]);
    options_help(command);
    return STATUS_OK;
}

const struct command cmd_help = {
    .name = "help",
    .words = "[COMMAND]",
    .summary = N_("Explain a command."),
    .options = (const struct option[]){{0}},
    .run = run,
};
