/*
 * dorix_number.c - the positions of two players as numbers, for proofs as tables.
 *
 * The high half begins with the piles of the player who is not to move, the one who plays by the
 * table, so that low numbers are of few arrangements of them. Then come the heights in unary, with
 * a bit after each pile. The low half is the pawns' owners and the turn.
 */
#include <limits.h>
#include <stdatomic.h>

#include "games/dorix/dorix.h"

enum { UNARY_BITS = 46 };

static uint64_t bits_reversed(uint64_t word)
{
    word = (word >> 1 & 0x5555555555555555u) | (word & 0x5555555555555555u) << 1;
    word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0fu) | (word & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(word);
}

/* The owners of `count` pawns that `second` names from the last one on: 1 for the player to move. */
static uint32_t own_word(const struct dorix *s, uint64_t second, int count)
{
    uint64_t word = bits_reversed(s->turn ? second : ~second);

    return count ? (uint32_t)(word >> (64 - count)) : 0;
}

uint32_t dorix_pawn_word(const struct dorix *s)
{
    uint64_t second = 0;
    int after = 0;

    for (int square = DORIX_SQUARES - 1; square >= 0; square--) {
        second |= s->pile[square].low << after;
        after += s->height[square];
    }
    return own_word(s, second, after);
}

/* The number of an image whose piles of the player not to move are these. Pawns and heights are
 * gathered from the last square down and from the top, as the piles have them. */
static struct packed image_number(const struct dorix *s, int image, unsigned piles)
{
    const uint8_t *sources = dorix_sources[image];
    uint64_t second = 0, unary = 0;
    int after = 0; /* pawns on the squares behind */

    for (int i = 0; i < DORIX_SQUARES; i++) {
        int from = sources[DORIX_SQUARES - 1 - i];

        unary |= UINT64_C(1) << (after + i);
        second |= s->pile[from].low << after;
        after += s->height[from];
    }
    return (struct packed){
        (uint64_t)piles << UNARY_BITS | bits_reversed(unary) >> (64 - DORIX_SQUARES - after),
        (uint64_t)own_word(s, second, after) << 1 | s->turn,
    };
}

bool dorix_pack(const void *state, struct packed *out)
{
    const struct dorix *s = state;

    if (s->players != 2)
        return false;
    *out = image_number(s, 0, s->control[1 - s->turn]);
    return true;
}

/* The sixteen squares as bits, their columns and rows exchanged. */
static unsigned exchanged(unsigned piles)
{
    unsigned corners = (piles ^ piles >> 6) & 0x00cc;

    piles ^= corners | corners << 6;
    unsigned pairs = (piles ^ piles >> 3) & 0x0a0a;

    return piles ^ (pairs | pairs << 3);
}

static unsigned columns_mirrored(unsigned piles)
{
    return (piles & 0x1111) << 3 | (piles & 0x2222) << 1 | (piles >> 1 & 0x2222) |
           (piles >> 3 & 0x1111);
}

static unsigned rows_mirrored(unsigned piles)
{
    return (piles & 0x000f) << 12 | (piles & 0x00f0) << 4 | (piles >> 4 & 0x00f0) | piles >> 12;
}

/* The images of the piles of the player who is not to move. */
static void list_images(const struct dorix *s, unsigned piles[DORIX_IMAGES])
{
    piles[0] = s->control[1 - s->turn];
    piles[4] = exchanged(piles[0]);
    for (int image = 0; image <= 4; image += 4) {
        piles[image + 1] = columns_mirrored(piles[image]);
        piles[image + 2] = rows_mirrored(piles[image]);
        piles[image + 3] = rows_mirrored(piles[image + 1]);
    }
}

/* Of all pieces of work in a proof this one comes up most, so it is done once for each set. */
unsigned dorix_outline(const void *state)
{
    static _Atomic uint16_t least[1 << DORIX_SQUARES]; /* by piles; 0: not known yet */
    const struct dorix *s = state;
    unsigned known = atomic_load_explicit(&least[s->control[1 - s->turn]], memory_order_relaxed);
    unsigned piles[DORIX_IMAGES];

    if (known)
        return known;
    list_images(s, piles);
    known = piles[0];
    for (int image = 1; image < DORIX_IMAGES; image++)
        known = piles[image] < known ? piles[image] : known;
    atomic_store_explicit(&least[piles[0]], (uint16_t)known, memory_order_relaxed);
    return known;
}

/* A number begins with the piles, so only the images with the least ones count. */
bool dorix_pack_least(const void *state, uint64_t set, struct packed *out, int *symmetry)
{
    const struct dorix *s = state;
    unsigned piles[DORIX_IMAGES], least = UINT_MAX;
    bool found = false;

    if (s->players != 2)
        return false;
    list_images(s, piles);
    for (int image = 0; image < DORIX_IMAGES; image++)
        if (set >> image & 1 && piles[image] < least)
            least = piles[image];
    for (int image = 0; image < DORIX_IMAGES; image++) {
        if (piles[image] != least || !(set >> image & 1))
            continue;
        struct packed number = image_number(s, image, least);

        if (!found || packed_less(number, *out)) {
            *out = number;
            *symmetry = image;
        }
        found = true;
    }
    return found;
}
