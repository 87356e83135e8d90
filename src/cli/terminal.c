/* terminal.c - character set, colours and width. */
#include "cli/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/locale.h"
#include "cli/plain.h"
#include "cli/wrap.h"
#include "core/error.h"

/* Rows of the screen that a drawing leaves free for text above and below it. */
enum { ROWS_BESIDE = 6 };

int take_colour(void *target, const char *value, struct tb_error *error)
{
    static const char *const words[] = {
        [COLOUR_AUTO] = "auto",
        [COLOUR_ALWAYS] = "always",
        [COLOUR_NEVER] = "never",
    };

    for (enum colour colour = COLOUR_AUTO; colour <= COLOUR_NEVER; colour++)
        if (strcmp(value, words[colour]) == 0) {
            *(enum colour *)target = colour;
            return TB_OK;
        }
    return error_set(error, TB_ERR_VALUE, "It must be auto, always or never, not ''{value}''.",
                     arg_text("value", quote(value).text));
}

void terminal_detect(void)
{
    const char *wanted = locale_variable("LC_CTYPE");
    const char *charset = strchr(wanted, '.');

    /* A locale that is not installed still says which character set the terminal speaks. */
    if (!setlocale(LC_CTYPE, "") && charset &&
        (strncasecmp(charset, ".utf-8", 6) == 0 || strncasecmp(charset, ".utf8", 5) == 0))
        setlocale(LC_CTYPE, "C.UTF-8");
    if (!terminal_is_utf8())
        plain_output();
}

void list_languages(struct text *out)
{
    for (int i = 0; i < tb_language_count(); i++)
        text_add(out, "%s%s", i ? " " : "", tb_language_at(i));
}

static int choose_lang(const char *value)
{
    char known[128];
    struct text list = text_into(known, sizeof known);

    list_languages(&list);
    if (!value)
        return usage_error("The option --lang needs a value: {languages}.",
                           arg_or("languages", known));
    if (!tb_language_name(value))
        return usage_error("--lang: There is no language ''{value}''; choose {languages}.",
                           arg_text("value", quote(value).text), arg_or("languages", known));
    terminal_set_lang(value);
    return GO_ON;
}

int terminal_take_lang(int *argc, char **argv)
{
    int kept = 0, status = GO_ON;

    for (int i = 0; i < *argc; i++) {
        if (i > 0 && strcmp(argv[i], "--") == 0) {
            while (i < *argc)
                argv[kept++] = argv[i++];
        } else if (i > 0 && strcmp(argv[i], "--lang") == 0) {
            status = choose_lang(i + 1 < *argc ? argv[i + 1] : NULL);
            i++;
        } else if (i > 0 && strncmp(argv[i], "--lang=", 7) == 0) {
            status = choose_lang(argv[i] + 7);
        } else {
            argv[kept++] = argv[i];
        }
        if (status != GO_ON)
            return status;
    }
    *argc = kept;
    argv[kept] = NULL;
    return GO_ON;
}

struct decimal own_decimal(double value, int digits)
{
    return decimal(value, digits, terminal_lang());
}

bool terminal_is_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

int terminal_width(void)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

int terminal_wrap(void)
{
    return isatty(STDOUT_FILENO) ? terminal_width() : 0;
}

int terminal_height(void)
{
    struct winsize size;

    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

static bool wants_colour(enum colour colour)
{
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");

    if (colour != COLOUR_AUTO)
        return colour == COLOUR_ALWAYS;
    return isatty(STDOUT_FILENO) && !(refused && *refused) && terminal && *terminal &&
           strcmp(terminal, "dumb") != 0;
}

struct tb_style terminal_style(const struct style_args *args)
{
    int height = terminal_height();

    return (struct tb_style){
        .rows = height > ROWS_BESIDE ? height - ROWS_BESIDE : 0,
        .columns = terminal_wrap(),
        .ascii = args->ascii || !terminal_is_utf8(),
        .colour = wants_colour(args->colour),
        .lang = terminal_lang(),
    };
}

void print_sentence(const char *sentence)
{
    wrap_print(sentence, terminal_width(), 0, 0);
    putchar('\n');
}
