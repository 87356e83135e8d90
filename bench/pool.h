/*
 * pool.h - many pairs of players at a server: games are created over HTTP, both
 * players connect by WebSocket, sit down, and play random legal moves at a given
 * rate in all; a game that ends is followed by a new one.
 *
 * The pool keeps every game's events as its players received them, and checks the server's
 * promises: numbers without gaps, the same events for both players, each move the one that was
 * sent, the whole state in accord with the events. Every violation is counted as a fault, and the
 * first ones are printed.
 *
 * With `resume` a lost connection is not a fault: the player reconnects with the number of its last
 * event, and sends its move again if the game lacks it.
 */
#ifndef TABLIER_BENCH_POOL_H
#define TABLIER_BENCH_POOL_H

#include "core/position.h"
#include "ws_client.h"

enum { POOL_SEATS = 2, POOL_SERVERS_MAX = 4, POOL_ID = 16, POOL_SECRET = 32 };

struct pool_event {
    int64_t at;
    int seat; /* from 1; 0: the server */
    char kind[16];
    char data[TB_MOVE_TEXT];
};

enum pool_status { POOL_WANTED, POOL_OPEN, POOL_RUNNING, POOL_OVER };

enum pool_presence { POOL_AWAY, POOL_COMING, POOL_HERE }; /* not, or begun to be, or connected */

struct pool_game;

struct pool_player {
    struct ws line;
    struct pool_game *game;
    int seat; /* from 0 */
    char secret[POOL_SECRET];
    int64_t seen; /* number of the last event it received */
    enum pool_presence presence;
    int server;    /* index of its server */
    int64_t again; /* milliseconds: when to connect again */
    bool waiting;  /* for that, in a queue */
    struct pool_player *next;
};

struct pool_game {
    struct pool *pool;
    int number; /* from 0, its place in the pool */
    char id[POOL_ID];
    struct pool_player players[POOL_SEATS];
    struct tb_position position;
    enum pool_status status;
    int turn;                  /* the seat, from 0 */
    struct pool_event *events; /* event i has number i + 1 */
    int64_t event_count, event_room;
    char (*sent)[TB_MOVE_TEXT]; /* the moves that were sent, each once */
    int64_t sent_count, sent_room;
    int64_t moves;   /* how many of them are known to be stored */
    int64_t sent_us; /* when the last one was first sent */
    bool ready; /* to make a move, in the queue of those that are */
    struct pool_game *next;
};

/* What the server says of the clocks; `time` is its own. */
struct pool_clocks {
    int64_t time;
    int64_t left[POOL_SEATS];
};

struct pool_options {
    struct ws_address servers[POOL_SERVERS_MAX];
    int server_count;
    const struct tb_game *game;
    const char *terms; /* further members of the order: "\"clock\":null" */
    /* Sessions of members, two for each game, who create and join games as such; NULL: guests play. */
    const char *const *cookies;
    int games;
    double rate; /* moves per second in all */
    bool resume; /* reconnect after a lost connection */
    int repeats; /* moves per thousand that are sent a second time */
    uint64_t seed;
    void *context;
    /* All may be NULL. Microseconds from the sending of a move to the opponent's reading it: */
    void (*heard)(void *context, int64_t us);
    void (*began)(void *context, const struct pool_game *game);
    void (*clocks)(void *context, const struct pool_game *game, const struct pool_clocks *clocks);
    void (*ended)(void *context, const struct pool_game *game);
};

struct pool_counts {
    int64_t games;    /* created */
    int64_t finished;
    int64_t sent;     /* moves */
    int64_t stored;   /* moves whose events their players received */
    int64_t states;   /* whole states, sent in answer to something stale */
    int64_t losses;   /* of connections */
    int64_t starved;  /* moves that were due when no game could take one */
    int64_t faults;
};

struct pool;

struct pool *pool_new(const struct pool_options *options);
void pool_free(struct pool *pool);

/* Does what is due and what comes in for at most `wait` milliseconds. */
void pool_step(struct pool *pool, int wait);
/* Moves are made only while it plays; a new pool does not. */
void pool_play(struct pool *pool, bool playing);

struct pool_counts pool_counts(const struct pool *pool);
const struct pool_game *pool_game(const struct pool *pool, int number);
int pool_connected(const struct pool *pool); /* players that were welcomed and are there */
int pool_pending(const struct pool *pool);   /* moves that were sent and not seen stored */

/* Counts, and prints the first few: "game ID: ...". */
void pool_fault(struct pool *pool, const struct pool_game *game, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
