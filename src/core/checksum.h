/* checksum.h - tells a damaged file: FNV-1a, 64 bits. */
#ifndef TABLIER_CORE_CHECKSUM_H
#define TABLIER_CORE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

#define CHECKSUM_START UINT64_C(0xcbf29ce484222325)

/* The sum of what came before and these bytes. */
static inline uint64_t checksum_add(uint64_t sum, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < size; i++)
        sum = (sum ^ at[i]) * UINT64_C(0x100000001b3);
    return sum;
}

#endif
