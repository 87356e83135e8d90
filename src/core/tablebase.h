/*
 * tablebase.h - a small table of positions with proven values.
 *
 * The first part does not store the positions themselves: for a position that is not in it, the
 * value is arbitrary. The file is a header, then the slots of a retrieval (core/retrieval.h) from
 * each position's canonical_hash() under all symmetries, for the player to move, to one of the
 * values that the header lists.
 *
 * The second part is for perfect play: positions that can be recognised, in which the player to
 * move loses, each with the most plies that it takes. They are counted by four bytes, and each has
 * eight for its key, the highest first, and one for the plies, in ascending order. A key is an
 * outline, which is found at once and turns most other positions away, and a part of the
 * canonical_hash(): another position has the same by collision alone.
 *
 * The header: TABLEBASE_NUMBERS bytes with a name and a checksum, which are not read here; the
 * number of positions, the `third` and the `seed` of the retrieval, four bytes each, little-endian;
 * a byte for each value.
 */
#ifndef TABLIER_CORE_TABLEBASE_H
#define TABLIER_CORE_TABLEBASE_H

#include "core/solved.h"

enum {
    TABLEBASE_NUMBERS = 16,
    TABLEBASE_LIST = TABLEBASE_NUMBERS + 12,
    TABLEBASE_VALUES = 16, /* in the list, including unused ones */
    TABLEBASE_HEADER = TABLEBASE_LIST + TABLEBASE_VALUES,
    TABLEBASE_RECORD = 9, /* of the second part */
    TABLEBASE_HASH = 48,  /* bits of a key that are not the outline, which has 16 */
};

/* The byte for a value. */
unsigned char tablebase_byte(const struct verdict *verdict);

/* How many positions are in the first part, and how many bytes it has. The data must hold at least
 * the header. */
uint32_t tablebase_count(const unsigned char *file);
size_t tablebase_size(const unsigned char *file);

/* How many positions are in the second part. The data must hold the first part and four bytes. */
uint32_t tablebase_records(const unsigned char *file);

/* The value of a position that is in the first part, by its hash. */
struct verdict tablebase_value(const unsigned char *file, uint64_t hash);

static inline uint64_t tablebase_key(unsigned outline, uint64_t hash)
{
    return (uint64_t)outline << TABLEBASE_HASH | hash >> (64 - TABLEBASE_HASH);
}

/* Finds a position of the second part whose key differs from this one in the lowest `bits` at most:
 * the most plies until it is lost; 0 if there is none. */
int tablebase_find(const unsigned char *file, uint64_t key, int bits);

#endif
