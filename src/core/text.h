/*
 * text.h - writing text into a buffer of fixed size, and reading words.
 *
 * A struct text never overflows: what does not fit is counted but not written,
 * so `used` is the length that was wanted, as with snprintf. The buffer is
 * always terminated.
 */
#ifndef TABLIER_CORE_TEXT_H
#define TABLIER_CORE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "tablier.h"

struct text {
    char *start;
    size_t size; /* bytes at start, 0 allowed */
    size_t used; /* length wanted so far */
};

struct text text_into(char *buffer, size_t size);
void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_list(struct text *text, const char *format, va_list arguments);
void text_char(struct text *text, char c);

/* Takes the accents off: letters of Latin-1 in UTF-8 become their plain ones. */
void text_strip_accents(struct text *text);

/* A cursor over words and numbers of a string that is being parsed. */
struct scan {
    const char *at;
};

bool scan_char(struct scan *scan, char c);          /* takes c if it is next */
bool scan_word(struct scan *scan, const char *word); /* takes the whole word if it is next */
/* Takes a decimal number of 1 to 6 digits, at most `max`. */
bool scan_number(struct scan *scan, int max, int *value);
/* Takes a square name such as "c2" on a board of width x height: column and row from 0. */
bool scan_square(struct scan *scan, int width, int height, int *column, int *row);
bool scan_end(const struct scan *scan);

/* Writes the failure into *error, which may be NULL, and returns the code. In French
 * it says the format's translation (french.c), with the same arguments. */
int error_set(struct tb_error *error, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Says the failure in French anew, for arguments that are words. */
void error_french(struct tb_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Puts something before what the error says, in both languages. */
void error_prefix(struct tb_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The translation of a format or sentence of an error; itself if there is none. */
const char *in_french(const char *english);

/* A copy of text fit for a message: at most 40 characters, then "...", with
 * anything unprintable shown as '?'. */
struct quoted {
    char text[48];
};
struct quoted quote(const char *text);

#endif
