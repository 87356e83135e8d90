/* text_stream.c - see text_stream.h. */
#define _GNU_SOURCE /* fopencookie() */
#include "file/text_stream.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"

struct text_stream_bytes {
    char *bytes;
    size_t size, capacity;
    bool lost;
};

/* Reserves space for `more` bytes and the terminator. */
static bool reserve(struct text_stream_bytes *text, size_t more)
{
    return ARRAY_RESERVE(text->bytes, text->capacity, text->size, more + 1);
}

static ssize_t write_text(void *context, const char *data, size_t size)
{
    struct text_stream_bytes *text = context;

    if (text->lost || !reserve(text, size)) {
        text->lost = true;
        return 0;
    }
    memcpy(text->bytes + text->size, data, size);
    text->size += size;
    return (ssize_t)size;
}

bool text_stream_open(struct text_stream *stream)
{
    const cookie_io_functions_t functions = {.write = write_text};

    *stream = (struct text_stream){.text = calloc(1, sizeof *stream->text)};
    if (stream->text && reserve(stream->text, 0))
        stream->file = fopencookie(stream->text, "w", functions);
    if (stream->file)
        return true;
    if (stream->text)
        free(stream->text->bytes);
    free(stream->text);
    *stream = (struct text_stream){0};
    return false;
}

char *text_stream_close(struct text_stream *stream, size_t *size)
{
    struct text_stream_bytes *text = stream->text;

    if (!stream->file)
        return NULL;
    bool good = !ferror(stream->file);

    good = fclose(stream->file) == 0 && good && !text->lost;
    char *bytes = text->bytes;

    if (good) {
        bytes[text->size] = '\0';
        if (size)
            *size = text->size;
    } else {
        free(bytes);
        bytes = NULL;
    }
    free(text);
    *stream = (struct text_stream){0};
    return bytes;
}
