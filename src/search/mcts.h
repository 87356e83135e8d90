/*
 * mcts.h - Monte Carlo tree search, for any number of sides: its trees.
 *
 * Invariants
 *  - A tree is an array of nodes that never grows; node 0 is the root, and index
 *    0 means "none" everywhere else. When it is full, its leaves are only
 *    evaluated.
 *  - The children of a node are its first `tried` moves in an order that belongs to
 *    the node, each once.
 *  - node.total is the sum of the payoffs of the player who moved there.
 *  - node.outcome, once set, is proven: the losers cannot prevent it.
 *  - A child's index is larger than its parent's.
 */
#ifndef TABLIER_SEARCH_MCTS_H
#define TABLIER_SEARCH_MCTS_H

#include "search/ordering.h"
#include "search/searcher.h"

enum { PATH_MAX_PLIES = 256 };

/* The proven outcome of a node: none, a draw, or OUTCOME_WON + the side that wins. */
enum { OUTCOME_OPEN, OUTCOME_DRAWN, OUTCOME_WON };

/* A move that a node may try, and how likely it is the best. */
struct edge {
    tb_move move;
    float prior;
};

struct node {
    double total, mean; /* of the payoffs to the player who moves to this node */
    double prior; /* likelihood that the move here is the best among its siblings */
    uint64_t hash; /* of the position, where positions can repeat; 0: not computed yet */
    uint32_t visits;
    uint32_t child, sibling;
    uint32_t edges; /* if modelled: index of its first edge in tree.edges, best first */
    tb_move move;
    uint16_t legal; /* number of moves, 0: not listed yet */
    uint16_t listed; /* number of edges, the limit on its children */
    uint16_t tried;
    uint16_t plies; /* to the end, when the outcome is known */
    uint8_t player; /* to move */
    uint8_t outcome;
};
_Static_assert(sizeof(struct node) == 64, "a node fills a line of the cache");

struct tree {
    struct mcts *shared;
    const struct tb_game *game;
    const struct advice *advice;
    const struct job *job;
    struct tb_state root; /* the position of node 0, while used > 0 */
    struct node *nodes;
    uint32_t used, capacity;
    bool modelled; /* it uses the game's multiplayer model */
    float draw; /* payoff of a draw, -1 to 1 */
    struct edge *edges;
    uint32_t edges_used, edges_capacity;
    struct rng rng;
    struct meter meter;
    struct move_list list;
    uint32_t path[PATH_MAX_PLIES + 1];
    uint64_t hashes[PATH_MAX_PLIES + 1];
};

/* The root moves of all trees together. */
struct candidate {
    tb_move move;
    uint64_t visits;
    double total;
    uint8_t outcome;
    uint16_t plies;
};

struct mcts {
    struct spec spec;
    struct repetition repetition;
    uint8_t sides[TB_PLAYERS_MAX]; /* of the players */
    double *harmonic;              /* [n]: sum of the weights of the first n ranks */
    struct candidate *candidates;
    struct tree *trees;
};

/* Makes the node of the task's position the root, if the tree, grown earlier in the same match, has
 * it and can use it; all that is not below it is forgotten. False: the tree is as it was. */
bool mcts_keep_subtree(struct tree *tree, const struct search_task *task);

/* Lists the best lines of all trees together. */
void mcts_collect(struct mcts *m, const struct job *job, int trees, struct search_info *info);

#endif
