/* svg.c - SVG pictures: the board, pieces that several games have, marks and arrows. */
#include "core/svg.h"

#include <math.h>
#include <string.h>

const struct svg_colours *svg_theme(bool dark)
{
    static const struct svg_colours themes[] = {
        {
            .page = "#fffdf9", .ink = "#24211c", .soft = "#625b50", .square = "#efe9de",
            .other = "#e2d8c6", .line = "#b9ad99", .light = "#ffffff",
            .player = {"#c8452b", "#2b69b8", "#2d8a57", "#8a4fb0"},
            .size = {"#f6e7b4", "#e3a32f", "#c08f58"},
            .barrier = "#5b3a1e", .mark = "#b8860b", .arrow = "#6a3fb5",
        },
        {
            .page = "#1f2229", .ink = "#e9e6df", .soft = "#a9a69d", .square = "#313641",
            .other = "#3c4250", .line = "#5a6070", .light = "#ffffff",
            .player = {"#d9583d", "#4484d6", "#3f9f69", "#a268c9"},
            .size = {"#f6e7b4", "#e3a32f", "#c08f58"},
            .barrier = "#e0b884", .mark = "#e2a81c", .arrow = "#b79bf0",
        },
    };

    return &themes[dark];
}

void svg_add(struct svg *svg, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    text_add_list(svg->out, format, arguments);
    va_end(arguments);
}

/* ---- Places ------------------------------------------------------------------------- */

int svg_x(const struct svg *svg, int column)
{
    return SVG_MARGIN + column * svg->pitch + svg->pitch / 2;
}

int svg_y(const struct svg *svg, int row)
{
    return SVG_MARGIN / 2 + (svg->rows - 1 - row) * svg->pitch + svg->pitch / 2;
}

static int board_right(const struct svg *svg)
{
    return SVG_MARGIN + svg->columns * svg->pitch;
}

static int board_bottom(const struct svg *svg)
{
    return SVG_MARGIN / 2 + svg->rows * svg->pitch;
}

/* ---- The page -------------------------------------------------------------------------- */

void svg_board(struct svg *svg, int columns, int rows, int pitch, int lines)
{
    svg->columns = columns;
    svg->rows = rows;
    svg->pitch = pitch;
    svg->lines = svg->bare ? lines - 1 : lines;
    int width = board_right(svg) + SVG_MARGIN / 2;
    int height = board_bottom(svg) + SVG_MARGIN + svg->lines * SVG_LINE + SVG_MARGIN / 4;

    svg_add(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\"", width, height);
    if (svg->width > 0)
        svg_add(svg, " width=\"%d\" height=\"%d\"", svg->width,
                (int)((long)svg->width * height / width));
    svg_add(svg, " role=\"img\" font-family=\"sans-serif\">\n");
    svg_add(svg, "<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", width, height,
            svg->colours->page);
    for (int i = 0; i < columns; i++)
        svg_text(svg, svg_x(svg, i), board_bottom(svg) + SVG_MARGIN / 2, 13, svg->colours->soft,
                 (char[]){(char)('a' + i), '\0'});
    for (int i = 0; i < rows; i++)
        svg_text(svg, SVG_MARGIN / 2, svg_y(svg, i), 13, svg->colours->soft,
                 (char[]){(char)('1' + i), '\0'});
}

void svg_end(struct svg *svg)
{
    svg_add(svg, "</svg>\n");
}

/* ---- Shapes ---------------------------------------------------------------------------- */

void svg_rect(struct svg *svg, int x, int y, int width, int height, int round, const char *fill,
              const char *stroke)
{
    svg_add(svg,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\" "
            "stroke=\"%s\"/>\n",
            x - width / 2, y - height / 2, width, height, round, fill, stroke);
}

void svg_text(struct svg *svg, int x, int y, int size, const char *fill, const char *text)
{
    /* Not every renderer knows dominant-baseline. */
    svg_add(svg,
            "<text x=\"%d\" y=\"%d\" dy=\".35em\" font-size=\"%d\" fill=\"%s\" "
            "text-anchor=\"middle\">",
            x, y, size, fill);
    for (; *text && *text != '\n'; text++) {
        if (*text == '<' || *text == '&')
            svg_add(svg, *text == '<' ? "&lt;" : "&amp;");
        else
            text_char(svg->out, *text);
    }
    svg_add(svg, "</text>\n");
}

void svg_disc(struct svg *svg, int x, int y, int radius, int player)
{
    svg_add(svg, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"%s\"/>\n", x, y, radius,
            svg->colours->player[player], svg->colours->ink);
    svg_text(svg, x, y, radius, svg->colours->light, (char[]){(char)('1' + player), '\0'});
}

void svg_below(struct svg *svg, int line, const char *text)
{
    svg_text(svg, (SVG_MARGIN + board_right(svg)) / 2,
             board_bottom(svg) + SVG_MARGIN + SVG_LINE * line + SVG_LINE / 2, 15, svg->colours->ink,
             text);
}

/* ---- Marks and arrows -------------------------------------------------------------------- */

void svg_ring(struct svg *svg, int column, int row)
{
    int side = svg->pitch - 6;

    svg_add(svg,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\" fill=\"none\" "
            "stroke=\"%s\" stroke-width=\"4\" stroke-dasharray=\"8 4\"/>\n",
            svg_x(svg, column) - side / 2, svg_y(svg, row) - side / 2, side, side,
            svg->colours->mark);
}

struct square {
    int column, row;
};

/* Finds the squares in a word of `length` bytes, at most `capacity` of them; the other characters
 * must be those of moves. Returns their number, -1 for a square off the board or another
 * character. */
static int find_squares(const struct svg *svg, const char *word, size_t length,
                        struct square *out, int capacity)
{
    static const char others[] = "BTASMLneswhv>:,";
    int count = 0;

    for (size_t i = 0; i < length; i++) {
        int column = word[i] - 'a', row = i + 1 < length ? word[i + 1] - '1' : -1;

        if (column < 0 || column >= 26 || row < 0 || row > 8) {
            if (!strchr(others, word[i]))
                return -1;
            continue;
        }
        if (column >= svg->columns || row >= svg->rows ||
            (i + 2 < length && word[i + 2] >= '0' && word[i + 2] <= '9'))
            return -1;
        if (count < capacity)
            out[count] = (struct square){column, row};
        count++;
        i++;
    }
    return count;
}

/* Takes the next word; 0 at the end. */
static size_t next_word(const char **words)
{
    *words += strspn(*words, " ");
    return strcspn(*words, " ");
}

bool svg_marks(struct svg *svg, const char *words, const char **bad)
{
    for (size_t length; (length = next_word(&words)); words += length) {
        struct square squares[8];
        int count = find_squares(svg, words, length, squares, 8);

        *bad = words;
        if (count < 1)
            return false;
        for (int i = 0; i < count && i < 8; i++)
            svg_ring(svg, squares[i].column, squares[i].row);
    }
    return true;
}

static void draw_arrow(struct svg *svg, struct square from, struct square to)
{
    double x1 = svg_x(svg, from.column), y1 = svg_y(svg, from.row);
    double dx = svg_x(svg, to.column) - x1, dy = svg_y(svg, to.row) - y1;
    double length = sqrt(dx * dx + dy * dy), head = svg->pitch / 3.0;

    dx /= length;
    dy /= length;
    double start = svg->pitch / 3.0, stop = length - head, x2 = x1 + dx * stop, y2 = y1 + dy * stop;

    svg_add(svg,
            "<path d=\"M%ld %ldL%ld %ld\" stroke=\"%s\" stroke-width=\"6\" "
            "stroke-linecap=\"round\" opacity=\"0.85\"/>\n",
            lround(x1 + dx * start), lround(y1 + dy * start), lround(x2), lround(y2),
            svg->colours->arrow);
    svg_add(svg, "<path d=\"M%ld %ldL%ld %ldL%ld %ldZ\" fill=\"%s\" opacity=\"0.85\"/>\n",
            lround(x1 + dx * length), lround(y1 + dy * length), lround(x2 - dy * head / 2),
            lround(y2 + dx * head / 2), lround(x2 + dy * head / 2), lround(y2 - dx * head / 2),
            svg->colours->arrow);
}

bool svg_arrows(struct svg *svg, const char *words, const char **bad)
{
    for (size_t length; (length = next_word(&words)); words += length) {
        struct square squares[2];

        *bad = words;
        if (length != 5 || words[2] != '>' || find_squares(svg, words, length, squares, 2) != 2 ||
            memcmp(&squares[0], &squares[1], sizeof squares[0]) == 0)
            return false;
        draw_arrow(svg, squares[0], squares[1]);
    }
    return true;
}
