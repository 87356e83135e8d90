/* cmd_why.c - tablier why: whether a move is legal, or which rule forbids it. */
#include "cli/command.h"
#include "cli/position_args.h"
#include "cli/terminal.h"
#include "core/message.h"

struct args {
    struct position_args position;
};

static const struct option options[] = {
    POSITION_OPTIONS(struct args, position),
    {0},
};

static int run(void *values, char **words)
{
    const struct args *args = values;
    struct tb_position position;
    struct tb_reason reason;
    char text[TB_MESSAGE_TEXT];
    int status = position_args_resolve(&args->position, words[0], &position);

    if (status != GO_ON)
        return status;
    position_why(&position, words[1], &reason);
    if (reason.legal) {
        puts(tr("legal"));
        return STATUS_OK;
    }
    reason_text(&reason, &(struct tb_viewer){.lang = terminal_lang()}, text, sizeof text);
    puts(text);
    if (*reason.places)
        say_out("places: {places}\n", arg_square("places", reason.places));
    return STATUS_FAILED;
}

const struct command cmd_why = {
    .name = "why",
    .words = "GAME MOVE",
    .summary = N_("Say whether a move is legal, or which rule forbids it."),
    .options = options,
    .size = sizeof(struct args),
    .run = run,
};
