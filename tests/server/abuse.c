/*
 * abuse.c - the server under hostile clients. While an honest pair plays on, others send too much,
 * too little, malformed messages, and requests for seats that are not theirs. Each client has its
 * own address (127.0.A.B), except where the test is about the limits of one address.
 *
 *     abuse --program tablier --store FILE --log FILE [--crowd N] [--rounds N] [--silent SECONDS]
 *
 * --crowd: connections that are open at the same time in the end; --rounds: how often everything
 * is tried, after which memory must not have grown; --silent: how long to wait for the
 * server to drop those who say nothing.
 */
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostile_clients.h"
#include "pool.h"

enum {
    MEMORY_MAX = 256 << 10, /* kB, with the largest crowd */
    GROWTH = 64 << 10,      /* kB, from the second round to the last */
};

/* ---- The honest pair --------------------------------------------------------------- */

/* What the pair's process tells this one. */
struct honest {
    atomic_bool enough;
    struct pool_counts counts;
    int64_t slowest; /* microseconds */
};

static void note_time(void *context, int64_t us)
{
    struct honest *honest = context;

    if (us > honest->slowest)
        honest->slowest = us;
}

static struct pool *honest_pool(struct honest *honest)
{
    struct pool_options options = {.servers = {server.address},
                                   .server_count = 1,
                                   .game = tb_game_find("quoridor"),
                                   .terms = "\"clock\":{\"main\":600,\"increment\":5}",
                                   .games = 1,
                                   .rate = 12,
                                   .seed = 7,
                                   .context = honest,
                                   .heard = note_time};

    return pool_new(&options);
}

/* Plays in a process of its own until told that it is enough, and one game is over. */
static pid_t honest_play(struct honest *honest)
{
    pid_t pid = fork();

    if (pid != 0)
        return pid;
    struct pool *pool = honest_pool(honest);
    int64_t limit = clock_ms() + 1000 * 3600;

    pool_play(pool, true);
    while (clock_ms() < limit && honest->counts.faults == 0 &&
           !(honest->enough && honest->counts.finished > 0)) {
        pool_step(pool, 5);
        honest->counts = pool_counts(pool);
    }
    pool_free(pool);
    _exit(0);
}

static void honest_check(struct honest *honest, pid_t pid)
{
    under_way = "the honest pair";
    honest->enough = true;
    for (int i = 0; i < 300 && waitpid(pid, NULL, WNOHANG) == 0; i++)
        usleep(100000);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    check(honest->counts.faults == 0, "%" PRId64 " faults", honest->counts.faults);
    check(honest->counts.finished > 0, "no game was finished");
    printf("honest pair  %" PRId64 " moves, %" PRId64 " games finished, slowest move %.1f ms\n",
           honest->counts.stored, honest->counts.finished, (double)honest->slowest / 1000);
}

/* ---- All of it --------------------------------------------------------------------- */

static void run_round(void)
{
    for (const struct attack *attack = attacks; attack->name; attack++) {
        under_way = attack->name;
        attack->run();
        check(http_fetch(&server.address, "GET", "/healthz", "", "", 30000, NULL) == 200,
              "the server is not well afterwards");
    }
    dismiss_idlers();
}

struct args {
    const char *program, *store, *log;
    int crowd, rounds, silent;
};

static bool parse(int argc, char **argv, struct args *args)
{
    static const struct option options[] = {
        {"program", 1, NULL, 'p'}, {"store", 1, NULL, 's'},  {"log", 1, NULL, 'l'},
        {"crowd", 1, NULL, 'c'},   {"rounds", 1, NULL, 'r'}, {"silent", 1, NULL, 'w'},
        {0},
    };

    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (c) {
        case 'p': args->program = optarg; break;
        case 's': args->store = optarg; break;
        case 'l': args->log = optarg; break;
        case 'c': args->crowd = atoi(optarg); break;
        case 'r': args->rounds = atoi(optarg); break;
        case 'w': args->silent = atoi(optarg); break;
        default: return false;
        }
    }
    return optind == argc && args->program && args->store && args->log;
}

static void run(const struct args *args, struct honest *honest)
{
    pid_t pair = honest_play(honest);
    long first = 0;

    for (int round = 0; round < args->rounds; round++) {
        run_round();
        if (round == 1)
            first = process_memory(&server, false);
    }
    under_way = "memory";
    long last = process_memory(&server, false);

    check(first == 0 || last < first + GROWTH, "grew from %ld to %ld kB", first, last);
    under_way = "silent clients";
    if (args->silent > 0)
        silent_clients(args->silent);
    under_way = "a crowd";
    crowd(args->crowd);
    honest_check(honest, pair);
    under_way = "memory";
    last = process_memory(&server, true);
    check(last < MEMORY_MAX, "reached %ld kB", last);
    check(process_end(&server, SIGTERM) == 0, "SIGTERM does not end the server with status 0");
    under_way = "the log";
    check_log(args->log);
    printf("memory       %.1f MB at most\n", (double)last / 1024);
}

int main(int argc, char **argv)
{
    struct args args = {.crowd = 1500, .rounds = 1};
    struct honest *honest = mmap(NULL, sizeof *honest, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (!parse(argc, argv, &args)) {
        fputs("usage: abuse --program TABLIER --store FILE --log FILE [--crowd N] [--rounds N]\n"
              "             [--silent SECONDS]\n", stderr);
        return 2;
    }
    raise_file_limit();
    server = (struct process){.program = args.program, .store = args.store, .log = args.log,
                              .extras = {"--threads", "1"}};
    if (honest == MAP_FAILED || !process_start(&server) || !process_await(&server, 60000)) {
        fprintf(stderr, "the server does not start; see its log, %s\n", args.log);
        return 1;
    }
    run(&args, honest);
    process_end(&server, SIGKILL);
    printf("faults       %d\n", faults);
    return faults == 0 ? 0 : 1;
}
