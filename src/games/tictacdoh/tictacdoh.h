/*
 * tictacdoh.h - Tic Tac Doh: the state, the moves, and what its files share.
 *
 * Squares are numbered row by row on the 5x5 sheet, 0 (a1) to 24 (e5); a mask
 * has bit `square` for each square in it.
 *
 * All pieces in play fit in a 3x3 square that contains c3. Hence no two of them
 * are more than two columns apart, and masks of them can be shifted freely:
 * what wraps from one row of the sheet into the next never meets another piece.
 *
 * The five masks of a state say everything about a square. A stack counts as
 * every size in it; a nest counts as its outermost piece and hides the others:
 *
 *      content   counts as   hides            content   counts as   hides
 *      S         S                            MS        M S
 *      M         M                            SM        M           S
 *      L         L                            ML        L           M
 *      LM        L M                          SML       L           S M
 *      LMS       L M S
 *
 * A move is its size and its square: size * TICTACDOH_MOVE_SIZE + square.
 */
#ifndef TABLIER_TICTACDOH_H
#define TABLIER_TICTACDOH_H

#include "core/bits.h"
#include "core/game.h"

enum {
    TICTACDOH_SIDE = 5, /* of the sheet */
    TICTACDOH_SQUARES = TICTACDOH_SIDE * TICTACDOH_SIDE,
    TICTACDOH_CENTRE = TICTACDOH_SQUARES / 2, /* c3, where the first piece stands */
    TICTACDOH_MOVE_SIZE = 32,
};

enum { TICTACDOH_OPTION_STASH, TICTACDOH_OPTION_TIE };
enum { TICTACDOH_TIE_DRAW, TICTACDOH_TIE_LAST, TICTACDOH_TIE_NEXT };

enum tictacdoh_size { SMALL, MEDIUM, LARGE, SIZES };

struct tictacdoh {
    uint32_t counts[SIZES];     /* squares that count as each size */
    uint32_t hidden[SIZES - 1]; /* squares that hide a small, a medium piece in a nest */
    uint32_t room;              /* squares that fit in 3x3 together with all pieces in play */
    uint8_t left[SIZES];        /* pieces of each size in the stash */
    uint8_t turn;               /* pieces in play modulo players */
    uint8_t players;
    uint8_t stash;              /* pieces of each size at the start */
    uint8_t line;               /* 1 if three squares in line count as one size */
    uint8_t tie;                /* TIE_DRAW, TIE_LAST or TIE_NEXT: an empty stash */
};

_Static_assert(sizeof(struct tictacdoh) == 32, "the state of Tic Tac Doh has padding");

extern const struct tb_game tictacdoh_game;

static inline uint32_t tictacdoh_bit(int square)
{
    return (uint32_t)1 << square;
}

/* Squares with a piece: every content counts as something. */
static inline uint32_t tictacdoh_occupied(const struct tictacdoh *s)
{
    return s->counts[SMALL] | s->counts[MEDIUM] | s->counts[LARGE];
}

/* The outermost columns and rows of a mask. */
struct tictacdoh_extent {
    int left, right, bottom, top;
};

/* The mask is not empty. */
static inline struct tictacdoh_extent tictacdoh_extent(uint32_t mask)
{
    uint32_t columns = (mask | mask >> 5 | mask >> 10 | mask >> 15 | mask >> 20) & 0x1f;

    return (struct tictacdoh_extent){
        .left = bits_first(columns),
        .right = bits_last(columns),
        .bottom = bits_first(mask) / TICTACDOH_SIDE,
        .top = bits_last(mask) / TICTACDOH_SIDE,
    };
}

/* The mask and all squares that touch it in eight directions. Right wherever
 * the result is then limited to squares that fit with the mask in 3x3. */
static inline uint32_t tictacdoh_spread(uint32_t mask)
{
    mask |= mask << 1 | mask >> 1;
    return mask | mask << TICTACDOH_SIDE | mask >> TICTACDOH_SIDE;
}

/* ---- tictacdoh.c: the rules ------------------------------------------------- */

void tictacdoh_init(const struct tb_setup *setup, void *state);
void tictacdoh_play(void *state, tb_move move);

/* The squares where a piece of each size may be put now: none once the game is over. */
void tictacdoh_targets(const struct tictacdoh *s, uint32_t targets[SIZES]);

/* The squares at most two columns and two rows away, which fit with it in 3x3. */
uint32_t tictacdoh_near(int square);

/* All squares of lines of three in a mask of squares that count as one size. */
uint32_t tictacdoh_lines(uint32_t mask);

/* Puts a piece from the stash on a square that accepts it; leaves `line` alone. */
void tictacdoh_put(struct tictacdoh *s, int size, int square);

/* ---- tictacdoh_text.c: notation ---------------------------------------------- */

/* The size that a capital letter means, or -1; and back. */
int tictacdoh_letter_size(char letter);
char tictacdoh_size_letter(int size);

/* Returns the pieces on a square, in order of placing: "", "S", "LM", "SML"... */
const char *tictacdoh_content(const struct tictacdoh *s, int square);

/* Writes the names of the squares, separated by spaces. */
void tictacdoh_list(uint32_t squares, struct text *out);

void tictacdoh_move_text(const void *state, tb_move move, struct text *out);
void tictacdoh_why(const void *state, const char *text, struct tb_reason *out);
void tictacdoh_position_text(const void *state, struct text *out);
int tictacdoh_position_parse(const struct tb_setup *setup, const char *text, void *state,
                             struct tb_error *error);

/* ---- tictacdoh_eval.c: advice to the search ---------------------------------------- */

enum { TICTACDOH_TERMS = 9, TICTACDOH_SCALE = 400 };

/* The evaluation is the sum of the terms' values, each times its weight. */
extern const int tictacdoh_weights[TICTACDOH_TERMS];
void tictacdoh_terms(const void *state, int *terms);

/* ---- tictacdoh_draw.c ---------------------------------------------------------- */

void tictacdoh_draw(const void *state, const struct tb_style *style, struct text *out);

/* ---- tictacdoh_remark.c ---------------------------------------------------------- */

void tictacdoh_remark(const void *state, const tb_move *move, struct text *out);
void tictacdoh_goal(const void *state, int player, struct text *out);

/* ---- The tables of its struct tb_game ------------------------------------------ */

extern const struct advice tictacdoh_advice;
extern const struct solved tictacdoh_solved;
extern const struct picture tictacdoh_picture;
extern const struct tensor tictacdoh_tensor;
extern const struct rating_facts tictacdoh_ratings;
extern const struct themes tictacdoh_themes;

#endif
