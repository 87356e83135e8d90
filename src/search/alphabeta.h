/*
 * alphabeta.h - data shared by the tree search (alphabeta.c) and the iterations over it (deepen.h).
 *
 * Every position of the tree belongs to us, the side to move at the root, or to
 * them, all the others together. With two sides that is the game itself; with
 * more it is the paranoid reading of it, in which only our wins are proven.
 */
#ifndef TABLIER_SEARCH_ALPHABETA_H
#define TABLIER_SEARCH_ALPHABETA_H

#include "core/features.h"
#include "core/solved.h"
#include "net/net.h"
#include "search/ordering.h"
#include "search/prover.h"
#include "search/searcher.h"
#include "search/table.h"
#include "search/time_management.h"

/* One ply of the path that is being searched. */
struct search_frame {
    struct tb_state state;
    uint64_t hash;
    int player; /* to move */
    bool ours;
    tb_move move;   /* being tried, MOVE_NONE for a null move */
    unsigned proof; /* which bounds the score that came from here last proves */
    bool looked;    /* the network has looked at the position: */
    struct net_input input;
    struct net_hidden hidden;
    tb_move killers[KILLERS];
    struct move_list list;
    int pv_length;
    tb_move pv[SEARCH_PV_MAX];
};

struct root_move {
    tb_move move;
    int score;      /* the latest: a value if `valued`, else an upper bound */
    bool valued;    /* in the current iteration */
    unsigned proof; /* which bounds the score proves */
    bool known;     /* the prover knows the value: */
    struct verdict verdict;
    uint64_t nodes; /* below it in the current iteration */
    int bias;       /* points that habits and a personality add to its score */
    int rank;       /* by proof: moves are sorted by rank first, then by score */
    int pv_length;
    tb_move pv[SEARCH_PV_MAX];
};

/* A direct-mapped table of endings that the search has met. An ending is solved once the game's
 * quick knowledge has failed ENDING_VISITS times in it: until then, searching costs less. */
enum { ENDINGS = 32, ENDING_VISITS = 32 };

struct met_ending {
    uint64_t key;
    int visits;
    struct ending_table table;
};

/* One thread of a search. */
struct worker {
    struct alphabeta *shared;
    const struct tb_game *game;
    const struct advice *advice;
    int index; /* 0: the thread that reports */
    const struct job *job;
    struct meter meter;
    struct ordering ordering;
    struct search_frame *frames;    /* PLY_MAX + 2 */
    struct root_move *roots; /* in order of rank */
    struct met_ending *endings; /* NULL: the game has none */
    int root_count;
    bool valued; /* the prover knows the value of the root: */
    struct verdict verdict;
    int depth;        /* of the last iteration that was finished */
    struct time_manager time_manager; /* of the thread that reports */
    struct search_info info;
};

struct alphabeta {
    struct spec spec;
    const struct search_parameters *parameters;
    struct table table;
    struct repetition repetition;
    int scale; /* evaluate_scale of the points in use, 0: there is no evaluation */
    int us;    /* the side to move at the root */
    int root_player;
    unsigned our_mask; /* its players */
    uint64_t salt;     /* of the table's keys */
    int eval_noise;    /* error of the evaluation, in points */
    uint64_t seed;     /* of that error */
    struct worker *workers;
    uint8_t reductions[64][64]; /* [depth][index of the move] */
};

/* Enters the position after `move` as the frame of ply + 1. */
void worker_enter(struct worker *worker, int ply, tb_move move);
/* Completes a frame whose state has been written. */
void worker_arrive(struct worker *worker, struct search_frame *frame);

/* Solves the ending that a position is in, if any, before the search meets it. */
void worker_meet(struct worker *worker, const void *state);

/* Puts the moves of the frame's list from index `from` on in order. */
void worker_order(struct worker *worker, struct search_frame *frame, const struct hints *hints,
                  int from);

/* The value, to the player of ply, of the position in the frame of ply + 1;
 * *proof gets the bounds that it proves. Worthless once the meter has ended. */
int worker_descend(struct worker *worker, int ply, int depth, int alpha, int beta, unsigned *proof);

/* By how much to reduce the search of a move: more for later ones. */
int worker_reduction(const struct worker *worker, int depth, int index, bool pv);

#endif
