/* nim_svg.c - Nim as a picture and as data: a column of stones for each heap. */
#include "core/picture.h"
#include "games/nim/nim.h"

enum { PITCH = 40 };

static void draw(const void *state, struct svg *svg)
{
    const struct nim *s = state;
    char line[64];
    struct text text = text_into(line, sizeof line);

    svg_board(svg, s->heaps, NIM_STONES, PITCH, 2);
    for (int heap = 0; heap < s->heaps; heap++)
        for (int row = 0; row < s->stones[heap]; row++)
            svg_rect(svg, svg_x(svg, heap), svg_y(svg, row), PITCH - 8, PITCH - 8, PITCH / 2,
                     svg->colours->other, svg->colours->ink);
    text_message(&text, svg->lang, "Stones: {count}", arg_count("count", nim_stones_left(s)));
    svg_below(svg, 0, line);
}

/* Marks a whole heap, by its letter alone. */
static bool mark(const void *state, const char *word, size_t length, struct svg *svg)
{
    const struct nim *s = state;
    int heap = length == 1 ? word[0] - 'a' : -1;

    if (heap < 0 || heap >= s->heaps)
        return false;
    for (int row = 0; row < NIM_STONES; row++)
        svg_ring(svg, heap, row);
    return true;
}

static void describe(const void *state, struct tb_scene *out)
{
    const struct nim *s = state;

    for (int heap = 0; heap < s->heaps; heap++)
        for (int row = 0; row < s->stones[heap]; row++)
            scene_piece(out, (char[]){(char)('a' + heap), (char)('1' + row), '\0'}, "stone", -1);
}

static void spell(const void *state, const struct tb_scene *scene, int turn, struct text *out)
{
    const struct nim *s = state;

    for (int heap = 0; heap < s->heaps; heap++) {
        int stones = 0;

        for (int i = 0; i < scene->piece_count; i++)
            stones += scene->pieces[i].place[0] == 'a' + heap;
        text_add(out, "%s%d", heap ? "/" : "", stones);
    }
    text_add(out, " %d", turn + 1);
}

const struct picture nim_picture = {
    .draw = draw,
    .mark = mark,
    .scene = describe,
    .spell = spell,
};
