/*
 * selfplay.h - games of the engine against itself, as data for training and research.
 *
 * A game begins with some plies at random; later a move is now and then a promising one at random
 * instead of the one that the search chose, so that mistakes are seen and punished. A game is
 * decided by the options and its number.
 */
#ifndef TABLIER_LAB_SELFPLAY_H
#define TABLIER_LAB_SELFPLAY_H

#include "search/search.h"

enum {
    SELFPLAY_LINES_MAX = 32,
    SELFPLAY_VALUE = 32000, /* stands for a certain win */
    SELFPLAY_PLIES_MAX = 2000,
};

struct selfplay_options {
    struct tb_setup setup;
    uint64_t seed, nodes; /* for a move */
    int opening;          /* maximum random plies at the start */
    int explore;          /* one move in this many is not the one that the search chose; 0: none */
    int lines;            /* moves whose values are kept, from 1 */
    int plies;            /* then a game is broken off */
    bool adjudicate;      /* with two sides: end a game as soon as its result is proven */
    uint64_t network;     /* the checksum of the network; 0: unknown */
};

/* A move by its place in the list of legal moves, and its value for the mover. */
struct selfplay_choice {
    uint16_t move;
    int16_t value;
};

enum {
    SELFPLAY_RANDOM = 1, /* part of the opening: nothing was searched */
    SELFPLAY_EXACT = 2,  /* the value is proven */
    SELFPLAY_OTHER = 4,  /* the move that was played is not the one that the search chose */
};

struct selfplay_ply {
    uint16_t played; /* by its place in the list of legal moves */
    uint8_t flags;
    uint8_t count; /* of choices, best first; 0 in the opening */
    struct selfplay_choice choices[SELFPLAY_LINES_MAX];
};

/* Empty when zero-initialised. */
struct selfplay_game {
    uint32_t number;
    bool ended;                    /* or it was broken off */
    int8_t result[TB_PLAYERS_MAX]; /* 1 for a win, -1 for a loss, 0 for a draw */
    int count;
    size_t capacity;
    struct selfplay_ply *plies;
};

void selfplay_release(struct selfplay_game *game);
/* One more ply to fill in; NULL if memory runs out. */
struct selfplay_ply *selfplay_add(struct selfplay_game *game);

/* Plays game number `number` into *game, which keeps its memory from game to game. TB_ERR_STOPPED
 * if stop() says so, which is asked before every move and may be NULL. */
int selfplay_play(struct engine *engine, const struct selfplay_options *options, uint32_t number,
                  struct selfplay_game *game, bool (*stop)(void *context), void *context,
                  struct tb_error *error);

#endif
