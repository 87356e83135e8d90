/*
 * allocation.c - the program's allocations, which note their failures (core/memory.h).
 *
 * The linker puts these in place of the C library's functions for all objects of the program, those
 * of the library included (--wrap in CMakeLists.txt). Shared libraries keep their own: what they
 * return is checked where they are called.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* Each is the C library's function of that name, and what takes its place. */
#define WRAPPED(type, name, ...)                                                                   \
    type __real_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__)

static void *noted(void *block)
{
    if (!block)
        memory_note_loss();
    return block;
}

WRAPPED(void *, malloc, size_t size)
{
    return noted(__real_malloc(size));
}

WRAPPED(void *, calloc, size_t count, size_t size)
{
    return noted(__real_calloc(count, size));
}

WRAPPED(void *, realloc, void *block, size_t size)
{
    void *grown = __real_realloc(block, size);

    return size > 0 ? noted(grown) : grown;
}

WRAPPED(void *, aligned_alloc, size_t alignment, size_t size)
{
    return noted(__real_aligned_alloc(alignment, size));
}

WRAPPED(char *, strdup, const char *text)
{
    return noted(__real_strdup(text));
}

WRAPPED(char *, strndup, const char *text, size_t size)
{
    return noted(__real_strndup(text, size));
}

WRAPPED(ssize_t, getline, char **line, size_t *size, FILE *file)
{
    errno = 0;
    ssize_t length = __real_getline(line, size, file);

    if (length < 0 && errno == ENOMEM)
        memory_note_loss();
    return length;
}
