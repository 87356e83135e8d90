/* direct.c - see direct.h. */
#include "solve/direct.h"

#include <string.h>

#include "core/solved.h"
#include "solve/solver.h"

enum { COST_MAX = 1 << 10 }; /* positions, roughly, that are cheap enough to search plainly */

static bool is_attacking(const struct direct *d, const void *state)
{
    return same_side(d->game, state, d->game->turn(state), d->player);
}

/* Gets bounds from the game's own knowledge; false if it has none. */
static bool probe(const struct direct *d, const void *state, struct bounds *bounds)
{
    struct verdict verdict;

    if (!d->probes || !game_probe(d->game, state, &verdict))
        return false;
    int value = is_attacking(d, state) ? verdict.value : -verdict.value;

    if (value <= 0)
        *bounds = (struct bounds){PLIES_NONE, PLIES_ANY};
    else if (verdict.plies < 0 || verdict.plies > PLIES_MAX)
        *bounds = (struct bounds){PLIES_ANY, -1};
    else
        *bounds = (struct bounds){verdict.plies, verdict.plies - 1};
    return true;
}

/* ---- Killers ---------------------------------------------------------------------------- */

/* Brings the killers that are among the moves to the front. */
static void killers_first(const tb_move *killers, tb_move *moves, int count)
{
    int front = 0;

    for (int k = 0; k < DIRECT_KILLERS; k++)
        for (int i = front; i < count; i++)
            if (moves[i] == killers[k]) {
                moves[i] = moves[front];
                moves[front++] = killers[k];
                break;
            }
}

static void killers_add(tb_move *killers, tb_move move)
{
    int i = 0;

    while (i < DIRECT_KILLERS - 1 && killers[i] != move)
        i++;
    memmove(killers + 1, killers, (size_t)i * sizeof *killers);
    killers[0] = move;
}

/* ---- Plain search ------------------------------------------------------------------------ */

static bool wins(struct direct *d, const void *state, int plies);

/* True if the player to move has a way to succeed. */
static bool succeeds(struct direct *d, const void *state, int plies, bool attacking)
{
    const struct tb_game *game = d->game;
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(state, moves);

    killers_first(d->killers[plies], moves, count);
    for (int i = 0; i < count; i++) {
        struct tb_state next;

        memcpy(&next, state, game->state_size);
        game->play(&next, moves[i]);
        if (wins(d, &next, plies - 1) == attacking) {
            killers_add(d->killers[plies], moves[i]);
            return true;
        }
    }
    return false;
}

/* True if the attacker wins within `plies` plies. */
static bool wins(struct direct *d, const void *state, int plies)
{
    const struct advice *advice = game_advice(d->game);
    struct tb_result result = d->game->result(state);
    struct bounds bounds;

    if (result.over || plies == 0)
        return result.winners >> d->player & 1;
    bool attacking = is_attacking(d, state);

    if (plies == 1 && attacking && advice->wins_at_once)
        return advice->wins_at_once(state);
    if (plies == 2 && !attacking && d->two_sides && advice->escapes)
        return !advice->escapes(state);
    if (probe(d, state, &bounds) && bounds_settled(&bounds, plies))
        return bounds_proven(&bounds, plies);
    return succeeds(d, state, plies, attacking) == attacking;
}

/* True if few enough plies are left that plain search is cheap. */
static bool is_cheap(const struct tb_game *game, const void *state, int plies)
{
    if (plies > DIRECT_PLIES || !game->count)
        return false;
    int moves = game->count(state), cost = 1;

    if (game_advice(game)->wins_at_once)
        plies--;
    /* One side must look at all its moves, the other at about one. */
    for (int left = plies; left > 0 && cost <= COST_MAX; left -= 2)
        cost *= moves;
    return cost <= COST_MAX;
}

struct bounds direct_bounds(struct direct *d, const void *state, int plies)
{
    const struct advice *advice = game_advice(d->game);
    struct tb_result result = d->game->result(state);
    struct bounds bounds = BOUNDS_OPEN;

    if (result.over)
        return bounds_over(&result, d->player);
    if (probe(d, state, &bounds) && bounds_settled(&bounds, plies))
        return bounds;
    if (plies > 0 && !d->probes && advice->wins_at_once && advice->wins_at_once(state))
        return is_attacking(d, state) ? (struct bounds){1, 0}
                                      : (struct bounds){PLIES_NONE, PLIES_ANY};
    int known =
        advice->within && plies > 0 ? advice->within(state, d->player, plies, &d->memory) : -1;

    if (known < 0 && (plies == 0 || is_cheap(d->game, state, plies)))
        known = wins(d, state, plies);
    if (known >= 0)
        bounds = known ? (struct bounds){plies, -1} : (struct bounds){PLIES_NONE, plies};
    return bounds;
}
