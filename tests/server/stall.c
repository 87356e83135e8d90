/*
 * stall.c - is anyone charged for time in which the server, its store or its clock did not
 * work? Two players at a real server; it is stopped and let go, its wall clock is set, its
 * store is paused; what their clocks say afterwards is compared with the time that passed
 * while everything worked, as measured here.
 *
 *     stall --program tablier --store WHERE --log FILE [--clock FILE] [--pause COMMAND
 *           --resume COMMAND]
 *
 * With --clock, LD_PRELOAD has wall_clock.so and TABLIER_TEST_CLOCK that file. With
 * --pause, the commands stop a database and let it go on; otherwise the rest is tried.
 */
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process.h"
#include "visitor.h"

enum {
    SEATS = 2,
    /* Milliseconds: what a clock may be charged beyond the time that was measured here, for
     * the resolution of the server's own measurement; and how long an answer may take. */
    SLACK = 300,
    PATIENCE = 30000,
};

static const char *const moves[] = {"e2", "e8", "e3", "e7", "e4", "e6", "d4", "d6", "d5", "d7",
                                    "c5", "c7", "c6", "c8", "b6", "b8", "b7", "a8"};

struct table {
    struct process server, second; /* the second one only with a database that can be shared */
    bool apart;                    /* seat 2 plays at the second one */
    struct visitor players[SEATS];
    char id[16], secrets[SEATS][32];
    int64_t main_ms;
    int played;
    int64_t left[SEATS];
    int64_t since;    /* when the clock of whose turn it is began to run, at the earliest */
    int64_t out_ms;   /* of the time since then: in which something did not work */
    int faults;
};

static void fault(struct table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void fault(struct table *table, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("stall: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    table->faults++;
}

static void pause_ms(int milliseconds)
{
    usleep((useconds_t)milliseconds * 1000);
}

/* ---- A game ---------------------------------------------------------------------- */

static const json_t *now_of(const struct visitor *visitor)
{
    const json_t *now = json_object_get(visitor->message, "now");

    return now ? now : json_object_get(json_object_get(visitor->message, "state"), "now");
}

static void read_clocks(struct table *table, const struct visitor *visitor)
{
    const json_t *left = json_object_get(json_object_get(now_of(visitor), "clocks"), "left");

    for (int i = 0; i < SEATS; i++)
        table->left[i] = json_integer_value(json_array_get(left, (size_t)i));
}

static bool enter(struct table *table, int seat)
{
    struct visitor *player = &table->players[seat];
    const struct process *server = table->apart && seat == 1 ? &table->second : &table->server;

    for (int64_t until = clock_ms() + PATIENCE; clock_ms() < until; pause_ms(50)) {
        if (visitor_enter(player, &server->address, "") &&
            strcmp(visitor_hello(player, table->id, table->secrets[seat]), "welcome") == 0)
            return true;
        visitor_leave(player);
    }
    fault(table, "seat %d cannot enter", seat + 1);
    return false;
}

static bool begin_game(struct table *table, int main_seconds)
{
    char body[512], *answer = NULL;

    snprintf(body, sizeof body,
             "{\"game\":\"quoridor\",\"clock\":{\"main\":%d,\"increment\":0},\"seats\":["
             "{\"kind\":\"person\",\"mine\":true},{\"kind\":\"person\",\"mine\":true}]}",
             main_seconds);
    int status = http_fetch(&table->server.address, "POST", "/api/games", "", body, PATIENCE,
                            &answer);
    json_t *root = answer ? json_loads(answer, 0, NULL) : NULL, *seat;
    size_t i;

    free(answer);
    if (status != 201) {
        fault(table, "a game cannot be created: %d", status);
        return false;
    }
    snprintf(table->id, sizeof table->id, "%s", json_string_value(json_object_get(root, "id")));
    json_array_foreach(json_object_get(root, "seats"), i, seat)
        snprintf(table->secrets[i], sizeof table->secrets[i], "%s",
                 json_string_value(json_object_get(seat, "secret")));
    json_decref(root);
    table->main_ms = main_seconds * 1000;
    table->played = 0;
    return enter(table, 0) && enter(table, 1);
}

static void end_game(struct table *table)
{
    for (int i = 0; i < SEATS; i++)
        visitor_leave(&table->players[i]);
}

/* What the player hears next, other players' events included. */
static const char *kind_of(const struct visitor *visitor, const char *word)
{
    const char *kind = json_string_value(
        json_object_get(json_object_get(visitor->message, "event"), "kind"));

    return kind ? kind : word;
}

/* The next event. An outage that is found late changes the clocks once more: then the state
 * comes first. */
static const char *hear_event(struct visitor *visitor)
{
    const char *word = "state";

    for (int i = 0; i < 4 && strcmp(word, "state") == 0; i++)
        word = kind_of(visitor, visitor_hear(visitor, PATIENCE));
    return word;
}

/* The seat to move plays; true if the move stands. */
static bool play(struct table *table)
{
    int seat = table->played % SEATS;
    struct visitor *player = &table->players[seat], *other = &table->players[1 - seat];
    const json_t *seq = json_object_get(now_of(player), "seq");
    const char *word = kind_of(
        player, visitor_ask(player, "{\"type\":\"move\",\"seq\":%" PRId64 ",\"move\":\"%s\"}",
                            (int64_t)json_integer_value(seq), moves[table->played]));

    if (strcmp(word, "move") != 0) {
        fault(table, "move %d is answered by \"%s\"", table->played + 1, word);
        return false;
    }
    int64_t charged = table->left[seat];

    read_clocks(table, player);
    charged -= table->left[seat];
    if (table->played >= SEATS) {
        int64_t worked = clock_ms() - table->since - table->out_ms;

        if (charged > worked + SLACK)
            fault(table, "move %d was charged %" PRId64 " ms, of %" PRId64 " that all worked",
                  table->played + 1, charged, worked);
    }
    table->played++;
    table->since = clock_ms();
    table->out_ms = 0;
    word = hear_event(other);
    if (strcmp(word, "move") != 0)
        fault(table, "the other seat hears \"%s\" instead of a move", word);
    return true;
}

/* A game in which both clocks have begun to run. */
static bool warm_up(struct table *table, int main_seconds)
{
    if (!begin_game(table, main_seconds))
        return false;
    read_clocks(table, &table->players[0]);
    for (int i = 0; i < 3; i++)
        if (!play(table))
            return false;
    return true;
}

/* The player to move lets the time pass, and loses. */
static void lose_on_time(struct table *table)
{
    const char *word = hear_event(&table->players[table->played % SEATS]);

    if (strcmp(word, "flag") != 0)
        fault(table, "nobody loses on time: \"%s\"", word);
}

/* ---- What goes wrong ------------------------------------------------------------- */

static void stop_server(struct table *table, int milliseconds)
{
    int64_t begun = clock_ms();

    kill(table->server.pid, SIGSTOP);
    pause_ms(milliseconds);
    kill(table->server.pid, SIGCONT);
    table->out_ms += clock_ms() - begun;
}

static void test_stops(struct table *table)
{
    if (!warm_up(table, 3))
        return;
    stop_server(table, 4000); /* longer than the clock has */
    if (!play(table))
        return;
    for (int i = 0; i < 4; i++)
        stop_server(table, 400);
    if (!play(table))
        return;
    lose_on_time(table); /* when everything works */
    end_game(table);
}

/* Short stops add up to more than the clock has. */
static void test_short_stops(struct table *table)
{
    if (!warm_up(table, 8))
        return;
    for (int i = 0; i < 80; i++) {
        stop_server(table, 100);
        pause_ms(20);
    }
    play(table);
    end_game(table);
}

static void test_restart(struct table *table)
{
    if (!warm_up(table, 30))
        return;
    int64_t begun = clock_ms();

    process_end(&table->server, SIGKILL);
    end_game(table);
    pause_ms(500);
    if (!process_start(&table->server) || !process_await(&table->server, PATIENCE)) {
        fault(table, "the server does not start again");
        return;
    }
    if (!enter(table, 0) || !enter(table, 1))
        return;
    table->out_ms += clock_ms() - begun;
    play(table);
    end_game(table);
}

static void set_clock(const char *file, int64_t seconds)
{
    int clock = open(file, O_WRONLY);

    if (clock < 0 || pwrite(clock, &seconds, sizeof seconds, 0) != sizeof seconds)
        perror(file);
    close(clock);
}

static void test_wall_clock(struct table *table, const char *clock)
{
    static const int64_t settings[] = {3600, -3600, 86400, 0};

    if (!warm_up(table, 30))
        return;
    for (int i = 0; i < 4; i++) {
        set_clock(clock, settings[i]);
        pause_ms(1200); /* heartbeats pass meanwhile */
        if (!play(table))
            return;
    }
    set_clock(clock, -7200); /* and the next process begins with a wrong one */
    test_restart(table);
    set_clock(clock, 0);
}

static void run(struct table *table, const char *command)
{
    if (system(command) != 0)
        fault(table, "%s: fails", command);
}

static int health(const struct table *table)
{
    return http_fetch(&table->server.address, "GET", "/healthz", "", "", PATIENCE, NULL);
}

static void test_paused_store(struct table *table, const char *pause, const char *resume)
{
    if (!warm_up(table, 3))
        return;
    struct visitor *player = &table->players[table->played % SEATS];
    const json_t *seq = json_object_get(now_of(player), "seq");
    int64_t number = json_integer_value(seq);

    run(table, pause);
    int64_t begun = clock_ms(); /* until the command had done it, the store worked */
    const char *word =
        visitor_ask(player, "{\"type\":\"move\",\"seq\":%" PRId64 ",\"move\":\"%s\"}", number,
                    moves[table->played]);

    if (strcmp(word, "store") != 0)
        fault(table, "a move while the store hangs is answered by \"%s\"", word);
    if (health(table) != 503)
        fault(table, "/healthz does not notice that the store hangs");
    table->out_ms += clock_ms() - begun; /* from here on it may work again */
    run(table, resume);
    for (int64_t until = clock_ms() + PATIENCE; health(table) != 200 && clock_ms() < until;)
        ;
    end_game(table);
    if (!enter(table, 0) || !enter(table, 1))
        return;
    if (!play(table))
        return;
    lose_on_time(table);
    end_game(table);
}

/* Until the first server knows that the second one's player is here. */
static bool await_both(struct table *table)
{
    struct visitor *player = &table->players[0];

    for (int64_t until = clock_ms() + PATIENCE; player->here != 3 && clock_ms() < until;)
        if (strcmp(visitor_ask(player, "{\"type\":\"ping\"}"), "pong") == 0)
            pause_ms(100);
    if (player->here != 3)
        fault(table, "a player at another server is not seen");
    return player->here == 3;
}

/* One of two servers is stopped: the other one does not let its players lose. */
static void test_two_servers(struct table *table)
{
    table->second = table->server;
    table->second.port = 0;
    if (!process_start(&table->second) || !process_await(&table->second, PATIENCE)) {
        fault(table, "the second server does not start");
        return;
    }
    table->apart = true;
    if (warm_up(table, 3) && table->played % SEATS == 1 && await_both(table)) {
        int64_t begun = clock_ms();

        kill(table->second.pid, SIGSTOP);
        const char *word = visitor_hear(&table->players[0], 6000);

        if (*word)
            fault(table, "while a server is stopped, its player loses: \"%s\"",
                  kind_of(&table->players[0], word));
        kill(table->second.pid, SIGCONT);
        table->out_ms += clock_ms() - begun;
        if (play(table) && play(table))
            lose_on_time(table);
    }
    end_game(table);
    table->apart = false;
    process_end(&table->second, SIGTERM);
}

/* Longer than a client may be silent: nobody is sent away for it. */
static void test_long_stop(struct table *table)
{
    if (!warm_up(table, 3))
        return;
    stop_server(table, 14000);
    if (visitor_gone(&table->players[0], 1000) || visitor_gone(&table->players[1], 0))
        fault(table, "players are sent away because the server was stopped");
    play(table);
    end_game(table);
}

/* A player goes silent: the other player is notified within 15 seconds. */
static void test_vanished_player(struct table *table)
{
    if (!warm_up(table, 600))
        return;
    int64_t begun = clock_ms();
    bool missed = false, seen = false;

    while (!missed && clock_ms() - begun < PATIENCE) {
        /* only seat 1 reads, and answers the server's pings */
        if (strcmp(visitor_ask(&table->players[0], "{\"type\":\"ping\"}"), "pong") != 0)
            break;
        seen |= table->players[0].here == 3;
        missed = seen && table->players[0].here == 1;
        pause_ms(200);
    }
    if (!missed || clock_ms() - begun > 15000)
        fault(table, "a player who vanished is missed after %" PRId64 " ms", clock_ms() - begun);
    end_game(table);
}

/* ---- The command line ------------------------------------------------------------ */

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"program", 1, NULL, 'p'}, {"store", 1, NULL, 's'}, {"log", 1, NULL, 'l'},
        {"clock", 1, NULL, 'c'},   {"pause", 1, NULL, 'P'}, {"resume", 1, NULL, 'R'},
        {0},
    };
    static struct table table = {.server = {.log = "/dev/null", .extras = {"--threads", "1"}}};
    const char *clock = NULL, *pause = NULL, *resume = NULL;

    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (c) {
        case 'p': table.server.program = optarg; break;
        case 's': table.server.store = optarg; break;
        case 'l': table.server.log = optarg; break;
        case 'c': clock = optarg; break;
        case 'P': pause = optarg; break;
        case 'R': resume = optarg; break;
        default: return 2;
        }
    if (!process_start(&table.server) || !process_await(&table.server, PATIENCE)) {
        fputs("stall: the server does not start\n", stderr);
        return 1;
    }
    if (pause) {
        test_two_servers(&table);
        test_paused_store(&table, pause, resume);
    } else {
        test_stops(&table);
        test_short_stops(&table);
        test_long_stop(&table);
        test_restart(&table);
        if (clock)
            test_wall_clock(&table, clock);
        test_vanished_player(&table);
    }
    process_end(&table.server, SIGTERM);
    printf("%d faults\n", table.faults);
    return table.faults ? 1 : 0;
}
