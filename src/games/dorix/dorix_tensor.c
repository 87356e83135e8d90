/*
 * dorix_tensor.c - Dorix for programs that learn.
 *
 * Actions: for a pawn from the hand, then for one lifted from each square: the squares to
 * put it on, and for each the ways in which a collapse can spread its pawns: every
 * sequence of different neighbours, the empty one first, then by length. That is 5 ways in
 * a corner, 16 at the edge, 65 in the middle, 408 in all; 17 times 408, and pass.
 * Planes: for each of the DEPTH uppermost pawns of a pile and each player, whether it is
 * his; the height of the pile; each player's pawns in hand.
 */
#include "core/tensor.h"
#include "games/dorix/dorix.h"

enum {
    WAYS = 4 * 5 + 8 * 16 + 4 * 65,
    PASS = (DORIX_SQUARES + 1) * WAYS,
    DEPTH = 8,
    HEIGHT_UNIT = 16, /* a pile so high counts as 1 */
};

/* Sequences of k out of n different things. */
static int arrangements(int n, int k)
{
    int count = 1;

    for (int i = 0; i < k; i++)
        count *= n - i;
    return count;
}

/* The directions of the squares next to one, in order; returns how many. */
static int neighbours(int square, int *out)
{
    int count = 0;

    for (int d = 0; d < DORIX_DIRECTIONS; d++)
        if (dorix_neighbour[square][d] != DORIX_OFF_BOARD)
            out[count++] = d;
    return count;
}

static int ways(int square)
{
    int next[DORIX_DIRECTIONS], n = neighbours(square, next), count = 0;

    for (int k = 0; k <= n; k++)
        count += arrangements(n, k);
    return count;
}

/* The number of a sequence of k directions among all those from a square, and back. The
 * directions that are left are kept in `next`, in order. */
static int rank(int square, const int *directions, int k)
{
    int next[DORIX_DIRECTIONS], n = neighbours(square, next), number = 0;

    for (int shorter = 0; shorter < k; shorter++)
        number += arrangements(n, shorter);
    for (int i = 0; i < k; i++) {
        int at = 0;

        while (at < n - i - 1 && next[at] != directions[i])
            at++;
        number += at * arrangements(n - i - 1, k - i - 1);
        for (; at < n - i - 1; at++)
            next[at] = next[at + 1];
    }
    return number;
}

/* Returns k. */
static int unrank(int square, int number, int *directions)
{
    int next[DORIX_DIRECTIONS], n = neighbours(square, next), k = 0;

    while (number >= arrangements(n, k))
        number -= arrangements(n, k++);
    for (int i = 0; i < k; i++) {
        int rest = arrangements(n - i - 1, k - i - 1), at = number / rest;

        number %= rest;
        directions[i] = next[at];
        for (; at < n - i - 1; at++)
            next[at] = next[at + 1];
    }
    return k;
}

static int falling(const struct dorix *s, int lift, int place)
{
    if (lift < 0)
        return s->height[place] ? dorix_fall(s, place).count : 0;
    struct dorix lifted = dorix_lifted(s, lift);

    return lifted.height[place] ? dorix_fall(&lifted, place).count : 0;
}

static int actions(const struct tb_setup *setup)
{
    (void)setup;
    return PASS + 1;
}

static int action_of(const void *state, tb_move move)
{
    if (move == DORIX_PASS)
        return PASS;
    int lift = dorix_move_lift(move), place = dorix_move_place(move);
    int directions[DORIX_DIRECTIONS], k = falling(state, lift, place), before = 0;

    for (int i = 0; i < k; i++)
        directions[i] = dorix_move_direction(move, i);
    for (int square = 0; square < place; square++)
        before += ways(square);
    return (lift + 1) * WAYS + before + rank(place, directions, k);
}

static tb_move move_of(const void *state, int action)
{
    const struct dorix *s = state;
    int lift = action / WAYS - 1, rest = action % WAYS, place = 0;
    int directions[DORIX_DIRECTIONS];

    if (action >= PASS)
        return DORIX_PASS;
    while (rest >= ways(place))
        rest -= ways(place++);
    /* A pawn that cannot be lifted cannot fall; and a sequence of another length than that of the
     * collapse is not a move: pass, which is then not this action's. */
    bool can_lift = lift < 0 || (s->control[s->turn] >> lift & 1);

    if (!can_lift || unrank(place, rest, directions) != falling(s, lift, place))
        return DORIX_PASS;
    tb_move move = dorix_move(lift, place);

    for (int i = 0, k = unrank(place, rest, directions); i < k; i++)
        move = dorix_move_with(move, i, directions[i]);
    return move;
}

static void shape(const struct tb_setup *setup, int out[TB_SHAPE])
{
    out[TB_SHAPE_PLANES] = (DEPTH + 1) * setup->players + 1;
    out[TB_SHAPE_ROWS] = out[TB_SHAPE_COLUMNS] = DORIX_WIDTH;
}

static void plane(const struct tb_setup *setup, int number, struct text *out)
{
    int players = setup->players, depth = number / players;

    if (number == DEPTH * players) {
        text_add(out, "height of the pile, in units of %d pawns", HEIGHT_UNIT);
    } else if (depth < DEPTH) {
        text_add(out, "pawn %d from the top, of ", depth + 1);
        tensor_player(out, number % players);
    } else {
        text_add(out, "pawns in hand, of those at the start, of ");
        tensor_player(out, number - DEPTH * players - 1);
    }
}

static void observe(const void *state, float *out)
{
    const struct dorix *s = state;
    int players = s->players;
    float *height = out + DEPTH * players * DORIX_SQUARES, *hands = height + DORIX_SQUARES;

    for (int square = 0; square < DORIX_SQUARES; square++) {
        height[square] = (float)s->height[square] / HEIGHT_UNIT;
        if (height[square] > 1)
            height[square] = 1;
        for (int i = 0; i < DEPTH && i < s->height[square]; i++) {
            int ahead = (dorix_owner(s, square, i) + players - s->turn) % players;

            out[(i * players + ahead) * DORIX_SQUARES + square] = 1;
        }
    }
    for (int i = 0; i < players; i++)
        tensor_fill(hands + i * DORIX_SQUARES, DORIX_SQUARES,
                    (float)s->hand[(s->turn + i) % players] / (float)dorix_pawns(s));
}

const struct tensor dorix_tensor = {
    .actions = actions,
    .action_of = action_of,
    .move_of = move_of,
    .shape = shape,
    .plane = plane,
    .observe = observe,
};
