/* networks.c - see networks.h. */
#include "wasm/networks.h"

#include <stdlib.h>

#include "net/net.h"

enum { NETWORKS_MAX = 16 };

static struct {
    const struct features *features; /* NULL: the place is free */
    unsigned char *bytes;
    size_t size;
} networks[NETWORKS_MAX];

/* The place of a network, or the first free one; -1: there is none. */
static int place_of(const struct features *features)
{
    for (int i = 0; i < NETWORKS_MAX; i++)
        if (networks[i].features == features || !networks[i].features)
            return i;
    return -1;
}

int networks_take(unsigned char *bytes, size_t size, const struct tb_game **game,
                  struct tb_error *error)
{
    struct net *net = net_new_any(bytes, size, game, error);
    const struct features *features = net ? net_features(net) : NULL;
    int place = net ? place_of(features) : -1;

    net_free(net);
    if (place < 0) {
        free(bytes);
        return error->code;
    }
    free(networks[place].bytes);
    networks[place].features = features;
    networks[place].bytes = bytes;
    networks[place].size = size;
    return TB_OK;
}

const unsigned char *networks_find(const struct tb_setup *setup, size_t *size)
{
    const struct features *features = features_find(setup);
    int place = features ? place_of(features) : -1;

    *size = place < 0 ? 0 : networks[place].size;
    return place < 0 ? NULL : networks[place].bytes;
}
