/*
 * known.h - a small table of positions with proven values.
 *
 * The file: a header of KNOWN_HEADER bytes (a name and a checksum, which are its
 * maker's business), then one word of eight bytes a position, little-endian and
 * ascending: the upper 56 bits of the position's canonical_hash() under all
 * symmetries, as the player to move sees it, then a byte for the value.
 */
#ifndef TABLIER_CORE_KNOWN_H
#define TABLIER_CORE_KNOWN_H

#include "core/game.h"

enum { KNOWN_HEADER = 16, KNOWN_ENTRY = 8 };

/* The word of an entry. */
uint64_t known_word(uint64_t key, const struct verdict *verdict);

/* Looks a position up by its key; false if it is not in the table. */
bool known_find(const unsigned char *file, size_t size, uint64_t key, struct verdict *out);

#endif
