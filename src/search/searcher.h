/*
 * searcher.h - interface between the engine and its searchers. Nothing outside this folder includes
 * it.
 *
 * A searcher is a small struct of functions (struct searcher); the engine picks
 * one, hands it jobs, and frees it. Scores inside a searcher are whole points:
 * |score| <= EVAL_MAX is an evaluation, |score| >= SCORE_PROVEN a win or a loss
 * that ends SCORE_WIN - |score| plies after the root.
 */
#ifndef TABLIER_SEARCH_SEARCHER_H
#define TABLIER_SEARCH_SEARCHER_H

#include <stdatomic.h>

#include "net/net.h"
#include "search/search.h"

extern const struct search_parameters search_parameters_default; /* without a network */

enum {
    SCORE_WIN = 32000,
    SCORE_PROVEN = 28000,
    SCORE_INFINITE = 32001,
    /* The distance that means "won, distance unknown". */
    DISTANCE_UNKNOWN = 2000,
    PLY_MAX = 128,
    DEPTH_MAX = 100,
    PAYOFF_SCALE = 1000, /* evaluate_scale where points come from evaluate_players() */
};

/* ---- Limits: clock.c ------------------------------------------------------ */

/* The limits of one search, shared by its threads. */
struct control {
    const atomic_bool *stop;              /* ends the search when set */
    bool (*stopped)(const void *context); /* ends the search when it returns true; may be NULL */
    const void *context;
    atomic_bool ended;
    _Atomic uint64_t nodes; /* counted so far, up to one period behind */
    uint64_t node_limit;
    int64_t start_us, deadline_us;
    int64_t aim_ms; /* as in struct search_limits */
};

/* One thread's view of the control: counts its nodes and checks the clock once per period. With one
 * thread no node beyond the limit is counted. */
struct meter {
    struct control *control;
    bool ended;
    uint32_t fresh; /* nodes that the control has not counted yet */
    uint32_t quota; /* fresh nodes after which the control is checked */
    uint32_t period;
    uint64_t handed; /* nodes of this thread that the control has counted */
    uint64_t cap;    /* this thread ends when all threads together have counted this many nodes */
};

void control_start(struct control *control, const struct search_limits *limits,
                   const struct search_task *task, const atomic_bool *stop);
/* For a part of a search: the rest of its limits, and at most `nodes` nodes. */
void control_branch(struct control *control, const struct control *from, uint64_t nodes);
int64_t control_ms(const struct control *control);
/* True if it is time to end; then it stays true. */
bool control_ended(struct control *control);
/* Returns how many nodes may still be counted. */
uint64_t control_left(const struct control *control);
void control_count(struct control *control, uint64_t nodes);

/* Nodes between two checks of the clock: `period` of them must take well under 20 ms. */
void meter_start(struct meter *meter, struct control *control, uint32_t period);
/* Hands the fresh nodes over and asks whether to go on. */
void meter_read(struct meter *meter);

/* The nodes that this thread has counted. */
static inline uint64_t meter_nodes(const struct meter *meter)
{
    return meter->handed + meter->fresh;
}

/* Counts one node; true when the search has ended and it must not be searched. */
static inline bool meter_tick(struct meter *meter)
{
    if (meter->fresh >= meter->quota)
        meter_read(meter);
    meter->fresh += !meter->ended;
    return meter->ended;
}

/* ---- Searchers ------------------------------------------------------------ */

/* Parameters that a searcher is created with. */
struct spec {
    struct tb_setup setup;
    int sides;
    enum engine_kind kind; /* never ENGINE_AUTO */
    size_t bytes;          /* for the table or the tree */
    int threads;
    bool no_probe; /* without the game's probe() */
    const struct search_parameters *parameters;
    const struct net *net; /* judges positions and moves; NULL: the game does */
};

struct prover;

/* One search. */
struct job {
    const struct search_task *task;
    int depth;             /* the limit, DEPTH_MAX for none */
    int lines;             /* at least 1 */
    int eval_noise;        /* error of the evaluation, in hundredths of evaluate_scale */
    int habit_bonus, risk_cost; /* of the level; no bonus: neither counts */
    const struct personality *personality; /* NULL: none */
    int taste;             /* points that it gives a move it likes, in hundredths as above */
    uint64_t seed;         /* for all random choices of this search */
    struct prover *prover; /* turned to the task's position; NULL: there is none */
    bool swindles;         /* the job is done when the prover knows that the position is lost */
    struct control *control;
};

struct searcher {
    void *(*create)(const struct spec *spec); /* NULL when out of memory */
    void (*free)(void *self);
    void (*clear)(void *self);
    /* Fills *info with at least one line, whatever the limits. */
    void (*think)(void *self, const struct job *job, struct search_info *info);
};

extern const struct searcher alphabeta_searcher;
extern const struct searcher maxn_searcher;
extern const struct searcher mcts_searcher; /* ENGINE_MCTS, ENGINE_UCT */

/* ---- Small things that all need ------------------------------------------- */

/* Joins a move and the variation after it, as far as they fit; returns the length. */
static inline int pv_join(tb_move pv[SEARCH_PV_MAX], tb_move move, const tb_move *after, int length)
{
    length = length < SEARCH_PV_MAX - 1 ? length : SEARCH_PV_MAX - 1;
    pv[0] = move;
    memcpy(pv + 1, after, (size_t)length * sizeof *pv);
    return length + 1;
}

/* Fills in time and nodes, and calls the task's report. */
void search_report(const struct job *job, struct search_info *info);

/* ---- Repetition: repetition.c ---------------------------------------------- */

/*
 * Positions that the history of the match makes a draw, or illegal, as soon as they repeat. `salt`
 * goes into every table key: entries stored with another such set are not valid with this one.
 */
struct repetition {
    bool cycles;  /* positions can repeat */
    bool illegal; /* they may not: a move that brings one back counts as lost */
    uint64_t salt;
    uint64_t *drawn; /* hashes */
    int count;
    int capacity; /* positions that the memory at `drawn` serves */
};

/* Without memory for it, the history is ignored. */
void repetition_start(struct repetition *repetition, const struct search_task *task);
void repetition_release(struct repetition *repetition);
bool repetition_draws(const struct repetition *repetition, uint64_t hash);
/* Whether some position would be a draw, or illegal, because of the history. */
bool history_matters(const struct search_task *task);

#endif
