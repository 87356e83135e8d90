/* cmd_verify.c - tablier verify: checks a proof by the rules alone, or a table. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/solving.h"
#include "cli/terminal.h"
#include "games/tictacdoh/tictacdoh_solved.h"

extern const struct command cmd_verify;

struct args {
    struct style_args style;
};

static const struct option options[] = {
    LANG_OPTION(struct args, style),
    {0},
};

/* Prints the position and what was proven of it. */
static void print_report(const struct proof_report *report, enum tb_lang lang)
{
    char text[TB_POSITION_TEXT];

    tb_position_text(&report->position, text, sizeof text);
    printf("%s %s\n", tb_game_name(report->position.setup.game), text);
    for (int i = 0; i < report->count; i++) {
        struct text out = text_into(text, sizeof text);

        claim_text(&report->claims[i], lang, &out);
        printf(in_lang(lang, "proven: %s (%" PRIu64 " positions)\n",
                       "prouvé : %s (%" PRIu64 " positions)\n"),
               text, report->nodes[i]);
    }
}

static int verify(const char *path, const unsigned char *data, size_t size, enum tb_lang lang)
{
    struct proof_report report;
    struct tb_error error;

    if (size >= 6 && memcmp(data, TABLE_NAME, 6) == 0) {
        if (tictacdoh_table_check(data, size, &error))
            return failure("%s: %s", path, error.text);
        puts(in_lang(lang, "a whole table of Tic Tac Doh", "une table entière de Tic Tac Doh"));
        return STATUS_OK;
    }
    if (proof_verify(data, size, &report, &error))
        return failure("%s: %s", path, error.text);
    print_report(&report, lang);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    struct args args = {.style.lang = terminal_lang()};
    int status = options_parse(&cmd_verify, &args, &argc, argv);
    struct tb_error error;
    size_t size;

    if (status != GO_ON)
        return status;
    unsigned char *data = bytes_load(argv[0], &size, &error);

    if (!data)
        return failure("%s", error.text);
    status = verify(argv[0], data, size, args.style.lang);
    free(data);
    return status;
}

const struct command cmd_verify = {
    .name = "verify",
    .words = "FILE",
    .words_min = 1,
    .words_max = 1,
    .summary = "Check a proof by the rules alone, or a table.",
    .options = options,
    .run = run,
};
