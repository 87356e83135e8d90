/*
 * maxn.h - games of three or more sides whose positions cannot repeat, solved as a whole: the
 * outcome if each player maximises their own result (max^n), and the players who together can
 * force a win.
 *
 * A win is better than a draw, a draw better than a loss. That leaves a player who cannot win or
 * draw a choice among those who win instead of him, so there is no single value: two tie rules give
 * two of them, and `possible` has the outcomes of all perfect play, whatever the ties.
 */
#ifndef TABLIER_SOLVE_MAXN_H
#define TABLIER_SOLVE_MAXN_H

#include "core/solved.h"

/* The tie rule of a player who loses anyway: the win goes to the candidate who is the next in turn
 * after that player, or to the last. */
enum maxn_tie { TIE_FIRST, TIE_LAST, TIES };

/* An outcome is the number of the player who wins, or that of the players for a draw. */
struct maxn_value {
    uint8_t outcome[TIES];
    uint8_t possible; /* mask of outcomes: in each position each player makes a best move */
    uint16_t forces;  /* bit m: the players of mask m together can force that one of them wins */
};

struct maxn_move {
    tb_move move;
    struct maxn_value value;
};

struct maxn_solution {
    struct maxn_value value;
    int count;
    struct maxn_move moves[TB_MOVES_MAX];
    uint64_t positions; /* solved, each once up to symmetry */
};

/* True if it can be solved so: three or more sides of one player each, no repetition. */
bool maxn_serves(const struct tb_position *position);

/* The position is not over. TB_ERR_MEMORY if `bytes` are too few, TB_ERR_STOPPED if the watch says
 * so. */
int maxn_solve(const struct tb_position *position, size_t bytes, const struct solved_watch *watch,
               struct maxn_solution *out, struct tb_error *error);

#endif
