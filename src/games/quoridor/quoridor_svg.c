/* quoridor_svg.c - Quoridor as a picture and as data. */
#include "core/message.h"
#include "core/picture.h"
#include "games/quoridor/quoridor.h"

enum { PITCH = 48, GROOVE = 8 };

/* The barrier whose midpoint is at the upper right of a square. */
static void draw_barrier(struct svg *svg, int column, int row, bool across, const char *fill,
                         const char *stroke)
{
    int x = svg_x(svg, column) + PITCH / 2, y = svg_y(svg, row) - PITCH / 2;
    int length = 2 * PITCH - GROOVE;

    svg_rect(svg, x, y, across ? length : GROOVE, across ? GROOVE : length, 3, fill, stroke);
}

static void draw_barriers(struct svg *svg, quoridor_board set, bool across)
{
    while (set) {
        int square = quoridor_board_take(&set);

        draw_barrier(svg, square % QUORIDOR_STRIDE, square / QUORIDOR_STRIDE, across,
                     svg->colours->barrier, svg->colours->ink);
    }
}

static void draw_squares(struct svg *svg, const struct quoridor *q)
{
    for (int row = 0; row < q->size; row++)
        for (int column = 0; column < q->size; column++)
            svg_rect(svg, svg_x(svg, column), svg_y(svg, row), PITCH - GROOVE, PITCH - GROOVE, 4,
                     svg->colours->square, svg->colours->line);
}

static void draw_picture(const void *state, struct svg *svg)
{
    const struct quoridor *q = state;
    char hands[96];
    struct text text = text_into(hands, sizeof hands);

    svg_board(svg, q->size, q->size, PITCH, 2);
    draw_squares(svg, q);
    draw_barriers(svg, q->across, true);
    draw_barriers(svg, q->upright, false);
    for (int p = 0; p < q->players; p++)
        svg_disc(svg, svg_x(svg, q->pawn[p] % QUORIDOR_STRIDE),
                 svg_y(svg, q->pawn[p] / QUORIDOR_STRIDE), 15, p);
    text_add(&text, "%s", translate(svg->lang, "Barriers left: "));
    for (int p = 0; p < q->players; p++)
        text_add(&text, "%s%d (%d)", p ? ", " : "", q->left[p], p + 1);
    svg_below(svg, 0, hands);
}

static bool mark_picture(const void *state, const char *word, size_t length, struct svg *svg)
{
    const struct quoridor *q = state;
    struct scan scan = {word};
    int column, row;

    if (length != 3 || (word[2] != 'h' && word[2] != 'v') ||
        !scan_square(&scan, q->size - 1, q->size - 1, &column, &row))
        return false;
    draw_barrier(svg, column, row, word[2] == 'h', svg->colours->mark, svg->colours->ink);
    return true;
}

/* ---- As data --------------------------------------------------------------------- */

static void add_barriers(quoridor_board set, char way, struct tb_scene *out)
{
    while (set) {
        char name[TB_PLACE_TEXT] = "";

        quoridor_square_text(quoridor_board_take(&set), name);
        name[2] = way;
        scene_piece(out, name, "barrier", -1);
    }
}

static void mark_goal(const struct quoridor *q, int player, struct tb_scene *out)
{
    for (quoridor_board goal = quoridor_goal(q, player); goal;) {
        char name[3];

        quoridor_square_text(quoridor_board_take(&goal), name);
        scene_mark(out, TB_MARK_GOAL, name, player);
    }
}

static void describe_scene(const void *state, struct tb_scene *out)
{
    const struct quoridor *q = state;
    int barriers = quoridor_board_count(q->across) + quoridor_board_count(q->upright);
    char name[3];

    for (int p = 0; p < q->players; p++) {
        quoridor_square_text(q->pawn[p], name);
        scene_piece(out, name, "pawn", p);
        if (quoridor_bit(q->pawn[p]) & quoridor_goal(q, p))
            scene_mark(out, TB_MARK_WIN, name, 0);
        mark_goal(q, p, out);
        barriers += q->left[p];
    }
    add_barriers(q->across, 'h', out);
    add_barriers(q->upright, 'v', out);
    int share = (barriers - (q->players - 1) * q->extra) / q->players;

    for (int p = 0; p < q->players; p++)
        scene_supply(out, "barrier", p, q->left[p], share + (p > 0) * q->extra);
}

/* The square of a player's pawn; empty if the scene has none. */
static const char *pawn_place(const struct tb_scene *scene, int player)
{
    for (int i = 0; i < scene->piece_count; i++)
        if (scene->pieces[i].player == player)
            return scene->pieces[i].place;
    return "";
}

static void spell_scene(const void *state, const struct tb_scene *scene, int turn, struct text *out)
{
    const struct quoridor *q = state;
    const char *before = " ";

    for (int p = 0; p < q->players; p++)
        text_add(out, "%s%s", p ? "/" : "", pawn_place(scene, p));
    scene_add_hands(scene, q->players, out);
    for (int i = 0; i < scene->piece_count; i++)
        if (scene->pieces[i].player < 0) {
            text_add(out, "%s%s", before, scene->pieces[i].place);
            before = ",";
        }
    text_add(out, "%s %d", *before == ' ' ? " -" : "", turn + 1);
}

static int board_side(const struct tb_setup *setup)
{
    return setup->options[QUORIDOR_OPTION_SIZE];
}

const struct picture quoridor_picture = {
    .draw = draw_picture,
    .side = board_side,
    .mark = mark_picture,
    .scene = describe_scene,
    .spell = spell_scene,
};
