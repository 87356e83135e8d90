/*
 * store_fixture.h - an empty store for each test, on a SQLite file or on the database whose address
 * is in TABLIER_TEST_POSTGRES (see postgres.sh); a loop for it; asking it and waiting for the
 * answer.
 */
#ifndef TABLIER_TESTS_STORE_FIXTURE_H
#define TABLIER_TESTS_STORE_FIXTURE_H

#include "test.h"

#include <pthread.h>
#include <stdbool.h>

#include "server/store/store.h"

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, make_place, remove_place)

/* ---- Where ---- */

extern char folder[64]; /* the test's own */
extern char where[512]; /* the store */

int make_place(void **state);
int remove_place(void **state);
bool on_postgres(void);
void only_on(bool postgres);

/* SQL behind the store's back. */
void execute(const char *sql);

/* Keeps the store's writer from writing anything, or lets it. */
void hold_writer(bool hold);

/* Stops, starts or restarts the database. */
void control(const char *word);

/* Milliseconds since 1970. */
int64_t now(void);

/* ---- A loop for the store ---- */

struct loop {
    struct store *store;
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool awake;
    /* What was heard: */
    int changes, lost, outages, troubles, recoveries, notes;
    struct remote_presence note;
    char changed[ID_SIZE];
    int64_t changed_seq;
    struct outage outage;
};

void loop_open(struct loop *loop);
void loop_close(struct loop *loop);

/* A store there cannot be opened; the reason has these words. */
void expect_refusal(const char *place, const char *words);

/* Runs the loop until a number, which the callbacks change, is at least `wanted`. */
void loop_until(struct loop *loop, const int *number, int wanted);

/* ---- Asking and waiting ---- */

struct answers {
    int count;
    enum store_answer last;
    int kinds[STORE_FAILED + 1];
};

void on_written(void *context, enum store_answer answer);
struct stored_game game_of(const char *id);
/* The same, with a clock that runs: such a game needs to know of outages. */
struct stored_game clocked_game(const char *id);
struct stored_event event_of(int64_t seq, uint64_t token);
struct summary summary_of(int64_t seq);
enum store_answer create(struct loop *loop, const struct stored_game *game);
enum store_answer probe(struct loop *loop);
enum store_answer append_all(struct loop *loop, const struct append *append);
enum store_answer append(struct loop *loop, const char *id, int64_t seq, uint64_t token);

/* Without waiting. */
void request_append(struct loop *loop, const char *id, int64_t seq, uint64_t token,
                           struct answers *answers);

struct copy {
    int count;
    enum store_answer answer;
    struct stored_game game;
    struct stored_event events[4096];
    int event_count;
    struct outage outages[4096]; /* a slow machine has many */
    int outage_count;
};

const struct copy *load(struct loop *loop, const char *id, int64_t since);

struct ids {
    int count;
    char text[512]; /* the ids, and a space after each */
    struct stored_game last;
    struct listed listed; /* but for its games */
};

void on_listed(void *context, enum store_answer answer, const struct listed *listed);
struct stored_game expect_list(struct loop *loop, struct list_query query,
                                      const char *wanted);
void expect_due(struct loop *loop, int64_t now, int skip, int limit, const char *wanted);
void assert_same_game(const struct stored_game *a, const struct stored_game *b);

#endif
