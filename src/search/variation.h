/* variation.h - a line of play as text. */
#ifndef TABLIER_SEARCH_VARIATION_H
#define TABLIER_SEARCH_VARIATION_H

#include "search/search.h"

/* Lengthens the proven lines of a search to the end of the game, or to SEARCH_PV_MAX moves: from a
 * table, and by searches of at most `nodes` nodes in all, within the rest of the task's limits.
 * For two players. True if one has become longer. */
bool variation_complete(struct engine *engine, const struct search_task *task, uint64_t nodes,
                        struct search_info *info);

/* Calls visit(context, text) for the moves of a line that begins with `position`,
 * as far as they are legal; a line whose value is exact goes on as far as a table knows it. */
void variation_each(const struct tb_position *position, const struct search_line *line,
                    void (*visit)(void *context, const char *move), void *context);

/* Writes the moves with a space before each. */
void variation_text(const struct tb_position *position, const struct search_line *line,
                    struct text *out);

#endif
