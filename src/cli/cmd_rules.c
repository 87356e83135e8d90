/* cmd_rules.c - tablier rules: the rules of a game, from the pages inside the program. */
#include <stdlib.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/markdown.h"
#include "cli/rules_page.h"
#include "cli/terminal.h"
#include "core/message.h"

enum { COLUMNS_MAX = 80 };

struct args {
    struct style_args style;
};

static const struct option options[] = {
    COLOUR_OPTION(struct args, style),
    {0},
};

static int run(void *values, char **words)
{
    const struct args *args = values;
    char *page = rules_page(words[0], terminal_lang());

    if (!page && rules_page_exists(words[0], terminal_lang()))
        return out_of_memory();
    if (!page)
        return game_by_name(words[0]) ? failure("The rules of {name} are not in this build.",
                                                arg_text("name", words[0]))
                                      : STATUS_USAGE;
    bool styled = terminal_style(&args->style).colour;
    int width = terminal_width();

    if (styled || isatty(STDOUT_FILENO))
        markdown_print(page, width < COLUMNS_MAX ? width : COLUMNS_MAX, styled, stdout);
    else
        fputs(page, stdout);
    free(page);
    return STATUS_OK;
}

const struct command cmd_rules = {
    .name = "rules",
    .words = "GAME|match",
    .summary = N_("Explain the rules of a game, or those of every match."),
    ARGS(struct args),
};
