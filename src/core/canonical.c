/* canonical.c - see canonical.h. */
#include "core/canonical.h"

#include <string.h>

#include "core/hash.h"

void canonical_transform(const struct tb_game *game, const void *state, int symmetry, void *image)
{
    game->transform(state, symmetry, image);
    if (game->settle)
        game->settle(image);
}

uint64_t canonical_all(const struct tb_game *game, const void *state)
{
    return ((uint64_t)2 << (game->symmetries(state) - 1)) - 1;
}

uint64_t canonical_keeping(const struct tb_game *game, const void *state)
{
    uint64_t set = 0;
    struct tb_state here;

    canonical_transform(game, state, 0, &here);
    for (int i = 0; i < game->symmetries(state); i++) {
        struct tb_state image;

        canonical_transform(game, state, i, &image);
        if (memcmp(&image, &here, game->state_size) == 0)
            set |= UINT64_C(1) << i;
    }
    return set;
}

uint64_t canonical_hash(const struct tb_game *game, const void *state, int player, uint64_t set)
{
    uint64_t least = UINT64_MAX;

    if (game->canonical_hash)
        return game->canonical_hash(state, player, set);
    for (; set; set &= set - 1) {
        int symmetry = __builtin_ctzll(set);
        const void *seen = state;
        struct tb_state image;

        if (symmetry > 0 || game->settle) {
            canonical_transform(game, state, symmetry, &image);
            seen = &image;
        }
        int seat = game->transform_player(state, symmetry, player);
        uint64_t hash = hash_seat(game_hash(game, seen), seat);

        least = hash < least ? hash : least;
    }
    return least;
}

void canonical_image(const struct tb_game *game, const void *state, int player, void *image,
                     int *image_player)
{
    int symmetries = game->symmetries(state);

    for (int i = 0; i < symmetries; i++) {
        int seat = game->transform_player(state, i, player), order = -1;
        struct tb_state other;

        canonical_transform(game, state, i, &other);
        if (i > 0)
            order = memcmp(&other, image, game->state_size);
        if (order < 0 || (order == 0 && seat < *image_player)) {
            memcpy(image, &other, game->state_size);
            *image_player = seat;
        }
    }
}
