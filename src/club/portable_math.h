/*
 * portable_math.h - exp() and log() with the same bits on every machine.
 *
 * Those of the C library may differ in the last bit from one processor to the next (glibc chooses
 * variants with fused operations at run time), and ratings must not. These two use additions,
 * multiplications and divisions only, in a fixed order; IEEE 754 gives each of them one result, as
 * long as the compiler contracts nothing (-ffp-contract=off). Both are within 2 units in the last
 * place. sqrt() of the C library is exact already.
 */
#ifndef TABLIER_CLUB_PORTABLE_MATH_H
#define TABLIER_CLUB_PORTABLE_MATH_H

/* x must be between -700 and 700. */
double portable_exp(double x);
/* x must be a positive normal number. */
double portable_log(double x);

#endif
