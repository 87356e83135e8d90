/* engine_args.c - from --level, --threads, --hash, --net and --seed to an engine's options. */
#include "cli/engine_args.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/text.h"
#include "net/net.h"

enum { HASH_DEFAULT = 64, HASH_MAX = 1 << 20, NET_SIZE_MAX = 1 << 22 };

static int take_range(void *target, const char *value, int min, int max, struct tb_error *error)
{
    uint64_t number;
    int code = take_number(&number, value, error);

    if (code)
        return code;
    if (number < (uint64_t)min || number > (uint64_t)max)
        return error_set(error, TB_ERR_VALUE, "It cannot be %s; it may be %d to %d.",
                         "Ce ne peut pas être %s ; c'est de %d à %d.", quote(value).text, min, max);
    *(int *)target = (int)number;
    return TB_OK;
}

int take_level(void *target, const char *value, struct tb_error *error)
{
    return take_range(target, value, 1, LEVEL_MAX, error);
}

int take_threads(void *target, const char *value, struct tb_error *error)
{
    return take_range(target, value, 1, SEARCH_THREADS_MAX, error);
}

int take_hash(void *target, const char *value, struct tb_error *error)
{
    return take_range(target, value, 1, HASH_MAX, error);
}

int take_engine_seed(void *target, const char *value, struct tb_error *error)
{
    struct engine_args *args = target;

    args->seeded = true;
    return take_number(&args->engine.seed, value, error);
}

/* The network of the command line; it lives as long as the program. */
static unsigned char net_bytes[NET_SIZE_MAX];

/* The first of the games that have networks whose network this is; else why it is none. */
static bool net_usable(size_t size, struct tb_error *error)
{
    for (int i = 0; game_table[i]; i++) {
        if (!game_table[i]->net_shape)
            continue;
        struct net *net = net_new(game_table[i], net_bytes, size, error);

        net_free(net);
        if (net)
            return true;
    }
    return false;
}

int take_net(void *target, const char *value, struct tb_error *error)
{
    struct engine_args *args = target;
    struct tb_error why = {0};

    args->engine.no_net = strcmp(value, "none") == 0;
    if (args->engine.no_net)
        return TB_OK;
    FILE *file = fopen(value, "rb");

    if (!file)
        return error_system(error, TB_ERR_VALUE, errno, "Cannot open %s", "Impossible d'ouvrir %s",
                            quote(value).text);
    size_t size = fread(net_bytes, 1, sizeof net_bytes, file);
    bool failed = ferror(file);

    fclose(file);
    if (failed)
        return error_system(error, TB_ERR_VALUE, EIO, "Cannot read %s", "Impossible de lire %s",
                            quote(value).text);
    args->engine.net = net_bytes;
    args->engine.net_size = size;
    if (!net_usable(size, &why)) {
        args->engine.no_net = true;
        failure_of(value, &why);
    }
    return TB_OK;
}

struct engine_options engine_args_resolve(const struct engine_args *args)
{
    struct engine_options options = args->engine;

    if (options.table_mb == 0)
        options.table_mb = HASH_DEFAULT;
    if (!args->seeded && getentropy(&options.seed, sizeof options.seed) != 0)
        options.seed = (uint64_t)time(NULL);
    return options;
}
