/*
 * nim_eval.c - advice for the search: Nim.
 *
 * A position whose heaps all have one stone is won if their number is odd; the evaluation takes
 * that for a hint where they are larger.
 */
#include "core/advice.h"
#include "games/nim/nim.h"

enum { SCALE = 100, HINT = 40 };

static bool is_odd(int number)
{
    return number % 2 != 0;
}

static int evaluate(const void *state)
{
    return is_odd(nim_heaps_left(state)) ? HINT : -HINT;
}

/* If every move took a whole heap, this player would take the last one. */
static int taker(const struct nim *s)
{
    return (s->turn + nim_heaps_left(s) + s->players - 1) % s->players;
}

static void evaluate_players(const void *state, float *payoff)
{
    const struct nim *s = state;
    int favourite = nim_game.side(s, taker(s));

    for (int player = 0; player < s->players; player++)
        payoff[player] = nim_game.side(s, player) == favourite ? 0.3f : -0.3f;
}

/* Larger first: the last stone, then moves that leave an even number of heaps. */
static void order(const void *state, const tb_move *moves, int count, int *priority)
{
    const struct nim *s = state;
    int heaps = nim_heaps_left(s);

    for (int i = 0; i < count; i++) {
        int left = heaps - (s->stones[nim_heap(moves[i])] == nim_taken(moves[i]));

        priority[i] = left == 0 ? 1000 : is_odd(left) ? 0 : 100;
    }
}

/* The move that takes the last heap wins; one of two heaps must not be left whole and alone. */
static int forcing(const void *state, tb_move *out)
{
    const struct nim *s = state;
    int count = 0;

    if (nim_heaps_left(s) > 1)
        return 0;
    for (int heap = 0; heap < s->heaps; heap++)
        if (s->stones[heap])
            out[count++] = (tb_move)(heap * NIM_STONES + s->stones[heap] - 1);
    return count;
}

static bool wins_at_once(const void *state)
{
    return nim_heaps_left(state) == 1;
}

/* The next player wins at once if exactly one heap is left. Two heaps of one stone cannot be left
 * otherwise; any other position can. */
static bool escapes(const void *state)
{
    const struct nim *s = state;

    return nim_heaps_left(s) != 2 || nim_stones_left(s) > 2;
}

static void playout(void *state, struct rng *rng, int plies)
{
    struct nim *s = state;

    while (plies-- > 0 && nim_stones_left(s) > 0) {
        tb_move move = nim_game.random_move(s, rng);

        if (wins_at_once(s))
            forcing(s, &move);
        nim_game.play(s, move);
    }
}

/* With one heap left it is good to be on the move; with more it may be a burden. */
static bool null(void *state)
{
    struct nim *s = state;

    if (!wins_at_once(s))
        return false;
    s->turn = (uint8_t)((s->turn + 1) % s->players);
    return true;
}

/* ---- Three players ---------------------------------------------------------------------- */

enum { TERM_TAKER, TERM_NEXT };
enum { MOVE_LAST, MOVE_LEAVES_ONE, MOVE_LEAVES_THREE };

static void read_players(const void *state, int8_t (*terms)[MULTIPLAYER_TERMS],
                         struct net_input *inputs)
{
    const struct nim *s = state;

    (void)inputs; /* its network is for two players */
    terms[taker(s)][TERM_TAKER] = 1;
    terms[s->turn][TERM_NEXT] = 1;
}

static void read_moves(const void *state, const tb_move *moves, int count,
                       int8_t (*terms)[MULTIPLAYER_MOVE_TERMS], struct net_input *input)
{
    const struct nim *s = state;
    int heaps = nim_heaps_left(s);

    (void)input;
    for (int i = 0; i < count; i++) {
        int left = heaps - (s->stones[nim_heap(moves[i])] == nim_taken(moves[i]));

        terms[i][MOVE_LAST] = left == 0;
        terms[i][MOVE_LEAVES_ONE] = left == 1;
        terms[i][MOVE_LEAVES_THREE] = left == 3;
    }
}

static const int16_t weights[MULTIPLAYER_TERMS] = {[TERM_TAKER] = 128, [TERM_NEXT] = -32};

static const int16_t move_weights[MULTIPLAYER_MOVE_TERMS] = {
    [MOVE_LAST] = 2048, [MOVE_LEAVES_ONE] = -1024, [MOVE_LEAVES_THREE] = 256};

static const struct multiplayer_model multiplayer = {
    .weights = weights,
    .move_weights = move_weights,
    .explore = 50,
    .cover = 990,
    .check_wins_at_leaf = true,
    .read = read_players,
    .read_moves = read_moves,
};

/* ---- Levels, and what `tablier bench` searches ------------------------------------------- */

static const struct level levels[LEVEL_ROWS] = {
    {.depth = 1, .nodes = 100, .simulations = 8, .spread = 100, .random = 80, .no_probe = true},
    {.depth = 1,
     .nodes = 100,
     .simulations = 8,
     .eval_noise = 1000,
     .spread = 100,
     .no_probe = true},
    {.depth = 1,
     .nodes = 200,
     .simulations = 30,
     .eval_noise = 100,
     .spread = 25,
     .no_probe = true},
    {.depth = 2, .nodes = 500, .simulations = 100,
     .finds_wins = 100, .sees_threats = 100, .no_probe = true},
    {.depth = 4, .nodes = 2000, .simulations = 400,
     .finds_wins = 100, .sees_threats = 100, .no_probe = true},
    {.depth = 6, .nodes = 10000, .net_nodes = 1000, .simulations = 1000,
     .finds_wins = 100, .sees_threats = 100},
    {.nodes = 50000, .net_nodes = 5000, .simulations = 3000, .time_ms = 500,
     .finds_wins = 100, .sees_threats = 100},
    {.nodes = 200000, .net_nodes = 20000, .simulations = 10000, .time_ms = 1000,
     .finds_wins = 100, .sees_threats = 100},
    {.nodes = 200000, .net_nodes = 20000, .simulations = 10000, .time_ms = 1000,
     .finds_wins = 100, .sees_threats = 100},
    {.nodes = 200000, .net_nodes = 20000, .simulations = 10000, .time_ms = 1000,
     .finds_wins = 100, .sees_threats = 100},
    {.nodes = 200000, .net_nodes = 20000, .simulations = 10000, .time_ms = 1000,
     .finds_wins = 100, .sees_threats = 100},
    {.nodes = 200000, .net_nodes = 20000, .simulations = 10000, .time_ms = 1000,
     .finds_wins = 100, .sees_threats = 100},
    {.time_ms = 3000, .finds_wins = 100, .sees_threats = 100},
};

static const struct bench_position bench[] = {
    {.players = 2, .moves = "", .depth = 6},
    {.players = 3, .moves = "d7", .nodes = 2000},
    {.players = 4, .moves = "d2 c1", .depth = 5},
    {0},
};

const struct advice nim_advice = {
    .evaluate = evaluate,
    .evaluate_scale = SCALE,
    .evaluate_players = evaluate_players,
    .multiplayer = &multiplayer,
    .use_prover = true,
    .order = order,
    .forcing = forcing,
    .wins_at_once = wins_at_once,
    .escapes = escapes,
    .playout = playout,
    .null = null,
    .levels = levels,
    .bench = NOT_IN_PAGE(bench),
};
