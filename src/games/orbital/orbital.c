/*
 * orbital.c - the rules of Orbital.
 *
 * Everything is done on sets of squares. A set of Thruster placements is four such
 * sets side by side, the lanes of a 64-bit word (north lowest), so rule 2 takes the
 * same dozen operations in every position.
 */
#include "games/orbital/orbital.h"
#include "core/message.h"

#include <string.h>

#define LANES 0x0001000100010001u /* times a set of squares: that set in every lane */
#define FULL 0xffffu

/* Sets of squares around square q. */
#define HERE(q) (1u << (q))
#define BELOW(q) (HERE(q) - 1u)
#define ABOVE(q) (FULL & ~BELOW(q) & ~HERE(q))
#define ROW(q) (0x000fu << ((q) & 12))
#define COLUMN(q) (0x1111u << ((q) & 3))
#define NORTH_OF(q) (COLUMN(q) & ABOVE(q))
#define EAST_OF(q) (ROW(q) & ABOVE(q))
#define SOUTH_OF(q) (COLUMN(q) & BELOW(q))
#define WEST_OF(q) (ROW(q) & BELOW(q))
#define NEXT_TO(q)                                                                                 \
    (((HERE(q) << 4 | HERE(q) >> 4) & FULL) | ((HERE(q) << 1 | HERE(q) >> 1) & ROW(q)))

#define EACH_SQUARE(f)                                                                             \
    f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8), f(9), f(10), f(11), f(12), f(13), f(14), \
        f(15)

const uint16_t orbital_ahead[ORBITAL_PASS] = {
    EACH_SQUARE(NEXT_TO),  EACH_SQUARE(NORTH_OF), EACH_SQUARE(EAST_OF),
    EACH_SQUARE(SOUTH_OF), EACH_SQUARE(WEST_OF),  EACH_SQUARE(HERE),
};

const uint16_t orbital_through[ORBITAL_PASS] = {
    EACH_SQUARE(NEXT_TO), EACH_SQUARE(COLUMN), EACH_SQUARE(ROW),
    EACH_SQUARE(COLUMN),  EACH_SQUARE(ROW),    EACH_SQUARE(HERE),
};

/* By lane, the squares from which a Thruster would point at the edge. */
#define EDGES 0x1111000f8888f000u

/* ---- Placements -------------------------------------------------------------- */

/* The lanes with every square that shares a row, or a column unless `row_only`, with
 * a square of its lane. */
static uint64_t spread_lines(uint64_t lanes, bool row_only)
{
    uint64_t rows = lanes | (lanes >> 1 & 0x7777u * LANES);
    uint64_t columns = lanes | lanes >> 4;

    rows = (rows | rows >> 2) & 0x1111u * LANES;
    columns = (columns | columns >> 8) & 0x000fu * LANES;
    return rows * 0x000fu | (row_only ? 0 : columns * 0x1111u);
}

/* Returns the placements that rules 1 and 2 allow with the pieces in hand. */
static struct orbital_choice choice_open(const struct orbital *s)
{
    const uint8_t *hand = s->hand[s->turn];
    struct orbital_choice open = {.basis = ORBITAL_ANYWHERE};

    if (hand[ORBITAL_BASE])
        open.bases = (uint16_t)~orbital_standing(s, ORBITAL_BASE);
    if (hand[ORBITAL_ANTENNA])
        open.antennas = (uint16_t)~orbital_standing(s, ORBITAL_ANTENNA);
    if (hand[ORBITAL_THRUSTER])
        open.thrusters = ~(orbital_standing(s, ORBITAL_THRUSTER) * LANES | EDGES |
                           spread_lines(s->points, s->rules & ORBITAL_LINE_ROW));
    return open;
}

static struct orbital_choice choice_within(const struct orbital_choice *choice, unsigned squares,
                                           enum orbital_basis basis)
{
    return (struct orbital_choice){
        .bases = (uint16_t)(choice->bases & squares),
        .antennas = (uint16_t)(choice->antennas & squares),
        .thrusters = choice->thrusters & squares * LANES,
        .basis = basis,
    };
}

static bool choice_any(const struct orbital_choice *choice)
{
    return (choice->bases | choice->antennas | choice->thrusters) != 0;
}

unsigned orbital_choice_squares(const struct orbital_choice *choice)
{
    uint64_t lanes = choice->thrusters | choice->thrusters >> 32;

    return choice->bases | choice->antennas | (unsigned)((lanes | lanes >> 16) & FULL);
}

struct orbital_choice orbital_choose(const struct orbital *s)
{
    struct orbital_choice open = choice_open(s), narrow;

    if (!choice_any(&open)) {
        open.basis = ORBITAL_STUCK;
        return open;
    }
    if (s->last >= ORBITAL_PASS)
        return open;
    narrow = choice_within(&open, orbital_aims(s)[s->last], ORBITAL_FORCED);
    if (choice_any(&narrow))
        return narrow;
    open.basis = ORBITAL_RELEASED;
    if (s->rules & ORBITAL_FREE_EMPTY) {
        narrow = choice_within(&open, orbital_empty(s), ORBITAL_RELEASED_EMPTY);
        if (choice_any(&narrow))
            return narrow;
    }
    return open;
}

void orbital_put(struct orbital *s, int player, tb_move placement)
{
    enum orbital_kind kind = orbital_kind(orbital_shape(placement));
    unsigned bit = orbital_bit(orbital_square(placement));

    s->pieces[player][kind] |= (uint16_t)bit;
    s->hand[player][kind]--;
    if (kind == ORBITAL_THRUSTER)
        s->points |= UINT64_C(1) << (placement - ORBITAL_SQUARES);
    if (orbital_complete(s) & bit)
        s->towers[orbital_majority(s, 0) & bit ? 0 : 1]++;
}

/* ---- The game ------------------------------------------------------------------ */

void orbital_init(const struct tb_setup *setup, void *state)
{
    struct orbital *s = state;

    memset(s, 0, sizeof *s);
    s->per_kind = (uint8_t)setup->options[ORBITAL_OPTION_PIECES];
    s->rules = (uint8_t)((setup->options[ORBITAL_OPTION_LINE] ? ORBITAL_LINE_ROW : 0) |
                         (setup->options[ORBITAL_OPTION_FREE] ? ORBITAL_FREE_EMPTY : 0) |
                         (setup->options[ORBITAL_OPTION_REACH] ? ORBITAL_REACH_LINE : 0));
    s->last = ORBITAL_NONE;
    memset(s->hand, s->per_kind, sizeof s->hand);
}

static int orbital_turn(const void *state)
{
    const struct orbital *s = state;

    return s->turn;
}

bool orbital_over(const struct orbital *s)
{
    unsigned in_hand = 0;

    for (int kind = 0; kind < ORBITAL_KINDS; kind++)
        in_hand |= s->hand[0][kind] | s->hand[1][kind];
    return s->towers[0] >= ORBITAL_GOAL || s->towers[1] >= ORBITAL_GOAL || in_hand == 0 ||
           s->last == ORBITAL_PASS_TWICE;
}

/* Writes the members of a set as moves, the lowest bit being move `first`. */
static int list_moves(uint64_t set, tb_move first, tb_move *out)
{
    int count = 0;

    for (; set; set &= set - 1)
        out[count++] = first + (tb_move)bits_first(set);
    return count;
}

int orbital_moves(const void *state, tb_move *out)
{
    const struct orbital *s = state;
    int count;

    if (orbital_over(s))
        return 0;
    struct orbital_choice choice = orbital_choose(s);

    count = list_moves(choice.bases, ORBITAL_SHAPE_BASE * ORBITAL_SQUARES, out);
    count += list_moves(choice.thrusters, ORBITAL_SHAPE_NORTH * ORBITAL_SQUARES, out + count);
    count += list_moves(choice.antennas, ORBITAL_SHAPE_ANTENNA * ORBITAL_SQUARES, out + count);
    if (count == 0)
        out[count++] = ORBITAL_PASS;
    return count;
}

static int orbital_count(const void *state)
{
    const struct orbital *s = state;

    if (orbital_over(s))
        return 0;
    struct orbital_choice choice = orbital_choose(s);

    if (choice.basis == ORBITAL_STUCK)
        return 1;
    return __builtin_popcountll(choice.thrusters) +
           bits_count((unsigned)choice.bases << 16 | choice.antennas);
}

void orbital_play(void *state, tb_move move)
{
    struct orbital *s = state;

    if (move != ORBITAL_PASS)
        orbital_put(s, s->turn, move);
    else if (s->last == ORBITAL_PASS)
        move = ORBITAL_PASS_TWICE;
    s->last = (uint8_t)move;
    s->turn ^= 1;
}

static struct tb_result orbital_result(const void *state)
{
    const struct orbital *s = state;
    struct tb_result result = {.over = orbital_over(s)};

    if (result.over && s->towers[0] != s->towers[1])
        result.winners = s->towers[0] > s->towers[1] ? 1u << 0 : 1u << 1;
    return result;
}

/* ---- Symmetry ------------------------------------------------------------------ */

/*
 * A symmetry is a mirroring of the board, with or without an exchange of the players:
 * number = mirroring + mirrorings * exchange. The bits of a mirroring, carried out in
 * this order, turn east into west, north into south, and rows into columns. The last
 * is none where line=row tells rows from columns.
 */
enum { MIRROR_COLUMNS = 1, MIRROR_ROWS = 2, TRANSPOSE = 4 };

static int mirrorings(const struct orbital *s)
{
    return s->rules & ORBITAL_LINE_ROW ? 4 : 8;
}

static int orbital_symmetries(const void *state)
{
    return 2 * mirrorings(state);
}

/* Exchanges the bits under `low` with those `distance` higher. */
static uint64_t swap_bits(uint64_t x, uint64_t low, int distance)
{
    uint64_t difference = (x ^ x >> distance) & low;

    return x ^ difference ^ difference << distance;
}

/* Mirrors the squares inside each lane. */
static uint64_t mirror_lanes(uint64_t lanes, int mirroring)
{
    if (mirroring & MIRROR_COLUMNS) {
        lanes = swap_bits(lanes, 0x5555u * LANES, 1);
        lanes = swap_bits(lanes, 0x3333u * LANES, 2);
    }
    if (mirroring & MIRROR_ROWS) {
        lanes = swap_bits(lanes, 0x0f0fu * LANES, 4);
        lanes = swap_bits(lanes, 0x00ffu * LANES, 8);
    }
    if (mirroring & TRANSPOSE) {
        lanes = swap_bits(lanes, 0x0a0au * LANES, 3);
        lanes = swap_bits(lanes, 0x00ccu * LANES, 6);
    }
    return lanes;
}

/* Mirrors squares and directions: the lanes themselves change places. */
static uint64_t mirror_points(uint64_t points, int mirroring)
{
    points = mirror_lanes(points, mirroring);
    if (mirroring & MIRROR_COLUMNS)
        points = swap_bits(points, UINT64_C(0xffff) << 16, 32);
    if (mirroring & MIRROR_ROWS)
        points = swap_bits(points, UINT64_C(0xffff), 32);
    if (mirroring & TRANSPOSE)
        points = swap_bits(points, UINT64_C(0x0000ffff0000ffff), 16);
    return points;
}

/* Values from ORBITAL_PASS on mean the same on every board. */
static tb_move mirror_move(tb_move move, int mirroring)
{
    if (move >= ORBITAL_PASS)
        return move;
    if (orbital_kind(orbital_shape(move)) == ORBITAL_THRUSTER) {
        uint64_t point = UINT64_C(1) << (move - ORBITAL_SQUARES);

        return ORBITAL_SQUARES + (tb_move)bits_first(mirror_points(point, mirroring));
    }
    uint64_t bit = mirror_lanes(orbital_bit(orbital_square(move)), mirroring);

    return move - (tb_move)orbital_square(move) + (tb_move)bits_first(bit);
}

static int orbital_transform_player(const void *state, int symmetry, int player)
{
    return symmetry < mirrorings(state) ? player : 1 - player;
}

static tb_move orbital_transform_move(const void *state, int symmetry, tb_move move)
{
    return mirror_move(move, symmetry % mirrorings(state));
}

static void orbital_transform(const void *state, int symmetry, void *out)
{
    const struct orbital *s = state;
    int mirroring = symmetry % mirrorings(s);
    struct orbital image = *s;

    image.points = mirror_points(s->points, mirroring);
    image.last = (uint8_t)mirror_move(s->last, mirroring);
    image.turn = (uint8_t)orbital_transform_player(s, symmetry, s->turn);
    for (int p = 0; p < 2; p++) {
        int to = orbital_transform_player(s, symmetry, p);

        for (int kind = 0; kind < ORBITAL_KINDS; kind++) {
            image.pieces[to][kind] = (uint16_t)mirror_lanes(s->pieces[p][kind], mirroring);
            image.hand[to][kind] = s->hand[p][kind];
        }
        image.towers[to] = s->towers[p];
    }
    memcpy(out, &image, sizeof image);
}

/* ---- Facts ----------------------------------------------------------------------- */

static const char *const line_words[] = {"both", "row", NULL};
static const char *const free_words[] = {"open", "empty", NULL};
static const char *const reach_words[] = {"ahead", "line", NULL};

static const struct tb_option options[] = {
    {
        .size = sizeof(struct tb_option),
        .name = "pieces",
        .min = 3,
        .max = 6,
        .step = 3,
        .defaults = {[2] = 6},
        .text = N_("how many pieces of each kind a player has"),
    },
    {
        .size = sizeof(struct tb_option),
        .name = "line",
        .words = line_words,
        .min = 0,
        .max = 1,
        .step = 1,
        .defaults = {[2] = 0},
        .text = N_("where two Thrusters may not point the same way: on one row or column (both), "
                   "or on one row only (row)"),
    },
    {
        .size = sizeof(struct tb_option),
        .name = "free",
        .words = free_words,
        .min = 0,
        .max = 1,
        .step = 1,
        .defaults = {[2] = 0},
        .text = N_("where to play when the last piece obliges you to the impossible: wherever a "
                   "piece fits (open), or on an empty square if one will do (empty)"),
    },
    {
        .size = sizeof(struct tb_option),
        .name = "reach",
        .words = reach_words,
        .min = 0,
        .max = 1,
        .step = 1,
        .defaults = {[2] = 0},
        .text =
            N_("where a Thruster sends the opponent: to the squares ahead of its point (ahead), or "
               "to the whole row or column along which it points, its own square included (line)"),
    },
    {.name = NULL},
};

const struct tb_game orbital_game = {
    .name = "orbital",
    .title = "Orbital",
    .author = "Mathias Daval",
    .minutes = {10, 10},
    .age = 8,
    .players = PLAYERS(2),
    .repeats = false,
    .options = options,
    .state_size = sizeof(struct orbital),
    .numbers = {{8, 1}, {2, 2 * ORBITAL_KINDS}},
    .moves_max = ORBITAL_MOVES_MAX,
    .move_limit = ORBITAL_MOVE_LIMIT,
    .init = orbital_init,
    .turn = orbital_turn,
    .moves = orbital_moves,
    .play = orbital_play,
    .result = orbital_result,
    .move_text = orbital_move_text,
    .spellings = spell_by_number,
    .why = orbital_why,
    .position_text = orbital_position_text,
    .position_parse = orbital_position_parse,
    .draw = NOT_IN_PAGE(orbital_draw),
    .draw_marks = NOT_IN_PAGE(orbital_draw_marks),
    .symmetries = orbital_symmetries,
    .transform = orbital_transform,
    .transform_move = orbital_transform_move,
    .transform_player = orbital_transform_player,
    .remark = orbital_remark,
    .goal = orbital_goal,
    .count = orbital_count,
    .advice = &orbital_advice,
    .solved = &orbital_solved,
    .picture = &orbital_picture,
    .tensor = NOT_IN_PAGE(&orbital_tensor),
    .themes = &orbital_themes,
    .ratings = NOT_IN_PAGE(&orbital_ratings),
};
