/* cmd_show.c - tablier show: draw a position and say what it is. */

#include <stdlib.h>

#include "cli/command.h"
#include "cli/position_args.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/error.h"
#include "core/record.h"
#include "file/output.h"
#include "jansson/json_memory.h"
#include "jansson/setup_json.h"

struct args {
    struct position_args position;
    struct style_args style;
    const char *svg, *marks, *arrows;
    bool dark, force, json;
};

static const struct option options[] = {
    POSITION_OPTIONS(struct args, position),
    STYLE_OPTIONS(struct args, style),
    {"svg", "FILE", N_("write the board as an SVG picture"), take_text, ARG(svg)},
    {"dark", NULL, N_("a picture for a dark page"), take_flag, ARG(dark)},
    {"marks", "WORDS", N_("mark squares or barriers in the picture: \"e4 e3h\""), take_text,
     ARG(marks)},
    {"arrows", "WORDS", N_("draw arrows in the picture: \"e2>e4\""), take_text, ARG(arrows)},
    FORCE_OPTION(struct args, force),
    JSON_OPTION(struct args, json),
    {0},
};

/* Writes the picture; GO_ON unless that fails. */
static int write_picture(const struct args *args, const struct tb_position *position)
{
    TB_STRUCT(tb_picture, picture);
    struct tb_error error;

    picture.dark = args->dark;
    picture.lang = terminal_lang();
    picture.marks = args->marks;
    picture.arrows = args->arrows;
    int length = tb_draw_svg(position, &picture, NULL, 0, &error);

    if (length < 0)
        return usage_error_of(NULL, &error);
    size_t size = (size_t)length + 1;
    char *drawing = malloc(size); /* each mark and arrow makes it longer */

    if (!drawing)
        error_memory(&error);
    else
        tb_draw_svg(position, &picture, drawing, size, &error);
    bool written = drawing && output_write(args->svg, drawing, (size_t)length,
                                           args->force ? OUTPUT_REPLACE : OUTPUT_NEW, &error);

    free(drawing);
    return written ? GO_ON : failure_of(NULL, &error);
}

static int run(void *values, char **words)
{
    const struct args *args = values;
    struct tb_position position;
    char drawing[TB_DRAWING_TEXT], text[TB_POSITION_TEXT];
    int status = position_args_resolve(&args->position, words[0], &position);

    if (status != GO_ON)
        return status;
    if (!args->svg && (args->dark || args->marks || args->arrows))
        return usage_error("--dark, --marks and --arrows need --svg FILE.");
    if (args->svg && (status = write_picture(args, &position)) != GO_ON)
        return status;
    if (args->json) {
        json_write(position_json_encode(&position), JSON_COMPACT, stdout);
        return STATUS_OK;
    }
    struct tb_style style = terminal_style(&args->style);
    struct tb_result result = tb_position_result(&position);

    position_draw(&position, &style, drawing, sizeof drawing);
    tb_position_text(&position, text, sizeof text);
    wrap_print(drawing, terminal_wrap(), 0, 0);
    print_out("position: {position}\n", arg_text("position", text));
    record_result_text(result, text, sizeof text);
    if (result.over)
        print_out("result: {result}\n", arg_term("result", text));
    else
        print_out("turn: {player}\n", arg_count("player", tb_turn(&position) + 1));
    return STATUS_OK;
}

const struct command cmd_show = {
    .name = "show",
    .words = "GAME",
    .summary = N_("Draw the board; position string, turn, result."),
    ARGS(struct args),
};
