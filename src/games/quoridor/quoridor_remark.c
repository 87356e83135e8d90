/*
 * quoridor_remark.c - facts in words: how long the shortest paths are, and what a move does to
 * them. Paths do not count pawns in the way.
 */
#include "core/message.h"
#include "games/quoridor/quoridor.h"

static void measure(const struct quoridor *q, int *steps)
{
    struct quoridor_edges open = quoridor_edges(q);

    for (int p = 0; p < q->players; p++)
        steps[p] = quoridor_distance(&open, quoridor_bit(q->pawn[p]), quoridor_goal(q, p));
}

/* Writes how far everybody is from the goal; of a finished game, who has reached it where. */
static void remark_on_paths(const struct quoridor *q, struct text *out)
{
    int steps[TB_PLAYERS_MAX];

    bool over = quoridor_game.result(q).over;

    measure(q, steps);
    for (int p = 0; p < q->players; p++) {
        char square[3];

        quoridor_square_text(q->pawn[p], square);
        if (over && steps[p] == 0)
            remark_add(out,
                       "{player, select, you {You have reached} other {{player} has reached}} the "
                       "goal on {square}.",
                       arg_player("player", p + 1), arg_text("square", square));
        else if (!over)
            remark_add(out,
                       "{player, select, you {You have} other {{player} has}} {count, plural, one "
                       "{# step} other {# steps}} to go.",
                       arg_player("player", p + 1), arg_count("count", steps[p]));
    }
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

/* With two players: remarks that the pawn has walked into the reach of a costly barrier. */
static void remark_on_exposure(const struct quoridor *next, const int *after, struct text *out)
{
    enum { COSTLY = 3 };
    int me = 1 - next->turn;

    if (next->players != 2 || after[me] == 0)
        return;
    int longest = longest_after(next, me);

    if (longest - after[me] >= COSTLY)
        remark_add(out,
                   "A single barrier of {player, select, you {yours} other {{player}}} can make "
                   "that {steps}.",
                   arg_player("player", next->turn + 1), arg_count("steps", longest));
}

static void remark_on_pawn(const struct quoridor *q, const struct quoridor *next, const int *before,
                           const int *after, struct text *out)
{
    int me = q->turn;

    if (after[me] == 0)
        remark_add(out, "{player, select, you {You reach} other {{player} reaches}} the goal.",
                   arg_player("player", me + 1));
    else if (after[me] != before[me])
        remark_add(out,
                   "{player, select, you {Your} other {{player}'s}} path goes from {from} to {to}.",
                   arg_player("player", me + 1), arg_count("from", before[me]),
                   arg_count("to", after[me]));
    else
        remark_add(out, "{player, select, you {Your} other {{player}'s}} path stays at {steps}.",
                   arg_player("player", me + 1), arg_count("steps", after[me]));
    remark_on_exposure(next, after, out);
    for (int p = 0; p < q->players && after[me] > 0; p++)
        if (p != me)
            remark_add(out,
                       "{player, select, you {You have} other {{player} has}} {count, plural, one "
                       "{# step} other {# steps}} to go.",
                       arg_player("player", p + 1), arg_count("count", after[p]));
}

/* With two players: remarks that the move makes the opponent's costliest barrier cost less. */
static void remark_on_guard(const struct quoridor *q, const struct quoridor *next, struct text *out)
{
    struct quoridor passed = *q;
    int me = q->turn;

    if (q->players != 2)
        return;
    passed.turn = next->turn;
    int before = longest_after(&passed, me), after = longest_after(next, me);

    if (after > 0 && after < before)
        remark_add(
            out,
            "It protects {player, select, you {your} other {{player}'s}} path: {opponent, select, "
            "you {your costliest barrier} other {the costliest barrier of {opponent}}} now makes "
            "it "
            "{steps, plural, one {# step} other {# steps}}, not {before}.",
            arg_player("player", me + 1), arg_player("opponent", next->turn + 1),
            arg_count("steps", after), arg_count("before", before));
}

/* With two players: remarks that the barrier makes the next one worth more than this one was. */
static void remark_on_plan(const struct quoridor *q, const struct quoridor *next, const int *before,
                           const int *after, struct text *out)
{
    struct quoridor again = *next;
    int me = q->turn, other = next->turn;

    if (q->players != 2)
        return;
    again.turn = (uint8_t)me;
    int could = longest_after(q, other), can = longest_after(&again, other);

    if (can - after[other] > 1 && can - after[other] > could - before[other])
        remark_add(out,
                   "It prepares the next one, which can make {player, select, you {your} other "
                   "{{player}'s}} path {steps} steps.",
                   arg_player("player", other + 1), arg_count("steps", can));
}

static void remark_on_barrier(const struct quoridor *q, const struct quoridor *next,
                              const int *before, const int *after, struct text *out)
{
    int me = q->turn, hindered = 0;

    for (int p = 0; p < q->players; p++) {
        int cost = after[p] - before[p];

        if (p == me || cost == 0)
            continue;
        hindered++;
        remark_add(out,
                   "The barrier lengthens {player, select, you {your} other {{player}'s}} path by "
                   "{count, plural, one {# step} other {# steps}} (from {from} to {to}).",
                   arg_player("player", p + 1), arg_count("count", cost),
                   arg_count("from", before[p]), arg_count("to", after[p]));
    }
    if (hindered == 0)
        remark_add(out, "The barrier makes no other player's path longer.");
    remark_on_plan(q, next, before, after, out);
    remark_on_guard(q, next, out);
    if (after[me] != before[me])
        remark_add(out,
                   "It lengthens {player, select, you {your} other {{player}'s}} own path by "
                   "{count, plural, one {# step} other {# steps}} (from {from} to {to}).",
                   arg_player("player", me + 1), arg_count("count", after[me] - before[me]),
                   arg_count("from", before[me]), arg_count("to", after[me]));
}

void quoridor_remark(const void *state, const tb_move *move, struct text *out)
{
    const struct quoridor *q = state;
    struct quoridor next = *q;
    int before[TB_PLAYERS_MAX], after[TB_PLAYERS_MAX];

    if (!move) {
        remark_on_paths(q, out);
        return;
    }
    measure(q, before);
    quoridor_game.play(&next, *move);
    measure(&next, after);
    if (*move == QUORIDOR_PASS)
        remark_on_paths(q, out);
    else if (*move < QUORIDOR_ACROSS)
        remark_on_pawn(q, &next, before, after, out);
    else
        remark_on_barrier(q, &next, before, after, out);
}

void quoridor_goal_text(const void *state, int player, struct text *out)
{
    const struct quoridor *q = state;
    quoridor_board goal = quoridor_goal(q, player);
    int first = quoridor_board_first(goal);
    char corner[3];

    quoridor_square_text(first, corner);
    if (goal & quoridor_bit(first + 1))
        message_encode(out, MESSAGE("{player, select, you {You win} other {{player} wins}} by "
                                    "reaching row {row}.",
                                    arg_player("player", player + 1), arg_text("row", corner + 1)));
    else
        message_encode(out, MESSAGE("{player, select, you {You win} other {{player} wins}} by "
                                    "reaching column {column}.",
                                    arg_player("player", player + 1),
                                    arg_start("column", corner, 1)));
}
