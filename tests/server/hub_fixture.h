/*
 * hub_fixture.h - a hub without a network: a real store, real computer players and simulated
 * clients.
 */
#ifndef TABLIER_TESTS_HUB_FIXTURE_H
#define TABLIER_TESTS_HUB_FIXTURE_H

#include "test.h"

#include <pthread.h>

#include "server/common/secret.h"
#include "server/game/hub.h"
#include "server/game/live_game.h"

enum { PATIENCE_MS = 60000, HEARD_MAX = 4096 };

/* ---- The server ---------------------------------------------------------------- */

struct place {
    char folder[64], file[96];
    struct store *store;
    struct engine_pool *engine_pool;
    struct hub *hub;
    struct client *stays; /* longer than the store */
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool awake;
};

extern struct place place;

int64_t wall_ms(void);
int make_place(void **state);
int remove_place(void **state);
void place_open(void);
void place_close(void);
/* One turn of the loop, of at most a tenth of a second. */
void turn(void);
void turn_until(const int *number, int wanted);

/* A test between the two. */
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_place, remove_place)

/* ---- Clients ----------------------------------------------------------------- */

struct visitor {
    struct client client; /* first */
    char closed[16];      /* why; "": it is not */
    int games;            /* that may still be made */
    int heard;
    char *texts[HEARD_MAX];
};

void visitor_leave(struct visitor *visitor);
int heard_of(const struct visitor *visitor, const char *word);
/* Says something without waiting for the answer. */
void say(struct visitor *visitor, const char *text);
/* Says something; the next message that is not about presence is what it gets. */
const char *ask_hub(struct visitor *visitor, const char *text);
void enter_from(struct visitor *visitor, const char *address, const char *game,
                const char *secret);
void enter(struct visitor *visitor, const char *game, const char *secret);
/* Waits for a message with an event in which the text is. */
const char *turn_for_event(struct visitor *visitor, const char *text);
/* The first of the legal moves. */
void play_any_move(struct visitor *visitor);
/* What the last event said of a seat's clock. */
int64_t clock_left(const struct visitor *visitor, int seat);

/* ---- Games ------------------------------------------------------------------- */

struct created {
    int answers;
    char text[1024]; /* the answer, or the code of the refusal */
    char id[ID_SIZE], secrets[TB_PLAYERS_MAX][SECRET_SIZE];
};

void on_created(void *context, json_t *json, const struct refusal *refusal);
struct create_request order_of(const char *text);
struct created create_for(const char *text, const char *key, const char *address);
struct created create(const char *text, const char *key);

#define TWO_PEOPLE                                                                                 \
    "\"seats\":[{\"kind\":\"person\",\"mine\":true,\"name\":\"Ann\"},"                             \
    "{\"kind\":\"person\",\"mine\":true,\"name\":\"Bob\"}]"

#endif
