/* pool_inner.h - declarations shared by the two files of the pool. */
#ifndef TABLIER_BENCH_POOL_INNER_H
#define TABLIER_BENCH_POOL_INNER_H

#include <jansson.h>

#include "core/rng.h"
#include "pool.h"

enum { MAKERS = 4 }; /* connections that create games */

/* A connection that creates games, one after another. */
struct maker {
    struct ws line;
    struct pool_game *game; /* being created, or NULL */
    json_t *created;        /* the answer, while the second member joins; or NULL */
    int server;
    int64_t again;
};

struct player_queue {
    struct pool_player *first, **end;
};

struct game_queue {
    struct pool_game *first, **end;
};

struct pool {
    struct pool_options options;
    int epoll;
    struct rng rng;
    struct pool_game *games;
    struct maker makers[MAKERS];
    struct game_queue wanted, ready; /* to be created; to make a move */
    struct player_queue waiting;     /* for their time to connect, which is in order */
    int connecting, connected;
    bool playing;
    double due; /* moves */
    int64_t last_us, looked_ms;
    struct pool_counts counts;
};

/* ---- pool.c --------------------------------------------------------------------- */

/* Room for one more element in a growing array. */
void *grown(void *array, int64_t count, int64_t *room, size_t size);
int64_t integer_at(const json_t *object, const char *key);     /* -1 if there is none */
const char *text_at(const json_t *object, const char *key); /* "" if there is none */

/* Is there a move that was sent and is not known to be stored? */
bool move_pending(const struct pool_game *game);
/* Puts a game into the queue of those that are ready to move, if it is. */
void consider(struct pool_game *game);

void set_presence(struct pool_player *player, enum pool_presence presence);
/* Leaves, to connect again in a while, perhaps elsewhere. */
void come_again(struct pool_player *player);
/* Ends a game, whatever its state, and asks for a new one in its place. */
void game_drop(struct pool_game *game);
/* A fault that ends the game. */
void player_fault(struct pool_player *player, const char *what, const char *text);

void say(struct pool_player *player, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void say_move(struct pool_player *player, int64_t seq, const char *move);

/* ---- pool_hear.c ---------------------------------------------------------------- */

/* Deals with one message from the server. */
void player_hear(struct pool_player *player, const char *text, size_t length);

#endif
