/*
 * numpy.h - self-play as NumPy files, one row for each position that was searched, in games that
 * came to an end:
 *
 *     observations.npy  float32 (n, planes, rows, columns), as tb_observation() has them
 *     players.npy       uint8 (n), the player to move, from 0
 *     actions.npy       int32 (n), what the search chose, as tb_action_of() numbers it
 *     policies.npy      float32 (n, actions), weights of the moves that were judged, which add up
 *                       to 1: in proportion to exp(10 value)
 *     values.npy        float32 (n), what the search expected for the mover, -1 to 1
 *     results.npy       float32 (n), what became of it for the mover
 *     games.npy         int32 (n), the number of the game
 */
#ifndef TABLIER_LAB_NUMPY_H
#define TABLIER_LAB_NUMPY_H

#include "core/position.h"

/* Writes the files of a file of self-play into a folder, which is made if need be; files that
 * are there are replaced. *rows: how many positions. */
int numpy_export(const char *path, const char *folder, uint64_t *rows, struct tb_error *error);

#endif
