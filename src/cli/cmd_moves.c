/* cmd_moves.c - tablier moves: the legal moves in canonical spelling, one per line. */
#include "cli/command.h"
#include "core/game.h"
#include "cli/position_args.h"

extern const struct command cmd_moves;

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
    tb_move moves[TB_MOVES_MAX];
    char text[TB_MOVE_TEXT];
    int status = options_parse(&cmd_moves, &args, &argc, argv);

    if (status != GO_ON ||
        (status = position_args_resolve(&args.position, argv[0], &position)) != GO_ON)
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
    .words_min = 1,
    .words_max = 1,
    .summary = N_("List the legal moves, one a line."),
    .options = options,
    .run = run,
};
