/*
 * selfplay.c - games of the engine against itself, as data for training (samples.h).
 *
 *     selfplay [-t THREADS] [-n NODES] [-s SEED] [-g GAMES] [-T SECONDS] [-w NETWORK] FILE
 *
 * Plays two-player Quoridor until the file holds GAMES games of this seed, or the time is
 * over. It may be stopped at any time and goes on where it stopped: games are numbered,
 * each has its own chances made from seed and number, and those that the file holds already
 * are not played again. With a node limit and one thread for each game, which games are
 * played does not depend on the number of threads.
 *
 * A game begins with up to OPENING_MAX plies at random, and one move in RANDOM_EVERY later is
 * a promising one at random, so that mistakes are seen and punished. It ends as soon as
 * its result is proven.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "search/search.h"
#include "train/samples.h"

enum {
    OPENING_MAX = 8,
    RANDOM_EVERY = 14,
    PLIES_MAX = 200,
    TABLE_MB = 2,
    NET_SIZE_MAX = 1 << 24,
};

static const char usage[] = "usage: selfplay [-t THREADS] [-n NODES] [-s SEED] [-g GAMES] "
                            "[-T SECONDS] [-w NETWORK] FILE";

struct run {
    int threads;
    uint32_t nodes, seed;
    uint64_t games, next;
    double seconds;
    struct timespec start;
    unsigned char *net; /* NULL: the program's own */
    size_t net_size;
    FILE *file;
    uint8_t *done; /* [games]: in the file already */
    pthread_mutex_t lock;
    uint64_t written, samples;
};

static _Noreturn void die(const char *message)
{
    fprintf(stderr, "selfplay: %s\n", message);
    exit(1);
}

static double elapsed(const struct run *run)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - run->start.tv_sec) +
           1e-9 * (double)(now.tv_nsec - run->start.tv_nsec);
}

/* ---- One game --------------------------------------------------------------------- */

struct game {
    struct sample_game head;
    struct sample samples[PLIES_MAX];
};

static tb_move random_move(const struct quoridor *q, struct rng *rng, bool promising)
{
    tb_move moves[TB_MOVES_MAX], good[TB_MOVES_MAX];
    int priority[TB_MOVES_MAX], goods = 0, count = quoridor_game.moves(q, moves);

    quoridor_game.order(q, moves, count, priority);
    for (int i = 0; i < count; i++)
        if (priority[i] > 0 || (!promising && moves[i] < QUORIDOR_ACROSS))
            good[goods++] = moves[i];
    /* In an opening, a pawn's step half of the time: barriers are so many more. */
    if (promising ? goods > 0 : goods > 0 && rng_below(rng, 2))
        return good[rng_below(rng, (uint32_t)goods)];
    return moves[rng_below(rng, (uint32_t)count)];
}

static void take_sample(const struct quoridor *q, tb_move move, const struct search_line *line,
                        struct sample *out)
{
    struct quoridor turned = *q;

    if (q->turn == 1) {
        move = quoridor_game.transform_move(q, 2, move);
        quoridor_game.transform(q, 2, &turned);
    }
    *out = (struct sample){
        .across = sample_pack(turned.across),
        .upright = sample_pack(turned.upright),
        .pawn = {turned.pawn[0], turned.pawn[1]},
        .left = (uint8_t)(turned.left[0] + 16 * turned.left[1]),
        .move = (uint8_t)sample_move(move),
        .score = (int16_t)(line->score * SAMPLE_SCORE),
        .flags = line->exact,
    };
}

static void play_game(struct engine *engine, const struct tb_setup *setup, struct run *run,
                      uint64_t number, struct game *game)
{
    struct rng rng = {((uint64_t)run->seed << 40) + number};
    struct tb_state history[PLIES_MAX], state = {{0}};
    struct quoridor *q = (struct quoridor *)&state;
    int opening, movers[PLIES_MAX], count = 0, result = 0;

    rng.state = rng_next(&rng);
    opening = (int)rng_below(&rng, OPENING_MAX + 1);
    quoridor_game.init(setup, q);
    engine_clear(engine);
    for (int ply = 0; ply < PLIES_MAX && result == 0; ply++) {
        struct search_task task = {.game = &quoridor_game, .state = q, .history = history,
                                   .history_length = ply, .repetition = 3,
                                   .limits = {.nodes = run->nodes}};
        struct search_info info;
        struct verdict verdict;
        tb_move move;

        history[ply] = state;
        if (ply < opening) {
            move = random_move(q, &rng, false);
        } else {
            move = engine_think(engine, &task, &info);
            movers[count] = q->turn;
            take_sample(q, move, &info.lines[0], &game->samples[count++]);
            if (info.lines[0].exact && info.lines[0].verdict.value != 0) {
                result = info.lines[0].verdict.value * (q->turn == 0 ? 1 : -1);
                break;
            }
            if (rng_below(&rng, RANDOM_EVERY) == 0) {
                game->samples[count - 1].flags |= 2;
                move = random_move(q, &rng, true);
            }
        }
        quoridor_game.play(q, move);
        struct tb_result end = quoridor_game.result(q);

        if (end.over)
            result = end.winners == 1 ? 1 : -1;
        else if (quoridor_game.probe(q, &verdict))
            result = verdict.value * (q->turn == 0 ? 1 : -1);
    }
    game->head = (struct sample_game){.magic = SAMPLE_MAGIC, .nodes = run->nodes,
                                      .number = number, .seed = run->seed,
                                      .count = (uint16_t)count, .result = (int16_t)result};
    for (int i = 0; i < count; i++)
        game->samples[i].result = (int8_t)(movers[i] == 0 ? result : -result);
}

/* ---- The file ---------------------------------------------------------------------- */

/* Marks the games that the file holds, and leaves it open behind the last whole one. */
static void open_file(struct run *run, const char *path)
{
    struct sample_game head;
    long end = 0;

    run->file = fopen(path, "r+b");
    if (!run->file && errno == ENOENT)
        run->file = fopen(path, "w+b");
    if (!run->file)
        die("cannot open the file");
    fseek(run->file, 0, SEEK_END);
    long size = ftell(run->file);

    rewind(run->file);
    for (size_t got; (got = fread(&head, 1, sizeof head, run->file)) > 0;) {
        if (got < sizeof head.magic || head.magic != SAMPLE_MAGIC)
            die("this is no file of samples");
        if (got < sizeof head)
            break;
        long next = end + (long)sizeof head * (1 + head.count);

        if (next > size)
            break;
        if (head.seed == run->seed && head.number < run->games)
            run->done[head.number] = 1;
        end = next;
        fseek(run->file, end, SEEK_SET);
    }
    if (ftruncate(fileno(run->file), end) != 0)
        die("cannot cut the file");
    fseek(run->file, end, SEEK_SET);
}

static void read_net(struct run *run, const char *path)
{
    FILE *file = fopen(path, "rb");

    run->net = malloc(NET_SIZE_MAX);
    if (!file || !run->net)
        die("cannot open the network");
    run->net_size = fread(run->net, 1, NET_SIZE_MAX, file);
    fclose(file);
}

static bool next_game(struct run *run, uint64_t *number)
{
    pthread_mutex_lock(&run->lock);
    while (run->next < run->games && run->done[run->next])
        run->next++;
    *number = run->next++;
    pthread_mutex_unlock(&run->lock);
    return *number < run->games && elapsed(run) < run->seconds;
}

static void *play_games(void *argument)
{
    struct run *run = argument;
    struct engine_options options = {.kind = ENGINE_ALPHABETA, .table_mb = TABLE_MB,
                                     .net = run->net, .net_size = run->net_size};
    struct game *game = malloc(sizeof *game);
    struct tb_setup setup;
    uint64_t number;

    tb_setup_init(&setup, &quoridor_game, 2, NULL);
    struct tb_error error;
    struct engine *engine = engine_new(&setup, &options, &error);

    if (!engine || !game)
        die(engine ? "out of memory" : error.text);
    while (next_game(run, &number)) {
        play_game(engine, &setup, run, number, game);
        pthread_mutex_lock(&run->lock);
        if (fwrite(game, sizeof game->head * (1 + game->head.count), 1, run->file) != 1 ||
            fflush(run->file) != 0)
            die("cannot write");
        run->written++;
        run->samples += game->head.count;
        pthread_mutex_unlock(&run->lock);
    }
    engine_free(engine);
    free(game);
    return NULL;
}

int main(int argc, char **argv)
{
    struct run run = {.threads = 1, .nodes = 1000, .seed = 1, .games = 1000, .seconds = 1e9,
                      .lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t threads[256];

    for (int option; (option = getopt(argc, argv, "t:n:s:g:T:w:")) != -1;) {
        double value = option == '?' ? 0 : strtod(optarg, NULL);

        if (option == 'w') {
            read_net(&run, optarg);
            continue;
        }

        if (value < 1)
            die(usage);
        if (option == 't')
            run.threads = value < 256 ? (int)value : 256;
        else if (option == 'n')
            run.nodes = (uint32_t)value;
        else if (option == 's')
            run.seed = (uint32_t)value;
        else if (option == 'g')
            run.games = (uint64_t)value;
        else
            run.seconds = value;
    }
    if (optind + 1 != argc)
        die(usage);
    run.done = calloc(run.games, 1);
    if (!run.done)
        die("out of memory");
    clock_gettime(CLOCK_MONOTONIC, &run.start);
    open_file(&run, argv[optind]);
    for (int i = 0; i < run.threads; i++)
        if (pthread_create(&threads[i], NULL, play_games, &run) != 0)
            die("cannot start a thread");
    for (int i = 0; i < run.threads; i++)
        pthread_join(threads[i], NULL);
    printf("%llu games, %llu positions in %.0f s\n", (unsigned long long)run.written,
           (unsigned long long)run.samples, elapsed(&run));
    free(run.done);
    free(run.net);
    return fclose(run.file) != 0;
}
