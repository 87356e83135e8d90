/*
 * test_hub.c - the games in progress: which client receives which message, and when.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hub_fixture.h"
#include "server/common/secret.h"

static void same_key_same_game(void **state)
{
    static const char order[] = "{\"game\":\"dorix\",\"lot\":true}";
    static const char key[] = "3f0c0c1e-8f5e-4d2e-9d0a-1f9f4f7c2b11";
    struct created first = create(order, key), again = create(order, key);

    (void)state;
    assert_string_equal(first.text, again.text);
    place_close();
    place_open();
    struct created later = create(order, key);

    assert_string_equal(first.text, later.text);
    assert_string_not_equal(first.id, create(order, "another key, as long").id);
    assert_string_not_equal(first.id, create("{\"game\":\"dorix\"}", key).id);
    assert_string_not_equal(create(order, "").id, create(order, "").id);
    struct visitor visitor;

    enter(&visitor, later.id, later.secrets[0]); /* its secrets open it */
    visitor_leave(&visitor);
}

static void cancelled_games_are_not_created(void **state)
{
    struct create_request order = order_of("{\"game\":\"dorix\"}");
    static const char key[] = "3f0c0c1e-8f5e-4d2e-9d0a-1f9f4f7c2b11";
    struct created created = {0};

    (void)state;
    struct creation *creation = hub_create(place.hub, &order, key, on_created, &created);

    hub_cancel(place.hub, creation);
    assert_int_equal(created.answers, 1);
    assert_string_equal(created.text, "store");
    assert_int_equal(hub_counts(place.hub).created, 0);
}

/* A hundred spectators who connect together cause one presence message per second, not a hundred.
 */
static void presence_is_told_once_a_second(void **state)
{
    enum { WATCHERS = 100 };
    static const char nobody[] = "\"watchers\":0,\"lag\"";
    static struct visitor watchers[WATCHERS], player;
    struct created game = create("{\"game\":\"dorix\",\"public\":true," TWO_PEOPLE "}", "");
    int64_t begun = wall_ms();

    (void)state;
    enter(&player, game.id, game.secrets[0]);
    for (int i = 0; i < WATCHERS; i++)
        enter(&watchers[i], game.id, "");
    int64_t limit = wall_ms() + PATIENCE_MS;

    while (heard_of(&player, "\"watchers\":100") == 0 && wall_ms() < limit)
        turn();
    assert_int_equal(heard_of(&player, "\"watchers\":100"), 1);
    assert_in_range(heard_of(&player, "\"presence\""), 1, 2 + (wall_ms() - begun) / 1000);
    int alone = heard_of(&player, nobody);

    for (int i = 0; i < WATCHERS; i++)
        visitor_leave(&watchers[i]);
    while (heard_of(&player, nobody) == alone && wall_ms() < limit)
        turn();
    assert_int_equal(heard_of(&player, nobody), alone + 1);
    assert_in_range(heard_of(&player, "\"presence\""), 2, 2 + (wall_ms() - begun) / 1000);
    visitor_leave(&player);
}

/* A phrase is heard by everyone at the table, players and spectators, and stored nowhere. Both
 * connections to a seat share what it may say. */
static void phrases_are_passed_on(void **state)
{
    enum { TRIES = 12 };
    static struct visitor ann, again, bob, eve;
    struct created game = create("{\"game\":\"dorix\",\"public\":true}", "");
    static const char well[] = "{\"type\":\"say\",\"phrase\":\"well-played\",\"id\":5}";
    int64_t begun = wall_ms();
    uint64_t events = hub_counts(place.hub).events;

    (void)state;
    enter(&ann, game.id, game.secrets[0]);
    enter(&again, game.id, game.secrets[0]);
    enter(&bob, game.id, game.secrets[1]);
    enter(&eve, game.id, "");
    assert_non_null(strstr(ask_hub(&bob, well), "\"code\":\"seat\"")); /* not seated yet */
    assert_non_null(strstr(ask_hub(&eve, well), "\"code\":\"seat\""));
    assert_string_equal(ask_hub(&ann, well),
                        "{\"type\":\"said\",\"seat\":1,\"phrase\":\"well-played\",\"id\":5}");
    for (struct visitor *const *one = (struct visitor *[]){&again, &bob, &eve, NULL}; *one; one++)
        assert_int_equal(
            heard_of(*one, "{\"type\":\"said\",\"seat\":1,\"phrase\":\"well-played\"}"), 1);
    for (int i = 1; i < TRIES; i++)
        say(i % 2 ? &again : &ann, well);
    int said = heard_of(&eve, "\"said\"");

    assert_in_range(said, 3, 4 + (wall_ms() - begun) / 5000);
    assert_int_equal(said + heard_of(&ann, "\"rate\"") + heard_of(&again, "\"rate\""), TRIES);
    assert_int_equal(hub_counts(place.hub).events, events);
    visitor_leave(&ann);
    visitor_leave(&again);
    visitor_leave(&bob);
    visitor_leave(&eve);
}

/* Quick chat from another process that shares the store is delivered; invalid notifications are
 * not. */
static void phrases_come_from_other_processes(void **state)
{
    static struct visitor ann;
    struct created game = create("{\"game\":\"dorix\"," TWO_PEOPLE "}", "");
    struct remote_presence note = {.process = 99, .here = 2, .speaker = 2, .phrase = 1};

    (void)state;
    enter(&ann, game.id, game.secrets[0]);
    strcpy(note.id, game.id);
    hub_presence(place.hub, &note);
    assert_int_equal(heard_of(&ann, "{\"type\":\"said\",\"seat\":2,\"phrase\":\"hello\"}"), 1);
    note.speaker = 3;
    hub_presence(place.hub, &note);
    note.speaker = 2;
    note.phrase = PHRASES + 1;
    hub_presence(place.hub, &note);
    note.phrase = 0;
    hub_presence(place.hub, &note);
    assert_int_equal(heard_of(&ann, "\"said\""), 1);
    visitor_leave(&ann);
}

/* Many games of one address, each with three computer players of this level who begin. */
static void start_flood(int games, int level)
{
    char order[256];

    snprintf(order, sizeof order,
             "{\"game\":\"dorix\",\"players\":4,\"clock\":{\"main\":600},\"seats\":["
             "{\"kind\":\"computer\",\"level\":%d},{\"kind\":\"computer\",\"level\":%d},"
             "{\"kind\":\"computer\",\"level\":%d},{\"kind\":\"person\",\"mine\":true}]}",
             level, level, level);
    for (int i = 0; i < games; i++)
        create_for(order, "", "198.51.100.7");
    for (int64_t limit = wall_ms() + PATIENCE_MS;
         engine_pool_busy(place.engine_pool) < games && wall_ms() < limit;)
        turn();
    assert_true(engine_pool_busy(place.engine_pool) >= games);
}

static void a_flood_delays_nobody_else(void **state)
{
    static struct visitor player;

    (void)state;
    start_flood(60, LEVEL_MAX); /* whose first moves take seconds each */
    struct created game =
        create("{\"game\":\"quoridor\",\"seats\":[{\"kind\":\"person\",\"mine\":true},"
               "{\"kind\":\"computer\",\"level\":3}]}",
               "");

    enter(&player, game.id, game.secrets[0]);
    uint64_t others = hub_counts(place.hub).moves;

    ask_hub(&player, "{\"type\":\"move\",\"seq\":0,\"move\":\"e2\"}");
    turn_for_event(&player, "\"seq\":2");
    /* In one line it would have come after all sixty; two are ours. */
    assert_in_range(hub_counts(place.hub).moves - others - 2, 0, 20);
    visitor_leave(&player);
}

/* The last of them waits for all others; what its clock is charged is what it has thought. */
static void waiting_costs_a_computer_nothing(void **state)
{
    static struct visitor player;
    static const char slow[] =
        "{\"game\":\"dorix\",\"clock\":{\"main\":600},\"seats\":["
        "{\"kind\":\"person\",\"mine\":true},{\"kind\":\"computer\",\"level\":11}]}";

    (void)state;
    struct created game = create_for(slow, "", "198.51.100.7");

    enter_from(&player, "198.51.100.7", game.id, game.secrets[0]);
    play_any_move(&player); /* no clock runs for the first moves */
    turn_for_event(&player, "\"seq\":2");
    start_flood(100, LEVEL_MAX - 1);
    int64_t begun = wall_ms();

    play_any_move(&player);
    turn_for_event(&player, "\"seq\":4");
    int64_t waited = wall_ms() - begun, left = clock_left(&player, 1);

    assert_in_range(600000 - left, 0, waited / 2); /* a hundred others were before it */
    visitor_leave(&player);
}

/* Who holds an invitation can watch, and no more, once it was exchanged for the seat. */
static void an_invitation_is_used_once(void **state)
{
    static struct visitor ann, old, bob, second;
    struct created game = create("{\"game\":\"dorix\",\"public\":true}", ""), joined = {0};
    struct joining joining = {.id = game.id, .name = "Bob", .key = "", .secret = "", .seat = 1};

    (void)state;
    enter(&ann, game.id, game.secrets[0]);
    enter(&old, game.id, game.secrets[1]);
    hub_join(place.hub, &joining, on_created, &joined);
    turn_until(&joined.answers, 1);
    json_t *answer = json_loads(joined.text, 0, NULL);

    enter(&bob, game.id, json_string_value(json_object_get(answer, "secret")));
    json_decref(answer);
    assert_string_equal(ann.closed, "");
    assert_string_equal(old.closed, "");
    assert_non_null(strstr(ask_hub(&old, "{\"type\":\"resign\"}"), "\"error\""));
    enter(&second, game.id, game.secrets[1]);
    assert_int_equal(heard_of(&second, "\"invited\":2"), 1);
    assert_non_null(strstr(ask_hub(&second, "{\"type\":\"resign\"}"), "\"error\""));
    play_any_move(&ann);
    play_any_move(&bob);
    turn_for_event(&ann, "\"seq\":3");
    assert_int_equal(heard_of(&ann, "\"kind\":\"resign\""), 0);
    visitor_leave(&ann);
    visitor_leave(&old);
    visitor_leave(&second);
    visitor_leave(&bob);
}

/* Those that a computer accepts at once as well. */
static void rematches_are_new_games(void **state)
{
    static struct visitor player;
    struct created game =
        create("{\"game\":\"dorix\",\"seats\":[{\"kind\":\"person\",\"mine\":true},"
               "{\"kind\":\"computer\",\"level\":1}]}",
               "");

    (void)state;
    enter(&player, game.id, game.secrets[0]);
    ask_hub(&player, "{\"type\":\"resign\"}");
    assert_non_null(strstr(ask_hub(&player, "{\"type\":\"rematch\",\"answer\":\"offer\"}"),
                           "\"code\":\"rate\""));
    player.games = 1;
    say(&player, "{\"type\":\"rematch\",\"answer\":\"offer\"}");
    turn_for_event(&player, "\"kind\":\"rematch-accept\"");
    visitor_leave(&player);
}

/* A stale move is answered with the whole game, which may be long: not again and again. */
static void states_are_rationed(void **state)
{
    static struct visitor player;
    static const char stale[] = "{\"type\":\"move\",\"seq\":0,\"move\":\"a1\"}";
    struct created game = create("{\"game\":\"dorix\"," TWO_PEOPLE "}", "");
    int tries = 0;

    (void)state;
    enter(&player, game.id, game.secrets[0]);
    play_any_move(&player);
    while (!strstr(ask_hub(&player, stale), "\"rate\""))
        assert_true(++tries < 2000);
    assert_true(tries >= 10);
    assert_non_null(strstr(ask_hub(&player, "{\"type\":\"moves\"}"), "\"moves\""));
    visitor_leave(&player);
}

/* A connection that is slow to close is still there when the store is not. */
static void leaving_needs_no_store(void **state)
{
    static struct visitor late;
    struct created game = create("{\"game\":\"dorix\",\"public\":true}", "");

    (void)state;
    enter(&late, game.id, game.secrets[0]);
    place.stays = &late.client;
}

/* One that began with a hyphen would be an option to the bot's command line. */
static void secrets_begin_and_end_with_a_letter(void **state)
{
    char secret[SECRET_SIZE];
    unsigned char hash[HASH_SIZE];

    (void)state;
    for (int i = 0; i < 2000; i++) {
        secret_draw(&(struct secret_source){0}, 0, secret, hash);
        assert_int_equal(strlen(secret), SECRET_SIZE - 1);
        assert_true(isalpha((unsigned char)secret[0]));
        assert_true(isalpha((unsigned char)secret[SECRET_SIZE - 2]));
    }
}

/* As if no player had been connected for long, and perhaps the game had been created long ago. */
static void age(const char *id, bool due)
{
    struct live_game *live = live_table_find(&place.hub->table, id);

    assert_non_null(live);
    live->attended = 1;
    if (due)
        live->room->game.summary.due = 1;
}

/* An open game ends when it is due and no player is connected; a spectator is not one. */
static void open_games_expire(void **state)
{
    static const char order[] = "{\"game\":\"dorix\",\"public\":true}";
    struct created attended = create(order, ""), young = create(order, ""), old = create(order, "");
    struct visitor ann, ben, eve;

    (void)state;
    enter(&ann, attended.id, attended.secrets[0]);
    enter(&ben, young.id, "");
    enter(&eve, old.id, "");
    age(attended.id, true);
    age(young.id, false);
    age(old.id, true);
    turn_for_event(&eve, "\"abort\"");
    for (int i = 0; i < 5; i++)
        turn();
    assert_int_equal(heard_of(&ann, "\"abort\""), 0);
    assert_int_equal(heard_of(&ben, "\"abort\""), 0);
    visitor_leave(&ann);
    visitor_leave(&ben);
    visitor_leave(&eve);
}

/* One address cannot fill the lobby; asking again for the same game is not one more. */
static void the_lobby_has_room_for_others(void **state)
{
    static const char order[] = "{\"game\":\"dorix\",\"public\":true}";
    static const char key[] = "3f0c0c1e-8f5e-4d2e-9d0a-1f9f4f7c2b11";

    (void)state;
    hub_limit_lobby(place.hub, 2);
    create(order, "");
    struct created second = create(order, key);

    assert_string_equal(create(order, "").text, "rate");
    assert_string_equal(create(order, key).id, second.id);
    assert_string_not_equal(create("{\"game\":\"dorix\"}", "").text, "rate");
    assert_string_not_equal(create_for(order, "", "192.0.2.2").text, "rate");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(secrets_begin_and_end_with_a_letter),
        TEST(same_key_same_game),
        TEST(cancelled_games_are_not_created),
        TEST(presence_is_told_once_a_second),
        TEST(phrases_are_passed_on),
        TEST(phrases_come_from_other_processes),
        TEST(a_flood_delays_nobody_else),
        TEST(waiting_costs_a_computer_nothing),
        TEST(an_invitation_is_used_once),
        TEST(rematches_are_new_games),
        TEST(states_are_rationed),
        TEST(leaving_needs_no_store),
        TEST(open_games_expire),
        TEST(the_lobby_has_room_for_others),
    };

    return test_main(argc, argv, tests, (int)(sizeof tests / sizeof *tests));
}
