/* hall.c - the table of games under way, and the doors to it. */
#include "server/hall.h"

#include <stdlib.h>
#include <string.h>

#include "server/live.h"

enum {
    TASKS_MAX = 32,      /* of one client in line */
    KEEP_MS = 60 * 1000, /* a game that nobody looks at stays so long */
    SWEEP_MS = 2000,     /* between two looks for games that need the server */
    SWEEP_MAX = 200,
};

/* ---- The table -------------------------------------------------------------------------- */

static unsigned bucket_of(const char *id)
{
    unsigned hash = 2166136261u;

    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619u;
    return hash % BUCKETS;
}

static struct live *find_live(const struct hall *hall, const char *id)
{
    struct live *live = hall->buckets[bucket_of(id)];

    while (live && strcmp(live->id, id) != 0)
        live = live->next;
    return live;
}

void hall_forget(struct live *live)
{
    struct live **at = &live->hall->buckets[bucket_of(live->id)];

    while (*at != live)
        at = &(*at)->next;
    *at = live->next;
    live->hall->counts.games--;
}

/* Finds a game, or begins to load it. NULL if memory runs out. */
static struct live *open_live(struct hall *hall, const char *id)
{
    struct live *live = find_live(hall, id);
    unsigned bucket = bucket_of(id);

    if (live || !(live = calloc(1, sizeof *live)))
        return live;
    live->hall = hall;
    strcpy(live->id, id);
    live->idle_since = now_ms();
    live->next = hall->buckets[bucket];
    hall->buckets[bucket] = live;
    hall->counts.games++;
    live_load(live, 0);
    return live;
}

/* ---- Connections ---------------------------------------------------------------------- */

void hall_leave(struct hall *hall, struct client *client)
{
    struct live *live = client->live;
    bool greeted = client->greeted;

    (void)hall;
    live_leave(client);
    client->greeted = false;
    if (live && greeted && live->room) {
        live_send_presence(live, NULL);
        live_share_presence(live, false);
    }
}

static bool check_hello(const struct client *client, const struct message *message,
                        struct refusal *refusal)
{
    if (message->type != MESSAGE_HELLO)
        return client->greeted || client->live ||
               refuse(refusal, REFUSED_SYNTAX, "the first message must be hello");
    if (client->live)
        return refuse(refusal, REFUSED_SYNTAX, "hello was said already; connect anew for another game");
    if (message->version != PROTOCOL_VERSION)
        return refuse(refusal, REFUSED_VERSION, "this server speaks version %d", PROTOCOL_VERSION);
    return id_valid(message->game) ||
           refuse(refusal, REFUSED_UNKNOWN,
                  "there is no such game, or the secret does not open it");
}

void hall_say(struct hall *hall, struct client *client, const struct message *message)
{
    struct refusal refusal;
    struct task *task = NULL;

    if (message->type == MESSAGE_PING) {
        json_t *json = json_pack("{ss sI}", "type", "pong", "time", (json_int_t)now_ms());

        message_add_id(json, message);
        client_send(client, json);
        return;
    }
    if (!check_hello(client, message, &refusal)) {
        if (refusal.code == REFUSED_UNKNOWN)
            client->guessed(client);
        client_refuse(client, message, &refusal);
        return;
    }
    if (message->type == MESSAGE_HELLO && (client->live = open_live(hall, message->game))) {
        client->next = client->live->clients;
        client->live->clients = client;
    }
    if (client->waiting < TASKS_MAX && client->live)
        task = calloc(1, sizeof *task);
    if (!task) {
        refuse(&refusal, REFUSED_RATE, "too much is waiting to be done; try again");
        client_refuse(client, message, &refusal);
        return;
    }
    task->kind = TASK_MESSAGE;
    task->client = client;
    task->message = *message;
    live_add_task(client->live, task);
    if (client->live->stage == STAGE_READY)
        live_advance(client->live);
}

void hall_dismiss(struct hall *hall)
{
    hall->closing = true;
    for (int i = 0; i < BUCKETS; i++)
        for (struct live *live = hall->buckets[i]; live; live = live->next) {
            live_stop_thinking(live);
            for (struct client *client = live->clients, *next; client; client = next) {
                next = client->next;
                client->close(client, "restart", "the server is going down; come back soon");
            }
        }
}

/* ---- Plain requests -------------------------------------------------------------------------------- */

/* NULL if memory runs out, and then the answer has been given. */
static struct task *new_task(enum task_kind kind, hall_answer *done, void *context)
{
    struct task *task = calloc(1, sizeof *task);
    struct refusal refusal;

    if (task) {
        task->kind = kind;
        task->done = done;
        task->context = context;
    } else {
        refuse(&refusal, REFUSED_STORE, "there is no memory left for this; try again");
        done(context, NULL, &refusal);
    }
    return task;
}

/* A request of the HTTP interface about one game. */
static void ask(struct hall *hall, const char *id, struct task *task)
{
    struct refusal refusal;
    struct live *live = id_valid(id) ? open_live(hall, id) : NULL;

    if (!live) {
        refuse(&refusal, REFUSED_UNKNOWN, "there is no such game, or the secret does not open it");
        task_refuse(hall, task, &refusal);
        free(task);
        return;
    }
    live_add_task(live, task);
    if (live->stage == STAGE_READY)
        live_advance(live);
}

void hall_join(struct hall *hall, const char *id, int seat, const char *name, hall_answer *done,
               void *context)
{
    struct task *task = new_task(TASK_JOIN, done, context);

    if (!task)
        return;
    task->seat = seat;
    strncpy(task->message.name, name, sizeof task->message.name - 1);
    ask(hall, id, task);
}

void hall_show(struct hall *hall, const char *id, const char *secret, enum view view,
               hall_answer *done, void *context)
{
    struct task *task = new_task(TASK_SHOW, done, context);

    if (!task)
        return;
    task->view = view;
    strncpy(task->message.secret, secret, sizeof task->message.secret - 1);
    ask(hall, id, task);
}

/* ---- New games ------------------------------------------------------------------------------------- */

struct creation {
    struct hall *hall;
    json_t *answer;
    hall_answer *done;
    void *context;
};

static void on_created(void *context, enum store_answer answer)
{
    struct creation *creation = context;
    struct refusal refusal;

    if (answer == STORE_OK) {
        creation->hall->counts.created++;
        creation->done(creation->context, creation->answer, NULL);
    } else {
        refuse(&refusal, REFUSED_STORE, "the game could not be stored; try again");
        json_decref(creation->answer);
        creation->done(creation->context, NULL, &refusal);
    }
    free(creation);
}

/* Gives each person's seat a secret and lists them in the answer. */
static json_t *give_secrets(struct stored_game *game, unsigned mine)
{
    json_t *seats = json_array();
    char secret[SECRET_SIZE];

    for (int i = 0; i < game->players; i++) {
        if (game->seats[i].kind != SEAT_PERSON)
            continue;
        secret_new(secret, game->seats[i].hash);
        json_array_append_new(seats, json_pack("{si ss sb}", "seat", i + 1, "secret", secret,
                                               "mine", (int)(mine >> i & 1)));
    }
    secret_new(secret, game->watch);
    return json_pack("{ss ss so}", "id", game->id, "watch", secret, "seats", seats);
}

/* False if the terms are too long, which only a monstrous position could make them. */
static bool write_terms(const struct order *order, struct stored_game *game)
{
    json_t *terms = json_object();

    terms_encode(&order->terms, terms);
    size_t length = json_dumpb(terms, game->terms, sizeof game->terms - 1, JSON_COMPACT);

    json_decref(terms);
    return length < sizeof game->terms;
}

void hall_create(struct hall *hall, const struct order *order, hall_answer *done, void *context)
{
    struct stored_game *game = calloc(1, sizeof *game);
    struct creation *creation = calloc(1, sizeof *creation);
    struct refusal refusal;

    if (!game || !creation || !write_terms(order, game)) {
        refuse(&refusal, REFUSED_TERMS, "these terms are too long");
        done(context, NULL, &refusal);
        free(game);
        free(creation);
        return;
    }
    id_new(game->id);
    strcpy(game->game, tb_game_name(order->terms.start.setup.game));
    game->listed = order->listed;
    game->created = now_ms();
    game->players = order->players;
    memcpy(game->seats, order->seats, sizeof game->seats);
    room_begin(game);
    *creation = (struct creation){hall, give_secrets(game, order->mine), done, context};
    store_create(hall->store, game, on_created, creation);
    free(game);
}

/* ---- The world outside ----------------------------------------------------------------------------- */

static void hear(struct live *live, int64_t seq)
{
    if (seq > live->heard)
        live->heard = seq;
    if (live->stage == STAGE_READY)
        live_advance(live);
}

void hall_changed(struct hall *hall, const char *id, int64_t seq)
{
    struct live *live;

    if (*id) {
        if ((live = find_live(hall, id)))
            hear(live, seq);
        return;
    }
    for (int i = 0; i < BUCKETS; i++)
        for (live = hall->buckets[i]; live; live = live->next)
            hear(live, INT64_MAX);
}

void hall_outage(struct hall *hall, struct outage outage)
{
    for (int i = 0; i < BUCKETS; i++)
        for (struct live *live = hall->buckets[i]; live; live = live->next)
            if (live->room)
                room_add_outage(live->room, outage);
}

void hall_presence(struct hall *hall, const struct remote_presence *note)
{
    struct live *live = find_live(hall, note->id);

    if (live)
        live_hear_presence(live, note);
}

static void on_due(void *context, enum store_answer answer, const char (*ids)[ID_SIZE], int count)
{
    struct hall *hall = context;

    hall->sweeping = false;
    for (int i = 0; answer == STORE_OK && i < count; i++)
        open_live(hall, ids[i]);
}

static bool may_go(const struct live *live, int64_t now)
{
    return live->stage == STAGE_READY && !live->clients && !live->first && !live->thinking &&
           now - live->idle_since > KEEP_MS;
}

void hall_tick(struct hall *hall, int64_t now)
{
    for (int i = 0; i < BUCKETS; i++)
        for (struct live *live = hall->buckets[i], *next; live; live = next) {
            next = live->next;
            live_refresh_presence(live, now);
            if (may_go(live, now))
                live_drop(live, NULL);
            else if (live->stage == STAGE_READY &&
                     (live->room->clocks.running != NOBODY || live->heard))
                live_advance(live);
        }
    if (now - hall->swept < SWEEP_MS || hall->sweeping)
        return;
    hall->swept = now;
    hall->sweeping = true;
    store_due(hall->store, now, SWEEP_MAX, on_due, hall);
}

struct hall_counts hall_counts(const struct hall *hall)
{
    struct hall_counts counts = hall->counts;

    for (int i = 0; i < BUCKETS; i++)
        for (const struct live *live = hall->buckets[i]; live; live = live->next)
            for (const struct client *client = live->clients; client; client = client->next) {
                counts.players += client->greeted && client->seat != NOBODY;
                counts.watchers += client->greeted && client->seat == NOBODY;
            }
    return counts;
}

struct hall *hall_new(struct store *store, struct thinkers *thinkers)
{
    struct hall *hall = calloc(1, sizeof *hall);

    if (hall) {
        hall->store = store;
        hall->thinkers = thinkers;
    }
    return hall;
}

void hall_free(struct hall *hall)
{
    if (!hall)
        return;
    for (int i = 0; i < BUCKETS; i++)
        while (hall->buckets[i])
            live_drop(hall->buckets[i], NULL);
    free(hall);
}
