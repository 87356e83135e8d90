/* cmd_engine.c - tablier engine: an engine for other programs, by the protocol UGI. */
#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/position_args.h"
#include "core/message.h"
#include "protocol/ugi.h"

extern const struct command cmd_engine;

struct args {
    struct position_args position;
    struct engine_args engine;
};

static const struct option options[] = {
    SETUP_OPTIONS(struct args, position),
    LEVEL_OPTION(struct args, engine),
    ENGINE_OPTIONS(struct args, engine),
    {0},
};

static int run(int argc, char **argv)
{
    struct args args = {0};
    struct tb_position start;
    int status = options_parse(&cmd_engine, &args, &argc, argv);

    if (status != GO_ON || (status = position_args_start(&args.position, argv[0], &start)) != GO_ON)
        return status;
    const struct ugi_settings settings = {
        .setup = start.setup,
        .engine = engine_args_resolve(&args.engine, start.setup.game),
    };

    return ugi_serve(&settings, stdin, stdout) ? STATUS_OK : out_of_memory();
}

const struct command cmd_engine = {
    .name = "engine",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .summary = N_("Serve another program by UGI, on standard input and output."),
    .options = options,
    .run = run,
};
