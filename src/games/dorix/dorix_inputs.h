/* dorix_inputs.h - inputs and images that both networks of Dorix use. */
#ifndef TABLIER_GAMES_DORIX_INPUTS_H
#define TABLIER_GAMES_DORIX_INPUTS_H

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "core/features.h"
#include "games/dorix/dorix_landing.h"

enum {
    EDGES = 24,    /* pairs of neighbours */
    ATTACKERS = 3, /* 0, 1, more */
    REACHES = 15,  /* of a diagonal: piles held and piles in reach, 4 at most together */
    HANDS = 16,
};

static inline void add_input(struct net_input *out, int input)
{
    out->active[out->count++] = (uint16_t)input;
}

static inline int capped(int value, int limit)
{
    return value < limit ? value : limit;
}

/* Classifies a diagonal by the squares that a side holds and those it could get. */
static inline int diagonal_kind(unsigned diagonal, unsigned held, unsigned reached, unsigned empty)
{
    static const uint8_t first[] = {0, 5, 9, 12, 14}; /* by piles held */

    return first[bits_count(diagonal & held)] +
           bits_count(diagonal & ~held & (reached | empty));
}

/* ---- Images ----------------------------------------------------------------------------- */

/* Where each square is in each image; the image's number is a symmetry's (dorix.c). */
#define DORIX_ROW(f, r) f(0, r), f(1, r), f(2, r), f(3, r)
#define DORIX_IMAGE(f)                                                                             \
    {                                                                                              \
        DORIX_ROW(f, 0), DORIX_ROW(f, 1), DORIX_ROW(f, 2), DORIX_ROW(f, 3)                         \
    }
#define IMAGE_0(c, r) 4 * (r) + (c)
#define IMAGE_1(c, r) 4 * (r) + 3 - (c)
#define IMAGE_2(c, r) 4 * (3 - (r)) + (c)
#define IMAGE_3(c, r) 4 * (3 - (r)) + 3 - (c)
#define IMAGE_4(c, r) 4 * (c) + (r)
#define IMAGE_5(c, r) 4 * (c) + 3 - (r)
#define IMAGE_6(c, r) 4 * (3 - (c)) + (r)
#define IMAGE_7(c, r) 4 * (3 - (c)) + 3 - (r)

static const uint8_t dorix_images[DORIX_IMAGES][DORIX_SQUARES] = {
    DORIX_IMAGE(IMAGE_0), DORIX_IMAGE(IMAGE_1), DORIX_IMAGE(IMAGE_2), DORIX_IMAGE(IMAGE_3),
    DORIX_IMAGE(IMAGE_4), DORIX_IMAGE(IMAGE_5), DORIX_IMAGE(IMAGE_6), DORIX_IMAGE(IMAGE_7)};

/* The image is taken in which the piles, mine counted up and yours down, weigh most by these
 * (squares in square order, 16 bits each): what I hold of a diagonal then mostly stands on the
 * one from a1. */
#define WEIGHTS_1 (997ull | 449ull << 16 | 331ull << 32 | 113ull << 48)
#define WEIGHTS_2 (241ull | 911ull << 16 | 293ull << 32 | 31ull << 48)
#define WEIGHTS_3 (193ull | 317ull << 16 | 743ull << 32 | 71ull << 48)
#define WEIGHTS_4 (139ull | 53ull << 16 | 17ull << 32 | 541ull << 48)
#define WEIGHTS(square)                                                                            \
    ((square) < 4 ? WEIGHTS_1 : (square) < 8 ? WEIGHTS_2 : (square) < 12 ? WEIGHTS_3 : WEIGHTS_4)
#define WEIGHT(square) (int16_t)(WEIGHTS(square) >> 16 * ((square) % 4) & 0x3ff)
#define WEIGHT_0(c, r) WEIGHT(IMAGE_0(c, r))
#define WEIGHT_1(c, r) WEIGHT(IMAGE_1(c, r))
#define WEIGHT_2(c, r) WEIGHT(IMAGE_2(c, r))
#define WEIGHT_3(c, r) WEIGHT(IMAGE_3(c, r))
#define WEIGHT_4(c, r) WEIGHT(IMAGE_4(c, r))
#define WEIGHT_5(c, r) WEIGHT(IMAGE_5(c, r))
#define WEIGHT_6(c, r) WEIGHT(IMAGE_6(c, r))
#define WEIGHT_7(c, r) WEIGHT(IMAGE_7(c, r))

static const int16_t dorix_image_weights[DORIX_IMAGES][DORIX_SQUARES] = {
    DORIX_IMAGE(WEIGHT_0), DORIX_IMAGE(WEIGHT_1), DORIX_IMAGE(WEIGHT_2), DORIX_IMAGE(WEIGHT_3),
    DORIX_IMAGE(WEIGHT_4), DORIX_IMAGE(WEIGHT_5), DORIX_IMAGE(WEIGHT_6), DORIX_IMAGE(WEIGHT_7)};

/* What the piles weigh in an image. */
static inline int dorix_image_weight(const int16_t *worth, const int16_t *weight)
{
#if defined(__wasm_simd128__)
    /* The compiler would multiply one by one. */
    _Static_assert(DORIX_SQUARES == 16, "two vectors");
    v128_t sums =
        wasm_i32x4_add(wasm_i32x4_dot_i16x8(wasm_v128_load(worth), wasm_v128_load(weight)),
                       wasm_i32x4_dot_i16x8(wasm_v128_load(worth + 8), wasm_v128_load(weight + 8)));

    sums = wasm_i32x4_add(sums, wasm_i32x4_shuffle(sums, sums, 2, 3, 0, 1));
    return wasm_i32x4_extract_lane(sums, 0) + wasm_i32x4_extract_lane(sums, 1);
#else
    int sum = 0;

    for (int square = 0; square < DORIX_SQUARES; square++)
        sum += worth[square] * weight[square];
    return sum;
#endif
}

/* The number of the image in which the piles, each worth so much, weigh most. */
static inline int dorix_heaviest_image(const int16_t *worth)
{
    int best = 0, most = INT32_MIN;

    for (int image = 0; image < DORIX_IMAGES; image++) {
        int sum = dorix_image_weight(worth, dorix_image_weights[image]);

        if (sum > most) {
            most = sum;
            best = image;
        }
    }
    return best;
}

/* True if the image mirrors the board once, so that its diagonals change places. */
static inline bool dorix_image_exchanges(int image)
{
    return (image ^ image >> 1) & 1;
}

#endif
