/* plain.c - ASCII for terminals that do not speak UTF-8. */
#define _GNU_SOURCE /* fopencookie() */
#include "cli/plain.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "core/message.h"

/* The bytes of the character at `at`. */
static size_t character_size(const char *at)
{
    size_t length = 1;

    while (((unsigned char)at[length] & 0xc0) == 0x80)
        length++;
    return length;
}

/* Looks up how the text begins in pairs such as "…=... →=->": the ASCII and its length, NULL if
 * none fits. `taken` becomes the bytes of the text that the pair replaces. */
static const char *paired(const char *pairs, const char *at, size_t *taken, int *length)
{
    while (*pairs) {
        size_t sign = strcspn(pairs, "="), rest = pairs[sign] ? strcspn(pairs + sign, " ") : 0;

        if (rest > 0 && sign > 0 && strncmp(at, pairs, sign) == 0) {
            *taken = sign;
            *length = (int)rest - 1;
            return pairs + sign + 1;
        }
        pairs += sign + rest;
        pairs += *pairs == ' ';
    }
    return NULL;
}

/* The nearest ASCII of signs that are the same in all languages. */
static const char signs[] = "«\u00a0=\" \u00a0»=\" «\u202f=\" \u202f»=\" «=\" »=\" „=\" “=\" ”=\" "
                            "’=' ‘=' ‚=' –=- —=- −=- …=... →=-> ·=. °=o ×=x "
                            "\u0153=oe \u0152=OE \u00e6=ae \u00df=ss";

void plain_text(const char *from, struct text *out)
{
    /* Translators: how the language writes its letters and signs in ASCII, such as the u with two
     * dots as ue; what is not listed loses its accent. */
    const char *own = translate_as(terminal_lang(), "ASCII", NC_("ASCII", "…=..."));

    while (*from) {
        size_t taken = character_size(from);
        int length = (int)taken;
        const char *plain = NULL;

        if ((unsigned char)*from >= 0x80 && !(plain = paired(own, from, &taken, &length)))
            plain = paired(signs, from, &taken, &length);
        bool space = strncmp(from, "\u00a0", 2) == 0 || strncmp(from, "\u202f", 3) == 0;

        if (!plain && (space || (unsigned char)*from > 0xc3 || (unsigned char)*from == 0xc2))
            text_char(out, space ? ' ' : '?');
        else
            text_add(out, "%.*s", length, plain ? plain : from);
        from += taken;
    }
    text_strip_accents(out); /* what is left has letters of Latin-1 */
}

bool same_word(const char *typed, size_t length, const char *name)
{
    char word[32], known[32], spelled[32];
    struct text word_text = text_into(word, sizeof word), known_text = text_into(known, sizeof known);
    struct text spelled_text = text_into(spelled, sizeof spelled);

    text_add(&word_text, "%.*s", (int)length, typed);
    text_add(&known_text, "%s", name);
    plain_text(name, &spelled_text);
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
