/* variation.h - a line of play as text. */
#ifndef TABLIER_SEARCH_VARIATION_H
#define TABLIER_SEARCH_VARIATION_H

#include "search/search.h"

/* Calls visit(context, text) for the moves of a line that begins with `position`,
 * as far as they are legal; a line whose value is exact goes on as far as a table knows it. */
void variation_each(const struct tb_position *position, const struct search_line *line,
                    void (*visit)(void *context, const char *move), void *context);

/* Writes the moves with a space before each. */
void variation_text(const struct tb_position *position, const struct search_line *line,
                    struct text *out);

#endif
