/* cmd_why.c - tablier why: whether a move is legal, or which rule forbids it. */
#include "cli/command.h"
#include "cli/position_args.h"
#include "cli/terminal.h"
#include "core/message.h"

extern const struct command cmd_why;

struct args {
    struct position_args position;
};

static const struct option options[] = {
    POSITION_OPTIONS(struct args, position),
    {0},
};

static int run(int argc, char **argv)
{
    struct args args = {0};
    struct tb_position position;
    struct tb_reason reason;
    char words[TB_MESSAGE_TEXT];
    int status = options_parse(&cmd_why, &args, &argc, argv);

    if (status != GO_ON ||
        (status = position_args_resolve(&args.position, argv[0], &position)) != GO_ON)
        return status;
    position_why(&position, argv[1], &reason);
    if (reason.legal) {
        puts(tr("legal"));
        return STATUS_OK;
    }
    reason_text(&reason, &(struct tb_viewer){.lang = terminal_lang()}, words, sizeof words);
    puts(words);
    if (*reason.places)
        say_out("places: {places}\n", arg_square("places", reason.places));
    return STATUS_FAILED;
}

const struct command cmd_why = {
    .name = "why",
    .words = "GAME MOVE",
    .words_min = 2,
    .words_max = 2,
    .summary = N_("Say whether a move is legal, or which rule forbids it."),
    .options = options,
    .run = run,
};
