/*
 * orbital.h - Orbital: the state, the numbering of moves, and what its files share.
 *
 * Squares are 0..15, a1 first and then along the rows, and sets of squares are
 * masks of 16 bits. A shape is what a piece looks like on the board: Base 0,
 * Thruster pointing north, east, south, west 1..4, Antenna 5. A placement is the
 * move 16 * shape + square, so the Thrusters' moves less 16 fit a mask of 64 bits,
 * one lane of 16 for each direction, and all four directions are handled at once.
 */
#ifndef TABLIER_GAMES_ORBITAL_H
#define TABLIER_GAMES_ORBITAL_H

#include "core/game.h"

enum {
    ORBITAL_SIDE = 4,
    ORBITAL_SQUARES = 16,
    ORBITAL_KINDS = 3,
    ORBITAL_GOAL = 3, /* towers that win at once */
};

enum orbital_kind { ORBITAL_BASE, ORBITAL_THRUSTER, ORBITAL_ANTENNA };

enum orbital_shape {
    ORBITAL_SHAPE_BASE = 0,
    ORBITAL_SHAPE_NORTH = 1, /* then east, south and west */
    ORBITAL_SHAPE_ANTENNA = 5,
    ORBITAL_SHAPES = 6,
};

/* Moves and values of `last` beyond the 96 placements. */
enum {
    ORBITAL_PASS = ORBITAL_SHAPES * ORBITAL_SQUARES,
    ORBITAL_PASS_TWICE, /* the second pass in a row: the game is over */
    ORBITAL_NONE,       /* nothing was played yet */
    ORBITAL_MOVE_LIMIT = ORBITAL_PASS + 1,
    ORBITAL_MOVES_MAX = 80, /* the empty board: 16 Bases, 48 Thrusters, 16 Antennas */
};

enum {
    ORBITAL_OPTION_PIECES,
    ORBITAL_OPTION_LINE,
    ORBITAL_OPTION_FREE,
    ORBITAL_OPTION_REACH,
};

/* Bits of `rules`. */
enum {
    ORBITAL_LINE_ROW = 1,   /* line=row */
    ORBITAL_FREE_EMPTY = 2, /* free=empty */
    ORBITAL_REACH_LINE = 4, /* reach=line */
};

/*
 * On each square at most one piece of each kind stands. `hand` and `towers` follow
 * from the board and are kept for speed. `last` is the placement just made by the
 * player who is not to move, or one of the values above.
 */
struct orbital {
    uint64_t points;                   /* Thrusters of both: bit 16 * direction + square */
    uint16_t pieces[2][ORBITAL_KINDS]; /* by owner: squares */
    uint8_t hand[2][ORBITAL_KINDS];    /* by owner: pieces not yet placed */
    uint8_t towers[2];                 /* complete towers controlled */
    uint8_t last;
    uint8_t turn;
    uint8_t per_kind; /* the option `pieces` */
    uint8_t rules;
};

_Static_assert(sizeof(struct orbital) == 32, "a state without padding");

/* The rule that decides where the player to move may play. */
enum orbital_basis {
    ORBITAL_ANYWHERE,       /* first move or after a pass: rules 1 and 2 only */
    ORBITAL_FORCED,         /* the last piece obliges (rules 3 to 5) */
    ORBITAL_RELEASED,       /* it obliges to the impossible: rules 1 and 2 only */
    ORBITAL_RELEASED_EMPTY, /* likewise, and free=empty: on empty squares */
    ORBITAL_STUCK,          /* no placement at all: pass */
};

/* The legal placements: squares for Bases and Antennas, lanes for Thrusters. */
struct orbital_choice {
    uint64_t thrusters;
    uint16_t bases, antennas;
    enum orbital_basis basis;
};

static inline unsigned orbital_bit(int square)
{
    return 1u << square;
}

static inline int orbital_square(tb_move placement)
{
    return (int)(placement % ORBITAL_SQUARES);
}

static inline int orbital_shape(tb_move placement)
{
    return (int)(placement / ORBITAL_SQUARES);
}

static inline enum orbital_kind orbital_kind(int shape)
{
    if (shape == ORBITAL_SHAPE_BASE)
        return ORBITAL_BASE;
    return shape == ORBITAL_SHAPE_ANTENNA ? ORBITAL_ANTENNA : ORBITAL_THRUSTER;
}

/* Pieces that both players have in hand. */
static inline int orbital_left(const struct orbital *s)
{
    int left = 0;

    for (int kind = 0; kind < ORBITAL_KINDS; kind++)
        left += s->hand[0][kind] + s->hand[1][kind];
    return left;
}

/* Squares where a piece of the kind stands. */
static inline unsigned orbital_standing(const struct orbital *s, enum orbital_kind kind)
{
    return s->pieces[0][kind] | s->pieces[1][kind];
}

/* Squares with no piece at all. */
static inline unsigned orbital_empty(const struct orbital *s)
{
    return 0xffffu & ~(orbital_standing(s, ORBITAL_BASE) | orbital_standing(s, ORBITAL_THRUSTER) |
                       orbital_standing(s, ORBITAL_ANTENNA));
}

/* Squares with all three pieces. */
static inline unsigned orbital_complete(const struct orbital *s)
{
    return orbital_standing(s, ORBITAL_BASE) & orbital_standing(s, ORBITAL_THRUSTER) &
           orbital_standing(s, ORBITAL_ANTENNA);
}

/* Squares where the player has at least two of the pieces. */
static inline unsigned orbital_majority(const struct orbital *s, int player)
{
    const uint16_t *own = s->pieces[player];

    return (own[0] & own[1]) | (own[0] & own[2]) | (own[1] & own[2]);
}

/* ---- orbital.c ------------------------------------------------------------- */

extern const struct tb_game orbital_game;

/* By placement: the squares that it obliges the opponent to play on with reach=ahead.
 * Empty for a Thruster that would point at the edge, and only for that. */
extern const uint16_t orbital_ahead[ORBITAL_PASS];

/* The same with reach=line: a Thruster's whole row or column, its own square included. */
extern const uint16_t orbital_through[ORBITAL_PASS];

/* The table of the two that the rules of the position use. */
static inline const uint16_t *orbital_aims(const struct orbital *s)
{
    return s->rules & ORBITAL_REACH_LINE ? orbital_through : orbital_ahead;
}

/* The empty board with full hands and player 1 to move. */
void orbital_init(const struct tb_setup *setup, void *state);
bool orbital_over(const struct orbital *s);
int orbital_moves(const void *state, tb_move *out);
void orbital_play(void *state, tb_move move);
/* For a position that is not over. */
struct orbital_choice orbital_choose(const struct orbital *s);
/* Squares with at least one placement of the choice. */
unsigned orbital_choice_squares(const struct orbital_choice *choice);
/* Moves a piece from the player's hand to the board. Rules 1 and 2 must allow it. */
void orbital_put(struct orbital *s, int player, tb_move placement);

/* ---- orbital_text.c -------------------------------------------------------- */

extern const char orbital_kind_letters[];      /* by enum orbital_kind */
extern const char orbital_direction_letters[]; /* north, east, south, west */

struct orbital_name {
    char text[3];
};
struct orbital_name orbital_square_name(int square);

/* The owner (from 0) of the piece of a kind on a square, or -1. */
int orbital_owner(const struct orbital *s, enum orbital_kind kind, int square);
int orbital_thruster_shape(const struct orbital *s, int square);

/* Takes one of the letters; its index, or -1. */
int orbital_scan_letter(struct scan *scan, const char *letters);
bool orbital_scan_square(struct scan *scan, int *square);
/* The shape of a kind, whose direction, if it has one, comes next. */
bool orbital_scan_shape(struct scan *scan, enum orbital_kind kind, int *shape);
bool orbital_scan_placement(struct scan *scan, tb_move *placement);

void orbital_move_text(const void *state, tb_move move, struct text *out);

/* ---- orbital_why.c --------------------------------------------------------- */

/* Says where the player to move must play and why, as a sentence without its full
 * stop, spoken to that player. */
void orbital_obligation(const struct orbital *s, const struct orbital_choice *choice,
                        struct text *out);

/* Lists those of the squares at which the last placement aims that are in `squares`, separated
 * by spaces, in the order in which one tells them. */
void orbital_list_aim(const struct orbital *s, unsigned squares, struct text *out);

/* Tells whether the player's hand, rule 1 or rule 2 forbids the placement, and if so
 * how. These hold whatever was played last, and for positions that are set up too. */
bool orbital_forbids_piece(const struct orbital *s, int player, tb_move placement,
                           struct tb_reason *out);

void orbital_why(const void *state, const char *text, struct tb_reason *out);

/* ---- orbital_eval.c -------------------------------------------------------- */

enum { ORBITAL_TERMS = 27, ORBITAL_SCALE = 400 };

/* The evaluation is the sum of the terms' values, each times its weight. */
extern const int orbital_weights[ORBITAL_TERMS];
void orbital_terms(const void *state, int *terms);

/* ---- orbital_position.c ---------------------------------------------------- */

void orbital_position_text(const void *state, struct text *out);
int orbital_position_parse(const struct tb_setup *setup, const char *text, void *state,
                           struct tb_error *error);

/* ---- orbital_remark.c ------------------------------------------------------ */

void orbital_remark(const void *state, const tb_move *move, struct text *out);
void orbital_goal(const void *state, int player, struct text *out);

/* ---- orbital_draw.c -------------------------------------------------------- */

void orbital_draw(const void *state, const struct tb_style *style, struct text *out);
void orbital_draw_marks(const struct tb_style *style, struct text *out);

/* ---- The tables of its struct tb_game ------------------------------------------ */

extern const struct advice orbital_advice;
extern const struct solved orbital_solved;
extern const struct picture orbital_picture;
/* Adds a piece as position strings have it: T2n. */
void orbital_spell_piece(const struct tb_piece *piece, struct text *out);
extern const struct tensor orbital_tensor;
extern const struct rating_facts orbital_ratings;
extern const struct themes orbital_themes;

#endif
