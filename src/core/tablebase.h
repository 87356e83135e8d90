/*
 * tablebase.h - a small table of positions with proven values.
 *
 * The table does not store the positions themselves: for a position that is not in it, the value is
 * arbitrary. The file is a header, then the slots of a retrieval (core/retrieval.h) from each
 * position's canonical_hash() under all symmetries, for the player to move, to one of the values
 * that the header lists.
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
};

/* The byte for a value. */
unsigned char tablebase_byte(const struct verdict *verdict);

/* How many positions are in the table, and how many bytes its file should have. The data must hold
 * at least the header. */
uint32_t tablebase_count(const unsigned char *file);
size_t tablebase_size(const unsigned char *file);

/* The value of a position that is in the table, by its key. */
struct verdict tablebase_value(const unsigned char *file, uint64_t key);

#endif
