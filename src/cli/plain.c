/* plain.c - ASCII for terminals that do not speak UTF-8. */
#define _GNU_SOURCE /* fopencookie() */
#include "cli/plain.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The nearest ASCII of a character that is more than a letter with an accent. */
static const char *plain_sign(const char *at, size_t *length)
{
    static const struct {
        const char *sign, *plain;
    } signs[] = {{"«\u00a0", "\""}, {"\u00a0»", "\""}, {"« ", "\""}, {" »", "\""}, {"\u00a0", " "},
                 {"œ", "oe"},       {"Œ", "OE"},       {"’", "'"},   {"–", "-"},   {"…", "..."},
                 {"→", "->"},       {"·", "."},        {"°", "o"}};

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        *length = strlen(signs[i].sign);
        if (strncmp(at, signs[i].sign, *length) == 0)
            return signs[i].plain;
    }
    *length = 1;
    while (((unsigned char)at[*length] & 0xc0) == 0x80)
        ++*length;
    return "?";
}

void plain_text(const char *from, struct text *out)
{
    while (*from) {
        size_t length = 1;
        const char *plain = NULL;

        if ((unsigned char)*from >= 0x80 && (unsigned char)*from != 0xc3)
            plain = plain_sign(from, &length);
        else if (strncmp(from, " »", strlen(" »")) == 0)
            plain = plain_sign(from, &length);
        else if ((unsigned char)*from == 0xc3 && from[1])
            length = 2; /* a letter of Latin-1, which loses its accent below */
        if (plain)
            text_add(out, "%s", plain);
        else
            text_add(out, "%.*s", (int)length, from);
        from += length;
    }
    text_strip_accents(out);
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
        plain_text(text, &out);
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
