/* svg_api.c - a position as a picture: the game's drawing, then marks, arrows, status. */
#include <string.h>

#include "api/check.h"
#include "core/error.h"
#include "core/picture.h"

/* A game without a picture of its own shows its drawing for terminals. */
static void draw_text(const struct tb_position *position, struct svg *svg)
{
    const struct tb_style style = {.lang = svg->lang};
    char drawing[TB_DRAWING_TEXT], *line = drawing;
    int lines = 1;

    position_draw(position, &style, drawing, sizeof drawing);
    for (const char *c = drawing; *c; c++)
        lines += *c == '\n';
    svg_board(svg, 1, 1, 400, lines);
    for (int i = 0; i < svg->lines; i++) {
        svg_below(svg, i, line);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
}

/* Draws the marks: the game draws the words that it understands, the others are marked as
 * squares. */
static bool draw_marks(const struct tb_position *position, const char *words, struct svg *svg,
                       const char **bad)
{
    const struct picture *picture = position->setup.game->picture;

    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        size_t length = strcspn(words, " ");
        char word[2 * TB_MOVE_TEXT];

        *bad = words;
        if (length >= sizeof word)
            return false;
        memcpy(word, words, length);
        word[length] = '\0';
        if ((!picture || !picture->mark || !picture->mark(&position->state, word, length, svg)) &&
            !svg_marks(svg, word, &(const char *){NULL}))
            return false;
        words += length;
    }
    return true;
}

static void draw_status_line(const struct tb_position *position, struct svg *svg)
{
    const struct tb_style style = {.lang = svg->lang};
    char status[64];
    struct text text = text_into(status, sizeof status);

    draw_status(position->setup.game, &position->state, &style, &text);
    if (status[0] >= 'a' && status[0] <= 'z')
        status[0] += 'A' - 'a';
    svg_below(svg, svg->lines - 1, status);
}

int tb_draw_svg(const struct tb_position *position, const struct tb_picture *given, char *out,
                size_t size, struct tb_error *error)
{
    struct tb_picture picture;
    struct text text = text_into(out, out ? size : 0);
    const char *bad = NULL;
    int code;

    if ((code = position_check(position, error)) ||
        (code = api_read_struct(&picture, given, arrows, error)) ||
        (code = api_check_range("width", picture.width, 0, 100000, error)))
        return code;
    struct svg svg = {
        .out = &text,
        .colours = svg_theme(picture.dark),
        .lang = picture.lang,
        .width = picture.width,
        .bare = picture.bare,
    };

    if (position->setup.game->picture && position->setup.game->picture->draw)
        position->setup.game->picture->draw(&position->state, &svg);
    else
        draw_text(position, &svg);
    if ((picture.marks && !draw_marks(position, picture.marks, &svg, &bad)) ||
        (picture.arrows && !svg_arrows(&svg, picture.arrows, &bad)))
        return error_set(error, TB_ERR_SYNTAX, "''{word}'' names no square to mark or join.",
                         arg_text("word", quote(bad).text));
    if (!picture.bare)
        draw_status_line(position, &svg);
    svg_end(&svg);
    return (int)text.used;
}

int tb_position_scene(const struct tb_position *position, struct tb_scene *scene,
                      struct tb_error *error)
{
    struct tb_scene own = {.size = sizeof own};
    int code = position_check(position, error);

    if (code)
        return code;
    if (!scene)
        return api_missing(error, "scene");
    const struct picture *picture = position->setup.game->picture;

    if (picture && picture->scene)
        picture->scene(&position->state, &own);
    return api_write_struct(scene, &own, marks, error);
}
