/* windows.h - functions of POSIX and C11 that the C library of Windows lacks. Nothing elsewhere. */
#ifndef TABLIER_CORE_WINDOWS_H
#define TABLIER_CORE_WINDOWS_H

#ifdef _WIN32
#include <direct.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define aligned_alloc(alignment, size) malloc(size) /* which aligns to 16 bytes there */
#define flockfile _lock_file
#define funlockfile _unlock_file
#define getc_unlocked _getc_nolock
#define mkdir(path, mode) _mkdir(path)

int rand_s(unsigned *random); /* which stdlib.h has for those who ask */

/* Fills the memory with random bytes; -1 if there are none. */
static inline int getentropy(void *out, size_t size)
{
    unsigned char *bytes = out;
    unsigned word;

    for (size_t i = 0; i < size; i++) {
        if (rand_s(&word) != 0)
            return -1;
        bytes[i] = (unsigned char)word;
    }
    return 0;
}

/* Cuts *text at the first of these bytes and moves on; NULL at the end. */
static inline char *strsep(char **text, const char *bytes)
{
    char *part = *text;

    if (part) {
        char *end = part + strcspn(part, bytes);

        *text = *end ? end + 1 : NULL;
        *end = '\0';
    }
    return part;
}

#define strndup windows_strndup
static inline char *windows_strndup(const char *text, size_t most)
{
    size_t length = strnlen(text, most);
    char *copy = malloc(length + 1);

    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}
#endif

#endif
