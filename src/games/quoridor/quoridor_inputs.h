/* quoridor_inputs.h - images and sums of logits that both networks of Quoridor use. */
#ifndef TABLIER_QUORIDOR_INPUTS_H
#define TABLIER_QUORIDOR_INPUTS_H

#include "core/bits.h"

/* The table of what becomes of each square, given what becomes of a row and a column. */
#define QUORIDOR_ROW(f, r)                                                                         \
    f(r, 0), f(r, 1), f(r, 2), f(r, 3), f(r, 4), f(r, 5), f(r, 6), f(r, 7), f(r, 8)
#define QUORIDOR_IMAGE(f)                                                                          \
    {                                                                                              \
        QUORIDOR_ROW(f, 0), QUORIDOR_ROW(f, 1), QUORIDOR_ROW(f, 2), QUORIDOR_ROW(f, 3),            \
            QUORIDOR_ROW(f, 4), QUORIDOR_ROW(f, 5), QUORIDOR_ROW(f, 6), QUORIDOR_ROW(f, 7),        \
            QUORIDOR_ROW(f, 8)                                                                     \
    }

/* Adds the logit of a class to all its places on a half board. */
static inline void add_class(int *sums, uint64_t half, int answer)
{
    for (; half; half &= half - 1)
        sums[bits_first(half)] += answer;
}

#endif
