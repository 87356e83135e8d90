/* hash_set.h - a set of 64-bit hashes. */
#ifndef TABLIER_MATCH_HASH_SET_H
#define TABLIER_MATCH_HASH_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Empty when zero-initialised. */
struct hash_set {
    uint64_t *places; /* capacity of them, at most half in use; 0: an empty place */
    size_t capacity;  /* 0 or a power of two */
    size_t count;
};

void hash_set_release(struct hash_set *set);

/* Adds the hash; false if the set had it already. When memory runs out, returns true
 * without adding it. */
bool hash_set_add(struct hash_set *set, uint64_t hash);

#endif
