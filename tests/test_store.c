/*
 * test_store.c - the store: the same tests on a SQLite file and, where
 * TABLIER_TEST_POSTGRES has the address of a database, on that: see
 * server/postgres.sh. Each test starts with an empty store.
 */
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "server/store.h"

enum { PATIENCE = 30 }; /* seconds */

/* ---- Where ------------------------------------------------------------------- */

static char folder[64];
static char where[512];

static bool on_postgres(void)
{
    return getenv("TABLIER_TEST_POSTGRES") != NULL;
}

static void only_on(bool postgres)
{
    if (on_postgres() != postgres)
        skip();
}

/* SQL behind the store's back. */
static void execute(const char *sql)
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
static void hold_writer(bool hold)
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

static void control(const char *word)
{
    char command[256];

    snprintf(command, sizeof command, "%s %s > /dev/null 2>&1",
             getenv("TABLIER_TEST_POSTGRES_CONTROL"), word);
    assert_int_equal(system(command), 0);
}

static int make_place(void **state)
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

static int remove_place(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* ---- Time ---------------------------------------------------------------------- */

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ---- A loop for the store ---------------------------------------------------- */

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

static void loop_open(struct loop *loop)
{
    struct tb_error error;

    if (!try_open(loop, where, &error))
        fail_msg("%s", error.text);
}

static void loop_close(struct loop *loop)
{
    store_close(loop->store);
    loop->store = NULL;
}

static void expect_refusal(const char *place, const char *words)
{
    struct loop loop;
    struct tb_error error = {0};

    assert_null(try_open(&loop, place, &error));
    if (!strstr(error.text, words))
        fail_msg("\"%s\" says nothing of \"%s\"", error.text, words);
}

/* Runs the loop until a number, which the callbacks change, is at least `wanted`. */
static void loop_until(struct loop *loop, const int *number, int wanted)
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

struct answers {
    int count;
    enum store_answer last;
    int kinds[STORE_FAILED + 1];
};

static void on_written(void *context, enum store_answer answer)
{
    struct answers *answers = context;

    answers->count++;
    answers->last = answer;
    answers->kinds[answer]++;
}

static struct stored_game game_of(const char *id)
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

static enum store_answer create(struct loop *loop, const struct stored_game *game)
{
    struct answers answers = {0};

    store_create(loop->store, game, on_written, &answers);
    loop_until(loop, &answers.count, 1);
    return answers.last;
}

static enum store_answer probe(struct loop *loop)
{
    struct answers answers = {0};

    store_probe(loop->store, on_written, &answers);
    loop_until(loop, &answers.count, 1);
    return answers.last;
}

static struct stored_event event_of(int64_t seq, uint64_t token)
{
    struct stored_event event = {.seq = seq, .at = 2000 + seq, .seat = 1, .kind = "move",
                                 .token = token, .spent = 100 + seq};

    snprintf(event.data, sizeof event.data, "e%lld", (long long)seq);
    return event;
}

static struct summary summary_of(int64_t seq)
{
    return (struct summary){.status = GAME_RUNNING, .seq = seq, .moves = (int)seq,
                            .updated = 2000 + seq, .due = 0};
}

static enum store_answer append_all(struct loop *loop, const struct append *append)
{
    struct answers answers = {0};

    store_append(loop->store, append, on_written, &answers);
    loop_until(loop, &answers.count, 1);
    return answers.last;
}

static enum store_answer append(struct loop *loop, const char *id, int64_t seq, uint64_t token)
{
    struct stored_event event = event_of(seq, token);
    struct summary summary = summary_of(seq);

    return append_all(loop, &(struct append){.id = id, .event = &event, .summary = &summary});
}

/* Without waiting. */
static void request_append(struct loop *loop, const char *id, int64_t seq, uint64_t token,
                           struct answers *answers)
{
    struct stored_event event = event_of(seq, token);
    struct summary summary = summary_of(seq);

    store_append(loop->store,
                 &(struct append){.id = id, .event = &event, .summary = &summary}, on_written,
                 answers);
}

struct copy {
    int count;
    enum store_answer answer;
    struct stored_game game;
    struct stored_event events[4096];
    int event_count;
    struct outage outages[4096]; /* a slow machine has many */
    int outage_count;
};

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

static const struct copy *load(struct loop *loop, const char *id, int64_t since)
{
    static struct copy copy;

    copy.count = 0;
    store_load(loop->store, id, since, on_loaded, &copy);
    loop_until(loop, &copy.count, 1);
    return &copy;
}

struct ids {
    int count;
    char text[512]; /* the ids, and a space after each */
    struct stored_game last;
    struct listed listed; /* but for its games */
};

static void on_listed(void *context, enum store_answer answer, const struct listed *listed)
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

static struct stored_game expect_list(struct loop *loop, struct list_query query,
                                      const char *wanted)
{
    struct ids ids = {0};

    query.limit = query.limit ? query.limit : LIST_MAX;
    store_list(loop->store, &query, on_listed, &ids);
    loop_until(loop, &ids.count, 1);
    assert_string_equal(ids.text, wanted);
    return ids.last;
}

static void expect_due(struct loop *loop, int64_t now, int limit, const char *wanted)
{
    struct ids ids = {0};

    store_due(loop->store, now, limit, on_due, &ids);
    loop_until(loop, &ids.count, 1);
    assert_string_equal(ids.text, wanted);
}

static void assert_same_game(const struct stored_game *a, const struct stored_game *b)
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
    }
    assert_int_equal(a->summary.status, b->summary.status);
    assert_int_equal(a->summary.seq, b->summary.seq);
    assert_int_equal(a->summary.moves, b->summary.moves);
    assert_string_equal(a->summary.result, b->summary.result);
    assert_int_equal(a->summary.updated, b->summary.updated);
    assert_int_equal(a->summary.due, b->summary.due);
}

/* ---- Writing and reading back ------------------------------------------------ */

static void creates(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa"), other = game;

    (void)state;
    loop_open(&loop);
    assert_true(store_healthy(loop.store));
    assert_int_equal(load(&loop, game.id, 0)->answer, STORE_MISSING);
    assert_int_equal(create(&loop, &game), STORE_OK);
    assert_same_game(&load(&loop, game.id, 0)->game, &game);
    assert_int_equal(load(&loop, game.id, 0)->event_count, 0);

    assert_int_equal(create(&loop, &game), STORE_OK); /* told twice */
    other.watch[0] ^= 1;
    assert_int_equal(create(&loop, &other), STORE_CONFLICT);
    loop_close(&loop);

    loop_open(&loop);
    assert_same_game(&load(&loop, game.id, 0)->game, &game);
    loop_close(&loop);
}

static void appends(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa");
    struct stored_event event = event_of(1, 0xfedcba9876543210u);
    struct summary summary = {.status = GAME_OVER, .seq = 1, .moves = 7, .result = "1 3",
                              .updated = 4000, .due = 5000};
    struct stored_seat sitter = {.taken = true, .name = "Zo\xc3\xab", .hash = {0, 9, 0}};

    (void)state;
    loop_open(&loop);
    assert_int_equal(create(&loop, &game), STORE_OK);
    assert_int_equal(append_all(&loop, &(struct append){.id = game.id,
                                                        .event = &event,
                                                        .summary = &summary,
                                                        .seat = 2,
                                                        .sitter = &sitter}),
                     STORE_OK);
    game.seats[1] = sitter;
    game.summary = summary;
    const struct copy *copy = load(&loop, game.id, 0);

    assert_same_game(&copy->game, &game);
    assert_int_equal(copy->event_count, 1);
    assert_int_equal(copy->events[0].seq, event.seq);
    assert_int_equal(copy->events[0].at, event.at);
    assert_int_equal(copy->events[0].seat, event.seat);
    assert_string_equal(copy->events[0].kind, event.kind);
    assert_string_equal(copy->events[0].data, event.data);
    assert_true(copy->events[0].token == event.token);
    assert_int_equal(copy->events[0].spent, event.spent);
    expect_list(&loop, (struct list_query){.status = GAME_OVER, .name = "zo"}, "aaaaaaaaaaaa ");
    expect_list(&loop, (struct list_query){.status = GAME_OVER, .name = "hara"}, "");
    loop_close(&loop);
}

static void conflicts(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa");

    (void)state;
    loop_open(&loop);
    assert_int_equal(append(&loop, game.id, 1, 1), STORE_MISSING);
    assert_int_equal(create(&loop, &game), STORE_OK);
    assert_int_equal(append(&loop, game.id, 1, 11), STORE_OK);
    assert_int_equal(append(&loop, game.id, 1, 12), STORE_CONFLICT);
    assert_int_equal(append(&loop, game.id, 3, 13), STORE_CONFLICT); /* leaves a gap */
    assert_int_equal(append(&loop, game.id, 2, 12), STORE_OK);
    const struct copy *copy = load(&loop, game.id, 0);

    assert_int_equal(copy->event_count, 2);
    assert_true(copy->events[0].token == 11 && copy->events[1].token == 12);
    assert_int_equal(copy->game.summary.seq, 2);
    loop_close(&loop);
}

static void knows_a_repeated_event(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa");

    (void)state;
    loop_open(&loop);
    assert_int_equal(create(&loop, &game), STORE_OK);
    assert_int_equal(append(&loop, game.id, 1, 11), STORE_OK);
    assert_int_equal(append(&loop, game.id, 1, 11), STORE_OK);
    assert_int_equal(append(&loop, game.id, 2, 12), STORE_OK);
    assert_int_equal(append(&loop, game.id, 1, 11), STORE_OK);
    const struct copy *copy = load(&loop, game.id, 0);

    assert_int_equal(copy->event_count, 2);
    assert_int_equal(copy->game.summary.seq, 2); /* not turned back */
    loop_close(&loop);
}

static void creates_a_successor_with_its_event(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa"), next = game_of("bbbbbbbbbbbb");
    struct stored_event event = event_of(1, 11), rival = event_of(1, 12);
    struct summary summary = summary_of(1);
    struct append append = {.id = game.id, .event = &event, .summary = &summary,
                            .successor = &next};

    (void)state;
    loop_open(&loop);
    assert_int_equal(create(&loop, &game), STORE_OK);
    assert_int_equal(append_all(&loop, &append), STORE_OK);
    assert_same_game(&load(&loop, next.id, 0)->game, &next);
    assert_int_equal(append_all(&loop, &append), STORE_OK); /* told twice */

    next = game_of("cccccccccccc");
    append.event = &rival;
    assert_int_equal(append_all(&loop, &append), STORE_CONFLICT);
    assert_int_equal(load(&loop, next.id, 0)->answer, STORE_MISSING);
    loop_close(&loop);
}

static void loads_what_is_new(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa"), other = game_of("bbbbbbbbbbbb");
    struct answers answers = {0};

    (void)state;
    loop_open(&loop);
    create(&loop, &game);
    create(&loop, &other);
    for (int seq = 1; seq <= 20; seq++) {
        request_append(&loop, game.id, seq, 100 + (uint64_t)seq, &answers);
        request_append(&loop, other.id, seq, 200 + (uint64_t)seq, &answers);
    }
    loop_until(&loop, &answers.count, 40);
    assert_int_equal(answers.kinds[STORE_OK], 40);
    const struct copy *copy = load(&loop, game.id, 17);

    assert_int_equal(copy->event_count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(copy->events[i].seq, 18 + i);
    assert_int_equal(load(&loop, game.id, 20)->event_count, 0);
    assert_int_equal(load(&loop, game.id, 99)->answer, STORE_OK);
    loop_close(&loop);
}

/* ---- Lists ------------------------------------------------------------------- */

static void create_for_list(struct loop *loop, const char *id, const char *name, int64_t updated,
                            enum game_status status)
{
    struct stored_game game = game_of(id);

    if (name[0] == 'D')
        snprintf(game.game, sizeof game.game, "dorix");
    game.listed = name[0] != '-';
    game.summary.updated = updated;
    game.summary.status = status;
    snprintf(game.seats[0].name, NAME_SIZE, "%s", name);
    assert_int_equal(create(loop, &game), STORE_OK);
}

static void lists(void **state)
{
    struct loop loop;

    (void)state;
    loop_open(&loop);
    expect_list(&loop, (struct list_query){.status = GAME_OPEN}, "");
    create_for_list(&loop, "a", "Ann", 100, GAME_OPEN);
    create_for_list(&loop, "b", "Dorian", 300, GAME_OPEN);
    create_for_list(&loop, "c", "hANNah 100%_", 200, GAME_OPEN);
    create_for_list(&loop, "d", "-private Ann", 400, GAME_OPEN);
    create_for_list(&loop, "e", "Ann", 500, GAME_RUNNING);
    create_for_list(&loop, "f", "\xc3\x89va", 200, GAME_OPEN);
    struct stored_game first =
        expect_list(&loop, (struct list_query){.status = GAME_RUNNING}, "e ");

    assert_int_equal(first.players, 2);
    assert_string_equal(first.seats[0].name, "Ann");
    assert_string_equal(first.seats[1].name, "O'Hara\"; --");
    expect_list(&loop, (struct list_query){.status = GAME_OPEN}, "b f c a ");
    expect_list(&loop, (struct list_query){.status = GAME_OPEN, .game = "dorix"}, "b ");
    expect_list(&loop, (struct list_query){.status = GAME_OPEN, .game = "chess"}, "");
    expect_list(&loop, (struct list_query){.status = GAME_OPEN, .name = "ann"}, "c a ");
    expect_list(&loop, (struct list_query){.status = GAME_OPEN, .name = "NAH"}, "c ");
    expect_list(&loop, (struct list_query){.status = GAME_OPEN, .name = "0%_"}, "c ");
    expect_list(&loop, (struct list_query){.status = GAME_OPEN, .name = "%"}, "c ");
    expect_list(&loop, (struct list_query){.status = GAME_OPEN, .name = "\xc3\x89v"}, "f ");
    expect_list(&loop, (struct list_query){.status = GAME_OPEN, .name = "o'hara\""}, "b f c a ");
    expect_list(&loop, (struct list_query){.status = GAME_OVER}, "");
    loop_close(&loop);
}

/* ---- Searches ---------------------------------------------------------------- */

enum { SEARCHED = 1500 };

static const char *const syllables[] = {"an", "be", "chi", "do", "\xc3\xa9li", "fu", "gor"};

static void name_of(int number, char out[NAME_SIZE])
{
    out[0] = '\0';
    for (int i = 0; i < 4; i++, number /= 7)
        strcat(out, syllables[number % 7]);
    if (out[0] == 'a')
        out[0] = 'A';
}

static void create_archive(struct loop *loop)
{
    struct answers answers = {0};

    for (int i = 0; i < SEARCHED; i++) {
        struct stored_game game = game_of("a");

        snprintf(game.id, sizeof game.id, "game%08d", i);
        name_of(i, game.seats[0].name);
        game.seats[1].name[0] = '\0';
        game.summary.status = GAME_OVER;
        game.summary.updated = 1000 + i;
        snprintf(game.game, sizeof game.game, i % 3 ? "dorix" : "quoridor");
        store_create(loop->store, &game, on_written, &answers);
        if (i % 100 == 99)
            loop_until(loop, &answers.count, i + 1); /* none shall wait too long */
    }
    loop_until(loop, &answers.count, SEARCHED);
    assert_int_equal(answers.kinds[STORE_OK], SEARCHED);
}

/* Is the pattern, which is in lower case, part of a game's name? */
static bool has_name(int number, const char *pattern)
{
    char name[NAME_SIZE];

    name_of(number, name);
    if (name[0] == 'A')
        name[0] = 'a';
    return strstr(name, pattern) != NULL;
}

/* All pages of a search, compared with what a look at every name gives. */
static void check_search(struct loop *loop, const char *pattern, const char *rules)
{
    struct list_query query = {.status = GAME_OVER, .limit = 20};
    struct ids page;
    int at = SEARCHED - 1;

    snprintf(query.name, sizeof query.name, "%s", pattern);
    snprintf(query.game, sizeof query.game, "%s", rules);
    do {
        page = (struct ids){0};
        store_list(loop->store, &query, on_listed, &page);
        loop_until(loop, &page.count, 1);
        for (char *rest, *id = strtok_r(page.text, " ", &rest); id;
             id = strtok_r(NULL, " ", &rest)) {
            while (at >= 0 && (!has_name(at, pattern) ||
                               (*rules && strcmp(rules, at % 3 ? "dorix" : "quoridor") != 0)))
                at--;
            assert_int_equal(atoi(id + 4), at);
            at--;
        }
        query.before = page.listed.before;
        memcpy(query.before_id, page.listed.before_id, ID_SIZE);
    } while (page.listed.more);
    for (; at >= 0; at--)
        assert_false(has_name(at, pattern) &&
                     (!*rules || strcmp(rules, at % 3 ? "dorix" : "quoridor") == 0));
}

static void finds_parts_of_names(void **state)
{
    static const char *const patterns[] = {
        "a", "o", "an", "anan", "chichi", "\xc3\xa9", "x", "gorgorfu", "gorgorfu\xc3\xa9li", "fub",
        "bechifu\xc3\xa9li", "bechifux"};
    struct loop loop;

    (void)state;
    loop_open(&loop);
    create_archive(&loop);
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        check_search(&loop, patterns[i], "");
        check_search(&loop, patterns[i], "quoridor");
    }
    loop_close(&loop);
}

/* What SQLite's statements have cost, in steps of its machine; counted for all connections. */
static atomic_long steps;

static int count_steps(unsigned kind, void *context, void *statement, void *time)
{
    (void)kind;
    (void)context;
    (void)time;
    atomic_fetch_add(&steps, sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1));
    return 0;
}

static int watch_connection(sqlite3 *db, const char **error, const struct sqlite3_api_routines *api)
{
    (void)error;
    (void)api;
    return sqlite3_trace_v2(db, SQLITE_TRACE_PROFILE, count_steps, NULL);
}

/* A search costs about the same however many games there are. */
static void searches_without_looking_at_every_game(void **state)
{
    static const struct {
        const char *name, *game;
    } searches[] = {{"nobody", ""}, {"q", ""}, {"anbechi", "dorix"}, {"", "quoridor"}, {"an", ""}};
    struct loop loop;

    (void)state;
    only_on(false);
    sqlite3_auto_extension((void (*)(void))watch_connection);
    loop_open(&loop);
    create_archive(&loop);
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        struct list_query query = {.status = GAME_OVER, .limit = 5};
        struct ids ids = {0};

        snprintf(query.name, sizeof query.name, "%s", searches[i].name);
        snprintf(query.game, sizeof query.game, "%s", searches[i].game);
        atomic_store(&steps, 0);
        store_list(loop.store, &query, on_listed, &ids);
        loop_until(&loop, &ids.count, 1);
        if (atomic_load(&steps) > 8 * SEARCHED) /* one look at each would be more */
            fail_msg("name=%s game=%s: %ld steps", query.name, query.game, atomic_load(&steps));
    }
    loop_close(&loop);
    sqlite3_reset_auto_extension();
}

static void lists_page_by_page(void **state)
{
    struct loop loop;
    struct list_query query = {.status = GAME_OPEN, .limit = 2};

    (void)state;
    loop_open(&loop);
    for (char id[] = "a"; id[0] <= 'e'; id[0]++) /* all at the same moment but the last */
        create_for_list(&loop, id, "Ann", id[0] == 'e' ? 50 : 100, GAME_OPEN);
    const char *const pages[] = {"d c ", "b a ", "e ", ""};

    for (int i = 0; i < 4; i++) {
        struct stored_game last = expect_list(&loop, query, pages[i]);

        query.before = last.summary.updated;
        snprintf(query.before_id, sizeof query.before_id, "%s", last.id);
    }
    loop_close(&loop);
}

static void finds_what_is_due(void **state)
{
    struct loop loop;
    struct stored_event event = event_of(1, 1);
    struct summary summary = summary_of(1);

    (void)state;
    loop_open(&loop);
    for (int i = 0; i < 4; i++) {
        struct stored_game game = game_of((const char *const[]){"a", "b", "c", "d"}[i]);

        game.summary.due = (const int[]){30, 10, 0, 20}[i];
        assert_int_equal(create(&loop, &game), STORE_OK);
    }
    expect_due(&loop, 9, 10, "");
    expect_due(&loop, 20, 10, "b d ");
    expect_due(&loop, 1000, 2, "b d ");
    assert_int_equal(
        append_all(&loop, &(struct append){.id = "b", .event = &event, .summary = &summary}),
        STORE_OK);
    expect_due(&loop, 1000, 10, "d a ");
    loop_close(&loop);
}

/* ---- Time -------------------------------------------------------------------- */

/* As if nobody had lived for a while. */
static void forget_life(int milliseconds)
{
    char sql[128];

    snprintf(sql, sizeof sql, "UPDATE %salive SET at = at - %d", on_postgres() ? "tablier." : "",
             milliseconds);
    execute(sql);
}

static void assert_outage(struct outage outage, int64_t least)
{
    assert_in_range(outage.to, now() - 10000, now());
    assert_in_range(outage.to - outage.from, least, least + 10000);
}

static void records_outages(void **state)
{
    struct loop loop;
    struct stored_game old = game_of("aaaaaaaaaaaa"), young = game_of("bbbbbbbbbbbb");

    (void)state;
    loop_open(&loop);
    assert_int_equal(create(&loop, &old), STORE_OK);
    loop_close(&loop);
    assert_int_equal(loop.outages, 0);

    forget_life(60000);
    loop_open(&loop);
    const struct copy *copy = load(&loop, old.id, 0); /* at once: known from the start */

    assert_int_equal(copy->outage_count, 1);
    assert_outage(copy->outages[0], 60000);
    loop_until(&loop, &loop.outages, 1);
    assert_outage(loop.outage, 60000);
    young.summary.updated = young.created = store_now(loop.store) + 1;
    assert_int_equal(create(&loop, &young), STORE_OK);
    assert_int_equal(load(&loop, young.id, 0)->outage_count, 0);

    store_record_outage(loop.store, (struct outage){young.created + 5, young.created + 6});
    assert_int_equal(probe(&loop), STORE_OK);
    assert_int_equal(load(&loop, young.id, 0)->outage_count, 1);
    assert_int_equal(load(&loop, old.id, 0)->outage_count, 2);
    loop_close(&loop);
}

/* However short: a server that is started again at once has been away, too. */
static void charges_nothing_for_a_restart(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa");

    (void)state;
    loop_open(&loop);
    assert_int_equal(create(&loop, &game), STORE_OK);
    loop_close(&loop);
    int64_t closed = now();

    loop_open(&loop);
    const struct copy *copy = load(&loop, game.id, 0);

    assert_int_equal(copy->outage_count, 1);
    assert_true(copy->outages[0].from <= closed && copy->outages[0].to >= closed);
    loop_close(&loop);
}

/* A store that could not be written for a while, and then could. */
static void charges_nothing_for_a_stall(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa");
    struct answers answers = {0};

    (void)state;
    loop_open(&loop);
    assert_int_equal(create(&loop, &game), STORE_OK);
    hold_writer(true);
    int64_t begun = store_now(loop.store), enough = begun + 1200;
    struct stored_game other = game_of("bbbbbbbbbbbb");

    store_create(loop.store, &other, on_written, &answers);
    while (store_now(loop.store) < enough)
        store_deliver(loop.store);
    hold_writer(false);
    loop_until(&loop, &answers.count, 1);
    assert_int_equal(answers.last, STORE_OK);
    assert_true(loop.outages >= 1); /* known before the answer is */
    assert_true(loop.outage.from <= begun + 50 && loop.outage.to >= enough);
    loop_close(&loop);
}

/* The time of the store does not go back, even if the wall clock of the next process does. */
static void time_never_goes_back(void **state)
{
    struct loop loop;

    (void)state;
    loop_open(&loop);
    loop_close(&loop);
    forget_life(-3600 * 1000); /* the last one lived an hour from now */
    loop_open(&loop);
    assert_true(store_now(loop.store) >= now() + 3590 * 1000);
    int64_t last = store_now(loop.store);

    loop_close(&loop);
    loop_open(&loop);
    assert_true(store_now(loop.store) >= last);
    loop_close(&loop);
}

/* ---- Schemas, files ---------------------------------------------------------- */

static void refuses_a_newer_store(void **state)
{
    struct loop loop;

    (void)state;
    loop_open(&loop);
    loop_close(&loop);
    execute(on_postgres() ? "UPDATE tablier.version SET version = 99" : "PRAGMA user_version = 99");
    expect_refusal(where, "newer Tablier");
}

static void migrates_an_older_store(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa");

    (void)state;
    loop_open(&loop);
    assert_int_equal(create(&loop, &game), STORE_OK);
    loop_close(&loop);
    execute(on_postgres() ? "DROP TABLE tablier.alive, tablier.outages;"
                            "ALTER TABLE tablier.events DROP COLUMN spent;"
                            "DROP TABLE tablier.name_parts; DROP INDEX tablier.summaries_rules;"
                            "UPDATE tablier.version SET version = 1"
                          : "DROP TABLE alive; DROP TABLE outages;"
                            "ALTER TABLE events DROP COLUMN spent;"
                            "DROP TABLE name_parts; DROP INDEX summaries_rules; PRAGMA user_version = 1");
    loop_open(&loop);
    assert_same_game(&load(&loop, game.id, 0)->game, &game);
    expect_list(&loop, (struct list_query){.status = GAME_OPEN, .name = "lise"}, "aaaaaaaaaaaa ");
    assert_int_equal(append(&loop, game.id, 1, 1), STORE_OK);
    loop_close(&loop);
    loop_open(&loop); /* and has nothing to do the next time */
    assert_int_equal(load(&loop, game.id, 0)->event_count, 1);
    loop_close(&loop);
}

static void write_file(const char *path, const char *contents, size_t size)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_int_equal(fwrite(contents, 1, size, file), size);
    fclose(file);
}

static void refuses_what_is_not_a_store(void **state)
{
    char garbage[4096];

    (void)state;
    only_on(false);
    memset(garbage, 'x', sizeof garbage);
    write_file(where, garbage, sizeof garbage);
    expect_refusal(where, "not a Tablier store (SQLite says: file is not a database)");
    unlink(where);
    execute("CREATE TABLE recipes (name TEXT)");
    expect_refusal(where, "not a Tablier store (it is a database of another program)");
}

static void refuses_a_damaged_store(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa");
    char garbage[4096];

    (void)state;
    only_on(false);
    loop_open(&loop);
    assert_int_equal(create(&loop, &game), STORE_OK);
    loop_close(&loop);
    memset(garbage, 'x', sizeof garbage);
    int file = open(where, O_WRONLY);

    assert_int_equal(pwrite(file, garbage, sizeof garbage - 100, 100), sizeof garbage - 100);
    close(file);
    expect_refusal(where, "restore a backup");
}

static void refuses_places_that_cannot_be_written(void **state)
{
    char path[128];

    (void)state;
    only_on(false);
    snprintf(path, sizeof path, "%s/nowhere/games.db", folder);
    expect_refusal(path, "No such file or directory");
    write_file(where, "", 0);
    snprintf(path, sizeof path, "%s/games.db/games.db", folder);
    expect_refusal(path, "Not a directory");
    expect_refusal(folder, "choose another with --store");
    expect_refusal("", "is not a file");
    expect_refusal(":memory:", "is not a file");
    unlink(where);
    if (geteuid() == 0)
        return; /* root may write everywhere */
    assert_int_equal(chmod(folder, 0500), 0);
    expect_refusal(where, "Permission denied");
    assert_int_equal(chmod(folder, 0700), 0);
}

static void keeps_the_file_to_its_owner(void **state)
{
    struct loop loop;
    struct stat status;

    (void)state;
    only_on(false);
    loop_open(&loop);
    assert_int_equal(stat(where, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    loop_close(&loop);
}

static void refuses_a_second_server_on_a_file(void **state)
{
    struct loop loop;

    (void)state;
    only_on(false);
    loop_open(&loop);
    expect_refusal(where, "Another server is using it");
    loop_close(&loop);
    loop_open(&loop);
    loop_close(&loop);
}

static void refuses_addresses_that_lead_nowhere(void **state)
{
    (void)state;
    expect_refusal("postgres://user:s%zzcret@host/db", "is not understood");
    expect_refusal("postgres://user:secret@127.0.0.1:1/db", "Connection refused");
}

static void copies_a_store_in_use(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa");
    struct tb_error error;
    char file[128];

    (void)state;
    snprintf(file, sizeof file, "%s/copy.db", folder);
    if (on_postgres()) {
        assert_int_not_equal(store_backup(where, file, &error), TB_OK);
        assert_non_null(strstr(error.text, "pg_dump"));
        return;
    }
    loop_open(&loop);
    assert_int_equal(create(&loop, &game), STORE_OK);
    assert_int_equal(append(&loop, game.id, 1, 1), STORE_OK);
    assert_int_equal(store_backup(where, file, &error), TB_OK);
    assert_int_equal(append(&loop, game.id, 2, 2), STORE_OK);
    assert_int_not_equal(store_backup(where, file, &error), TB_OK);
    assert_non_null(strstr(error.text, "exists already"));
    assert_int_not_equal(store_backup("/nowhere/games.db", "/nowhere/copy.db", &error), TB_OK);
    loop_close(&loop);

    snprintf(where, sizeof where, "%s", file);
    loop_open(&loop);
    assert_int_equal(load(&loop, game.id, 0)->event_count, 1);
    loop_close(&loop);
}

/* ---- Many -------------------------------------------------------------------- */

static void create_many(struct loop *loop, int count)
{
    struct answers answers = {0};

    for (int i = 0; i < count; i++) {
        char id[ID_SIZE];

        snprintf(id, sizeof id, "game%d", i % 1000);
        struct stored_game game = game_of(id);

        store_create(loop->store, &game, on_written, &answers);
    }
    loop_until(loop, &answers.count, count);
    assert_int_equal(answers.kinds[STORE_OK], count);
}

static void request_many(struct loop *loop, int games, int first, int last, struct answers *answers)
{
    for (int seq = first; seq <= last; seq++)
        for (int i = 0; i < games; i++) {
            char id[ID_SIZE];

            snprintf(id, sizeof id, "game%d", i % 1000);
            request_append(loop, id, seq, (uint64_t)(seq * 1000 + i), answers);
        }
}

static void expect_many(struct loop *loop, int games, int count)
{
    for (int i = 0; i < games; i++) {
        char id[ID_SIZE];

        snprintf(id, sizeof id, "game%d", i % 1000);
        const struct copy *copy = load(loop, id, 0);

        assert_int_equal(copy->answer, STORE_OK);
        assert_int_equal(copy->event_count, count);
        for (int e = 0; e < count; e++) {
            assert_int_equal(copy->events[e].seq, e + 1);
            assert_true(copy->events[e].token == (uint64_t)((e + 1) * 1000 + i));
        }
    }
}

static void writes_many_together(void **state)
{
    struct loop loop;
    struct answers answers = {0};

    (void)state;
    loop_open(&loop);
    create_many(&loop, 50);
    request_many(&loop, 50, 1, 40, &answers);
    loop_until(&loop, &answers.count, 2000);
    assert_int_equal(answers.kinds[STORE_OK], 2000);
    assert_int_equal(store_waiting(loop.store), 0);
    expect_many(&loop, 50, 40);
    loop_close(&loop);
}

static void finishes_before_it_closes(void **state)
{
    struct loop loop;
    struct answers answers = {0};

    (void)state;
    loop_open(&loop);
    create_many(&loop, 10);
    request_many(&loop, 10, 1, 60, &answers);
    loop_close(&loop);
    assert_int_equal(answers.kinds[STORE_OK], 600);
    loop_open(&loop);
    expect_many(&loop, 10, 60);
    loop_close(&loop);
}

/* Appends to ten games for ever; writes the number of each round that is acknowledged. */
static void play_until_killed(int acknowledged)
{
    struct loop loop;
    struct answers answers = {0};

    loop_open(&loop);
    create_many(&loop, 10);
    for (int seq = 1;; seq++) {
        request_many(&loop, 10, seq, seq, &answers);
        loop_until(&loop, &answers.count, 10 * seq);
        if (answers.kinds[STORE_OK] != 10 * seq ||
            write(acknowledged, &seq, sizeof seq) != sizeof seq)
            _exit(1);
    }
}

static void survives_a_kill(void **state)
{
    struct loop loop;
    int line[2], rounds = 0;

    (void)state;
    assert_int_equal(pipe(line), 0);
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0)
        play_until_killed(line[1]);
    close(line[1]);
    while (read(line[0], &rounds, sizeof rounds) == sizeof rounds)
        if (rounds == 50)
            kill(child, SIGKILL); /* it may be some rounds further by now */
    close(line[0]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(rounds >= 50);

    loop_open(&loop);
    for (int i = 0; i < 10; i++) {
        char id[ID_SIZE];

        snprintf(id, sizeof id, "game%d", i);
        const struct copy *copy = load(&loop, id, 0);

        assert_in_range(copy->event_count, rounds, rounds + 1);
        assert_int_equal(copy->game.summary.seq, copy->event_count);
    }
    loop_close(&loop);
}

/* A request that the database will never take fails alone. */
static void refuses_one_of_many(void **state)
{
    struct loop loop;
    struct stored_game bad = game_of("zzzzzzzzzzzz");
    struct answers good_answers = {0}, bad_answers = {0};

    (void)state;
    only_on(true);
    loop_open(&loop);
    create_many(&loop, 10);
    snprintf(bad.seats[0].name, NAME_SIZE, "\xff\xfe");
    for (int i = 0; i < 3; i++) {
        request_many(&loop, 10, 1 + i, 1 + i, &good_answers);
        store_create(loop.store, &bad, on_written, &bad_answers);
    }
    loop_until(&loop, &good_answers.count, 30);
    loop_until(&loop, &bad_answers.count, 3);
    assert_int_equal(good_answers.kinds[STORE_OK], 30);
    assert_int_equal(bad_answers.kinds[STORE_FAILED], 3);
    assert_int_equal(load(&loop, bad.id, 0)->answer, STORE_MISSING);
    expect_many(&loop, 10, 3);
    loop_close(&loop);
}

/* ---- Requests that come to nothing ------------------------------------------- */

static void cancels(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa"), other = game_of("bbbbbbbbbbbb");
    struct answers answers = {0};

    (void)state;
    loop_open(&loop);
    create_many(&loop, 1);
    hold_writer(true); /* so that it cannot be faster than we are */
    struct request *request = store_create(loop.store, &game, on_written, &answers);

    store_create(loop.store, &other, on_written, &answers);
    store_cancel(loop.store, request);
    assert_int_equal(answers.kinds[STORE_FAILED], 1);
    hold_writer(false);
    loop_until(&loop, &answers.count, 2);
    assert_int_equal(answers.kinds[STORE_OK], 1);
    assert_int_equal(load(&loop, game.id, 0)->answer, STORE_MISSING);
    assert_int_equal(load(&loop, other.id, 0)->answer, STORE_OK);
    loop_close(&loop);
}

static bool disk_full;
static ssize_t (*real_write)(int file, const void *data, size_t size, off_t at);

static ssize_t write_or_fail(int file, const void *data, size_t size, off_t at)
{
    if (!disk_full)
        return real_write(file, data, size, at);
    errno = ENOSPC;
    return -1;
}

/* Puts our function in the place of SQLite's for writing at a place of a file. */
static void intercept_writes(void)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    const char *const names[] = {"pwrite", "pwrite64"};

    for (int i = 0; i < 2; i++) {
        sqlite3_syscall_ptr old = vfs->xGetSystemCall(vfs, names[i]);

        if (!old)
            continue;
        real_write = (ssize_t(*)(int, const void *, size_t, off_t))old;
        vfs->xSetSystemCall(vfs, names[i], (sqlite3_syscall_ptr)write_or_fail);
    }
    assert_non_null(real_write);
}

static void says_that_the_disk_is_full(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa"), other = game_of("bbbbbbbbbbbb");

    (void)state;
    only_on(false);
    intercept_writes();
    loop_open(&loop);
    assert_int_equal(create(&loop, &game), STORE_OK);
    disk_full = true;
    assert_int_equal(create(&loop, &other), STORE_FAILED);
    assert_int_equal(append(&loop, game.id, 1, 1), STORE_FAILED);
    assert_int_equal(probe(&loop), STORE_FAILED);
    loop_until(&loop, &loop.troubles, 1);
    assert_int_equal(load(&loop, game.id, 0)->event_count, 0);
    disk_full = false;
    assert_int_equal(probe(&loop), STORE_OK);
    assert_int_equal(append(&loop, game.id, 1, 1), STORE_OK);
    assert_int_equal(load(&loop, other.id, 0)->answer, STORE_MISSING);
    loop_close(&loop);
}

/* ---- Several processes, and a database that goes away ------------------------ */

static void tells_other_servers(void **state)
{
    struct loop here, there;
    struct stored_game game = game_of("aaaaaaaaaaaa");

    (void)state;
    only_on(true);
    loop_open(&here);
    loop_open(&there);
    assert_int_equal(create(&here, &game), STORE_OK);
    assert_int_equal(append(&here, game.id, 1, 11), STORE_OK);
    loop_until(&there, &there.changes, 1);
    assert_string_equal(there.changed, game.id);
    assert_int_equal(there.changed_seq, 1);

    assert_int_equal(append(&there, game.id, 1, 21), STORE_CONFLICT);
    assert_int_equal(append(&there, game.id, 2, 22), STORE_OK);
    loop_until(&here, &here.changes, 2);
    assert_int_equal(here.changed_seq, 2);

    store_record_outage(here.store, (struct outage){3000, 4000}); /* the other one hears of it */
    loop_until(&there, &there.outages, 1);
    assert_int_equal(there.outage.from, 3000);
    assert_int_equal(load(&here, game.id, 0)->outage_count, 1);

    struct remote_presence note = {
        .id = "aaaaaaaaaaaa", .here = 3, .watchers = 7, .asks = true, .speaker = 2, .phrase = 12};

    store_share_presence(here.store, &note);
    loop_until(&there, &there.notes, 1);
    assert_string_equal(there.note.id, note.id);
    assert_int_equal(there.note.here, 3);
    assert_int_equal(there.note.watchers, 7);
    assert_true(there.note.asks);
    assert_int_equal(there.note.speaker, 2);
    assert_int_equal(there.note.phrase, 12);
    loop_close(&here);
    loop_close(&there);
}

/* Both write the same numbers of the same games as fast as they can; one wins each. */
static void lets_one_of_two_servers_win(void **state)
{
    struct loop here, there;
    struct answers left = {0}, right = {0};

    (void)state;
    only_on(true);
    loop_open(&here);
    loop_open(&there);
    create_many(&here, 20);
    for (int seq = 1; seq <= 20; seq++) {
        for (int i = 0; i < 20; i++) {
            char id[ID_SIZE];

            snprintf(id, sizeof id, "game%d", seq % 2 ? i : 19 - i);
            request_append(&here, id, seq, (uint64_t)(seq * 1000 + i), &left);
            snprintf(id, sizeof id, "game%d", i);
            request_append(&there, id, seq, (uint64_t)(seq * 1000 + 500 + i), &right);
        }
        loop_until(&here, &left.count, 20 * seq);
        loop_until(&there, &right.count, 20 * seq);
    }
    assert_int_equal(left.kinds[STORE_OK] + right.kinds[STORE_OK], 400);
    assert_int_equal(left.kinds[STORE_CONFLICT] + right.kinds[STORE_CONFLICT], 400);
    loop_close(&here);
    loop_close(&there);
}

/* Whoever asks is told within seconds; what was asked is not done later. */
static void gives_up_on_a_database_that_is_away(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa");
    struct answers answers = {0};

    (void)state;
    only_on(true);
    loop_open(&loop);
    assert_int_equal(create(&loop, &game), STORE_OK);
    control("stop");
    request_append(&loop, game.id, 1, 1, &answers);
    assert_int_equal(load(&loop, game.id, 0)->answer, STORE_FAILED);
    loop_until(&loop, &loop.troubles, 1);
    assert_false(store_healthy(loop.store));
    assert_int_equal(probe(&loop), STORE_FAILED);
    loop_until(&loop, &answers.count, 1);
    assert_int_equal(answers.last, STORE_FAILED);
    assert_int_equal(store_waiting(loop.store), 0);
    control("start");
    loop_until(&loop, &loop.recoveries, 1);
    loop_until(&loop, &loop.outages, 1);
    loop_until(&loop, &loop.lost, 1);
    assert_int_equal(probe(&loop), STORE_OK);
    assert_int_equal(load(&loop, game.id, 0)->event_count, 0);
    assert_int_equal(append(&loop, game.id, 1, 2), STORE_OK);
    loop_close(&loop);
}

/* Stops the processes that serve our connections, or lets them go on. */
static void signal_backends(int signal)
{
    PGconn *connection = PQconnectdb(where);
    PGresult *rows = PQexec(connection, "SELECT pid FROM pg_stat_activity"
                                        " WHERE application_name = 'tablier'");

    assert_true(PQntuples(rows) > 0);
    for (int i = 0; i < PQntuples(rows); i++)
        assert_int_equal(kill(atoi(PQgetvalue(rows, i, 0)), signal), 0);
    PQclear(rows);
    PQfinish(connection);
}

static void gives_up_on_a_database_that_hangs(void **state)
{
    struct loop loop;
    struct stored_game first = game_of("aaaaaaaaaaaa"), second = game_of("bbbbbbbbbbbb");
    struct answers answers = {0};

    (void)state;
    only_on(true);
    loop_open(&loop);
    assert_int_equal(create(&loop, &first), STORE_OK);
    signal_backends(SIGSTOP);
    store_create(loop.store, &second, on_written, &answers);
    request_append(&loop, first.id, 1, 1, &answers);
    assert_int_equal(probe(&loop), STORE_FAILED);
    loop_until(&loop, &answers.count, 2);
    assert_int_equal(answers.kinds[STORE_FAILED], 2);
    signal_backends(SIGCONT);
    for (int i = 0; i < 20 && probe(&loop) != STORE_OK; i++)
        ;
    assert_int_equal(load(&loop, second.id, 0)->answer, STORE_MISSING);
    assert_int_equal(load(&loop, first.id, 0)->event_count, 0);
    assert_int_equal(append(&loop, first.id, 1, 2), STORE_OK);
    loop_close(&loop);
}

static void loses_nothing_when_the_database_crashes(void **state)
{
    enum { GAMES = 20, ROUNDS = 80 };
    struct loop loop;
    struct answers answers = {0};

    (void)state;
    only_on(true);
    loop_open(&loop);
    create_many(&loop, GAMES);
    for (int seq = 1; seq <= ROUNDS; seq++) {
        request_many(&loop, GAMES, seq, seq, &answers);
        if (seq % 40 == 20)
            control("restart"); /* with all of these under way */
        loop_until(&loop, &answers.count, GAMES * (seq - 1));
    }
    loop_until(&loop, &answers.count, GAMES * ROUNDS);
    assert_int_equal(answers.kinds[STORE_OK], GAMES * ROUNDS);
    expect_many(&loop, GAMES, ROUNDS);
    loop_close(&loop);
}

/* The connection is cut, not the database: what was sent last may be done or not. */
static void loses_nothing_when_lines_are_cut(void **state)
{
    enum { GAMES = 20, ROUNDS = 100 };
    struct loop loop;
    struct answers answers = {0};

    (void)state;
    only_on(true);
    loop_open(&loop);
    create_many(&loop, GAMES);
    for (int seq = 1; seq <= ROUNDS; seq++) {
        request_many(&loop, GAMES, seq, seq, &answers);
        if (seq % 5 == 0)
            execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE application_name = 'tablier'");
        loop_until(&loop, &answers.count, GAMES * (seq - 1));
    }
    loop_until(&loop, &answers.count, GAMES * ROUNDS);
    assert_int_equal(answers.kinds[STORE_OK], GAMES * ROUNDS);
    expect_many(&loop, GAMES, ROUNDS);
    loop_close(&loop);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_place, remove_place)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(creates),
        TEST(appends),
        TEST(conflicts),
        TEST(knows_a_repeated_event),
        TEST(creates_a_successor_with_its_event),
        TEST(loads_what_is_new),
        TEST(lists),
        TEST(lists_page_by_page),
        TEST(finds_parts_of_names),
        TEST(searches_without_looking_at_every_game),
        TEST(finds_what_is_due),
        TEST(records_outages),
        TEST(charges_nothing_for_a_restart),
        TEST(charges_nothing_for_a_stall),
        TEST(time_never_goes_back),
        TEST(refuses_a_newer_store),
        TEST(migrates_an_older_store),
        TEST(refuses_what_is_not_a_store),
        TEST(refuses_a_damaged_store),
        TEST(refuses_places_that_cannot_be_written),
        TEST(keeps_the_file_to_its_owner),
        TEST(refuses_a_second_server_on_a_file),
        TEST(refuses_addresses_that_lead_nowhere),
        TEST(copies_a_store_in_use),
        TEST(writes_many_together),
        TEST(finishes_before_it_closes),
        TEST(survives_a_kill),
        TEST(refuses_one_of_many),
        TEST(tells_other_servers),
        TEST(lets_one_of_two_servers_win),
        TEST(gives_up_on_a_database_that_is_away),
        TEST(gives_up_on_a_database_that_hangs),
        TEST(cancels),
        TEST(says_that_the_disk_is_full),
        TEST(loses_nothing_when_the_database_crashes),
        TEST(loses_nothing_when_lines_are_cut),
    };

    return test_main(argc, argv, tests, (int)(sizeof tests / sizeof *tests));
}
