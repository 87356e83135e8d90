/* quoridor_themes.c - puzzle themes of Quoridor. */
#include "core/message.h"
#include "core/themes.h"
#include "games/quoridor/quoridor.h"

enum { JUMP, RACE, LAST_BARRIER, DETOUR, CORRIDOR, BLOCK, GUARD };

enum { CORRIDOR_STEPS = 4 }; /* that a barrier costs the opponent, at least */

static const struct theme list[] = {
    [JUMP] = {.name = "jump", .text = N_("Jump")},
    [RACE] = {.name = "race", .text = N_("Race"), .plain = true},
    [LAST_BARRIER] = {.name = "last-barrier", .text = N_("Last barrier")},
    [DETOUR] = {.name = "detour", .text = N_("Detour")},
    [CORRIDOR] = {.name = "corridor", .text = N_("Corridor")},
    [BLOCK] = {.name = "block", .text = N_("Standing in the way")},
    [GUARD] = {.name = "guard", .text = N_("Guarding your own path")},
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

static unsigned of_move(const void *state, tb_move move)
{
    const struct quoridor *q = state;
    struct quoridor next = *q;
    unsigned themes = 0;
    int hands = 0, opponent = (q->turn + 1) % q->players;

    for (int p = 0; p < q->players; p++)
        hands += q->left[p];
    themes |= (unsigned)(hands == 0) << RACE;
    if (move == QUORIDOR_PASS)
        return themes;
    quoridor_game.play(&next, move);
    if (move < QUORIDOR_ACROSS) {
        themes |= (unsigned)is_jump(q, (int)move) << JUMP;
        themes |= (unsigned)(distance(&next, q->turn) >= distance(q, q->turn)) << DETOUR;
    } else {
        themes |= (unsigned)(next.left[q->turn] == 0) << LAST_BARRIER;
        int cost = distance(&next, opponent) - distance(q, opponent);

        themes |= 1u << (cost >= CORRIDOR_STEPS ? CORRIDOR : cost > 0 ? BLOCK : GUARD);
    }
    return themes;
}

static int needs(const void *state, int player)
{
    return distance(state, player);
}

const struct themes quoridor_themes = {
    .list = list,
    .of_move = of_move,
    .needs = needs,
};
