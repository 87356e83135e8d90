/*
 * portable_math.c - exp() and log() with the same bits on every machine.
 */
#include "club/portable_math.h"

#include <math.h>

/* ln 2 in two parts: the first has 21 trailing zeros, so that small multiples of it are exact. */
#define LN2_HIGH 0x1.62e42fee00000p-1
#define LN2_LOW 0x1.a39ef35793c76p-33

/* exp(x) = 2^k exp(r) with |r| <= ln 2 / 2, where 14 terms of the series suffice. */
double portable_exp(double x)
{
    double k = floor(x / (LN2_HIGH + LN2_LOW) + 0.5);
    double r = (x - k * LN2_HIGH) - k * LN2_LOW;
    double sum = 1;

    for (int i = 14; i > 0; i--)
        sum = 1 + sum * r / i;
    return ldexp(sum, (int)k);
}

/* log(x) = k ln 2 + log(m), sqrt(1/2) <= m < sqrt(2);
 * log(m) = 2 artanh(s), s = (m - 1) / (m + 1). */
double portable_log(double x)
{
    int k;
    double m = frexp(x, &k);

    if (m < 0x1.6a09e667f3bcdp-1) {
        m *= 2;
        k--;
    }

    double s = (m - 1) / (m + 1), square = s * s, sum = 0;

    for (int i = 23; i > 0; i -= 2)
        sum = sum * square + 2.0 / i;
    return k * LN2_HIGH + (s * sum + k * LN2_LOW);
}
