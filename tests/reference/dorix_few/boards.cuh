/*
 * boards.cuh - Dorix for two players as solving all positions needs it: boards, their images, moves
 * and moves taken back, on either kind of processor.
 */
#ifndef DORIX_FEW_BOARDS_CUH
#define DORIX_FEW_BOARDS_CUH

#include <cstdint>

#ifdef __CUDACC__
#define BOTH __host__ __device__
#else
#define BOTH
#endif

enum {
    WIDTH = 4,
    SQUARES = WIDTH * WIDTH,
    DIRECTIONS = 4,
    IMAGES = 8,
};

static const uint64_t ONES = UINT64_C(0x1111111111111111);

struct board {
    uint64_t ends; /* four bits per square: the pawns on it and on all squares before it */
    uint32_t own;  /* pawns in square order, in each pile from the bottom up */
};

BOTH static int bits_in(uint32_t bits)
{
#ifdef __CUDA_ARCH__
    return __popc(bits);
#else
    return __builtin_popcount(bits);
#endif
}

/* ---- Boards ---------------------------------------------------------------------------------- */

BOTH static uint32_t below(int count)
{
    return (1u << count) - 1;
}

BOTH static int start_of(struct board b, int square)
{
    return (int)(b.ends << 4 >> 4 * square & 15);
}

BOTH static int end_of(struct board b, int square)
{
    return (int)(b.ends >> 4 * square & 15);
}

/* Four bits per square. */
BOTH static uint64_t heights_of(struct board b)
{
    return b.ends - (b.ends << 4);
}

BOTH static int height_at(uint64_t heights, int square)
{
    return (int)(heights >> 4 * square & 15);
}

BOTH static bool controls(struct board b, int square)
{
    int end = end_of(b, square);

    return end > start_of(b, square) && b.own >> (end - 1) & 1;
}

/* Puts pawns on a pile; the lowest bit is the lowest pawn. */
BOTH static struct board put(struct board b, int square, uint32_t pawns, int count)
{
    int end = end_of(b, square);

    b.own = (b.own & below(end)) | pawns << end | b.own >> end << (end + count);
    b.ends += (uint64_t)count * (ONES << 4 * square);
    return b;
}

BOTH static struct board take(struct board b, int square, int count)
{
    int end = end_of(b, square);

    b.own = (b.own & below(end - count)) | b.own >> end << (end - count);
    b.ends -= (uint64_t)count * (ONES << 4 * square);
    return b;
}

/* The same board as the other player sees it. */
BOTH static struct board turned(struct board b)
{
    b.own = ~b.own & below(end_of(b, SQUARES - 1));
    return b;
}

/* Squares in pairs of columns, rows and both, then the same with rows for columns. */
static int image_source(int image, int square)
{
    int x = square % WIDTH, y = square / WIDTH;

    if (image & 4) {
        int column = x;

        x = y;
        y = column;
    }
    x = image & 1 ? WIDTH - 1 - x : x;
    y = image & 2 ? WIDTH - 1 - y : y;
    return y * WIDTH + x;
}

BOTH static struct board image_of(const uint64_t *sources, struct board b, int image)
{
    uint64_t source = sources[image];
    struct board out = {0, 0};
    int at = 0;

    for (int square = 0; square < SQUARES; square++, source >>= 4) {
        int from = (int)(source & 15), start = start_of(b, from);
        int height = end_of(b, from) - start;

        out.own |= (b.own >> start & below(height)) << at;
        at += height;
        out.ends |= (uint64_t)at << 4 * square;
    }
    return out;
}

/* True if there is a pile on each of four squares, all controlled by one player: the one to move
 * if `own`. */
BOTH static bool holds(struct board b, int first, int step, bool own)
{
    for (int i = 0; i < WIDTH; i++) {
        int square = first + i * step;

        if (end_of(b, square) == start_of(b, square) || controls(b, square) != own)
            return false;
    }
    return true;
}

/* 1 if the player to move has won, -1 if the other has, else 0. */
BOTH static int result_of(struct board b)
{
    bool own = holds(b, 0, WIDTH + 1, true) || holds(b, WIDTH - 1, WIDTH - 1, true);
    bool other = holds(b, 0, WIDTH + 1, false) || holds(b, WIDTH - 1, WIDTH - 1, false);

    return (int)own - (int)other;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

BOTH static bool has_neighbour(int square, int direction)
{
    switch (direction) {
    case 0:
        return square % WIDTH > 0;
    case 1:
        return square % WIDTH < WIDTH - 1;
    case 2:
        return square >= WIDTH;
    default:
        return square < SQUARES - WIDTH;
    }
}

BOTH static int neighbour(int square, int direction)
{
    int distance = direction < 2 ? 1 : WIDTH;

    return direction & 1 ? square + distance : square - distance;
}

/* The directions of the neighbouring piles that are lower than `height`. */
BOTH static uint32_t lower_piles(struct board b, int square, int height)
{
    uint64_t heights = heights_of(b);
    uint32_t lower = 0;

    for (int d = 0; d < DIRECTIONS; d++)
        if (has_neighbour(square, d)) {
            int other = height_at(heights, neighbour(square, d));

            lower |= (uint32_t)(other > 0 && other < height) << d;
        }
    return lower;
}

/* Visits each board after a pawn of the player to move is put on a square. A visitor returns false
 * to end; then so does what called it. */
template <class visitor> BOTH static bool each_placement(visitor &visit, struct board b, int square)
{
    int high = end_of(b, square) - start_of(b, square) + 1;
    uint32_t lower = high > 1 ? lower_piles(b, square, high) : 0;
    struct board pile = put(b, square, 1, 1);

    if (!lower)
        return visit(pile);

    int falling = bits_in(lower) < high ? bits_in(lower) : high;
    uint32_t pawns = pile.own >> (end_of(pile, square) - falling) & below(falling);
    int own = bits_in(pawns);
    struct board rest = take(pile, square, falling);

    /* Which neighbours get an own pawn, and which one of the other player. */
    for (uint32_t ours = lower;; ours = (ours - 1) & lower) {
        uint32_t left = lower & ~ours;

        for (uint32_t theirs = left; bits_in(ours) == own; theirs = (theirs - 1) & left) {
            if (bits_in(theirs) == falling - own) {
                struct board after = rest;

                for (int d = 0; d < DIRECTIONS; d++)
                    if ((ours | theirs) >> d & 1)
                        after = put(after, neighbour(square, d), ours >> d & 1, 1);
                if (!visit(after))
                    return false;
            }
            if (!theirs)
                break;
        }
        if (!ours)
            return true;
    }
}

BOTH static bool may_place(struct board b, int square)
{
    return end_of(b, square) == start_of(b, square) || controls(b, square);
}

/* Visits each board after a move with a pawn in hand. */
template <class visitor> BOTH static void each_drop(visitor &visit, struct board b)
{
    for (int place = 0; place < SQUARES; place++)
        if (may_place(b, place) && !each_placement(visit, b, place))
            return;
}

/* Visits each board after a move with an empty hand, from a lift and place on. */
template <class visitor> BOTH static void each_lift(visitor &visit, struct board b, int first)
{
    bool moves = false;

    for (int lift = 0; lift < SQUARES; lift++) {
        if (!controls(b, lift))
            continue;
        moves = true;
        if (lift < first / SQUARES)
            continue;
        struct board middle = take(b, lift, 1);

        for (int place = lift == first / SQUARES ? first % SQUARES : 0; place < SQUARES; place++) {
            visit.at = lift * SQUARES + place;
            if (may_place(middle, place) && !each_placement(visit, middle, place))
                return;
        }
    }
    if (!moves)
        visit(b); /* a pass */
}

/* Visits each board from which lifting a pawn leads to this one. */
template <class visitor> BOTH static void each_unlift(visitor &visit, struct board middle)
{
    for (int lift = 0; lift < SQUARES; lift++)
        visit(put(middle, lift, 1, 1));
}

/* Visits each board before a move that let pawns fall from a square in these directions. */
template <class visitor>
BOTH static void each_unfall(visitor &visit, struct board b, int square, uint32_t fallen)
{
    int count = bits_in(fallen), high = end_of(b, square) - start_of(b, square) + count, own = 0;
    struct board rest = b;

    for (int d = 0; d < DIRECTIONS; d++) {
        if (!(fallen >> d & 1))
            continue;
        if (!has_neighbour(square, d))
            return;
        int next = neighbour(square, d);

        if (end_of(b, next) - start_of(b, next) < 2)
            return;
        own += controls(b, next);
        rest = take(rest, next, 1);
    }
    uint32_t lower = lower_piles(rest, square, high);

    if ((fallen & ~lower) || (fallen != lower && count != high) || high < 2)
        return;
    /* The highest pawn was placed on a pile of the same player: two of the order, or one of it and
     * one that stayed. */
    for (uint32_t pawns = 0; pawns <= below(count); pawns++) {
        if (bits_in(pawns) != own || !(pawns >> (count - 1) & 1))
            continue;
        struct board middle = take(put(rest, square, pawns, count), square, 1);

        if (controls(middle, square))
            each_unlift(visit, middle);
    }
}

/* Visits each board before a move with an empty hand. The board is seen by who made the move. */
template <class visitor> BOTH static void each_before(visitor &visit, struct board b)
{
    bool piles = false;

    for (int place = 0; place < SQUARES; place++) {
        int high = end_of(b, place) - start_of(b, place);

        if (controls(b, place)) {
            struct board middle = take(b, place, 1);

            piles = true;
            if (high == 1 || (controls(middle, place) && !lower_piles(middle, place, high)))
                each_unlift(visit, middle);
        }
        for (uint32_t fallen = 1; fallen < 1u << DIRECTIONS; fallen++)
            each_unfall(visit, b, place, fallen);
    }
    if (!piles)
        visit(b); /* a pass */
}

#endif
