/* analysis.h - analyses made of several searches: complete lines, and the value of every move. */
#ifndef TABLIER_LEARN_ANALYSIS_H
#define TABLIER_LEARN_ANALYSIS_H

#include "search/search.h"

/* Extends the lines whose value is proven, as far as a table or a short search proves the next move
 * too. Asks stop() before each search. */
void analysis_extend(struct engine *engine, const struct tb_match *match, struct search_info *info,
                     bool (*stop)(void));

/* Lists every move of the position with its value, best first, from one search per move; they share
 * the limits. For two sides. Returns the number of moves, fewer after stop(), -1 if memory runs
 * out; the caller frees *lines. *info gets the sums. */
int analysis_of_all(struct engine *engine, struct tb_match *match,
                    const struct search_limits *limits, bool (*stop)(void),
                    struct search_line **lines, struct search_info *info);

#endif
