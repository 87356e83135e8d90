/* wrap.h - text in columns: how wide it is, and lines broken between words. */
#ifndef TABLIER_CLI_WRAP_H
#define TABLIER_CLI_WRAP_H

#include <stdio.h>

#include "core/text.h"

/* Columns that the first `length` bytes take on a terminal: characters of UTF-8, without
 * escape sequences. */
int wrap_width(const char *text, size_t length);

/* Writes the text with its lines broken between words so that none is wider than `width`; what
 * follows a break is indented. A line that fits stays as it is, and so does a word that is too
 * long for any line. 0: no limit. */
void wrap_text(const char *text, int width, int indent, struct text *out);

/* The same from column `column` on, to a file or to standard output. */
void wrap_to(FILE *file, const char *text, int width, int column, int indent);
void wrap_print(const char *text, int width, int column, int indent);

/* Makes a sentence of words that say something: with a capital letter, unless the name of a square
 * or move begins it, and a full stop. */
void sentence_text(const char *words, struct text *out);

#endif
