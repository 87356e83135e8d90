/* cmd_moves.c - tablier moves: the legal moves in canonical spelling, one per line. */
#include "cli/command.h"
#include "core/game.h"
#include "cli/position_args.h"

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
    tb_move moves[TB_MOVES_MAX];
    char text[TB_MOVE_TEXT];
    int status = position_args_resolve(&args->position, words[0], &position);

    if (status != GO_ON)
        return status;
    int count = tb_moves(&position, moves);

    for (int i = 0; i < count; i++) {
        position_move_text(&position, moves[i], text, sizeof text);
        puts(text);
    }
    return STATUS_OK;
}

const struct command cmd_moves = {
    .name = "moves",
    .words = "GAME",
    .summary = N_("List the legal moves, one per line."),
    .options = options,
    .size = sizeof(struct args),
    .run = run,
};
