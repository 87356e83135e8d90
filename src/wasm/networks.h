/* networks.h - the networks that the module was given, one for each game. */
#ifndef TABLIER_WASM_NETWORKS_H
#define TABLIER_WASM_NETWORKS_H

#include "core/game.h"

/* Takes over the bytes of a network, which the caller made with malloc(): *game is the one that
 * it is for. If they are not sound they are freed, and an earlier network of the game stays. */
int networks_take(unsigned char *bytes, size_t size, const struct tb_game **game,
                  struct tb_error *error);

/* The network of a game; NULL if none was given. */
const unsigned char *networks_find(const struct tb_game *game, size_t *size);

#endif
