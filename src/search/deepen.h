/*
 * deepen.h - iterative deepening: one worker's iterations (deepen.c), its root moves (root.c) and
 * its lines (lines.c). threads.c runs the workers.
 */
#ifndef TABLIER_SEARCH_DEEPEN_H
#define TABLIER_SEARCH_DEEPEN_H

#include "search/alphabeta.h"

/* Runs one search to its end; the argument is a struct worker. */
void *worker_run(void *worker);

/* ---- root.c ------------------------------------------------------------------- */

/* Lists the root moves by their first priorities, best first. */
void root_list(struct worker *worker);
/* Gives the prover its turn. */
void root_consult(struct worker *worker);
/* One line of one iteration: searches the root moves from `first` on. */
void root_search(struct worker *worker, int depth, int first);
/* Limits the time to improve the lines once all of them are proven. */
void root_proved(struct worker *worker);

const struct root_move *root_find(const struct worker *worker, tb_move move);
bool root_proven_lost(const struct root_move *move);
/* True if the value of root move `index` is proven. */
bool root_exact(const struct worker *worker, int index);
/* True if the values of the first `lines` root moves are proven. */
bool root_lines_exact(const struct worker *worker, int lines);
/* True if there is nothing more to find: the lines are exact, and all other moves worse. */
bool root_nothing_left(const struct worker *worker);

/* ---- lines.c ------------------------------------------------------------------- */

/* Takes over the lines of root moves 0 to count - 1. */
void lines_collect(struct worker *worker, int count);
/* Makes the best of an iteration that was cut short after `done` of its lines. */
void lines_salvage(struct worker *worker, int done);

#endif
