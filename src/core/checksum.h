/* checksum.h - FNV-1a, 64 bits: detects damaged files and hashes names. */
#ifndef TABLIER_CORE_CHECKSUM_H
#define TABLIER_CORE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define CHECKSUM_START UINT64_C(0xcbf29ce484222325)

/* Returns the checksum continued over these bytes. */
static inline uint64_t checksum_add(uint64_t sum, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < size; i++)
        sum = (sum ^ at[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static inline uint64_t checksum_text(uint64_t sum, const char *text)
{
    return checksum_add(sum, text, strlen(text));
}

#endif
