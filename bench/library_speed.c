/*
 * library_speed.c - the speed of the rules as a user of the library has it: through tablier.h alone,
 * one position at a time. Prints a table in Markdown, per second of processor time: children (a copy
 * with a move played), lists of legal moves, and plies of random games, in which every ply chooses from
 * the whole list. bench.c measures the rules from inside.
 *
 *     library_speed [SECONDS]     time for each number, default 1
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <tablier.h>

enum {
    PLIES_MAX = 324, /* of a random game; OpenSpiel ends Quoridor there */
    BATCH = 100,     /* calls between two looks at the clock */
    PARTS = 10,
};

struct bench {
    struct tb_position *start, *at;
    double seconds;
    uint64_t random;
    tb_move moves[TB_MOVES_MAX];
    uint64_t plies, legal; /* of all random games */
};

static double cpu_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int play_child(struct bench *bench)
{
    tb_position_copy(bench->at, bench->start);
    tb_play(bench->at, bench->moves[0], NULL);
    return 1;
}

static int list_moves(struct bench *bench)
{
    return tb_moves(bench->start, bench->moves) > 0;
}

static int random_game(struct bench *bench)
{
    int plies = 0, count;

    tb_position_copy(bench->at, bench->start);
    for (; plies < PLIES_MAX && (count = tb_moves(bench->at, bench->moves)) > 0; plies++) {
        bench->random ^= bench->random << 13;
        bench->random ^= bench->random >> 7;
        bench->random ^= bench->random << 17;
        tb_play(bench->at, bench->moves[bench->random % (unsigned)count], NULL);
        bench->legal += (unsigned)count;
    }
    bench->plies += (unsigned)plies;
    return plies;
}

static double rate_once(struct bench *bench, int (*work)(struct bench *bench))
{
    double begin = cpu_seconds(), taken;
    uint64_t done = 0;

    do {
        for (int i = 0; i < BATCH; i++)
            done += (unsigned)work(bench);
        taken = cpu_seconds() - begin;
    } while (taken < bench->seconds / PARTS);
    return (double)done / taken;
}

/* Units of work per second, in the best part: other programs make it slower, never faster. `work` returns
 * how many it did. */
static double rate(struct bench *bench, int (*work)(struct bench *bench))
{
    double best = 0;

    for (int i = 0; i < PARTS; i++) {
        double once = rate_once(bench, work);

        best = once > best ? once : best;
    }
    return best;
}

int main(int argc, char **argv)
{
    struct bench bench = {.seconds = argc > 1 ? atof(argv[1]) : 1, .random = 1};

    puts("| game | children | lists of legal moves | plies of random games | legal moves |\n"
         "|---|---|---|---|---|");
    for (int i = 0; i < tb_game_count(); i++) {
        struct tb_setup setup;

        tb_setup_init(&setup, tb_game_at(i), 2, NULL);
        bench.start = tb_position_new(&setup, NULL);
        bench.at = tb_position_new(&setup, NULL);
        bench.plies = bench.legal = 0;
        int wide = tb_moves(bench.start, bench.moves);
        double children = rate(&bench, play_child), lists = rate(&bench, list_moves);
        double plies = rate(&bench, random_game);

        printf("| %s | %.0f | %.0f (%d each) | %.0f | %.1f |\n", tb_game_name(tb_game_at(i)), children,
               lists, wide, plies, (double)bench.legal / (double)bench.plies);
        tb_position_free(bench.at);
        tb_position_free(bench.start);
    }
    return 0;
}
