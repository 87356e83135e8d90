/* test_store_files.c - the store: time that nobody is charged for, schemas, files. */
#include "server/store_fixture.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    struct stored_game old = clocked_game("aaaaaaaaaaaa"), young = clocked_game("bbbbbbbbbbbb");
    struct stored_game timeless = game_of("cccccccccccc");

    (void)state;
    loop_open(&loop);
    assert_int_equal(create(&loop, &old), STORE_OK);
    assert_int_equal(create(&loop, &timeless), STORE_OK);
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
    assert_int_equal(load(&loop, timeless.id, 0)->outage_count, 0); /* needs none */
    loop_close(&loop);
}

/* However short: a server that is started again at once has been away, too. */
static void charges_nothing_for_a_restart(void **state)
{
    struct loop loop;
    struct stored_game game = clocked_game("aaaaaaaaaaaa");

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

    store_create(loop.store, &other, NULL, on_written, &answers);
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

/* Removes the tables of ratings: older stores do not have them. */
static void drop_ratings(void)
{
    execute(on_postgres() ? "DROP TABLE tablier.results, tablier.ratings, tablier.rating_log,"
                            " tablier.rating_lists, tablier.rating_worker"
                          : "DROP TABLE results; DROP TABLE ratings; DROP TABLE rating_log;"
                            "DROP TABLE rating_lists; DROP TABLE rating_worker");
}

/* Takes out what the members' version of the schema and those after it have added. */
static void drop_members(void)
{
    static const char *const tables[] = {
        "seeks",   "balances",  "conduct", "challenges", "sessions", "tokens", "passkeys",
        "members", "name_keys", "follows", "ceremonies", "blocks",   "barred", "acts",
        "sitters", "devices"};
    char sql[64];

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        snprintf(sql, sizeof sql, "DROP TABLE %s%s", on_postgres() ? "tablier." : "", tables[i]);
        execute(sql);
    }
    execute(on_postgres() ? "ALTER TABLE tablier.seats DROP COLUMN member;"
                            "ALTER TABLE tablier.summaries DROP COLUMN turn"
                          : "DROP INDEX seats_member; ALTER TABLE seats DROP COLUMN member;"
                            "ALTER TABLE summaries DROP COLUMN turn");
}

static void migrates_an_older_store(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa");

    (void)state;
    loop_open(&loop);
    assert_int_equal(create(&loop, &game), STORE_OK);
    loop_close(&loop);
    drop_ratings();
    drop_members();
    execute(on_postgres()
                ? "DROP TABLE tablier.alive, tablier.outages;"
                  "ALTER TABLE tablier.events DROP COLUMN spent;"
                  "DROP TABLE tablier.name_parts; DROP INDEX tablier.summaries_rules;"
                  "ALTER TABLE tablier.version DROP COLUMN store;"
                  "ALTER TABLE tablier.seats DROP COLUMN folded;"
                  "ALTER TABLE tablier.seats DROP COLUMN invitation;"
                  "UPDATE tablier.version SET version = 1"
                : "DROP TABLE alive; DROP TABLE outages;"
                  "ALTER TABLE events DROP COLUMN spent;"
                  "ALTER TABLE seats DROP COLUMN invitation;"
                  "DROP TABLE name_parts; DROP INDEX summaries_rules; PRAGMA user_version = 1");
    loop_open(&loop);
    const struct stored_game *migrated = &load(&loop, game.id, 0)->game;

    assert_in_range(migrated->summary.due - game.summary.updated, 600000, 2592000000); /* expires */
    game.summary.due = migrated->summary.due;
    assert_same_game(migrated, &game);
    expect_list(&loop, (struct list_query){.status = GAME_OPEN, .name = "lise"}, "aaaaaaaaaaaa ");
    assert_int_equal(append(&loop, game.id, 1, 1), STORE_OK);
    loop_close(&loop);
    loop_open(&loop); /* and has nothing to do the next time */
    assert_int_equal(load(&loop, game.id, 0)->event_count, 1);
    loop_close(&loop);
}

enum { KEPT_GAMES = 120, KEPT_EVENTS = 9 };

struct kept {
    struct stored_game game;
    int event_count;
    struct stored_event events[KEPT_EVENTS];
};

/* Games of all kinds, each with up to KEPT_EVENTS events. */
static void fill_store(struct loop *loop, struct kept *kept)
{
    for (int i = 0; i < KEPT_GAMES; i++) {
        char id[ID_SIZE];

        snprintf(id, sizeof id, "game%08d", i);
        struct stored_game game = i % 3 ? game_of(id) : clocked_game(id);

        game.listed = i % 4 != 0;
        game.summary.status = (enum game_status)(i % 4);
        game.seats[0].taken = game.summary.status != GAME_OPEN;
        assert_int_equal(create(loop, &game), STORE_OK);
        for (int seq = 1; seq <= i % (KEPT_EVENTS + 1); seq++)
            assert_int_equal(append(loop, id, seq, (uint64_t)(100 * i + seq)), STORE_OK);
        const struct copy *copy = load(loop, id, 0);

        kept[i].game = copy->game;
        kept[i].event_count = copy->event_count;
        memcpy(kept[i].events, copy->events, sizeof kept[i].events);
    }
}

static void assert_same_event(const struct stored_event *a, const struct stored_event *b)
{
    assert_int_equal(a->seq, b->seq);
    assert_int_equal(a->at, b->at);
    assert_int_equal(a->seat, b->seat);
    assert_int_equal(a->spent, b->spent);
    assert_string_equal(a->kind, b->kind);
    assert_string_equal(a->data, b->data);
}

/* The version before members, and what it has stored: each game, seat and event is the same
 * afterwards, and games go on. */
static void keeps_every_game_of_the_last_version(void **state)
{
    static struct kept kept[KEPT_GAMES];
    struct loop loop;

    (void)state;
    loop_open(&loop);
    fill_store(&loop, kept);
    loop_close(&loop);
    drop_ratings();
    drop_members();
    execute(on_postgres() ? "UPDATE tablier.version SET version = 8" : "PRAGMA user_version = 7");
    loop_open(&loop);
    for (int i = 0; i < KEPT_GAMES; i++) {
        const struct kept *before = &kept[i];
        const struct copy *after = load(&loop, before->game.id, 0);

        assert_same_game(&after->game, &before->game);
        assert_int_equal(before->event_count, i % (KEPT_EVENTS + 1));
        assert_int_equal(after->event_count, before->event_count);
        for (int j = 0; j < after->event_count; j++)
            assert_same_event(&after->events[j], &before->events[j]);
        assert_int_equal(append(&loop, before->game.id, before->event_count + 1, 1), STORE_OK);
    }
    loop_close(&loop);
}

/* Names that an older program has stored are found by their parts, without case and accents. */
static void folds_the_names_of_an_older_store(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa"), plain = game_of("bbbbbbbbbbbb");

    (void)state;
    strcpy(game.seats[0].name, "\xc3\x89va \xc5\x81\xc3\x93\xc5\xba");
    strcpy(plain.seats[0].name, "Eva");
    loop_open(&loop);
    assert_int_equal(create(&loop, &game), STORE_OK);
    assert_int_equal(create(&loop, &plain), STORE_OK);
    loop_close(&loop);
    drop_ratings();
    drop_members();
    execute(on_postgres()
                ? "ALTER TABLE tablier.seats DROP COLUMN folded, DROP COLUMN invitation;"
                  "DELETE FROM tablier.name_parts;"
                  "UPDATE tablier.summaries s SET names = (SELECT string_agg(lower(name), E'\\n')"
                  " FROM tablier.seats WHERE game = s.game);"
                  "INSERT INTO tablier.name_parts SELECT DISTINCT substr(lower(name), n, 8), game"
                  " FROM tablier.seats, generate_series(1, length(name)) n;"
                  "UPDATE tablier.version SET version = 5"
                : "ALTER TABLE seats DROP COLUMN invitation;"
                  "UPDATE summaries SET names = (SELECT group_concat(lower(name), char(10))"
                  " FROM seats WHERE game = summaries.game);"
                  "DELETE FROM name_parts;"
                  "WITH RECURSIVE ends(game, name) AS (SELECT game, lower(name) FROM seats"
                  " WHERE name <> '' UNION ALL SELECT game, substr(name, 2) FROM ends"
                  " WHERE length(name) > 1) INSERT OR IGNORE INTO name_parts (part, game)"
                  " SELECT substr(name, 1, 8), game FROM ends;"
                  "PRAGMA user_version = 4");
    loop_open(&loop);
    expect_list(&loop, (struct list_query){.status = GAME_OPEN, .name = "\xc3\xa9VA"},
                "bbbbbbbbbbbb aaaaaaaaaaaa ");
    expect_list(&loop, (struct list_query){.status = GAME_OPEN, .name = "eva \xc5\x82oz"},
                "aaaaaaaaaaaa ");
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

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(records_outages),
        STORE_TEST(charges_nothing_for_a_restart),
        STORE_TEST(charges_nothing_for_a_stall),
        STORE_TEST(time_never_goes_back),
        STORE_TEST(refuses_a_newer_store),
        STORE_TEST(migrates_an_older_store),
        STORE_TEST(keeps_every_game_of_the_last_version),
        STORE_TEST(folds_the_names_of_an_older_store),
        STORE_TEST(refuses_what_is_not_a_store),
        STORE_TEST(refuses_a_damaged_store),
        STORE_TEST(refuses_places_that_cannot_be_written),
        STORE_TEST(keeps_the_file_to_its_owner),
        STORE_TEST(refuses_a_second_server_on_a_file),
        STORE_TEST(refuses_addresses_that_lead_nowhere),
        STORE_TEST(copies_a_store_in_use),
    };

    return test_main(argc, argv, tests, (int)(sizeof tests / sizeof *tests));
}
