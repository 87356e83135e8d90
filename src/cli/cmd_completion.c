/*
 * cmd_completion.c - tablier completion: scripts that complete command lines in a shell.
 *
 * Everything comes from the table of commands. The possible values of an option follow from the
 * name of its argument: FILE and DIR are paths, GAME is a game, lower-case words between bars are
 * the values themselves, 1..8 is a range; anything else is free.
 */
#include <ctype.h>
#include <string.h>

#include "cli/command.h"
#include "cli/terminal.h"
#include "core/message.h"

extern const struct command cmd_completion;

/* The words that can complete one argument. */
struct choice {
    bool files, folders;
    char words[512]; /* separated by spaces; "": any word */
};

/* ---- From the table --------------------------------------------------------------------- */

static void add_word(struct choice *choice, const char *word, size_t length)
{
    size_t used = strlen(choice->words);
    struct text text = text_into(choice->words + used, sizeof choice->words - used);

    text_add(&text, "%s%.*s", used ? " " : "", (int)length, word);
}

static void add_commands(struct choice *choice)
{
    for (int i = 0; command_at(i); i++)
        add_word(choice, command_at(i)->name, strlen(command_at(i)->name));
}

static void add_games(struct choice *choice)
{
    for (int i = 0; i < tb_game_count(); i++) {
        const char *name = tb_game_name(tb_game_at(i));

        add_word(choice, name, strlen(name));
    }
}

static void add_languages(struct choice *choice)
{
    struct text text = text_into(choice->words, sizeof choice->words);

    list_languages(&text);
}

/* "size= walls=": every rule option of any game, once. */
static void add_settings(struct choice *choice)
{
    for (int g = 0; g < tb_game_count(); g++)
        for (int i = 0; i < tb_game_option_count(tb_game_at(g)); i++) {
            char word[32];
            struct text text = text_into(word, sizeof word);

            text_add(&text, "%s=", tb_game_option(tb_game_at(g), i)->name);
            if (!strstr(choice->words, word))
                add_word(choice, word, text.used);
        }
}

static bool is_literal(const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!islower((unsigned char)word[i]) && word[i] != '-')
            return false;
    return length > 0;
}

/* One of the things that stand between bars. */
static void add_part(struct choice *choice, const char *part, size_t length)
{
    static const struct {
        const char *name;
        void (*add)(struct choice *choice);
    } lists[] = {{"GAME", add_games},
                 {"COMMAND", add_commands},
                 {"LANGUAGE", add_languages},
                 {"KEY=VALUE", add_settings}};

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strlen(lists[i].name) == length && strncmp(lists[i].name, part, length) == 0)
            lists[i].add(choice);
    choice->files |= length == 4 && strncmp(part, "FILE", 4) == 0;
    choice->folders |= length == 3 && strncmp(part, "DIR", 3) == 0;
    if (length == 4 && isdigit((unsigned char)part[0]) && strncmp(part + 1, "..", 2) == 0)
        for (char digit = part[0]; digit <= part[3]; digit++)
            add_word(choice, &digit, 1);
    else if (is_literal(part, length))
        add_word(choice, part, length);
}

/* What a name of the table such as "FILE|-" or "[GAME]" stands for. */
static struct choice choice_of(const char *name, size_t length)
{
    struct choice choice = {0};
    const char *end = name + length;

    if (length > 2 && name[0] == '[' && end[-1] == ']') {
        name++;
        end--;
    }
    while (name < end) {
        const char *bar = memchr(name, '|', (size_t)(end - name));

        add_part(&choice, name, (size_t)((bar ? bar : end) - name));
        name = bar ? bar + 1 : end;
    }
    return choice;
}

/* The choice for plain word number `index` of a command; false if it has fewer. */
static bool word_choice(const struct command *command, int index, struct choice *choice)
{
    const char *at = command->words;

    for (; *at; index--) {
        size_t length = strcspn(at, " ");

        if (index == 0) {
            *choice = choice_of(at, length);
            return true;
        }
        at += length + strspn(at + length, " ");
    }
    return false;
}

/* Visits the options of a command, --help and --lang included. */
static void each_option(const struct command *command,
                        void (*visit)(const struct command *command, const struct option *option))
{
    static const struct option shared[] = {
        {"help", NULL, N_("explain the command"), NULL, 0},
        {"lang", "LANGUAGE", N_("language"), NULL, 0},
        {0},
    };

    for (const struct option *option = command->options; option->name; option++)
        visit(command, option);
    for (const struct option *option = shared; option->name; option++)
        visit(command, option);
}

/* Prints a text between quotes of a shell: '\'' or whatever `quote` is, and a backslash before
 * each of `special`. */
static void print_quoted(const char *text, const char *quote, const char *special)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs(quote, stdout);
        else
            printf("%s%c", strchr(special, *text) ? "\\" : "", *text);
    }
}

/* ---- bash ---------------------------------------------------------------------------------- */

static void bash_reply(const struct choice *choice)
{
    if (choice->files || choice->folders)
        printf("compopt -o filenames; mapfile -t COMPREPLY < <(compgen %s -W '%s' -- \"$cur\")",
               choice->files ? "-f" : "-d", choice->words);
    else
        printf("mapfile -t COMPREPLY < <(compgen -W '%s' -- \"$cur\")", choice->words);
    if (strchr(choice->words, '='))
        fputs("; compopt -o nospace", stdout);
}

static void bash_value(const struct command *command, const struct option *option)
{
    if (!option->argument)
        return;
    struct choice choice = choice_of(option->argument, strlen(option->argument));

    printf("    '%s --%s') ", command->name, option->name);
    bash_reply(&choice);
    puts("; return ;;");
}

static void bash_name(const struct command *command, const struct option *option)
{
    (void)command;
    printf(" --%s", option->name);
}

static void bash_taker(const struct command *command, const struct option *option)
{
    (void)command;
    if (option->argument)
        printf(" --%s", option->name);
}

static void print_bash(void)
{
    struct choice choice = {0};

    add_commands(&choice);
    puts("# bash completion for tablier, made by: tablier completion bash\n"
         "_tablier()\n{\n"
         "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
         "    local command='' options='' takers=' --lang ' place=0 i word\n"
         "    COMPREPLY=()\n"
         "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "        word=${COMP_WORDS[i]}\n"
         "        if [[ $word == -* ]]; then\n"
         "            [[ $takers != *\" $word \"* ]] || ((i++))\n"
         "            continue\n"
         "        fi\n"
         "        if [[ $command ]]; then ((++place)); continue; fi\n"
         "        command=$word\n"
         "        case $command in");
    for (int i = 0; command_at(i); i++) {
        printf("        %s) options='", command_at(i)->name);
        each_option(command_at(i), bash_name);
        fputs("'; takers='", stdout);
        each_option(command_at(i), bash_taker);
        puts(" ' ;;");
    }
    printf("        esac\n    done\n"
           "    if [[ ! $command ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W '%s --help --version --lang' -- \"$cur\")\n"
           "        return\n"
           "    fi\n"
           "    case \"$command $prev\" in\n",
           choice.words);
    for (int i = 0; command_at(i); i++)
        each_option(command_at(i), bash_value);
    puts("    esac\n"
         "    if [[ $cur == -* ]]; then\n"
         "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$cur\")\n"
         "        return\n"
         "    fi\n"
         "    case \"$command $place\" in");
    for (int i = 0; command_at(i); i++)
        for (int word = 0; word_choice(command_at(i), word, &choice); word++) {
            printf("    '%s %d') ", command_at(i)->name, word);
            bash_reply(&choice);
            puts(" ;;");
        }
    puts("    esac\n}\ncomplete -F _tablier tablier");
}

/* ---- zsh ----------------------------------------------------------------------------------- */

static void zsh_action(const struct choice *choice)
{
    if (choice->files || choice->folders)
        fputs(choice->files ? "_files" : "_files -/", stdout);
    else if (*choice->words)
        printf("(%s)", choice->words);
}

static void zsh_option(const struct command *command, const struct option *option)
{
    (void)command;
    printf(" \\\n            '--%s%s[", option->name, option->argument ? "=" : "");
    print_quoted(tr(option->text), "'\\''", "[]:\\");
    putchar(']');
    if (option->argument) {
        struct choice choice = choice_of(option->argument, strlen(option->argument));

        putchar(':');
        print_quoted(option->argument, "'\\''", "[]:\\");
        putchar(':');
        zsh_action(&choice);
    }
    putchar('\'');
}

static void print_zsh(void)
{
    puts("#compdef tablier\n"
         "# zsh completion for tablier, made by: tablier completion zsh\n"
         "_tablier() {\n"
         "    local -a commands\n"
         "    commands=(");
    for (int i = 0; command_at(i); i++) {
        printf("        '%s:", command_at(i)->name);
        print_quoted(tr(command_at(i)->summary), "'\\''", ":\\");
        puts("'");
    }
    puts("    )\n"
         "    if (( CURRENT == 2 )); then\n"
         "        _describe command commands\n"
         "        return\n"
         "    fi\n"
         "    local command=$words[2]\n"
         "    shift words\n"
         "    (( CURRENT-- ))\n"
         "    case $command in");
    for (int i = 0; command_at(i); i++) {
        struct choice choice;

        printf("    %s)\n        _arguments", command_at(i)->name);
        each_option(command_at(i), zsh_option);
        for (int word = 0; word_choice(command_at(i), word, &choice); word++) {
            printf(" \\\n            '%d:", word + 1);
            print_quoted(command_at(i)->words, "'\\''", "[]:\\");
            putchar(':');
            zsh_action(&choice);
            putchar('\'');
        }
        puts("\n        ;;");
    }
    puts("    esac\n}\n"
         "if [[ $funcstack[1] = _tablier ]]; then _tablier \"$@\"; else compdef _tablier tablier; "
         "fi");
}

/* ---- fish ---------------------------------------------------------------------------------- */

static void fish_option(const struct command *command, const struct option *option)
{
    printf("complete -c tablier -n '__fish_seen_subcommand_from %s' -l %s", command->name,
           option->name);
    if (option->argument) {
        struct choice choice = choice_of(option->argument, strlen(option->argument));

        if (choice.files || choice.folders)
            fputs(" -r -F", stdout);
        else
            printf(" -x -a '%s'", choice.words);
    }
    fputs(" -d '", stdout);
    print_quoted(tr(option->text), "\\'", "\\");
    puts("'");
}

static void print_fish(void)
{
    puts("# fish completion for tablier, made by: tablier completion fish\n"
         "complete -c tablier -f\n"
         "complete -c tablier -n __fish_use_subcommand -l help\n"
         "complete -c tablier -n __fish_use_subcommand -l version");
    for (int i = 0; command_at(i); i++) {
        const struct command *command = command_at(i);
        struct choice choice;

        printf("complete -c tablier -n __fish_use_subcommand -a %s -d '", command->name);
        print_quoted(tr(command->summary), "\\'", "\\");
        puts("'");
        for (int word = 0; word_choice(command, word, &choice); word++)
            if (choice.files || choice.folders || *choice.words)
                printf("complete -c tablier -n '__fish_seen_subcommand_from %s' %s -a '%s'\n",
                       command->name, choice.files || choice.folders ? "-F" : "", choice.words);
        each_option(command, fish_option);
    }
}

/* ---- The command --------------------------------------------------------------------------- */

static int run(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    int status = options_parse(&cmd_completion, NULL, &argc, argv);

    if (status != GO_ON)
        return status;
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shells[i].name, argv[0]) == 0) {
            shells[i].print();
            return STATUS_OK;
        }
    return usage_error("There are completions for bash, zsh and fish, not for ''{shell}''.",
                       arg_text("shell", quote(argv[0]).text));
}

const struct command cmd_completion = {
    .name = "completion",
    .words = "bash|zsh|fish",
    .words_min = 1,
    .words_max = 1,
    .summary = N_("Print what a shell needs to complete command lines."),
    .options = (const struct option[]){{0}},
    .run = run,
};
