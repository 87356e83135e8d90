/*
 * tensor.h - a game as numbers for programs that learn: actions and planes.
 *
 * An action is a number with the same meaning in all positions of a setup; the numbers begin
 * at 0 and have few gaps. A plane is a number from 0 to 1 for each square, a1 first, row by row.
 * Players come in the order of their turns, the player to move first.
 */
#ifndef TABLIER_CORE_TENSOR_H
#define TABLIER_CORE_TENSOR_H

#include "core/game.h"

struct tensor {
    int (*actions)(const struct tb_setup *setup); /* how many */

    /* The action of a legal move. */
    int (*action_of)(const void *state, tb_move move);

    /* Returns the only move that the action can mean here, legal or not; action_of() of a legal
     * one is the action again. The action is any number from 0 to actions() - 1. */
    tb_move (*move_of)(const void *state, int action);

    void (*shape)(const struct tb_setup *setup, int shape[TB_SHAPE]);

    /* Writes the meaning of the plane, in English. */
    void (*plane)(const struct tb_setup *setup, int plane, struct text *out);

    /* Fills in the planes of a position; all of them are zero before. */
    void (*observe)(const void *state, float *out);
};

/* For a game that has none of its own: actions are its moves, and there is one empty plane. */
extern const struct tensor tensor_plain;

/* For a game whose actions are its moves. */
int tensor_actions(const struct tb_setup *setup);
int tensor_action_of(const void *state, tb_move move);
tb_move tensor_move_of(const void *state, int action);

/* The game's own or the plain one. */
static inline const struct tensor *game_tensor(const struct tb_game *game)
{
    return game->tensor ? game->tensor : &tensor_plain;
}

/* Sets one number on every square of a plane. */
static inline void tensor_fill(float *plane, int squares, float value)
{
    for (int i = 0; i < squares; i++)
        plane[i] = value;
}

/* Sets 1 on the squares of a set. */
static inline void tensor_mask(float *plane, int squares, uint32_t mask)
{
    for (int i = 0; i < squares; i++)
        plane[i] = (float)(mask >> i & 1);
}

/* "the player to move", "the next player", "the player after 2 others". */
void tensor_player(struct text *out, int ahead);

#endif
