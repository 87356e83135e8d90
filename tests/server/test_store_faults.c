/*
 * test_store_faults.c - the store: many requests at once, requests that come to nothing, several
 * processes, a database that goes away.
 */
#include "server/store_fixture.h"

#include <errno.h>
#include <libpq-fe.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Many -------------------------------------------------------------------- */

static void create_many(struct loop *loop, int count)
{
    struct answers answers = {0};

    for (int i = 0; i < count; i++) {
        char id[ID_SIZE];

        snprintf(id, sizeof id, "game%d", i % 1000);
        struct stored_game game = game_of(id);

        store_create(loop->store, &game, NULL, on_written, &answers);
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

/* Appends to ten games until killed; writes the number of each round that is acknowledged. */
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
        store_create(loop.store, &bad, NULL, on_written, &bad_answers);
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
    struct request *request = store_create(loop.store, &game, NULL, on_written, &answers);

    store_create(loop.store, &other, NULL, on_written, &answers);
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
    struct stored_game game = game_of("aaaaaaaaaaaa"), clocked = clocked_game("bbbbbbbbbbbb");

    (void)state;
    only_on(true);
    loop_open(&here);
    loop_open(&there);
    assert_int_equal(create(&here, &game), STORE_OK);
    assert_int_equal(create(&here, &clocked), STORE_OK);
    assert_int_equal(append(&here, game.id, 1, 11), STORE_OK);
    loop_until(&there, &there.changes, 1);
    assert_string_equal(there.changed, game.id);
    assert_int_equal(there.changed_seq, 1);

    assert_int_equal(append(&there, game.id, 1, 21), STORE_CONFLICT);
    assert_int_equal(append(&there, game.id, 2, 22), STORE_OK);
    loop_until(&here, &here.changes, 2);
    assert_int_equal(here.changed_seq, 2);

    store_record_outage(here.store, (struct outage){3000, 4000}); /* the other one is notified */
    loop_until(&there, &there.outages, 1);
    assert_int_equal(there.outage.from, 3000);
    assert_int_equal(load(&here, clocked.id, 0)->outage_count, 1);

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
    store_create(loop.store, &second, NULL, on_written, &answers);
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

int main(int argc, char **argv)
{
    /* Those of PostgreSQL alone come last: without a database the program does not have them, and
     * no test is skipped in silence. */
    enum { OF_POSTGRES = 7 };
    const struct CMUnitTest tests[] = {
        STORE_TEST(writes_many_together),
        STORE_TEST(finishes_before_it_closes),
        STORE_TEST(survives_a_kill),
        STORE_TEST(cancels),
        STORE_TEST(says_that_the_disk_is_full),
        STORE_TEST(refuses_one_of_many),
        STORE_TEST(tells_other_servers),
        STORE_TEST(lets_one_of_two_servers_win),
        STORE_TEST(gives_up_on_a_database_that_is_away),
        STORE_TEST(gives_up_on_a_database_that_hangs),
        STORE_TEST(loses_nothing_when_the_database_crashes),
        STORE_TEST(loses_nothing_when_lines_are_cut),
    };

    return test_main(argc, argv, tests, COUNT(tests) - (on_postgres() ? 0 : OF_POSTGRES));
}
