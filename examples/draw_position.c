/*
 * draw_position.c - draws a position as SVG, or as text with --text.
 *
 *     cc draw_position.c $(pkg-config --cflags --libs tablier) -o draw_position
 *     ./draw_position quoridor "e2/e8 9/10 e3h 1" > board.svg
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tablier/drawing.h>

static void draw_text(const struct tb_position *position)
{
    char drawing[TB_DRAWING_TEXT];
    TB_STRUCT(tb_style, style);

    style.ascii = true;
    tb_draw(position, &style, drawing, sizeof drawing);
    fputs(drawing, stdout);
}

static int draw_picture(const struct tb_position *position)
{
    struct tb_error error;
    TB_STRUCT(tb_picture, picture);

    picture.width = 480;
    int length = tb_draw_svg(position, &picture, NULL, 0, &error);
    char *svg = length < 0 ? NULL : malloc((size_t)length + 1);

    if (!svg)
        return 1;
    tb_draw_svg(position, &picture, svg, (size_t)length + 1, &error);
    puts(svg);
    free(svg);
    return 0;
}

int main(int argc, char **argv)
{
    int text = argc > 1 && strcmp(argv[1], "--text") == 0;
    struct tb_setup setup;
    struct tb_error error;
    TB_POSITION(position);

    if (argc != text + 3) {
        fprintf(stderr, "usage: draw_position [--text] GAME POSITION\n");
        return 2;
    }
    if (tb_setup_init(&setup, tb_game_find(argv[text + 1]), 0, &error) ||
        tb_position_parse(position, &setup, argv[text + 2], &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    if (!text)
        return draw_picture(position);
    draw_text(position);
    return 0;
}
