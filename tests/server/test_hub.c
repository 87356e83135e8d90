/*
 * test_hub.c - the games in progress, with a real store, real computer players and simulated
 * clients: which client receives which message, and when.
 */
#include "test.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/common/json_field.h"
#include "server/common/secret.h"
#include "server/game/hub.h"
#include "server/game/live_game.h"
#include "server/pairing/conduct.h"

enum { PATIENCE_MS = 60000, HEARD_MAX = 4096 };

/* ---- A server without a network ---------------------------------------------- */

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

static struct place place = {.lock = PTHREAD_MUTEX_INITIALIZER, .woken = PTHREAD_COND_INITIALIZER};

static int64_t wall_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void on_wake(void *context)
{
    (void)context;
    pthread_mutex_lock(&place.lock);
    place.awake = true;
    pthread_cond_signal(&place.woken);
    pthread_mutex_unlock(&place.lock);
}

static void on_changed(void *context, const char *id, int64_t seq)
{
    (void)context;
    if (place.hub)
        hub_changed(place.hub, id, seq);
}

static void on_outage(void *context, struct outage outage)
{
    (void)context;
    if (place.hub)
        hub_outage(place.hub, outage);
}

static void place_open(void)
{
    const struct store_events events = {
        .wake = on_wake, .changed = on_changed, .outage = on_outage};
    struct tb_error error;

    place.store = store_open(place.file, &events, &error);
    if (!place.store)
        fail_msg("%s", error.text);
    place.engine_pool = engine_pool_new(1, on_wake, NULL);
    place.hub = hub_new(place.store, place.engine_pool);
    assert_non_null(place.hub);
}

static void place_close(void)
{
    hub_shutdown(place.hub);
    engine_pool_free(place.engine_pool);
    store_close(place.store);
    hub_lose_store(place.hub);
    if (place.stays)
        hub_leave(place.hub, place.stays);
    place.stays = NULL;
    hub_free(place.hub);
    place.hub = NULL;
}

static int make_place(void **state)
{
    (void)state;
    snprintf(place.folder, sizeof place.folder, "/tmp/tablier-hall.XXXXXX");
    if (!mkdtemp(place.folder))
        return -1;
    snprintf(place.file, sizeof place.file, "%s/games.db", place.folder);
    place_open();
    return 0;
}

static int remove_place(void **state)
{
    char command[128];

    (void)state;
    place_close();
    snprintf(command, sizeof command, "rm -rf '%s'", place.folder);
    return system(command);
}

/* One turn of the loop, of at most a tenth of a second. */
static void turn(void)
{
    int64_t end = wall_ms() + 100;
    struct timespec until = {.tv_sec = end / 1000, .tv_nsec = end % 1000 * 1000000};

    pthread_mutex_lock(&place.lock);
    while (!place.awake && pthread_cond_timedwait(&place.woken, &place.lock, &until) == 0)
        ;
    place.awake = false;
    pthread_mutex_unlock(&place.lock);
    store_deliver(place.store);
    engine_pool_deliver(place.engine_pool);
    store_tick(place.store);
    engine_pool_tick(place.engine_pool);
    hub_tick(place.hub);
}

static void turn_until(const int *number, int wanted)
{
    for (int64_t limit = wall_ms() + PATIENCE_MS; *number < wanted; turn())
        if (wall_ms() > limit)
            fail_msg("waited in vain: %d of %d", *number, wanted);
}

/* ---- Clients ----------------------------------------------------------------- */

struct visitor {
    struct client client; /* first */
    char closed[16];      /* why; "": it is not */
    int games;            /* that may still be made */
    int heard;
    char *texts[HEARD_MAX];
};

static void on_send(struct client *client, struct packet *packet)
{
    struct visitor *visitor = (struct visitor *)client;

    assert_true(visitor->heard < HEARD_MAX);
    visitor->texts[visitor->heard++] = strndup((const char *)packet->text, packet->length);
}

static void on_close(struct client *client, const char *code, const char *message)
{
    struct visitor *visitor = (struct visitor *)client;

    snprintf(visitor->closed, sizeof visitor->closed, "%s", code);
    (void)message;
}

static void on_guessed(struct client *client)
{
    (void)client;
}

static bool on_create(struct client *client, struct refusal *refusal)
{
    return ((struct visitor *)client)->games-- > 0 ||
           refuse(refusal, REFUSED_RATE, "No more games.");
}

static void visitor_init(struct visitor *visitor)
{
    *visitor = (struct visitor){.client = {.send = on_send,
                                           .close = on_close,
                                           .guessed = on_guessed,
                                           .may_create = on_create,
                                           .seat = NOBODY}};
}

static void visitor_leave(struct visitor *visitor)
{
    hub_leave(place.hub, &visitor->client);
    for (int i = 0; i < visitor->heard; i++)
        free(visitor->texts[i]);
    visitor->heard = 0;
}

static int heard_of(const struct visitor *visitor, const char *word)
{
    int count = 0;

    for (int i = 0; i < visitor->heard; i++)
        count += strstr(visitor->texts[i], word) != NULL;
    return count;
}

/* Says something without waiting for the answer. */
static void say(struct visitor *visitor, const char *text)
{
    struct client_message message;
    struct refusal refusal;

    if (!client_message_parse(text, strlen(text), &message, &refusal))
        fail_msg("%s: %s", text, refusal.text);
    hub_receive(place.hub, &visitor->client, &message);
}

/* Says something; the next message that is not about presence is what it gets. */
static const char *ask(struct visitor *visitor, const char *text)
{
    int at = visitor->heard;

    say(visitor, text);
    do
        turn_until(&visitor->heard, at + 1);
    while (strstr(visitor->texts[at++], "\"presence\""));
    return visitor->texts[at - 1];
}

static void enter_from(struct visitor *visitor, const char *address, const char *game,
                       const char *secret)
{
    char text[256];

    visitor_init(visitor);
    strcpy(visitor->client.address, address);
    snprintf(text, sizeof text,
             "{\"type\":\"hello\",\"version\":1,\"game\":\"%s\",\"secret\":\"%s\"}", game, secret);
    if (!strstr(ask(visitor, text), "\"welcome\""))
        fail_msg("%s", visitor->texts[visitor->heard - 1]);
}

static void enter(struct visitor *visitor, const char *game, const char *secret)
{
    enter_from(visitor, "", game, secret);
}

/* Waits for a message with an event in which the text is. */
static const char *turn_for_event(struct visitor *visitor, const char *text)
{
    int64_t limit = wall_ms() + PATIENCE_MS;

    for (int i = 0;; i++) {
        while (i >= visitor->heard && wall_ms() < limit)
            turn();
        if (i >= visitor->heard)
            fail_msg("no client receives %s", text);
        if (strstr(visitor->texts[i], "\"type\":\"event\"") && strstr(visitor->texts[i], text))
            return visitor->texts[i];
    }
}

/* The first of the legal moves. */
static void play_any_move(struct visitor *visitor)
{
    json_t *root = json_loads(ask(visitor, "{\"type\":\"moves\"}"), 0, NULL);
    char text[256];

    snprintf(text, sizeof text, "{\"type\":\"move\",\"seq\":%lld,\"move\":\"%s\"}",
             (long long)json_integer_value(json_object_get(root, "seq")),
             json_string_value(json_array_get(json_object_get(root, "moves"), 0)));
    json_decref(root);
    ask(visitor, text);
}

/* What the last event said of a seat's clock. */
static int64_t clock_left(const struct visitor *visitor, int seat)
{
    int64_t left = -1;

    for (int i = 0; i < visitor->heard; i++) {
        json_t *root = json_loads(visitor->texts[i], 0, NULL);
        const json_t *clocks = json_object_get(json_object_get(root, "now"), "clocks");

        if (clocks)
            left =
                json_integer_value(json_array_get(json_object_get(clocks, "left"), (size_t)seat));
        json_decref(root);
    }
    return left;
}

/* ---- Games ------------------------------------------------------------------- */

struct created {
    int answers;
    char text[1024]; /* the answer, or the code of the refusal */
    char id[ID_SIZE], secrets[TB_PLAYERS_MAX][SECRET_SIZE];
};

static void on_created(void *context, json_t *json, const struct refusal *refusal)
{
    struct created *created = context;
    json_t *seat;
    size_t i;

    created->answers++;
    if (refusal) {
        snprintf(created->text, sizeof created->text, "%s", refusal_word(refusal->code));
        return;
    }
    size_t length = json_dumpb(json, created->text, sizeof created->text - 1, JSON_SORT_KEYS);

    assert_true(length < sizeof created->text);
    snprintf(created->id, sizeof created->id, "%s", json_string_value(json_object_get(json, "id")));
    json_array_foreach(json_object_get(json, "seats"), i, seat)
        snprintf(created->secrets[json_integer_value(json_object_get(seat, "seat")) - 1],
                 SECRET_SIZE, "%s", json_string_value(json_object_get(seat, "secret")));
    json_decref(json);
}

static struct create_request order_of(const char *text)
{
    struct create_request order = {0};
    struct refusal refusal;
    json_t *root = json_object_read(text, strlen(text), &refusal);

    if (!root || !create_request_decode(root, &order, &refusal))
        fail_msg("%s: %s", text, refusal.text);
    json_decref(root);
    return order;
}

static struct created create_for(const char *text, const char *key, const char *address)
{
    struct created created = {0};
    struct create_request order = order_of(text);

    snprintf(order.creator, sizeof order.creator, "%s", address);
    hub_create(place.hub, &order, key, on_created, &created);
    turn_until(&created.answers, 1);
    return created;
}

static struct created create(const char *text, const char *key)
{
    return create_for(text, key, "192.0.2.1");
}

#define TWO_PEOPLE                                                                                 \
    "\"seats\":[{\"kind\":\"person\",\"mine\":true,\"name\":\"Ann\"},"                             \
    "{\"kind\":\"person\",\"mine\":true,\"name\":\"Bob\"}]"

/* ---- Tests ------------------------------------------------------------------- */

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
    assert_non_null(strstr(ask(&bob, well), "\"code\":\"seat\"")); /* not seated yet */
    assert_non_null(strstr(ask(&eve, well), "\"code\":\"seat\""));
    assert_string_equal(ask(&ann, well),
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

/* Many games of one address, each with three of the strongest players who begin, and one game of
 * another address. */
static void start_flood(int games)
{
    for (int i = 0; i < games; i++)
        create_for("{\"game\":\"dorix\",\"players\":4,\"clock\":{\"main\":600},\"seats\":["
                   "{\"kind\":\"computer\",\"level\":8},{\"kind\":\"computer\",\"level\":8},"
                   "{\"kind\":\"computer\",\"level\":8},{\"kind\":\"person\",\"mine\":true}]}",
                   "", "198.51.100.7");
    for (int64_t limit = wall_ms() + PATIENCE_MS;
         engine_pool_busy(place.engine_pool) < games && wall_ms() < limit;)
        turn();
    assert_true(engine_pool_busy(place.engine_pool) >= games);
}

static void a_flood_delays_nobody_else(void **state)
{
    static struct visitor player;

    (void)state;
    start_flood(60);
    struct created game =
        create("{\"game\":\"quoridor\",\"seats\":[{\"kind\":\"person\",\"mine\":true},"
               "{\"kind\":\"computer\",\"level\":3}]}",
               "");

    enter(&player, game.id, game.secrets[0]);
    uint64_t others = hub_counts(place.hub).moves;

    ask(&player, "{\"type\":\"move\",\"seq\":0,\"move\":\"e2\"}");
    turn_for_event(&player, "\"seq\":2");
    /* In one line it would have come after all sixty; two are ours. */
    assert_in_range(hub_counts(place.hub).moves - others - 2, 0, 20);
    visitor_leave(&player);
}

/* The last of them waits for all others; what its clock is charged is what it has thought. */
static void waiting_costs_a_computer_nothing_once(void **state)
{
    static struct visitor player;
    static const char slow[] =
        "{\"game\":\"dorix\",\"clock\":{\"main\":600},\"seats\":["
        "{\"kind\":\"person\",\"mine\":true},{\"kind\":\"computer\",\"level\":8}]}";

    (void)state;
    struct created game = create_for(slow, "", "198.51.100.7");

    enter_from(&player, "198.51.100.7", game.id, game.secrets[0]);
    play_any_move(&player); /* no clock runs for the first moves */
    turn_for_event(&player, "\"seq\":2");
    start_flood(12);
    int64_t begun = wall_ms();

    play_any_move(&player);
    turn_for_event(&player, "\"seq\":4");
    int64_t waited = wall_ms() - begun, left = clock_left(&player, 1);

    assert_in_range(600000 - left, 0, 500 + waited / 2); /* twelve others were before it */
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
    assert_non_null(strstr(ask(&old, "{\"type\":\"resign\"}"), "\"error\""));
    enter(&second, game.id, game.secrets[1]);
    assert_int_equal(heard_of(&second, "\"invited\":2"), 1);
    assert_non_null(strstr(ask(&second, "{\"type\":\"resign\"}"), "\"error\""));
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
    ask(&player, "{\"type\":\"resign\"}");
    assert_non_null(
        strstr(ask(&player, "{\"type\":\"rematch\",\"answer\":\"offer\"}"), "\"code\":\"rate\""));
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
    while (!strstr(ask(&player, stale), "\"rate\""))
        assert_true(++tries < 2000);
    assert_true(tries >= 10);
    assert_non_null(strstr(ask(&player, "{\"type\":\"moves\"}"), "\"moves\""));
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

/* ---- Players who leave ------------------------------------------------------------ */

enum { ANN = 1001, BOB = 1002 };

/* A game of members, the seat of Ann first. */
static struct live_game *members_play(const char *terms, struct visitor players[2])
{
    struct create_request order = order_of(terms);
    struct created game = {0};

    order.seats[0].member = ANN;
    order.seats[1].member = BOB;
    hub_create(place.hub, &order, "", on_created, &game);
    turn_until(&game.answers, 1);
    for (int i = 0; i < 2; i++)
        enter(&players[i], game.id, game.secrets[i]);
    return live_table_find(&place.hub->table, game.id);
}

struct waits {
    int answers;
    int64_t ann, bob;
    int results;
};

static enum store_answer read_waits(struct db *db, void *context)
{
    struct waits *waits = context;

    waits->ann = conduct_wait(db, ANN, wall_ms());
    waits->bob = conduct_wait(db, BOB, wall_ms());
    waits->results = (int)db_number(db, -1, "SELECT count(*) FROM results", "");
    return STORE_OK;
}

static void on_waits(void *context, enum store_answer answer)
{
    assert_int_equal(answer, STORE_OK);
    ((struct waits *)context)->answers++;
}

static void expect_waits(int64_t ann, int64_t bob, int results)
{
    struct waits waits = {0};

    store_ask(place.store, read_waits, on_waits, &waits);
    turn_until(&waits.answers, 1);
    assert_int_equal(waits.ann, ann);
    assert_int_equal(waits.bob, bob);
    assert_int_equal(waits.results, results);
}

#define CLOCK "\"clock\":{\"main\":300}," TWO_PEOPLE "}"

/* Who makes no first move in a game that the server has paired waits longer, but not who aborts. */
static void missing_first_moves_are_noted(void **state)
{
    static struct visitor players[2];
    struct live_game *live;

    (void)state;
    for (int paired = 0; paired < 2; paired++) {
        live = members_play("{\"game\":\"quoridor\"," CLOCK, players);
        live->room->terms.paired = paired;
        if (paired)
            live->room->game.created -= 2 * FIRST_MOVE_MS;
        else
            say(&players[0], "{\"type\":\"abort\"}");
        turn_for_event(&players[1], "\"abort\"");
        expect_waits(paired ? 4000 : 0, 0, 0);
        visitor_leave(&players[0]);
        visitor_leave(&players[1]);
    }
}

/* Who is away when the others claim the game waits longer; a rated game counts as well. */
static void claims_are_noted(void **state)
{
    static const char *const moves[] = {"e2", "e8", "e3"};
    static struct visitor players[2];
    struct live_game *live = members_play("{\"game\":\"quoridor\",\"rated\":true," CLOCK, players);
    char text[96];

    (void)state;
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "{\"type\":\"move\",\"seq\":%d,\"move\":\"%s\"}", i, moves[i]);
        say(&players[i % 2], text);
        turn_for_event(&players[0], moves[i]);
    }
    visitor_leave(&players[1]);
    live->room->absence.since[1] = live_now(place.hub) - room_claim_wait(live->room) - 1000;
    live->room->outage_count = 0; /* a slow machine has some, and they would put the claim off */
    say(&players[0], "{\"type\":\"claim\",\"answer\":\"win\"}");
    turn_for_event(&players[0], "\"claim\"");
    expect_waits(0, 5000, 1);
    visitor_leave(&players[0]);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_place, remove_place)

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
        TEST(waiting_costs_a_computer_nothing_once),
        TEST(an_invitation_is_used_once),
        TEST(rematches_are_new_games),
        TEST(states_are_rationed),
        TEST(leaving_needs_no_store),
        TEST(open_games_expire),
        TEST(the_lobby_has_room_for_others),
        TEST(missing_first_moves_are_noted),
        TEST(claims_are_noted),
    };

    return test_main(argc, argv, tests, (int)(sizeof tests / sizeof *tests));
}
