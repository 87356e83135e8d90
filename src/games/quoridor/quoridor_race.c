/* quoridor_race.c - the end of a game in which nobody has a barrier left, solved at once. */
#include "core/solved.h"
#include "games/quoridor/quoridor.h"

#define RACE_BOARD quoridor_board
#define RACE_STRIDE QUORIDOR_STRIDE
#define RACE_SQUARES QUORIDOR_SQUARES
#define RACE_EXITS 0
#define race_first quoridor_board_first
#define race_bit quoridor_bit
#include "games/quoridor/race_boards.h"

_Static_assert(sizeof(struct race_plies) <= ENDING_SIZE, "a solved race fits");

static uint64_t race_key(const void *state)
{
    struct quoridor q = *(const struct quoridor *)state;

    if (q.players != 2 || q.left[0] || q.left[1])
        return 0;
    memset(q.pawn, 0, sizeof q.pawn);
    q.turn = 0;
    return game_hash(&quoridor_game, &q);
}

static bool race_solve(const void *state, uint8_t *table)
{
    const struct quoridor *q = state;
    const struct quoridor_geometry *g = quoridor_geometry(q);
    struct quoridor_edges open = quoridor_edges(q);
    struct race race = {
        .north = open.north,
        .east = open.east,
        .all_north = g->north,
        .all_east = g->east,
        .squares = g->squares,
        .goal = {quoridor_goal(q, 0), quoridor_goal(q, 1)},
        .turn_needs_barrier = q->turn_rule == QUORIDOR_TURN_BARRIER,
    };
    bool whole = true;

    memset(table, 0, sizeof(struct race_plies));
    race_prepare(&race);
    for (int winner = 0; winner < 2; winner++) {
        struct race_wins wins = {.race = &race, .plies = (struct race_plies *)table,
                                 .winner = winner};

        whole = race_solve_for(&wins) && whole;
    }
    return whole;
}

static struct verdict race_read(const uint8_t *table, const void *state)
{
    const struct quoridor *q = state;
    const struct race_plies *solved = (const struct race_plies *)table;
    int plies = solved->of[q->turn][q->pawn[1]][q->pawn[0]];

    if (!plies)
        return (struct verdict){0, -1};
    return (struct verdict){plies % 2 ? 1 : -1, plies};
}

const struct ending quoridor_ending = {
    .key = race_key,
    .solve = race_solve,
    .read = race_read,
};
