/* bytes.c - see bytes.h. */
#include "solve/bytes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/checksum.h"
#include "core/error.h"

/* ---- Writing ------------------------------------------------------------------ */

void bytes_release(struct bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct bytes){0};
}

void bytes_add(struct bytes *bytes, const void *data, size_t size)
{
    if (bytes->failed || !ARRAY_RESERVE(bytes->data, bytes->capacity, bytes->size, size)) {
        bytes->failed = true;
        return;
    }
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

static void put_number(unsigned char *at, uint64_t number, int size)
{
    for (int i = 0; i < size; i++, number >>= 8)
        at[i] = (unsigned char)number;
}

void bytes_number(struct bytes *bytes, uint64_t number, int size)
{
    unsigned char data[8];

    put_number(data, number, size);
    bytes_add(bytes, data, (size_t)size);
}

void bytes_varint(struct bytes *bytes, uint64_t number)
{
    unsigned char data[10];
    size_t size = 0;

    for (; number >= 128; number >>= 7)
        data[size++] = (unsigned char)(number | 128);
    data[size++] = (unsigned char)number;
    bytes_add(bytes, data, size);
}

void bytes_text(struct bytes *bytes, const char *text)
{
    bytes_add(bytes, text, strlen(text) + 1);
}

void bytes_begin(struct bytes *bytes, const char *name)
{
    bytes_add(bytes, name, BYTES_NAME);
    bytes_number(bytes, 0, BYTES_HEADER - BYTES_NAME);
}

int bytes_finish(struct bytes *bytes, struct tb_error *error)
{
    if (bytes->failed)
        return error_memory(error);
    put_number(bytes->data + BYTES_NAME,
               checksum_add(CHECKSUM_START, bytes->data + BYTES_HEADER,
                            bytes->size - BYTES_HEADER), 8);
    return TB_OK;
}

/* ---- Reading ------------------------------------------------------------------- */

uint64_t reader_number(struct reader *reader, int size)
{
    uint64_t number = 0;

    if (reader->failed || reader->size - reader->at < (size_t)size) {
        reader->failed = true;
        return 0;
    }
    for (int i = size - 1; i >= 0; i--)
        number = number << 8 | reader->data[reader->at + (size_t)i];
    reader->at += (size_t)size;
    return number;
}

uint64_t reader_varint(struct reader *reader)
{
    uint64_t number = 0;

    for (int shift = 0; shift < 63; shift += 7) {
        uint64_t byte = reader_number(reader, 1);

        number |= (byte & 127) << shift;
        if (byte < 128)
            return number;
    }
    reader->failed = true;
    return 0;
}

const char *reader_text(struct reader *reader)
{
    const unsigned char *start = reader->data + reader->at;
    const unsigned char *end =
        reader->failed ? NULL : memchr(start, '\0', reader->size - reader->at);

    if (!end) {
        reader->failed = true;
        return "";
    }
    reader->at += (size_t)(end - start) + 1;
    return (const char *)start;
}

/* Reads to the end of a file that may be a pipe. What does not begin as all our files
 * do is not read on: it may have no end. */
static unsigned char *read_all(FILE *file, size_t *size)
{
    struct bytes bytes = {0};
    unsigned char block[1 << 16];
    size_t got;

    while ((got = fread(block, 1, sizeof block, file)) > 0) {
        bytes_add(&bytes, block, got);
        if (bytes.failed || bytes.data[0] != BYTES_FIRST)
            break;
    }
    if (bytes.failed)
        errno = ENOMEM;
    if (bytes.failed || ferror(file)) {
        bytes_release(&bytes);
        return NULL;
    }
    *size = bytes.size;
    return bytes.data ? bytes.data : calloc(1, 1);
}

unsigned char *bytes_load(const char *path, size_t *size, struct tb_error *error)
{
    FILE *file = fopen(path, "rb");
    unsigned char *data;

    if (!file) {
        error_system(error, TB_ERR_RECORD, errno, "Cannot open {path}",
                     arg_start("path", path, 160));
        return NULL;
    }
    *size = 0;
    data = read_all(file, size);
    if (!data)
        error_system(error, TB_ERR_SYSTEM, errno, "Cannot read {path}",
                     arg_start("path", path, 160));
    fclose(file);
    return data;
}

int reader_begin(struct reader *reader, const unsigned char *data, size_t size, const char *name,
                 const char *what, struct tb_error *error)
{
    *reader = (struct reader){.data = data, .size = size, .at = BYTES_NAME};
    if (size < BYTES_HEADER || memcmp(data, name, BYTES_NAME - 2) != 0)
        return error_set(error, TB_ERR_RECORD, "This is not a {what} of Tablier.",
                         arg_term("what", what));
    if (memcmp(data, name, BYTES_NAME) != 0)
        return error_set(
            error, TB_ERR_RECORD, "The {what} has version {version}; this program reads {known}.",
            arg_term("what", what), arg_start("version", (const char *)data + BYTES_NAME - 2, 2),
            arg_text("known", name + BYTES_NAME - 2));
    if (reader_number(reader, 8) !=
        checksum_add(CHECKSUM_START, data + BYTES_HEADER, size - BYTES_HEADER))
        return error_set(error, TB_ERR_RECORD,
                         "The {what} is damaged or incomplete: its checksum is wrong.",
                         arg_term("what", what));
    return TB_OK;
}
