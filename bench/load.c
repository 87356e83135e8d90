/*
 * load.c - a load test of a game server: N players make M moves per second in all, over WebSocket,
 * in games of two.
 *
 *     load --port 8080 --players 5000 --rate 2000 --seconds 60 --pid $(pidof tablier)
 *
 * First all players connect and sit down. Then moves are sent at an even rate,
 * each in the game that has waited longest, whether or not the answers to earlier
 * ones have come. The time of a move goes from its sending until its opponent's
 * socket has read the event; a move is acknowledged when its own player's has.
 * Give the server limits that allow it: --connections, --games and --requests. With --cookies the players
 * are members: the file has a line such as tablier=SECRET for each.
 *
 * With several --port the two players of a game are at different servers, which
 * must share a store. Events at one server may overtake those at the other, so that a player has to
 * retry; that is counted, but is not an error.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "pool.h"

struct args {
    const char *host, *game, *terms, *cookies;
    int ports[POOL_SERVERS_MAX], port_count;
    long players, rate, seconds, pid, seed;
};

/* ---- Times ---------------------------------------------------------------------- */

struct times {
    uint32_t *us;
    size_t count, room;
};

static void note_time(void *context, int64_t us)
{
    struct times *times = context;

    if (times->count == times->room) {
        times->room = times->room * 2 + 4096;
        times->us = realloc(times->us, times->room * sizeof *times->us);
        if (!times->us)
            abort();
    }
    times->us[times->count++] = (uint32_t)(us < UINT32_MAX ? us : UINT32_MAX);
}

static int compare_times(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* The time, in milliseconds, that this part of the moves needed at most. */
static double quantile(const struct times *times, double part)
{
    size_t index = (size_t)(part * (double)times->count);

    if (times->count == 0)
        return 0;
    return times->us[index < times->count ? index : times->count - 1] / 1000.0;
}

/* ---- The server's process ------------------------------------------------------- */

struct usage {
    double cpu;       /* seconds */
    long memory, peak; /* resident, kB */
};

static struct usage usage_of(long pid)
{
    struct usage usage = {0};
    char path[64], line[512];
    unsigned long user = 0, system = 0;

    snprintf(path, sizeof path, "/proc/%ld/status", pid);
    FILE *file = pid > 0 ? fopen(path, "r") : NULL;

    while (file && fgets(line, sizeof line, file)) {
        sscanf(line, "VmRSS: %ld", &usage.memory);
        sscanf(line, "VmHWM: %ld", &usage.peak);
    }
    if (file)
        fclose(file);
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    file = pid > 0 ? fopen(path, "r") : NULL;
    if (file && fgets(line, sizeof line, file) && strrchr(line, ')'))
        sscanf(strrchr(line, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
               &system);
    if (file)
        fclose(file);
    usage.cpu = (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
    return usage;
}

/* ---- A run ---------------------------------------------------------------------- */

static int running_games(const struct pool *pool, int games)
{
    int running = 0;

    for (int i = 0; i < games; i++)
        running += pool_game(pool, i)->status == POOL_RUNNING;
    return running;
}

/* Until every game runs; false if that takes too long or goes wrong. */
static bool gather(struct pool *pool, int games)
{
    int64_t begin = clock_ms(), limit = begin + 60000 + games * 20;

    while (running_games(pool, games) < games) {
        for (int i = 0; i < 50; i++)
            pool_step(pool, 1);
        if (clock_ms() > limit || pool_counts(pool).faults > games) {
            fprintf(stderr, "only %d of %d games could begin\n", running_games(pool, games), games);
            return false;
        }
    }
    printf("gathered     %d players in %.1f s\n", pool_connected(pool),
           (double)(clock_ms() - begin) / 1000);
    fflush(stdout);
    return true;
}

static void report(const struct args *args, struct times *times, struct pool_counts counts,
                   double seconds, struct usage before, struct usage after)
{
    qsort(times->us, times->count, sizeof *times->us, compare_times);
    printf("acknowledged %.1f moves/s (%" PRId64 " in %.1f s; %" PRId64 " games finished)\n",
           (double)counts.stored / seconds, counts.stored, seconds, counts.finished);
    printf("to opponent  p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms, max %.2f ms\n",
           quantile(times, 0.5), quantile(times, 0.99), quantile(times, 0.999),
           quantile(times, 1));
    if (args->pid > 0)
        printf("server       %.0f %% of a core, %.1f MB resident, %.1f MB at most\n",
               100 * (after.cpu - before.cpu) / seconds, (double)after.memory / 1024,
               (double)after.peak / 1024);
    if (counts.starved > 0)
        printf("not sent     %" PRId64 " moves were due when every game waited for an answer\n",
               counts.starved);
    if (counts.states + counts.losses > 0)
        printf("tried again  %" PRId64 " times, %" PRId64 " connections lost\n", counts.states,
               counts.losses);
    printf("errors       %" PRId64 "\n", counts.faults);
}

static bool run(const struct args *args, struct pool *pool, struct times *times)
{
    if (!gather(pool, (int)(args->players / 2)))
        return false;
    struct usage before = usage_of(args->pid), own = usage_of(getpid());
    struct pool_counts start = pool_counts(pool);
    int64_t begin = clock_us(), until = begin + args->seconds * 1000000;

    times->count = 0;
    pool_play(pool, true);
    while (clock_us() < until)
        pool_step(pool, 1);
    struct pool_counts counts = pool_counts(pool);
    double seconds = (double)(clock_us() - begin) / 1e6;

    printf("players      %d connected at the end, %.0f %% of a core for this tool\n",
           pool_connected(pool), 100 * (usage_of(getpid()).cpu - own.cpu) / seconds);
    counts.stored -= start.stored;
    counts.finished -= start.finished;
    report(args, times, counts, seconds, before, usage_of(args->pid));
    return counts.faults == 0;
}

/* The lines of a file, as many as there are players; NULL if there are fewer. They are never freed. */
static const char *const *read_cookies(const char *path, long players)
{
    char **cookies = calloc((size_t)players, sizeof *cookies), line[200];
    FILE *file = fopen(path, "r");
    long count = 0;

    while (file && cookies && count < players && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        cookies[count++] = strdup(line);
    }
    if (file)
        fclose(file);
    if (count == players)
        return (const char *const *)cookies;
    fprintf(stderr, "%s has only %ld of %ld cookies\n", path, count, players);
    return NULL;
}

/* ---- The command line ----------------------------------------------------------- */

static int usage(void)
{
    fputs("usage: load [--host ADDRESS] [--port N]... [--players N] [--rate MOVES_A_SECOND]\n"
          "            [--seconds N] [--game NAME] [--terms MEMBERS] [--pid SERVER] [--seed N]\n"
          "            [--cookies FILE]\n",
          stderr);
    return 2;
}

static bool parse(int argc, char **argv, struct args *args)
{
    static const struct option options[] = {
        {"host", 1, NULL, 'h'}, {"port", 1, NULL, 'p'},    {"players", 1, NULL, 'n'},
        {"rate", 1, NULL, 'r'}, {"seconds", 1, NULL, 's'}, {"game", 1, NULL, 'g'},
        {"pid", 1, NULL, 'P'},  {"seed", 1, NULL, 'S'},    {"terms", 1, NULL, 't'},
        {"cookies", 1, NULL, 'c'},
        {0},
    };

    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (c) {
        case 'h': args->host = optarg; break;
        case 'g': args->game = optarg; break;
        case 't': args->terms = optarg; break;
        case 'c': args->cookies = optarg; break;
        case 'n': args->players = atol(optarg); break;
        case 'r': args->rate = atol(optarg); break;
        case 's': args->seconds = atol(optarg); break;
        case 'P': args->pid = atol(optarg); break;
        case 'S': args->seed = atol(optarg); break;
        case 'p':
            if (args->port_count == POOL_SERVERS_MAX)
                return false;
            args->ports[args->port_count++] = atoi(optarg);
            break;
        default: return false;
        }
    }
    return optind == argc && args->players >= 2 && args->rate > 0 && args->seconds > 0;
}

int main(int argc, char **argv)
{
    struct args args = {.host = "127.0.0.1", .game = "quoridor", .terms = "\"clock\":null",
                        .players = 200, .rate = 100, .seconds = 30, .seed = 1};
    struct times times = {0};
    struct rlimit files;

    if (!parse(argc, argv, &args))
        return usage();
    if (args.port_count == 0)
        args.ports[args.port_count++] = 8080;
    struct pool_options options = {.server_count = args.port_count,
                                   .game = tb_game_find(args.game),
                                   .terms = args.terms,
                                   .games = (int)(args.players / 2),
                                   .rate = (double)args.rate,
                                   /* Players of rated games get whole states with new ratings. */
                                   .resume = args.port_count > 1 || args.cookies,
                                   .seed = (uint64_t)args.seed,
                                   .context = &times,
                                   .heard = note_time};

    if (args.cookies && !(options.cookies = read_cookies(args.cookies, args.players)))
        return 1;
    for (int i = 0; i < args.port_count; i++)
        if (!ws_address_parse(&options.servers[i], args.host, args.ports[i]))
            return usage();
    if (!options.game || !tb_game_allows(options.game, POOL_SEATS))
        return usage();
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    struct pool *pool = pool_new(&options);
    bool good = pool && run(&args, pool, &times);

    pool_free(pool);
    free(times.us);
    return good ? 0 : 1;
}
