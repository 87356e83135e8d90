/*
 * name.h - players' names by Unicode's rules, from ICU: which ones are accepted, and how they are
 * compared in searches.
 */
#ifndef TABLIER_SERVER_NAME_H
#define TABLIER_SERVER_NAME_H

#include <stddef.h>

enum {
    NAME_CHARACTERS = 30, /* that a reader sees: an emoji of several people is one */
    NAME_MARKS = 4,       /* accents on one character */
    FOLDED_SIZE = 512,
};

enum name_fault {
    NAME_OK,
    NAME_HIDDEN,  /* a character that does not print, or that Unicode has not assigned */
    NAME_STACKED, /* too many accents on a character, one of them twice, or one on no character */
    NAME_TOO_LONG,
};

/* Writes a name as it is kept: composed (NFC), any space as a plain one, none around it and only
 * one in a row. `size` includes the end. The text must be valid UTF-8. */
enum name_fault name_clean(const char *text, char *out, size_t size);
/* The same for a line of at most this many characters. */
enum name_fault line_clean(const char *text, int characters, char *out, size_t size);

/* Writes a name, or a part of one, as it is compared: without case, accents, invisible characters
 * and compatibility forms. Cut to fit. */
void name_fold(const char *name, char out[FOLDED_SIZE]);

#endif
