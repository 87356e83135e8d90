/*
 * orbital_tensor.c - Orbital for programs that learn.
 *
 * Actions: 16 squares for a Base, for a Thruster pointing north, east, south, west, for an
 * Antenna; pass.
 * Planes: for each player the pieces of each of these six shapes and the pieces of each
 * kind left; then the piece just placed, the squares that it obliges to, and a pass.
 */
#include "core/tensor.h"
#include "games/orbital/orbital.h"

enum {
    PER_PLAYER = ORBITAL_SHAPES + ORBITAL_KINDS,
    PLANE_LAST = 2 * PER_PLAYER,
    PLANE_AIM,
    PLANE_PASS,
    PLANES,
};

static void shape(const struct tb_setup *setup, int out[TB_SHAPE])
{
    (void)setup;
    out[TB_SHAPE_PLANES] = PLANES;
    out[TB_SHAPE_ROWS] = out[TB_SHAPE_COLUMNS] = ORBITAL_SIDE;
}

static void plane(const struct tb_setup *setup, int number, struct text *out)
{
    static const char *const words[PER_PLAYER] = {
        "Bases of ", "Thrusters to the north of ", "Thrusters to the east of ",
        "Thrusters to the south of ", "Thrusters to the west of ", "Antennas of ",
        "Bases left to ", "Thrusters left to ", "Antennas left to ",
    };
    static const char *const others[] = {
        "the piece just placed", "squares that it obliges to", "a pass was just played",
    };

    (void)setup;
    if (number >= PLANE_LAST) {
        text_add(out, "%s", others[number - PLANE_LAST]);
        return;
    }
    text_add(out, "%s", words[number % PER_PLAYER]);
    tensor_player(out, number / PER_PLAYER);
}

static void put_mask(unsigned mask, float *out)
{
    tensor_mask(out, ORBITAL_SQUARES, mask);
}

static void put_player(const struct orbital *s, int player, float *out)
{
    const uint16_t *own = s->pieces[player];

    put_mask(own[ORBITAL_BASE], out);
    for (int direction = 0; direction < 4; direction++)
        put_mask(own[ORBITAL_THRUSTER] & (unsigned)(s->points >> 16 * direction & 0xffff),
                 out + (ORBITAL_SHAPE_NORTH + direction) * ORBITAL_SQUARES);
    put_mask(own[ORBITAL_ANTENNA], out + ORBITAL_SHAPE_ANTENNA * ORBITAL_SQUARES);
    for (int kind = 0; kind < ORBITAL_KINDS; kind++)
        tensor_fill(out + (ORBITAL_SHAPES + kind) * ORBITAL_SQUARES, ORBITAL_SQUARES,
                    (float)s->hand[player][kind] / (float)s->per_kind);
}

static void observe(const void *state, float *out)
{
    const struct orbital *s = state;

    put_player(s, s->turn, out);
    put_player(s, 1 - s->turn, out + PER_PLAYER * ORBITAL_SQUARES);
    if (s->last < ORBITAL_PASS) {
        put_mask(orbital_bit(orbital_square(s->last)), out + PLANE_LAST * ORBITAL_SQUARES);
        put_mask(orbital_aims(s)[s->last], out + PLANE_AIM * ORBITAL_SQUARES);
    } else if (s->last != ORBITAL_NONE) {
        tensor_fill(out + PLANE_PASS * ORBITAL_SQUARES, ORBITAL_SQUARES, 1);
    }
}

const struct tensor orbital_tensor = {
    .actions = tensor_actions,
    .action_of = tensor_action_of,
    .move_of = tensor_move_of,
    .shape = shape,
    .plane = plane,
    .observe = observe,
};
