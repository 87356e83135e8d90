/*
 * exact.h - perfect play by the values of all positions that can follow one (core/solved.h,
 * after()), which are kept from question to question.
 */
#ifndef TABLIER_SEARCH_EXACT_H
#define TABLIER_SEARCH_EXACT_H

#include "core/solved.h"
#include "search/search.h"

/* Of values after a position, at most: some seconds of work. The largest part of them is not
 * kept. */
enum { EXACT_BYTES = 640 << 20 };

/* All zero: nothing is known yet. Released by exact_release(). */
struct exact {
    struct whole_values *values; /* NULL: none */
    struct ending_table ending;
};

void exact_release(struct exact *exact);

/* Solves what can follow the position, unless that is known already; false if it would take more
 * than `bytes`, the watch stops it, or the game has no such values. */
bool exact_prepare(struct exact *exact, const struct tb_game *game, const void *state,
                   size_t bytes, const struct solved_watch *watch);

/* Gets the value of a move for the player who makes it; plies count the move itself. False if it is
 * not known. */
bool exact_move(struct exact *exact, const struct tb_game *game, const void *state, tb_move move,
                struct verdict *out);

/* Writes the best lines of the position, up to the end of the game as far as they are known; false
 * if some move is not known. */
bool exact_lines(struct exact *exact, const struct search_task *task, int lines,
                 struct search_info *info);

#endif
