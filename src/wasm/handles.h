/*
 * handles.h - matches that the module keeps between calls, by number: the state of the JavaScript
 * class Game. A request with the field `handle` is about such a match, instead of a record.
 */
#ifndef TABLIER_WASM_HANDLES_H
#define TABLIER_WASM_HANDLES_H

#include "core/record.h"

/* Takes over a match. Returns its number, from 1; 0 if memory runs out, after freeing the match. */
int handles_add(struct tb_match *match);

/* The match of a number; NULL if there is none. */
struct tb_match *handles_find(int handle);

/* Frees the match of a number, if there is one. */
void handles_remove(int handle);

/* Writes the legal moves to handles_list, and where the game has them the numbers of their texts to
 * handles_spellings. Returns how many. */
int handles_moves(int handle);
extern tb_move handles_list[TB_MOVES_MAX], handles_spellings[TB_MOVES_MAX];

/* The text of a move of this list, until the next call. */
const char *handles_text(int handle, int index);

/* Plays the move at an index of the list that handles_moves() wrote for this position. Returns the
 * new state. */
int handles_play(int handle, int index);

/* Takes back the last entry. Returns the new state, -1 if there was none. */
int handles_undo(int handle);

/* The state in bits: the player to move from 1 (4), enum tb_ending (4), the mask of winners (8),
 * whether `swap` is allowed (1) and whether the game has numbers for texts (1). 0: there is no such
 * match. */
int handles_state(int handle);

#endif
