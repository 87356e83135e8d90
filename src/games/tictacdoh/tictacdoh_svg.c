/*
 * tictacdoh_svg.c - Tic Tac Doh as data and as a picture, seen from above: a stack shows a square
 * in a square for each of its pieces, a nest its outermost piece with dashed ones inside. The
 * letters say the same, in order of placing.
 */
#include "core/message.h"
#include "core/picture.h"
#include "games/tictacdoh/tictacdoh.h"

enum { PITCH = 60 };

static void draw_content(const struct tictacdoh *s, int square, struct svg *svg)
{
    static const int sides[SIZES] = {12, 26, 40};
    const char *content = tictacdoh_content(s, square);
    int x = svg_x(svg, square % TICTACDOH_SIDE), y = svg_y(svg, square / TICTACDOH_SIDE);

    for (int size = LARGE; size >= SMALL; size--) {
        int side = sides[size];

        if (!strchr(content, tictacdoh_size_letter(size)))
            continue;
        if (s->counts[size] & tictacdoh_bit(square))
            svg_rect(svg, x, y - 7, side, side, 3, svg->colours->size[size], svg->colours->ink);
        else
            svg_add(svg,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
                    "stroke=\"%s\" stroke-dasharray=\"3 3\"/>\n",
                    x - side / 2, y - 7 - side / 2, side, side, svg->colours->ink);
    }
    svg_text(svg, x, y + 21, 13, svg->colours->ink, content);
}

static void draw_picture(const void *state, struct svg *svg)
{
    const struct tictacdoh *s = state;
    char hands[64];
    struct text text = text_into(hands, sizeof hands);

    svg_board(svg, TICTACDOH_SIDE, TICTACDOH_SIDE, PITCH, 2);
    for (int square = 0; square < TICTACDOH_SQUARES; square++) {
        bool room = s->room & tictacdoh_bit(square);

        svg_rect(svg, svg_x(svg, square % TICTACDOH_SIDE), svg_y(svg, square / TICTACDOH_SIDE),
                 PITCH - 2, PITCH - 2, 4, room ? svg->colours->square : svg->colours->page,
                 svg->colours->line);
        if (tictacdoh_occupied(s) & tictacdoh_bit(square))
            draw_content(s, square, svg);
    }
    text_add(&text, "%s", translate(svg->lang, "Left: "));
    for (int size = SMALL; size < SIZES; size++)
        text_add(&text, "%s%d %c", size ? ", " : "", s->left[size], tictacdoh_size_letter(size));
    svg_below(svg, 0, hands);
}

/* ---- As data --------------------------------------------------------------------- */

static void name_square(int square, char name[3])
{
    name[0] = (char)('a' + square % TICTACDOH_SIDE);
    name[1] = (char)('1' + square / TICTACDOH_SIDE);
    name[2] = '\0';
}

/* The lines of three squares that count as one size. */
static void mark_lines(uint32_t counts, struct tb_scene *out)
{
    static const int steps[] = {1, TICTACDOH_SIDE, TICTACDOH_SIDE + 1, TICTACDOH_SIDE - 1};
    int line = out->mark_count / 3;
    char name[3];

    for (int i = 0; i < 4; i++)
        for (uint32_t first = counts & counts >> steps[i] & counts >> 2 * steps[i]; first;
             first &= first - 1, line++)
            for (int k = 0; k < 3; k++) {
                name_square(bits_first(first) + k * steps[i], name);
                scene_mark(out, TB_MARK_WIN, name, line);
            }
}

static void describe_scene(const void *state, struct tb_scene *out)
{
    const struct tictacdoh *s = state;
    char name[3];

    for (int square = 0; square < TICTACDOH_SQUARES; square++) {
        name_square(square, name);
        for (const char *piece = tictacdoh_content(s, square); *piece; piece++)
            scene_piece(out, name, (char[]){*piece, '\0'}, -1);
    }
    for (int size = SMALL; size < SIZES; size++) {
        scene_supply(out, (char[]){tictacdoh_size_letter(size), '\0'}, -1, s->left[size], s->stash);
        mark_lines(s->counts[size], out);
    }
}

static void spell_piece(const struct tb_piece *piece, struct text *out)
{
    text_add(out, "%s", piece->kind);
}

/* The number of pieces shows whose turn it is. */
static void spell_scene(const void *state, const struct tb_scene *scene, int turn, struct text *out)
{
    (void)state;
    (void)turn;
    scene_add_squares(scene, spell_piece, out);
}

static int board_side(const struct tb_setup *setup)
{
    (void)setup;
    return 5;
}

const struct picture tictacdoh_picture = {
    .draw = draw_picture,
    .side = board_side,
    .scene = describe_scene,
    .spell = spell_scene,
};
