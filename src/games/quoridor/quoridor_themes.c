/* quoridor_themes.c - puzzle themes of Quoridor. */
#include "core/message.h"
#include "core/themes.h"
#include "games/quoridor/quoridor.h"

enum { JUMP, RACE, LAST_BARRIER, DETOUR, CORRIDOR, BLOCK, GUARD, RUN, FORK, MEET };

enum { CORRIDOR_STEPS = 4 }; /* that a barrier costs the opponent, at least */

static const struct theme list[] = {
    [JUMP] = {.name = "jump", .text = N_("Jump")},
    [RACE] = {.name = "race", .text = N_("Race"), .plain = true},
    [LAST_BARRIER] = {.name = "last-barrier", .text = N_("Last barrier")},
    [DETOUR] = {.name = "detour", .text = N_("Detour")},
    [CORRIDOR] = {.name = "corridor", .text = N_("Corridor")},
    [BLOCK] = {.name = "block", .text = N_("Standing in the way")},
    [GUARD] = {.name = "guard", .text = N_("Guarding your own path")},
    [RUN] = {.name = "run", .text = N_("Running"), .plain = true},
    [FORK] = {.name = "fork", .text = N_("Choosing the path")},
    [MEET] = {.name = "meet", .text = N_("Face to face")},
    {0},
};

static int distance(const struct quoridor *q, int player)
{
    struct quoridor_edges open = quoridor_edges(q);

    return quoridor_distance(&open, quoridor_bit(q->pawn[player]), quoridor_goal(q, player));
}

static bool is_jump(const struct quoridor *q, int to)
{
    int from = q->pawn[q->turn];
    int columns = to % QUORIDOR_STRIDE - from % QUORIDOR_STRIDE,
        rows = to / QUORIDOR_STRIDE - from / QUORIDOR_STRIDE;

    return columns * columns + rows * rows > 1;
}

/* Counts the pawn moves that come nearer to the goal. */
static int ways_ahead(const struct quoridor *q)
{
    tb_move moves[TB_MOVES_MAX];
    int count = quoridor_game.moves(q, moves), ways = 0, from = distance(q, q->turn);

    for (int i = 0; i < count; i++) {
        struct quoridor next = *q;

        if (moves[i] >= QUORIDOR_ACROSS)
            continue;
        quoridor_game.play(&next, moves[i]);
        ways += distance(&next, q->turn) < from;
    }
    return ways;
}

static bool are_adjacent(int a, int b)
{
    int step = a < b ? b - a : a - b;

    return step == 1 || step == QUORIDOR_STRIDE;
}

static unsigned of_step(const struct quoridor *q, const struct quoridor *next, int opponent)
{
    int to = next->pawn[q->turn];
    bool nearer = distance(next, q->turn) < distance(q, q->turn);

    return (unsigned)is_jump(q, to) << JUMP | 1u << (nearer ? RUN : DETOUR) |
           (unsigned)(nearer && ways_ahead(q) > 1) << FORK |
           (unsigned)are_adjacent(to, next->pawn[opponent]) << MEET;
}

static unsigned of_barrier(const struct quoridor *q, const struct quoridor *next, int opponent)
{
    int cost = distance(next, opponent) - distance(q, opponent);

    return (unsigned)(next->left[q->turn] == 0) << LAST_BARRIER |
           1u << (cost >= CORRIDOR_STEPS ? CORRIDOR : cost > 0 ? BLOCK : GUARD);
}

static unsigned of_move(const void *state, tb_move move)
{
    const struct quoridor *q = state;
    struct quoridor next = *q;
    int hands = 0, opponent = (q->turn + 1) % q->players;

    for (int p = 0; p < q->players; p++)
        hands += q->left[p];
    unsigned race = (unsigned)(hands == 0) << RACE;

    if (move == QUORIDOR_PASS)
        return race;
    quoridor_game.play(&next, move);
    return race | (move < QUORIDOR_ACROSS ? of_step(q, &next, opponent)
                                          : of_barrier(q, &next, opponent));
}

static int needs(const void *state, int player)
{
    return distance(state, player);
}

const struct themes quoridor_themes = {
    .list = list,
    .of_move = NOT_IN_PAGE(of_move),
    .needs = NOT_IN_PAGE(needs),
};
