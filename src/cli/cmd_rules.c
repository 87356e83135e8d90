/* cmd_rules.c - tablier rules: the rules of a game, from the pages inside the program. */
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/markdown.h"
#include "cli/resource.h"
#include "cli/terminal.h"
#include "core/text.h"

enum { COLUMNS_MAX = 80 };

extern const struct command cmd_rules;

struct args {
    struct style_args style;
};

static const struct option options[] = {
    COLOUR_OPTION(struct args, style),
    {0},
};

/* The page of a game, or "match" for what belongs to no single one; NULL if there is none. */
static const struct resource *find_page(const char *subject, enum tb_lang lang)
{
    char name[64];
    struct text text = text_into(name, sizeof name);

    text_add(&text, "rules/%s.%s.md", subject, lang == TB_FRENCH ? "fr" : "en");
    for (const struct resource *page = resources; page->name; page++)
        if (text.used < sizeof name && strcmp(page->name, name) == 0)
            return page;
    return NULL;
}

static int run(int argc, char **argv)
{
    struct args args = {0};
    int status = options_parse(&cmd_rules, &args, &argc, argv);

    if (status != GO_ON)
        return status;
    const struct resource *page = find_page(argv[0], terminal_lang());

    if (!page)
        return game_by_name(argv[0])
                   ? failure("The rules of %s are not in this build.",
                             "Les règles de %s ne sont pas dans cette version du programme.",
                             argv[0])
                   : STATUS_USAGE;
    if (!terminal_style(&args.style).colour) {
        fwrite(page->data, 1, page->size, stdout);
        return STATUS_OK;
    }
    int width = terminal_width();

    markdown_print((const char *)page->data, width < COLUMNS_MAX ? width : COLUMNS_MAX, stdout);
    return STATUS_OK;
}

const struct command cmd_rules = {
    .name = "rules",
    .words = "GAME|match",
    .words_min = 1,
    .words_max = 1,
    .summary = {"Explain the rules of a game, or those of every match.",
                "Expliquer les règles d'un jeu, ou celles de toute partie."},
    .options = options,
    .run = run,
};
