/* hub_fixture.c - see hub_fixture.h. */
#include "hub_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/common/json_field.h"

/* ---- A server without a network ---------------------------------------------- */

struct place place = {.lock = PTHREAD_MUTEX_INITIALIZER, .woken = PTHREAD_COND_INITIALIZER};

int64_t wall_ms(void)
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

void place_open(void)
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

void place_close(void)
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

int make_place(void **state)
{
    (void)state;
    snprintf(place.folder, sizeof place.folder, "/tmp/tablier-hall.XXXXXX");
    if (!mkdtemp(place.folder))
        return -1;
    snprintf(place.file, sizeof place.file, "%s/games.db", place.folder);
    place_open();
    return 0;
}

int remove_place(void **state)
{
    char command[128];

    (void)state;
    place_close();
    snprintf(command, sizeof command, "rm -rf '%s'", place.folder);
    return system(command);
}

void turn(void)
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

void turn_until(const int *number, int wanted)
{
    for (int64_t limit = wall_ms() + PATIENCE_MS; *number < wanted; turn())
        if (wall_ms() > limit)
            fail_msg("waited in vain: %d of %d", *number, wanted);
}

/* ---- Clients ----------------------------------------------------------------- */

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

void visitor_leave(struct visitor *visitor)
{
    hub_leave(place.hub, &visitor->client);
    for (int i = 0; i < visitor->heard; i++)
        free(visitor->texts[i]);
    visitor->heard = 0;
}

int heard_of(const struct visitor *visitor, const char *word)
{
    int count = 0;

    for (int i = 0; i < visitor->heard; i++)
        count += strstr(visitor->texts[i], word) != NULL;
    return count;
}

void say(struct visitor *visitor, const char *text)
{
    struct client_message message;
    struct refusal refusal;

    if (!client_message_parse(text, strlen(text), &message, &refusal))
        fail_msg("%s: %s", text, refusal.text);
    hub_receive(place.hub, &visitor->client, &message);
}

const char *ask_hub(struct visitor *visitor, const char *text)
{
    int at = visitor->heard;

    say(visitor, text);
    do
        turn_until(&visitor->heard, at + 1);
    while (strstr(visitor->texts[at++], "\"presence\""));
    return visitor->texts[at - 1];
}

void enter_from(struct visitor *visitor, const char *address, const char *game,
                const char *secret)
{
    char text[256];

    visitor_init(visitor);
    strcpy(visitor->client.address, address);
    snprintf(text, sizeof text,
             "{\"type\":\"hello\",\"version\":1,\"game\":\"%s\",\"secret\":\"%s\"}", game, secret);
    if (!strstr(ask_hub(visitor, text), "\"welcome\""))
        fail_msg("%s", visitor->texts[visitor->heard - 1]);
}

void enter(struct visitor *visitor, const char *game, const char *secret)
{
    enter_from(visitor, "", game, secret);
}

const char *turn_for_event(struct visitor *visitor, const char *text)
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

void play_any_move(struct visitor *visitor)
{
    json_t *root = json_loads(ask_hub(visitor, "{\"type\":\"moves\"}"), 0, NULL);
    char text[256];

    snprintf(text, sizeof text, "{\"type\":\"move\",\"seq\":%lld,\"move\":\"%s\"}",
             (long long)json_integer_value(json_object_get(root, "seq")),
             json_string_value(json_array_get(json_object_get(root, "moves"), 0)));
    json_decref(root);
    ask_hub(visitor, text);
}

int64_t clock_left(const struct visitor *visitor, int seat)
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

void on_created(void *context, json_t *json, const struct refusal *refusal)
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

struct create_request order_of(const char *text)
{
    struct create_request order = {0};
    struct refusal refusal;
    json_t *root = json_object_read(text, strlen(text), &refusal);

    if (!root || !create_request_decode(root, &order, &refusal))
        fail_msg("%s: %s", text, refusal.text);
    json_decref(root);
    return order;
}

struct created create_for(const char *text, const char *key, const char *address)
{
    struct created created = {0};
    struct create_request order = order_of(text);

    snprintf(order.creator, sizeof order.creator, "%s", address);
    hub_create(place.hub, &order, key, on_created, &created);
    turn_until(&created.answers, 1);
    return created;
}

struct created create(const char *text, const char *key)
{
    return create_for(text, key, "192.0.2.1");
}
