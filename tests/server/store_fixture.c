/* store_fixture.c - see the header. */
#include "server/store_fixture.h"

#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 30 }; /* seconds */

/* ---- Where ------------------------------------------------------------------- */

char folder[64];
char where[512];

bool on_postgres(void)
{
    return getenv("TABLIER_TEST_POSTGRES") != NULL;
}

void only_on(bool postgres)
{
    if (on_postgres() != postgres)
        skip();
}

/* SQL behind the store's back. */
void execute(const char *sql)
{
    if (on_postgres()) {
        PGconn *connection = PQconnectdb(where);
        PGresult *result = PQexec(connection, sql);

        if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
            fail_msg("%s: %s", sql, PQerrorMessage(connection));
        PQclear(result);
        PQfinish(connection);
        return;
    }
    sqlite3 *db;

    assert_int_equal(sqlite3_open(where, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 5000);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* Keeps the store's writer from writing anything, or lets it. */
void hold_writer(bool hold)
{
    static sqlite3 *db;
    static PGconn *connection;

    if (on_postgres() && hold) {
        connection = PQconnectdb(where);
        PQclear(PQexec(connection, "BEGIN; LOCK TABLE tablier.games IN ACCESS EXCLUSIVE MODE"));
    } else if (on_postgres()) {
        PQfinish(connection);
    } else if (hold) {
        assert_int_equal(sqlite3_open(where, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    } else {
        sqlite3_close(db);
    }
}

void control(const char *word)
{
    char command[256];

    snprintf(command, sizeof command, "%s %s > /dev/null 2>&1",
             getenv("TABLIER_TEST_POSTGRES_CONTROL"), word);
    assert_int_equal(system(command), 0);
}

int make_place(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/tablier-store.XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(where, sizeof where, "%s/games.db", folder);
    if (on_postgres()) {
        snprintf(where, sizeof where, "%s", getenv("TABLIER_TEST_POSTGRES"));
        execute("SET client_min_messages = error; DROP SCHEMA IF EXISTS tablier CASCADE");
    }
    return 0;
}

int remove_place(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* ---- Time ---------------------------------------------------------------------- */

int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ---- A loop for the store ---------------------------------------------------- */

static void on_wake(void *context)
{
    struct loop *loop = context;

    pthread_mutex_lock(&loop->lock);
    loop->awake = true;
    pthread_cond_signal(&loop->woken);
    pthread_mutex_unlock(&loop->lock);
}

static void on_changed(void *context, const char *id, int64_t seq)
{
    struct loop *loop = context;

    if (*id == '\0') {
        loop->lost++;
        return;
    }
    loop->changes++;
    snprintf(loop->changed, sizeof loop->changed, "%s", id);
    loop->changed_seq = seq;
}

static void on_outage(void *context, struct outage outage)
{
    struct loop *loop = context;

    loop->outages++;
    loop->outage = outage;
}

static void on_presence(void *context, const struct remote_presence *note)
{
    struct loop *loop = context;

    loop->notes++;
    loop->note = *note;
}

static void on_trouble(void *context, const char *reason)
{
    struct loop *loop = context;

    if (reason)
        loop->troubles++;
    else
        loop->recoveries++;
}

static struct store *try_open(struct loop *loop, const char *place, struct tb_error *error)
{
    const struct store_events events = {.context = loop,
                                        .wake = on_wake,
                                        .changed = on_changed,
                                        .outage = on_outage,
                                        .presence = on_presence,
                                        .trouble = on_trouble};

    *loop = (struct loop){.lock = PTHREAD_MUTEX_INITIALIZER, .woken = PTHREAD_COND_INITIALIZER};
    return loop->store = store_open(place, &events, error);
}

void loop_open(struct loop *loop)
{
    struct tb_error error;

    if (!try_open(loop, where, &error))
        fail_msg("%s", error.text);
}

void loop_close(struct loop *loop)
{
    store_close(loop->store);
    loop->store = NULL;
}

void expect_refusal(const char *place, const char *words)
{
    struct loop loop;
    struct tb_error error = {0};

    assert_null(try_open(&loop, place, &error));
    if (!strstr(error.text, words))
        fail_msg("\"%s\" says nothing of \"%s\"", error.text, words);
}

/* Runs the loop until a number, which the callbacks change, is at least `wanted`. */
void loop_until(struct loop *loop, const int *number, int wanted)
{
    int64_t limit = now() + PATIENCE * 1000;

    for (;;) {
        store_deliver(loop->store);
        store_tick(loop->store);
        if (*number >= wanted)
            return;
        if (now() > limit)
            fail_msg("no answer: %d of %d", *number, wanted);
        int64_t turn = now() + 100;
        struct timespec until = {.tv_sec = turn / 1000, .tv_nsec = turn % 1000 * 1000000};

        pthread_mutex_lock(&loop->lock);
        while (!loop->awake && pthread_cond_timedwait(&loop->woken, &loop->lock, &until) == 0)
            ;
        loop->awake = false;
        pthread_mutex_unlock(&loop->lock);
    }
}

/* ---- Asking and waiting ------------------------------------------------------ */

void on_written(void *context, enum store_answer answer)
{
    struct answers *answers = context;

    answers->count++;
    answers->last = answer;
    answers->kinds[answer]++;
}

struct stored_game game_of(const char *id)
{
    struct stored_game game = {
        .game = "quoridor",
        .terms = "{\"walls\":\"10\"}",
        .listed = true,
        .created = 1000,
        .players = 2,
        .seats = {{.taken = true, .name = "Ann \xc3\x89lise", .hash = {1, 0, 255}},
                  {.kind = SEAT_COMPUTER, .level = 5, .taken = true, .name = "O'Hara\"; --"}},
        .summary = {.status = GAME_OPEN, .updated = 1000, .due = 0},
    };

    snprintf(game.id, sizeof game.id, "%s", id);
    memset(game.watch, id[0], sizeof game.watch);
    return game;
}

struct stored_game clocked_game(const char *id)
{
    struct stored_game game = game_of(id);

    game.summary.due = 1000000;
    return game;
}

enum store_answer create(struct loop *loop, const struct stored_game *game)
{
    struct answers answers = {0};

    store_create(loop->store, game, NULL, on_written, &answers);
    loop_until(loop, &answers.count, 1);
    return answers.last;
}

enum store_answer probe(struct loop *loop)
{
    struct answers answers = {0};

    store_probe(loop->store, on_written, &answers);
    loop_until(loop, &answers.count, 1);
    return answers.last;
}

struct stored_event event_of(int64_t seq, uint64_t token)
{
    struct stored_event event = {.seq = seq, .at = 2000 + seq, .seat = 1, .kind = "move",
                                 .token = token, .spent = 100 + seq};

    snprintf(event.data, sizeof event.data, "e%lld", (long long)seq);
    return event;
}

struct summary summary_of(int64_t seq)
{
    return (struct summary){.status = GAME_RUNNING, .seq = seq, .moves = (int)seq,
                            .updated = 2000 + seq, .due = 0};
}

enum store_answer append_all(struct loop *loop, const struct append *append)
{
    struct answers answers = {0};

    store_append(loop->store, append, on_written, &answers);
    loop_until(loop, &answers.count, 1);
    return answers.last;
}

enum store_answer append(struct loop *loop, const char *id, int64_t seq, uint64_t token)
{
    struct stored_event event = event_of(seq, token);
    struct summary summary = summary_of(seq);

    return append_all(loop, &(struct append){.id = id, .event = &event, .summary = &summary});
}

/* Without waiting. */
void request_append(struct loop *loop, const char *id, int64_t seq, uint64_t token,
                           struct answers *answers)
{
    struct stored_event event = event_of(seq, token);
    struct summary summary = summary_of(seq);

    store_append(loop->store,
                 &(struct append){.id = id, .event = &event, .summary = &summary}, on_written,
                 answers);
}

static void on_loaded(void *context, enum store_answer answer, const struct loaded *loaded)
{
    struct copy *copy = context;

    copy->count++;
    copy->answer = answer;
    if (answer != STORE_OK)
        return;
    copy->game = loaded->game;
    copy->event_count = loaded->event_count;
    copy->outage_count = loaded->outage_count;
    assert_in_range(loaded->event_count, 0, sizeof copy->events / sizeof *copy->events);
    assert_in_range(loaded->outage_count, 0, sizeof copy->outages / sizeof *copy->outages);
    if (loaded->event_count)
        memcpy(copy->events, loaded->events, (size_t)loaded->event_count * sizeof *copy->events);
    if (loaded->outage_count)
        memcpy(copy->outages, loaded->outages,
               (size_t)loaded->outage_count * sizeof *copy->outages);
}

const struct copy *load(struct loop *loop, const char *id, int64_t since)
{
    static struct copy copy;

    copy.count = 0;
    store_load(loop->store, id, since, on_loaded, &copy);
    loop_until(loop, &copy.count, 1);
    return &copy;
}

void on_listed(void *context, enum store_answer answer, const struct listed *listed)
{
    struct ids *ids = context;

    assert_int_equal(answer, STORE_OK);
    for (int i = 0; i < listed->count; i++) {
        strcat(strcat(ids->text, listed->games[i].id), " ");
        ids->last = listed->games[i];
    }
    ids->listed = *listed;
    ids->count++;
}

static void on_due(void *context, enum store_answer answer, const char (*found)[ID_SIZE], int count)
{
    struct ids *ids = context;

    assert_int_equal(answer, STORE_OK);
    for (int i = 0; i < count; i++)
        strcat(strcat(ids->text, found[i]), " ");
    ids->count++;
}

struct stored_game expect_list(struct loop *loop, struct list_query query,
                                      const char *wanted)
{
    struct ids ids = {0};

    query.limit = query.limit ? query.limit : LIST_MAX;
    store_list(loop->store, &query, on_listed, &ids);
    loop_until(loop, &ids.count, 1);
    assert_string_equal(ids.text, wanted);
    return ids.last;
}

void expect_due(struct loop *loop, int64_t now, int skip, int limit, const char *wanted)
{
    struct ids ids = {0};

    store_due(loop->store, &(struct due_query){now, skip, limit}, on_due, &ids);
    loop_until(loop, &ids.count, 1);
    assert_string_equal(ids.text, wanted);
}

void assert_same_game(const struct stored_game *a, const struct stored_game *b)
{
    assert_string_equal(a->id, b->id);
    assert_string_equal(a->game, b->game);
    assert_string_equal(a->terms, b->terms);
    assert_int_equal(a->listed, b->listed);
    assert_int_equal(a->created, b->created);
    assert_memory_equal(a->watch, b->watch, HASH_SIZE);
    assert_int_equal(a->players, b->players);
    for (int i = 0; i < a->players; i++) {
        assert_int_equal(a->seats[i].kind, b->seats[i].kind);
        assert_int_equal(a->seats[i].level, b->seats[i].level);
        assert_int_equal(a->seats[i].taken, b->seats[i].taken);
        assert_string_equal(a->seats[i].name, b->seats[i].name);
        assert_memory_equal(a->seats[i].hash, b->seats[i].hash, HASH_SIZE);
        assert_memory_equal(a->seats[i].invitation, b->seats[i].invitation, HASH_SIZE);
    }
    assert_int_equal(a->summary.status, b->summary.status);
    assert_int_equal(a->summary.seq, b->summary.seq);
    assert_int_equal(a->summary.moves, b->summary.moves);
    assert_string_equal(a->summary.result, b->summary.result);
    assert_int_equal(a->summary.updated, b->summary.updated);
    assert_int_equal(a->summary.due, b->summary.due);
}
