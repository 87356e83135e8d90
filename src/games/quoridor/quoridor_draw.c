/*
 * quoridor_draw.c - Quoridor in a terminal.
 *
 * The board is a grid of characters: squares three wide, grooves between them.
 * Barriers are heavy lines that run through their middle point; open grooves
 * are light dots, so that what blocks is what stands out.
 */
#include "games/quoridor/quoridor.h"

struct pen {
    const char *across, *upright, *middle_across, *middle_upright; /* barriers */
    const char *rim_across, *rim_upright, *corner[4], *dot, *target;
};

static const struct pen unicode_pen = {
    .across = "━━━", .upright = "┃", .middle_across = "━", .middle_upright = "┃",
    .rim_across = "─", .rim_upright = "│", .corner = {"┌", "┐", "└", "┘"},
    .dot = "·", .target = "∘",
};

static const struct pen ascii_pen = {
    .across = "===", .upright = "#", .middle_across = "=", .middle_upright = "#",
    .rim_across = "-", .rim_upright = "|", .corner = {"+", "+", "+", "+"},
    .dot = ".", .target = "o",
};

struct canvas {
    const struct quoridor *q;
    const struct pen *pen;
    bool colour;
    board targets; /* where the pawn to move may go */
    struct edges open;
    struct text *out;
};

static void paint(const struct canvas *c, const char *code, const char *text)
{
    if (c->colour)
        text_add(c->out, "\033[%sm%s\033[0m", code, text);
    else
        text_add(c->out, "%s", text);
}

static void draw_rim(const struct canvas *c, int row_of_corners)
{
    text_add(c->out, "   %s", c->pen->corner[row_of_corners]);
    for (int i = 0; i < 4 * c->q->size - 1; i++)
        text_add(c->out, "%s", c->pen->rim_across);
    text_add(c->out, "%s\n", c->pen->corner[row_of_corners + 1]);
}

static void draw_square(const struct canvas *c, int square)
{
    static const char *const colours[] = {"1;34", "1;31", "1;32", "1;35"};

    for (int p = 0; p < c->q->players; p++) {
        if (c->q->pawn[p] != square)
            continue;
        char label[4] = {' ', (char)('1' + p), ' ', '\0'};

        paint(c, colours[p], label);
        return;
    }
    text_add(c->out, " %s ", c->targets & bit(square) ? c->pen->target : " ");
}

static void draw_row(const struct canvas *c, int row)
{
    int last = c->q->size - 1;

    text_add(c->out, " %d %s", row + 1, c->pen->rim_upright);
    for (int column = 0; column <= last; column++) {
        int square = row * STRIDE + column;

        draw_square(c, square);
        if (column == last)
            text_add(c->out, "%s", c->pen->rim_upright);
        else if (c->open.east & bit(square))
            text_add(c->out, " ");
        else
            paint(c, "1;33", c->pen->upright);
    }
    text_add(c->out, " %d\n", row + 1);
}

/* The groove above a row of squares. */
static void draw_groove(const struct canvas *c, int row)
{
    const struct quoridor *q = c->q;
    int last = q->size - 1;

    text_add(c->out, "   %s", c->pen->rim_upright);
    for (int column = 0; column <= last; column++) {
        int square = row * STRIDE + column;

        if (c->open.north & bit(square))
            text_add(c->out, "   ");
        else
            paint(c, "1;33", c->pen->across);
        if (column == last)
            text_add(c->out, "%s\n", c->pen->rim_upright);
        else if (q->across & bit(square))
            paint(c, "1;33", c->pen->middle_across);
        else if (q->upright & bit(square))
            paint(c, "1;33", c->pen->middle_upright);
        else
            text_add(c->out, "%s", c->pen->dot);
    }
}

static void draw_files(const struct canvas *c)
{
    text_add(c->out, "  ");
    for (int column = 0; column < c->q->size; column++)
        text_add(c->out, "   %c", 'a' + column);
    text_add(c->out, "\n");
}

/* "to row 9", "to column a" */
static void draw_goal(const struct quoridor *q, int player, enum tb_lang lang, struct text *out)
{
    int side = q->players == 2 ? 2 * player : player;

    if (side == 0 || side == 2)
        text_add(out, in_lang(lang, "to row %d", "vers la rangée %d"), side == 0 ? q->size : 1);
    else
        text_add(out, in_lang(lang, "to column %c", "vers la colonne %c"),
                 side == 1 ? 'a' + q->size - 1 : 'a');
}

static void draw_hands(const struct canvas *c, enum tb_lang lang)
{
    const struct quoridor *q = c->q;

    for (int p = 0; p < q->players; p++) {
        char square[3];

        quoridor_square_text(q->pawn[p], square);
        text_add(c->out, in_lang(lang, "player %d on %s, ", "joueur %d en %s, "), p + 1, square);
        draw_goal(q, p, lang, c->out);
        text_add(c->out,
                 in_lang(lang, ": shortest way %d, barriers left %d\n",
                         " : plus court chemin %d, barrières en main %d\n"),
                 quoridor_distance(&c->open, bit(q->pawn[p]), quoridor_goal(q, p)), q->left[p]);
    }
}

void quoridor_draw(const void *state, const struct tb_style *style, struct text *out)
{
    const struct quoridor *q = state;
    struct canvas canvas = {
        .q = q,
        .pen = style->ascii ? &ascii_pen : &unicode_pen,
        .colour = style->colour,
        .targets = quoridor_game.result(q).over ? 0 : quoridor_pawn_targets(q),
        .open = quoridor_edges(q),
        .out = out,
    };

    draw_files(&canvas);
    draw_rim(&canvas, 0);
    for (int row = q->size - 1; row >= 0; row--) {
        draw_row(&canvas, row);
        if (row > 0)
            draw_groove(&canvas, row - 1);
    }
    draw_rim(&canvas, 2);
    draw_files(&canvas);
    draw_hands(&canvas, style->lang);
    draw_status(&quoridor_game, q, style, out);
}
