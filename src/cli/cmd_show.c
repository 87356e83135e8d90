/* cmd_show.c - tablier show: draw a position and say what it is. */
#include "cli/command.h"
#include "cli/position_args.h"
#include "cli/terminal.h"
#include "core/record.h"

extern const struct command cmd_show;

struct args {
    struct position_args position;
    struct style_args style;
};

static const struct option options[] = {
    POSITION_OPTIONS(struct args, position),
    STYLE_OPTIONS(struct args, style),
    {0},
};

static int run(int argc, char **argv)
{
    struct args args = {0};
    struct tb_position position;
    char drawing[TB_DRAWING_TEXT], text[TB_POSITION_TEXT];
    int status = options_parse(&cmd_show, &args, &argc, argv);

    if (status != GO_ON ||
        (status = position_args_resolve(&args.position, argv[0], &position)) != GO_ON)
        return status;
    struct tb_style style = terminal_style(&args.style);
    struct tb_result result = tb_result(&position);

    tb_draw(&position, &style, drawing, sizeof drawing);
    tb_position_text(&position, text, sizeof text);
    printf("%sposition: %s\n", drawing, text);
    record_result_text(result, text, sizeof text);
    if (result.over)
        printf("result: %s\n", text);
    else
        printf("turn: %d\n", tb_turn(&position) + 1);
    return STATUS_OK;
}

const struct command cmd_show = {
    .name = "show",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .summary = {"Draw the board; position string, turn, result.",
                "Dessiner le plateau ; position en une ligne, trait, résultat."},
    .options = options,
    .run = run,
};
