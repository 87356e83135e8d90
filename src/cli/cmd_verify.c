/* cmd_verify.c - tablier verify: checks a proof by the rules alone, or a table. */
#include <inttypes.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/solving.h"
#include "cli/terminal.h"
#include "core/message.h"

/* Prints the position and what was proven of it. */
static void print_proof(const struct tb_verified *verified, const char *lang)
{
    char text[TB_POSITION_TEXT];

    tb_position_text(verified->position, text, sizeof text);
    printf("%s %s\n", tb_game_name(verified->position->setup.game), text);
    for (int i = 0; i < verified->count; i++) {
        const struct tb_claim *proven = &verified->claims[i];
        struct claim claim = {proven->player, proven->wins, proven->plies};
        struct text out = text_into(text, sizeof text);

        claim_text(&claim, lang, &out);
        say_in(stdout, lang, "proven: {result} ({nodes} positions)\n", arg_text("result", text),
               arg_unsigned("nodes", proven->nodes));
    }
}

static void print_verified(const struct tb_verified *verified, const char *lang)
{
    switch (verified->kind) {
    case TB_FILE_TABLE:
        say_in(stdout, lang, "a whole table of {game}\n",
               arg_text("game", tb_game_title(verified->game)));
        break;
    case TB_FILE_OPENINGS:
        say_in(stdout, lang, "a whole table of openings: {positions} positions\n",
               arg_unsigned("positions", verified->positions));
        break;
    case TB_FILE_PROOF:
        print_proof(verified, lang);
        break;
    }
}

/* Ctrl-C ends the check. */
static bool go_on(void *context, const struct tb_progress *progress)
{
    (void)context;
    (void)progress;
    return !work_must_end();
}

static int run(void *values, char **words)
{
    TB_STRUCT(tb_verified, verified);
    struct tb_position proven;
    struct tb_error error;

    (void)values;
    interrupt_catch();
    verified.position = &proven;
    int code = tb_verify(words[0], &verified, go_on, NULL, &error);

    if (code == TB_ERR_STOPPED)
        return STATUS_INTERRUPTED;
    if (code)
        return failure_of(NULL, &error);
    print_verified(&verified, terminal_lang());
    return STATUS_OK;
}

const struct command cmd_verify = {
    .name = "verify",
    .words = "FILE",
    .summary = N_("Check a proof by the rules alone, or a table."),
    .options = (const struct option[]){{0}},
    .run = run,
};
