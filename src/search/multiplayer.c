/* multiplayer.c - sums of terms times weights, and what they mean. */
#include "search/multiplayer.h"

#include <string.h>
#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "core/advice.h"

double multiplayer_weight(int points)
{
    enum { UNIT = 256, LIMIT = 60 * UNIT };
    int bounded = points > LIMIT ? LIMIT : points < -LIMIT ? -LIMIT : points;
    int whole = (bounded + LIMIT) / UNIT - LIMIT / UNIT;
    double x = (bounded - whole * UNIT) * (0.6931471805599453 / UNIT); /* 0 to ln 2 */
    double y = 1.0 / 720 + x * (1.0 / 5040);

    y = 1.0 / 24 + x * (1.0 / 120 + x * y);
    y = 1 + x * (1 + x * (1.0 / 2 + x * (1.0 / 6 + x * y)));
    uint64_t bits;

    memcpy(&bits, &y, sizeof bits);
    bits += (uint64_t)(int64_t)whole << 52; /* y is from 1 to 2 */
    memcpy(&y, &bits, sizeof y);
    return y;
}

/* `count` is a multiple of eight. */
static int dot(const int8_t *terms, const int16_t *weights, int count)
{
#if defined(__wasm_simd128__)
    /* The compiler would multiply one by one. */
    v128_t sums = wasm_i32x4_splat(0);

    for (int i = 0; i < count; i += 8)
        sums = wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(wasm_i16x8_load8x8(terms + i),
                                                         wasm_v128_load(weights + i)));
    sums = wasm_i32x4_add(sums, wasm_i32x4_shuffle(sums, sums, 2, 3, 0, 1));
    return wasm_i32x4_extract_lane(sums, 0) + wasm_i32x4_extract_lane(sums, 1);
#else
    int sum = 0;

    for (int i = 0; i < count; i++)
        sum += terms[i] * weights[i];
    return sum;
#endif
}

int multiplayer_player_points(const struct multiplayer_model *multiplayer, const int8_t *terms)
{
    return dot(terms, multiplayer->weights, MULTIPLAYER_TERMS);
}

/* The points of each player: its likelihood to win is multiplayer_weight() of them over the sum. */
static void expect_points(const struct multiplayer_model *multiplayer, const struct net *net,
                          const void *state, int players, int *points)
{
    int8_t terms[TB_PLAYERS_MAX][MULTIPLAYER_TERMS] = {{0}};
    struct net_input inputs[TB_PLAYERS_MAX];

    multiplayer->read(state, terms, net ? inputs : NULL);
    for (int p = 0; p < players; p++) {
        struct net_hidden hidden;

        points[p] = multiplayer_player_points(multiplayer, terms[p]);
        if (!net)
            continue;
        inputs[p].base = points[p];
        net_look(net, &inputs[p], &hidden);
        points[p] = net_value(net, &inputs[p], &hidden);
    }
}

void multiplayer_expect(const struct multiplayer_model *multiplayer, const struct net *net,
                        const void *state, int players, float *payoff)
{
    int points[TB_PLAYERS_MAX];
    double weight[TB_PLAYERS_MAX], sum = 0;

    expect_points(multiplayer, net, state, players, points);
    for (int p = 0; p < players; p++) {
        weight[p] = multiplayer_weight(points[p]);
        sum += weight[p];
    }
    for (int p = 0; p < players; p++)
        payoff[p] = (float)(2 * weight[p] / sum - 1);
}

/* Adds what the network says of each move. */
static void add_priors(const struct net *net, const void *state, const struct net_input *input,
                       const tb_move *moves, int count, int *points)
{
    enum { UNIT = 369 }; /* points of a logit of 1: 256 / ln 2 */
    const struct features *features = net_features(net);
    struct net_hidden hidden;
    uint16_t asked[NET_LOGITS_MAX];
    int logits[NET_LOGITS_MAX], priority[TB_MOVES_MAX];

    net_look(net, input, &hidden);
    if (features->needed_logits)
        net_logits(net, &hidden, asked, features->needed_logits(state, input, moves, count, asked),
                   logits);
    else
        net_logits_all(net, &hidden, logits);
    features->priors(state, input, logits, moves, count, priority);
    for (int i = 0; i < count; i++)
        points[i] += (int)((int64_t)priority[i] * UNIT / NET_LOGIT_UNIT);
}

void multiplayer_points(const struct multiplayer_model *multiplayer, const struct net *net,
                        const void *state, const tb_move *moves, int count, int *points)
{
    enum { AT_ONCE = 256 }; /* more are rare */
    int8_t terms[AT_ONCE][MULTIPLAYER_MOVE_TERMS];
    struct net_input input;

    for (int from = 0; from < count; from += AT_ONCE) {
        int part = count - from < AT_ONCE ? count - from : AT_ONCE;

        memset(terms, 0, (size_t)part * sizeof *terms);
        multiplayer->read_moves(state, moves + from, part, terms, net && from == 0 ? &input : NULL);
        for (int i = 0; i < part; i++)
            points[from + i] = dot(terms[i], multiplayer->move_weights, MULTIPLAYER_MOVE_TERMS);
    }
    if (net)
        add_priors(net, state, &input, moves, count, points);
}
