/*
 * text.h - writing text into a buffer of fixed size, and reading words.
 *
 * A struct text never overflows: text that does not fit is counted but not written, so `used` is
 * the length of the complete text, as with snprintf. The buffer is always terminated.
 */
#ifndef TABLIER_CORE_TEXT_H
#define TABLIER_CORE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/position.h"

struct text {
    char *start;
    size_t size; /* bytes at start, 0 allowed */
    size_t used; /* length of the complete text so far */
};

struct text text_into(char *buffer, size_t size);
void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_list(struct text *text, const char *format, va_list arguments);
void text_char(struct text *text, char c);
void text_word(struct text *text, const char *word); /* text_add(text, "%s", word), but quickly */

/* Takes away the beginning of a character that did not fit: text is whole UTF-8. */
void text_end_whole(char *text);

/* True if `length` bytes, with a '\0' after them, are UTF-8, whatever the characters are. */
bool text_is_utf8(const char *bytes, size_t length);

/* True if it is UTF-8 without control characters. */
bool text_is_clean(const char *value);

/* Takes the accents off: letters of Latin-1 in UTF-8 become their plain ones. */
void text_strip_accents(struct text *text);

/* A cursor over words and numbers of a string that is being parsed. */
struct scan {
    const char *at;
};

bool scan_char(struct scan *scan, char c);           /* takes c if it is next */
bool scan_word(struct scan *scan, const char *word); /* takes the whole word if it is next */
/* Takes a decimal number of 1 to 6 digits, at most `max`. */
bool scan_number(struct scan *scan, int max, int *value);
/* Takes a square name such as "c2" on a board of width x height: column and row from 0. */
bool scan_square(struct scan *scan, int width, int height, int *column, int *row);
bool scan_end(const struct scan *scan);

/* A copy of text fit for a message: at most 40 characters, then "...", with
 * anything unprintable shown as '?'. */
struct quoted {
    char text[48];
};
struct quoted quote(const char *text);

#endif
