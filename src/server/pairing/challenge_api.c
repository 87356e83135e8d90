/* challenge_api.c - requests about challenges, the games that they start, and notifications. */
#include "server/pairing/challenge_api.h"

#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "server/common/json_field.h"
#include "server/common/secret.h"
#include "server/create_limit.h"
#include "server/pairing/challenge.h"
#include "server/ratings/room_result.h"

/* ---- Calls ------------------------------------------------------------------------------- */

static struct challenge_call *call_new(const struct api_request *request, struct reply *reply)
{
    struct challenge_call *call = calloc(1, sizeof *call);
    struct text id = text_into(call ? call->challenge.id : NULL, call ? ID_SIZE : 0);

    if (!call) {
        api_refuse_store(reply);
        return NULL;
    }
    call->server = request->server;
    call->reply = reply;
    call->member = request->session.member;
    call->now = store_now(request->server->store);
    if (strlen(request->arguments[0]) < ID_SIZE)
        text_add(&id, "%s", request->arguments[0]);
    return call;
}

static void call_free(void *context)
{
    struct challenge_call *call = context;

    free(call->found);
    free(call);
}

static void call_refuse(struct challenge_call *call, const struct refusal *refusal)
{
    reply_refusal(call->reply, refusal);
    call_free(call);
}

/* True if the work has come to nothing: then the call is answered. */
static bool call_failed(struct challenge_call *call, enum store_answer answer)
{
    struct refusal refusal;

    if (answer == STORE_OK)
        return false;
    if (answer == STORE_FAILED)
        refuse(&refusal, REFUSED_STORE, "The store cannot be reached at the moment; try again.");
    else
        challenge_refuse(call->problem, &refusal);
    call_refuse(call, &refusal);
    return true;
}

static void call_answer(struct challenge_call *call, int status, json_t *json)
{
    reply_json(call->reply, status, json);
    call_free(call);
}

/* ---- Notifications ------------------------------------------------------------------------- */

/* Sends a message, whose reference it takes, to all at the table and to the one who was challenged,
 * but not to `except`. */
static void notify_all(const struct challenge_call *call, json_t *json, int64_t except)
{
    const struct challenge *challenge = &call->challenge;
    bool seated = challenge->target == 0;

    for (int i = 0; i < challenge->people; i++) {
        seated |= challenge->occupants[i].member == challenge->target;
        if (challenge->occupants[i].member != except)
            club_notify_everywhere(call->server->club, challenge->occupants[i].member,
                                   json_incref(json));
    }
    if (!seated && challenge->target != except)
        club_notify_everywhere(call->server->club, challenge->target, json_incref(json));
    json_decref(json);
}

static json_t *encode(const struct challenge_call *call)
{
    return challenge_encode(&call->challenge,
                            club_has(call->server->club, call->challenge.challenger));
}

static void notify_changed(const struct challenge_call *call, int64_t except)
{
    notify_all(call, json_pack("{ss so}", "type", "challenge", "challenge", encode(call)), except);
}

static void notify_gone(const struct challenge_call *call, const char *reason)
{
    notify_all(call,
               json_pack("{ss ss ss}", "type", "challenge-gone", "id", call->challenge.id, "reason",
                         reason),
               0);
}

/* ---- The game ----------------------------------------------------------------------------- */

static void seat_members(const struct challenge_call *call, struct stored_seat seats[])
{
    const struct challenge *challenge = &call->challenge;
    struct secret_source source = secret_source_of("", "", 0);
    char secret[SECRET_SIZE];

    for (int i = 0; i < challenge->players; i++) {
        seats[i] = (struct stored_seat){
            .kind = SEAT_COMPUTER, .level = call->level, .taken = true, .member = call->level};
        for (int j = 0; j < challenge->people; j++)
            if (challenge->occupants[j].member == call->seats[i]) {
                seats[i] = (struct stored_seat){
                    .kind = SEAT_PERSON, .taken = true, .member = call->seats[i]};
                memcpy(seats[i].name, challenge->occupants[j].name, sizeof seats[i].name);
                secret_draw(&source, i, secret, seats[i].hash);
            }
    }
}

/* Everybody but the one whose request began it, who gets the answer. */
static void notify_begun(const struct challenge_call *call)
{
    const struct challenge *challenge = &call->challenge;

    for (int i = 0; i < challenge->players; i++)
        if (call->seats[i] != 0 && call->seats[i] != call->member.id)
            club_notify_everywhere(call->server->club, call->seats[i],
                                   json_pack("{ss ss si ss}", "type", "paired", "game", call->game,
                                             "seat", i + 1, "challenge", challenge->id));
    if (challenge->remaining == 1)
        notify_gone(call, challenge->players == 2 ? "accepted" : "full");
}

/* The call is freed afterwards, as it belongs to the creation. */
static void on_begun(void *context, enum store_answer answer)
{
    struct challenge_call *call = context;
    struct refusal refusal;

    if (answer == STORE_OK) {
        notify_begun(call);
        reply_json(call->reply, 200, json_pack("{ss si}", "game", call->game, "seat", call->seat));
        return;
    }
    if (answer == STORE_FAILED)
        refuse(&refusal, REFUSED_STORE, "The store cannot be reached at the moment; try again.");
    else
        challenge_refuse(CHALLENGE_TAKEN, &refusal);
    reply_refusal(call->reply, &refusal);
}

/* True if the seats of a rated game are those of members who may have them. */
static bool check_seats(const struct challenge *challenge, const struct stored_seat seats[],
                        struct refusal *refusal)
{
    struct create_request order = {.players = challenge->players};
    json_t *root = json_loads(challenge->terms, 0, NULL);
    bool good = root && terms_decode(root, &order.terms, refusal);

    json_decref(root);
    memcpy(order.seats, seats, sizeof order.seats);
    return good && (!order.terms.rated || rated_seats(&order, refusal));
}

static void begin_game(struct challenge_call *call)
{
    const struct challenge *challenge = &call->challenge;
    struct stored_game *game = calloc(1, sizeof *game);
    struct also also = {challenge_begin, call, call_free};
    struct refusal refusal;
    bool good = false;

    refuse(&refusal, REFUSED_STORE, "There is no memory left for this; try again.");
    if (game) {
        game->players = challenge->players;
        memcpy(game->terms, challenge->terms, sizeof challenge->terms);
        id_new(call->game);
        memcpy(game->id, call->game, sizeof game->id);
        seat_members(call, game->seats);
        good = check_seats(challenge, game->seats, &refusal) &&
               hub_begin_game(call->server->hub, game, &also, on_begun, call);
    }
    if (!good)
        call_refuse(call, &refusal);
    free(game);
}

/* Somebody has sat down, or agreed to computer players. */
static void on_seated(void *context, enum store_answer answer)
{
    struct challenge_call *call = context;
    struct refusal refusal;

    if (call_failed(call, answer))
        return;
    if (call->begins) {
        if (server_may_create(call->server, call->reply->address, &call->reply->wait, &refusal))
            begin_game(call);
        else
            call_refuse(call, &refusal);
        return;
    }
    notify_changed(call, call->member.id);
    call_answer(call, 200, json_pack("{sn so}", "game", "challenge", encode(call)));
}

/* ---- Requests ----------------------------------------------------------------------------- */

/* A call with the object of its body; otherwise the request is answered. */
static struct challenge_call *call_with_body(const struct api_request *request, struct reply *reply,
                                             json_t **body)
{
    struct challenge_call *call = call_new(request, reply);
    struct refusal refusal;

    if (call && !(*body = api_body(request, &refusal))) {
        call_refuse(call, &refusal);
        return NULL;
    }
    return call;
}

static void on_created(void *context, enum store_answer answer)
{
    struct challenge_call *call = context;

    if (call_failed(call, answer))
        return;
    if (call->challenge.target)
        notify_changed(call, call->member.id);
    call_answer(call, 201, json_pack("{so}", "challenge", encode(call)));
}

static void create(const struct api_request *request, struct reply *reply)
{
    json_t *body;
    struct challenge_call *call = call_with_body(request, reply, &body);
    struct refusal refusal;

    if (!call)
        return;
    bool good = challenge_decode(body, call, &refusal);

    json_decref(body);
    if (good && call->challenge.to[0] && !name_keys_of(call->challenge.to, &call->keys)) {
        challenge_refuse(CHALLENGE_NOBODY, &refusal);
        good = false;
    }
    if (!good) {
        call_refuse(call, &refusal);
        return;
    }
    id_new(call->challenge.id);
    store_transact(request->server->store, challenge_create, on_created, call);
}

static void on_listed(void *context, enum store_answer answer)
{
    struct challenge_call *call = context;
    json_t *to_me = json_array(), *mine = json_array(), *open = json_array();
    int64_t member = call->member.id;

    for (int i = 0; i < call->count; i++) {
        const struct challenge *challenge = &call->found[i];
        bool seated = false;

        for (int j = 0; j < challenge->people; j++)
            seated |= member > 0 && challenge->occupants[j].member == member;
        json_array_append_new(
            seated                                      ? mine
            : member > 0 && challenge->target == member ? to_me
                                                        : open,
            challenge_encode(challenge, club_has(call->server->club, challenge->challenger)));
    }
    json_t *json = json_pack("{so so so}", "in", to_me, "out", mine, "open", open);

    if (call_failed(call, answer))
        json_decref(json);
    else
        call_answer(call, 200, json);
}

static void list(const struct api_request *request, struct reply *reply)
{
    struct challenge_call *call = call_new(request, reply);

    if (call)
        store_ask(request->server->store, challenges_list, on_listed, call);
}

static void accept_one(const struct api_request *request, struct reply *reply)
{
    struct challenge_call *call = call_new(request, reply);

    if (call)
        store_transact(request->server->store, challenge_accept, on_seated, call);
}

static void complete(const struct api_request *request, struct reply *reply)
{
    json_t *body;
    struct challenge_call *call = call_with_body(request, reply, &body);
    struct refusal refusal;
    int64_t level = 0;

    if (!call)
        return;
    bool good = field_number(body, "level", 1, LEVEL_MAX, &level, &refusal);

    json_decref(body);
    call->level = (int)level;
    if (good)
        store_transact(request->server->store, challenge_complete, on_seated, call);
    else
        call_refuse(call, &refusal);
}

static void on_declined(void *context, enum store_answer answer)
{
    struct challenge_call *call = context;

    if (call_failed(call, answer))
        return;
    notify_gone(call, "declined");
    call_answer(call, 200, json_object());
}

static void decline(const struct api_request *request, struct reply *reply)
{
    struct challenge_call *call = call_new(request, reply);

    if (call)
        store_transact(request->server->store, challenge_decline, on_declined, call);
}

static void on_left(void *context, enum store_answer answer)
{
    struct challenge_call *call = context;
    struct challenge *challenge = &call->challenge;

    if (call_failed(call, answer))
        return;
    if (challenge->challenger == call->member.id) {
        notify_gone(call, "withdrawn");
    } else {
        for (int i = 1; i < challenge->people; i++)
            if (challenge->occupants[i].member == call->member.id) {
                memmove(&challenge->occupants[i], &challenge->occupants[i + 1],
                        (size_t)(challenge->people - i - 1) * sizeof *challenge->occupants);
                challenge->people--;
            }
        notify_changed(call, 0);
    }
    call_answer(call, 200, json_object());
}

static void leave(const struct api_request *request, struct reply *reply)
{
    struct challenge_call *call = call_new(request, reply);

    if (call)
        store_transact(request->server->store, challenge_leave, on_left, call);
}

const struct route challenge_routes[] = {
    {"GET", "/api/challenges", FOR_ALL, .handle = list},
    {"POST", "/api/challenges", FOR_PLAY, .handle = create},
    {"POST", "/api/challenges/*/accept", FOR_PLAY, .handle = accept_one},
    {"POST", "/api/challenges/*/decline", FOR_PLAY, .handle = decline},
    {"POST", "/api/challenges/*/complete", FOR_PLAY, .handle = complete},
    {"DELETE", "/api/challenges/*", FOR_PLAY, .handle = leave},
    {0},
};
