/*
 * bytes.h - files of numbers: a buffer that grows, a reader that never runs over
 * the end, and whole files. Numbers are little-endian on every machine.
 *
 * Every file of this kind begins with eight bytes that name its kind and, in the
 * last two, its version; then the checksum of all that follows.
 */
#ifndef TABLIER_SOLVE_BYTES_H
#define TABLIER_SOLVE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/position.h"
#include "core/text.h"

enum { BYTES_NAME = 8, BYTES_HEADER = 16, BYTES_FIRST = 'T' /* of every name */ };

/* ---- Writing ------------------------------------------------------------------ */

/* All zero: empty. Freed by bytes_release(). */
struct bytes {
    unsigned char *data;
    size_t size, capacity;
    bool failed; /* out of memory: nothing more was added */
};

void bytes_release(struct bytes *bytes);
void bytes_add(struct bytes *bytes, const void *data, size_t size);
void bytes_number(struct bytes *bytes, uint64_t number, int size); /* in `size` bytes */
void bytes_varint(struct bytes *bytes, uint64_t number);           /* seven bits per byte */
void bytes_text(struct bytes *bytes, const char *text);            /* with its end */

/* Begins a file; `name` has BYTES_NAME letters. */
void bytes_begin(struct bytes *bytes, const char *name);
/* Fills in the checksum: now the bytes are the file. TB_ERR_MEMORY if there was not
 * enough memory for them. */
int bytes_finish(struct bytes *bytes, struct tb_error *error);

/* ---- Reading ------------------------------------------------------------------- */

struct reader {
    const unsigned char *data;
    size_t size, at;
    bool failed; /* a read went beyond the end, or a value was invalid */
};

uint64_t reader_number(struct reader *reader, int size);
uint64_t reader_varint(struct reader *reader);
const char *reader_text(struct reader *reader); /* "" on failure */

/* The whole file, which the caller frees; NULL with the reason. */
unsigned char *bytes_load(const char *path, size_t *size, struct tb_error *error);

/* A reader placed after the header. Refuses what is not a whole, undamaged file
 * of that name; `what` says what it should be: "proof". */
int reader_begin(struct reader *reader, const unsigned char *data, size_t size, const char *name,
                 const char *what, struct tb_error *error);

#endif
