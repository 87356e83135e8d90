/* live_game.c - a game in progress: events, searches, loading. Calls live_tasks.c and
 * live_presence.c, which do not call it. */
#include "server/game/live_game.h"

#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "search/search.h"
#include "server/pairing/conduct.h"
#include "server/ratings/rating_store.h"
#include "server/ratings/room_result.h"

enum { RETRY_MS = 1000 }; /* between two attempts to read from a store that is away */

static void refuse_store(struct refusal *refusal)
{
    refuse(refusal, REFUSED_STORE, "The store cannot be reached at the moment; try again.");
}

/* ---- The queue of tasks-------------------------------------------------------------------- */

void live_add_task(struct live_game *live, struct task *task)
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

/* Puts a task back, in front of all others. */
static void return_task(struct live_game *live, struct task *task)
{
    task->next = live->first;
    live->first = task;
    if (!live->last)
        live->last = task;
    if (task->client)
        task->client->waiting++;
}

static struct task *take_task(struct live_game *live)
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

/* Everything that waits gets the same answer. */
static void refuse_tasks(struct live_game *live, const struct refusal *refusal)
{
    struct task *task;

    while ((task = take_task(live))) {
        if (refusal->code == REFUSED_UNKNOWN && task->client)
            task->client->guessed(task->client);
        task_refuse(live->hub, task, refusal);
        free(task);
    }
}

/* ---- Events: applied, stored, announced ----------------------------------------------------- */

static void load_anew(struct live_game *live);

static json_t *event_message(const struct live_game *live, int64_t seq)
{
    return json_pack("{ss so so}", "type", "event", "event", room_event(live->room, seq), "now",
                     room_now(live->room, live_presence(live), live_now(live->hub)));
}

/* Sends the event to all clients; the requesting client gets the number of its request with it. */
static void announce(struct live_game *live, int64_t seq, struct task *asker)
{
    struct client *client = asker ? asker->client : NULL;
    json_t *json = event_message(live, seq);

    if (client && asker->message.has_id) {
        json_t *own = json_copy(json);

        client_message_add_id(own, &asker->message);
        client_send(client, own);
    } else {
        client = NULL;
    }
    struct packet *packet = packet_new(json);

    live_send_all(live, packet, client);
    packet_drop(packet);
}

void live_send_state(struct live_game *live)
{
    struct packet *packet =
        packet_new(json_pack("{ss so}", "type", "state", "state",
                             room_state(live->room, live_presence(live), live_now(live->hub))));

    live_send_all(live, packet, NULL);
    packet_drop(packet);
}

/* The task whose request has been stored, or was not. */
static void finish_writing(struct live_game *live, const struct refusal *refusal)
{
    struct task *task = live->writing;

    live->writing = NULL;
    if (!task)
        return;
    if (refusal)
        task_refuse(live->hub, task, refusal);
    else if (task->kind == TASK_JOIN)
        task->done(task->context, join_answer(task), NULL);
    free(task);
}

/* The event is not stored, as far as is known: the game is as it was before. It is loaded again as
 * soon as the store can be reached. */
static void take_back_event(struct live_game *live)
{
    struct room *before = room_before_last(live->room, &live->old_seat);
    struct refusal refusal;

    refuse_store(&refusal);
    finish_writing(live, &refusal);
    if (!before) {
        load_anew(live);
        return;
    }
    memcpy(before->ratings, live->room->ratings, sizeof before->ratings);
    room_free(live->room);
    live->room = before;
    live->stage = STAGE_READY;
    live->announced = INT64_MAX;
    live_advance(live);
}

static void on_written(void *context, enum store_answer answer)
{
    struct live_game *live = context;
    struct hub *hub = live->hub;
    int64_t seq = live->room->game.summary.seq;

    hub->counts.stored_us += (uint64_t)(clock_us() - live->asked_us);
    if (answer == STORE_OK) {
        hub->counts.events++;
        hub->counts.results += live->counts;
        if (live->counts || live->room->events[seq - 1].kind == EVENT_JOIN)
            live->rating_looks = 0;
        hub->counts.moves += live->room->events[seq - 1].kind == EVENT_MOVE;
        live->stage = STAGE_READY;
        room_announced(live->room, live_now(hub));
        announce(live, seq, live->writing);
        finish_writing(live, NULL);
        live_advance(live);
        return;
    }
    if (answer == STORE_FAILED) {
        take_back_event(live);
        return;
    }
    /* Another process was first, so our state is stale. The request is judged again. */
    hub->counts.conflicts++;
    if (live->writing)
        return_task(live, live->writing);
    live->writing = NULL;
    load_anew(live);
}

/* What goes into the store with an event. */
struct consequences {
    struct game_result result; /* of a rated game that has ended, */
    bool counts;               /* if there is one */
    int64_t absent;            /* a member who has left the game; 0: nobody */
    enum conduct conduct;
    char game[ID_SIZE];
    int64_t at;
};

static enum store_answer store_consequences(struct db *db, void *context)
{
    struct consequences *all = context;

    if (all->absent > 0)
        conduct_note(db, all->absent, all->game, all->at, all->conduct);
    return all->counts ? result_insert(db, &all->result) : STORE_OK;
}

/* Finds who has left the game, if the event, which is not applied yet, says so: it is that player's
 * turn. A player's own abort does not. */
static void find_absent(const struct room *room, const struct stored_event *event, bool by_player,
                        struct consequences *out)
{
    int turn = room_turn(room);
    bool no_show = !by_player && strcmp(event->kind, event_name(EVENT_ABORT)) == 0;
    bool claimed = strcmp(event->kind, event_name(EVENT_REPLACE)) == 0 ||
                   (strcmp(event->kind, event_name(EVENT_CLAIM)) == 0 &&
                    (strcmp(event->data, "win") == 0 || strcmp(event->data, "draw") == 0));

    if (turn == NOBODY || !(no_show || claimed) || room->game.seats[turn].kind != SEAT_PERSON)
        return;
    out->absent = room->game.seats[turn].member;
    out->conduct = no_show ? CONDUCT_NO_SHOW : CONDUCT_LEFT;
    out->at = event->at;
    memcpy(out->game, room->game.id, sizeof out->game);
}

/* The consequences go into the store with the event, which is applied. False if memory runs out. */
static bool add_consequences(struct live_game *live, enum game_status before,
                             struct consequences *all, struct also *also)
{
    live->counts = before == GAME_RUNNING && room_result(live->room, &all->result) &&
                   !live_same_address(live);
    all->counts = live->counts;
    if (!all->counts && all->absent <= 0)
        return true;
    struct consequences *copy = malloc(sizeof *copy);

    if (!copy)
        return false;
    *copy = *all;
    *also = (struct also){.work = store_consequences, .context = copy, .release = free};
    return true;
}

static void write_event(struct live_game *live, struct proposal *proposal, struct task *task)
{
    struct room *room = live->room;
    enum game_status before = room->game.summary.status;
    struct consequences consequences = {0};
    struct also also = {0};
    struct refusal refusal;

    find_absent(room, &proposal->event, task != NULL, &consequences);
    live->writing = task;
    live->old_seat = room->game.seats[proposal->event.seat - 1];
    if (proposal->seat != NOBODY)
        room->game.seats[proposal->seat] = proposal->occupant;
    if (!room_apply(room, &proposal->event) ||
        !add_consequences(live, before, &consequences, &also)) { /* out of memory */
        refuse(&refusal, REFUSED_STORE, "There is no memory left for this; try again.");
        finish_writing(live, &refusal);
        load_anew(live);
        return;
    }
    if (room->board_seq == proposal->event.seq)
        live_stop_search(live);
    struct append append = {
        .id = live->id,
        .event = &proposal->event,
        .summary = &room->game.summary,
        .seat = proposal->seat + 1,
        .occupant = &proposal->occupant,
        .successor = proposal->has_successor ? &proposal->successor : NULL,
        .also = also,
    };

    live->stage = STAGE_WRITING;
    live->asked_us = clock_us();
    store_append(live->hub->store, &append, on_written, live);
}

/* ---- Computer players -------------------------------------------------------------------- */

static void on_search_done(void *context, const char *move, int64_t used_ms)
{
    struct live_game *live = context;
    struct task *task = calloc(1, sizeof *task);

    live->search = NULL;
    if (!task)
        return;
    task->kind = TASK_COMPUTER;
    task->message = (struct client_message){.type = MESSAGE_MOVE, .seq = live->room->board_seq};
    struct text text = text_into(task->message.move, sizeof task->message.move);

    text_add(&text, "%s", move);
    task->seat = room_turn(live->room);
    room_set_charge(live->room, live_now(live->hub), used_ms);
    live_add_task(live, task);
    if (live->stage == STAGE_READY)
        live_advance(live);
}

void live_stop_search(struct live_game *live)
{
    if (live->search)
        engine_pool_cancel(live->hub->engine_pool, live->search);
    live->search = NULL;
}

/* Time that the clock allows; 0: no limit. */
static int64_t search_time(const struct live_game *live, int seat)
{
    const struct room *room = live->room;
    const struct time_control *clock = &room->terms.clock;

    if (clock->kind != CLOCK_GAME)
        return 0;
    return search_time_for_clock(room_left(room, seat, live_now(live->hub)), clock->increment_ms,
                                 tb_match_plies(room->match));
}

static void start_search(struct live_game *live)
{
    const struct room *room = live->room;
    int turn = room_turn(room);

    if (live->search || live->hub->closing || turn == NOBODY || room_is_long(room) ||
        room->game.seats[turn].kind != SEAT_COMPUTER)
        return;
    const struct stored_seat *seat = &room->game.seats[turn];

    live->search =
        engine_pool_ask(live->hub->engine_pool, room->match, seat->level, seat->name,
                        search_time(live, turn), live->address, on_search_done, live);
}

static void finish_task(struct live_game *live, struct task *task, enum task_outcome outcome,
                        struct proposal *proposal)
{
    if (outcome == TASK_WRITES) {
        write_event(live, proposal, task); /* which keeps the task */
        return;
    }
    if (outcome == TASK_LEAVES)
        live_leave(task->client); /* who may try again */
    free(task);
}

/* Nobody loses on time unless the store is known to have worked until then: a player whose time
 * seems to be up may have been waiting for it. While it is asked, nothing happens in the game. */
static bool flag_must_wait(struct live_game *live)
{
    int64_t now = live_now(live->hub);
    struct refusal refusal;

    if (live->search)
        room_set_charge(live->room, now, 0); /* its search time is charged when it ends */
    if (!room_time_is_up(live->room, now - live_flag_wait(live))) {
        live->up_at = 0;
        return false;
    }
    if (!live->up_at)
        live->up_at = now;
    if (!live_reachable(live, live->room->clocks.running, live->up_at))
        return true;
    if (live_proven(live->hub, live->up_at))
        return false;
    if (live->hub->proof_failed) {
        refuse_store(&refusal);
        refuse_tasks(live, &refusal);
    }
    return true;
}

void live_advance(struct live_game *live)
{
    struct proposal proposal;

    while (live->stage == STAGE_READY) {
        if (live->announced > live->room->game.summary.seq &&
            (live->first || live_now(live->hub) >= live->retry_at)) {
            live_load(live, live->room->game.summary.seq);
            break;
        }
        if (flag_must_wait(live))
            break;
        if (room_act(live->room, live_now(live->hub), live_flag_wait(live), &proposal)) {
            write_event(live, &proposal, NULL);
            break;
        }
        struct task *task = take_task(live);

        if (!task)
            break;
        finish_task(live, task, task_do(live, task, &proposal), &proposal);
    }
    if (live->stage == STAGE_READY)
        start_search(live);
}

void live_expire(struct live_game *live, int64_t now)
{
    struct proposal proposal;

    if (room_expire(live->room, now, &proposal))
        write_event(live, &proposal, NULL);
}

/* An absence matters to somebody who is here. */
static bool find_absence(struct live_game *live, int64_t now, struct proposal *proposal)
{
    const struct room *room = live->room;
    unsigned here = live_presence(live).here;
    bool attended = live_attended(live);

    for (int i = 0; i < room->game.players; i++) {
        if (here >> i & 1)
            live->gone[i] = 0;
        else if (!live->gone[i])
            live->gone[i] = now;
        if (here >> i & 1 ? room_propose_back(room, i, now, proposal)
                          : attended && room_propose_away(room, i, live->gone[i], now, proposal))
            return true;
    }
    return false;
}

void live_record_absence(struct live_game *live, int64_t now)
{
    struct proposal proposal;

    if (live->room->game.summary.status == GAME_RUNNING && find_absence(live, now, &proposal))
        write_event(live, &proposal, NULL);
}

/* ---- Loading, leaving, going -------------------------------------------------------------- */

/* New events of a game that is known. False if they do not fit. */
static bool catch_up(struct live_game *live, const struct loaded *loaded)
{
    int64_t before = live->room->board_seq;

    for (int i = 0; i < loaded->event_count; i++) {
        const struct stored_event *event = &loaded->events[i];

        if (!room_apply(live->room, event))
            return false;
        if (strcmp(event->kind, event_name(EVENT_JOIN)) == 0 ||
            strcmp(event->kind, event_name(EVENT_REPLACE)) == 0)
            live->room->game.seats[event->seat - 1] = loaded->game.seats[event->seat - 1];
        room_announced(live->room, live_now(live->hub));
        announce(live, event->seq, NULL);
        live->rating_looks = 0;
    }
    if (live->room->board_seq != before)
        live_stop_search(live);
    return true;
}

static void on_loaded(void *context, enum store_answer answer, const struct loaded *loaded)
{
    struct live_game *live = context;
    bool known = live->room != NULL;
    struct refusal refusal;

    if (answer == STORE_MISSING)
        refuse(&refusal, REFUSED_UNKNOWN, "There is no such game, or the secret does not open it.");
    else
        refuse(&refusal, REFUSED_STORE, "The store cannot be reached at the moment; try again.");
    if (answer == STORE_OK && known && catch_up(live, loaded)) {
        live->stage = STAGE_READY;
        live_advance(live);
        return;
    }
    if (answer == STORE_OK && known) {
        load_anew(live);
        return;
    }
    if (known) { /* new events are loaded when the store can be reached again */
        live->stage = STAGE_READY;
        live->announced = INT64_MAX;
        live->retry_at = live_now(live->hub) + RETRY_MS;
        refuse_tasks(live, &refusal);
        return;
    }
    if (answer != STORE_OK || !(live->room = room_new(loaded))) {
        live_drop(live, &refusal);
        return;
    }
    live->stage = STAGE_READY;
    live->rating_looks = 0;
    live_add_outages(live);
    live_send_state(live);
    live_advance(live);
}

void live_load(struct live_game *live, int64_t since)
{
    live->stage = STAGE_LOADING;
    live->announced = 0; /* whatever is heard from now on may be too late for this */
    store_load(live->hub->store, live->id, since, on_loaded, live);
}

struct live_game *live_open(struct hub *hub, const char *id)
{
    struct live_game *live = live_table_find(&hub->table, id);

    if (live || !(live = calloc(1, sizeof *live)))
        return live;
    live->hub = hub;
    strcpy(live->id, id);
    live->idle_since = live->attended = live_now(hub);
    live_table_add(&hub->table, live);
    live_load(live, 0);
    return live;
}

/* Forgets the game and loads it from the beginning. */
static void load_anew(struct live_game *live)
{
    live_stop_search(live);
    room_free(live->room);
    live->room = NULL;
    live_load(live, 0);
}

void live_leave(struct client *client)
{
    struct live_game *live = client->live;

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
    live->idle_since = live_now(live->hub);
    client->live = NULL;
    client->waiting = 0;
}

/* Everything that waits is refused; clients stay connected without a game. */
void live_drop(struct live_game *live, const struct refusal *refusal)
{
    struct task *task;
    struct client *client;

    live_table_remove(&live->hub->table, live);
    if (refusal)
        refuse_tasks(live, refusal);
    while ((task = take_task(live)))
        free(task);
    while ((client = live->clients)) {
        live->clients = client->next;
        client->live = NULL;
        if (client->greeted)
            client->close(client, "restart", "The game cannot be read; reconnect in a moment.");
        client->greeted = false;
    }
    live_stop_search(live);
    room_free(live->room);
    free(live->writing);
    free(live);
}
