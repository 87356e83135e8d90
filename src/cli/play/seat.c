/* seat.c - the kinds of players. */
#include "cli/play/seat.h"

#include <stdlib.h>
#include <string.h>

#include "cli/play/seat_engine.h"
#include "core/error.h"
#include "core/rng.h"

/* ---- random: any legal entry, each as likely as the others ------------------------ */

static int no_argument(const struct seat *seat, const char *argument, struct tb_error *error)
{
    if (!argument)
        return TB_OK;
    return error_set(error, TB_ERR_VALUE, "A {kind} player takes nothing after a colon.",
                     arg_text("kind", seat->kind->name));
}

static int random_open(struct seat *seat, const char *argument, struct seat_seed seed,
                       struct tb_error *error)
{
    struct rng *rng = malloc(sizeof *rng);

    if (!rng)
        return error_memory(error);
    rng->state = seed.number;
    seat->data = rng;
    return no_argument(seat, argument, error);
}

static int random_choose(struct seat *seat, const struct tb_match *match, char out[TB_MOVE_TEXT],
                         struct tb_error *error)
{
    const struct tb_position *position = tb_match_position(match);
    tb_move moves[TB_MOVES_MAX];
    uint32_t count = (uint32_t)tb_moves(position, moves);
    uint32_t chosen = rng_below(seat->data, count + tb_match_can_swap(match));

    (void)error;
    if (chosen == count)
        strcpy(out, "swap");
    else
        tb_move_text(position, moves[chosen], out, TB_MOVE_TEXT);
    return TB_OK;
}

static void random_close(struct seat *seat)
{
    free(seat->data);
}

/* ---- human ---------------------------------------------------------------------------- */

static int human_open(struct seat *seat, const char *argument, struct seat_seed seed,
                      struct tb_error *error)
{
    (void)seed;
    return no_argument(seat, argument, error);
}

/* ---- The table --------------------------------------------------------------------------- */

#define ENGINE_SEAT(its_name, its_argument, its_text)                                              \
    {                                                                                              \
        .name = its_name, .argument = its_argument, .text = its_text, .open = seat_engine_open,    \
        .choose = seat_engine_choose, .close = seat_engine_close,                                  \
    }

const struct seat_kind seat_kinds[] = {
    {
        .name = "human",
        .text = N_("a person at this screen"),
        .open = human_open,
    },
    {
        .name = "random",
        .text = N_("the computer, playing any legal move"),
        .open = random_open,
        .choose = random_choose,
        .close = random_close,
    },
    ENGINE_SEAT("level", ":1..8", N_("the computer, from a beginner (1) to its best (8)")),
    ENGINE_SEAT("alphabeta", "[:MS]",
                N_("the computer, by alpha-beta, with a time per move in milliseconds")),
    ENGINE_SEAT("mcts", "[:MS]", N_("the computer, by Monte Carlo tree search")),
    ENGINE_SEAT("uct", "[:MS]", N_("the computer, by plain UCT with random playouts")),
    ENGINE_SEAT("paranoid", "[:MS]", N_("the computer against everybody, for 3 or 4 players")),
    ENGINE_SEAT("maxn", "[:MS]", N_("the computer, everyone for himself, for 3 or 4 players")),
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

int seat_open(struct seat *seat, const char *spec, struct seat_seed seed, struct tb_error *error)
{
    size_t length = strcspn(spec, ":");
    const struct seat_kind *kind = seat_kinds;

    while (kind->name && (strlen(kind->name) != length || strncmp(kind->name, spec, length) != 0))
        kind++;
    if (!kind->name || strlen(spec) >= sizeof seat->spec)
        return unknown_kind(spec, error);
    *seat = (struct seat){.kind = kind};
    strcpy(seat->spec, spec);
    return kind->open(seat, spec[length] ? spec + length + 1 : NULL, seed, error);
}

void seat_close(struct seat *seat)
{
    if (seat->kind && seat->kind->close)
        seat->kind->close(seat);
    *seat = (struct seat){0};
}

bool seat_is_human(const struct seat *seat)
{
    return seat->kind->choose == NULL;
}
