/*
 * opening_code.h - compresses the solved races of a table of openings (layers_5.c), and expands
 * them: an adaptive binary arithmetic coder.
 *
 * The same calls in the same order write a file and read it. A race is coded relative to one like
 * it (`before`): most of their values are equal, and those that differ, differ near each other.
 */
#ifndef TABLIER_QUORIDOR_OPENING_CODE_H
#define TABLIER_QUORIDOR_OPENING_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    OPENING_ROW = 20,                             /* squares of a pawn outside its goal row */
    OPENING_RACE = 2 * OPENING_ROW * OPENING_ROW, /* as struct layer has a race's plies */
};

struct opening_code;

/* NULL if memory runs out. Reads `size` bytes of `data`, or writes where data is NULL. */
struct opening_code *opening_code_new(const unsigned char *data, size_t size);
void opening_code_free(struct opening_code *code);

/* Writes the race, or reads it. `before` may be NULL; `far` says that it differs more. */
void opening_code_race(struct opening_code *code, uint8_t race[OPENING_RACE],
                       const uint8_t *before, bool far);

/* Ends the writing: the bytes, which the caller frees, after `head` bytes of zeros. NULL if memory
 * ran out. */
unsigned char *opening_code_finish(struct opening_code *code, size_t head, size_t *size);

#endif
