/* cmd_qtp.c - tablier qtp: an engine for other programs, by the Quoridor Text Protocol. */
#include "cli/command.h"
#include "cli/engine_args.h"
#include "core/message.h"
#include "protocol/qtp.h"

/* Milliseconds for a move. The usual referee gives 180 seconds for a whole game. */
enum { TIME_DEFAULT = 2000 };

struct args {
    uint64_t time_ms;
    struct engine_args engine;
};

TAKE_BETWEEN(take_time, 1, INT32_MAX)

static const struct option options[] = {
    {"time", "MS", N_("milliseconds for a move (default: 2000)"), take_time, ARG(time_ms)},
    LEVEL_OPTION(struct args, engine),
    ENGINE_OPTIONS(struct args, engine),
    {0},
};

static int run(void *values, char **words)
{
    const struct args *args = values;
    const struct tb_game *game = qtp_game();

    (void)words;
    struct tb_setup setup;

    if (!game || tb_setup_init(&setup, game, 2, NULL))
        return failure("None of the games can be played by QTP.");
    const struct qtp_settings settings = {
        .game = game,
        .time_ms = (int64_t)args->time_ms,
        .engine = engine_args_resolve(&args->engine, &setup),
    };

    return qtp_serve(&settings, stdin, stdout) ? STATUS_OK : out_of_memory();
}

const struct command cmd_qtp = {
    .name = "qtp",
    .words = "",
    .summary = N_("Serve another program by QTP, on standard input and output."),
    ARGS(struct args, .time_ms = TIME_DEFAULT),
};
