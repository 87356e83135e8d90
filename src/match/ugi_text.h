/*
 * ugi_text.h - the lines of UGI as a controller reads and writes them.
 */
#ifndef TABLIER_MATCH_UGI_TEXT_H
#define TABLIER_MATCH_UGI_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct tb_match;

/* Moves past the first word of the line if it is `word`. */
bool ugi_skip_word(const char **line, const char *word);

/* Copies the first word of the text; false if there is none or it does not fit. */
bool ugi_first_word(const char *text, char *word, size_t size);

/* The line `position ...` for a match with all its moves, which the caller frees; NULL when out of
 * memory. The pie rule is the match's affair: a swap leaves the position as it is, and is not
 * told. */
char *ugi_position_line(const struct tb_match *match);

#endif
