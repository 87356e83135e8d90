/* cmd_qtp.c - tablier qtp: an engine for other programs, by the Quoridor Text Protocol. */
#include <string.h>

#include "cli/command.h"
#include "cli/engine_args.h"
#include "core/message.h"
#include "protocol/qtp.h"

/* Milliseconds for a move. The usual referee gives 180 seconds for a whole game. */
enum { TIME_DEFAULT = 2000 };

extern const struct command cmd_qtp;

struct args {
    uint64_t time_ms;
    struct engine_args engine;
};

static const struct option options[] = {
    {"time", "MS", N_("milliseconds for a move (default: 2000)"), take_positive,
     offsetof(struct args, time_ms)},
    LEVEL_OPTION(struct args, engine),
    ENGINE_OPTIONS(struct args, engine),
    {0},
};

static int run(int argc, char **argv)
{
    static char seed[] = "--seed";
    struct args args = {.time_ms = TIME_DEFAULT};

    /* The protocol's referee starts every engine with the words `-seed N`. */
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "-seed") == 0)
            argv[i] = seed;
    int status = options_parse(&cmd_qtp, &args, &argc, argv);

    if (status != GO_ON)
        return status;
    if (args.time_ms == 0 || args.time_ms > INT32_MAX)
        return usage_error("--time must be between 1 and {max} milliseconds.",
                           arg_count("max", INT32_MAX));
    const struct tb_game *game = qtp_game();

    if (!game)
        return failure("None of the games can be played by QTP.");
    const struct qtp_settings settings = {
        .game = game,
        .time_ms = (int64_t)args.time_ms,
        .engine = engine_args_resolve(&args.engine, game),
    };

    return qtp_serve(&settings, stdin, stdout) ? STATUS_OK : out_of_memory();
}

const struct command cmd_qtp = {
    .name = "qtp",
    .words = "",
    .summary = N_("Serve another program by QTP, on standard input and output."),
    .options = options,
    .run = run,
};
