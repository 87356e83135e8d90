/* options.c - reading a command's options by its table, and the help made from it. */
#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "cli/command.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/error.h"
#include "file/file.h"

enum { HELP_COLUMN = 29, WIDTH_MAX = 100, OPTIONS_MAX = 31 };

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

int take_folder(void *target, const char *value, struct tb_error *error)
{
    if (!*value)
        return file_no_folder(error);
    return take_text(target, value, error);
}

int take_number(void *target, const char *value, struct tb_error *error)
{
    uint64_t number = 0;
    const char *at = value;

    bool fits = true;

    for (; *at >= '0' && *at <= '9'; at++)
        fits = fits && !__builtin_mul_overflow(number, (uint64_t)10, &number) &&
               !__builtin_add_overflow(number, (uint64_t)(*at - '0'), &number);
    if (at > value && !*at && !fits)
        return error_set(error, TB_ERR_VALUE, "''{value}'' is too large; it must be at most {max}.",
                         arg_text("value", quote(value).text), arg_unsigned("max", UINT64_MAX));
    if (at == value || *at)
        return error_set(error, TB_ERR_VALUE, "''{value}'' is not a whole number, 0 or more.",
                         arg_text("value", quote(value).text));
    *(uint64_t *)target = number;
    return TB_OK;
}

int take_positive(void *target, const char *value, struct tb_error *error)
{
    int code = take_number(target, value, error);

    if (!code && *(uint64_t *)target == 0)
        return error_set(error, TB_ERR_VALUE, "It must be 1 or more.");
    return code;
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
        return usage_error("The option --{option} takes no value.",
                           arg_text("option", option->name));
    if (value)
        value++;
    else if (option->argument && ++*i < argc)
        value = argv[*i];
    if (option->argument && !value)
        return missing_value(option);
    if (option->take((char *)values + option->offset, value, &error)) {
        char where[64];
        struct text text = text_into(where, sizeof where);

        text_add(&text, "--%s", option->name);
        return usage_error_of(where, &error);
    }
    return GO_ON;
}

static int check_words(const struct command *command, int count, char **words)
{
    char usage[64];
    struct text text = text_into(usage, sizeof usage);

    if (*command->words)
        text_char(&text, ' ');
    placeholder_text(command->words, terminal_lang(), &text);
    if (count < command->words_min)
        return usage_error("A word is missing; write tablier {command}{usage}.",
                           arg_text("command", command->name), arg_text("usage", usage));
    if (count > command->words_max)
        return usage_error("''{word}'' is one word too many; write tablier {command}{usage}.",
                           arg_text("word", quote(words[command->words_max]).text),
                           arg_text("command", command->name), arg_text("usage", usage));
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
            options_help(command);
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
        NC_("placeholder", "PLAYER"),   NC_("placeholder", "PLIES"),
        NC_("placeholder", "SPEC"),     NC_("placeholder", "STRING"),
        NC_("placeholder", "VALUE"),    NC_("placeholder", "WHERE"),
        NC_("placeholder", "WHO"),      NC_("placeholder", "WORDS"),
        NC_("placeholder", "LANGUAGE"), NC_("placeholder", "POSITION"),
        NC_("placeholder", "SCORE"),
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

    if (column >= HELP_COLUMN) {
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
    char call[96];
    struct text text = text_into(call, sizeof call);

    text_add(&text, "%s%s", command->name, *command->words ? " " : "");
    placeholder_text(command->words, lang, &text);
    say_out("usage: tablier {command} [options]\n", arg_text("command", call));
    putchar('\n');
    wrap_print(translate(lang, command->summary), terminal_width(), 0, 0);
    puts(tr("\n\noptions:"));
    for (const struct option *option = command->options; option->name; option++)
        print_option(option->name, option->argument, translate(lang, option->text));
    print_option("lang", "LANGUAGE",
                 tr("language of everything that is printed (default: that of the locale)"));
}
