/* networks.h - the networks that the module was given. */
#ifndef TABLIER_WASM_NETWORKS_H
#define TABLIER_WASM_NETWORKS_H

#include "core/game.h"

/* Takes over the bytes of a network, which the caller made with malloc(): *game is the one that
 * it is for. If they are not sound they are freed, and an earlier network stays. */
int networks_take(unsigned char *bytes, size_t size, const struct tb_game **game,
                  struct tb_error *error);

/* The network for such a setup; NULL if none was given. */
const unsigned char *networks_find(const struct tb_setup *setup, size_t *size);

#endif
