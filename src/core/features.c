/* features.c - see features.h. */
#include "core/features.h"

const struct features *features_find(const struct tb_setup *setup)
{
    const struct features *features = setup->game->features;
    struct tb_state start = {{0}};
    struct net_input input;

    setup->game->init(setup, &start);
    while (features && !features->read(&start, &input))
        features = features->next;
    return features;
}
