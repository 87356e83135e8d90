/*
 * quoridor_remark.c - facts in words: how long the shortest paths are, and what a move does to
 * them. Paths do not count pawns in the way.
 */
#include "games/quoridor/quoridor.h"

static void measure(const struct quoridor *q, int *steps)
{
    struct quoridor_edges open = quoridor_edges(q);

    for (int p = 0; p < q->players; p++)
        steps[p] = quoridor_distance(&open, quoridor_bit(q->pawn[p]), quoridor_goal(q, p));
}

static void tell_paths(const struct quoridor *q, enum tb_lang lang, struct text *out)
{
    int steps[TB_PLAYERS_MAX];

    measure(q, steps);
    for (int p = 0; p < q->players; p++)
        remark_add(out, lang, "{Player %d has|You have} %d step%s to go.",
                   "{Le joueur %d est|Vous êtes} à %d pas%.0s du but.", p + 1, steps[p],
                   steps[p] == 1 ? "" : "s");
}

/* The longest that one barrier of the player to move makes another player's path. */
static int longest_after(const struct quoridor *q, int player)
{
    tb_move moves[TB_MOVES_MAX];
    int count = quoridor_game.moves(q, moves), longest = 0;

    for (int i = 0; i < count; i++) {
        struct quoridor next = *q;
        int steps[TB_PLAYERS_MAX];

        if (moves[i] < QUORIDOR_ACROSS || moves[i] == QUORIDOR_PASS)
            continue;
        quoridor_game.play(&next, moves[i]);
        measure(&next, steps);
        longest = steps[player] > longest ? steps[player] : longest;
    }
    return longest;
}

/* Of two players: has the pawn walked into the reach of a costly barrier? */
static void tell_exposure(const struct quoridor *next, const int *after, enum tb_lang lang,
                          struct text *out)
{
    enum { COSTLY = 3 };
    int me = 1 - next->turn;

    if (next->players != 2 || after[me] == 0)
        return;
    int longest = longest_after(next, me);

    if (longest - after[me] >= COSTLY)
        remark_add(out, lang, "A single barrier of {player %d|yours} can make that %d.",
                   "Une seule {barrière du joueur %d|de vos barrières} peut le porter à %d.",
                   next->turn + 1, longest);
}

static void tell_pawn(const struct quoridor *q, const struct quoridor *next, const int *before,
                      const int *after, enum tb_lang lang, struct text *out)
{
    int me = q->turn;

    if (after[me] == 0)
        remark_add(out, lang, "{Player %d reaches|You reach} the goal.",
                   "{Le joueur %d atteint son|Vous atteignez votre} but.", me + 1);
    else if (after[me] != before[me])
        remark_add(out, lang, "{Player %d's|Your} path goes from %d to %d.",
                   "{Le chemin du joueur %d|Votre chemin} passe de %d à %d.", me + 1, before[me],
                   after[me]);
    else
        remark_add(out, lang, "{Player %d's|Your} path stays at %d.",
                   "{Le chemin du joueur %d|Votre chemin} reste à %d.", me + 1, after[me]);
    tell_exposure(next, after, lang, out);
    for (int p = 0; p < q->players && after[me] > 0; p++)
        if (p != me)
            remark_add(out, lang, "{Player %d has|You have} %d step%s to go.",
                       "{Le joueur %d est|Vous êtes} à %d pas%.0s du but.", p + 1, after[p],
                       after[p] == 1 ? "" : "s");
}

/* Of two players: a barrier that hinders nobody often keeps the own path short. */
static void tell_guard(const struct quoridor *q, const struct quoridor *next, enum tb_lang lang,
                       struct text *out)
{
    struct quoridor passed = *q;
    int me = q->turn;

    if (q->players != 2)
        return;
    passed.turn = next->turn;
    int before = longest_after(&passed, me), after = longest_after(next, me);

    if (after > 0 && after < before)
        remark_add(out, lang,
                   "It protects {player %d's|your} path: {the costliest barrier of player %d|your "
                   "costliest barrier} now makes it %d step%s, not %d.",
                   "Elle protège {le chemin du joueur %d|votre chemin} : {la pire barrière du "
                   "joueur %d|votre pire barrière} le porte à %d pas%.0s, et non à %d.",
                   me + 1, next->turn + 1, after, after == 1 ? "" : "s", before);
}

/* Of two players: does the barrier make the next one worth more than this one was? */
static void tell_plan(const struct quoridor *q, const struct quoridor *next, const int *before,
                      const int *after, enum tb_lang lang, struct text *out)
{
    struct quoridor again = *next;
    int me = q->turn, other = next->turn;

    if (q->players != 2)
        return;
    again.turn = (uint8_t)me;
    int could = longest_after(q, other), can = longest_after(&again, other);

    if (can - after[other] > 1 && can - after[other] > could - before[other])
        remark_add(
            out, lang, "It prepares the next one, which can make {player %d's|your} path %d steps.",
            "Elle prépare la suivante, qui peut porter {le chemin du joueur %d|votre chemin} à"
            " %d pas.",
            other + 1, can);
}

static void tell_barrier(const struct quoridor *q, const struct quoridor *next, const int *before,
                         const int *after, enum tb_lang lang, struct text *out)
{
    int me = q->turn, hindered = 0;

    for (int p = 0; p < q->players; p++) {
        int cost = after[p] - before[p];

        if (p == me || cost == 0)
            continue;
        hindered++;
        remark_add(out, lang,
                   "The barrier lengthens {player %d's|your} path by %d step%s (from %d to %d).",
                   "La barrière allonge {le chemin du joueur %d|votre chemin} de %d pas%.0s (de %d"
                   " à %d).",
                   p + 1, cost, cost == 1 ? "" : "s", before[p], after[p]);
    }
    if (hindered == 0)
        remark_add(out, lang, "The barrier makes no other player's path longer.",
                   "La barrière n'allonge le chemin d'aucun autre joueur.");
    tell_plan(q, next, before, after, lang, out);
    tell_guard(q, next, lang, out);
    if (after[me] != before[me])
        remark_add(out, lang,
                   "It lengthens {player %d's|your} own path by %d step%s (from %d to %d).",
                   "Elle allonge aussi {le chemin du joueur %d|votre chemin} de %d pas%.0s (de %d"
                   " à %d).",
                   me + 1, after[me] - before[me], after[me] - before[me] == 1 ? "" : "s",
                   before[me], after[me]);
}

void quoridor_remark(const void *state, const tb_move *move, enum tb_lang lang, struct text *out)
{
    const struct quoridor *q = state;
    struct quoridor next = *q;
    int before[TB_PLAYERS_MAX], after[TB_PLAYERS_MAX];

    if (!move) {
        tell_paths(q, lang, out);
        return;
    }
    measure(q, before);
    quoridor_game.play(&next, *move);
    measure(&next, after);
    if (*move == QUORIDOR_PASS)
        tell_paths(q, lang, out);
    else if (*move < QUORIDOR_ACROSS)
        tell_pawn(q, &next, before, after, lang, out);
    else
        tell_barrier(q, &next, before, after, lang, out);
}
