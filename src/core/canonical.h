/*
 * canonical.h - one name for all positions that symmetry makes the same.
 *
 * A set of symmetries is a mask: bit i stands for the game's symmetry number i.
 */
#ifndef TABLIER_CORE_CANONICAL_H
#define TABLIER_CORE_CANONICAL_H

#include "core/game.h"

/* All symmetries of the game. */
uint64_t canonical_all(const struct tb_game *game, const void *state);

/* Those that leave this position as it is. Play from it goes alike in all their
 * images; other symmetries are hardly ever of use there. */
uint64_t canonical_keeping(const struct tb_game *game, const void *state);

/*
 * The hash of a position as one player sees it: if the set is a group (as the
 * above are), the same for every image of the two together. Positions that no
 * symmetry of the set maps to each other differ but for chance.
 */
uint64_t canonical_hash(const struct tb_game *game, const void *state, int player, uint64_t set);

/* Writes the image with the smallest bytes under all symmetries, and what the
 * player becomes in it; among equal ones that which gives him the lowest number. */
void canonical_image(const struct tb_game *game, const void *state, int player, void *image,
                     int *image_player);

#endif
