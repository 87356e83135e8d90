/* solver.h - internals of the proof search; nothing outside this folder includes it. */
#ifndef TABLIER_SOLVE_SOLVER_H
#define TABLIER_SOLVE_SOLVER_H

#include <stdatomic.h>

#include "solve/dfpn.h"
#include "solve/proof_table.h"

struct dfpn {
    struct tb_setup setup;
    const struct tb_game *game;
    struct proof_table table;
    int threads;
    uint64_t symmetries; /* a set, see canonical.h */
    bool two_sides;
    bool probes;            /* the game's probe() may be used */
    atomic_bool stopped;    /* for good */
    atomic_bool starved;    /* memory ran out during a search */
    _Atomic uint8_t *busy;  /* threads below each position, by key; NULL with one thread */
    _Atomic uint64_t nodes; /* up to one period per thread behind */

    /* The question being asked. */
    struct dfpn_question question;
    const struct dfpn_limits *limits;
    uint64_t node_limit;
    int64_t start_ms, report_ms;
    atomic_bool ended; /* answered, or cut short */
    _Atomic uint32_t proof, disproof;
};

/* Creates a solver with a table of `buckets` buckets; NULL when out of memory. */
struct dfpn *dfpn_make(const struct tb_setup *setup, const struct dfpn_options *options,
                       uint64_t buckets);

static inline bool same_side(const struct tb_game *game, const void *state, int a, int b)
{
    return game_side(game, state, a) == game_side(game, state, b);
}

/* A finished game: won by the player's side, or never. */
static inline struct bounds bounds_over(const struct tb_result *result, int player)
{
    if (result->winners >> player & 1)
        return (struct bounds){0, -1};
    return (struct bounds){PLIES_NONE, PLIES_ANY};
}

#endif
