/*
 * cmd_completion.c - tablier completion: a script for the completions of a shell; and the hidden
 * tablier complete, which these scripts ask how a command line can go on.
 *
 * Everything comes from the table of commands. The possible values of an argument follow from its
 * name: FILE and DIR are paths, GAME is a game, lower-case words between bars are the values
 * themselves, 1..12 is a range; anything else is free.
 */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/resource.h"
#include "core/message.h"

/* ---- tablier complete --------------------------------------------------------------------- */

struct request {
    const char *typed;           /* the beginning of the word to complete */
    const struct tb_game *game;  /* named before it; NULL: none */
};

/* Prints a word that fits, and its meaning. */
static void offer(const struct request *request, const char *word, const char *meaning)
{
    if (strncmp(word, request->typed, strlen(request->typed)) == 0)
        printf("%s\t%s\n", word, meaning);
}

static void offer_commands(const struct request *request)
{
    for (int i = 0; command_at(i); i++)
        offer(request, command_at(i)->name, tr(command_at(i)->summary));
}

static void offer_games(const struct request *request)
{
    for (int i = 0; i < tb_game_count(); i++)
        offer(request, tb_game_name(tb_game_at(i)), tb_game_title(tb_game_at(i)));
}

static void offer_languages(const struct request *request)
{
    for (int i = 0; i < tb_language_count(); i++)
        offer(request, tb_language_at(i), tb_language_name(tb_language_at(i)));
}

/* "walls=": the rule options of the game, or of all if none is named. */
static void offer_settings(const struct request *request)
{
    for (int g = 0; g < tb_game_count(); g++) {
        const struct tb_game *game = tb_game_at(g);

        for (int i = 0; i < tb_game_option_count(game); i++) {
            char word[32];

            snprintf(word, sizeof word, "%s=", tb_game_option(game, i)->name);
            if (!request->game || request->game == game)
                offer(request, word, tr(tb_game_option(game, i)->text));
        }
    }
}

static void offer_files(const struct request *request)
{
    (void)request;
    puts(":files");
}

static void offer_folders(const struct request *request)
{
    (void)request;
    puts(":directories");
}

/* Offers what one name of a usage stands for, such as GAME, never or 1..12. */
static void offer_part(const struct request *request, const char *part)
{
    static const struct {
        const char *name;
        void (*offer)(const struct request *request);
    } lists[] = {
        {"GAME", offer_games},        {"COMMAND", offer_commands}, {"LANGUAGE", offer_languages},
        {"KEY=VALUE", offer_settings}, {"FILE", offer_files},       {"DIR", offer_folders},
        {"FOLDER", offer_folders},     {"PROGRAM", offer_files},
    };

    int first, last;

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].name, part) == 0)
            lists[i].offer(request);
    if (sscanf(part, "%d..%d", &first, &last) == 2)
        for (int number = first; number <= last; number++) {
            char text[16];

            snprintf(text, sizeof text, "%d", number);
            offer(request, text, "");
        }
    else if (strspn(part, "abcdefghijklmnopqrstuvwxyz-") == strlen(part))
        offer(request, part, "");
}

/* Offers what can stand for the argument number `index` of a usage such as "FILE|- [GAME]". */
static void offer_argument(const struct request *request, const char *usage, int index)
{
    char copy[128], *rest = copy, *name = NULL;

    snprintf(copy, sizeof copy, "%s", usage);
    for (int i = 0; i <= index; i++)
        name = strtok_r(rest, " []", &rest);
    for (char *part; name && (part = strsep(&name, "|"));)
        offer_part(request, part);
}

static const struct option shared[] = {
    {"help", NULL, N_("explain the command"), NULL, 0},
    {"lang", "LANGUAGE", N_("language"), NULL, 0},
    {0},
};

static void offer_options(const struct request *request, const struct option *option)
{
    for (; option->name; option++) {
        char word[64];

        snprintf(word, sizeof word, "--%s", option->name);
        offer(request, word, tr(option->text));
    }
}

/* The argument of the option that a word names; NULL if it takes none. */
static const char *argument_of(const struct option *option, const char *word)
{
    while (option->name && strcmp(option->name, word + strspn(word, "-")) != 0)
        option++;
    return option->argument;
}

static int complete(void *values, char **words)
{
    const struct command *command = NULL;
    const char *argument = NULL; /* of the option before the word */
    struct request request = {.typed = ""};
    int place = 0;

    (void)values;
    for (; words[0] && words[1]; words++) {
        if (argument) {
            argument = NULL;
        } else if (*words[0] == '-') {
            argument = argument_of(shared, words[0]);
            if (command && !argument)
                argument = argument_of(command->options, words[0]);
        } else if (command) {
            place++;
            request.game = request.game ? request.game : tb_game_find(words[0]);
        } else if (!(command = command_find(words[0]))) {
            return GO_ON;
        }
    }
    request.typed = words[0] ? words[0] : "";
    if (argument) {
        offer_argument(&request, argument, 0);
    } else if (*request.typed == '-') {
        offer_options(&request, shared);
        if (command)
            offer_options(&request, command->options);
        else
            offer(&request, "--version", "");
    } else if (command) {
        offer_argument(&request, command->words, place);
    } else {
        offer_commands(&request);
    }
    return GO_ON;
}

const struct command cmd_complete = {
    .name = "complete",
    .words = "[WORD]...",
    .summary = "List the words that can stand at the end of a command line.",
    .options = (const struct option[]){{0}},
    .run = complete,
};

/* ---- tablier completion ------------------------------------------------------------------- */

static int run(void *values, char **words)
{
    char name[64];
    struct text text = text_into(name, sizeof name);

    (void)values;
    text_add(&text, "completion/tablier.%s", words[0]);
    const struct resource *script = resource_find(name);

    if (!script)
        return usage_error("There are completions for bash, zsh and fish, not for ''{shell}''.",
                           arg_text("shell", quote(words[0]).text));
    fwrite(script->data, 1, script->size, stdout);
    return GO_ON;
}

const struct command cmd_completion = {
    .name = "completion",
    .words = "bash|zsh|fish",
    .summary = N_("Print the script that lets a shell complete command lines."),
    .options = (const struct option[]){{0}},
    .run = run,
};
