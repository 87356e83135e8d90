/*
 * orbital_svg.c - Orbital as data and as a picture: in each square a Base (square), an Antenna
 * (round) and a Thruster (triangle with its point), each with its owner's number.
 */
#include "core/picture.h"
#include "games/orbital/orbital.h"

enum { PITCH = 80 };

static void draw_thruster(const struct orbital *s, int square, int x, int y, struct svg *svg)
{
    static const int points[4][3][2] = {
        {{0, -17}, {15, 13}, {-15, 13}},
        {{17, 0}, {-13, 15}, {-13, -15}},
        {{0, 17}, {-15, -13}, {15, -13}},
        {{-17, 0}, {13, -15}, {13, 15}},
    };
    const int(*p)[2] = points[orbital_thruster_shape(s, square) - ORBITAL_SHAPE_NORTH];
    int owner = orbital_owner(s, ORBITAL_THRUSTER, square);

    svg_add(svg, "<path d=\"M%d %dL%d %dL%d %dZ\" fill=\"%s\" stroke=\"%s\"/>\n", x + p[0][0],
            y + p[0][1], x + p[1][0], y + p[1][1], x + p[2][0], y + p[2][1],
            svg->colours->player[owner], svg->colours->ink);
    svg_text(svg, x, y, 13, svg->colours->light, (char[]){(char)('1' + owner), '\0'});
}

static void draw_tower(const struct orbital *s, int square, int x, int y, struct svg *svg)
{
    int base = orbital_owner(s, ORBITAL_BASE, square);
    int antenna = orbital_owner(s, ORBITAL_ANTENNA, square);

    if (base >= 0) {
        svg_rect(svg, x - 19, y - 18, 28, 28, 2, svg->colours->player[base], svg->colours->ink);
        svg_text(svg, x - 19, y - 18, 14, svg->colours->light,
                 (char[]){(char)('1' + base), '\0'});
    }
    if (antenna >= 0)
        svg_disc(svg, x + 19, y - 18, 15, antenna);
    if (orbital_owner(s, ORBITAL_THRUSTER, square) >= 0)
        draw_thruster(s, square, x, y + 17, svg);
}

static void draw_hand(const struct orbital *s, int player, struct svg *svg)
{
    char hand[96];
    struct text text = text_into(hand, sizeof hand);

    text_message(&text, svg->lang, "{player}: ", arg_player("player", player + 1));
    for (int kind = 0; kind < ORBITAL_KINDS; kind++)
        text_add(&text, "%d %c, ", s->hand[player][kind], orbital_kind_letters[kind]);
    text_message(&text, svg->lang, "towers: {count}", arg_count("count", s->towers[player]));
    svg_below(svg, player, hand);
}

static void draw_picture(const void *state, struct svg *svg)
{
    const struct orbital *s = state;

    svg_board(svg, ORBITAL_SIDE, ORBITAL_SIDE, PITCH, 3);
    for (int square = 0; square < ORBITAL_SQUARES; square++) {
        int x = svg_x(svg, square % ORBITAL_SIDE), y = svg_y(svg, square / ORBITAL_SIDE);
        bool complete = orbital_complete(s) & orbital_bit(square);

        svg_rect(svg, x, y, PITCH - 4, PITCH - 4, 4,
                 complete ? svg->colours->other : svg->colours->square,
                 complete ? svg->colours->ink : svg->colours->line);
        draw_tower(s, square, x, y, svg);
    }
    for (int player = 0; player < 2; player++)
        draw_hand(s, player, svg);
}

/* ---- As data --------------------------------------------------------------------- */

static void add_pieces(const struct orbital *s, int square, struct tb_scene *out)
{
    bool last = !orbital_over(s) && s->last < ORBITAL_PASS && orbital_square(s->last) == square;

    for (int kind = 0; kind < ORBITAL_KINDS; kind++) {
        int owner = orbital_owner(s, (enum orbital_kind)kind, square);
        const char letter[] = {orbital_kind_letters[kind], '\0'};

        if (owner < 0)
            continue;
        struct tb_piece *piece = scene_piece(out, orbital_square_name(square).text, letter, owner);

        if (kind == ORBITAL_THRUSTER)
            piece->way = orbital_direction_letters[orbital_thruster_shape(s, square) -
                                                   ORBITAL_SHAPE_NORTH];
        piece->sends = last && (int)orbital_kind(orbital_shape(s->last)) == kind;
    }
}

static void mark_squares(unsigned squares, enum tb_mark_kind kind, int number, struct tb_scene *out)
{
    for (; squares; squares &= squares - 1)
        scene_mark(out, kind, orbital_square_name(bits_first(squares)).text, number);
}

static void describe_scene(const void *state, struct tb_scene *out)
{
    const struct orbital *s = state;
    struct tb_result result = orbital_game.result(s);

    for (int square = 0; square < ORBITAL_SQUARES; square++)
        add_pieces(s, square, out);
    for (int p = 0; p < 2; p++) {
        unsigned towers = orbital_complete(s) & orbital_majority(s, p);

        for (int kind = 0; kind < ORBITAL_KINDS; kind++)
            scene_supply(out, (char[]){orbital_kind_letters[kind], '\0'}, p, s->hand[p][kind],
                         s->per_kind);
        mark_squares(towers, TB_MARK_HELD, p, out);
        if (result.winners & 1u << p)
            mark_squares(towers, TB_MARK_WIN, 0, out);
    }
    if (s->last < ORBITAL_PASS && !result.over)
        mark_squares(orbital_aims(s)[s->last], TB_MARK_REACH, 0, out);
}

void orbital_spell_piece(const struct tb_piece *piece, struct text *out)
{
    text_add(out, "%s%d", piece->kind, piece->player + 1);
    if (piece->way)
        text_char(out, piece->way);
}

/* The piece that restricts the player to move is one of the other player. */
static void spell_scene(const void *state, const struct tb_scene *scene, int turn, struct text *out)
{
    const struct tb_piece *last = NULL;

    (void)state;
    for (int i = 0; i < scene->piece_count; i++)
        if (scene->pieces[i].sends && scene->pieces[i].player != turn)
            last = &scene->pieces[i];
    scene_add_squares(scene, orbital_spell_piece, out);
    if (last)
        text_add(out, " %s%s%s", last->kind, last->place, (char[]){last->way, '\0'});
    text_add(out, "%s %d", last ? "" : " -", turn + 1);
}

static int board_side(const struct tb_setup *setup)
{
    (void)setup;
    return 4;
}

const struct picture orbital_picture = {
    .draw = draw_picture,
    .side = board_side,
    .scene = describe_scene,
    .spell = spell_scene,
};
