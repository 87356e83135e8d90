/* hall.c - the doors to the games under way. */
#include "server/hall.h"

#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "server/live.h"

enum {
    TASKS_MAX = 32,      /* of one client in line */
    KEEP_MS = 60 * 1000, /* a game that nobody looks at stays so long */
    SWEEP_MS = 2000,     /* between two looks for games that need the server */
    SWEEP_MAX = 200,
    ABSENT_MS = 5 * 60 * 1000, /* an open game without players is kept so long when it is due */
};

/* Finds a game, or begins to load it. NULL if memory runs out. */
static struct live *open_live(struct hall *hall, const char *id)
{
    struct live *live = live_table_find(&hall->table, id);

    if (live || !(live = calloc(1, sizeof *live)))
        return live;
    live->hall = hall;
    strcpy(live->id, id);
    live->idle_since = live->attended = live_now(hall);
    live_table_add(&hall->table, live);
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
    if (live && greeted && live->room)
        live_presence_changed(live, false);
}

static bool check_hello(const struct client *client, const struct message *message,
                        struct refusal *refusal)
{
    if (message->type != MESSAGE_HELLO)
        return client->greeted || client->live ||
               refuse(refusal, REFUSED_SYNTAX, "The first message must be hello.");
    if (client->live)
        return refuse(refusal, REFUSED_SYNTAX,
                      "\"hello\" was sent already; connect again for another game.");
    if (message->version != PROTOCOL_VERSION)
        return refuse(refusal, REFUSED_VERSION, "This server speaks version {version}.",
                      arg_count("version", PROTOCOL_VERSION));
    return id_valid(message->game) ||
           refuse(refusal, REFUSED_UNKNOWN,
                  "There is no such game, or the secret does not open it.");
}

void hall_say(struct hall *hall, struct client *client, const struct message *message)
{
    struct refusal refusal;
    struct task *task = NULL;

    if (message->type == MESSAGE_PING) {
        json_t *json = json_pack("{ss sI}", "type", "pong", "time", (json_int_t)live_now(hall));

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
        refuse(&refusal, REFUSED_RATE, "Too much is waiting to be done; try again.");
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

static void dismiss(struct live *live, void *context)
{
    (void)context;
    live_stop_thinking(live);
    for (struct client *client = live->clients, *next; client; client = next) {
        next = client->next;
        client->close(client, "restart", "The server is restarting; come back soon.");
    }
}

void hall_dismiss(struct hall *hall)
{
    hall->closing = true;
    live_table_each(&hall->table, dismiss, NULL);
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
        refuse(&refusal, REFUSED_STORE, "There is no memory left for this; try again.");
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
        refuse(&refusal, REFUSED_UNKNOWN, "There is no such game, or the secret does not open it.");
        task_refuse(hall, task, &refusal);
        free(task);
        return;
    }
    live_add_task(live, task);
    if (live->stage == STAGE_READY)
        live_advance(live);
}

void hall_join(struct hall *hall, const struct joining *joining, hall_answer *done, void *context)
{
    struct task *task = new_task(TASK_JOIN, done, context);
    char request[ID_SIZE + 8];
    struct text text = text_into(request, sizeof request);

    if (!task)
        return;
    text_add(&text, "join %.*s", ID_SIZE, joining->id);
    task->source = secret_source_of(joining->key, request, strlen(request));
    task->wanted = joining->wanted;
    task->wanted_seat = joining->seat;
    strncpy(task->message.name, joining->name, sizeof task->message.name - 1);
    strncpy(task->message.secret, joining->secret, sizeof task->message.secret - 1);
    ask(hall, joining->id, task);
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

/* ---- The lobby -------------------------------------------------------------------------- */

static struct opened *find_opened(const struct hall *hall, const char *id)
{
    for (int i = 0; i < hall->opened_count; i++)
        if (strcmp(hall->opened[i].id, id) == 0)
            return &hall->opened[i];
    return NULL;
}

/* Without memory the game is not counted. */
static void add_opened(struct hall *hall, const char *id, const char *address)
{
    if (find_opened(hall, id))
        return; /* the same request again */
    if (hall->opened_count == hall->opened_room) {
        int room = hall->opened_room ? 2 * hall->opened_room : 16;
        struct opened *opened = realloc(hall->opened, (size_t)room * sizeof *opened);

        if (!opened)
            return;
        hall->opened = opened;
        hall->opened_room = room;
    }
    struct opened *one = &hall->opened[hall->opened_count++];

    memcpy(one->id, id, ID_SIZE);
    memcpy(one->address, address, ADDRESS_SIZE);
}

static void remove_opened(struct hall *hall, const char *id)
{
    struct opened *opened = find_opened(hall, id);

    if (opened)
        *opened = hall->opened[--hall->opened_count];
}

void hall_limit_lobby(struct hall *hall, int most)
{
    hall->opened_most = most;
}

/* True if the lobby takes one more game from this address. A request that is made again does not
 * count. */
static bool may_open(const struct hall *hall, const char *id, const char *address,
                     struct refusal *refusal)
{
    int count = 0, most = hall->opened_most;

    for (int i = 0; i < hall->opened_count; i++)
        count += strcmp(hall->opened[i].address, address) == 0;
    return most == 0 || count < most || find_opened(hall, id) ||
           refuse(refusal, REFUSED_RATE,
                  "Too many open games from your address; the limit is {max}. Play or abort one.",
                  arg_count("max", most));
}

/* Another server may know more of a game that is not loaded here: it is loaded, and that server
 * tells within seconds. */
unsigned hall_here(struct hall *hall, const struct stored_game *game)
{
    struct live *live = live_table_find(&hall->table, game->id);
    unsigned here = 0;

    if (live && live->room)
        return live_presence(live).here;
    if (!live && store_shared(hall->store) && !hall->closing)
        open_live(hall, game->id);
    for (int i = 0; i < game->players; i++)
        here |= (unsigned)(game->seats[i].kind == SEAT_COMPUTER) << i;
    return here;
}

/* ---- New games ------------------------------------------------------------------------------------- */

struct creation {
    struct hall *hall;
    char id[ID_SIZE], maker[ADDRESS_SIZE];
    bool due;  /* a computer begins */
    bool open; /* and public */
    struct request *request;
    json_t *answer;
    hall_answer *done;
    void *context;
};

/* A game that needs the server at once, and for whom. */
static void open_for(struct hall *hall, const char *id, const char *maker)
{
    struct live *live = hall->closing ? NULL : open_live(hall, id);

    if (live && !live->address[0])
        strcpy(live->address, maker);
}

static void on_created(void *context, enum store_answer answer)
{
    struct creation *creation = context;
    struct refusal refusal;

    if (answer == STORE_OK) {
        creation->hall->counts.created++;
        if (creation->open)
            add_opened(creation->hall, creation->id, creation->maker);
        if (creation->due)
            open_for(creation->hall, creation->id, creation->maker);
        creation->done(creation->context, creation->answer, NULL);
    } else {
        refuse(&refusal, REFUSED_STORE, "The game could not be stored; try again.");
        json_decref(creation->answer);
        creation->done(creation->context, NULL, &refusal);
    }
    free(creation);
}

void hall_cancel(struct hall *hall, struct creation *creation)
{
    store_cancel(hall->store, creation->request);
}

/* What a game's names and secrets are drawn for; seats have their numbers. */
enum { LABEL_ID = -1, LABEL_WATCH = -2, LABEL_LOT = -3 };

/* Gives each person's seat a secret and lists them in the answer. */
static json_t *give_secrets(struct stored_game *game, unsigned mine,
                            const struct secret_source *source)
{
    json_t *seats = json_array();
    char secret[SECRET_SIZE];

    for (int i = 0; i < game->players; i++) {
        if (game->seats[i].kind != SEAT_PERSON)
            continue;
        secret_draw(source, i, secret, game->seats[i].hash);
        json_array_append_new(seats, json_pack("{si ss sb}", "seat", i + 1, "secret", secret,
                                               "mine", (int)(mine >> i & 1)));
    }
    secret_draw(source, LABEL_WATCH, secret, game->watch);
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

/* Everything that is ordered goes into the seed. */
static struct secret_source source_of(const char *key, const struct order *order,
                                      const char *terms)
{
    char request[TERMS_SIZE + TB_PLAYERS_MAX * (NAME_SIZE + 32) + 32];
    struct text text = text_into(request, sizeof request);

    text_add(&text, "%s\n%d %d\n", terms, order->listed, order->lot);
    for (int i = 0; i < order->players; i++) {
        const struct stored_seat *seat = &order->seats[i];

        text_add(&text, "%d %d %u %s\n", (int)seat->kind, seat->level, order->mine >> i & 1,
                 seat->name);
    }
    return secret_source_of(key, request, strlen(request));
}

static json_t *prepare(struct hall *hall, const struct order *order, const char *key,
                       struct stored_game *game)
{
    struct secret_source source = source_of(key, order, game->terms);
    struct order turned = *order;

    if (order->lot)
        order_turn(&turned, (unsigned)(number_draw(&source, LABEL_LOT) % (unsigned)order->players));
    id_draw(&source, LABEL_ID, game->id);
    strcpy(game->game, tb_game_name(order->terms.start.setup.game));
    game->listed = order->listed;
    game->created = live_now(hall);
    game->players = order->players;
    memcpy(game->seats, turned.seats, sizeof game->seats);
    room_begin(game);
    return give_secrets(game, turned.mine, &source);
}

struct creation *hall_create(struct hall *hall, const struct order *order, const char *key,
                             hall_answer *done, void *context)
{
    struct stored_game *game = calloc(1, sizeof *game);
    struct creation *creation = calloc(1, sizeof *creation);
    struct refusal refusal;

    if (!game || !creation || !write_terms(order, game)) {
        if (!game || !creation)
            refuse(&refusal, REFUSED_STORE, "There is no memory left for this; try again.");
        else
            refuse(&refusal, REFUSED_TERMS, "These terms are too long.");
        done(context, NULL, &refusal);
        free(game);
        free(creation);
        return NULL;
    }
    *creation = (struct creation){.hall = hall, .answer = prepare(hall, order, key, game),
                                  .done = done, .context = context};
    strcpy(creation->id, game->id);
    memcpy(creation->maker, order->maker, sizeof creation->maker);
    creation->due = game->summary.status == GAME_RUNNING;
    creation->open = game->summary.status == GAME_OPEN && game->listed;
    if (creation->open && !may_open(hall, game->id, order->maker, &refusal)) {
        json_decref(creation->answer);
        done(context, NULL, &refusal);
        free(game);
        free(creation);
        return NULL;
    }
    creation->request = store_create(hall->store, game, on_created, creation);
    free(game);
    return creation;
}

/* ---- The world outside ----------------------------------------------------------------------------- */

static void hear(struct live *live, int64_t seq)
{
    if (seq > live->heard)
        live->heard = seq;
    if (live->stage == STAGE_READY)
        live_advance(live);
}

static void hear_anything(struct live *live, void *context)
{
    (void)context;
    hear(live, INT64_MAX);
}

void hall_changed(struct hall *hall, const char *id, int64_t seq)
{
    struct live *live;

    if (*id) {
        if ((live = live_table_find(&hall->table, id)))
            hear(live, seq);
        else if (find_opened(hall, id))
            open_live(hall, id); /* somebody may have joined at another server */
        return;
    }
    hall->opened_count = 0; /* whatever was missed: nobody is limited for it */
    live_table_each(&hall->table, hear_anything, NULL);
}

void hall_outage(struct hall *hall, struct outage outage)
{
    live_hear_outage(hall, outage);
}

void hall_presence(struct hall *hall, const struct remote_presence *note)
{
    struct live *live = live_table_find(&hall->table, note->id);

    if (live)
        live_hear_presence(live, note);
}

static void on_due(void *context, enum store_answer answer, const char (*ids)[ID_SIZE], int count)
{
    struct hall *hall = context;

    hall->sweeping = false;
    hall->sweep_skip = answer == STORE_OK && count == SWEEP_MAX ? hall->sweep_skip + count : 0;
    for (int i = 0; answer == STORE_OK && i < count; i++)
        open_live(hall, ids[i]);
}

static bool may_go(const struct live *live, int64_t now)
{
    const struct summary *summary = live->room ? &live->room->game.summary : NULL;
    bool expires = summary && summary->status == GAME_OPEN && now >= summary->due;

    return live->stage == STAGE_READY && !live->clients && !live->first && !live->thinking &&
           now - live->idle_since > KEEP_MS && !expires;
}

/* Open games without players expire; those that are not open leave the lobby. */
static void look_after_lobby(struct live *live, int64_t now)
{
    if (live_attended(live))
        live->attended = now;
    if (live->room->game.summary.status != GAME_OPEN) {
        if (!live->left_lobby)
            remove_opened(live->hall, live->id);
        live->left_lobby = true;
    } else if (now - live->attended >= ABSENT_MS) {
        live_expire(live, now);
    }
}

static void look_after(struct live *live, void *context)
{
    int64_t now = *(const int64_t *)context;

    live_refresh_presence(live, now);
    live->hall->clocks_run |= live->room && live->room->clocks.running != NOBODY;
    if (live->stage == STAGE_READY)
        look_after_lobby(live, now);
    if (may_go(live, now))
        live_drop(live, NULL);
    else if (live->stage == STAGE_READY && (live->room->clocks.running != NOBODY || live->heard))
        live_advance(live);
}

void hall_tick(struct hall *hall)
{
    int64_t now = live_now(hall);

    hall->clocks_run = false;
    live_table_each(&hall->table, look_after, &now);
    if (now - hall->swept < SWEEP_MS || hall->sweeping)
        return;
    hall->swept = now;
    hall->sweeping = true;
    struct due_query query = {.now = now, .skip = hall->sweep_skip, .limit = SWEEP_MAX};

    store_due(hall->store, &query, on_due, hall);
}

bool hall_needs_pulse(struct hall *hall)
{
    live_now(hall); /* what was missed so far is judged by the old rate */
    hall->pulsing = hall->clocks_run;
    return hall->pulsing;
}

void hall_pulse(struct hall *hall)
{
    live_now(hall);
}

static void count_clients(struct live *live, void *context)
{
    struct hall_counts *counts = context;

    for (const struct client *client = live->clients; client; client = client->next) {
        counts->players += client->greeted && client->seat != NOBODY;
        counts->watchers += client->greeted && client->seat == NOBODY;
    }
}

struct hall_counts hall_counts(struct hall *hall)
{
    struct hall_counts counts = hall->counts;

    counts.games = hall->table.count;
    live_table_each(&hall->table, count_clients, &counts);
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

void hall_lose_store(struct hall *hall)
{
    hall->store = NULL;
}

static void drop(struct live *live, void *context)
{
    (void)context;
    live_drop(live, NULL);
}

void hall_free(struct hall *hall)
{
    if (!hall)
        return;
    live_table_each(&hall->table, drop, NULL);
    free(hall->opened);
    free(hall);
}
