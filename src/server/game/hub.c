/* hub.c - the doors to the games under way. */
#include "server/game/hub.h"

#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "jansson/setup_json.h"
#include "server/game/live_game.h"

enum {
    TASKS_MAX = 32,      /* of one client in line */
    KEEP_MS = 60 * 1000, /* a game that nobody looks at stays so long */
    SWEEP_MS = 2000,     /* between two looks for games that need the server */
    SWEEP_MAX = 200,
    ABSENT_MS = 5 * 60 * 1000, /* an open game without players is kept so long when it is due */
};

/* ---- Connections ---------------------------------------------------------------------- */

void hub_leave(struct hub *hub, struct client *client)
{
    struct live_game *live = client->live;
    bool greeted = client->greeted;

    (void)hub;
    live_leave(client);
    client->greeted = false;
    if (live && greeted && live->room)
        live_presence_changed(live, false);
}

void hub_measure(struct client *client, int round_trip_ms)
{
    int before = lag_bars(lag_of(&client->lag));

    lag_measure(&client->lag, round_trip_ms);
    if (client->live && client->greeted && client->seat != NOBODY &&
        lag_bars(lag_of(&client->lag)) != before)
        client->live->presence_changed = true; /* the tick tells it */
}

static bool check_hello(const struct client *client, const struct client_message *message,
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

void hub_receive(struct hub *hub, struct client *client, const struct client_message *message)
{
    struct refusal refusal;
    struct task *task = NULL;

    if (message->type == MESSAGE_PING) {
        json_t *json = json_pack("{ss sI}", "type", "pong", "time", (json_int_t)live_now(hub));

        client_message_add_id(json, message);
        client_send(client, json);
        return;
    }
    if (!check_hello(client, message, &refusal)) {
        if (refusal.code == REFUSED_UNKNOWN)
            client->guessed(client);
        client_refuse(client, message, &refusal);
        return;
    }
    if (message->type == MESSAGE_HELLO && (client->live = live_open(hub, message->game))) {
        client->next = client->live->clients;
        client->live->clients = client;
    }
    if (client->waiting < TASKS_MAX && client->live)
        task = calloc(1, sizeof *task);
    if (!task) {
        refuse(&refusal, REFUSED_RATE, "Too many pending requests; try again.");
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

static void dismiss(struct live_game *live, void *context)
{
    (void)context;
    live_stop_search(live);
    for (struct client *client = live->clients, *next; client; client = next) {
        next = client->next;
        client->close(client, "restart", "The server is restarting; reconnect in a moment.");
    }
}

void hub_shutdown(struct hub *hub)
{
    hub->closing = true;
    live_table_each(&hub->table, dismiss, NULL);
}

/* ---- Plain requests ----------------------------------------------------------------------- */

/* NULL if memory runs out, and then the answer has been given. */
static struct task *new_task(enum task_kind kind, hub_answer *done, void *context)
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
static void ask(struct hub *hub, const char *id, struct task *task)
{
    struct refusal refusal;
    struct live_game *live = id_valid(id) ? live_open(hub, id) : NULL;

    if (!live) {
        refuse(&refusal, REFUSED_UNKNOWN, "There is no such game, or the secret does not open it.");
        task_refuse(hub, task, &refusal);
        free(task);
        return;
    }
    live_add_task(live, task);
    if (live->stage == STAGE_READY)
        live_advance(live);
}

void hub_join(struct hub *hub, const struct joining *joining, hub_answer *done, void *context)
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
    task->member = joining->member;
    strncpy(task->message.name, joining->name, sizeof task->message.name - 1);
    strncpy(task->message.secret, joining->secret, sizeof task->message.secret - 1);
    ask(hub, joining->id, task);
}

void hub_show(struct hub *hub, const struct showing *showing, hub_answer *done, void *context)
{
    struct task *task = new_task(TASK_SHOW, done, context);

    if (!task)
        return;
    task->view = showing->view;
    task->member = showing->member;
    strncpy(task->message.secret, showing->secret, sizeof task->message.secret - 1);
    ask(hub, showing->id, task);
}

/* ---- The lobby -------------------------------------------------------------------------- */

/* Another server may know more of a game that is not loaded here: it is loaded, and that server
 * tells within seconds. */
unsigned hub_here(struct hub *hub, const struct stored_game *game)
{
    struct live_game *live = live_table_find(&hub->table, game->id);
    unsigned here = 0;

    if (live && live->room)
        return live_presence(live).here;
    if (!live && store_shared(hub->store) && !hub->closing)
        live_open(hub, game->id);
    for (int i = 0; i < game->players; i++)
        here |= (unsigned)(game->seats[i].kind == SEAT_COMPUTER) << i;
    return here;
}

/* ---- Members and bars ------------------------------------------------------------------- */

struct renaming {
    int64_t member, becomes;
    const char *name;
};

static void rename_in(struct live_game *live, void *context)
{
    const struct renaming *renaming = context;

    if (live->room)
        room_rename(live->room, renaming->member, renaming->name, renaming->becomes);
}

void hub_rename(struct hub *hub, int64_t member, const char *name, int64_t becomes)
{
    struct renaming renaming = {member, becomes, name};

    live_table_each(&hub->table, rename_in, &renaming);
}

void hub_adopt(struct hub *hub, const char *id, const unsigned char hash[HASH_SIZE], int64_t member,
               const char *name)
{
    struct live_game *live = live_table_find(&hub->table, id);

    for (int i = 0; live && live->room && i < live->room->game.players; i++) {
        struct stored_seat *seat = &live->room->game.seats[i];

        if (seat->taken && seat->kind == SEAT_PERSON && secret_equal(seat->hash, hash))
            seat->member = member;
    }
    if (live && live->room)
        room_rename(live->room, member, name, member);
}

void hub_set_bars(struct hub *hub, hub_bars *bars, void *context)
{
    hub->bars = bars;
    hub->bars_context = context;
}

bool hub_is_member(const struct client *client, int64_t member)
{
    return client->member.id == member ||
           (client->live && client->live->room && client->greeted && client->seat != NOBODY &&
            client->live->room->game.seats[client->seat].member == member);
}

bool hub_forget(struct hub *hub, const char *id, bool removed)
{
    struct live_game *live = live_table_find(&hub->table, id);
    struct refusal refusal;

    if (!live)
        return true;
    if (live->stage != STAGE_READY)
        return false;
    refuse(&refusal, REFUSED_UNKNOWN, "There is no such game, or the secret does not open it.");
    for (struct client *client = live->clients, *next; client; client = next) {
        next = client->next;
        if (client->greeted && removed)
            client->close(client, refusal_word(refusal.code), refusal.message);
        else if (client->greeted)
            client->close(client, "restart", "The game cannot be read; reconnect in a moment.");
        client->greeted = false;
    }
    live_drop(live, &refusal);
    return true;
}

/* ---- Boards of games under way ------------------------------------------------------------ */

enum { BOARDS_MAX = 32 };

struct boards {
    const struct live_game *games[BOARDS_MAX];
    int count, most;
};

/* Keeps the latest, sorted. */
static void add_board(struct live_game *live, void *context)
{
    struct boards *boards = context;
    int at;

    if (!live->room || !live->room->game.listed ||
        live->room->game.summary.status != GAME_RUNNING || !live_attended(live))
        return;
    for (at = boards->count; at > 0 && boards->games[at - 1]->room->game.summary.updated <
                                           live->room->game.summary.updated;
         at--)
        if (at < boards->most)
            boards->games[at] = boards->games[at - 1];
    if (at < boards->most)
        boards->games[at] = live;
    boards->count += boards->count < boards->most;
}

json_t *hub_boards(struct hub *hub, int most)
{
    struct boards boards = {.most = most < BOARDS_MAX ? most : BOARDS_MAX};
    json_t *list = json_array();
    char text[TB_POSITION_TEXT];

    live_table_each(&hub->table, add_board, &boards);
    for (int i = 0; i < boards.count; i++) {
        const struct room *room = boards.games[i]->room;
        json_t *entry = game_encode(&room->game);
        int length = tb_match_length(room->match);

        tb_position_text(tb_match_position(room->match), text, sizeof text);
        json_object_set_new(entry, "position", json_string(text));
        json_object_set_new(entry, "options", setup_json_encode(&room->terms.start.setup));
        json_object_set_new(entry, "last",
                            length ? json_string(tb_match_entry(room->match, length - 1))
                                   : json_null());
        json_object_set_new(entry, "turn", seat_number(room_turn(room)));
        json_array_append_new(list, entry);
    }
    return list;
}

/* ---- The world outside -------------------------------------------------------------------- */

static void note_announced(struct live_game *live, int64_t seq)
{
    if (seq > live->announced)
        live->announced = seq;
    if (live->stage == STAGE_READY)
        live_advance(live);
}

static void note_any_event(struct live_game *live, void *context)
{
    (void)context;
    note_announced(live, INT64_MAX);
}

void hub_changed(struct hub *hub, const char *id, int64_t seq)
{
    struct live_game *live;

    if (*id) {
        if ((live = live_table_find(&hub->table, id)))
            note_announced(live, seq);
        else if (lobby_find(hub, id))
            live_open(hub, id); /* somebody may have joined at another server */
        return;
    }
    hub->opened_count = 0; /* whatever was missed: nobody is limited for it */
    live_table_each(&hub->table, note_any_event, NULL);
}

void hub_outage(struct hub *hub, struct outage outage)
{
    live_on_outage(hub, outage);
}

void hub_presence(struct hub *hub, const struct remote_presence *note)
{
    struct live_game *live = live_table_find(&hub->table, note->id);

    if (live)
        live_on_presence(live, note);
}

static void on_due(void *context, enum store_answer answer, const char (*ids)[ID_SIZE], int count)
{
    struct hub *hub = context;

    hub->sweeping = false;
    hub->sweep_skip = answer == STORE_OK && count == SWEEP_MAX ? hub->sweep_skip + count : 0;
    for (int i = 0; answer == STORE_OK && i < count; i++)
        live_open(hub, ids[i]);
}

static bool may_go(const struct live_game *live, int64_t now)
{
    const struct summary *summary = live->room ? &live->room->game.summary : NULL;
    bool expires = summary && summary->status == GAME_OPEN && now >= summary->due;

    return live->stage == STAGE_READY && !live->clients && !live->first && !live->search &&
           now - live->idle_since > KEEP_MS && !expires;
}

/* Open games without players expire; those that are not open leave the lobby. */
static void look_after_lobby(struct live_game *live, int64_t now)
{
    if (live_attended(live))
        live->attended = now;
    if (live->room->game.summary.status != GAME_OPEN) {
        if (!live->left_lobby)
            lobby_remove(live->hub, live->id);
        live->left_lobby = true;
    } else if (now - live->attended >= ABSENT_MS) {
        live_expire(live, now);
    }
}

/* Notes whose members are suspended or gone. True if that has changed. */
static bool refresh_bars(const struct live_game *live, int64_t now)
{
    struct room *room = live->room;
    bool changed = false;

    for (int i = 0; live->hub->bars && i < room->game.players; i++) {
        int64_t member = room->game.seats[i].member;
        struct refusal refusal;
        bool barred = member == FORMER_MEMBER ||
                      live->hub->bars(live->hub->bars_context, member, &refusal);

        if (barred != (room->barred[i] > 0)) {
            room->barred[i] = barred ? now : 0;
            changed = true;
        }
    }
    return changed;
}

static void look_after(struct live_game *live, void *context)
{
    int64_t now = *(const int64_t *)context;
    bool barred = live->stage == STAGE_READY && refresh_bars(live, now);

    live_refresh_presence(live, now);
    if (live_refresh_ratings(live, now) || barred)
        live_send_state(live);
    live->hub->clocks_run |= live->room && live->room->clocks.running != NOBODY;
    if (live->stage == STAGE_READY)
        look_after_lobby(live, now);
    if (live->stage == STAGE_READY && !live->hub->closing)
        live_record_absence(live, now);
    if (may_go(live, now))
        live_drop(live, NULL);
    else if (live->stage == STAGE_READY && (live->room->clocks.running != NOBODY ||
                                            live->announced || room_is_no_show(live->room, now)))
        live_advance(live);
}

void hub_tick(struct hub *hub)
{
    int64_t now = live_now(hub);

    hub->clocks_run = false;
    live_table_each(&hub->table, look_after, &now);
    if (now - hub->swept < SWEEP_MS || hub->sweeping)
        return;
    hub->swept = now;
    hub->sweeping = true;
    struct due_query query = {.now = now, .skip = hub->sweep_skip, .limit = SWEEP_MAX};

    store_due(hub->store, &query, on_due, hub);
}

bool hub_needs_pulse(struct hub *hub)
{
    live_now(hub); /* what was missed so far is judged by the old rate */
    hub->pulsing = hub->clocks_run;
    return hub->pulsing;
}

void hub_pulse(struct hub *hub)
{
    live_now(hub);
}

static void count_clients(struct live_game *live, void *context)
{
    struct hub_counts *counts = context;

    for (const struct client *client = live->clients; client; client = client->next) {
        counts->players += client->greeted && client->seat != NOBODY;
        counts->watchers += client->greeted && client->seat == NOBODY;
    }
}

struct hub_counts hub_counts(struct hub *hub)
{
    struct hub_counts counts = hub->counts;

    counts.games = hub->table.count;
    live_table_each(&hub->table, count_clients, &counts);
    return counts;
}

uint64_t hub_results(const struct hub *hub)
{
    return hub->counts.results;
}

static void look_at_once(struct live_game *live, void *context)
{
    (void)context;
    live->rating_at = 0;
}

void hub_rated(struct hub *hub)
{
    live_table_each(&hub->table, look_at_once, NULL);
}

struct hub *hub_new(struct store *store, struct engine_pool *engine_pool)
{
    struct hub *hub = calloc(1, sizeof *hub);

    if (hub) {
        hub->store = store;
        hub->engine_pool = engine_pool;
    }
    return hub;
}

void hub_lose_store(struct hub *hub)
{
    hub->store = NULL;
}

static void drop(struct live_game *live, void *context)
{
    (void)context;
    live_drop(live, NULL);
}

void hub_free(struct hub *hub)
{
    if (!hub)
        return;
    live_table_each(&hub->table, drop, NULL);
    free(hub->opened);
    free(hub);
}
