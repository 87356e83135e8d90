/*
 * strategy_walk.h - the walk through the positions of a strategy (strategy.h), one level of two
 * plies after the other, with all threads.
 *
 * Each position of a level is opened, and the answers to its moves that are new make up the next
 * level, which is also that of the table (strategy_table.h). Writing (strategy_write.c) and
 * checking (strategy.c) differ in how an answer is found: by known values or a solver, or among the
 * positions of the table.
 *
 * Where the game has endings (solved.h), which must be solved to know a value, positions of many
 * levels lead into the same one. So a walk that writes by values puts positions of endings aside
 * until all others are done; then it takes ending by ending, and solves each once.
 */
#ifndef TABLIER_SOLVE_STRATEGY_WALK_H
#define TABLIER_SOLVE_STRATEGY_WALK_H

#include "solve/strategy.h"
#include "solve/strategy_table.h"

struct walk;
struct walker;

/* How answers are found. Each returns false if the claim does not hold, or after walk_reject(). */
struct walk_steps {
    /* True if the claim may hold at the start; NULL: not known. */
    bool (*holds)(struct walker *w, const struct tb_state *state);
    /* Takes a position into account, with the prover's opponent to move and `plies` left; opens it
     * in the next level if it is new. */
    bool (*enter)(struct walker *w, const struct tb_state *state, int plies);
    /* Enters a position after a move of the prover, who has more than 0 plies left. */
    bool (*answer)(struct walker *w, const struct tb_state *state, int plies);
};

/* Positions of one level that one thread has found. */
struct front {
    unsigned char *states;
    int *bounds;
    size_t count, states_capacity, bounds_capacity;
};

enum { WALK_ENDINGS = 4096 };

struct walker {
    struct walk *walk;
    int index; /* 0: the one who reports */
    struct front now, next;
    atomic_size_t taken;          /* of `now`, by any thread */
    struct ending_table *endings; /* WALK_ENDINGS, by key; NULL: not needed */
    /* Positions of the ending being walked, in `next`, as lists by bound: the first, and by
     * position the one after it, both counted from 1; 0: none. */
    bool in_ending;
    size_t lists[BOUND_ANY + 1], *after, after_capacity;
};

/* The walk of one claim. The caller sets the first group. */
struct walk {
    const struct walk_steps *steps;
    struct claim claim;
    struct strategy_table *table;
    int exchange; /* the symmetry under which the walk sees the claim; 0: as it is */
    const struct strategy_task *task; /* NULL: the table is checked */
    const struct proof_watch *watch;
    int threads; /* from 1 to STRATEGY_THREADS_MAX afterwards */

    const struct tb_game *game;
    uint64_t symmetries;          /* that keep the start and the claim's player */
    struct strategy_table *aside; /* positions of endings, either player to move; may be NULL */
    atomic_size_t next_shard;     /* of those put aside */
    /* Positions in which the prover has answered, where no number of plies makes a difference to
     * the answer: many moves lead to the same one. May be NULL. */
    struct strategy_table *answered;
    struct walker *workers;
    atomic_size_t opened;
    const char *_Atomic what; /* the first thing that is not as claimed */
    atomic_bool stopped, out_of_memory;
};

/*
 * Two claims of one position that neither player ever wins have their tables joined: with the
 * players exchanged, the second claim is of the same player as the first, and most positions that it
 * leads to are already in the table. So its own part of the table is small.
 *
 * Returns the symmetry that exchanges the players; 0 if the claims are others, or there is none.
 */
int walk_exchange(const struct tb_position *position, const struct claim claims[2]);

/* Walks from the position; an error if the claim does not hold. */
int walk_claim(struct walk *walk, const struct tb_position *position, struct tb_error *error);

/* End the walk, with the reason or for want of memory; return false. */
bool walk_reject(struct walk *walk, const char *what);
bool walk_run_out(struct walk *walk);

/* Finds the image of a position with the least number, and its symmetry: one stands for all, so
 * that a table depends neither on the threads nor on which image they meet first. */
bool walk_number(const struct walk *walk, const struct tb_state *state, struct packed *out,
                 int *symmetry);

/* The position after a move. */
struct after {
    tb_move move;
    unsigned outline;
    int symmetry; /* that gives the least image; -1: not known yet */
    struct packed key;
};

/* Makes the move, and the least image of the position. */
void walk_play(const struct walk *walk, const struct tb_state *state, const struct after *after,
               struct tb_state *image);

/* All that the prover can answer with where any number of plies is good enough. */
struct answers {
    struct after list[TB_MOVES_MAX];
    int count;
    bool ends; /* a move ends the game, and the other does not win */
};

void walk_list_answers(const struct walk *walk, const struct tb_state *state, struct answers *out);

/* Of the answers from `first` on, moves the first in order to that place and finds its number and
 * symmetry. The order is that of the outlines, then of the numbers. */
bool walk_first_answer(struct walk *walk, const struct tb_state *state, struct answers *answers,
                       int first);

/* Adds a position to the next level. */
bool walk_push(struct walker *w, const struct tb_state *state, int bound);

/* True if the position waits until all others are done. */
bool walk_must_wait(const struct walker *w, const struct tb_state *state);

/* Puts a position aside with the plies that are left: the fewest for a win, the most otherwise. */
bool walk_put_aside(struct walker *w, const struct tb_state *state, int plies);

#endif
