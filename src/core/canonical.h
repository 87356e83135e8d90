/*
 * canonical.h - canonical forms and hashes of positions under symmetry and translation.
 *
 * A set of symmetries is a mask: bit i stands for the game's symmetry number i.
 */
#ifndef TABLIER_CORE_CANONICAL_H
#define TABLIER_CORE_CANONICAL_H

#include "core/game.h"

/* Writes the image of a position under a symmetry, shifted to the place that stands for all its
 * translations. Two positions are the same if an image of the first is image 0 of the second. */
void canonical_transform(const struct tb_game *game, const void *state, int symmetry, void *image);

/* All symmetries of the game. */
uint64_t canonical_all(const struct tb_game *game, const void *state);

/* Returns the symmetries that map this position to itself, up to a translation. Lines of play from
 * it are equivalent under these; other symmetries seldom relate positions after it. */
uint64_t canonical_keeping(const struct tb_game *game, const void *state);

/*
 * The hash of a position and a player: if the set is a group (as the sets above are),
 * the same for every image of the two together and all its translations. Positions that
 * no symmetry of the set maps to each other have different hashes, except by collision.
 */
uint64_t canonical_hash(const struct tb_game *game, const void *state, int player, uint64_t set);

/* Writes the image with the smallest bytes under all symmetries, as canonical_transform() gives
 * it, and the player's number in it; among equal images, the one with the lowest number. */
void canonical_image(const struct tb_game *game, const void *state, int player, void *image,
                     int *image_player);

#endif
