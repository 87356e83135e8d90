/*
 * tictacdoh_draw.c - Tic Tac Doh for a terminal.
 *
 * The sheet shows lines around the squares that can still belong to the 3x3
 * grid. A piece is a bar of its letter, wider for a larger one; a stack piles
 * the bars up, a nest shows the outer piece as a hat over what it hides. The piece that
 * was just placed stands between parentheses at the edges of its square.
 *
 * The compact drawing has one line for a row: L+M for a stack, L(M) for a nest. The narrow one is
 * compact without margins in its squares; the parentheses take the place of lines between them.
 */
#include "core/message.h"
#include "games/tictacdoh/tictacdoh.h"

#include <string.h>

enum {
    CELL_WIDTH = 9,
    CELL_HEIGHT = 3,
    NARROW_MARGIN = 2, /* columns of a square that the narrow drawing leaves out on either side */
    LINE_TEXT = 2048,
    USUAL_COLUMNS = 3 + TICTACDOH_SIDE * (CELL_WIDTH + 1) + 1,
    USUAL_LINES = TICTACDOH_SIDE * (CELL_HEIGHT + 1) + 6, /* what ended the game aside */
};

/* The lines of a square from the top, in ASCII; Unicode replaces the strokes. */
struct picture {
    const char *content;
    const char *lines[CELL_HEIGHT];
    const char *compact;
};

/* One drawing in the making. */
struct canvas {
    const struct tictacdoh *s;
    const struct tb_style *style;
    uint32_t targets; /* where a piece can go */
    bool compact;
    int margin; /* columns of a square that are left out on either side */
    int last; /* the square of the piece just placed, -1: none */
};

static const struct picture pictures[] = {
    {"S", {"         ", "         ", "    S    "}, "    S    "},
    {"M", {"         ", "         ", "   MMM   "}, "    M    "},
    {"L", {"         ", "         ", "  LLLLL  "}, "    L    "},
    {"LM", {"         ", "   MMM   ", "  LLLLL  "}, "   L+M   "},
    {"LMS", {"    S    ", "   MMM   ", "  LLLLL  "}, "  L+M+S  "},
    {"MS", {"         ", "    S    ", "   MMM   "}, "   M+S   "},
    {"SM", {"         ", "  /-M-\\  ", "  | S |  "}, "   M(S)  "},
    {"ML", {"         ", " /--L--\\ ", " | MMM | "}, "   L(M)  "},
    {"SML", {" /--L--\\ ", " |/-M-\\| ", " || S || "}, "  L(MS)  "},
};

static const struct picture blank_picture = {
    "", {"         ", "         ", "         "}, "         "};
static const struct picture open_picture = {
    "", {"         ", "    .    ", "         "}, "    .    "};
static const struct picture outside_picture = {
    "", {"         ", "    x    ", "         "}, "    x    "};

/* What the pictures and the marks look like in the style. */
static void draw_glyph(char c, const struct tb_style *style, struct text *out)
{
    static const struct {
        char ascii;
        const char *unicode;
    } strokes[] = {{'/', "╭"}, {'\\', "╮"}, {'-', "─"}, {'|', "│"}, {'.', "·"}, {'x', "×"}};

    for (size_t i = 0; i < sizeof strokes / sizeof *strokes && !style->ascii; i++) {
        if (strokes[i].ascii == c) {
            text_add(out, "%s", strokes[i].unicode);
            return;
        }
    }
    text_char(out, c);
}

/* A letter of a piece: in colour where the piece counts, reversed in a line of three. */
static void draw_letter(const struct tictacdoh *s, int square, int size,
                        const struct tb_style *style, struct text *out)
{
    static const char *const colours[SIZES] = {"31", "38;5;208", "93"}; /* red, orange, yellow */
    uint32_t bit = tictacdoh_bit(square);
    char letter = tictacdoh_size_letter(size);

    if (style->colour && s->counts[size] & bit)
        text_add(out, "\033[1;%s%sm%c\033[0m", colours[size],
                 tictacdoh_lines(s->counts[size]) & bit ? ";7" : "", letter);
    else
        text_char(out, letter);
}

static const struct picture *square_picture(const struct tictacdoh *s, int square, uint32_t targets)
{
    const char *content = tictacdoh_content(s, square);

    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        if (strcmp(pictures[i].content, content) == 0)
            return &pictures[i];
    if (targets & tictacdoh_bit(square))
        return &open_picture;
    return s->room & tictacdoh_bit(square) ? &blank_picture : &outside_picture;
}

/* 1 if the square can still belong to the grid. */
static unsigned has_room(const struct tictacdoh *s, int column, int row)
{
    if (column < 0 || column >= TICTACDOH_SIDE || row < 0 || row >= TICTACDOH_SIDE)
        return 0;
    return s->room >> (row * TICTACDOH_SIDE + column) & 1u;
}

/* The crossing at the lower left corner of a square, made of the strokes that meet there. */
static void draw_crossing(const struct tictacdoh *s, int column, int row,
                          const struct tb_style *style, struct text *out)
{
    static const char *const unicode[16] = {" ", "╵", "╶", "└", "╷", "│", "┌", "├",
                                            "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    unsigned up_left = has_room(s, column - 1, row), up_right = has_room(s, column, row);
    unsigned down_left = has_room(s, column - 1, row - 1);
    unsigned down_right = has_room(s, column, row - 1);
    unsigned strokes = (up_left | up_right) | (up_right | down_right) << 1 |
                       (down_left | down_right) << 2 | (up_left | down_left) << 3;

    if (style->ascii)
        text_char(out, strokes ? '+' : ' ');
    else
        text_add(out, "%s", unicode[strokes]);
}

/* The border below a row; the one above the last row is below row 5, counted from 0. */
static void draw_border(const struct canvas *c, int row, struct text *out)
{
    text_add(out, "   ");
    for (int column = 0; column <= TICTACDOH_SIDE; column++) {
        bool stroke = has_room(c->s, column, row) || has_room(c->s, column, row - 1);

        draw_crossing(c->s, column, row, c->style, out);
        for (int i = 0; i < CELL_WIDTH - 2 * c->margin && column < TICTACDOH_SIDE; i++)
            draw_glyph(stroke ? '-' : ' ', c->style, out);
    }
}

/* The line to the left of a square of a row; in the narrow drawing a parenthesis beside the piece
 * just placed. */
static char line_sign(const struct canvas *c, int row, int column)
{
    bool stroke = has_room(c->s, column, row) || has_room(c->s, column - 1, row);
    int last_column = c->last % TICTACDOH_SIDE, last_row = c->last / TICTACDOH_SIDE;
    bool beside = c->margin && c->last >= 0 && row == last_row;

    if (beside && column == last_column)
        return '(';
    if (beside && column == last_column + 1)
        return ')';
    return stroke ? '|' : ' ';
}

/* What the column `i` of a square shows in a line of it. */
static char cell_sign(const struct canvas *c, int square, const char *picture, bool floor, int i)
{
    bool last = square == c->last && (floor || c->compact);

    if (last && i == 0)
        return '(';
    return last && i == CELL_WIDTH - 1 ? ')' : picture[i];
}

/* One line of a square, from its top. */
static void draw_cell(const struct canvas *c, int square, int line, struct text *out)
{
    const struct picture *picture = square_picture(c->s, square, c->targets);
    const char *signs = c->compact ? picture->compact : picture->lines[line];

    for (int i = c->margin; i < CELL_WIDTH - c->margin; i++) {
        char sign = cell_sign(c, square, signs, line == CELL_HEIGHT - 1, i);
        int size = tictacdoh_letter_size(sign);

        if (size >= 0)
            draw_letter(c->s, square, size, c->style, out);
        else
            draw_glyph(sign, c->style, out);
    }
}

/* Draws line `line` of the `lines` lines of a row of squares. */
static void draw_row(const struct canvas *c, int row, int line, int lines, struct text *out)
{
    text_add(out, " %c ", line == lines / 2 ? '1' + row : ' ');
    for (int column = 0; column <= TICTACDOH_SIDE; column++) {
        draw_glyph(line_sign(c, row, column), c->style, out);
        if (column < TICTACDOH_SIDE)
            draw_cell(c, row * TICTACDOH_SIDE + column, line, out);
    }
}

/* Adds a finished line without the blanks at its end. */
static void draw_line(const struct text *line, struct text *out)
{
    size_t length = line->used;

    while (length > 0 && line->start[length - 1] == ' ')
        length--;
    text_add(out, "%.*s\n", (int)length, line->start);
}

static void draw_sheet(const struct canvas *c, struct text *out)
{
    int lines = c->compact ? 1 : CELL_HEIGHT;
    char buffer[LINE_TEXT];
    struct text line;

    for (int row = TICTACDOH_SIDE; row >= 0; row--) {
        line = text_into(buffer, sizeof buffer);
        draw_border(c, row, &line);
        draw_line(&line, out);
        for (int i = 0; i < lines && row > 0; i++) {
            line = text_into(buffer, sizeof buffer);
            draw_row(c, row - 1, i, lines, &line);
            draw_line(&line, out);
        }
    }
    text_add(out, "   ");
    for (int column = 0, width = CELL_WIDTH - 2 * c->margin; column < TICTACDOH_SIDE; column++)
        text_add(out, "%*c", column == 0 ? width / 2 + 2 : width + 1, 'a' + column);
    text_char(out, '\n');
}

/* How a square with several pieces is to be read. */
static void draw_reading(const struct canvas *c, struct text *out)
{
    const char *lang = c->style->lang;

    if (c->compact)
        text_add(out, "%s\n",
                 translate(lang, "L+M: a stack, both count; L(M): a nest, only L counts"));
    else
        text_add(out, "%s\n",
                 translate(lang,
                           "stack: bars one on another, all its sizes count\nnest: a hat over "
                           "what it hides, only the hat's size counts"));
}

static void draw_legend(const struct canvas *c, struct text *out)
{
    const char *lang = c->style->lang;

    draw_reading(c, out);
    draw_glyph('x', c->style, out);
    text_add(out, "%s", translate(lang, " out of the grid"));
    if (c->targets) {
        text_add(out, "   ");
        draw_glyph('.', c->style, out);
        text_add(out, "%s", translate(lang, " open   blank: touches no piece yet"));
    }
    text_char(out, '\n');
}

/* What ended the game: a line, pieces without a place, or an empty stash. */
static void draw_ending(const struct tictacdoh *s, const struct tb_style *style, struct text *out)
{
    for (int size = SMALL; size < SIZES; size++) {
        uint32_t squares = tictacdoh_lines(s->counts[size]);

        if (!squares)
            continue;
        char list[64];
        struct text text = text_into(list, sizeof list);

        tictacdoh_list(squares, &text);
        text_message(out, style->lang, "line of {size}: {squares}\n",
                     arg_text("size", (char[]){tictacdoh_size_letter(size), '\0'}),
                     arg_and("squares", list));
    }
    if (s->line)
        return;
    if (s->left[SMALL] | s->left[MEDIUM] | s->left[LARGE])
        text_add(out, "%s",
                 translate(style->lang, "no piece of the stash can be placed any more\n"));
    else
        text_add(out, "%s",
                 translate(style->lang, "all pieces are placed, and there is no line\n"));
}

/* The square that a move names, -1 if it names none. */
static int square_of(const char *move)
{
    struct scan scan = {move && tictacdoh_letter_size(*move) >= 0 ? move + 1 : ""};
    int column, row;

    if (!scan_square(&scan, TICTACDOH_SIDE, TICTACDOH_SIDE, &column, &row))
        return -1;
    return row * TICTACDOH_SIDE + column;
}

void tictacdoh_draw(const void *state, const struct tb_style *style, struct text *out)
{
    const struct tictacdoh *s = state;
    uint32_t targets[SIZES];

    bool narrow = style->columns > 0 && style->columns < USUAL_COLUMNS;

    tictacdoh_targets(s, targets);
    uint32_t playable = targets[SMALL] | targets[MEDIUM] | targets[LARGE];
    struct canvas canvas = {
        .s = s,
        .style = style,
        .targets = style->ended ? 0 : playable,
        .compact = narrow || (style->rows > 0 && USUAL_LINES + !style->bare > style->rows),
        .margin = narrow ? NARROW_MARGIN : 0,
        .last = square_of(style->last),
    };

    draw_sheet(&canvas, out);
    draw_legend(&canvas, out);
    text_message(out, style->lang,
                 "stash: small (S) {small}, medium (M) {medium}, large (L) {large}\n",
                 arg_count("small", s->left[SMALL]), arg_count("medium", s->left[MEDIUM]),
                 arg_count("large", s->left[LARGE]));
    if (!playable)
        draw_ending(s, style, out);
    draw_status(&tictacdoh_game, s, style, out);
}
