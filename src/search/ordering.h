/*
 * ordering.h - move ordering.
 *
 * The table's move comes first; the rest are sorted by the game's `order`, raised by the success of
 * moves in this search: killers (moves that refuted a neighbour), the reply that refuted the last
 * move before, and a history of which moves cause cut-offs. One ordering belongs to one thread.
 */
#ifndef TABLIER_SEARCH_ORDERING_H
#define TABLIER_SEARCH_ORDERING_H

#include "core/features.h"
#include "search/search.h"

enum {
    HISTORY_MAX = 8192,
    KILLERS = 2,
};

struct ordering {
    const struct tb_game *game;
    int16_t *history; /* [player][move], within +-HISTORY_MAX */
    tb_move *reply;   /* [player][move]: the refutation of this player's move */
    int16_t *follow;  /* [player][move][reply], like history; NULL where moves are too many */
    const struct search_parameters *parameters;
    size_t size; /* of each */
};

/* The moves of one position, best first as far as they have been picked. */
struct move_list {
    int count;
    tb_move *moves;
    int *priority; /* by the game, 0 where it has none */
    int *score;    /* what they are sorted by */
};

/* Moves known from the search; MOVE_NONE where there is none. */
struct hints {
    tb_move table; /* goes before all others */
    tb_move killers[KILLERS];
    tb_move previous;    /* the move that led here */
    int previous_player; /* and who made it */
};

/* False when out of memory. */
bool ordering_init(struct ordering *ordering, const struct tb_game *game, int players,
                   const struct search_parameters *parameters);
void ordering_release(struct ordering *ordering);
void ordering_clear(struct ordering *ordering);
/* Before a new search: halves the history. */
void ordering_age(struct ordering *ordering);

/* The memory of a list for any position of the game. False when out of memory. */
bool move_list_init(struct move_list *list, const struct tb_game *game);
void move_list_release(struct move_list *list);

/* Fills in the game's priorities of the moves from index `from` on. */
void ordering_look(const struct ordering *ordering, const void *state, struct move_list *list,
                   int from);

/* The same with a network: by its logits for the position. */
void ordering_ask(const struct ordering *ordering, const void *state, const struct net_input *input,
                  const int *logits, struct move_list *list, int from);

/* Fills in the scores of the moves from index `from` on; they have priorities. */
void ordering_score(const struct ordering *ordering, const void *state, const struct hints *hints,
                    struct move_list *list, int from);

/* Brings this move to the front of a list without scores; false if it is not there. */
bool move_list_lead(struct move_list *list, tb_move move);

/* Brings the best of the moves from `index` on to that index. */
void move_list_pick(struct move_list *list, int index);

/* Drops the moves from `index` on whose priority is below `least`. */
void move_list_keep(struct move_list *list, int index, int least);

/* A move has refuted this position: rewards it over the `tried` moves picked before it. */
void ordering_reward(struct ordering *ordering, int player, const struct hints *hints,
                     const struct move_list *list, int tried, int depth);

static inline int ordering_history(const struct ordering *ordering, int player, tb_move move)
{
    return ordering->history[(size_t)player * ordering->game->move_limit + move];
}

static inline void killers_add(tb_move killers[KILLERS], tb_move move)
{
    if (killers[0] == move)
        return;
    killers[1] = killers[0];
    killers[0] = move;
}

#endif
