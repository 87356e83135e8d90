/*
 * dorix_svg.c - Dorix as data and as a picture: each pile is its top pawn with its number, and
 * below it the owners of all its pawns from bottom to top.
 */
#include "core/message.h"
#include "core/picture.h"
#include "games/dorix/dorix.h"

enum { PITCH = 76, SHOWN = 8 }; /* pawns that fit below a disc */

static void draw_pile(const struct dorix *s, int square, int x, int y, struct svg *svg)
{
    int height = s->height[square], shown = height > SHOWN ? SHOWN - 1 : height;
    char owners[32];
    struct text text = text_into(owners, sizeof owners);

    svg_disc(svg, x, y - 8, 20, dorix_owner(s, square, 0));
    if (height == 1)
        return;
    if (shown < height)
        text_add(&text, "…");
    for (int i = shown - 1; i >= 0; i--)
        text_char(&text, (char)('1' + dorix_owner(s, square, i)));
    svg_text(svg, x, y + 25, 13, svg->colours->ink, owners);
    text = text_into(owners, sizeof owners);
    text_add(&text, "×%d", height);
    svg_text(svg, x + 25, y - 26, 13, svg->colours->ink, owners);
}

static void draw_picture(const void *state, struct svg *svg)
{
    const struct dorix *s = state;
    char hands[96];
    struct text text = text_into(hands, sizeof hands);

    svg_board(svg, DORIX_WIDTH, DORIX_WIDTH, PITCH, 2);
    for (int square = 0; square < DORIX_SQUARES; square++) {
        int x = svg_x(svg, square % DORIX_WIDTH), y = svg_y(svg, square / DORIX_WIDTH);
        bool diagonal = (DORIX_RISING | DORIX_FALLING) >> square & 1;

        svg_rect(svg, x, y, PITCH - 2, PITCH - 2, 4,
                 diagonal ? svg->colours->other : svg->colours->square, svg->colours->line);
        if (s->height[square])
            draw_pile(s, square, x, y, svg);
    }
    text_add(&text, "%s", translate(svg->lang, "In hand: "));
    for (int p = 0; p < s->players; p++)
        text_add(&text, "%s%d (%d)", p ? ", " : "", s->hand[p], p + 1);
    svg_below(svg, 0, hands);
}

/* ---- As data --------------------------------------------------------------------- */

/* The squares of a diagonal that the winners hold, from the first column to the last. */
static void mark_diagonal(const struct dorix *s, unsigned diagonal, int line, struct tb_scene *out)
{
    struct tb_result result = dorix_result(s);
    unsigned held = 0;

    for (int p = 0; p < s->players; p++)
        if (result.winners & 1u << p)
            held |= s->control[p];
    if (diagonal & ~held)
        return;
    for (int column = 0; column < DORIX_WIDTH; column++) {
        int square = column + DORIX_WIDTH * (diagonal == DORIX_RISING ? column : 3 - column);

        scene_mark(out, TB_MARK_WIN, dorix_name(square).text, line);
    }
}

static void describe_scene(const void *state, struct tb_scene *out)
{
    const struct dorix *s = state;

    for (int square = 0; square < DORIX_SQUARES; square++)
        for (int i = s->height[square] - 1; i >= 0; i--)
            scene_piece(out, dorix_name(square).text, "pawn", dorix_owner(s, square, i));
    for (int p = 0; p < s->players; p++)
        scene_supply(out, "pawn", p, s->hand[p], dorix_pawns(s));
    mark_diagonal(s, DORIX_RISING, 0, out);
    mark_diagonal(s, DORIX_FALLING, out->mark_count > 0, out);
}

static void spell_pawn(const struct tb_piece *piece, struct text *out)
{
    text_add(out, "%d", piece->player + 1);
}

static void spell_scene(const void *state, const struct tb_scene *scene, int turn, struct text *out)
{
    const struct dorix *s = state;

    scene_add_squares(scene, spell_pawn, out);
    scene_add_hands(scene, s->players, out);
    text_add(out, " %d", turn + 1);
}

static int board_side(const struct tb_setup *setup)
{
    (void)setup;
    return 4;
}

const struct picture dorix_picture = {
    .draw = draw_picture,
    .side = board_side,
    .scene = describe_scene,
    .spell = spell_scene,
};
