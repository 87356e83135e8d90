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
    int code = error_set(error, TB_ERR_GAME, "No game uses a network.",
                         "Aucun jeu n'utilise de réseau.");

    for (int i = 0; i < tb_game_count() && i < GAMES_MAX; i++) {
        struct net *net;

        *game = tb_game_at(i);
        if (!(*game)->net_shape)
            continue;
        if ((net = net_new(*game, bytes, size, error))) {
            net_free(net);
            free(networks[i].bytes);
            networks[i].bytes = bytes;
            networks[i].size = size;
            return TB_OK;
        }
        code = error->code;
    }
    free(bytes);
    return code;
}

const unsigned char *networks_find(const struct tb_game *game, size_t *size)
{
    int index = game_index(game);

    *size = index < 0 ? 0 : networks[index].size;
    return index < 0 ? NULL : networks[index].bytes;
}
