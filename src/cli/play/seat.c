/* seat.c - the kinds of players. */
#include "cli/play/seat.h"

#include <string.h>

#include "cli/interactive_search.h"
#include "core/advice.h"
#include "core/error.h"

enum { LEVEL_DEFAULT = 3, TIME_DEFAULT = 1000, TIME_MAX = 999999 };

const struct seat_kind seat_kinds[] = {
    {"human", NULL, N_("a person at this screen"), ENGINE_AUTO},
    {"random", NULL, N_("the computer, playing any legal move"), ENGINE_RANDOM},
    {"level", ":0..12[:PERSONALITY]", N_("the computer, from a child (0) to its best (12)"),
     ENGINE_AUTO},
    {"alphabeta", "[:MS]", N_("the computer, by alpha-beta, with a time per move in milliseconds"),
     ENGINE_ALPHABETA},
    {"mcts", "[:MS]", N_("the computer, by Monte Carlo tree search"), ENGINE_MCTS},
    {"uct", "[:MS]", N_("the computer, by plain UCT with random playouts"), ENGINE_UCT},
    {"paranoid", "[:MS]", N_("the computer against everybody, for 3 or 4 players"),
     ENGINE_PARANOID},
    {"maxn", "[:MS]", N_("the computer, everyone for himself, for 3 or 4 players"), ENGINE_MAXN},
    {0},
};

static int unknown_kind(const char *spec, struct tb_error *error)
{
    char known[128];
    struct text text = text_into(known, sizeof known);

    for (const struct seat_kind *kind = seat_kinds; kind->name; kind++)
        text_add(&text, "%s%s%s", text.used ? ", " : "", kind->name,
                 kind->argument ? kind->argument : "");
    return error_set(error, TB_ERR_VALUE, "There is no player ''{spec}''; there are: {known}.",
                     arg_text("spec", quote(spec).text), arg_text("known", known));
}

/* Reads what follows the colon: a level or milliseconds; NULL if nothing does. */
static int read_argument(struct seat *seat, const char *argument, struct tb_error *error)
{
    const struct seat_kind *kind = seat->kind;
    bool level = kind->argument && kind->engine == ENGINE_AUTO;
    int min = level ? 0 : 1, max = level ? LEVEL_MAX : TIME_MAX;
    int number = level ? LEVEL_DEFAULT : TIME_DEFAULT;
    struct scan scan = {argument};

    if (!kind->argument)
        return argument ? error_set(error, TB_ERR_VALUE,
                                    "A {kind} player takes nothing after a colon.",
                                    arg_text("kind", kind->name))
                        : TB_OK;
    if (argument && (!scan_number(&scan, max, &number) || number < min ||
                     !(scan_end(&scan) || (level && *scan.at == ':'))))
        return error_set(error, TB_ERR_VALUE,
                         "There is no {kind}:{argument}; use {kind}:{min} to {max}.",
                         arg_text("kind", kind->name), arg_text("argument", quote(argument).text),
                         arg_count("min", min), arg_count("max", max));
    if (level)
        seat->options.level = level_option(number);
    else
        seat->limits.time_ms = number;
    return TB_OK;
}

int seat_open(struct seat *seat, const char *spec, struct seat_seed seed, struct tb_error *error)
{
    size_t length = strcspn(spec, ":");
    const struct seat_kind *kind = seat_kinds;

    while (kind->name && (strlen(kind->name) != length || strncmp(kind->name, spec, length) != 0))
        kind++;
    if (!kind->name || strlen(spec) >= sizeof seat->spec)
        return unknown_kind(spec, error);
    *seat = (struct seat){
        .kind = kind,
        .options = {.kind = kind->engine, .seed = seed.number, .untimed = seed.given},
    };
    strcpy(seat->spec, spec);
    return read_argument(seat, spec[length] ? spec + length + 1 : NULL, error);
}

void seat_close(struct seat *seat)
{
    engine_free(seat->engine);
    *seat = (struct seat){0};
}

bool seat_is_human(const struct seat *seat)
{
    return seat->kind == seat_kinds;
}

int seat_prepare(struct seat *seat, const struct tb_setup *setup, struct tb_error *error)
{
    struct engine_options options = seat->options;
    const char *colon = strchr(seat->spec, ':');

    if (colon && (colon = strchr(colon + 1, ':')))
        options.personality = colon + 1;
    if (!seat->engine && !seat_is_human(seat))
        seat->engine = engine_new(setup, &options, error);
    return seat->engine || seat_is_human(seat) ? TB_OK : error->code;
}

int seat_choose(struct seat *seat, const struct tb_match *match, char out[TB_MOVE_TEXT],
                struct tb_error *error)
{
    const struct search_task task = {.limits = seat->limits, .swindle = true};
    struct search_info info;

    if (seat_prepare(seat, &tb_match_start(match)->setup, error))
        return error->code;
    interactive_choose(seat->engine, match, &task, out, &info);
    return TB_OK;
}
