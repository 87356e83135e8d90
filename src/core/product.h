/*
 * product.h - the upper half of the product of two 64-bit numbers.
 *
 * WebAssembly has no such instruction, and calls a library function for it that
 * answers through memory; there, and on 32-bit machines, it is put together from four products.
 */
#ifndef TABLIER_CORE_PRODUCT_H
#define TABLIER_CORE_PRODUCT_H

#include <stdint.h>

static inline uint64_t product_high(uint64_t a, uint64_t b)
{
#if defined __wasm__ || !defined __SIZEOF_INT128__
    uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t low_high = a_low * b_high, high_low = a_high * b_low;
    uint64_t middle = (a_low * b_low >> 32) + (uint32_t)low_high + high_low; /* just fits */

    return a_high * b_high + (low_high >> 32) + (middle >> 32);
#else
    __extension__ typedef unsigned __int128 wide;

    return (uint64_t)((wide)a * b >> 64);
#endif
}

#endif
