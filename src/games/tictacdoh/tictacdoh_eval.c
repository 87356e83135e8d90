/*
 * tictacdoh_eval.c - advice for the search: Tic Tac Doh.
 *
 * Pieces have no owners, so a position is good or bad for the player to move, and it
 * depends on the safe moves: those that leave the next player no line to complete. The
 * first player without a safe move loses. Everything here is made from the set of
 * winning moves and the set of safe ones.
 */
#include "core/advice.h"
#include "core/solved.h"
#include "games/tictacdoh/tictacdoh.h"

/* Moves as masks of squares, one for each size. */
struct choice {
    uint32_t squares[SIZES];
};

/* Along a row, along a column and along both diagonals. */
enum { DIRECTIONS = 4 };
static const int steps[DIRECTIONS] = {1, TICTACDOH_SIDE, TICTACDOH_SIDE + 1, TICTACDOH_SIDE - 1};

/* The squares that make three in line with two of the mask. Right wherever the
 * result is then limited to squares that fit with the mask in 3x3. */
static uint32_t completing(uint32_t mask)
{
    uint32_t squares = 0;

    for (int i = 0; i < DIRECTIONS; i++) {
        uint32_t before = mask << steps[i], behind = mask >> steps[i];

        squares |= (before & (behind | before << steps[i])) | (behind & behind >> steps[i]);
    }
    return squares;
}

static bool choice_any(const struct choice *choice)
{
    return (choice->squares[SMALL] | choice->squares[MEDIUM] | choice->squares[LARGE]) != 0;
}

static int choice_count(const struct choice *choice)
{
    return bits_count(choice->squares[SMALL]) +
           bits_count(choice->squares[MEDIUM]) + bits_count(choice->squares[LARGE]);
}

static int choice_list(const struct choice *choice, tb_move *out)
{
    int count = 0;

    for (int size = SMALL; size < SIZES; size++)
        for (uint32_t mask = choice->squares[size]; mask; mask &= mask - 1)
            out[count++] = (tb_move)(size * TICTACDOH_MOVE_SIZE + bits_first(mask));
    return count;
}

static struct choice legal_moves(const struct tictacdoh *s)
{
    struct choice legal;

    tictacdoh_targets(s, legal.squares);
    return legal;
}

/* Those of the legal moves that complete a line. */
static struct choice winning_moves(const struct tictacdoh *s, const struct choice *legal)
{
    struct choice winning;

    for (int size = SMALL; size < SIZES; size++)
        winning.squares[size] = legal->squares[size] & completing(s->counts[size]);
    return winning;
}

/* The squares that make three in line with one of each mask; limits as above. */
static uint32_t joining(uint32_t one, uint32_t other)
{
    uint32_t squares = 0;

    for (int i = 0; i < DIRECTIONS; i++) {
        int step = steps[i];

        squares |= (one << step & (other << 2 * step | other >> step)) |
                   (one >> step & (other >> 2 * step | other << step)) |
                   (one << 2 * step & other << step) | (one >> 2 * step & other >> step);
    }
    return squares;
}

/*
 * Of the legal moves of a position without a winning one, those after which the
 * next player has none either. A move gives one away in two ways only: it makes
 * two in line whose third square takes a piece of that size (such a square, if
 * empty, always touches one of the two); or it is a medium piece that prepares
 * its own square for the third piece of a line. (Inlined, so that the sets stay in
 * registers: the search asks at every leaf.)
 */
static inline __attribute__((always_inline)) struct choice
safe_moves(const struct tictacdoh *s, const struct choice *legal)
{
    const uint32_t *counts = s->counts;
    uint32_t occupied = tictacdoh_occupied(s), open = s->room & ~occupied;
    uint32_t lone_small = counts[SMALL] & ~counts[MEDIUM];
    uint32_t lone_large = counts[LARGE] & ~counts[MEDIUM];
    struct choice safe = *legal;

    for (int size = SMALL; size < SIZES; size++)
        if (s->left[size] > 1)
            safe.squares[size] &=
                ~joining(counts[size], open | (legal->squares[size] & occupied));
    if (s->left[LARGE])
        safe.squares[MEDIUM] &= ~(lone_small & completing(counts[LARGE]));
    if (s->left[SMALL])
        safe.squares[MEDIUM] &= ~(lone_large & completing(counts[SMALL]));
    return safe;
}

/* ---- Evaluation ------------------------------------------------------------------------- */

/* The terms of the evaluation, for the player to move. */
enum {
    TERM_TURN,
    TERM_ODD,       /* an odd number of pieces left */
    TERM_ONE,       /* a single safe move */
    TERM_TWO,       /* two */
    TERM_SAFE,      /* safe moves, up to SAFE_MAX */
    TERM_SAFE_ODD,  /* the same with an odd number of pieces left */
    TERM_SMALL,     /* small, medium and large pieces left */
    TERM_MEDIUM,
    TERM_LARGE,
    TERMS,
};
_Static_assert((int)TERMS == (int)TICTACDOH_TERMS, "the header knows the number of terms");

enum { SAFE_MAX = 8, WIN_SEEN = 1000 };

/* Points. Fitted to self-play by train/tune_linear.c. */
const int tictacdoh_weights[TICTACDOH_TERMS] = {
    [TERM_TURN] = 101,
    [TERM_ODD] = -500,
    [TERM_ONE] = 175,
    [TERM_TWO] = -4,
    [TERM_SAFE] = -22,
    [TERM_SAFE_ODD] = 63,
    [TERM_SMALL] = 24,
    [TERM_MEDIUM] = -1,
    [TERM_LARGE] = 28,
};

static int limited_count(const struct choice *choice)
{
    int count = choice_count(choice);

    return count < SAFE_MAX ? count : SAFE_MAX;
}

void tictacdoh_terms(const void *state, int *terms)
{
    const struct tictacdoh *s = state;
    struct choice legal = legal_moves(s), safe = safe_moves(s, &legal);
    int odd = (s->left[SMALL] + s->left[MEDIUM] + s->left[LARGE]) & 1;
    int count = limited_count(&safe);

    terms[TERM_TURN] = 1;
    terms[TERM_ODD] = odd;
    terms[TERM_ONE] = count == 1;
    terms[TERM_TWO] = count == 2;
    terms[TERM_SAFE] = count;
    terms[TERM_SAFE_ODD] = odd ? count : 0;
    terms[TERM_SMALL] = s->left[SMALL];
    terms[TERM_MEDIUM] = s->left[MEDIUM];
    terms[TERM_LARGE] = s->left[LARGE];
}

static int tictacdoh_evaluate(const void *state)
{
    const struct tictacdoh *s = state;
    struct choice legal = legal_moves(s), winning = winning_moves(s, &legal);
    int terms[TICTACDOH_TERMS], points = 0;

    if (choice_any(&winning))
        return WIN_SEEN;
    tictacdoh_terms(s, terms);
    if (terms[TERM_SAFE] == 0)
        return -WIN_SEEN;
    for (int i = 0; i < TICTACDOH_TERMS; i++)
        points += tictacdoh_weights[i] * terms[i];
    return points;
}

/* Finds wins with the next piece, or with the one after that. Otherwise all players
 * are equally likely to win, and a draw is the less likely the more pieces are left. */
static void tictacdoh_evaluate_players(const void *state, float *payoff)
{
    const struct tictacdoh *s = state;
    struct choice legal = legal_moves(s), winning = winning_moves(s, &legal);
    struct choice safe = safe_moves(s, &legal);
    int winner = choice_any(&winning) ? s->turn : (s->turn + 1) % s->players;
    float left = (float)(s->left[SMALL] + s->left[MEDIUM] + s->left[LARGE]);
    float decided = left / (left + 2);

    for (int p = 0; p < s->players; p++) {
        if (choice_any(&winning) || !choice_any(&safe))
            payoff[p] = p == winner ? 0.98f : -0.98f;
        else
            payoff[p] = decided * (2.0f / s->players - 1);
    }
}

/* ---- Moves -------------------------------------------------------------------------------- */

enum { PRIORITY_WIN = 1000, PRIORITY_UNSAFE = -200, FEW = 2 };

static void tictacdoh_order(const void *state, const tb_move *moves, int count, int *priority)
{
    const struct tictacdoh *s = state;
    struct choice legal = legal_moves(s), winning = winning_moves(s, &legal);
    struct choice safe = safe_moves(s, &legal);

    for (int i = 0; i < count; i++) {
        int size = (int)(moves[i] / TICTACDOH_MOVE_SIZE);
        uint32_t square = tictacdoh_bit((int)(moves[i] % TICTACDOH_MOVE_SIZE));

        priority[i] = winning.squares[size] & square ? PRIORITY_WIN
                      : safe.squares[size] & square  ? 0
                                                     : PRIORITY_UNSAFE;
    }
}

/* The moves that win, or those that do not lose where there are few. */
static int tictacdoh_forcing(const void *state, tb_move *out)
{
    const struct tictacdoh *s = state;
    struct choice legal = legal_moves(s), winning = winning_moves(s, &legal);

    if (choice_any(&winning))
        return choice_list(&winning, out);
    struct choice safe = safe_moves(s, &legal);

    return choice_count(&safe) <= FEW ? choice_list(&safe, out) : 0;
}

/* Wins if possible, else plays at random, safely if possible. */
static void tictacdoh_playout(void *state, struct rng *rng, int plies)
{
    struct tictacdoh *s = state;
    tb_move moves[SIZES * TICTACDOH_SQUARES];

    for (struct choice legal = legal_moves(s); plies > 0 && choice_any(&legal);
         plies--, legal = legal_moves(s)) {
        struct choice winning = winning_moves(s, &legal), safe = safe_moves(s, &legal);
        const struct choice *choice = choice_any(&winning) ? &winning
                                      : choice_any(&safe)  ? &safe
                                                           : &legal;
        int count = choice_list(choice, moves);

        tictacdoh_play(s, moves[rng_below(rng, (uint32_t)count)]);
    }
}

/* From level 6 on they look perfect play up. With three and four players who sees every win at once
 * has nearly everything, so that weak levels miss many of them. */
static const struct level levels[LEVEL_ROWS] = {
    {.depth = 1, .nodes = 20000, .simulations = 16, .time_ms = 500, .eval_noise = 300, .spread = 40,
     .random = 57, .finds_wins = 53, .sees_threats = 77, .many_random = 100, .many_wins = 2,
     .no_probe = true},
    {.depth = 1, .nodes = 20000, .simulations = 30, .time_ms = 500, .eval_noise = 250, .spread = 30,
     .random = 33, .finds_wins = 84, .sees_threats = 87, .many_random = 98, .many_wins = 13,
     .no_probe = true},
    {.depth = 2, .nodes = 20000, .simulations = 60, .time_ms = 500, .eval_noise = 40, .spread = 8,
     .random = 9, .finds_wins = 96, .sees_threats = 97, .many_random = 96, .many_wins = 28,
     .no_probe = true},
    {.depth = 4, .nodes = 20000, .simulations = 200, .time_ms = 500, .eval_noise = 24, .spread = 6,
     .random = 4, .finds_wins = 100, .sees_threats = 98, .many_random = 62, .many_wins = 48,
     .many_threats = 38, .no_probe = true},
    {.depth = 6, .nodes = 60000, .simulations = 800, .time_ms = 500, .eval_noise = 8, .spread = 2,
     .random = 2, .finds_wins = 100, .sees_threats = 100, .many_random = 46, .many_wins = 75,
     .many_threats = 56, .no_probe = true},
    {.depth = 10, .nodes = 20000, .simulations = 3000, .time_ms = 700, .eval_noise = 1, .spread = 1,
     .finds_wins = 100, .sees_threats = 100, .no_probe = true},
    {.nodes = 1000000, .simulations = 12000, .time_ms = 900, .finds_wins = 100,
     .sees_threats = 100},
    STRONG_LEVELS,
};

static const struct bench_position bench[] = {
    {2, "", .depth = 14},
    {2, "Sc3 Mb3 Sa2", .depth = 14},
    {3, "Sc3 Mb2 Sb1 Sd2", .nodes = 5000},
    {4, "Sc3 Mb2 Sb1 Sa2 Lb2", .nodes = 5000},
    {0},
};

const struct advice tictacdoh_advice = {
    .evaluate = tictacdoh_evaluate,
    .evaluate_scale = TICTACDOH_SCALE,
    .evaluate_players = tictacdoh_evaluate_players,
    .prefers_maxn = true,
    .order = tictacdoh_order,
    .forcing = tictacdoh_forcing,
    .playout = tictacdoh_playout,
    .levels = levels,
    .last_level = 6,
    .bench = NOT_IN_PAGE(bench),
};
