/* options.c - reading a command's options by its table, and the help made from it. */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/settings.h"
#include "cli/terminal.h"
#include "cli/wrap.h"

enum { HELP_COLUMN = 29, WIDTH_MAX = 100, OPTIONS_MAX = 31 };

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
        return usage_error(
            "The command {command} has no option ''{option}''; did you mean --{near}?",
            arg_text("command", command->name), arg_text("option", quote(typed).text),
            arg_text("near", near));
    return usage_error(
        "The command {command} has no option ''{option}''; see tablier {command} --help.",
        arg_text("command", command->name), arg_text("option", quote(typed).text));
}

static int missing_value(const struct option *option)
{
    char value[64];
    struct text text = text_into(value, sizeof value);

    placeholder_text(option->argument, terminal_lang(), &text);
    return usage_error("The option --{option} needs a value: --{option} {placeholder}.",
                       arg_text("option", option->name), arg_text("placeholder", value));
}

/* Takes the option at argv[*i], and its value if that is the next word; adds it to *given. One dash
 * is enough: the referee of QTP starts every engine with the words `-seed N`. */
static int take_option(const struct command *command, void *values, char **argv, int *i,
                       uint64_t *given)
{
    const char *typed = argv[*i];
    const struct option *option = find_option(command, typed + strspn(typed, "-"));
    const char *value = strchr(typed, '=');
    struct tb_error error;

    if (!option)
        return unknown_option(command, typed);
    if (!option->argument && value)
        return usage_error("The option --{option} takes no value.",
                           arg_text("option", option->name));
    if (value)
        value++;
    else if (option->argument && argv[*i + 1])
        value = argv[++*i];
    if (option->argument && !value)
        return missing_value(option);
    *given |= UINT64_C(1) << (option - command->options);
    if (option->take((char *)values + option->offset, value, &error)) {
        char where[64];
        struct text text = text_into(where, sizeof where);

        text_add(&text, "--%s", option->name);
        return usage_error_of(where, &error);
    }
    return GO_ON;
}

/* Compares the arguments with the command's usage: those in brackets may be missing. */
static int check_words(const struct command *command, int count, char **words)
{
    char usage[160];
    struct text text = text_into(usage, sizeof usage);
    bool more = strstr(command->words, "...");
    int least = 0, most = 0;

    for (const char *at = command->words; *at; at += strspn(at, " ")) {
        least += *at != '[';
        most++;
        at += strcspn(at, " ");
    }
    if (*command->words)
        text_char(&text, ' ');
    placeholder_text(command->words, terminal_lang(), &text);
    if (count < least)
        return usage_error("Missing argument; usage: tablier {command}{usage}.",
                           arg_text("command", command->name), arg_text("usage", usage));
    if (count > most && !more)
        return usage_error("Unexpected argument ''{word}''; usage: tablier {command}{usage}.",
                           arg_text("word", quote(words[most]).text),
                           arg_text("command", command->name), arg_text("usage", usage));
    return GO_ON;
}

/* Options begin with one or two dashes and a letter; a position may begin with a dash. */
static bool is_option(const char *word)
{
    return word[0] == '-' && (word[1] == '-' || isalpha((unsigned char)word[1]));
}

/* Reads the options into the struct at `values` and leaves the arguments in argv, which ends with
 * NULL. Returns GO_ON, or the status to exit with: after --help, or after an error message. */
static int parse(const struct command *command, void *values, char **argv, uint64_t *given)
{
    int words = 0;
    bool options = true;

    for (int i = 0; argv[i]; i++) {
        if (!options || !is_option(argv[i])) {
            argv[words++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            options = false;
        } else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            options_help(command);
            return STATUS_OK;
        } else {
            int status = take_option(command, values, argv, &i, given);

            if (status != GO_ON)
                return status;
        }
    }
    argv[words] = NULL;
    return check_words(command, words, argv);
}

int command_run(const struct command *command, char **argv)
{
    void *values = calloc(1, command->size + 1);
    char *file = NULL;
    uint64_t given = 0;

    if (!values)
        return out_of_memory();
    if (command->defaults)
        memcpy(values, command->defaults, command->size);
    int status = parse(command, values, argv, &given);

    if (status == GO_ON && command->environment)
        status = settings_read(command, values, given, &file);
    if (status == GO_ON)
        status = command->run(values, argv);
    free(file);
    free(values);
    return status == GO_ON ? STATUS_OK : status;
}

/* ---- Help ---------------------------------------------------------------------------- */

void placeholder_text(const char *english, const char *lang, struct text *out)
{
    static const char *const words[] = {
        NC_("placeholder", "ADDRESS"),  NC_("placeholder", "COMMAND"),
        NC_("placeholder", "DEPTH"),    NC_("placeholder", "DIR"),
        NC_("placeholder", "FOLDER"),   NC_("placeholder", "SECONDS"),
        NC_("placeholder", "FILE"),     NC_("placeholder", "GAME"),
        NC_("placeholder", "KEY"),      NC_("placeholder", "MB"),
        NC_("placeholder", "MOVE"),     NC_("placeholder", "MOVES"),
        NC_("placeholder", "PLY"),      NC_("placeholder", "NAME"),
        NC_("placeholder", "NAMES"),    NC_("placeholder", "PROGRAM"),
        NC_("placeholder", "PLAYER"),   NC_("placeholder", "PLIES"),
        NC_("placeholder", "SPEC"),     NC_("placeholder", "STRING"),
        NC_("placeholder", "VALUE"),    NC_("placeholder", "WHERE"),
        NC_("placeholder", "WHO"),      NC_("placeholder", "WORDS"),
        NC_("placeholder", "LANGUAGE"), NC_("placeholder", "POSITION"),
        NC_("placeholder", "SCORE"),    NC_("placeholder", "DATE"),
        NC_("placeholder", "LIST"),     NC_("placeholder", "PERSONALITY"),
    };

    while (*english) {
        size_t length = strspn(english, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        const char *word = NULL;

        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strlen(words[i]) == length && strncmp(words[i], english, length) == 0)
                word = translate_as(lang, "placeholder", words[i]);
        if (word)
            text_add(out, "%s", word);
        else
            text_add(out, "%.*s", (int)(length ? length : 1), english);
        english += length ? length : 1;
    }
}

/* One row: "  --players N   number of players (default: 2)". */
static void print_option(const char *name, const char *argument, const char *meaning)
{
    char spelling[64];
    struct text text = text_into(spelling, sizeof spelling);
    int width = terminal_width() < WIDTH_MAX ? terminal_width() : WIDTH_MAX;

    text_add(&text, "  --%s ", name);
    if (argument)
        placeholder_text(argument, terminal_lang(), &text);
    int column = wrap_width(spelling, text.used);

    if (column > HELP_COLUMN - 2) {
        puts(spelling);
        column = 0;
    } else {
        fputs(spelling, stdout);
    }
    printf("%*s", HELP_COLUMN - column, "");
    wrap_print(meaning, width, HELP_COLUMN, HELP_COLUMN);
    putchar('\n');
}

void options_help(const struct command *command)
{
    const char *lang = terminal_lang();
    char call[192];
    struct text text = text_into(call, sizeof call);

    text_add(&text, "%s%s", command->name, *command->words ? " " : "");
    placeholder_text(command->words, lang, &text);
    print_out("usage: tablier {command} [options]\n", arg_text("command", call));
    putchar('\n');
    wrap_print(translate(lang, command->summary), terminal_width(), 0, 0);
    puts(tr("\n\noptions:"));
    for (const struct option *option = command->options; option->name; option++)
        print_option(option->name, option->argument, translate(lang, option->text));
    print_option("lang", "LANGUAGE",
                 tr("language of everything that is printed (default: that of the locale)"));
}
