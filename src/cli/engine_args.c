/* engine_args.c - from --level, --threads, --hash and --seed to an engine's options. */
#include "cli/engine_args.h"

#include <time.h>
#include <unistd.h>

#include "core/text.h"

enum { HASH_DEFAULT = 64, HASH_MAX = 1 << 20 };

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

struct engine_options engine_args_resolve(const struct engine_args *args)
{
    struct engine_options options = args->engine;

    if (options.table_mb == 0)
        options.table_mb = HASH_DEFAULT;
    if (!args->seeded && getentropy(&options.seed, sizeof options.seed) != 0)
        options.seed = (uint64_t)time(NULL);
    return options;
}
