/*
 * pool.h - pairing of waiting players.
 *
 * A pure function from the waiting seeks to the tables at which their players meet; the caller
 * stores the result. It is called at every join and every POOL_WAVE_MS.
 *
 * Two seeks of one group fit if the difference of their ratings is within the window, which grows
 * with the shorter of their waits (and slowly with the longer), and within the ranges that both
 * asked for; if neither blocks the other; and if they did not play each other last, unless both
 * have waited long. Players who have chosen the same table fit regardless of ratings and last
 * opponents, and are not separated. A pair costs the difference of its ratings, less a bonus for
 * its shorter wait. The result is the largest set of pairs, and of those the cheapest. The search
 * is exact among pairs whose players are at most BAND_MOST places apart in the order of ratings
 * (BAND_LARGE in a large pool); players left over get the best partner of a wider neighbourhood.
 */
#ifndef TABLIER_CLUB_POOL_H
#define TABLIER_CLUB_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/position.h"

enum {
    POOL_WAVE_MS = 2000,
    POOL_WINDOW = 100,             /* points, without any wait */
    POOL_WINDOW_GROWTH = 12,       /* points per second of the shorter wait */
    POOL_UNLIMITED_MS = 40 * 1000, /* the shorter wait after which any rating fits */
    POOL_AGAIN_MS = 20 * 1000,     /* and after which the last opponent fits again */
    POOL_COMPUTERS_MS = 5 * 1000,  /* wait before computer players complete a table */
    POOL_ANY = 100000,             /* a range without a bound */
    POOL_BEGUN_LEAST = -3,
    POOL_BEGUN_MOST = 5,
    POOL_COMPUTER = -1, /* in a table: a computer player */
};

struct pool_seek {
    uint64_t player; /* not 0 */
    uint64_t group;  /* list, options and everything else in which seeks must agree */
    uint64_t table;  /* seeks with the same number have chosen the same table; 0: none chosen */
    uint64_t last;   /* the last opponent; 0: none */
    int64_t since;   /* start of the wait, milliseconds; in the future: takes no part yet */
    int players;     /* of the game, 2 to 4 */
    int rating;
    int below, above; /* accepts opponents from rating - below to rating + above */
    int begun;        /* balance of games begun: see pool_begun() */
    int level;        /* of computer players that may complete a table of 3 or 4; 0: none may */
};

/* Two players who are not to meet: one has blocked the other. */
struct pool_block {
    uint64_t a, b;
};

struct pool {
    const struct pool_seek *seeks;
    int count;
    const struct pool_block *blocks; /* sorted by pool_sort_blocks() */
    int block_count;
    int64_t now;
    uint64_t seed; /* decides ties about who begins */
};

/* The seeks of a game, by seat. */
struct pool_table {
    int players;
    int seats[TB_PLAYERS_MAX]; /* indices of seeks, or POOL_COMPUTER */
    int level;                 /* of the computer players, if there are any */
};

void pool_sort_blocks(struct pool_block *blocks, int count);

/* Points that two waiting players may differ by. The wait is the shorter of theirs, and half of
 * what the longer one is beyond POOL_UNLIMITED_MS. */
int pool_window(int64_t wait_ms);

/* True if the two seeks may meet. */
bool pool_fits(const struct pool *pool, int a, int b);
/* The cost of a pair that fits. */
int pool_cost(const struct pool *pool, int a, int b);

/* Writes the tables, at most count / 2, to `out` and returns their number; -1 if memory runs out.
 * No seek is at two tables. */
int pool_match(const struct pool *pool, struct pool_table *out);

/* The balance after another game: one more if the player began it, one less if not. The player
 * with the lowest balance begins. */
int pool_begun(int balance, bool began);

#endif
