/*
 * orbital_text.c - the spelling of Orbital's squares, pieces and moves.
 *
 * A placement is its kind, its square and, for a Thruster, where it points: Bc2,
 * Ac2, Tc2n.
 */
#include <string.h>

#include "games/orbital/orbital.h"

const char orbital_kind_letters[] = "BTA";
const char orbital_direction_letters[] = "nesw";

/* ---- Pieces and squares -------------------------------------------------------- */

struct orbital_name orbital_square_name(int square)
{
    char column = (char)('a' + square % ORBITAL_SIDE), row = (char)('1' + square / ORBITAL_SIDE);

    return (struct orbital_name){{column, row, '\0'}};
}

int orbital_owner(const struct orbital *s, enum orbital_kind kind, int square)
{
    for (int player = 0; player < 2; player++)
        if (s->pieces[player][kind] & orbital_bit(square))
            return player;
    return -1;
}

int orbital_thruster_shape(const struct orbital *s, int square)
{
    int shape = ORBITAL_SHAPE_NORTH;

    for (uint64_t point = s->points >> square; !(point & 1); point >>= ORBITAL_SQUARES)
        shape++;
    return shape;
}

int orbital_scan_letter(struct scan *scan, const char *letters)
{
    for (int i = 0; letters[i]; i++)
        if (scan_char(scan, letters[i]))
            return i;
    return -1;
}

bool orbital_scan_square(struct scan *scan, int *square)
{
    int column, row;

    if (!scan_square(scan, ORBITAL_SIDE, ORBITAL_SIDE, &column, &row))
        return false;
    *square = row * ORBITAL_SIDE + column;
    return true;
}

bool orbital_scan_shape(struct scan *scan, enum orbital_kind kind, int *shape)
{
    if (kind == ORBITAL_THRUSTER) {
        int direction = orbital_scan_letter(scan, orbital_direction_letters);

        *shape = ORBITAL_SHAPE_NORTH + direction;
        return direction >= 0;
    }
    *shape = kind == ORBITAL_BASE ? ORBITAL_SHAPE_BASE : ORBITAL_SHAPE_ANTENNA;
    return true;
}

bool orbital_scan_placement(struct scan *scan, tb_move *placement)
{
    int kind = orbital_scan_letter(scan, orbital_kind_letters), square, shape;

    if (kind < 0 || !orbital_scan_square(scan, &square) ||
        !orbital_scan_shape(scan, (enum orbital_kind)kind, &shape))
        return false;
    *placement = (tb_move)(shape * ORBITAL_SQUARES + square);
    return true;
}

void orbital_move_text(const void *state, tb_move move, struct text *out)
{
    int shape = orbital_shape(move);
    enum orbital_kind kind = orbital_kind(shape);

    (void)state;
    if (move == ORBITAL_PASS) {
        text_word(out, "pass");
        return;
    }
    text_char(out, orbital_kind_letters[kind]);
    text_word(out, orbital_square_name(orbital_square(move)).text);
    if (kind == ORBITAL_THRUSTER)
        text_char(out, orbital_direction_letters[shape - ORBITAL_SHAPE_NORTH]);
}
