/*
 * hall.c - games under way.
 *
 * A live game is LOADING, READY or WRITING. Tasks are done in order while it is
 * READY; a task that makes an event turns it to WRITING until the store answers.
 */
#include "server/hall.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "search/search.h"

enum {
    BUCKETS = 1 << 12,
    TASKS_MAX = 32,      /* of one client in line */
    KEEP_MS = 60 * 1000, /* a game that nobody looks at stays so long */
    SWEEP_MS = 2000,     /* between two looks for games that need the server */
    SWEEP_MAX = 200,
};

enum stage { STAGE_LOADING, STAGE_READY, STAGE_WRITING };

enum task_kind { TASK_MESSAGE, TASK_JOIN, TASK_SHOW, TASK_COMPUTER };

/* A request that waits for its game. */
struct task {
    struct task *next;
    enum task_kind kind;
    struct client *client; /* NULL: not a client's, or it has left */
    struct message message;
    int seat; /* of a join or a computer's move */
    enum view view;
    hall_answer *done;
    void *context;
};

struct live {
    struct live *next; /* in its bucket */
    struct hall *hall;
    char id[ID_SIZE];
    enum stage stage;
    struct room *room; /* NULL while it is loaded for the first time */
    struct task *first, *last;
    struct client *clients;
    struct task *writing;  /* whose request is being stored; NULL: the server's own */
    char join_secret[SECRET_SIZE];
    int64_t asked_us;      /* when the write was asked for */
    int64_t heard;         /* the highest number that others have told of */
    struct pondering *thinking;
    int64_t idle_since;
};

struct hall {
    struct store *store;
    struct thinkers *thinkers;
    struct live *buckets[BUCKETS];
    struct hall_counts counts;
    int64_t swept;
    bool sweeping;
};

int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* ---- Packets ------------------------------------------------------------------------ */

struct packet *packet_new(json_t *json)
{
    size_t length = json_dumpb(json, NULL, 0, JSON_COMPACT);
    struct packet *packet = malloc(sizeof *packet + LWS_PRE + length);

    if (packet) {
        packet->references = 1;
        packet->length = length;
        packet->text = (unsigned char *)(packet + 1) + LWS_PRE;
        json_dumpb(json, (char *)packet->text, length, JSON_COMPACT);
    }
    json_decref(json);
    return packet;
}

void packet_drop(struct packet *packet)
{
    if (packet && --packet->references == 0)
        free(packet);
}

/* Sends one client an object, whose reference it takes. */
static void send_json(struct client *client, json_t *json)
{
    struct packet *packet = packet_new(json);

    if (packet)
        client->send(client, packet);
    packet_drop(packet);
}

static void add_id(json_t *json, const struct message *message)
{
    if (message && message->has_id)
        json_object_set_new(json, "id", json_integer(message->id));
}

void client_refuse(struct client *client, const struct message *message,
                   const struct refusal *refusal)
{
    json_t *json = json_pack("{ss ss ss}", "type", "error", "code", refusal_word(refusal->code),
                             "text", refusal->text);

    if (refusal->code == REFUSED_ILLEGAL)
        json_object_set_new(json, "places", json_string(refusal->places));
    add_id(json, message);
    send_json(client, json);
}

/* ---- Who is there --------------------------------------------------------------------- */

static struct presence presence_of(const struct live *live)
{
    struct presence presence = {0};

    for (const struct client *client = live->clients; client; client = client->next) {
        if (!client->greeted)
            continue;
        if (client->seat == NOBODY)
            presence.watchers++;
        else
            presence.here |= 1u << client->seat;
    }
    return presence;
}

static void send_all(const struct live *live, struct packet *packet, const struct client *except)
{
    struct client *next;

    for (struct client *client = live->clients; packet && client; client = next) {
        next = client->next;
        if (client->greeted && client != except)
            client->send(client, packet);
    }
}

static void send_presence(const struct live *live, const struct client *except)
{
    struct presence presence = presence_of(live);
    json_t *here = json_array();

    for (int i = 0; i < live->room->game.players; i++)
        json_array_append_new(here, json_boolean(presence.here >> i & 1));
    struct packet *packet = packet_new(json_pack("{ss so si}", "type", "presence", "here", here,
                                                 "watchers", presence.watchers));

    send_all(live, packet, except);
    packet_drop(packet);
}

static void leave_live(struct client *client);

/* ---- Lines of tasks --------------------------------------------------------------------- */

static void add_task(struct live *live, struct task *task)
{
    task->next = NULL;
    if (live->last)
        live->last->next = task;
    else
        live->first = task;
    live->last = task;
    if (task->client)
        task->client->waiting++;
}

static struct task *take_task(struct live *live)
{
    struct task *task = live->first;

    if (!task)
        return NULL;
    live->first = task->next;
    if (!live->first)
        live->last = NULL;
    if (task->client)
        task->client->waiting--;
    return task;
}

static void refuse_task(struct hall *hall, struct task *task, const struct refusal *refusal)
{
    hall->counts.refusals++;
    if (task->client)
        client_refuse(task->client, &task->message, refusal);
    else if (task->done)
        task->done(task->context, NULL, refusal);
}

/* ---- Events: applied, stored, announced ----------------------------------------------------- */

static void advance(struct live *live);
static void load(struct live *live, int64_t since);
static void load_anew(struct live *live);
static void stop_thinking(struct live *live);

static json_t *event_message(const struct live *live, int64_t seq)
{
    return json_pack("{ss so so}", "type", "event", "event", room_event(live->room, seq), "now",
                     room_now(live->room, presence_of(live), now_ms()));
}

/* Tells everyone; who asked for it is told with the number of the request. */
static void announce(struct live *live, int64_t seq, struct task *asker)
{
    struct client *client = asker ? asker->client : NULL;
    json_t *json = event_message(live, seq);

    if (client && asker->message.has_id) {
        json_t *own = json_copy(json);

        add_id(own, &asker->message);
        send_json(client, own);
    } else {
        client = NULL;
    }
    struct packet *packet = packet_new(json);

    send_all(live, packet, client);
    packet_drop(packet);
}

static void send_state_to_all(struct live *live)
{
    struct packet *packet =
        packet_new(json_pack("{ss so}", "type", "state", "state",
                             room_state(live->room, presence_of(live), now_ms())));

    send_all(live, packet, NULL);
    packet_drop(packet);
}

/* The task whose request has been stored, or was not. */
static void finish_writing(struct live *live, const struct refusal *refusal)
{
    struct task *task = live->writing;

    live->writing = NULL;
    if (!task)
        return;
    if (refusal)
        refuse_task(live->hall, task, refusal);
    else if (task->kind == TASK_JOIN)
        task->done(task->context, json_pack("{si ss}", "seat", task->seat + 1, "secret",
                                            live->join_secret), NULL);
    free(task);
}

static void on_written(void *context, enum store_answer answer)
{
    struct live *live = context;
    struct hall *hall = live->hall;
    int64_t seq = live->room->game.summary.seq;
    struct refusal refusal;

    hall->counts.stored_us += (uint64_t)(now_us() - live->asked_us);
    if (answer == STORE_OK) {
        hall->counts.events++;
        hall->counts.moves += live->room->happenings[seq - 1].kind == EVENT_MOVE;
        live->stage = STAGE_READY;
        announce(live, seq, live->writing);
        finish_writing(live, NULL);
        advance(live);
        return;
    }
    /* Somebody else was first: what we think of the game is wrong. */
    hall->counts.conflicts++;
    if (live->writing && live->writing->kind == TASK_JOIN) {
        refuse(&refusal, REFUSED_TAKEN, "someone was quicker");
        finish_writing(live, &refusal);
    }
    free(live->writing);
    live->writing = NULL;
    load_anew(live);
}

/* Makes a proposal happen. The task, if any, is the live game's from now on. */
static void write_event(struct live *live, struct proposal *proposal, struct task *task)
{
    struct room *room = live->room;
    struct refusal refusal;

    live->writing = task;
    if (proposal->seat != NOBODY)
        room->game.seats[proposal->seat] = proposal->sitter;
    if (!room_apply(room, &proposal->event)) { /* out of memory */
        refuse(&refusal, REFUSED_STORE, "there is no memory left for this; try again");
        finish_writing(live, &refusal);
        load_anew(live);
        return;
    }
    if (room->board_seq == proposal->event.seq)
        stop_thinking(live);
    struct append append = {
        .id = live->id,
        .event = &proposal->event,
        .summary = &room->game.summary,
        .seat = proposal->seat + 1,
        .sitter = &proposal->sitter,
        .successor = proposal->has_successor ? &proposal->successor : NULL,
    };

    live->stage = STAGE_WRITING;
    live->asked_us = now_us();
    store_append(live->hall->store, &append, on_written, live);
}

/* ---- Computer players -------------------------------------------------------------------- */

static void on_thought(void *context, const char *move)
{
    struct live *live = context;
    struct task *task = calloc(1, sizeof *task);

    live->thinking = NULL;
    if (!task)
        return;
    task->kind = TASK_COMPUTER;
    task->message = (struct message){.type = MESSAGE_MOVE, .seq = live->room->board_seq};
    struct text text = text_into(task->message.move, sizeof task->message.move);

    text_add(&text, "%s", move);
    task->seat = room_turn(live->room);
    add_task(live, task);
    if (live->stage == STAGE_READY)
        advance(live);
}

static void stop_thinking(struct live *live)
{
    if (live->thinking)
        thinkers_cancel(live->hall->thinkers, live->thinking);
    live->thinking = NULL;
}

/* Time that the clock allows; 0: no limit. */
static int64_t time_to_think(const struct room *room, int seat)
{
    const struct clock_terms *clock = &room->terms.clock;

    if (clock->kind != CLOCK_GAME)
        return 0;
    return search_time_for_clock(room_left(room, seat, now_ms()), clock->increment_ms,
                                 tb_match_plies(room->match));
}

static void let_computer_think(struct live *live)
{
    const struct room *room = live->room;
    int turn = room_turn(room);

    if (live->thinking || turn == NOBODY || room->game.seats[turn].kind != SEAT_COMPUTER)
        return;
    live->thinking = thinkers_ask(live->hall->thinkers, room->match, room->game.seats[turn].level,
                                  time_to_think(room, turn), on_thought, live);
}

/* ---- Tasks -------------------------------------------------------------------------------- */

static void send_state(const struct live *live, const struct task *task)
{
    json_t *json = json_pack("{ss so}", "type", "state", "state",
                             room_state(live->room, presence_of(live), now_ms()));

    add_id(json, &task->message);
    send_json(task->client, json);
}

static bool greet(struct live *live, struct task *task, struct refusal *refusal)
{
    struct client *client = task->client;
    const struct message *message = &task->message;
    int64_t seq = live->room->game.summary.seq;

    if (!room_admits(live->room, message->secret, &client->seat)) {
        client->guessed(client);
        return refuse(refusal, REFUSED_UNKNOWN,
                      "there is no such game, or the secret does not open it");
    }
    client->greeted = true;
    json_t *json = json_pack("{ss si so}", "type", "welcome", "version", PROTOCOL_VERSION, "state",
                             room_state(live->room, presence_of(live), now_ms()));

    json_object_set_new(json, "seat",
                        client->seat == NOBODY ? json_null() : json_integer(client->seat + 1));
    json_object_set_new(json, "events",
                        room_events(live->room, message->since >= 0 ? message->since : seq));
    add_id(json, message);
    send_json(client, json);
    send_presence(live, client);
    return true;
}

static void list_moves(const struct live *live, const struct task *task)
{
    const struct tb_position *position = tb_match_position(live->room->match);
    bool running = room_turn(live->room) != NOBODY;
    json_t *list = json_array();
    tb_move moves[TB_MOVES_MAX];
    int count = running ? tb_moves(position, moves) : 0;
    char text[TB_MOVE_TEXT];

    for (int i = 0; i < count; i++) {
        tb_move_text(position, moves[i], text, sizeof text);
        json_array_append_new(list, json_string(text));
    }
    if (running && tb_match_can_swap(live->room->match))
        json_array_append_new(list, json_string("swap"));
    json_t *json = json_pack("{ss sI so}", "type", "moves", "seq",
                             (json_int_t)live->room->game.summary.seq, "moves", list);

    add_id(json, &task->message);
    send_json(task->client, json);
}

/* A request that may change the game. True if it does, and then the task is kept. */
static bool change(struct live *live, struct task *task, int seat)
{
    struct proposal proposal;
    struct refusal refusal;

    switch (room_propose(live->room, seat, &task->message, now_ms(), &proposal, &refusal)) {
    case JUDGED_GOOD:
        write_event(live, &proposal, task);
        return true;
    case JUDGED_STALE:
        if (task->client)
            send_state(live, task);
        return false;
    default:
        refuse_task(live->hall, task, &refusal);
        return false;
    }
}

static bool do_message(struct live *live, struct task *task)
{
    struct refusal refusal;

    switch (task->message.type) {
    case MESSAGE_HELLO:
        if (!greet(live, task, &refusal)) {
            refuse_task(live->hall, task, &refusal);
            leave_live(task->client); /* who may try again */
        }
        return false;
    case MESSAGE_MOVES:
        list_moves(live, task);
        return false;
    default:
        return change(live, task, task->client->seat);
    }
}

/* The first seat that is free, or the one that is wanted. */
static int find_seat(const struct stored_game *game, int wanted)
{
    for (int i = 0; wanted == NOBODY && i < game->players; i++)
        if (!game->seats[i].taken)
            return i;
    return wanted;
}

static bool do_join(struct live *live, struct task *task)
{
    const struct stored_game *game = &live->room->game;
    struct proposal proposal;
    struct stored_seat sitter = {.kind = SEAT_PERSON, .taken = true};
    struct refusal refusal;
    bool good = false;

    task->seat = find_seat(game, task->seat);
    memcpy(sitter.name, task->message.name, sizeof sitter.name);
    secret_new(live->join_secret, sitter.hash);
    if (!game->listed)
        refuse(&refusal, REFUSED_UNKNOWN, "there is no such game, or it is private");
    else if (task->seat == NOBODY || task->seat >= game->players)
        refuse(&refusal, REFUSED_TAKEN, "there is no free seat");
    else
        good = room_propose_join(live->room, task->seat, &sitter, now_ms(), &proposal, &refusal);
    if (good)
        write_event(live, &proposal, task);
    else
        refuse_task(live->hall, task, &refusal);
    return good;
}

static void do_show(struct live *live, struct task *task)
{
    struct refusal refusal;
    int seat;

    if (!room_admits(live->room, task->message.secret, &seat)) {
        refuse(&refusal, REFUSED_UNKNOWN, "there is no such game, or the secret does not open it");
        refuse_task(live->hall, task, &refusal);
        return;
    }
    if (task->view == VIEW_STATE) {
        task->done(task->context, room_state(live->room, presence_of(live), now_ms()), NULL);
        return;
    }
    char *text = room_record(live->room, task->view == VIEW_RECORD_JSON);

    task->done(task->context, json_string(text ? text : ""), NULL);
    free(text);
}

/* True if the task is kept for later. */
static bool do_task(struct live *live, struct task *task)
{
    switch (task->kind) {
    case TASK_MESSAGE:
        return task->client && do_message(live, task);
    case TASK_JOIN:
        return do_join(live, task);
    case TASK_SHOW:
        do_show(live, task);
        return false;
    default:
        return change(live, task, task->seat);
    }
}

/* Does what is to be done until an event has to be stored or nothing is left. */
static void advance(struct live *live)
{
    struct proposal proposal;

    while (live->stage == STAGE_READY) {
        if (live->heard > live->room->game.summary.seq) {
            load(live, live->room->game.summary.seq);
            break;
        }
        if (room_act(live->room, now_ms(), &proposal)) {
            write_event(live, &proposal, NULL);
            break;
        }
        struct task *task = take_task(live);

        if (!task)
            break;
        if (!do_task(live, task))
            free(task);
    }
    if (live->stage == STAGE_READY)
        let_computer_think(live);
}

/* ---- Games come and go ------------------------------------------------------------------------ */

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

/* Everything that waits is refused; clients stay connected without a game. */
static void drop_live(struct live *live, const struct refusal *refusal)
{
    struct live **at = &live->hall->buckets[bucket_of(live->id)];
    struct task *task;
    struct client *client;

    while (*at != live)
        at = &(*at)->next;
    *at = live->next;
    live->hall->counts.games--;
    while ((task = take_task(live))) {
        if (refusal) {
            if (refusal->code == REFUSED_UNKNOWN && task->client)
                task->client->guessed(task->client);
            refuse_task(live->hall, task, refusal);
        }
        free(task);
    }
    while ((client = live->clients)) {
        live->clients = client->next;
        client->live = NULL;
        if (client->greeted)
            client->close(client, "restart", "the game cannot be read; come back soon");
        client->greeted = false;
    }
    stop_thinking(live);
    room_free(live->room);
    free(live->writing);
    free(live);
}

/* New events of a game that is known. False if they do not fit. */
static bool catch_up(struct live *live, const struct loaded *loaded)
{
    int64_t before = live->room->board_seq;

    for (int i = 0; i < loaded->event_count; i++) {
        const struct stored_event *event = &loaded->events[i];

        if (!room_apply(live->room, event))
            return false;
        if (strcmp(event->kind, event_name(EVENT_JOIN)) == 0)
            live->room->game.seats[event->seat - 1] = loaded->game.seats[event->seat - 1];
        announce(live, event->seq, NULL);
    }
    if (live->room->board_seq != before)
        stop_thinking(live);
    return true;
}

static void on_loaded(void *context, enum store_answer answer, const struct loaded *loaded)
{
    struct live *live = context;
    bool known = live->room != NULL;
    struct refusal refusal;

    if (answer == STORE_MISSING)
        refuse(&refusal, REFUSED_UNKNOWN, "there is no such game, or the secret does not open it");
    else
        refuse(&refusal, REFUSED_STORE, "the store cannot be reached at the moment; try again");
    if (answer == STORE_OK && known && catch_up(live, loaded)) {
        live->stage = STAGE_READY;
        advance(live);
        return;
    }
    if (answer == STORE_OK && known) {
        load_anew(live);
        return;
    }
    if (known) { /* what was heard of is loaded when the store can be reached again */
        live->stage = STAGE_READY;
        live->heard = INT64_MAX;
        return;
    }
    if (answer != STORE_OK || !(live->room = room_new(loaded))) {
        drop_live(live, &refusal);
        return;
    }
    live->stage = STAGE_READY;
    send_state_to_all(live);
    advance(live);
}

static void load(struct live *live, int64_t since)
{
    live->stage = STAGE_LOADING;
    live->heard = 0; /* whatever is heard from now on may be too late for this */
    store_load(live->hall->store, live->id, since, on_loaded, live);
}

/* Forgets the game and loads it from the beginning. */
static void load_anew(struct live *live)
{
    stop_thinking(live);
    room_free(live->room);
    live->room = NULL;
    load(live, 0);
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
    load(live, 0);
    return live;
}

/* ---- Connections ------------------------------------------------------------------------------- */

static void leave_live(struct client *client)
{
    struct live *live = client->live;

    if (!live)
        return;
    for (struct client **at = &live->clients; *at; at = &(*at)->next)
        if (*at == client) {
            *at = client->next;
            break;
        }
    for (struct task *task = live->first; task; task = task->next)
        if (task->client == client)
            task->client = NULL;
    if (live->writing && live->writing->client == client)
        live->writing->client = NULL;
    live->idle_since = now_ms();
    client->live = NULL;
    client->waiting = 0;
}

void hall_leave(struct hall *hall, struct client *client)
{
    struct live *live = client->live;
    bool greeted = client->greeted;

    (void)hall;
    leave_live(client);
    client->greeted = false;
    if (live && greeted && live->room)
        send_presence(live, NULL);
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

        add_id(json, message);
        send_json(client, json);
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
    add_task(client->live, task);
    if (client->live->stage == STAGE_READY)
        advance(client->live);
}

void hall_dismiss(struct hall *hall)
{
    for (int i = 0; i < BUCKETS; i++)
        for (struct live *live = hall->buckets[i]; live; live = live->next) {
            stop_thinking(live);
            for (struct client *client = live->clients, *next; client; client = next) {
                next = client->next;
                client->close(client, "restart", "the server is going down; come back soon");
            }
        }
}

/* ---- Plain requests -------------------------------------------------------------------------------- */

/* A request of the HTTP interface about one game. */
static void ask(struct hall *hall, const char *id, struct task *task)
{
    struct refusal refusal;
    struct live *live = task && id_valid(id) ? open_live(hall, id) : NULL;

    if (!live) {
        refuse(&refusal, REFUSED_UNKNOWN, "there is no such game, or the secret does not open it");
        if (task)
            refuse_task(hall, task, &refusal);
        free(task);
        return;
    }
    add_task(live, task);
    if (live->stage == STAGE_READY)
        advance(live);
}

void hall_join(struct hall *hall, const char *id, int seat, const char *name, hall_answer *done,
               void *context)
{
    struct task *task = calloc(1, sizeof *task);

    if (task) {
        task->kind = TASK_JOIN;
        task->seat = seat;
        task->done = done;
        task->context = context;
        strncpy(task->message.name, name, sizeof task->message.name - 1);
    }
    ask(hall, id, task);
}

void hall_show(struct hall *hall, const char *id, const char *secret, enum view view,
               hall_answer *done, void *context)
{
    struct task *task = calloc(1, sizeof *task);

    if (task) {
        task->kind = TASK_SHOW;
        task->view = view;
        task->done = done;
        task->context = context;
        strncpy(task->message.secret, secret, sizeof task->message.secret - 1);
    }
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
        advance(live);
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
            if (may_go(live, now))
                drop_live(live, NULL);
            else if (live->stage == STAGE_READY &&
                     (live->room->clocks.running != NOBODY || live->heard))
                advance(live);
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
            drop_live(hall->buckets[i], NULL);
    free(hall);
}
