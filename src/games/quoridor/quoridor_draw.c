/*
 * quoridor_draw.c - Quoridor in a terminal.
 *
 * The board is a grid of characters: squares three wide, grooves between them.
 * Barriers are heavy lines that run through their middle point; open grooves
 * are light dots, so that what blocks is what stands out. The barrier that was just
 * placed is a double line, the pawn that just moved stands in parentheses.
 *
 * The compact drawing has the letters of the columns in its rim, and the players beside the
 * board if there are columns for them.
 */
#include <limits.h>

#include "core/frame.h"
#include "games/quoridor/quoridor.h"

enum {
    PANEL_LINES = 4, /* of a player beside the board, the blank one included */
    PANEL_COLUMNS = 20,
};

struct pen {
    const char *across, *upright, *middle_across, *middle_upright; /* barriers */
    const char *last_across, *last_upright, *last_middle_across;   /* the one just placed */
    const char *rim_across, *rim_upright, *corner[4], *dot, *target;
};

static const struct pen unicode_pen = {
    .across = "━━━",
    .upright = "┃",
    .middle_across = "━",
    .middle_upright = "┃",
    .last_across = "═══",
    .last_upright = "║",
    .last_middle_across = "═",
    .rim_across = "─",
    .rim_upright = "│",
    .corner = {"┌", "┐", "└", "┘"},
    .dot = "·",
    .target = "∘",
};

static const struct pen ascii_pen = {
    .across = "===",
    .upright = "#",
    .middle_across = "=",
    .middle_upright = "#",
    .last_across = "***",
    .last_upright = "*",
    .last_middle_across = "*",
    .rim_across = "-",
    .rim_upright = "|",
    .corner = {"+", "+", "+", "+"},
    .dot = ".",
    .target = "o",
};

struct canvas {
    const struct quoridor *q;
    const struct pen *pen;
    bool colour;
    quoridor_board targets; /* where the pawn to move may go */
    struct quoridor_edges open;
    const char *lang;
    struct text *out;
    bool compact;
    bool panel;   /* the players are beside the board */
    bool numbers; /* the rows have their numbers on the right, too */
    int line;                                     /* of the board, from its top */
    quoridor_board last_square, last_across, last_upright; /* the last move, one of them */
};

/* Notes what the last move was, if that is what the text spells. */
static void find_last(struct canvas *c, const char *text)
{
    struct scan scan = {text ? text : ""};
    int column, row;

    if (!scan_square(&scan, c->q->size, c->q->size, &column, &row))
        return;
    quoridor_board square = quoridor_bit(row * QUORIDOR_STRIDE + column);

    if (scan_end(&scan))
        c->last_square = square;
    else if (scan_char(&scan, 'h'))
        c->last_across = square;
    else if (scan_char(&scan, 'v'))
        c->last_upright = square;
}

static void paint(const struct canvas *c, const char *code, const char *text)
{
    text_colour(c->out, c->colour ? code : NULL, text);
}

/* "row 9", "column a" */
static void draw_goal(const struct quoridor *q, int player, const char *lang, struct text *out)
{
    int side = q->players == 2 ? 2 * player : player;

    if (side == 0 || side == 2)
        text_message(out, lang, "row {row}", arg_count("row", side == 0 ? q->size : 1));
    else
        text_message(out, lang, "column {column}",
                     arg_text("column", (char[]){(char)(side == 1 ? 'a' + q->size - 1 : 'a'), 0}));
}

/* "8 steps" to the goal, as if no pawn stood in the way. */
static void draw_steps(const struct canvas *c, int player)
{
    int steps =
        quoridor_distance(&c->open, quoridor_bit(c->q->pawn[player]), quoridor_goal(c->q, player));

    text_message(c->out, c->lang, ": {steps, plural, one {# step} other {# steps}}",
                 arg_count("steps", steps));
}

/* One line of what stands beside the board. */
static void draw_panel(const struct canvas *c, int line)
{
    int player = line / PANEL_LINES;
    char square[3];

    if (player >= c->q->players)
        return;
    quoridor_square_text(c->q->pawn[player], square);
    if (line % PANEL_LINES == 0) {
        text_message(c->out, c->lang, "  player {number} on {square}",
                     arg_count("number", player + 1), arg_text("square", square));
    } else if (line % PANEL_LINES == 1) {
        text_add(c->out, "  ");
        draw_goal(c->q, player, c->lang, c->out);
        draw_steps(c, player);
    } else if (line % PANEL_LINES == 2) {
        text_message(c->out, c->lang, "  barriers: {count}",
                     arg_count("count", c->q->left[player]));
    }
}

static void end_line(struct canvas *c, const char *right)
{
    if (c->panel)
        draw_panel(c, c->line);
    else if (c->numbers)
        text_add(c->out, "%s", right);
    c->line++;
    text_char(c->out, '\n');
}

static void draw_rim(struct canvas *c, int row_of_corners)
{
    text_add(c->out, "   %s", c->pen->corner[row_of_corners]);
    for (int i = 0; i < 4 * c->q->size - 1; i++)
        if (c->compact && i % 4 == 1)
            text_char(c->out, (char)('a' + i / 4));
        else
            text_add(c->out, "%s", c->pen->rim_across);
    text_add(c->out, "%s", c->pen->corner[row_of_corners + 1]);
    end_line(c, "");
}

static void draw_square(const struct canvas *c, int square)
{
    static const char *const colours[] = {"1;34", "1;31", "1;32", "1;35"};

    for (int p = 0; p < c->q->players; p++) {
        if (c->q->pawn[p] != square)
            continue;
        bool last = c->last_square & quoridor_bit(square);
        char label[4] = {last ? '(' : ' ', (char)('1' + p), last ? ')' : ' ', '\0'};

        paint(c, colours[p], label);
        return;
    }
    text_add(c->out, " %s ", c->targets & quoridor_bit(square) ? c->pen->target : " ");
}

static void draw_row(struct canvas *c, int row)
{
    int last = c->q->size - 1;
    quoridor_board placed = c->last_upright | c->last_upright << QUORIDOR_STRIDE;
    char right[8];
    struct text number = text_into(right, sizeof right);

    text_add(c->out, " %d %s", row + 1, c->pen->rim_upright);
    for (int column = 0; column <= last; column++) {
        int square = row * QUORIDOR_STRIDE + column;

        draw_square(c, square);
        if (column == last)
            text_add(c->out, "%s", c->pen->rim_upright);
        else if (c->open.east & quoridor_bit(square))
            text_add(c->out, " ");
        else
            paint(c, "1;33",
                  placed & quoridor_bit(square) ? c->pen->last_upright : c->pen->upright);
    }
    text_add(&number, " %d", row + 1);
    end_line(c, right);
}

/* The groove above a row of squares. */
static void draw_groove(struct canvas *c, int row)
{
    const struct quoridor *q = c->q;
    int last = q->size - 1;
    quoridor_board placed = c->last_across | c->last_across << 1;

    text_add(c->out, "   %s", c->pen->rim_upright);
    for (int column = 0; column <= last; column++) {
        int square = row * QUORIDOR_STRIDE + column;

        if (c->open.north & quoridor_bit(square))
            text_add(c->out, "   ");
        else
            paint(c, "1;33", placed & quoridor_bit(square) ? c->pen->last_across : c->pen->across);
        if (column == last)
            text_add(c->out, "%s", c->pen->rim_upright);
        else if (q->across & quoridor_bit(square))
            paint(c, "1;33",
                  c->last_across & quoridor_bit(square) ? c->pen->last_middle_across
                                                        : c->pen->middle_across);
        else if (q->upright & quoridor_bit(square))
            paint(c, "1;33",
                  c->last_upright & quoridor_bit(square) ? c->pen->last_upright
                                                         : c->pen->middle_upright);
        else
            text_add(c->out, "%s", c->pen->dot);
    }
    end_line(c, "");
}

static void draw_files(const struct canvas *c)
{
    text_add(c->out, "  ");
    for (int column = 0; column < c->q->size; column++)
        text_add(c->out, "   %c", 'a' + column);
    text_add(c->out, "\n");
}

static void draw_hands(const struct canvas *c)
{
    const struct quoridor *q = c->q;

    for (int p = 0; p < q->players; p++) {
        char square[3];

        quoridor_square_text(q->pawn[p], square);
        text_message(c->out, c->lang, "player {number} on {square}, to ",
                     arg_count("number", p + 1), arg_text("square", square));
        draw_goal(q, p, c->lang, c->out);
        draw_steps(c, p);
        text_message(c->out, c->lang, ", barriers left {count}\n", arg_count("count", q->left[p]));
    }
}

/* Draws the part of the panel that does not fit beside a small board. */
static void draw_rest_of_panel(struct canvas *c)
{
    while (c->line < PANEL_LINES * c->q->players - 1) {
        text_add(c->out, "%*s", 4 * c->q->size + 4, "");
        end_line(c, "");
    }
}

void quoridor_draw(const void *state, const struct tb_style *style, struct text *out)
{
    const struct quoridor *q = state;
    int usual = 2 * q->size + 3 + q->players + !style->bare, board = 4 * q->size + 4;
    int columns = style->columns > 0 ? style->columns : INT_MAX;
    bool compact = style->rows > 0 && usual > style->rows;
    struct canvas canvas = {
        .q = q,
        .pen = style->ascii ? &ascii_pen : &unicode_pen,
        .colour = style->colour,
        .targets = style->ended || quoridor_game.result(q).over ? 0 : quoridor_pawn_targets(q),
        .open = quoridor_edges(q),
        .lang = style->lang,
        .out = out,
        .compact = compact,
        .panel = compact && board + PANEL_COLUMNS <= columns,
        .numbers = !compact && board + 2 <= columns,
    };

    find_last(&canvas, style->last);
    if (!canvas.compact)
        draw_files(&canvas);
    draw_rim(&canvas, 0);
    for (int row = q->size - 1; row >= 0; row--) {
        draw_row(&canvas, row);
        if (row > 0)
            draw_groove(&canvas, row - 1);
    }
    draw_rim(&canvas, 2);
    if (!canvas.compact)
        draw_files(&canvas);
    if (canvas.panel)
        draw_rest_of_panel(&canvas);
    else
        draw_hands(&canvas);
    draw_status(&quoridor_game, q, style, out);
}

void quoridor_draw_marks(const struct tb_style *style, struct text *out)
{
    const struct pen *pen = style->ascii ? &ascii_pen : &unicode_pen;

    text_message(out, style->lang, "{across} or {upright}: the barrier of the last move.\n",
                 arg_text("across", pen->last_across), arg_text("upright", pen->last_upright));
    text_message(out, style->lang, "{target}: where the pawn of the player to move may go.\n",
                 arg_text("target", pen->target));
}
