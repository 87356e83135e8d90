/* cmd_engine.c - tablier engine: an engine for other programs, by the protocol UGI. */
#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/position_args.h"
#include "core/message.h"
#include "protocol/ugi.h"

struct args {
    struct position_args position;
    struct engine_args engine;
};

static const struct option options[] = {
    SETUP_OPTIONS(struct args, position),
    LEVEL_OPTION(struct args, engine),
    PERSONALITY_OPTION(struct args, engine),
    ENGINE_OPTIONS(struct args, engine),
    {0},
};

static int run(void *values, char **words)
{
    const struct args *args = values;
    struct tb_position start;
    int status = position_args_start(&args->position, words[0], &start);

    if (status != GO_ON)
        return status;
    const struct ugi_settings settings = {
        .setup = start.setup,
        .engine = engine_args_resolve(&args->engine, &start.setup),
    };

    return ugi_serve(&settings, stdin, stdout) ? STATUS_OK : out_of_memory();
}

const struct command cmd_engine = {
    .name = "engine",
    .words = "GAME",
    .summary = N_("Serve another program by UGI, on standard input and output."),
    ARGS(struct args),
};
