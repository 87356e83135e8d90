/* live_tasks.c - the queued requests of one game. */
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "server/game/live_game.h"
#include "server/ratings/room_result.h"

void task_refuse(struct hub *hub, struct task *task, const struct refusal *refusal)
{
    hub->counts.refusals++;
    if (task->client)
        client_refuse(task->client, &task->message, refusal);
    else if (task->done)
        task->done(task->context, NULL, refusal);
}

/* A whole state is long: nobody gets one for every message. */
static const struct bucket_rate STATES = {.most = 10, .rate = 1};

static void send_state(const struct live_game *live, struct task *task)
{
    struct refusal refusal;
    int wait;

    if (!bucket_take(&task->client->states, &STATES, live_now(live->hub), &wait)) {
        refuse(&refusal, REFUSED_RATE, "Too many out-of-date requests; wait {wait} seconds.",
               arg_count("wait", wait));
        task_refuse(live->hub, task, &refusal);
        return;
    }
    json_t *json = json_pack("{ss so}", "type", "state", "state",
                             room_state(live->room, live_presence(live), live_now(live->hub)));

    client_message_add_id(json, &task->message);
    client_send(task->client, json);
}

/* A welcome must fit into the queue of its connection. The state has all that counts. */
enum { EVENTS_SENT = 500 };

static bool greet(struct live_game *live, struct task *task, struct refusal *refusal)
{
    struct client *client = task->client;
    const struct client_message *message = &task->message;
    int64_t seq = live->room->game.summary.seq, since = message->since;
    struct admission admission;

    if (!room_admits(live->room, message->secret, client->member.id, &admission)) {
        client->guessed(client);
        return refuse(refusal, REFUSED_UNKNOWN,
                      "There is no such game, or the secret does not open it.");
    }
    if (admission.seat != NOBODY && live->hub->bars &&
        live->hub->bars(live->hub->bars_context, live->room->game.seats[admission.seat].member,
                        refusal))
        return false;
    client->greeted = true;
    client->seat = admission.seat;
    client->states = bucket_full(&STATES, live_now(live->hub));
    if (client->seat != NOBODY) {
        strcpy(live->address, client->address);
        strcpy(live->seat_addresses[client->seat], client->address);
    }
    json_t *json = json_pack("{ss si so}", "type", "welcome", "version", PROTOCOL_VERSION, "state",
                             room_state(live->room, live_presence(live), live_now(live->hub)));

    json_object_set_new(json, "seat", seat_number(client->seat));
    json_object_set_new(json, "invited", seat_number(admission.invited));
    if (since < 0)
        since = seq;
    json_object_set_new(
        json, "events",
        room_events(live->room, since > seq - EVENTS_SENT ? since : seq - EVENTS_SENT));
    client_message_add_id(json, message);
    client_send(client, json);
    live_presence_changed(live, true);
    return true;
}

static void list_moves(const struct live_game *live, const struct task *task)
{
    const struct tb_position *position = tb_match_position(live->room->match);
    bool running = room_turn(live->room) != NOBODY;
    json_t *list = json_array();
    tb_move moves[TB_MOVES_MAX];
    int count = running ? match_moves(live->room->match, moves) : 0;
    char text[TB_MOVE_TEXT];

    for (int i = 0; i < count; i++) {
        position_move_text(position, moves[i], text, sizeof text);
        json_array_append_new(list, json_string(text));
    }
    if (running && tb_match_can_swap(live->room->match))
        json_array_append_new(list, json_string("swap"));
    json_t *json = json_pack("{ss sI so}", "type", "moves", "seq",
                             (json_int_t)live->room->game.summary.seq, "moves", list);

    client_message_add_id(json, &task->message);
    client_send(task->client, json);
}

/* A rematch is a new game, which counts as one of those who offer it: a computer player accepts
 * at once. */
static bool may_have_successor(const struct task *task, const struct proposal *proposal,
                               struct refusal *refusal)
{
    return !task->client || strcmp(proposal->event.kind, event_name(EVENT_REMATCH_OFFER)) != 0 ||
           task->client->may_create(task->client, refusal);
}

/* The room knows who was away, not who has just connected. */
static bool may_claim(const struct live_game *live, const struct task *task,
                      struct refusal *refusal)
{
    int turn = room_turn(live->room);

    return task->message.type != MESSAGE_CLAIM || turn == NOBODY ||
           !(live_presence(live).here >> turn & 1) ||
           refuse(refusal, REFUSED_TURN,
                  "Only a player who is away at their turn can lose by a claim.");
}

/* A request that may change the game. */
static enum task_outcome change(struct live_game *live, struct task *task, int seat,
                                struct proposal *proposal)
{
    bool moves = task->client && task->message.type == MESSAGE_MOVE;
    int given = moves ? live_compensate(live, task->client) : 0;
    struct refusal refusal;
    enum proposal_result result = PROPOSAL_REJECTED;

    if (may_claim(live, task, &refusal))
        result =
            room_propose(live->room, seat, &task->message, live_now(live->hub), proposal, &refusal);

    if (moves)
        live_settle_lag(live, task->client, given, result == PROPOSAL_OK);
    switch (result) {
    case PROPOSAL_OK:
        if (!may_have_successor(task, proposal, &refusal)) {
            task_refuse(live->hub, task, &refusal);
            return TASK_DONE;
        }
        return TASK_WRITES;
    case PROPOSAL_STALE:
        if (task->client)
            send_state(live, task);
        return TASK_DONE;
    default:
        task_refuse(live->hub, task, &refusal);
        return TASK_DONE;
    }
}

static enum task_outcome do_message(struct live_game *live, struct task *task,
                                    struct proposal *proposal)
{
    struct refusal refusal;

    switch (task->message.type) {
    case MESSAGE_HELLO:
        if (greet(live, task, &refusal))
            return TASK_DONE;
        task_refuse(live->hub, task, &refusal);
        return TASK_LEAVES;
    case MESSAGE_MOVES:
        list_moves(live, task);
        return TASK_DONE;
    case MESSAGE_SAY:
        if (!live_send_quick_chat(live, task->client, &task->message, &refusal))
            task_refuse(live->hub, task, &refusal);
        return TASK_DONE;
    default:
        return change(live, task, task->client->seat, proposal);
    }
}

/* The seat of the invitation; otherwise the one that is wanted, or the first that is free. */
static int find_seat(const struct stored_game *game, const struct admission *admission, int wanted)
{
    if (admission->invited != NOBODY)
        return admission->invited;
    for (int i = 0; wanted == NOBODY && i < game->players; i++)
        if (!game->seats[i].taken)
            return i;
    return wanted;
}

/* True if the task may join: at a public game everybody may, otherwise only the holder of an
 * invitation. A player who has a seat does not get another one. */
static bool may_join(const struct live_game *live, const struct task *task,
                     struct admission *admission, struct refusal *refusal)
{
    bool opens = room_admits(live->room, task->message.secret, task->member.id, admission);

    if (!opens ||
        (!live->room->game.listed && admission->invited == NOBODY && admission->seat == NOBODY))
        return refuse(refusal, REFUSED_UNKNOWN, "There is no such game, or it is private.");
    return admission->seat == NOBODY || !task->message.secret[0] ||
           refuse(refusal, REFUSED_TAKEN, "This secret has its seat already.");
}

json_t *join_answer(const struct task *task)
{
    return json_pack("{si ss}", "seat", task->seat + 1, "secret", task->new_secret);
}

/* True if this same request was granted before and its answer was lost: a seat has the secret that
 * is derived from its key. */
static bool has_joined(const struct stored_game *game, struct task *task)
{
    unsigned char hash[HASH_SIZE];

    for (int i = 0; task->source.repeatable && i < game->players; i++) {
        secret_draw(&task->source, i, task->new_secret, hash);
        if (game->seats[i].taken && secret_equal(hash, game->seats[i].hash)) {
            task->seat = i;
            return true;
        }
    }
    return false;
}

static enum task_outcome do_join(struct live_game *live, struct task *task,
                                 struct proposal *proposal)
{
    const struct stored_game *game = &live->room->game;
    struct stored_seat occupant = {.kind = SEAT_PERSON, .taken = true};
    struct admission admission;
    struct refusal refusal;
    bool good = false;

    if (!may_join(live, task, &admission, &refusal)) {
        task_refuse(live->hub, task, &refusal);
        return TASK_DONE;
    }
    if (has_joined(game, task)) {
        task->done(task->context, join_answer(task), NULL);
        return TASK_DONE;
    }
    task->seat = find_seat(game, &admission, task->wanted_seat);
    memcpy(occupant.name, task->message.name, sizeof occupant.name);
    occupant.member = task->member.id;
    if (task->seat != NOBODY)
        secret_draw(&task->source, task->seat, task->new_secret, occupant.hash);
    if (task->wanted && !task->wanted(task->context))
        refuse(&refusal, REFUSED_STORE, "The client no longer waits for the answer.");
    else if (task->seat == NOBODY || task->seat >= game->players)
        refuse(&refusal, REFUSED_TAKEN, "There is no free seat.");
    else if (rated_join(live->room, task->member.id, &refusal))
        good = room_propose_join(live->room, task->seat, &occupant, live_now(live->hub), proposal,
                                 &refusal);
    if (!good)
        task_refuse(live->hub, task, &refusal);
    return good ? TASK_WRITES : TASK_DONE;
}

static void do_show(struct live_game *live, struct task *task)
{
    struct admission admission;
    struct refusal refusal;

    bool admitted = room_admits(live->room, task->message.secret, task->member.id, &admission);

    if (!admitted && task->view != VIEW_PREVIEW) {
        refuse(&refusal, REFUSED_UNKNOWN, "There is no such game, or the secret does not open it.");
        task_refuse(live->hub, task, &refusal);
        return;
    }
    if (task->view == VIEW_STATE) {
        task->done(task->context, room_state(live->room, live_presence(live), live_now(live->hub)),
                   NULL);
        return;
    }
    char *text = admitted ? room_record(live->room, task->view == VIEW_RECORD_JSON) : NULL;

    if (task->view == VIEW_PREVIEW)
        task->done(task->context,
                   json_pack("{si ss}", "status", live->room->game.summary.status, "record",
                             text ? text : ""),
                   NULL);
    else
        task->done(task->context, json_string(text ? text : ""), NULL);
    free(text);
}

enum task_outcome task_do(struct live_game *live, struct task *task, struct proposal *proposal)
{
    switch (task->kind) {
    case TASK_MESSAGE:
        return task->client ? do_message(live, task, proposal) : TASK_DONE;
    case TASK_JOIN:
        return do_join(live, task, proposal);
    case TASK_SHOW:
        do_show(live, task);
        return TASK_DONE;
    default:
        return change(live, task, task->seat, proposal);
    }
}
