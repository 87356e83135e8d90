/*
 * orbital_svg.c - Orbital as a picture: in each square a Base (square), an Antenna (round)
 * and a Thruster (triangle with its point), each with its owner's number.
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

static void list_reach(const void *state, struct text *out)
{
    const struct orbital *s = state;
    unsigned squares = s->last < ORBITAL_PASS && !orbital_over(s) ? orbital_aims(s)[s->last] : 0;

    for (unsigned left = squares; left; left &= left - 1)
        text_add(out, "%s%s", left == squares ? "" : " ",
                 orbital_square_name(__builtin_ctz(left)).text);
}

static void list_holders(const void *state, struct text *out)
{
    const struct orbital *s = state;
    unsigned towers = orbital_complete(s);

    for (unsigned left = towers; left; left &= left - 1) {
        int square = __builtin_ctz(left);

        text_add(out, "%s%s:%d", left == towers ? "" : " ", orbital_square_name(square).text,
                 orbital_majority(s, 0) & orbital_bit(square) ? 1 : 2);
    }
}

const struct picture orbital_picture = {
    .draw = draw_picture,
    .reach = list_reach,
    .holders = list_holders,
};
