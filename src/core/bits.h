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

/* The highest member of a set of up to 32 that is not empty. */
static inline int bits_last(uint32_t set)
{
    return 31 - __builtin_clz(set);
}

/* Returns the number of members of a set of up to 32. The plain x86-64 has no instruction for it,
 * and compilers call a function there. */
static inline int bits_count(uint32_t set)
{
#if defined(__x86_64__) && !defined(__POPCNT__)
    set -= set >> 1 & 0x55555555u;
    set = (set & 0x33333333u) + (set >> 2 & 0x33333333u);
    return (int)(((set + (set >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24);
#else
    return __builtin_popcount(set);
#endif
}

#endif
