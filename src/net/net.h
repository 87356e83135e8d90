/*
 * net.h - a small neural network that judges positions and moves. It knows no game: a game names
 * the inputs that are 1 (core/features.h) and gives the logits their meaning.
 *
 * The network has one layer over the inputs, whose sums are clipped to 0..1 and squared, and
 * two heads over it: a value (one more hidden layer, with a set of weights per bucket; the game
 * chooses the bucket of a position) that is added to the game's own evaluation, and one output for
 * each logit of the game. All arithmetic is in integers, the same on every machine.
 *
 * File, little-endian:
 *     8 bytes     "TBNET01\n"
 *     16 bytes    the name of the features, zero-padded
 *     4 x uint32  inputs, hidden, logits, buckets
 *     uint64      FNV-1a hash of all that follows
 *     int16       bias[hidden], weight[inputs][hidden]         1 is NET_ONE
 *     int32       bias[logits]; int8 weight[logits][hidden]    1 is 127 * 64, and 64
 *     int32       bias[buckets][16]; int8 weight[buckets][16][hidden]    the same
 *     int32       bias[buckets]; int16 weight[buckets][16]     a point is 127 * 16, and 16
 */
#ifndef TABLIER_NET_NET_H
#define TABLIER_NET_NET_H

#include "core/features.h"

enum {
    NET_ONE = 255,
    NET_HIDDEN_MAX = 256, /* a multiple of 32 */
    NET_SECOND = 16,      /* units of the value's second layer */
    NET_LOGITS_MAX = 256,
    NET_LOGIT_UNIT = 127 * 64, /* a logit of 1 */
};

struct net;

/* The outputs of the first layer for a position. */
struct net_hidden {
    _Alignas(64) int8_t unit[NET_HIDDEN_MAX]; /* 0 to 127 */
    int16_t sum[NET_HIDDEN_MAX];              /* before they are clipped and squared */
};

/* Reads a network with these features of the game; the bytes are not needed afterwards. NULL on failure, with
 * the reason: it is damaged, for others, or of another version of the program. */
struct net *net_new(const struct tb_game *game, const struct features *features,
                    const unsigned char *bytes, size_t size, struct tb_error *error);
/* The same for the game whose network the file names, which goes to *game. */
struct net *net_new_any(const unsigned char *bytes, size_t size, const struct tb_game **game,
                        struct tb_error *error);
const struct features *net_features(const struct net *net);
void net_free(struct net *net);

void net_look(const struct net *net, const struct net_input *input, struct net_hidden *out);
/* The same for an input from read_changes(): `out` has the outputs for the position before it. */
void net_follow(const struct net *net, const struct net_input *input, struct net_hidden *out);
/* The position's value in points for the player to move. */
int net_value(const struct net *net, const struct net_input *input, const struct net_hidden *hidden);
/* Computes logits[asked[i]] for `count` logits; the others are unchanged. */
void net_logits(const struct net *net, const struct net_hidden *hidden, const uint16_t *asked,
                int count, int *logits);
void net_logits_all(const struct net *net, const struct net_hidden *hidden, int *logits);

/* ---- Instruction sets: kernels.c ------------------------------------------------------ */

struct net_kernels {
    const char *name;
    /* sum[i] = from[i] + the sum of weight[active[r]][i] - that of the first `gone` of
     * weight[gone[r]][i], modulo 2^16; unit[i] = the square of sum[i] clipped to 0..NET_ONE, over
     * 512. `width` is a multiple of 32, `from` may be out->sum. */
    void (*look)(const int16_t *from, const int16_t *weights, const struct net_input *input,
                 int gone, int width, struct net_hidden *out);
    /* out[r] = bias[rows[r]] + the sum of units[i] * weight[rows[r]][i]. Up to three elements
     * beyond `count` may be written, to round it up to a multiple of 4. */
    void (*dot)(const int8_t *units, const int8_t *weights, const int32_t *bias,
                const uint16_t *rows, int count, int width, int *out);
};

/* Those that this machine can use, the best first; ends with the plain one and NULL. */
const struct net_kernels *const *net_kernels_all(void);
/* For tests: makes the network use another. */
void net_use(struct net *net, const struct net_kernels *kernels);

#endif
