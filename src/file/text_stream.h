/*
 * text_stream.h - streams into memory that detect incomplete writes.
 *
 * open_memstream() drops text without an error when memory runs out, even in fclose().
 */
#ifndef TABLIER_FILE_TEXT_STREAM_H
#define TABLIER_FILE_TEXT_STREAM_H

#include <stdbool.h>
#include <stdio.h>

struct text_stream {
    FILE *file; /* to write to */
    struct text_stream_bytes *text;
};

/* Opens a stream; false without memory. */
bool text_stream_open(struct text_stream *stream);
/* Closes it and returns the text, which ends with a zero byte and which the caller frees; NULL if
 * any part of it was lost. *size, unless NULL, gets its length. */
char *text_stream_close(struct text_stream *stream, size_t *size);

#endif
