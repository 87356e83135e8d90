/*
 * dorix_draw.c - Dorix on a terminal.
 *
 * A pawn is a slab with its owner's number, one line high; a pile stands on the
 * floor of its square with its top pawn uppermost, so a row of the board is as
 * high as its highest pile. Empty squares of the great diagonals show a stroke.
 */
#include "games/dorix/dorix.h"

enum { ROW_LINES_MIN = 3 };

/* What the board is drawn with; every square is seven characters wide. */
struct frame {
    const char *top, *between, *bottom; /* whole lines */
    const char *side;                   /* between two squares */
    const char *pawn;                   /* with the owner's number, without colour */
    const char *rising, *falling;       /* strokes of the diagonals */
};

static const struct frame frame_unicode = {
    .top = "   ┌───────┬───────┬───────┬───────┐\n",
    .between = "   ├───────┼───────┼───────┼───────┤\n",
    .bottom = "   └───────┴───────┴───────┴───────┘\n",
    .side = "│",
    .pawn = "▐%d▌",
    .rising = "╱",
    .falling = "╲",
};

static const struct frame frame_ascii = {
    .top = "   +-------+-------+-------+-------+\n",
    .between = "   +-------+-------+-------+-------+\n",
    .bottom = "   +-------+-------+-------+-------+\n",
    .side = "|",
    .pawn = "[%d]",
    .rising = "/",
    .falling = "\\",
};

/* Black on the player's colour: cyan, yellow, magenta, green. */
static const char *const pawn_colour[TB_PLAYERS_MAX] = {"30;46", "30;43", "30;45", "30;42"};

static int row_lines(const struct dorix *s, int row)
{
    int lines = ROW_LINES_MIN;

    for (int column = 0; column < DORIX_WIDTH; column++) {
        int height = s->height[row * DORIX_WIDTH + column];

        lines = height > lines ? height : lines;
    }
    return lines;
}

static void draw_pawn(int owner, const struct frame *frame, bool colour, struct text *out)
{
    text_add(out, "  ");
    if (colour)
        text_add(out, "\x1b[%sm %d \x1b[0m", pawn_colour[owner], owner + 1);
    else
        text_add(out, frame->pawn, owner + 1);
    text_add(out, "  ");
}

/* Draws line `line` of a square, counted from its floor. */
static void draw_square(const struct dorix *s, int square, int line, int lines,
                        const struct frame *frame, bool colour, struct text *out)
{
    int height = s->height[square];
    const char *stroke = " ";

    if (line < height) {
        draw_pawn(dorix_owner(s, square, height - 1 - line), frame, colour, out);
        return;
    }
    if (height == 0 && line == lines / 2) {
        if (DORIX_RISING >> square & 1)
            stroke = frame->rising;
        if (DORIX_FALLING >> square & 1)
            stroke = frame->falling;
    }
    text_add(out, "   %s   ", stroke);
}

static void draw_row(const struct dorix *s, int row, const struct frame *frame, bool colour,
                     struct text *out)
{
    int lines = row_lines(s, row);

    for (int line = lines - 1; line >= 0; line--) {
        text_add(out, " %c ", line == lines / 2 ? '1' + row : ' ');
        for (int column = 0; column < DORIX_WIDTH; column++) {
            text_add(out, "%s", frame->side);
            draw_square(s, row * DORIX_WIDTH + column, line, lines, frame, colour, out);
        }
        text_add(out, "%s\n", frame->side);
    }
}

static void draw_hands(const struct dorix *s, enum tb_lang lang, struct text *out)
{
    text_add(out, "%s", in_lang(lang, "in hand: ", "en main : "));
    for (int p = 0; p < s->players; p++)
        text_add(out, in_lang(lang, "%splayer %d: %d", "%sjoueur %d : %d"), p == 0 ? "" : ", ",
                 p + 1, s->hand[p]);
    text_char(out, '\n');
    if (s->players == 4)
        text_add(out, "%s\n",
                 in_lang(lang, "teams: players 1 and 3 against players 2 and 4",
                         "camps : joueurs 1 et 3 contre joueurs 2 et 4"));
}

void dorix_draw(const void *state, const struct tb_style *style, struct text *out)
{
    const struct dorix *s = state;
    const struct frame *frame = style->ascii ? &frame_ascii : &frame_unicode;

    text_add(out, "%s", frame->top);
    for (int row = DORIX_WIDTH - 1; row >= 0; row--) {
        draw_row(s, row, frame, style->colour, out);
        text_add(out, "%s", row > 0 ? frame->between : frame->bottom);
    }
    text_add(out, "       a       b       c       d\n\n");
    draw_hands(s, style->lang, out);
    draw_status(&dorix_game, s, style, out);
}
