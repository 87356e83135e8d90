/*
 * crash.c - is anything lost when servers are killed? Pairs of players play while
 * servers are killed with SIGKILL at random moments and started again; players
 * reconnect and play on. Afterwards every game is read from restarted servers, and compared with
 * the messages that its players received.
 *
 *     crash --program tablier --store FILE [--seconds N] [--games N] [--rate N]
 *           [--servers N] [--disturb COMMAND] [--log FILE] [--seed N]
 *
 * With more than one server (a store that can be shared) at least one always
 * runs. --disturb is a command for the shell that is run half-way, such as one that restarts the
 * database. Last line: the totals and the number of faults, which is zero if the exit status is.
 */
#include <getopt.h>
#include <inttypes.h>
#include <jansson.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/rng.h"
#include "pool.h"
#include "process.h"
#include "visitor.h"

enum {
    MAIN_MS = 600000, /* of the clock */
    INCREMENT_MS = 1000,
    LAG_MS = 1000, /* compensated for one move at most */
    STALL_MS = 200, /* that a busy machine held the server up, between two looks at most */
    OUTAGES_MAX = 4096,
    /* Milliseconds: the tolerated error of a clock; the time between two heartbeats of a server,
     * which is how exactly its end is known. */
    SLACK = 1000,
    BEAT = 1000,
    ROUNDING = 2,  /* two servers, two wall clocks in whole milliseconds */
    READY = 60000, /* milliseconds that a server may need to start */
};

struct args {
    const char *program, *store, *disturb, *log;
    int seconds, games, rate, servers;
    uint64_t seed;
};

/* A game to be checked in the end: what its players were told. */
struct kept {
    char id[POOL_ID], secret[POOL_SECRET];
    struct pool_event *events;
    int64_t event_count;
    char (*sent)[TB_MOVE_TEXT];
    int64_t sent_count;
};

/* The clocks of the game at one place of the pool: when they were last looked at, and first
 * when both were running, which is after the third move. */
struct watch {
    struct pool_clocks last, first;
    int64_t last_moves, first_moves; /* first_moves 0: not yet */
    int64_t last_events;
};

struct outage {
    int64_t from, to; /* to: 0 while it lasts */
    bool vague;       /* clocks may run in it or not */
};

struct trial {
    struct args args;
    struct process servers[POOL_SERVERS_MAX];
    int64_t back[POOL_SERVERS_MAX]; /* when one that was killed is to be started again */
    struct rng rng;
    struct pool *pool;
    struct watch *watches;
    struct kept *kept;
    int64_t kept_count, kept_room;
    struct outage outages[OUTAGES_MAX]; /* when no server ran at all */
    int outage_count, kills;
    pid_t disturber; /* 0: not yet begun; -1: done */
};

/* ---- Clocks --------------------------------------------------------------------- */

/* The number of moves that a seat has made after `moves` moves in all. */
static int64_t moves_of(int seat, int64_t moves)
{
    return (moves + 1 - seat) / 2;
}

/* The most that both seats can have been charged from..to. They may be charged less: time in which
 * the store was slow is not charged. Other tests check that clocks run at all. */
static int64_t charge_limit(const struct trial *trial, int64_t from, int64_t to)
{
    int64_t most = to - from + SLACK;

    for (int i = 0; i < trial->outage_count; i++) {
        const struct outage *outage = &trial->outages[i];
        int64_t begin = outage->from > from ? outage->from : from;
        int64_t end = outage->to && outage->to < to ? outage->to : to;

        if (end > begin && !outage->vague)
            most -= end - begin;
    }
    return most;
}

static void check_charge(const struct trial *trial, const struct pool_game *game,
                         const struct watch *watch, const struct pool_clocks *clocks)
{
    int64_t charged = 0, most = charge_limit(trial, watch->first.time, clocks->time);

    for (int seat = 0; seat < POOL_SEATS; seat++) {
        int64_t moves = moves_of(seat, game->moves) - moves_of(seat, watch->first_moves);

        charged += watch->first.left[seat] + INCREMENT_MS * moves - clocks->left[seat];
    }
    if (charged > most)
        pool_fault(trial->pool, game,
                   "the clocks were charged %" PRId64 " ms of the last %" PRId64
                   "; right would be %" PRId64 " at most",
                   charged, clocks->time - watch->first.time, most);
}

/* By how much a clock may seem to go up: it was seen running, after the moment for which a move
 * counts that was being stored then, or after that of another server's message which was
 * longer on its way, or while the store was away; the last moments before an outage are given
 * back; and whole milliseconds are not the same for two servers. */
static int64_t rewound(const struct trial *trial, const struct pool_game *game,
                       const struct watch *watch, int64_t now)
{
    if (watch->last_events < game->event_count && game->events[watch->last_events].at < now)
        now = game->events[watch->last_events].at;
    int64_t gain = ROUNDING + (watch->last.time > now ? watch->last.time - now : 0);

    for (int i = 0; i < trial->outage_count; i++) {
        const struct outage *outage = &trial->outages[i];
        int64_t end = outage->to ? outage->to : wall_ms();

        if (end > watch->last.time - BEAT)
            gain += outage->vague ? end - outage->from + BEAT : BEAT;
    }
    return gain;
}

static void check_clocks(void *context, const struct pool_game *game,
                         const struct pool_clocks *clocks)
{
    struct trial *trial = context;
    struct watch *watch = &trial->watches[game->number];
    /* Compensated lag is given back with a move, and short stalls of a busy machine afterwards. */
    int64_t gain = rewound(trial, game, watch, clocks->time) + STALL_MS +
                   LAG_MS * (game->moves - watch->last_moves);

    for (int seat = 0; seat < POOL_SEATS; seat++) {
        int64_t moves = moves_of(seat, game->moves) - moves_of(seat, watch->last_moves);

        if (clocks->left[seat] > watch->last.left[seat] + moves * INCREMENT_MS + gain)
            pool_fault(trial->pool, game,
                       "the clock of seat %d went up from %" PRId64 " to %" PRId64, seat + 1,
                       watch->last.left[seat], clocks->left[seat]);
    }
    watch->last = *clocks;
    watch->last_moves = game->moves;
    watch->last_events = game->event_count;
    if (game->moves < 3 || game->status != POOL_RUNNING)
        return;
    if (watch->first_moves > 0) {
        check_charge(trial, game, watch, clocks);
        return;
    }
    watch->first = *clocks;
    watch->first_moves = game->moves;
}

static void start_clocks(void *context, const struct pool_game *game)
{
    struct trial *trial = context;

    trial->watches[game->number] = (struct watch){.last.left = {MAIN_MS, MAIN_MS}};
}

/* ---- Games to be checked -------------------------------------------------------- */

static void *copy_of(const void *data, size_t size)
{
    void *copy = malloc(size ? size : 1);

    if (!copy)
        abort();
    return size ? memcpy(copy, data, size) : copy;
}

static void keep_game(void *context, const struct pool_game *game)
{
    struct trial *trial = context;

    if (trial->kept_count == trial->kept_room) {
        trial->kept_room = trial->kept_room * 2 + 64;
        trial->kept = realloc(trial->kept, (size_t)trial->kept_room * sizeof *trial->kept);
        if (!trial->kept)
            abort();
    }
    struct kept *kept = &trial->kept[trial->kept_count++];

    *kept = (struct kept){
        .events = copy_of(game->events, (size_t)game->event_count * sizeof *game->events),
        .event_count = game->event_count,
        .sent = copy_of(game->sent, (size_t)game->sent_count * sizeof *game->sent),
        .sent_count = game->sent_count,
    };
    memcpy(kept->id, game->id, sizeof kept->id);
    memcpy(kept->secret, game->players[0].secret, sizeof kept->secret);
}

/* ---- The check ------------------------------------------------------------------ */

static void complain(struct trial *trial, const struct kept *kept, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void complain(struct trial *trial, const struct kept *kept, const char *format, ...)
{
    char text[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pool_fault(trial->pool, NULL, "afterwards, in %s: %s", kept->id, text);
}

static bool same_text(const json_t *object, const char *key, const char *wanted)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text && strcmp(text, wanted) == 0;
}

/* Every event that a player was told is there, as it was told; numbers have no gaps. */
static void check_events(struct trial *trial, const struct kept *kept, const json_t *events)
{
    int64_t count = (int64_t)json_array_size(events);

    if (count < kept->event_count)
        complain(trial, kept, "%" PRId64 " events were told, %" PRId64 " are there",
                 kept->event_count, count);
    for (int64_t i = 0; i < count; i++) {
        const json_t *event = json_array_get(events, (size_t)i);
        const struct pool_event *told = &kept->events[i];

        if (json_integer_value(json_object_get(event, "seq")) != i + 1)
            complain(trial, kept, "event %" PRId64 " has another number", i + 1);
        if (i < kept->event_count &&
            (json_integer_value(json_object_get(event, "at")) != told->at ||
             json_integer_value(json_object_get(event, "seat")) != told->seat ||
             !same_text(event, "kind", told->kind) ||
             (strcmp(told->kind, "move") == 0 && !same_text(event, "data", told->data))))
            complain(trial, kept, "event %" PRId64 " is not what was told", i + 1);
    }
}

/* The moves are those that were sent, each once and in order. */
static void check_moves(struct trial *trial, const struct kept *kept, const json_t *moves)
{
    int64_t count = (int64_t)json_array_size(moves);

    if (count != kept->sent_count)
        complain(trial, kept, "%" PRId64 " moves were sent and acknowledged, %" PRId64 " are there",
                 kept->sent_count, count);
    for (int64_t i = 0; i < count && i < kept->sent_count; i++) {
        const char *move = json_string_value(json_array_get(moves, (size_t)i));

        if (!move || strcmp(move, kept->sent[i]) != 0)
            complain(trial, kept, "move %" PRId64 " is %s, %s was sent", i + 1,
                     move ? move : "none", kept->sent[i]);
    }
}

/* The library, given the moves, must come to the same end. */
static void check_result(struct trial *trial, const struct kept *kept, const json_t *now)
{
    struct tb_setup setup;
    struct tb_position start;
    struct match_rules rules = match_rules_default();

    tb_setup_init(&setup, tb_game_find("quoridor"), POOL_SEATS, NULL);
    tb_position_start(&start, &setup, NULL);
    struct tb_match *match = match_new(&start, &rules, NULL);

    for (int64_t i = 0; match && i < kept->sent_count; i++) {
        if (tb_match_play(match, kept->sent[i], NULL)) {
            complain(trial, kept, "move %" PRId64 ", %s, is not legal", i + 1, kept->sent[i]);
            break;
        }
    }
    if (match && tb_match_result(match).over != same_text(now, "status", "over"))
        complain(trial, kept, "the game is over for one side only");
    tb_match_free(match);
}

static void check_game(struct trial *trial, const struct kept *kept)
{
    struct visitor visitor;

    if (visitor_enter(&visitor, &trial->servers[0].address, "") &&
        strcmp(visitor_hello(&visitor, kept->id, kept->secret), "welcome") == 0) {
        const json_t *state = json_object_get(visitor.message, "state");

        check_events(trial, kept, json_object_get(visitor.message, "events"));
        check_moves(trial, kept, json_object_get(state, "moves"));
        check_result(trial, kept, json_object_get(state, "now"));
    } else {
        complain(trial, kept, "the game cannot be opened");
    }
    visitor_leave(&visitor);
}

/* ---- Killing -------------------------------------------------------------------- */

static int running_servers(const struct trial *trial)
{
    int count = 0;

    for (int i = 0; i < trial->args.servers; i++)
        count += trial->servers[i].pid > 0;
    return count;
}

static void begin_outage(struct trial *trial, bool vague)
{
    if (trial->outage_count < OUTAGES_MAX)
        trial->outages[trial->outage_count++] =
            (struct outage){.from = wall_ms(), .vague = vague};
}

static void end_outage(struct trial *trial, bool vague)
{
    for (int i = 0; i < trial->outage_count; i++)
        if (!trial->outages[i].to && trial->outages[i].vague == vague)
            trial->outages[i].to = wall_ms();
}

/* Most are missed for a moment only, some for longer. */
static void kill_server(struct trial *trial, int i)
{
    uint32_t longest = rng_below(&trial->rng, 4) ? 900 : 4000;

    process_end(&trial->servers[i], SIGKILL);
    trial->kills++;
    trial->back[i] = clock_ms() + 100 + rng_below(&trial->rng, longest);
    if (running_servers(trial) == 0)
        begin_outage(trial, false);
}

static bool revive_server(struct trial *trial, int i)
{
    trial->back[i] = 0;
    if (!process_start(&trial->servers[i]) || !process_await(&trial->servers[i], READY)) {
        pool_fault(trial->pool, NULL, "server %d does not start again", i + 1);
        return false;
    }
    end_outage(trial, false);
    return true;
}

static bool revive_due(struct trial *trial, bool all)
{
    for (int i = 0; i < trial->args.servers; i++)
        if (trial->back[i] && (all || clock_ms() >= trial->back[i]) && !revive_server(trial, i))
            return false;
    return true;
}

/* ---- The parts of a trial -------------------------------------------------------- */

static bool all_running(const struct trial *trial)
{
    for (int i = 0; i < trial->args.games; i++)
        if (pool_game(trial->pool, i)->status != POOL_RUNNING)
            return false;
    return true;
}

static bool gather(struct trial *trial)
{
    int64_t until = clock_ms() + READY;

    while (!all_running(trial) && clock_ms() < until)
        pool_step(trial->pool, 5);
    if (all_running(trial))
        return true;
    pool_fault(trial->pool, NULL, "the games do not begin");
    return false;
}

/* Starts the command that disturbs, or looks whether it has ended. */
static void disturb(struct trial *trial)
{
    if (trial->disturber == 0) {
        begin_outage(trial, true);
        trial->disturber = fork();
        if (trial->disturber == 0) {
            execl("/bin/sh", "sh", "-c", trial->args.disturb, (char *)NULL);
            _exit(127);
        }
    } else if (trial->disturber > 0 && waitpid(trial->disturber, NULL, WNOHANG) != 0) {
        trial->disturber = -1;
        end_outage(trial, true);
    }
}

/* Play, and at random moments a kill. */
static bool havoc(struct trial *trial)
{
    int64_t begin = clock_ms(), until = begin + 1000 * trial->args.seconds;
    int64_t next = begin + 500 + rng_below(&trial->rng, 1000);

    pool_play(trial->pool, true);
    while (clock_ms() < until) {
        pool_step(trial->pool, 1);
        if (trial->args.disturb && clock_ms() > (begin + until) / 2)
            disturb(trial);
        if (trial->disturber > 0)
            continue; /* a server cannot start without its store */
        if (!revive_due(trial, false))
            return false;
        if (clock_ms() < next)
            continue;
        next = clock_ms() + 300 + rng_below(&trial->rng, 2000);
        if (running_servers(trial) >= (trial->args.servers > 1 ? 2 : 1))
            kill_server(trial, (int)rng_below(&trial->rng, (uint32_t)trial->args.servers));
    }
    while (trial->disturber > 0) {
        pool_step(trial->pool, 1);
        disturb(trial);
    }
    return revive_due(trial, true);
}

/* With every server running again, all players reconnect, and every game continues. */
static bool recover(struct trial *trial)
{
    int64_t until = clock_ms() + READY, target = trial->args.games;
    int64_t *moves = calloc((size_t)target, sizeof *moves), left = target;

    for (int i = 0; moves && i < target; i++)
        moves[i] = pool_game(trial->pool, i)->moves;
    while (moves && left > 0 && clock_ms() < until) {
        pool_step(trial->pool, 1);
        left = 0;
        for (int i = 0; i < target; i++)
            left += pool_game(trial->pool, i)->moves == moves[i];
    }
    free(moves);
    pool_play(trial->pool, false);
    while (pool_pending(trial->pool) > 0 && clock_ms() < until)
        pool_step(trial->pool, 1);
    if (left > 0 || pool_pending(trial->pool) > 0)
        pool_fault(trial->pool, NULL, "%d games do not go on, %d moves are without an answer",
                   (int)left, pool_pending(trial->pool));
    return true;
}

/* Compares every game. The servers read them from the store, not from memory. */
static bool audit(struct trial *trial)
{
    for (int i = 0; i < trial->args.games; i++)
        if (pool_game(trial->pool, i)->status != POOL_WANTED)
            keep_game(trial, pool_game(trial->pool, i));
    for (int i = 0; i < trial->args.servers; i++)
        process_end(&trial->servers[i], SIGKILL);
    for (int i = 0; i < trial->args.servers; i++)
        if (!revive_server(trial, i))
            return false;
    for (int64_t i = 0; i < trial->kept_count; i++)
        check_game(trial, &trial->kept[i]);
    for (int i = 0; i < trial->args.servers; i++)
        if (process_end(&trial->servers[i], SIGTERM) != 0)
            pool_fault(trial->pool, NULL, "SIGTERM does not end server %d with status 0", i + 1);
    return true;
}

/* ---- The command line ----------------------------------------------------------- */

static bool parse(int argc, char **argv, struct args *args)
{
    static const struct option options[] = {
        {"program", 1, NULL, 'p'}, {"store", 1, NULL, 's'},   {"seconds", 1, NULL, 't'},
        {"games", 1, NULL, 'g'},   {"rate", 1, NULL, 'r'},    {"servers", 1, NULL, 'n'},
        {"seed", 1, NULL, 'S'},    {"disturb", 1, NULL, 'd'}, {"log", 1, NULL, 'l'},
        {0},
    };

    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (c) {
        case 'p': args->program = optarg; break;
        case 's': args->store = optarg; break;
        case 'd': args->disturb = optarg; break;
        case 'l': args->log = optarg; break;
        case 't': args->seconds = atoi(optarg); break;
        case 'g': args->games = atoi(optarg); break;
        case 'r': args->rate = atoi(optarg); break;
        case 'n': args->servers = atoi(optarg); break;
        case 'S': args->seed = strtoull(optarg, NULL, 10); break;
        default: return false;
        }
    }
    return optind == argc && args->program && args->store && args->seconds > 0 &&
           args->games > 0 && args->rate > 0 && args->servers > 0 &&
           args->servers <= POOL_SERVERS_MAX;
}

static bool prepare(struct trial *trial)
{
    const struct args *args = &trial->args;
    struct pool_options options = {.server_count = args->servers,
                                   .game = tb_game_find("quoridor"),
                                   .terms = "\"clock\":{\"main\":600,\"increment\":1}",
                                   .games = args->games,
                                   .rate = args->rate,
                                   .resume = true,
                                   .repeats = 30,
                                   .seed = args->seed,
                                   .context = trial,
                                   .began = start_clocks,
                                   .clocks = check_clocks,
                                   .ended = keep_game};

    for (int i = 0; i < args->servers; i++) {
        trial->servers[i] = (struct process){
            .program = args->program,
            .store = args->store,
            .log = args->log,
            .extras = {"--connections", "100000", "--games", "1000000", "--requests", "100000",
                       "--threads", "1"},
        };
        if (!process_start(&trial->servers[i]) || !process_await(&trial->servers[i], READY)) {
            fprintf(stderr, "server %d does not start; see its log, %s\n", i + 1, args->log);
            return false;
        }
        options.servers[i] = trial->servers[i].address;
    }
    trial->rng = (struct rng){args->seed};
    trial->watches = calloc((size_t)args->games, sizeof *trial->watches);
    trial->pool = pool_new(&options);
    return trial->pool && trial->watches;
}

static void release(struct trial *trial)
{
    for (int i = 0; i < trial->args.servers; i++)
        process_end(&trial->servers[i], SIGKILL);
    for (int64_t i = 0; i < trial->kept_count; i++) {
        free(trial->kept[i].events);
        free(trial->kept[i].sent);
    }
    free(trial->kept);
    free(trial->watches);
    pool_free(trial->pool);
}

int main(int argc, char **argv)
{
    static struct trial trial = {.args = {.log = "/dev/null", .seconds = 10, .games = 40,
                                          .rate = 300, .servers = 1}};
    struct pool_counts counts = {.faults = 1};

    trial.args.seed = (uint64_t)wall_ms();
    if (!parse(argc, argv, &trial.args)) {
        fputs("usage: crash --program TABLIER --store WHERE [--seconds N] [--games N] [--rate N]\n"
              "             [--servers N] [--disturb COMMAND] [--log FILE] [--seed N]\n", stderr);
        return 2;
    }
    raise_file_limit();
    if (prepare(&trial)) {
        if (gather(&trial) && havoc(&trial) && recover(&trial))
            audit(&trial);
        counts = pool_counts(trial.pool);
        printf("seed %" PRIu64 ": %" PRId64 " games, %" PRId64 " moves, %d kills, %" PRId64
               " connections lost, %" PRId64 " states, %" PRId64 " faults\n",
               trial.args.seed, trial.kept_count, counts.stored, trial.kills, counts.losses,
               counts.states, counts.faults);
    }
    release(&trial);
    return counts.faults == 0 ? 0 : 1;
}
