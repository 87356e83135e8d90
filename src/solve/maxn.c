/*
 * maxn.c - see maxn.h.
 *
 * Positions are visited depth first, each once up to symmetry; where the player to move wins at
 * once, nothing is kept. The table has the hash of a position and its value.
 */
#include "solve/maxn.h"

#include <stdlib.h>

#include "core/canonical.h"
#include "core/message.h"

enum { REPORT_PERIOD = 1 << 16 };

struct maxn_entry {
    uint64_t key; /* 0: free */
    struct maxn_value value;
};

struct maxn {
    const struct tb_game *game;
    const struct solved_watch *watch;
    int players;
    uint64_t symmetries; /* those that leave the players where they are */
    struct maxn_entry *entries;
    size_t size, count;
    int code; /* other than TB_OK: why it stops */
};

bool maxn_serves(const struct tb_position *position)
{
    int players = position->setup.players;

    return players > 2 && tb_side_count(position) == players && !position->setup.game->repeats;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* How much a player likes an outcome: 2 a win, 1 a draw, 0 a loss. */
static int liking(const struct maxn *m, int player, int outcome)
{
    return outcome == player ? 2 : outcome == m->players ? 1 : 0;
}

/* The same with a tie rule, larger first. */
static int ranking(const struct maxn *m, int player, int outcome, enum maxn_tie tie)
{
    int turns = (outcome - player + m->players) % m->players;

    if (outcome == player || outcome == m->players)
        return 100 * liking(m, player, outcome);
    return tie == TIE_FIRST ? m->players - turns : turns;
}

static unsigned all_groups(const struct maxn *m)
{
    return (1u << (1u << m->players)) - 1;
}

/* The groups of players, as a mask of masks, that a player belongs to. */
static unsigned groups_with(const struct maxn *m, int player)
{
    unsigned groups = 0;

    for (unsigned group = 0; group < 1u << m->players; group++)
        groups |= (group >> player & 1) << group;
    return groups;
}

static struct maxn_value value_of(const struct maxn *m, unsigned winners)
{
    int outcome = winners ? bits_first(winners) : m->players;

    return (struct maxn_value){
        .outcome = {(uint8_t)outcome, (uint8_t)outcome},
        .possible = (uint8_t)(1u << outcome),
        .forces = (uint16_t)(winners ? groups_with(m, outcome) : 0),
    };
}

/* The least that a player can be made to like among possible outcomes. */
static int least_liking(const struct maxn *m, int player, unsigned possible)
{
    int least = 2;

    for (; possible; possible &= possible - 1) {
        int one = liking(m, player, bits_first(possible));

        least = one < least ? one : least;
    }
    return least;
}

/* The value of a position from those after its moves. */
struct maxn_sum {
    struct maxn_value value;
    unsigned possible, any, every;
    int floor; /* liking that the player to move is sure of */
    bool begun;
};

static void sum_add(const struct maxn *m, struct maxn_sum *sum, int player,
                    const struct maxn_value *after)
{
    int least = least_liking(m, player, after->possible);

    for (int tie = 0; tie < TIES; tie++)
        if (!sum->begun || ranking(m, player, after->outcome[tie], tie) >
                               ranking(m, player, sum->value.outcome[tie], tie))
            sum->value.outcome[tie] = after->outcome[tie];
    sum->possible |= after->possible;
    sum->any |= after->forces;
    sum->every = sum->begun ? sum->every & after->forces : after->forces;
    sum->floor = !sum->begun || least > sum->floor ? least : sum->floor;
    sum->begun = true;
}

/* A group with the player to move needs one good move, another group needs all moves to be good.
 * Of the possible outcomes those are left that the player to move likes as much as what he is sure
 * of. */
static struct maxn_value sum_value(const struct maxn *m, const struct maxn_sum *sum, int player)
{
    unsigned mine = groups_with(m, player);
    struct maxn_value value = sum->value;

    value.forces = (uint16_t)((sum->any & mine) | (sum->every & ~mine & all_groups(m)));
    value.possible = 0;
    for (int outcome = 0; outcome <= m->players; outcome++)
        if (sum->possible >> outcome & 1 && liking(m, player, outcome) >= sum->floor)
            value.possible |= (uint8_t)(1u << outcome);
    return value;
}

/* ---- Positions ------------------------------------------------------------------------------- */

static struct maxn_entry *find(struct maxn *m, uint64_t key)
{
    size_t i = (size_t)key & (m->size - 1);

    while (m->entries[i].key && m->entries[i].key != key)
        i = (i + 1) & (m->size - 1);
    return &m->entries[i];
}

/* Keeps a value, as long as there is room. */
static void keep(struct maxn *m, uint64_t key, const struct maxn_value *value)
{
    if (m->count >= m->size / 8 * 7) {
        m->code = TB_ERR_MEMORY;
        return;
    }
    *find(m, key) = (struct maxn_entry){key, *value};
    if (++m->count % REPORT_PERIOD == 0 && !solved_report(m->watch, 1, m->count, 0))
        m->code = TB_ERR_STOPPED;
}

static struct maxn_value visit(struct maxn *m, const struct tb_state *state);

/* Solves all positions after one; `moves` gets the values, unless it is NULL. */
static struct maxn_value expand(struct maxn *m, const struct tb_state *state,
                                struct maxn_move *values)
{
    tb_move moves[TB_MOVES_MAX];
    int count = m->game->moves(state, moves), player = m->game->turn(state);
    struct maxn_sum sum = {0};

    for (int i = 0; i < count && !m->code; i++) {
        struct tb_state next;

        state_copy(m->game, &next, state);
        m->game->play(&next, moves[i]);
        struct maxn_value after = visit(m, &next);

        sum_add(m, &sum, player, &after);
        if (values)
            values[i] = (struct maxn_move){moves[i], after};
    }
    return sum_value(m, &sum, player);
}

static bool wins_at_once(const struct maxn *m, const struct tb_state *state, int player)
{
    tb_move moves[TB_MOVES_MAX];
    int count = m->game->moves(state, moves);

    for (int i = 0; i < count; i++) {
        struct tb_state next;

        state_copy(m->game, &next, state);
        m->game->play(&next, moves[i]);
        if (m->game->result(&next).winners >> player & 1)
            return true;
    }
    return false;
}

static struct maxn_value visit(struct maxn *m, const struct tb_state *state)
{
    struct tb_result result = m->game->result(state);
    int player = m->game->turn(state);

    if (result.over)
        return value_of(m, result.winners);
    if (wins_at_once(m, state, player))
        return value_of(m, 1u << player);
    uint64_t key = canonical_hash(m->game, state, player, m->symmetries) | 1;
    const struct maxn_entry *known = find(m, key);

    if (known->key)
        return known->value;
    struct maxn_value value = expand(m, state, NULL);

    if (!m->code)
        keep(m, key, &value);
    return value;
}

/* The symmetries that move no player. */
static uint64_t fixed_symmetries(const struct tb_position *position)
{
    const struct tb_game *game = position->setup.game;
    uint64_t set = 0;

    for (int i = 0; i < game->symmetries(&position->state); i++) {
        bool fixed = true;

        for (int p = 0; p < position->setup.players; p++)
            fixed = fixed && game->transform_player(&position->state, i, p) == p;
        set |= (uint64_t)fixed << i;
    }
    return set;
}

int maxn_solve(const struct tb_position *position, size_t bytes, const struct solved_watch *watch,
               struct maxn_solution *out, struct tb_error *error)
{
    struct maxn m = {
        .game = position->setup.game,
        .watch = watch,
        .players = position->setup.players,
        .symmetries = fixed_symmetries(position),
        .size = 1024,
    };
    tb_move moves[TB_MOVES_MAX];

    while (2 * m.size * sizeof *m.entries <= bytes)
        m.size *= 2;
    m.entries = calloc(m.size, sizeof *m.entries);
    if (!m.entries)
        return error_memory(error);
    out->count = m.game->moves(&position->state, moves);
    out->value = expand(&m, &position->state, out->moves);
    out->positions = m.count + 1;
    free(m.entries);
    if (m.code == TB_ERR_STOPPED)
        return error_set(error, TB_ERR_STOPPED, "The work was interrupted.");
    return m.code ? error_memory(error) : TB_OK;
}
