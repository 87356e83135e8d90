/* engine_args.c - from --level, --threads, --hash, --net and --seed to an engine's options. */
#include "cli/engine_args.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/advice.h"
#include "core/error.h"
#include "core/windows.h"
#include "net/net.h"

enum { HASH_DEFAULT = 64, HASH_MAX = 1 << 20, NET_SIZE_MAX = 1 << 22 };

/* Takes an int from 1 on. */
static int take_up_to(void *target, const char *value, int max, struct tb_error *error)
{
    uint64_t number;
    int code = take_between(&number, value, 1, (uint64_t)max, error);

    if (!code)
        *(int *)target = (int)number;
    return code;
}

int take_level(void *target, const char *value, struct tb_error *error)
{
    uint64_t number;
    int code = take_between(&number, value, 0, LEVEL_MAX, error);

    if (!code)
        *(int *)target = level_option((int)number);
    return code;
}

int take_threads(void *target, const char *value, struct tb_error *error)
{
    return take_up_to(target, value, SEARCH_THREADS_MAX, error);
}

int take_hash(void *target, const char *value, struct tb_error *error)
{
    return take_up_to(target, value, HASH_MAX, error);
}

int take_engine_seed(void *target, const char *value, struct tb_error *error)
{
    struct engine_args *args = target;

    args->seeded = true;
    return take_number(&args->engine.seed, value, error);
}

/* The network of the command line; it lives as long as the program. */
static unsigned char net_bytes[NET_SIZE_MAX];

int take_net(void *target, const char *value, struct tb_error *error)
{
    struct engine_args *args = target;
    const struct tb_game *game;
    struct tb_error why = {0};

    args->engine.no_net = strcmp(value, "none") == 0;
    if (args->engine.no_net)
        return TB_OK;
    FILE *file = fopen(value, "rb");

    if (!file)
        return error_system(error, TB_ERR_VALUE, errno, "Cannot open {path}",
                            arg_text("path", quote(value).text));
    size_t size = fread(net_bytes, 1, sizeof net_bytes, file);
    bool failed = ferror(file);

    fclose(file);
    if (failed)
        return error_system(error, TB_ERR_VALUE, EIO, "Cannot read {path}",
                            arg_text("path", quote(value).text));
    struct net *net = net_new_any(net_bytes, size, &game, &why);

    args->net_path = value;
    args->engine.net = net_bytes;
    args->engine.net_size = size;
    if (!net) {
        args->engine.no_net = true;
        failure_of(value, &why);
    }
    net_free(net);
    return TB_OK;
}

/* Reports a network of another game or number of players and does without it; take_net() reports one
 * of no game. */
static void refuse_foreign_net(const struct engine_args *args, const struct tb_setup *setup,
                               struct engine_options *options)
{
    const struct features *features = features_find(setup);
    struct tb_error why;

    if (!options->net || options->no_net || !features)
        return;
    struct net *net = net_new(setup->game, features, options->net, options->net_size, &why);

    if (!net) {
        options->no_net = true;
        failure_of(args->net_path, &why);
    }
    net_free(net);
}

struct engine_options engine_args_resolve(const struct engine_args *args,
                                          const struct tb_setup *setup)
{
    struct engine_options options = args->engine;

    refuse_foreign_net(args, setup, &options);
    if (options.table_mb == 0)
        options.table_mb = HASH_DEFAULT;
    if (!args->seeded && getentropy(&options.seed, sizeof options.seed) != 0)
        options.seed = (uint64_t)time(NULL);
    options.untimed = args->seeded;
    return options;
}
