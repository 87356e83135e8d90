/*
 * bench.c - the speed of the rules: perft nodes and random playouts per second,
 * in CPU time on one thread, for every game and number of players.
 *
 *     bench [SECONDS]     time for each figure, default 0.5
 *
 * The work is fixed by seeds and depths, so the signature in the last line must
 * stay the same as long as the rules and the order of moves do: a change that
 * only makes things faster leaves it alone.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/game.h"
#include "core/position.h"
#include "core/rng.h"

enum {
    PLY_CAP = 324,         /* of a random playout */
    SIGNED_PLAYOUTS = 100, /* of each kind, that the signature covers */
};

static double cpu_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static uint64_t sign(uint64_t signature, uint64_t value)
{
    struct rng mixer = {signature ^ value};

    return rng_next(&mixer);
}

/* The deepest perft that fits the time, at least depth 3: nodes and seconds. */
static void measure_perft(const struct tb_position *start, double limit, int *depth,
                          uint64_t *nodes, double *seconds)
{
    for (*depth = 3;; ++*depth) {
        double begin = cpu_seconds();

        *nodes = tb_perft(start, *depth);
        *seconds = cpu_seconds() - begin;
        /* The next depth costs about as much more as this one has moves. */
        if (*seconds * tb_move_count(start) > limit)
            return;
    }
}

/* Plays at random to the end or the cap; returns the hash of the last position. */
static uint64_t playout(const struct tb_position *start, struct rng *rng)
{
    const struct tb_game *game = start->setup.game;
    struct tb_state state = start->state;

    for (int ply = 0; ply < PLY_CAP && game_play_random(game, &state, rng); ply++)
        ;
    return game_hash(game, &state);
}

static double playouts_per_second(const struct tb_position *start, double limit,
                                  uint64_t *signature)
{
    struct rng rng = {1};
    double begin = cpu_seconds(), seconds;
    int count = 0;

    do {
        uint64_t last = playout(start, &rng);

        if (count < SIGNED_PLAYOUTS)
            *signature = sign(*signature, last);
        count++;
        seconds = cpu_seconds() - begin;
    } while (count < SIGNED_PLAYOUTS || seconds < limit);
    return count / seconds;
}

static void bench_game(const struct tb_game *game, int players, double limit, uint64_t *signature)
{
    struct tb_setup setup;
    struct tb_position start;
    uint64_t nodes;
    double seconds;
    int depth;

    tb_setup_init(&setup, game, players, NULL);
    tb_position_start(&start, &setup, NULL);
    *signature = sign(*signature, tb_perft(&start, 3));
    measure_perft(&start, limit, &depth, &nodes, &seconds);
    printf("%-10s %d   %d %14" PRIu64 " %8.3f s %10.1f", tb_game_name(game), players, depth, nodes,
           seconds, 1e-6 * (double)nodes / seconds);
    printf(" %12.0f\n", playouts_per_second(&start, limit, signature));
    fflush(stdout);
}

/* The figure by which Quoridor programs compare themselves. */
static void bench_quoridor(void)
{
    struct tb_setup setup;
    struct tb_position start;

    tb_setup_init(&setup, tb_game_find("quoridor"), 2, NULL);
    tb_position_start(&start, &setup, NULL);
    double begin = cpu_seconds();
    uint64_t nodes = tb_perft(&start, 4);

    printf("quoridor depth 4: %" PRIu64 " nodes in %.3f s\n", nodes, cpu_seconds() - begin);
}

int main(int argc, char **argv)
{
    double limit = argc > 1 ? atof(argv[1]) : 0.5;
    uint64_t signature = 0;

    printf("game  players depth       nodes   CPU time  Mnodes/s    playouts/s\n");
    for (int g = 0; g < tb_game_count(); g++)
        for (int players = 1; players <= TB_PLAYERS_MAX; players++)
            if (tb_game_allows(tb_game_at(g), players))
                bench_game(tb_game_at(g), players, limit, &signature);
    bench_quoridor();
    printf("signature %016" PRIx64 "\n", signature);
    return 0;
}
