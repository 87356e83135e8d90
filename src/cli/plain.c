/* plain.c - ASCII for terminals that do not speak UTF-8. */
#define _GNU_SOURCE /* fopencookie() */
#include "cli/plain.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "core/ascii.h"

bool same_word(const char *typed, size_t length, const char *name)
{
    char word[32], known[32], spelled[32];
    struct text word_text = text_into(word, sizeof word),
                known_text = text_into(known, sizeof known);
    struct text spelled_text = text_into(spelled, sizeof spelled);

    text_add(&word_text, "%.*s", (int)length, typed);
    text_add(&known_text, "%s", name);
    text_ascii(terminal_lang(), name, &spelled_text);
    text_strip_accents(&word_text);
    text_strip_accents(&known_text);
    return strcmp(word, known) == 0 || strcmp(word, spelled) == 0;
}

static bool write_all(int descriptor, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(descriptor, bytes, size);

        if (written < 0 && errno != EINTR)
            return false;
        bytes += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* Writes for a stream over the descriptor that the cookie is: everything, for the stream would
 * forget the rest. */
static ssize_t write_plain(void *cookie, const char *bytes, size_t size)
{
    char text[1025], plain[3 * sizeof text];

    for (size_t done = 0; done < size;) {
        size_t used = size - done < sizeof text ? size - done : sizeof text - 1;
        struct text out = text_into(plain, sizeof plain);

        /* Not through the middle of a character. */
        while (done + used < size && used > 1 && ((unsigned char)bytes[done + used] & 0xc0) == 0x80)
            used--;
        memcpy(text, bytes + done, used);
        text[used] = '\0';
        text_ascii(terminal_lang(), text, &out);
        if (!write_all(*(const int *)cookie, plain, out.used))
            return 0;
        done += used;
    }
    return (ssize_t)size;
}

/* A stream over a terminal that spells everything with ASCII. */
static void filter(FILE **stream, int *descriptor)
{
    FILE *plain = fopencookie(descriptor, "w", (cookie_io_functions_t){.write = write_plain});

    if (!plain)
        return;
    setvbuf(plain, NULL, _IOLBF, BUFSIZ);
    *stream = plain;
}

void plain_output(void)
{
    static int descriptors[] = {STDOUT_FILENO, STDERR_FILENO};

    if (isatty(STDOUT_FILENO))
        filter(&stdout, &descriptors[0]);
    if (isatty(STDERR_FILENO))
        filter(&stderr, &descriptors[1]);
}
