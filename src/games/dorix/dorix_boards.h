/*
 * dorix_boards.h - boards of two players as the player to move sees them, for solving all of them
 * (dorix_whole.c): moves, and moves taken back.
 *
 * The pawns of a board are counted in square order, in each pile from the bottom up. A board is
 * then its heights and one bit per pawn, and a pawn more or less shifts the bits after it.
 *
 * The functions that go through boards call `visit` for each; it returns false to end that, and so
 * do they. They are inlined together with `visit`, hence the attribute.
 */
#ifndef TABLIER_GAMES_DORIX_BOARDS_H
#define TABLIER_GAMES_DORIX_BOARDS_H

#include "games/dorix/dorix.h"

struct board {
    uint8_t before[DORIX_SQUARES + 1]; /* pawns on the squares before this one; the last: on all */
    uint32_t own;                      /* bit i: pawn i belongs to the player to move */
};

/* Receives a board as the player sees it who has made the move, or is about to make it. */
typedef bool visit_board(void *context, const struct board *board);

#define INLINED static inline __attribute__((always_inline))

static inline int board_height(const struct board *b, int square)
{
    return b->before[square + 1] - b->before[square];
}

static inline uint32_t bits_below(int count)
{
    return (UINT32_C(1) << count) - 1;
}

/* True if the pile's top pawn belongs to the player to move; false for an empty square. */
static inline bool board_controls(const struct board *b, int square)
{
    int end = b->before[square + 1];

    return end > b->before[square] && b->own >> (end - 1) & 1;
}

/* The same board as the other player sees it. */
static inline struct board board_turned(const struct board *b)
{
    struct board turned = *b;

    turned.own = ~b->own & bits_below(b->before[DORIX_SQUARES]);
    return turned;
}

/* Adds `change` pawns to the heights of a square; the pawns' bits stay as they are. */
static inline void board_raise(struct board *b, int square, int change)
{
    for (int i = 1; i <= DORIX_SQUARES; i++)
        b->before[i] = (uint8_t)(b->before[i] + (i > square ? change : 0));
}

/* Puts `count` pawns on top of a pile, the lowest bit of `own` being the lowest pawn. */
static inline void board_push(struct board *b, int square, uint32_t own, int count)
{
    int end = b->before[square + 1];

    b->own = (b->own & bits_below(end)) | own << end | b->own >> end << (end + count);
    board_raise(b, square, count);
}

/* Takes `count` pawns off a pile. */
static inline void board_pop(struct board *b, int square, int count)
{
    int end = b->before[square + 1];

    b->own = (b->own & bits_below(end - count)) | b->own >> end << (end - count);
    board_raise(b, square, -count);
}

/* The directions in which piles of this height or less are. */
static inline unsigned board_lower(const struct board *b, int square, int height)
{
    unsigned lower = 0;

    for (int d = 0; d < DORIX_DIRECTIONS; d++) {
        int next = dorix_neighbour[square][d];

        if (next != DORIX_OFF_BOARD && board_height(b, next) - 1u < (unsigned)height)
            lower |= 1u << d;
    }
    return lower;
}

/* 1 if the player to move has won, -1 if the other has, else 0. */
static inline int board_result(const struct board *b)
{
    static const uint8_t lines[2][DORIX_WIDTH] = {{0, 5, 10, 15}, {3, 6, 9, 12}};
    bool ours = false, theirs = false;

    for (int line = 0; line < 2; line++) {
        int held = 0, piles = 0;

        for (int i = 0; i < DORIX_WIDTH; i++) {
            piles += board_height(b, lines[line][i]) > 0;
            held += board_controls(b, lines[line][i]);
        }
        ours = ours || held == DORIX_WIDTH;
        theirs = theirs || (piles == DORIX_WIDTH && held == 0);
    }
    return ours - theirs;
}

/* ---- Moves ---------------------------------------------------------------------------------- */

/* Goes through the ways in which the pawns fall that are on `place` after a pawn was put there.
 * `origin`: a square to which a single pawn must not fall, or -1. */
INLINED bool each_fall(const struct board *middle, int place, unsigned lower, int origin,
                       visit_board *visit, void *context)
{
    const uint8_t *next = dorix_neighbour[place];
    int height = board_height(middle, place) + 1, receivers = bits_count(lower);
    int count = receivers < height ? receivers : height;
    struct board rest = *middle;
    int end = middle->before[place + 1];
    int ours = 1 + bits_count(middle->own >> (end - count + 1) & bits_below(count - 1));

    board_pop(&rest, place, count - 1);
    for (unsigned a = lower; a; a = (a - 1) & lower) {
        if (bits_count(a) != ours)
            continue;
        unsigned left = lower & ~a;

        for (unsigned c = left;; c = (c - 1) & left) {
            if (bits_count(c) == count - ours &&
                !(count == 1 && origin >= 0 && next[bits_first(a)] == origin)) {
                struct board after = rest;

                for (unsigned d = a | c; d; d &= d - 1)
                    board_push(&after, next[bits_first(d)], a >> bits_first(d) & 1, 1);
                if (!visit(context, &after))
                    return false;
            }
            if (c == 0)
                break;
        }
    }
    return true;
}

/* Goes through the boards after a pawn is placed. `lift`: where it came from, -1: the hand.
 * `barred`: the board must change. */
INLINED bool each_placement(const struct board *middle, int lift, bool barred, visit_board *visit,
                            void *context)
{
    for (int place = 0; place < DORIX_SQUARES; place++) {
        int height = board_height(middle, place);
        unsigned lower = height ? board_lower(middle, place, height) : 0;

        if (height && !board_controls(middle, place))
            continue;
        if (lower) {
            if (!each_fall(middle, place, lower, barred ? lift : -1, visit, context))
                return false;
        } else if (!barred || place != lift) {
            struct board after = *middle;

            board_push(&after, place, 1, 1);
            if (!visit(context, &after))
                return false;
        }
    }
    return true;
}

/* Goes through the boards after each move but a pass. */
INLINED bool each_move(const struct board *b, bool in_hand, bool barred, visit_board *visit,
                       void *context)
{
    if (in_hand)
        return each_placement(b, -1, false, visit, context);
    for (int lift = 0; lift < DORIX_SQUARES; lift++)
        if (board_controls(b, lift)) {
            struct board middle = *b;

            board_pop(&middle, lift, 1);
            if (!each_placement(&middle, lift, barred, visit, context))
                return false;
        }
    return true;
}

/* ---- Moves taken back ------------------------------------------------------------------------ */

/* Goes through the boards from which lifting a pawn leads to `middle`, except from `barred`. */
INLINED bool each_origin(const struct board *middle, int barred, visit_board *visit, void *context)
{
    for (int lift = 0; lift < DORIX_SQUARES; lift++) {
        struct board origin = *middle;

        if (lift == barred)
            continue;
        board_push(&origin, lift, 1, 1);
        if (!visit(context, &origin))
            return false;
    }
    return true;
}

/* Goes through the boards from which pawns fell from `place` in the directions of `fallen`. */
INLINED bool each_unfall(const struct board *b, int place, unsigned fallen, bool barred,
                         visit_board *visit, void *context)
{
    const uint8_t *next = dorix_neighbour[place];
    int count = bits_count(fallen), height = board_height(b, place) + count, ours = 0;
    struct board rest = *b;

    for (unsigned d = fallen; d; d &= d - 1) {
        int square = next[bits_first(d)];

        if (board_height(b, square) < 2)
            return true;
        ours += board_controls(b, square);
        board_pop(&rest, square, 1);
    }
    unsigned lower = board_lower(&rest, place, height - 1);

    if ((fallen & ~lower) || (lower != fallen && height != count))
        return true;
    if (count == 1)
        return ours == 0 || !board_controls(b, place) ||
               each_origin(&rest, barred ? next[bits_first(fallen)] : -1, visit, context);
    /* The top two were the player's own, the one that was placed and the one below it. */
    for (uint32_t order = 0; order < 1u << (count - 2); order++)
        if (bits_count(order) == ours - 2) {
            struct board middle = rest;

            board_push(&middle, place, order | 1u << (count - 2), count - 1);
            if (!each_origin(&middle, -1, visit, context))
                return false;
        }
    return true;
}

/* Goes through the boards before each move but a pass that leads to `b`, which the player sees who
 * made the move. Hands are empty. */
INLINED bool each_move_back(const struct board *b, bool barred, visit_board *visit, void *context)
{
    for (int place = 0; place < DORIX_SQUARES; place++) {
        int height = board_height(b, place), below = b->before[place + 1] - 2;

        if (board_controls(b, place) &&
            (height == 1 || (b->own >> below & 1 && !board_lower(b, place, height - 1)))) {
            struct board middle = *b;

            board_pop(&middle, place, 1);
            if (!each_origin(&middle, barred ? place : -1, visit, context))
                return false;
        }
        for (unsigned fallen = 1; fallen < 1u << DORIX_DIRECTIONS; fallen++) {
            bool there = true;

            for (unsigned d = fallen; d; d &= d - 1)
                there = there && dorix_neighbour[place][bits_first(d)] != DORIX_OFF_BOARD;
            if (there && !each_unfall(b, place, fallen, barred, visit, context))
                return false;
        }
    }
    return true;
}

#endif
