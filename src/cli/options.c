/* options.c - reading a command's options by its table, and the help made from it. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "cli/command.h"
#include "core/text.h"

enum { HELP_COLUMN = 26, OPTIONS_MAX = 31 };

int take_flag(void *target, const char *value, struct tb_error *error)
{
    (void)value;
    (void)error;
    *(bool *)target = true;
    return TB_OK;
}

int take_text(void *target, const char *value, struct tb_error *error)
{
    (void)error;
    *(const char **)target = value;
    return TB_OK;
}

int take_number(void *target, const char *value, struct tb_error *error)
{
    uint64_t number = 0;
    const char *at = value;

    for (; *at >= '0' && *at <= '9' && number <= (UINT64_MAX - 9) / 10; at++)
        number = number * 10 + (uint64_t)(*at - '0');
    if (at == value || *at)
        return error_set(error, TB_ERR_VALUE, "'%s' is not a number from 0 on", quote(value).text);
    *(uint64_t *)target = number;
    return TB_OK;
}

/* The option that `typed` ("players" or "players=4") names, NULL if there is none. */
static const struct option *find_option(const struct command *command, const char *typed)
{
    size_t length = strcspn(typed, "=");

    for (const struct option *option = command->options; option->name; option++)
        if (strlen(option->name) == length && strncmp(option->name, typed, length) == 0)
            return option;
    return NULL;
}

static int unknown_option(const struct command *command, const char *typed)
{
    const char *names[OPTIONS_MAX + 1];
    int count = 0;

    for (; count < OPTIONS_MAX && command->options[count].name; count++)
        names[count] = command->options[count].name;
    names[count] = NULL;
    const char *near = suggest(typed + strspn(typed, "-"), names);

    if (near)
        return usage_error("%s has no option '%s'; did you mean --%s?", command->name,
                           quote(typed).text, near);
    return usage_error("%s has no option '%s'; see tablier %s --help", command->name,
                       quote(typed).text, command->name);
}

/* Takes the option at argv[*i], and its value if that is the next word. */
static int take_option(const struct command *command, void *values, int argc, char **argv, int *i)
{
    const char *typed = argv[*i];
    const struct option *option =
        strncmp(typed, "--", 2) == 0 ? find_option(command, typed + 2) : NULL;
    const char *value = strchr(typed, '=');
    struct tb_error error;

    if (!option)
        return unknown_option(command, typed);
    if (!option->argument && value)
        return usage_error("--%s takes no value", option->name);
    if (value)
        value++;
    else if (option->argument && ++*i < argc)
        value = argv[*i];
    if (option->argument && !value)
        return usage_error("--%s needs a value: --%s %s", option->name, option->name,
                           option->argument);
    if (option->take((char *)values + option->offset, value, &error))
        return usage_error("--%s: %s", option->name, error.text);
    return GO_ON;
}

static int check_words(const struct command *command, int count, char **words)
{
    if (count < command->words_min)
        return usage_error("a word is missing; usage: tablier %s %s", command->name,
                           command->words);
    if (count > command->words_max)
        return usage_error("'%s' is a word too many; usage: tablier %s %s",
                           quote(words[command->words_max]).text, command->name, command->words);
    return GO_ON;
}

/* Options begin with one or two dashes and a letter; a position may begin with a dash. */
static bool is_option(const char *word)
{
    return word[0] == '-' && (word[1] == '-' || isalpha((unsigned char)word[1]));
}

int options_parse(const struct command *command, void *values, int *argc, char **argv)
{
    int words = 0;
    bool options = true;

    for (int i = 0; i < *argc; i++) {
        if (!options || !is_option(argv[i])) {
            argv[words++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            options = false;
        } else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            options_help(command, stdout);
            return STATUS_OK;
        } else {
            int status = take_option(command, values, *argc, argv, &i);

            if (status != GO_ON)
                return status;
        }
    }
    *argc = words;
    return check_words(command, words, argv);
}

void options_help(const struct command *command, FILE *out)
{
    fprintf(out, "usage: tablier %s %s%s\n\n%s\n", command->name, command->words,
            command->options->name ? " [options]" : "", command->summary);
    if (command->options->name)
        fputs("\noptions:\n", out);
    for (const struct option *option = command->options; option->name; option++) {
        char spelling[64];
        struct text text = text_into(spelling, sizeof spelling);

        text_add(&text, "--%s", option->name);
        if (option->argument)
            text_add(&text, " %s", option->argument);
        fprintf(out, "  %-*s %s\n", HELP_COLUMN, spelling, option->text);
    }
}
