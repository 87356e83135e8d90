/* seat_engine.c - the computer in a seat. Its engine is made when it first moves. */
#include "cli/play/seat_engine.h"

#include <stdlib.h>
#include <string.h>

#include "cli/thinking.h"
#include "core/advice.h"
#include "core/error.h"

enum { LEVEL_DEFAULT = 3, TIME_DEFAULT = 1000 };

struct seat_engine {
    struct engine_options options;
    struct search_limits limits;
    struct engine *engine; /* NULL: not made yet */
};

static const struct {
    const char *name;
    enum engine_kind kind;
} searchers[] = {
    {"alphabeta", ENGINE_ALPHABETA}, {"paranoid", ENGINE_PARANOID}, {"maxn", ENGINE_MAXN},
    {"mcts", ENGINE_MCTS},           {"uct", ENGINE_UCT},
};

/* Reads what follows the colon, which may be missing. */
static int read_argument(const struct seat *seat, const char *argument, int min, int max,
                         int *number, struct tb_error *error)
{
    struct scan scan = {argument};

    if (!argument)
        return TB_OK;
    if (scan_number(&scan, max, number) && scan_end(&scan) && *number >= min)
        return TB_OK;
    return error_set(error, TB_ERR_VALUE,
                     "There is no {kind}:{argument}; use {kind}:{min} to {max}.",
                     arg_text("kind", seat->kind->name), arg_text("argument", quote(argument).text),
                     arg_count("min", min), arg_count("max", max));
}

int seat_engine_open(struct seat *seat, const char *argument, struct seat_seed seed,
                     struct tb_error *error)
{
    struct seat_engine *own = calloc(1, sizeof *own);
    int time_ms = TIME_DEFAULT;

    if (!own)
        return error_memory(error);
    seat->data = own;
    own->options.seed = seed.number;
    own->options.untimed = seed.given;
    for (size_t i = 0; i < sizeof searchers / sizeof *searchers; i++)
        if (strcmp(seat->kind->name, searchers[i].name) == 0) {
            int code = read_argument(seat, argument, 1, 999999, &time_ms, error);

            own->options.kind = searchers[i].kind;
            own->limits.time_ms = time_ms;
            return code;
        }
    own->options.level = LEVEL_DEFAULT;
    return read_argument(seat, argument, 1, LEVEL_MAX, &own->options.level, error);
}

int seat_engine_choose(struct seat *seat, const struct tb_match *match, char out[TB_MOVE_TEXT],
                       struct tb_error *error)
{
    struct seat_engine *own = seat->data;
    const struct search_task task = {.limits = own->limits, .swindle = true};
    struct search_info info;

    if (!own->engine)
        own->engine = engine_new(&tb_match_start(match)->setup, &own->options, error);
    if (!own->engine)
        return error->code;
    think_about(own->engine, match, &task, out, &info);
    return TB_OK;
}

void seat_engine_close(struct seat *seat)
{
    struct seat_engine *own = seat->data;

    if (own)
        engine_free(own->engine);
    free(own);
}
