/*
 * features.h - the inputs and outputs of a game's network (net/net.h).
 */
#ifndef TABLIER_CORE_FEATURES_H
#define TABLIER_CORE_FEATURES_H

#include "core/game.h"
#include "core/search_parameters.h"

/*
 * A position as a network sees it: the inputs that are 1, all others being 0. read() fills it in;
 * priors() gets it back.
 */
enum { NET_ACTIVE_MAX = 240, NET_NOTES = 40 };

struct net_input {
    int count;
    uint16_t active[NET_ACTIVE_MAX];
    int bucket;                /* which of the network's last layers judges the position */
    int base;                  /* the game's own evaluation, which the network corrects */
    _Alignas(16) uint64_t notes[NET_NOTES]; /* for the game's own use */

    /* By read_changes() alone. */
    bool changes; /* `active` has only the inputs that were 0 in the position before */
    int gone_count;
    uint16_t gone[NET_ACTIVE_MAX]; /* those that were 1, and are not */
};

struct features {
    const char *name;            /* of the network, as its file has it: at most 16 bytes */
    const struct features *next; /* of the same game, for other numbers of players; NULL: none */
    int inputs, logits, buckets;
    int active; /* the most inputs that are 1 */
    int parts;  /* the most logits that the policy score of a move is the sum of */
    int views;  /* 0: the network judges the position for the player to move; otherwise for each
                 * of that many players, whose inputs the multiplayer model reads (advice.h) */
    const struct search_parameters *parameters; /* of alpha-beta with the network; NULL: as without */

    /* Fills in the inputs of a position; false: this setup is not for a network. */
    bool (*read)(const void *state, struct net_input *out);

    /* The same for a search, where positions resemble each other. `out` is zero-initialised or has
     * the inputs of a position before; it may list the changes only. `near` is NULL or
     * another input, whose notes may save work: best of a position a move or two earlier. */
    bool (*read_changes)(const void *state, const struct net_input *near, struct net_input *out);

    /* Like the advice's order(), by the network's logits for the position that read() turned into
     * `input`. The policy score of a move is the sum of some of them. */
    void (*priors)(const void *state, const struct net_input *input, const int *logits,
                   const tb_move *moves, int count, int *priority);

    /* The numbers of the logits that priors() reads for these moves, each once; returns how
     * many. Each logit costs the network time. NULL: priors() may read all of them. */
    int (*needed_logits)(const void *state, const struct net_input *input, const tb_move *moves,
                         int count, uint16_t *needed);

    /* The network's weights, as a file, and how long it is; NULL: there is none. */
    const unsigned char *net;
    const size_t *net_size;
};

/* Those of the game for such a setup; NULL: there are none. */
const struct features *features_find(const struct tb_setup *setup);

#endif
