/*
 * solve.h - the value of a position: win, draw or loss by one proof search for
 * each side, or by retrograde analysis where all positions fit in memory.
 */
#ifndef TABLIER_SOLVE_H
#define TABLIER_SOLVE_H

#include "core/solved.h"
#include "solve/proof.h"

enum solve_stage { SOLVE_LISTING, SOLVE_WORKING_BACK, SOLVE_SEARCHING };

struct solve_progress {
    enum solve_stage stage;
    uint64_t nodes; /* positions looked at */
    int64_t ms;
    size_t positions, solved; /* of a retrograde analysis */
    int player, plies;        /* the question, else the search's */
    double fill;
    uint32_t proof, disproof;
};

struct solve_task {
    struct dfpn *solver; /* for the position's setup */
    const struct tb_position *position;
    int player;      /* solve only whether this player can force a win; -1: which player can */
    int plies;       /* ply limit; 0: none */
    bool shortest;   /* find the smallest number of plies */
    size_t bytes;    /* for a retrograde analysis; 0: none */
    int64_t time_ms; /* 0: no limit */
    /* Called about twice a second; false ends the work. May be NULL. */
    bool (*report)(void *context, const struct solve_progress *progress);
    void *context;
};

/* The result for one side, named by its first player. */
struct finding {
    int player;
    struct bounds bounds;
};

struct solution {
    bool answered;          /* the question that was asked */
    bool valued;            /* the value for the side to move is known: */
    struct verdict verdict; /* its plies are known if they are the smallest */
    bool chosen;            /* a move that keeps the value is known: */
    tb_move move;
    int count; /* the side to move first */
    struct finding findings[TB_PLAYERS_MAX];
    size_t positions; /* that a retrograde analysis solved; 0: there was none */
    uint64_t nodes;
    int64_t ms;
};

void solve(const struct solve_task *task, struct solution *solution);

/* The claims that a proof of the solution makes; returns how many, 0 if what was
 * found cannot be written as a proof. */
int solve_claims(const struct solve_task *task, const struct solution *solution,
                 struct claim claims[PROOF_CLAIMS_MAX]);

#endif
