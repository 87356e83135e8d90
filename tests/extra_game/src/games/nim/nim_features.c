/*
 * nim_features.c - network inputs and outputs of Nim with two sides.
 *
 * An input is a heap and its stones. The policy score of a move is the sum of two outputs: that of
 * the stones taken, and that of the stones in the heap. make_net.py writes the weights.
 */
#include "core/advice.h"
#include "core/features.h"
#include "games/nim/nim.h"

enum {
    INPUTS = NIM_HEAPS * NIM_STONES,
    LOGIT_TAKEN = 0,
    LOGIT_HEAP = LOGIT_TAKEN + NIM_STONES,
    LOGITS = LOGIT_HEAP + NIM_STONES,
    BUCKETS = 2, /* up to three heaps, and more */
    LOGIT_UNIT = 127 * 64,
    PRIORITY_UNIT = 30, /* priority of a policy score of 1 */
    PRIORITY_BEST = 120,
};

static bool read_position(const void *state, struct net_input *out)
{
    const struct nim *s = state;

    if (!nim_two_sides(s))
        return false;
    out->count = 0;
    for (int heap = 0; heap < s->heaps; heap++)
        if (s->stones[heap])
            out->active[out->count++] = (uint16_t)(heap * NIM_STONES + s->stones[heap] - 1);
    out->bucket = out->count > 3;
    out->base = nim_game.advice->evaluate(s);
    return true;
}

static void logits_of(const struct nim *s, tb_move move, int logits[2])
{
    logits[0] = LOGIT_TAKEN + nim_taken(move) - 1;
    logits[1] = LOGIT_HEAP + s->stones[nim_heap(move)] - 1;
}

static void priors(const void *state, const struct net_input *input, const int *logits,
                   const tb_move *moves, int count, int *priority)
{
    int best = INT32_MIN;

    (void)input;
    for (int i = 0; i < count; i++) {
        int parts[2];

        logits_of(state, moves[i], parts);
        priority[i] = logits[parts[0]] + logits[parts[1]];
        best = priority[i] > best ? priority[i] : best;
    }
    for (int i = 0; i < count; i++)
        priority[i] = PRIORITY_BEST - (best - priority[i]) / (LOGIT_UNIT / PRIORITY_UNIT);
}

static int needed_logits(const void *state, const struct net_input *input, const tb_move *moves,
                         int count, uint16_t *needed)
{
    bool seen[LOGITS] = {false};
    int found = 0;

    (void)input;
    for (int i = 0; i < count; i++) {
        int parts[2];

        logits_of(state, moves[i], parts);
        for (int k = 0; k < 2; k++)
            if (!seen[parts[k]]) {
                seen[parts[k]] = true;
                needed[found++] = (uint16_t)parts[k];
            }
    }
    return found;
}

static const struct search_parameters parameters = {
#define PARAMETER(name, value, least, most) .name = value,
    SEARCH_PARAMETERS(PARAMETER)
#undef PARAMETER
};

const struct features nim_features = {
    .name = "nim",
    .inputs = INPUTS,
    .logits = LOGITS,
    .buckets = BUCKETS,
    .active = NIM_HEAPS,
    .parts = 2,
    .parameters = &parameters,
    .read = read_position,
    .priors = priors,
    .needed_logits = needed_logits,
    .net = nim_net,
    .net_size = &nim_net_size,
};
