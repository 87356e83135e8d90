/* bits.h - a set of up to 64 things, as the bits of a number. */
#ifndef TABLIER_CORE_BITS_H
#define TABLIER_CORE_BITS_H

#include <stdint.h>

/*
 * The lowest member of a set that is not empty. WebAssembly can count trailing zeros, but
 * V8 calls a function for that on an Arm processor; leading zeros it counts itself.
 */
static inline int bits_first(uint64_t set)
{
#ifdef __wasm__
    return 63 - __builtin_clzll(set & -set);
#else
    return __builtin_ctzll(set);
#endif
}

#endif
