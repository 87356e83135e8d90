/*
 * test_store_works.c - the store: SQL beside games, by itself and together with writes. Each test
 * starts with an empty store; see server/store_fixture.h for where it is.
 */
#include "server/store/db.h"
#include "server/store_fixture.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* A row of the table that the works here use, and what they do. */
struct thing {
    struct answers answers; /* of on_written() */
    int64_t number, changes;
    double real;
    char text[32];
    unsigned char bytes[8];
    size_t size;
    bool null;
    enum store_answer answer; /* of the work */
    int count, released;
    atomic_int runs;
};

static void make_things(void)
{
    execute(on_postgres() ? "CREATE TABLE tablier.things (number bigint PRIMARY KEY,"
                            " real double precision, text text, bytes bytea)"
                          : "CREATE TABLE things (number INTEGER PRIMARY KEY,"
                            " real DOUBLE PRECISION, text TEXT, bytes BLOB)");
}

static enum store_answer add_thing(struct db *db, void *context)
{
    struct thing *thing = context;

    atomic_fetch_add(&thing->runs, 1);
    db_run(db, "INSERT INTO things VALUES ($1, $2, $3, $4)", "idtb", thing->number, thing->real,
           thing->null ? NULL : thing->text, (const void *)thing->bytes, thing->size);
    thing->changes = db_changes(db);
    return thing->answer;
}

static bool take_thing(void *context, const struct db_row_view *row)
{
    struct thing *thing = context;
    const void *bytes = row_blob(row, 3, &thing->size);

    thing->count++;
    thing->number = row_int(row, 0);
    thing->real = row_real(row, 1);
    snprintf(thing->text, sizeof thing->text, "%s", row_text(row, 2));
    thing->null = row_null(row, 2);
    if (thing->size > 0 && thing->size <= sizeof thing->bytes)
        memcpy(thing->bytes, bytes, thing->size);
    return true;
}

static enum store_answer find_thing(struct db *db, void *context)
{
    struct thing *thing = context;

    thing->count = 0;
    db_query(db, take_thing, thing,
             "SELECT number, real, text, bytes FROM things WHERE number = $1", "i", thing->number);
    return thing->count > 0 ? STORE_OK : STORE_MISSING;
}

static enum store_answer transact(struct loop *loop, struct thing *thing)
{
    store_transact(loop->store, add_thing, on_written, thing);
    loop_until(loop, &thing->answers.count, 1);
    return thing->answers.last;
}

static struct thing find(struct loop *loop, int64_t number)
{
    struct thing thing = {.number = number};

    store_ask(loop->store, find_thing, on_written, &thing);
    loop_until(loop, &thing.answers.count, 1);
    assert_int_equal(thing.answers.last, thing.count > 0 ? STORE_OK : STORE_MISSING);
    return thing;
}

static void open_with_things(struct loop *loop)
{
    loop_open(loop);
    make_things();
}

/* ---- By themselves ----------------------------------------------------------------- */

static void keeps_what_a_work_writes(void **state)
{
    struct loop loop;
    struct thing thing = {.number = INT64_MIN, .real = 0.1 + 0.2, .text = "l'\xc3\xa9t\xc3\xa9; --",
                          .bytes = {0, 255, '\'', 0, 92}, .size = 5};
    struct thing empty = {.number = 2, .real = -1e-300, .null = true};

    (void)state;
    open_with_things(&loop);
    assert_int_equal(transact(&loop, &thing), STORE_OK);
    assert_int_equal(thing.changes, 1);
    assert_int_equal(transact(&loop, &empty), STORE_OK);
    struct thing found = find(&loop, INT64_MIN), nothing = find(&loop, 2);

    assert_true(found.real == thing.real); /* to the last bit */
    assert_string_equal(found.text, thing.text);
    assert_int_equal(found.size, 5);
    assert_memory_equal(found.bytes, thing.bytes, 5);
    assert_false(found.null);
    assert_true(nothing.null && nothing.real == -1e-300);
    assert_string_equal(nothing.text, "");
    assert_int_equal(nothing.size, 0);
    assert_int_equal(find(&loop, 3).count, 0);
    loop_close(&loop);
}

/* Three in one transaction or in several: the one in the middle does not matter to the others. */
static void undoes_only_a_work_that_fails(void **state)
{
    static const struct {
        int64_t numbers[3];
        enum store_answer answer, expected;
    } cases[] = {
        {{1, 2, 3}, STORE_CONFLICT, STORE_CONFLICT}, /* it says so itself */
        {{4, 1, 6}, STORE_OK, STORE_FAILED},         /* the database refuses: 1 exists */
    };
    struct loop loop;

    (void)state;
    open_with_things(&loop);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct thing things[3] = {{.answer = STORE_OK}, {.answer = cases[i].answer}};

        for (int j = 0; j < 3; j++) {
            things[j].number = cases[i].numbers[j];
            store_transact(loop.store, add_thing, on_written, &things[j]);
        }
        for (int j = 0; j < 3; j++) {
            loop_until(&loop, &things[j].answers.count, 1);
            enum store_answer expected = j == 1 ? cases[i].expected : STORE_OK;

            assert_int_equal(things[j].answers.last, expected);
        }
    }
    for (int64_t number = 1; number <= 6; number++)
        assert_int_equal(find(&loop, number).count, number != 2 && number != 5);
    loop_close(&loop);
}

static enum store_answer go_on_after_failure(struct db *db, void *context)
{
    struct thing *thing = context;

    assert_false(db_failed(db));
    assert_int_equal(
        db_run(db, "INSERT INTO things (number) VALUES ($1), ($1)", "i", thing->number),
        BACKEND_REFUSED);
    assert_true(db_failed(db));
    assert_int_equal(db_number(db, -1, "SELECT 7", ""), -1);
    return STORE_OK;
}

static void fails_once_a_statement_has(void **state)
{
    struct loop loop;
    struct thing thing = {.number = 4}, after = {.number = 5};

    (void)state;
    open_with_things(&loop);
    store_transact(loop.store, go_on_after_failure, on_written, &thing);
    loop_until(&loop, &thing.answers.count, 1);
    assert_int_equal(thing.answers.last, STORE_FAILED);
    assert_int_equal(find(&loop, 4).count, 0);
    assert_int_equal(transact(&loop, &after), STORE_OK);
    loop_close(&loop);
}

static void asks_without_writing(void **state)
{
    struct loop loop;
    struct thing thing = {.number = 4};

    (void)state;
    open_with_things(&loop);
    store_ask(loop.store, add_thing, on_written, &thing);
    loop_until(&loop, &thing.answers.count, 1);
    assert_int_equal(thing.answers.last, STORE_FAILED);
    assert_int_equal(find(&loop, 4).count, 0);
    loop_close(&loop);
}

/* A work is not begun after the caller has been told that it failed. */
static void gives_up_a_work_before_it_begins(void **state)
{
    struct loop loop;
    struct thing thing = {.number = 4}, after = {.number = 5};
    struct stored_game game = game_of("aaaaaaaaaaaa");
    struct answers created = {0};

    (void)state;
    open_with_things(&loop);
    hold_writer(true);
    store_create(loop.store, &game, NULL, on_written, &created); /* waits, and the work with it */
    store_transact(loop.store, add_thing, on_written, &thing);
    loop_until(&loop, &thing.answers.count, 1);
    bool begun = atomic_load(&thing.runs) > 0;
    enum store_answer answer = thing.answers.last;

    hold_writer(false);
    assert_int_equal(transact(&loop, &after), STORE_OK);
    assert_int_equal(find(&loop, 4).count, answer == STORE_OK);
    assert_true(begun || atomic_load(&thing.runs) == 0);
    loop_until(&loop, &created.count, 1);
    loop_close(&loop);
}

/* ---- With a write ------------------------------------------------------------------ */

static void release_thing(void *context)
{
    ((struct thing *)context)->released++;
}

static struct also with(struct thing *thing)
{
    return (struct also){.work = add_thing, .context = thing, .release = release_thing};
}

static enum store_answer append_with(struct loop *loop, const char *id, int64_t seq, uint64_t token,
                                     struct thing *thing)
{
    struct stored_event event = event_of(seq, token);
    struct summary summary = summary_of(seq);

    return append_all(
        loop,
        &(struct append){.id = id, .event = &event, .summary = &summary, .also = with(thing)});
}

static void writes_both_or_neither(void **state)
{
    struct loop loop;
    struct stored_game game = game_of("aaaaaaaaaaaa");
    struct thing first = {.number = 1}, again = {.number = 2}, rival = {.number = 3},
                 unwilling = {.number = 4, .answer = STORE_CONFLICT}, broken = {.number = 1},
                 last = {.number = 5};

    (void)state;
    open_with_things(&loop);
    assert_int_equal(create(&loop, &game), STORE_OK);
    assert_int_equal(append_with(&loop, game.id, 1, 11, &first), STORE_OK);
    assert_int_equal(first.released, 1);
    assert_int_equal(append_with(&loop, game.id, 1, 11, &again), STORE_OK); /* told twice */
    assert_int_equal(atomic_load(&again.runs), 0);
    assert_int_equal(append_with(&loop, game.id, 1, 12, &rival), STORE_CONFLICT);
    assert_int_equal(atomic_load(&rival.runs), 0);
    assert_int_equal(append_with(&loop, game.id, 2, 13, &unwilling), STORE_CONFLICT);
    assert_int_equal(append_with(&loop, game.id, 2, 14, &broken), STORE_FAILED);
    assert_int_equal(load(&loop, game.id, 0)->event_count, 1);
    assert_int_equal(load(&loop, game.id, 0)->game.summary.seq, 1);
    assert_int_equal(append_with(&loop, game.id, 2, 15, &last), STORE_OK);
    assert_int_equal(again.released + rival.released + unwilling.released + broken.released, 4);
    for (int64_t i = 1; i <= 5; i++)
        assert_int_equal(find(&loop, i).count, i == 1 || i == 5);
    loop_close(&loop);
}

static void creates_both_or_neither(void **state)
{
    struct loop loop;
    struct stored_game games[] = {game_of("aaaaaaaaaaaa"), game_of("bbbbbbbbbbbb"),
                                  game_of("cccccccccccc")};
    struct thing things[] = {{.number = 1}, {.number = 2, .answer = STORE_CONFLICT}, {.number = 3}};

    (void)state;
    open_with_things(&loop);
    for (int i = 0; i < 3; i++) { /* together, in any number of transactions */
        struct also also = with(&things[i]);

        store_create(loop.store, &games[i], &also, on_written, &things[i]);
    }
    for (int i = 0; i < 3; i++) {
        loop_until(&loop, &things[i].answers.count, 1);
        enum store_answer expected = i == 1 ? STORE_CONFLICT : STORE_OK;

        assert_int_equal(things[i].answers.last, expected);
        assert_int_equal(find(&loop, i + 1).count, i != 1);
        assert_int_equal(load(&loop, games[i].id, 0)->answer, i == 1 ? STORE_MISSING : STORE_OK);
        assert_int_equal(things[i].released, 1);
    }
    loop_close(&loop);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(keeps_what_a_work_writes),
        STORE_TEST(undoes_only_a_work_that_fails),
        STORE_TEST(fails_once_a_statement_has),
        STORE_TEST(asks_without_writing),
        STORE_TEST(gives_up_a_work_before_it_begins),
        STORE_TEST(writes_both_or_neither),
        STORE_TEST(creates_both_or_neither),
    };

    return test_main(argc, argv, tests, (int)(sizeof tests / sizeof *tests));
}
