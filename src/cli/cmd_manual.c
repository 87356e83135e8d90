/*
 * cmd_manual.c - tablier manual: fills in a manual page, for the build.
 *
 * It copies a page in mdoc from standard input to standard output. Lines that begin with '@' are
 * replaced by what the table of commands says:
 *
 *     @synopsis          how each command is called
 *     @commands          every command with its options
 *     @options NAME      the options of one command
 *     @prompt            what can be typed while playing
 *
 * All of it is in the language of --lang, as the page should be.
 * Not for users, so the help does not show it.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/play/play.h"
#include "core/message.h"

extern const struct command cmd_manual;

/* Prints words of the tables as an argument of a macro, in the language of the page; in a request,
 * letters are lower case. */
static void print_words(const char *english)
{
    char words[128];
    struct text text = text_into(words, sizeof words);

    placeholder_text(english, terminal_lang(), &text);

    const unsigned char *first = (const unsigned char *)words;

    for (const unsigned char *at = first; *at; at++) {
        if (*at == '"')
            fputs("\\(dq", stdout);
        else if (*at == '\\')
            fputs("\\e", stdout);
        else if (at > first && at[-1] == 0xC3 && *at <= 0x9E) /* a capital with an accent, in UTF-8 */
            putchar(*at + 0x20);
        else
            putchar(tolower(*at));
    }
}

/* Prints a line of text; one that begins like a request would be taken for one. */
static void print_text(const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", stdout);
    for (; *text; text++)
        if (*text == '\\')
            fputs("\\e", stdout);
        else
            putchar(*text);
    putchar('\n');
}

static void print_option(const struct option *option)
{
    printf(".It Fl -%s", option->name);
    if (option->argument) {
        fputs(" Ar \"", stdout);
        print_words(option->argument);
        putchar('"');
    }
    putchar('\n');
    print_text(tr(option->text));
}

static void print_options(const struct command *command)
{
    puts(".Bl -tag -width Ds");
    for (const struct option *option = command->options; option->name; option++)
        print_option(option);
    puts(".El");
}

static void print_call(const struct command *command)
{
    printf(".Cm %s\n", command->name);
    if (*command->words) {
        fputs(".Ar \"", stdout);
        print_words(command->words);
        puts("\"");
    }
    if (command->options->name)
        printf(".Op Ar %s\n", tr("options"));
}

static void print_synopsis(void)
{
    for (int i = 0; command_at(i); i++) {
        puts(".Nm");
        print_call(command_at(i));
    }
}

static void print_commands(void)
{
    for (const struct command_group *group = command_groups; group->title; group++) {
        printf(".Ss %s\n.Bl -tag -width Ds\n", tr(group->title));
        for (int i = 0; group->members[i]; i++) {
            const struct command *command = group->members[i];

            printf(".It Cm %s", command->name);
            if (*command->words) {
                fputs(" Ar \"", stdout);
                print_words(command->words);
                putchar('"');
            }
            putchar('\n');
            print_text(tr(command->summary));
            if (command->options->name)
                print_options(command);
        }
        puts(".El");
    }
}

static void print_prompt_command(const char *name, const char *argument, const char *text)
{
    printf(".It Cm %s", translate_as(terminal_lang(), "command", name));
    if (argument) {
        fputs(" Ar \"", stdout);
        print_words(argument);
        putchar('"');
    }
    putchar('\n');
    print_text(tr(text));
}

static void print_prompt(void)
{
    puts(".Bl -tag -width Ds");
    play_each_command(print_prompt_command);
    puts(".El");
}

/* Replaces one line; false if it names an unknown part or command. */
static bool replace(const char *line)
{
    const struct command *command = NULL;

    if (strncmp(line, "@options ", 9) == 0)
        command = command_find(line + 9);
    if (strcmp(line, "@synopsis") == 0)
        print_synopsis();
    else if (strcmp(line, "@commands") == 0)
        print_commands();
    else if (strcmp(line, "@prompt") == 0)
        print_prompt();
    else if (command)
        print_options(command);
    else
        return false;
    return true;
}

static int run(int argc, char **argv)
{
    char *line = NULL;
    size_t size = 0;
    int status = options_parse(&cmd_manual, NULL, &argc, argv);

    if (status != GO_ON)
        return status;
    status = STATUS_OK;
    for (ssize_t length; status == STATUS_OK && (length = getline(&line, &size, stdin)) >= 0;) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '@')
            puts(line);
        else if (!replace(line))
            status = failure("There is nothing to put in place of ''{line}''.",
                             arg_text("line", quote(line).text));
    }
    free(line);
    return status;
}

const struct command cmd_manual = {
    .name = "manual",
    .words = "",
    .summary = N_("Fill in a manual page."),
    .options = (const struct option[]){{0}},
    .run = run,
};
