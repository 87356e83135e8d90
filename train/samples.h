/*
 * samples.h - a position of two-player Quoridor on the usual board (9 x 9) with what self-play
 * says about it, in 24 bytes.
 */
#ifndef TABLIER_TRAIN_SAMPLES_H
#define TABLIER_TRAIN_SAMPLES_H

#include <stdint.h>
#include <string.h>

#include "games/quoridor/quoridor.h"

enum {
    SAMPLE_PLACES = 64, /* of barriers across, and of upright ones */
};

/* A position as the player to move sees it: turned round if that is the second player, so
 * that the player to move always walks to the top. */
struct sample {
    uint64_t across, upright; /* bit 8 * row + column */
    uint8_t pawn[2];          /* squares 9 * row + column, the mover's first */
    uint8_t left;             /* barriers in hand: the mover's + 16 * the other's */
    uint8_t move;             /* what the search chose, see sample_move() */
    int16_t score;            /* what the search expects, for the mover, of SELFPLAY_VALUE */
    int8_t result;            /* of the game, for the mover: 1, 0, -1 */
    uint8_t flags;            /* 1: the score is proven; 2: a move at random was played */
};

_Static_assert(sizeof(struct sample) == 24, "no padding");

static inline uint64_t sample_pack(quoridor_board places)
{
    uint64_t packed = 0;

    for (int row = 0; row < 8; row++)
        packed |= (uint64_t)(places >> (QUORIDOR_STRIDE * row) & 0xff) << (8 * row);
    return packed;
}

static inline quoridor_board sample_unpack(uint64_t packed)
{
    quoridor_board places = 0;

    for (int row = 0; row < 8; row++)
        places |= (quoridor_board)(packed >> (8 * row) & 0xff) << (QUORIDOR_STRIDE * row);
    return places;
}

/* A move in a byte: a square, 81 + place of a barrier across, 145 + place of an upright
 * one, 209 for a pass. */
static inline int sample_move(tb_move move)
{
    if (move < QUORIDOR_ACROSS)
        return (int)move;
    if (move == QUORIDOR_PASS)
        return QUORIDOR_SQUARES + 2 * SAMPLE_PLACES;
    bool upright = move >= QUORIDOR_UPRIGHT;
    int place = (int)move - (upright ? QUORIDOR_UPRIGHT : QUORIDOR_ACROSS);

    return QUORIDOR_SQUARES + (upright ? SAMPLE_PLACES : 0) + place / QUORIDOR_STRIDE * 8 +
           place % QUORIDOR_STRIDE;
}

/* A sample of a position, turned round if the second player is to move. */
static inline struct sample sample_make(const struct quoridor *q, tb_move move, int score,
                                        int result, int flags)
{
    struct quoridor turned = *q;

    if (q->turn == 1) {
        move = quoridor_game.transform_move(q, 2, move);
        quoridor_game.transform(q, 2, &turned);
    }
    return (struct sample){
        .across = sample_pack(turned.across),
        .upright = sample_pack(turned.upright),
        .pawn = {turned.pawn[0], turned.pawn[1]},
        .left = (uint8_t)(turned.left[0] + 16 * turned.left[1]),
        .move = (uint8_t)sample_move(move),
        .score = (int16_t)score,
        .result = (int8_t)result,
        .flags = (uint8_t)flags,
    };
}

/* The position of a sample; the player to move is the first. */
static inline void sample_state(const struct sample *sample, struct quoridor *q)
{
    memset(q, 0, sizeof *q);
    q->across = sample_unpack(sample->across);
    q->upright = sample_unpack(sample->upright);
    q->pawn[0] = sample->pawn[0];
    q->pawn[1] = sample->pawn[1];
    q->left[0] = sample->left & 15;
    q->left[1] = sample->left >> 4;
    q->players = 2;
    q->size = QUORIDOR_STRIDE;
}

#endif
