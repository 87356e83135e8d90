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

static inline char *strndup(const char *text, size_t most)
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
