/*
 * spsa.c - tunes the parameters of the tree search with a network (core/search_parameters.h) by
 * games of two players.
 *
 *     spsa [-t THREADS] [-m MILLISECONDS] [-s SEED] [-T SECONDS] [-c SECONDS] [-w NETWORK]
 *         GAME FILE
 *
 * Simultaneous perturbation (Spall, 1992): each pair of games pits the parameters, all of them
 * moved a little up or down at random, against the parameters moved the other way; the winner's
 * direction is followed by a small step. FILE holds the state, is replaced every few seconds,
 * and lets the run resume where it stopped. At the end it prints the parameters; with -c they then
 * play against those that the game has so far.
 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "core/features.h"
#include "core/game.h"
#include "core/solved.h"
#include "search/search.h"

enum {
    PLIES_MAX = 250,
    REPETITION = 3,
    TABLE_MB = 4,
    NET_SIZE_MAX = 1 << 24,
    SAVE_PAIRS = 64,
    THREADS_MAX = 256,
    HALF_LIFE = 4000, /* pairs after which steps are half as long */
};

/* In parts of the whole range of a margin: how far it is moved, and the first step. */
static const double move = 0.06, step = 0.008;

static const struct range {
    const char *name;
    int least, most;
} ranges[] = {
#define PARAMETER(name, value, least, most) {#name, least, most},
    SEARCH_PARAMETERS(PARAMETER)
#undef PARAMETER
};

enum { COUNT = sizeof ranges / sizeof *ranges };

_Static_assert(sizeof(struct search_parameters) == COUNT * sizeof(int), "nothing but parameters");

struct run {
    struct tb_setup setup;
    double at[COUNT]; /* 0 to 1 */
    uint64_t pairs, seed;
    int threads, milliseconds;
    double seconds, compare_seconds;
    uint64_t compared; /* games against the parameters that the game has, */
    int64_t balance;   /* and the wins among them less the losses */
    time_t start;
    unsigned char *net;
    size_t net_size;
    const char *path;
    pthread_mutex_t lock;
};

static const char usage[] = "usage: spsa [-t THREADS] [-m MILLISECONDS] [-s SEED] [-T SECONDS] "
                            "[-c SECONDS] [-w NETWORK] GAME FILE, which may be a new one";

static _Noreturn void die(const char *message)
{
    fprintf(stderr, "spsa: %s\n", message);
    exit(1);
}

static int whole(int index, double at)
{
    const struct range *r = &ranges[index];
    double clipped = at < 0 ? 0 : at > 1 ? 1 : at;

    return (int)lrint(r->least + clipped * (r->most - r->least));
}

static struct search_parameters parameters_at(const double *at, const signed char *signs, double by)
{
    int values[COUNT];
    struct search_parameters parameters;

    for (int i = 0; i < COUNT; i++)
        values[i] = whole(i, at[i] + signs[i] * by);
    memcpy(&parameters, values, sizeof parameters);
    return parameters;
}

/* ---- Games ------------------------------------------------------------------------------ */

static struct engine *make_engine(const struct run *run, const struct search_parameters *parameters)
{
    struct engine_options options = {.kind = ENGINE_ALPHABETA,
                                     .table_mb = TABLE_MB,
                                     .parameters = parameters,
                                     .net = run->net,
                                     .net_size = run->net_size};
    struct tb_error error;
    struct engine *engine = engine_new(&run->setup, &options, &error);

    if (!engine)
        die(error.text);
    return engine;
}

/* True if the position, the last of `count`, has repeated too often. */
static bool repeated(const uint64_t *hashes, int count)
{
    int times = 0;

    for (int i = 0; i < count; i++)
        times += hashes[i] == hashes[count - 1];
    return times >= REPETITION;
}

/* 1 if the first engine wins, which plays as player `side`; -1 if it loses. */
static int play_game(const struct run *run, struct engine *const engines[2], int side,
                     struct tb_state state)
{
    const struct tb_game *game = run->setup.game;
    struct tb_state history[PLIES_MAX];
    uint64_t hashes[PLIES_MAX];

    for (int ply = 0; ply < PLIES_MAX; ply++) {
        struct tb_result result = game->result(&state);
        int turn = game->turn(&state);
        struct verdict verdict;

        if (result.over)
            return result.winners == 0 ? 0 : result.winners == 1u << side ? 1 : -1;
        if (game_probe(game, &state, &verdict))
            return turn == side ? verdict.value : -verdict.value;
        hashes[ply] = game_hash(game, &state);
        if (game->repeats && repeated(hashes, ply + 1))
            return 0;
        struct search_task task = {.game = game, .state = &state, .history = history,
                                   .history_length = ply, .repetition = REPETITION,
                                   .limits = {.time_ms = run->milliseconds}};
        tb_move chosen = engine_think(engines[turn != side], &task, NULL);

        history[ply] = state;
        game->play(&state, chosen);
    }
    return 0;
}

/* Both sides of one opening: -2 to 2. */
static int play_pair(const struct run *run, const struct search_parameters *up,
                     const struct search_parameters *down, struct rng *rng)
{
    struct engine *engines[2] = {make_engine(run, up), make_engine(run, down)};
    struct tb_state state = {{0}};
    int score = 0;

    run->setup.game->init(&run->setup, &state);
    for (int ply = 0; ply < 4; ply++)
        game_play_random(run->setup.game, &state, rng);
    for (int side = 0; side < 2; side++) {
        engine_clear(engines[0]);
        engine_clear(engines[1]);
        score += play_game(run, engines, side, state);
    }
    engine_free(engines[0]);
    engine_free(engines[1]);
    return score;
}

/* ---- The run ------------------------------------------------------------------------------- */

static void load(struct run *run)
{
    FILE *file = fopen(run->path, "r");
    int values[COUNT];

    memcpy(values, run->setup.game->features->parameters, sizeof values);
    for (int i = 0; i < COUNT; i++)
        run->at[i] = (double)(values[i] - ranges[i].least) / (ranges[i].most - ranges[i].least);
    if (!file)
        return;
    char name[64];
    double value;

    while (fscanf(file, "%63s %lf", name, &value) == 2) {
        if (strcmp(name, "pairs") == 0)
            run->pairs = (uint64_t)value;
        for (int i = 0; i < COUNT; i++)
            if (strcmp(name, ranges[i].name) == 0)
                run->at[i] = (value - ranges[i].least) / (ranges[i].most - ranges[i].least);
    }
    fclose(file);
}

static void save(const struct run *run)
{
    char temporary[4096];

    snprintf(temporary, sizeof temporary, "%s.new", run->path);
    FILE *file = fopen(temporary, "w");

    if (!file)
        die("cannot write the file");
    fprintf(file, "pairs %llu\n", (unsigned long long)run->pairs);
    for (int i = 0; i < COUNT; i++)
        fprintf(file, "%s %.3f\n", ranges[i].name,
                ranges[i].least + run->at[i] * (ranges[i].most - ranges[i].least));
    if (fclose(file) != 0 || rename(temporary, run->path) != 0)
        die("cannot write the file");
}

/* Other random numbers for each pair of games. The run must be locked. */
static struct rng next_rng(struct run *run)
{
    struct rng rng = {run->seed++ * 0x9e3779b97f4a7c15u};

    rng.state = rng_next(&rng);
    return rng;
}

static void *tune(void *argument)
{
    struct run *run = argument;

    for (;;) {
        signed char signs[COUNT];

        pthread_mutex_lock(&run->lock);
        struct rng rng = next_rng(run);

        for (int i = 0; i < COUNT; i++)
            signs[i] = rng_below(&rng, 2) ? 1 : -1;
        struct search_parameters up = parameters_at(run->at, signs, move);
        struct search_parameters down = parameters_at(run->at, signs, -move);

        pthread_mutex_unlock(&run->lock);
        if (difftime(time(NULL), run->start) >= run->seconds)
            return NULL;
        int score = play_pair(run, &up, &down, &rng);

        pthread_mutex_lock(&run->lock);
        double by = step * exp2(-(double)run->pairs / HALF_LIFE) * score / 2;

        for (int i = 0; i < COUNT; i++)
            run->at[i] = fmax(0, fmin(1, run->at[i] + by * signs[i]));
        if (++run->pairs % SAVE_PAIRS == 0)
            save(run);
        pthread_mutex_unlock(&run->lock);
    }
}

static void *compare(void *argument)
{
    static const signed char level[COUNT] = {0};
    struct run *run = argument;
    struct search_parameters tuned = parameters_at(run->at, level, 0);

    while (difftime(time(NULL), run->start) < run->compare_seconds) {
        pthread_mutex_lock(&run->lock);
        struct rng rng = next_rng(run);

        pthread_mutex_unlock(&run->lock);
        int score = play_pair(run, &tuned, run->setup.game->features->parameters, &rng);

        pthread_mutex_lock(&run->lock);
        run->balance += score;
        run->compared += 2;
        pthread_mutex_unlock(&run->lock);
    }
    return NULL;
}

static void run_threads(struct run *run, void *(*work)(void *))
{
    pthread_t threads[THREADS_MAX];

    run->start = time(NULL);
    for (int i = 0; i < run->threads; i++)
        if (pthread_create(&threads[i], NULL, work, run) != 0)
            die("cannot start a thread");
    for (int i = 0; i < run->threads; i++)
        pthread_join(threads[i], NULL);
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

static void choose_game(struct run *run, const char *name)
{
    const struct tb_game *game = tb_game_find(name);

    if (!game || !game->features)
        die("there is no such game, or none with a network");
    tb_setup_init(&run->setup, game, 2, NULL);
}

static void take_option(struct run *run, int option, const char *argument)
{
    double value = option == '?' || option == 'w' ? 1 : strtod(argument, NULL);

    if (option == '?' || value < 1)
        die(usage);
    if (option == 'w')
        read_net(run, argument);
    else if (option == 't')
        run->threads = value < THREADS_MAX ? (int)value : THREADS_MAX;
    else if (option == 'm')
        run->milliseconds = (int)value;
    else if (option == 's')
        run->seed = (uint64_t)value;
    else if (option == 'c')
        run->compare_seconds = value;
    else
        run->seconds = value;
}

int main(int argc, char **argv)
{
    struct run run = {.threads = 1, .milliseconds = 10, .seed = 1, .seconds = 60,
                      .lock = PTHREAD_MUTEX_INITIALIZER};

    for (int option; (option = getopt(argc, argv, "t:m:s:T:c:w:")) != -1;)
        take_option(&run, option, optarg);
    if (optind + 2 != argc)
        die(usage);
    choose_game(&run, argv[optind]);
    run.path = argv[optind + 1];
    load(&run);
    run_threads(&run, tune);
    save(&run);
    printf("%llu pairs", (unsigned long long)run.pairs);
    for (int i = 0; i < COUNT; i++)
        printf(", %s=%d", ranges[i].name, whole(i, run.at[i]));
    puts("");
    run_threads(&run, compare);
    if (run.compared)
        printf("%llu games against the parameters so far: %.1f %%\n",
               (unsigned long long)run.compared,
               50 + 50.0 * (double)run.balance / (double)run.compared);
    free(run.net);
    return 0;
}
