/*
 * strategy.h - proofs as tables of positions, checked by the rules alone.
 *
 * The claims are those of proof.h, and the side that a claim favours is the prover again. The table
 * has positions in which the prover is not to move, each with a bound: the most plies that the win
 * takes from there, or the fewest for which the position is held. To every legal move in a position
 * of the table there must be an answer that leads to another one with a bound that is good enough,
 * or ends the game in the prover's favour. So the table is also all that the prover needs to play
 * without a search: any move into the table with a good enough bound.
 *
 * A tree (proof.h) has one word per move, a table one entry per position: a tenth as many in
 * Quoridor. For two players, and games that number their positions (solved.h, pack).
 */
#ifndef TABLIER_SOLVE_STRATEGY_H
#define TABLIER_SOLVE_STRATEGY_H

#include "core/solved.h"
#include "solve/proof.h"

/* Begins every such file. */
#define STRATEGY_NAME "TABSTR01"

enum { STRATEGY_THREADS_MAX = 64 };

struct strategy_task {
    const struct tb_position *position;
    const struct claim *claims; /* true ones */
    int count;
    /* Either all values of the position's setup, or a solver that can prove the claims: that a
     * player wins, or that he never does. */
    const struct whole_values *values;
    struct dfpn *solver;
    int threads; /* the file does not depend on them; with a solver there is one */
    /* Receives every position of the tables and its bound, with a solver; a position repeats if its
     * bound shrinks. Returns false when out of memory. May be NULL. */
    bool (*entered)(void *context, const struct tb_state *state, int bound);
    void *context;
    const struct proof_watch *watch;   /* receives the progress; NULL: none */
};

/* Writes a proof of the claims. */
int strategy_write(const struct strategy_task *task, struct bytes *out, struct tb_error *error);

/* Checks every position of the tables that the position leads to. Fails, with the reason, if the
 * file is damaged or proves less than it claims, with TB_ERR_STOPPED if `watch` ended it. */
int strategy_verify(const unsigned char *data, size_t size, int threads,
                    const struct proof_watch *watch, struct proof_report *report,
                    struct tb_error *error);

#endif
