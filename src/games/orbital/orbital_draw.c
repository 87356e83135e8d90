/*
 * orbital_draw.c - Orbital drawn for a terminal.
 *
 * A square shows its pieces in the order Base, Thruster, Antenna, each as its letter
 * and its owner's number, the Thruster with an arrow: "B1 T2^ A1". Brackets hold a
 * complete tower; arrowheads or stars mark the squares that the player to move is
 * bound to; parentheses hold the piece that was just placed. Colours only repeat what the signs
 * say.
 *
 * Where columns are few, a square has two lines: the Base and the Antenna, and the Thruster
 * between the marks below.
 */
#include "core/frame.h"
#include "core/message.h"
#include "games/orbital/orbital.h"

enum {
    CELL_WIDTH = 13,
    NARROW_WIDTH = 7,
    USUAL_COLUMNS = 3 + ORBITAL_SIDE * (CELL_WIDTH + 1) + 1,
};

/* The signs of a style, plain or Unicode. */
struct signs {
    const char *arrows[4];
    const char *bound[2]; /* around a square that must be played on */
    const char *nothing;  /* in the place of a missing piece */
};

static const struct signs plain_signs = {
    .arrows = {"^", ">", "v", "<"},
    .bound = {"*", "*"},
    .nothing = ".",
};

static const struct signs unicode_signs = {
    .arrows = {"↑", "→", "↓", "←"},
    .bound = {"▸", "◂"},
    .nothing = "·",
};

/* One drawing in the making. */
struct canvas {
    const struct orbital *s;
    const struct signs *signs;
    const struct frame *frame;
    struct text *out;
    unsigned bound;             /* squares to mark */
    int last_square, last_kind; /* the piece just placed, -1: none */
    bool colour;
    bool narrow;
    const char *lang;
};

enum ink { INK_PLAYER_1, INK_PLAYER_2, INK_BOUND, INK_FAINT };

static void ink(const struct canvas *canvas, enum ink ink, const char *text)
{
    static const char *const codes[] = {
        [INK_PLAYER_1] = "1;34",
        [INK_PLAYER_2] = "1;31",
        [INK_BOUND] = "1;33",
        [INK_FAINT] = "2",
    };

    text_colour(canvas->out, canvas->colour ? codes[ink] : NULL, text);
}

/* ---- The board --------------------------------------------------------------- */

/* One piece or its missing place, in two columns, a Thruster in three. */
static void draw_piece(const struct canvas *canvas, enum orbital_kind kind, int square)
{
    int owner = orbital_owner(canvas->s, kind, square);
    char sign[16];
    struct text text = text_into(sign, sizeof sign);

    if (owner < 0) {
        ink(canvas, INK_FAINT, canvas->signs->nothing);
        text_add(canvas->out, "%s", kind == ORBITAL_THRUSTER ? "  " : " ");
        return;
    }
    text_add(&text, "%c%d", orbital_kind_letters[kind], owner + 1);
    if (kind == ORBITAL_THRUSTER) {
        int direction = orbital_thruster_shape(canvas->s, square) - ORBITAL_SHAPE_NORTH;

        text_add(&text, "%s", canvas->signs->arrows[direction]);
    }
    ink(canvas, owner == 0 ? INK_PLAYER_1 : INK_PLAYER_2, sign);
}

/* The sign at the left (0) or right (1) end of a square. */
static void draw_mark(const struct canvas *canvas, int square, int end)
{
    const struct orbital *s = canvas->s;
    unsigned bit = orbital_bit(square);

    if (canvas->bound & bit)
        ink(canvas, INK_BOUND, canvas->signs->bound[end]);
    else if (orbital_complete(s) & bit)
        ink(canvas, orbital_majority(s, 0) & bit ? INK_PLAYER_1 : INK_PLAYER_2, end ? "]" : "[");
    else
        text_char(canvas->out, ' ');
}

/* True if this piece was just placed. */
static bool is_last(const struct canvas *canvas, int square, int kind)
{
    return square == canvas->last_square && kind == canvas->last_kind;
}

/* Draws the gap between two pieces of a square, or beside one; -1: none on that side. */
static void draw_gap(const struct canvas *canvas, int square, int left, int right)
{
    bool opens = is_last(canvas, square, right), closes = is_last(canvas, square, left);

    text_char(canvas->out, opens ? '(' : closes ? ')' : ' ');
}

static void draw_square(const struct canvas *canvas, int square)
{
    draw_mark(canvas, square, 0);
    for (int kind = ORBITAL_BASE; kind <= ORBITAL_ANTENNA; kind++) {
        draw_gap(canvas, square, kind - 1, kind);
        draw_piece(canvas, kind, square);
    }
    draw_gap(canvas, square, ORBITAL_ANTENNA, -1);
    draw_mark(canvas, square, 1);
}

/* Draws one of the two lines of a narrow square. */
static void draw_narrow_square(const struct canvas *canvas, int square, int line)
{
    if (line == 0) {
        draw_gap(canvas, square, -1, ORBITAL_BASE);
        draw_piece(canvas, ORBITAL_BASE, square);
        draw_gap(canvas, square, ORBITAL_BASE, ORBITAL_ANTENNA);
        draw_piece(canvas, ORBITAL_ANTENNA, square);
        draw_gap(canvas, square, ORBITAL_ANTENNA, -1);
    } else {
        draw_mark(canvas, square, 0);
        draw_gap(canvas, square, -1, ORBITAL_THRUSTER);
        draw_piece(canvas, ORBITAL_THRUSTER, square);
        draw_gap(canvas, square, ORBITAL_THRUSTER, -1);
        draw_mark(canvas, square, 1);
    }
}

static void draw_row(const struct canvas *canvas, int row, int line)
{
    text_add(canvas->out, " %c %s", line == 0 ? '1' + row : ' ', canvas->frame->side);
    for (int column = 0; column < ORBITAL_SIDE; column++) {
        int square = row * ORBITAL_SIDE + column;

        if (canvas->narrow)
            draw_narrow_square(canvas, square, line);
        else
            draw_square(canvas, square);
        text_add(canvas->out, "%s", canvas->frame->side);
    }
    text_char(canvas->out, '\n');
}

static void draw_board(const struct canvas *canvas)
{
    int width = canvas->narrow ? NARROW_WIDTH : CELL_WIDTH, lines = canvas->narrow ? 2 : 1;

    for (int row = ORBITAL_SIDE - 1; row >= 0; row--) {
        frame_rule(canvas->frame, row == ORBITAL_SIDE - 1 ? FRAME_TOP : FRAME_INNER, ORBITAL_SIDE,
                   width, canvas->out);
        for (int line = 0; line < lines; line++)
            draw_row(canvas, row, line);
    }
    frame_rule(canvas->frame, FRAME_BOTTOM, ORBITAL_SIDE, width, canvas->out);
    text_add(canvas->out, "   ");
    for (int column = 0; column < ORBITAL_SIDE; column++)
        text_add(canvas->out, "%*c", column == 0 ? width / 2 + 2 : width + 1, 'a' + column);
    text_char(canvas->out, '\n');
}

/* ---- Below the board ----------------------------------------------------------- */

static void draw_player(const struct canvas *canvas, int player)
{
    const struct orbital *s = canvas->s;
    unsigned towers = orbital_complete(s) & orbital_majority(s, player);
    char name[32];
    struct text text = text_into(name, sizeof name);

    text_message(&text, canvas->lang, "player {number}", arg_count("number", player + 1));
    ink(canvas, player == 0 ? INK_PLAYER_1 : INK_PLAYER_2, name);
    text_add(canvas->out, canvas->narrow ? "%5d%3d%3d%8d" : "%9d%13d%10d%8d",
             s->hand[player][ORBITAL_BASE], s->hand[player][ORBITAL_THRUSTER],
             s->hand[player][ORBITAL_ANTENNA], s->towers[player]);
    for (unsigned left = towers; left; left &= left - 1)
        text_add(canvas->out, "%s%s", left == towers ? ": " : " ",
                 orbital_square_name(__builtin_ctz(left)).text);
    text_char(canvas->out, '\n');
}

/* Says where the player to move is bound to play. */
static void draw_obligation(const struct canvas *canvas, const struct orbital_choice *choice)
{
    ink(canvas, INK_BOUND, canvas->signs->bound[0]);
    text_char(canvas->out, ' ');
    char words[TB_MESSAGE_TEXT];
    struct text obligation = text_into(words, sizeof words);

    orbital_obligation(canvas->s, choice, &obligation);
    text_message(canvas->out, canvas->lang, "{obligation}.", arg_message("obligation", words));
    text_char(canvas->out, '\n');
}

/* Notes the piece that the last move placed, if that is what the text spells. */
static void find_last(struct canvas *canvas, const char *move)
{
    const char *letter = move && *move ? strchr(orbital_kind_letters, *move) : NULL;
    struct scan scan = {letter ? move + 1 : ""};
    int column, row;

    if (!letter || !scan_square(&scan, ORBITAL_SIDE, ORBITAL_SIDE, &column, &row))
        return;
    canvas->last_kind = (int)(letter - orbital_kind_letters);
    canvas->last_square = row * ORBITAL_SIDE + column;
}

void orbital_draw(const void *state, const struct tb_style *style, struct text *out)
{
    const struct orbital *s = state;
    struct canvas canvas = {
        .s = s,
        .signs = style->ascii ? &plain_signs : &unicode_signs,
        .frame = frame_of(style->ascii),
        .out = out,
        .colour = style->colour,
        .narrow = style->columns > 0 && style->columns < USUAL_COLUMNS,
        .lang = style->lang,
        .last_square = -1,
        .last_kind = -1,
    };
    struct orbital_choice choice = {.basis = ORBITAL_ANYWHERE};
    bool over = style->ended || orbital_over(s);

    if (!over)
        choice = orbital_choose(s);
    if (choice.basis == ORBITAL_FORCED || choice.basis == ORBITAL_RELEASED_EMPTY)
        canvas.bound = orbital_choice_squares(&choice);
    find_last(&canvas, style->last);
    draw_board(&canvas);
    text_add(out, "%s%s\n", style->rows > 0 ? "" : "\n",
             canvas.narrow
                 ? translate(style->lang, "in hand     B  T  A  towers")
                 : translate(style->lang, "in hand      Bases    Thrusters  Antennas  towers"));
    draw_player(&canvas, 0);
    draw_player(&canvas, 1);
    if (style->rows == 0)
        text_char(out, '\n');
    if (!over)
        draw_obligation(&canvas, &choice);
    draw_status(&orbital_game, state, style, out);
}

void orbital_draw_marks(const struct tb_style *style, struct text *out)
{
    const struct signs *signs = style->ascii ? &plain_signs : &unicode_signs;

    text_message(out, style->lang, "{left} {right}: you must play on one of these squares.\n",
                 arg_text("left", signs->bound[0]), arg_text("right", signs->bound[1]));
    text_add(out, "%s\n", translate(style->lang, "[ ]: a complete tower."));
}
