/*
 * dorix_draw.c - Dorix on a terminal.
 *
 * A pawn is a slab with its owner's number, one line high; a pile stands on the
 * floor of its square with its top pawn uppermost, so a row of the board is as
 * high as its highest pile. Empty squares of the great diagonals show a stroke. Where
 * the last move changed something, parentheses stand around it.
 *
 * Where that would be too high, rows are no higher than they must be; and where that is
 * still too high, piles lie: the top pawn, then the numbers of those below it.
 */
#include "core/frame.h"
#include "core/message.h"
#include "games/dorix/dorix.h"

enum {
    ROW_LINES = 3, /* at least, where there is room */
    STANDING_WIDTH = 7,
    LYING_WIDTH = 13, /* of a square whose pile lies, the parentheses included */
    LYING_PAWNS = LYING_WIDTH - 2,
};

/* The characters that squares are drawn with. */
struct signs {
    const char *pawn;             /* with the owner's number, without colour */
    const char *rising, *falling; /* strokes of the diagonals */
};

static const struct signs unicode_signs = {.pawn = "▐%d▌", .rising = "╱", .falling = "╲"};
static const struct signs ascii_signs = {.pawn = "[%d]", .rising = "/", .falling = "\\"};

/* Black on the player's colour: cyan, yellow, magenta, green. */
static const char *const pawn_colour[TB_PLAYERS_MAX] = {"30;46", "30;43", "30;45", "30;42"};

/* One drawing in the making. */
struct canvas {
    const struct dorix *s;
    const struct signs *signs;
    const struct frame *frame;
    struct text *out;
    bool colour;
    bool lying;
    int lines_min; /* of a row of standing piles */
    unsigned last; /* squares that the last move names */
};

static unsigned squares_of(const char *move)
{
    unsigned squares = 0;
    int column, row;

    for (struct scan scan = {move ? move : ""}; !scan_end(&scan);)
        if (scan_square(&scan, DORIX_WIDTH, DORIX_WIDTH, &column, &row))
            squares |= 1u << (row * DORIX_WIDTH + column);
        else
            scan.at++;
    return squares;
}

/* Lines that a pile takes which lies: the top pawn is as wide as three. */
static int lying_lines(int height)
{
    return height == 0 ? 1 : (height + 2 + LYING_PAWNS - 1) / LYING_PAWNS;
}

static int row_lines(const struct canvas *c, int row)
{
    int lines = c->lying ? 1 : c->lines_min;

    for (int column = 0; column < DORIX_WIDTH; column++) {
        int height = c->s->height[row * DORIX_WIDTH + column];
        int wanted = c->lying ? lying_lines(height) : height;

        lines = wanted > lines ? wanted : lines;
    }
    return lines;
}

static void draw_pawn(const struct canvas *c, int owner)
{
    if (c->colour)
        text_add(c->out, "\x1b[%sm %d \x1b[0m", pawn_colour[owner], owner + 1);
    else
        text_add(c->out, c->signs->pawn, owner + 1);
}

/* The stroke of a great diagonal on an empty square. */
static const char *stroke_of(const struct canvas *c, int square)
{
    if (DORIX_RISING >> square & 1)
        return c->signs->rising;
    return DORIX_FALLING >> square & 1 ? c->signs->falling : " ";
}

/* Draws line `line` of a square, counted from its floor. */
static void draw_standing(const struct canvas *c, int square, int line, int lines)
{
    int height = c->s->height[square];
    bool middle = height == 0 && line == lines / 2;
    bool last = c->last >> square & 1 && (middle || line == height - 1);

    if (line < height) {
        text_add(c->out, last ? " (" : "  ");
        draw_pawn(c, dorix_owner(c->s, square, height - 1 - line));
        text_add(c->out, last ? ") " : "  ");
    } else {
        text_add(c->out, last ? "  (%s)  " : "   %s   ", middle ? stroke_of(c, square) : " ");
    }
}

/* Draws line `line` of a square whose pile lies, counted from its top. */
static void draw_lying(const struct canvas *c, int square, int line)
{
    int height = c->s->height[square];
    bool last = c->last >> square & 1 && line == 0;
    int from = line * LYING_PAWNS - (line > 0 ? 2 : 0), used = 0;

    text_char(c->out, last ? '(' : ' ');
    if (height == 0 && line == 0) {
        text_add(c->out, "%*s%s", LYING_PAWNS / 2, "", stroke_of(c, square));
        used = LYING_PAWNS / 2 + 1;
    }
    for (int i = from; i < height && used < LYING_PAWNS; i++) {
        int owner = dorix_owner(c->s, square, i);

        if (i == 0)
            draw_pawn(c, owner);
        else
            text_add(c->out, "%d", owner + 1);
        used += i == 0 ? 3 : 1;
    }
    text_add(c->out, "%*s%c", LYING_PAWNS - used, "", last ? ')' : ' ');
}

static void draw_row(const struct canvas *c, int row)
{
    int lines = row_lines(c, row);

    for (int i = 0; i < lines; i++) {
        int line = lines - 1 - i; /* from the floor */

        text_add(c->out, " %c ", line == lines / 2 ? '1' + row : ' ');
        for (int column = 0; column < DORIX_WIDTH; column++) {
            int square = row * DORIX_WIDTH + column;

            text_add(c->out, "%s", c->frame->side);
            if (c->lying)
                draw_lying(c, square, i);
            else
                draw_standing(c, square, line, lines);
        }
        text_add(c->out, "%s\n", c->frame->side);
    }
}

static void draw_rule(const struct canvas *c, enum frame_rule rule)
{
    frame_rule(c->frame, rule, DORIX_WIDTH, c->lying ? LYING_WIDTH : STANDING_WIDTH, c->out);
}

static void draw_letters(const struct canvas *c)
{
    int width = c->lying ? LYING_WIDTH : STANDING_WIDTH;

    text_add(c->out, "%*s", 4 + width / 2, "");
    for (int column = 0; column < DORIX_WIDTH; column++)
        text_add(c->out, "%c%*s", 'a' + column, column + 1 < DORIX_WIDTH ? width : 0, "");
    text_char(c->out, '\n');
}

static void draw_hands(const struct dorix *s, const char *lang, struct text *out)
{
    text_add(out, "%s", translate(lang, "in hand: "));
    for (int p = 0; p < s->players; p++) {
        bool brief = s->players == 4 && p > 0; /* the line would be too long */

        if (p > 0)
            text_add(out, ", ");
        if (brief)
            text_message(out, lang, "{number}: {count}", arg_count("number", p + 1),
                         arg_count("count", s->hand[p]));
        else
            text_message(out, lang, "player {number}: {count}", arg_count("number", p + 1),
                         arg_count("count", s->hand[p]));
    }
    text_char(out, '\n');
    if (s->players == 4)
        text_add(out, "%s\n", translate(lang, "teams: players 1 and 3 against players 2 and 4"));
}

/* Writes the diagonals that the winners of a finished game hold; returns how many. */
static int held_diagonals(const struct dorix *s, unsigned out[2])
{
    static const unsigned diagonals[] = {DORIX_RISING, DORIX_FALLING};
    unsigned winners = dorix_result(s).winners, piles = 0;
    int count = 0;

    for (int p = 0; p < s->players; p++)
        piles |= winners >> p & 1 ? s->control[p] : 0u;
    for (int i = 0; i < 2; i++)
        if ((piles & diagonals[i]) == diagonals[i])
            out[count++] = diagonals[i];
    return count;
}

/* What ended the game. */
static void draw_ending(const struct dorix *s, const char *lang, struct text *out)
{
    unsigned diagonals[2];

    for (int i = 0, count = held_diagonals(s, diagonals); i < count; i++)
        text_message(out, lang, "diagonal: {squares}\n",
                     arg_and("squares",
                             diagonals[i] == DORIX_RISING ? "a1 b2 c3 d4" : "a4 b3 c2 d1"));
}

/* Lines of the whole drawing, without an empty one. */
static int drawing_lines(const struct canvas *c, const struct tb_style *style)
{
    unsigned held[2];
    int lines = DORIX_WIDTH + 3 + (c->s->players == 4) + c->lying + !style->bare +
                held_diagonals(c->s, held);

    for (int row = 0; row < DORIX_WIDTH; row++)
        lines += row_lines(c, row);
    return lines;
}

/* Makes the drawing as low as it must be. */
static void fit(struct canvas *c, const struct tb_style *style)
{
    while (c->lines_min > 1 && drawing_lines(c, style) > style->rows)
        c->lines_min--;
    c->lying = drawing_lines(c, style) > style->rows;
}

void dorix_draw(const void *state, const struct tb_style *style, struct text *out)
{
    struct canvas canvas = {
        .s = state,
        .signs = style->ascii ? &ascii_signs : &unicode_signs,
        .frame = frame_of(style->ascii),
        .out = out,
        .colour = style->colour,
        .lines_min = ROW_LINES,
        .last = squares_of(style->last),
    };

    if (style->rows > 0)
        fit(&canvas, style);
    draw_rule(&canvas, FRAME_TOP);
    for (int row = DORIX_WIDTH - 1; row >= 0; row--) {
        draw_row(&canvas, row);
        draw_rule(&canvas, row > 0 ? FRAME_INNER : FRAME_BOTTOM);
    }
    draw_letters(&canvas);
    if (style->rows == 0)
        text_char(out, '\n');
    if (canvas.lying)
        text_add(out, "%s\n", translate(style->lang, "every pile from its top down"));
    draw_hands(canvas.s, style->lang, out);
    draw_ending(canvas.s, style->lang, out);
    draw_status(&dorix_game, state, style, out);
}

void dorix_draw_marks(const struct tb_style *style, struct text *out)
{
    const struct signs *signs = style->ascii ? &ascii_signs : &unicode_signs;

    text_message(out, style->lang,
                 "{rising} and {falling}: empty squares of the great diagonals.\n",
                 arg_text("rising", signs->rising), arg_text("falling", signs->falling));
}
