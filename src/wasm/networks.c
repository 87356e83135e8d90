/* networks.c - see networks.h. */
#include "wasm/networks.h"

#include <stdlib.h>

#include "net/net.h"

enum { GAMES_MAX = 16 };

static struct {
    unsigned char *bytes; /* NULL: none */
    size_t size;
} networks[GAMES_MAX]; /* in the order of tb_game_at() */

static int game_index(const struct tb_game *game)
{
    for (int i = 0; i < tb_game_count() && i < GAMES_MAX; i++)
        if (tb_game_at(i) == game)
            return i;
    return -1;
}

int networks_take(unsigned char *bytes, size_t size, const struct tb_game **game,
                  struct tb_error *error)
{
    struct net *net = net_new_any(bytes, size, game, error);
    int index = net ? game_index(*game) : -1;

    net_free(net);
    if (index < 0) {
        free(bytes);
        return error->code;
    }
    free(networks[index].bytes);
    networks[index].bytes = bytes;
    networks[index].size = size;
    return TB_OK;
}

const unsigned char *networks_find(const struct tb_game *game, size_t *size)
{
    int index = game_index(game);

    *size = index < 0 ? 0 : networks[index].size;
    return index < 0 ? NULL : networks[index].bytes;
}
