/*
 * tictacdoh_draw.c - Tic Tac Doh for a terminal.
 *
 * The sheet shows lines around the squares that can still belong to the 3x3
 * grid. A piece is a bar of its letter, wider for a larger one; a stack piles
 * the bars up, a nest shows the outer piece as a hat over what it hides.
 *
 * French words for the ASCII style are chosen without accents.
 */
#include "games/tictacdoh/tictacdoh.h"

#include <string.h>

enum { CELL_WIDTH = 9, CELL_HEIGHT = 3, LINE_TEXT = 2048 };

/* The lines of a square from the top, in ASCII; Unicode replaces the strokes. */
struct picture {
    const char *content;
    const char *lines[CELL_HEIGHT];
};

static const struct picture pictures[] = {
    {"S", {"         ", "         ", "    S    "}},
    {"M", {"         ", "         ", "   MMM   "}},
    {"L", {"         ", "         ", "  LLLLL  "}},
    {"LM", {"         ", "   MMM   ", "  LLLLL  "}},
    {"LMS", {"    S    ", "   MMM   ", "  LLLLL  "}},
    {"MS", {"         ", "    S    ", "   MMM   "}},
    {"SM", {"         ", "  /-M-\\  ", "  | S |  "}},
    {"ML", {"         ", " /--L--\\ ", " | MMM | "}},
    {"SML", {" /--L--\\ ", " |/-M-\\| ", " || S || "}},
};

static const struct picture blank_picture = {"", {"         ", "         ", "         "}};
static const struct picture open_picture = {"", {"         ", "    .    ", "         "}};
static const struct picture outside_picture = {"", {"         ", "    x    ", "         "}};

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

static const struct picture *square_picture(const struct tictacdoh *s, int square,
                                            uint32_t targets)
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
static void draw_border(const struct tictacdoh *s, int row, const struct tb_style *style,
                        struct text *out)
{
    text_add(out, "   ");
    for (int column = 0; column <= TICTACDOH_SIDE; column++) {
        bool stroke = has_room(s, column, row) || has_room(s, column, row - 1);

        draw_crossing(s, column, row, style, out);
        for (int i = 0; i < CELL_WIDTH && column < TICTACDOH_SIDE; i++)
            draw_glyph(stroke ? '-' : ' ', style, out);
    }
}

/* One of the three lines of a row of squares. */
static void draw_row(const struct tictacdoh *s, int row, int line, uint32_t targets,
                     const struct tb_style *style, struct text *out)
{
    text_add(out, " %c ", line == CELL_HEIGHT / 2 ? '1' + row : ' ');
    for (int column = 0; column <= TICTACDOH_SIDE; column++) {
        bool stroke = has_room(s, column, row) || has_room(s, column - 1, row);

        draw_glyph(stroke ? '|' : ' ', style, out);
        if (column == TICTACDOH_SIDE)
            break;
        int square = row * TICTACDOH_SIDE + column;

        for (const char *c = square_picture(s, square, targets)->lines[line]; *c; c++) {
            int size = tictacdoh_letter_size(*c);

            if (size >= 0)
                draw_letter(s, square, size, style, out);
            else
                draw_glyph(*c, style, out);
        }
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

static void draw_sheet(const struct tictacdoh *s, uint32_t targets, const struct tb_style *style,
                       struct text *out)
{
    char buffer[LINE_TEXT];
    struct text line;

    for (int row = TICTACDOH_SIDE; row >= 0; row--) {
        line = text_into(buffer, sizeof buffer);
        draw_border(s, row, style, &line);
        draw_line(&line, out);
        for (int i = 0; i < CELL_HEIGHT && row > 0; i++) {
            line = text_into(buffer, sizeof buffer);
            draw_row(s, row - 1, i, targets, style, &line);
            draw_line(&line, out);
        }
    }
    text_add(out, "        a         b         c         d         e\n");
}

static void draw_legend(bool over, const struct tb_style *style, struct text *out)
{
    const char *nest = in_lang(style->lang, "nest", style->ascii ? "emboitement" : "emboîtement");

    text_add(out,
             in_lang(style->lang,
                     "stack: bars one on another, all its sizes count\n"
                     "%s: a hat over what it hides, only the size of the hat counts\n",
                     "empilement : barres l'une sur l'autre, toutes ses tailles comptent\n"
                     "%s : chapeau sur ce qu'il cache, seule la taille du chapeau compte\n"),
             nest);
    draw_glyph('x', style, out);
    text_add(out, "%s", in_lang(style->lang, " out of the grid", " hors de la grille"));
    if (!over) {
        text_add(out, "   ");
        draw_glyph('.', style, out);
        text_add(out, "%s",
                 in_lang(style->lang, " open to a new piece   blank: touches no piece yet",
                         " case jouable   sans marque : ne touche encore rien"));
    }
    text_char(out, '\n');
}

/* What ended the game: a line, or pieces without a place. */
static void draw_ending(const struct tictacdoh *s, const struct tb_style *style, struct text *out)
{
    for (int size = SMALL; size < SIZES; size++) {
        uint32_t squares = tictacdoh_lines(s->counts[size]);

        if (!squares)
            continue;
        text_add(out, in_lang(style->lang, "line of %c: ", "alignement de %c : "),
                 tictacdoh_size_letter(size));
        tictacdoh_list(squares, style->lang, out);
        text_char(out, '\n');
    }
    if (!s->line && (s->left[SMALL] | s->left[MEDIUM] | s->left[LARGE]))
        text_add(out, "%s",
                 in_lang(style->lang, "no piece of the stash can be placed any more\n",
                         "plus rien de ce qui reste ne peut se poser\n"));
}

void tictacdoh_draw(const void *state, const struct tb_style *style, struct text *out)
{
    const struct tictacdoh *s = state;
    uint32_t targets[SIZES];

    tictacdoh_targets(s, targets);
    uint32_t playable = targets[SMALL] | targets[MEDIUM] | targets[LARGE];

    draw_sheet(s, playable, style, out);
    draw_legend(playable == 0, style, out);
    text_add(out,
             in_lang(style->lang, "stash: small (S) %d, medium (M) %d, large (L) %d\n",
                     "il reste : petites (S) %d, moyennes (M) %d, grandes (L) %d\n"),
             s->left[SMALL], s->left[MEDIUM], s->left[LARGE]);
    if (playable == 0)
        draw_ending(s, style, out);
    draw_status(&tictacdoh_game, s, style, out);
}
