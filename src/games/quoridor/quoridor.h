/*
 * quoridor.h - the state of Quoridor, as bitboards.
 *
 * Every set of squares, barriers or edges is a `board`: bit 9 * row + column, at
 * every board size. A barrier is the bit of the square to the lower left of its
 * midpoint, in `across` if it lies along a row, in `upright` if it stands along
 * a column. The same bit also names the grid point at that midpoint, the upper
 * right corner of the square.
 */
#ifndef TABLIER_QUORIDOR_H
#define TABLIER_QUORIDOR_H

#include "core/game.h"

/* 128 bits: an extension on 64-bit machines, C23 elsewhere. */
#if defined __SIZEOF_INT128__
__extension__ typedef unsigned __int128 quoridor_board;
#elif defined __BITINT_MAXWIDTH__ && __BITINT_MAXWIDTH__ >= 128
typedef unsigned _BitInt(128) quoridor_board;
#else
#error "Quoridor needs 128-bit integers: for 32-bit machines use clang 14 or later."
#endif

enum { QUORIDOR_STRIDE = 9, QUORIDOR_SQUARES = 81 };

/* Moves, in ascending order: pawn to a square, barrier across, barrier upright, pass. */
enum {
    QUORIDOR_ACROSS = QUORIDOR_SQUARES,
    QUORIDOR_UPRIGHT = 2 * QUORIDOR_SQUARES,
    QUORIDOR_PASS = 3 * QUORIDOR_SQUARES,
    QUORIDOR_MOVE_LIMIT,
    QUORIDOR_MOVES_MAX = 144, /* 128 barriers and at most 12 pawn moves */
};

enum {
    QUORIDOR_OPTION_SIZE,
    QUORIDOR_OPTION_WALLS,
    QUORIDOR_OPTION_TURN,
    QUORIDOR_OPTION_EXTRA,
};
enum { QUORIDOR_TURN_BLOCKED, QUORIDOR_TURN_BARRIER };

struct quoridor {
    quoridor_board across, upright;
    uint8_t pawn[TB_PLAYERS_MAX]; /* squares; 0 for missing players */
    uint8_t left[TB_PLAYERS_MAX]; /* barriers in hand */
    uint8_t turn;
    uint8_t players;
    uint8_t size;
    uint8_t turn_rule; /* TURN_BLOCKED or TURN_BARRIER */
    uint8_t extra; /* barriers that everyone but player 0 had more at the start */
    uint8_t spare[3];
};

_Static_assert(sizeof(struct quoridor) == 48, "the state has no padding");

/* The geometry of an empty board of one size. */
struct quoridor_geometry {
    quoridor_board squares;
    quoridor_board north, east; /* squares with a neighbour to the north, to the east */
    quoridor_board anchors;     /* where a barrier can be */
    quoridor_board goal[4];     /* top row, right column, bottom row, left column */
};

/* The edges that can be crossed: from a square northward, from a square eastward. */
struct quoridor_edges {
    quoridor_board north, east;
};

/* The edges that one known way of each player to its goal crosses. */
struct quoridor_ways {
    struct quoridor_edges of[TB_PLAYERS_MAX];
};

enum quoridor_direction { QUORIDOR_NORTH, QUORIDOR_EAST, QUORIDOR_SOUTH, QUORIDOR_WEST };

/* Put together from halves: not every machine can shift 128 bits by a variable. */
static inline quoridor_board quoridor_bit(int square)
{
    uint64_t low = square < 64 ? (uint64_t)1 << square : 0;
    uint64_t high = square < 64 ? 0 : (uint64_t)1 << (square - 64);

    return (quoridor_board)high << 64 | low;
}

static inline bool quoridor_board_has(quoridor_board b, int square)
{
    return (square < 64 ? (uint64_t)b : (uint64_t)(b >> 64)) >> (square & 63) & 1;
}

static inline int quoridor_board_count(quoridor_board b)
{
    return __builtin_popcountll((uint64_t)b) + __builtin_popcountll((uint64_t)(b >> 64));
}

/* The lowest square of a set that is not empty. */
static inline int quoridor_board_first(quoridor_board b)
{
    return (uint64_t)b ? bits_first((uint64_t)b) : 64 + bits_first((uint64_t)(b >> 64));
}

/* Takes the lowest square out of the set. */
static inline int quoridor_board_take(quoridor_board *b)
{
    int square = quoridor_board_first(*b);

    *b &= *b - 1;
    return square;
}

/* The squares reached from `from` by one step in a direction. */
static inline quoridor_board quoridor_board_step(quoridor_board from,
                                                 enum quoridor_direction direction,
                                                 const struct quoridor_edges *open)
{
    switch (direction) {
    case QUORIDOR_NORTH:
        return (from & open->north) << QUORIDOR_STRIDE;
    case QUORIDOR_EAST:
        return (from & open->east) << 1;
    case QUORIDOR_SOUTH:
        return (from >> QUORIDOR_STRIDE) & open->north;
    default:
        return (from >> 1) & open->east;
    }
}

/* The squares within one step of `from`, itself included. */
static inline quoridor_board quoridor_board_spread(quoridor_board from,
                                                   const struct quoridor_edges *open)
{
    return from | (from & open->north) << QUORIDOR_STRIDE |
           ((from >> QUORIDOR_STRIDE) & open->north) | (from & open->east) << 1 |
           ((from >> 1) & open->east);
}

const struct quoridor_geometry *quoridor_geometry(const struct quoridor *q);
struct quoridor_edges quoridor_edges(const struct quoridor *q);
quoridor_board quoridor_goal(const struct quoridor *q, int player);

/* Steps from `from` to the nearest square of `goal`, -1 if there is no way. */
int quoridor_distance(const struct quoridor_edges *open, quoridor_board from, quoridor_board goal);

/* Returns the squares where the player to move may put the pawn. */
quoridor_board quoridor_pawn_targets(const struct quoridor *q);

/* Returns the first player whose last way to the goal this barrier would close, or -1.
 * The barrier must not overlap or cross another. */
int quoridor_shut_in(const struct quoridor *q, quoridor_board across, quoridor_board upright);

/* Sets the places where a barrier neither overlaps nor crosses another. */
void quoridor_free_places(const struct quoridor *q, quoridor_board *across,
                          quoridor_board *upright);

/* ---- quoridor_text.c, quoridor_draw.c ---------------------------------------- */

void quoridor_square_text(int square, char out[3]);
void quoridor_move_text(const void *state, tb_move move, struct text *out);
void quoridor_why(const void *state, const char *text, struct tb_reason *out);
void quoridor_position_text(const void *state, struct text *out);
int quoridor_position_parse(const struct tb_setup *setup, const char *text, void *state,
                            struct tb_error *error);
void quoridor_draw(const void *state, const struct tb_style *style, struct text *out);
void quoridor_draw_marks(const struct tb_style *style, struct text *out);

/* ---- quoridor_symmetry.c ---------------------------------------------------------- */

int quoridor_symmetries(const void *state);
void quoridor_transform(const void *state, int symmetry, void *out);
tb_move quoridor_transform_move(const void *state, int symmetry, tb_move move);
int quoridor_transform_player(const void *state, int symmetry, int player);

/* ---- quoridor_eval.c ------------------------------------------------------------ */

enum { QUORIDOR_SCALE = 420 };

/* The terms of the evaluation and their weights, for tuning. */
enum { QUORIDOR_TERMS = 6 };

extern const int quoridor_weights[QUORIDOR_TERMS];
void quoridor_terms(const void *state, int *terms);

int quoridor_evaluate(const void *state);
/* The same, where the distances are known: of the player to move, and of the other. */
int quoridor_points(const struct quoridor *q, int mine, int yours);

/* ---- quoridor_features.c ---------------------------------------------------------- */

/* Numbers of the network's input features and logits; see quoridor_features.c. */
enum {
    QUORIDOR_FEATURES = 1334,
    QUORIDOR_LOGITS = 224,
    QUORIDOR_LOGITS_MOVE = 9, /* to a move, and to its classes */
    QUORIDOR_BUCKETS = 8,
};

extern const struct tb_game quoridor_game;

/* ---- quoridor_remark.c ---------------------------------------------------------- */

void quoridor_remark(const void *state, const tb_move *move, struct text *out);
void quoridor_goal_text(const void *state, int player, struct text *out);

/* ---- The tables of its struct tb_game ------------------------------------------ */

extern const struct advice quoridor_advice;
/* A beginner's habits, and the personalities: core/advice.h. */
int quoridor_habit(const void *state, tb_move move);
int quoridor_lead(const void *state);
int quoridor_runner(const void *state, tb_move move);
int quoridor_builder(const void *state, tb_move move);
int quoridor_blocker(const void *state, tb_move move);
extern const struct multiplayer_model quoridor_multiplayer;
extern const struct features quoridor_features, quoridor_many_features; /* two players, four */
extern const struct solved quoridor_solved;
extern const struct ending quoridor_ending;
struct whole;
struct whole_values;
struct packed;
struct solved_watch;
int quoridor_whole(const struct tb_setup *setup, int threads, const struct solved_watch *watch,
                   struct whole *out, struct whole_values **values, struct tb_error *error);
struct whole_values *quoridor_after(const void *state, size_t bytes,
                                    const struct solved_watch *watch);
bool quoridor_pack(const void *state, struct packed *out);
void quoridor_unpack(const struct packed *number, const struct tb_setup *setup, void *state);
extern const struct picture quoridor_picture;
extern const struct tensor quoridor_tensor;
extern const struct rating_facts quoridor_ratings;
extern const struct themes quoridor_themes;
extern const struct qtp_rules quoridor_qtp;

#endif
