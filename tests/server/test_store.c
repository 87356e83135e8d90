/*
 * test_store.c - the store: writing, reading back, lists and searches. Each test starts with an
 * empty one; see server/store_fixture.h for where it is.
 */
#include "server/common/name.h"
#include "server/store_fixture.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    struct summary summary = {
        .status = GAME_OVER, .seq = 1, .moves = 7, .result = "1 3", .updated = 4000, .due = 5000};
    struct stored_seat occupant = {
        .taken = true, .name = "Zo\xc3\xab", .hash = {0, 9, 0}, .invitation = {7, 0, 255}};

    (void)state;
    loop_open(&loop);
    assert_int_equal(create(&loop, &game), STORE_OK);
    assert_int_equal(append_all(&loop, &(struct append){.id = game.id,
                                                        .event = &event,
                                                        .summary = &summary,
                                                        .seat = 2,
                                                        .occupant = &occupant}),
                     STORE_OK);
    game.seats[1] = occupant;
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
    struct append append = {
        .id = game.id, .event = &event, .summary = &summary, .successor = &next};

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
        store_create(loop->store, &game, NULL, on_written, &answers);
        if (i % 100 == 99)
            loop_until(loop, &answers.count, i + 1); /* none must wait too long */
    }
    loop_until(loop, &answers.count, SEARCHED);
    assert_int_equal(answers.kinds[STORE_OK], SEARCHED);
}

/* Is the pattern part of a game's name, whatever its case and accents? */
static bool has_name(int number, const char *pattern)
{
    char name[NAME_SIZE], folded[FOLDED_SIZE], part[FOLDED_SIZE];

    name_of(number, name);
    name_fold(name, folded);
    name_fold(pattern, part);
    return strstr(folded, part) != NULL;
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
    static const char *const patterns[] = {"a",       "o",          "an",
                                           "anan",    "chichi",     "\xc3\xa9",
                                           "x",       "gorgorfu",   "gorgorfu\xc3\xa9li",
                                           "fub",     "\xc3\x89LI", "eli",
                                           "GORgor",  "e\xcc\x81l", "bechifu\xc3\xa9li",
                                           "bechifux"};
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

/* ---- The lobby and the archive --------------------------------------------------- */

/* Holds up the first list that is read after it was asked to. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static atomic_int to_hold, held;

static int wait_at_the_gate(unsigned kind, void *context, void *statement, void *text)
{
    (void)kind;
    (void)context;
    (void)statement;
    if (strstr(text, "summaries") && strncmp(text, "WITH", 4) == 0 &&
        atomic_exchange(&to_hold, 0) > 0) {
        atomic_store(&held, 1);
        pthread_mutex_lock(&gate);
        pthread_mutex_unlock(&gate);
    }
    return 0;
}

static int guard_connection(sqlite3 *db, const char **error, const struct sqlite3_api_routines *api)
{
    (void)error;
    (void)api;
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, wait_at_the_gate, NULL);
}

static void on_answer(void *context, enum store_answer answer, const struct listed *listed)
{
    (void)listed;
    on_written(context, answer);
}

/* Whoever looks for a game does not wait for those who look at finished ones. */
static void lists_the_lobby_while_the_archive_is_searched(void **state)
{
    const struct list_query lobby = {.status = GAME_OPEN, .limit = 5};
    const struct list_query archive = {.status = GAME_OVER, .limit = 5};
    struct answers found = {0}, listed = {0};
    struct loop loop;

    (void)state;
    only_on(false);
    sqlite3_auto_extension((void (*)(void))guard_connection);
    loop_open(&loop);
    pthread_mutex_lock(&gate);
    atomic_store(&to_hold, 1);
    store_list(loop.store, &archive, on_answer, &found);
    while (!atomic_load(&held))
        usleep(1000);
    /* On a machine that is too slow for the store's timeout it is asked again. */
    for (int i = 0; i < 20 && !listed.kinds[STORE_OK]; i++) {
        store_list(loop.store, &lobby, on_answer, &listed);
        loop_until(&loop, &listed.count, i + 1);
    }
    pthread_mutex_unlock(&gate);
    loop_until(&loop, &found.count, 1);
    assert_int_equal(listed.kinds[STORE_OK], 1);
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
    expect_due(&loop, 9, 0, 10, "");
    expect_due(&loop, 20, 0, 10, "b d ");
    expect_due(&loop, 1000, 0, 2, "b d ");
    expect_due(&loop, 1000, 2, 2, "a ");
    assert_int_equal(
        append_all(&loop, &(struct append){.id = "b", .event = &event, .summary = &summary}),
        STORE_OK);
    expect_due(&loop, 1000, 0, 10, "d a ");
    loop_close(&loop);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(creates),
        STORE_TEST(appends),
        STORE_TEST(conflicts),
        STORE_TEST(knows_a_repeated_event),
        STORE_TEST(creates_a_successor_with_its_event),
        STORE_TEST(loads_what_is_new),
        STORE_TEST(lists),
        STORE_TEST(lists_page_by_page),
        STORE_TEST(finds_parts_of_names),
        STORE_TEST(searches_without_looking_at_every_game),
        STORE_TEST(lists_the_lobby_while_the_archive_is_searched),
        STORE_TEST(finds_what_is_due),
    };

    return test_main(argc, argv, tests, (int)(sizeof tests / sizeof *tests));
}
