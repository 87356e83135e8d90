/*
 * prover.h - proofs at the root of a search: a proof search (solve/dfpn.h) that gets a turn now and
 * then, and keeps its table from one move of a game to the next.
 *
 * For games of two sides whose positions never repeat.
 */
#ifndef TABLIER_SEARCH_PROVER_H
#define TABLIER_SEARCH_PROVER_H

#include "search/searcher.h"

struct prover;

/* NULL when out of memory. Freed by prover_free(), which accepts NULL. The table of `bytes` bytes
 * is allocated when it is first needed; without memory for it, nothing is ever proven. */
struct prover *prover_new(const struct tb_setup *setup, size_t bytes);
void prover_free(struct prover *prover);

/* Forgets everything. */
void prover_clear(struct prover *prover);

/* Turns to a position that is not over. With `all`, the value of every move is
 * wanted; else only that of the position, and a move that keeps it. */
void prover_turn_to(struct prover *prover, const void *state, bool all);

/* Searches at most about `nodes` positions, none beyond the limits of the control, and adds their
 * number to the control's. */
void prover_work(struct prover *prover, struct control *control, uint64_t nodes);

/* The value of any later position for the player to move at this one, if `nodes` nodes are enough
 * to find it; plies are not known. */
bool prover_ask(struct prover *prover, struct control *control, const void *state, uint64_t nodes,
                struct verdict *out);

/* Positions looked at since prover_turn_to(). */
uint64_t prover_nodes(const struct prover *prover);

/* The value of the position, or of a move, for the player to move; its plies are
 * counted from the position. False if it is not proven. A position that is not lost is
 * proven together with a move that keeps its value. */
bool prover_value(const struct prover *prover, struct verdict *out);
bool prover_move_value(const struct prover *prover, tb_move move, struct verdict *out);

#endif
