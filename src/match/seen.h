/* seen.h - a set of 64-bit hashes: has this one been there before? */
#ifndef TABLIER_MATCH_SEEN_H
#define TABLIER_MATCH_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Empty when zero-initialised. */
struct seen {
    uint64_t *places; /* room of them, at most half in use; 0: an empty place */
    size_t room;      /* 0 or a power of two */
    size_t count;
};

void seen_release(struct seen *seen);

/* Adds the hash; false if it was there before. When memory runs out, what does
 * not fit is taken for new. */
bool seen_add(struct seen *seen, uint64_t hash);

#endif
