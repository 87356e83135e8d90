/*
 * game_api.c - games over HTTP: creating and joining them, lists, the state and the record of one.
 */
#include "server/game/game_api.h"

#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "server/common/json_field.h"
#include "server/create_limit.h"
#include "server/members/device.h"
#include "server/members/member_api.h"
#include "server/pairing/problem.h"
#include "server/ratings/room_result.h"

/* ---- Answers that come later ----------------------------------------------------------------- */

/* A client that asks for games that do not exist may be guessing secrets. */
static void answer_refusal(struct reply *reply, const struct refusal *refusal)
{
    if (refusal->code == REFUSED_UNKNOWN)
        api_refuse_guess(reply, refusal);
    else
        reply_refusal(reply, refusal);
}

static void on_answer(void *context, json_t *json, const struct refusal *refusal)
{
    if (refusal)
        answer_refusal(context, refusal);
    else
        reply_json(context, 200, json);
}

static void on_created(void *context, json_t *json, const struct refusal *refusal)
{
    struct reply *reply = context;

    reply->cancel = NULL;
    if (refusal)
        answer_refusal(context, refusal);
    else
        reply_json(context, 201, json);
}

static void on_record(void *context, json_t *json, const struct refusal *refusal)
{
    if (refusal) {
        answer_refusal(context, refusal);
        return;
    }
    const char *text = json_string_value(json);
    bool is_json = *text == '{';

    reply_text(context, 200, is_json ? "application/json" : "text/plain; charset=utf-8",
               is_json ? "tablier.json" : "tablier.txt", text);
    json_decref(json);
}

/* The secret of the header `Authorization: Bearer ...`; "" without one, "?" if it is too long
 * for any. */
static void read_secret(const struct http_header *head, char out[SECRET_SIZE])
{
    static const char scheme[] = "Bearer ";
    const char *value = header_field(head, "authorization");
    const char *secret = value + strlen(scheme);

    if (!*value || strncmp(secret, TOKEN_PREFIX, strlen(TOKEN_PREFIX)) == 0)
        *out = '\0'; /* none, or that of a member's program */
    else if (strncmp(value, scheme, strlen(scheme)) == 0 && strlen(secret) < SECRET_SIZE)
        strcpy(out, secret);
    else
        strcpy(out, "?");
}

/* ---- Creating and joining -------------------------------------------------------------------- */

/* The id in the path; "" if it cannot be one. */
static const char *game_of(const struct api_request *request)
{
    return strlen(request->arguments[0]) < ID_SIZE ? request->arguments[0] : "";
}

/* The client has disconnected: its game is not created. */
static void cancel_creation(struct reply *reply)
{
    hub_cancel(reply->server->hub, reply->work);
}

/* What makes a request repeatable: "" if the client did not say. */
static bool read_key(const struct http_header *head, const char **key, struct refusal *refusal)
{
    *key = header_field(head, "idempotency-key");
    return !**key || key_valid(*key) ||
           refuse(refusal, REFUSED_SYNTAX,
                  "Idempotency-Key must have {min} to {max} printable characters "
                  "without spaces.",
                  arg_count("min", KEY_LEAST), arg_count("max", KEY_SIZE - 1));
}

/* An order to create or join a game, while the names in it are looked up. */
struct order {
    struct reply *reply;
    bool creates;
    struct create_request create;
    char id[ID_SIZE], name[NAME_SIZE], secret[SECRET_SIZE], key[KEY_SIZE];
    struct member member;
    int seat;
    bool shares; /* a device, with somebody who sits at a rated game */
};

static void place_order(struct order *order)
{
    struct reply *reply = order->reply;
    struct hub *hub = reply->server->hub;
    const struct joining joining = {.id = order->id,
                                    .name = order->name,
                                    .key = order->key,
                                    .secret = order->secret,
                                    .member = order->member,
                                    .seat = order->seat,
                                    .wanted = reply_wanted};

    if (order->creates) {
        struct creation *creation =
            hub_create(hub, &order->create, order->key, on_created, reply);

        if (creation) { /* it is under way, and the reply still there */
            reply->work = creation;
            reply->cancel = cancel_creation;
        }
    } else {
        hub_join(hub, &joining, on_answer, reply);
    }
    free(order);
}

static void on_names_known(void *context, bool taken)
{
    struct order *order = context;
    struct reply *reply = order->reply;
    struct refusal refusal;

    if (!taken && reply_wanted(reply)) {
        place_order(order);
        return;
    }
    refuse(&refusal, REFUSED_NAME, "That name belongs to a member; choose another.");
    reply_refusal(reply, &refusal);
    free(order);
}

static enum store_answer find_shared(struct db *db, void *context)
{
    struct order *order = context;

    order->shares = member_shares_rated(db, order->id, order->member.id);
    return STORE_OK;
}

static void on_shared_known(void *context, enum store_answer answer)
{
    struct order *order = context;
    struct reply *reply = order->reply;
    struct refusal refusal;

    if (answer == STORE_OK && !order->shares && reply_wanted(reply)) {
        place_order(order);
        return;
    }
    if (order->shares) {
        challenge_refuse(CHALLENGE_DEVICE, &refusal);
        reply_refusal(reply, &refusal);
    } else {
        api_refuse_store(reply);
    }
    free(order);
}

/* The names of those who are not members must not be those of members. */
static void check_names(struct order *order)
{
    const char *names[TB_PLAYERS_MAX];
    int count = 0;

    for (int i = 0; order->creates && i < order->create.players; i++)
        if (order->create.seats[i].kind == SEAT_PERSON && order->create.seats[i].member == 0 &&
            order->create.seats[i].name[0])
            names[count++] = order->create.seats[i].name;
    if (!order->creates && order->member.id == 0 && order->name[0])
        names[count++] = order->name;
    if (count > 0)
        members_find_names(order->reply->server, names, count, on_names_known, order);
    else if (!order->creates && order->member.id > 0)
        store_ask(order->reply->server->store, find_shared, on_shared_known, order);
    else
        place_order(order);
}

/* A member plays under their own name. */
static void seat_member(struct create_request *create, const struct member *member)
{
    for (int i = 0; i < create->players && member->id > 0; i++)
        if (create->mine >> i & 1) {
            create->seats[i].member = member->id;
            strcpy(create->seats[i].name, member->name);
        }
}

/* Takes the order, if it is good; otherwise refuses it. */
static void take_order(struct order *order, bool good, const struct refusal *refusal)
{
    if (good) {
        check_names(order);
        return;
    }
    reply_refusal(order->reply, refusal);
    free(order);
}

static struct order *order_new(const struct api_request *request, struct reply *reply)
{
    struct order *order = calloc(1, sizeof *order);

    if (!order) {
        api_refuse_store(reply);
        return NULL;
    }
    order->reply = reply;
    order->member = request->session.member;
    return order;
}

static void create_game(const struct api_request *request, struct reply *reply)
{
    struct refusal refusal;
    const char *key = "";
    struct order *order = order_new(request, reply);

    if (!order)
        return;
    json_t *root =
        json_object_read(request->body ? request->body : "", request->body_length, &refusal);
    bool good = root && create_request_decode(root, &order->create, &refusal) &&
                read_key(request->head, &key, &refusal) &&
                server_may_create(reply->server, reply->address, &reply->wait, &refusal);

    json_decref(root);
    order->creates = true;
    memcpy(order->create.creator, reply->address, sizeof order->create.creator);
    if (good) {
        strcpy(order->key, key);
        seat_member(&order->create, &order->member);
        good = !order->create.terms.rated || rated_seats(&order->create, &refusal);
    }
    take_order(order, good, &refusal);
}

static void join_game(const struct api_request *request, struct reply *reply)
{
    struct refusal refusal;
    const char *key = "";
    int64_t seat = 0;
    struct order *order = order_new(request, reply);

    if (!order)
        return;
    json_t *root =
        json_object_read(request->body ? request->body : "", request->body_length, &refusal);
    bool good = root && field_name(root, "name", order->name, sizeof order->name, &refusal) &&
                field_number(root, "seat", 1, TB_PLAYERS_MAX, &seat, &refusal) &&
                read_key(request->head, &key, &refusal);

    json_decref(root);
    if (good)
        strcpy(order->key, key);
    if (order->member.id > 0)
        strcpy(order->name, order->member.name);
    order->seat = seat ? (int)seat - 1 : NOBODY;
    strcpy(order->id, game_of(request));
    read_secret(request->head, order->secret);
    take_order(order, good, &refusal);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* A game in a list, with who is connected unless it is over. */
static json_t *entry_encode(struct hub *hub, const struct stored_game *game)
{
    json_t *entry = game_encode(game), *seats = json_object_get(entry, "seats");
    unsigned here = game->summary.status <= GAME_RUNNING ? hub_here(hub, game) : 0;

    for (int i = 0; i < game->players && game->summary.status <= GAME_RUNNING; i++)
        json_object_set_new(json_array_get(seats, (size_t)i), "here", json_boolean(here >> i & 1));
    return entry;
}

static void on_listed(void *context, enum store_answer answer, const struct listed *listed)
{
    struct reply *reply = context;
    char cursor[40];
    struct text text = text_into(cursor, sizeof cursor);

    if (answer != STORE_OK) {
        api_refuse_store(reply);
        return;
    }
    json_t *list = json_array();

    for (int i = 0; i < listed->count; i++)
        json_array_append_new(list, entry_encode(reply->server->hub, &listed->games[i]));
    text_add(&text, "%lld-%s", (long long)listed->before, listed->before_id);
    reply_json(reply, 200,
               json_pack("{so so}", "games", list, "next",
                         listed->more ? json_string(cursor) : json_null()));
}

static bool read_status(const char *word, enum game_status *status)
{
    static const struct {
        const char *word;
        enum game_status status;
    } lists[] = {{"open", GAME_OPEN}, {"running", GAME_RUNNING}, {"finished", GAME_OVER}};

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(word, lists[i].word) == 0) {
            *status = lists[i].status;
            return true;
        }
    return false;
}

/* Reads what `next` said: the time and the id of the last game of the page before. */
static bool read_cursor(const char *text, struct list_query *query)
{
    char *end;

    if (!*text)
        return true;
    query->before = strtoll(text, &end, 10);
    if (query->before <= 0 || *end != '-' || !id_valid(end + 1))
        return false;
    strcpy(query->before_id, end + 1);
    return true;
}

static bool read_query(const struct http_header *head, struct list_query *query,
                       struct refusal *refusal)
{
    char list[16], limit[8], before[48];

    if (!header_argument(head, "list", list, sizeof list) ||
        !header_argument(head, "limit", limit, sizeof limit) ||
        !header_argument(head, "before", before, sizeof before) ||
        !header_argument(head, "game", query->game, sizeof query->game) ||
        !header_argument(head, "name", query->name, sizeof query->name))
        return refuse(refusal, REFUSED_SYNTAX, "An argument is too long, or not a text in UTF-8.");
    if (!read_status(list, &query->status))
        return refuse(refusal, REFUSED_SYNTAX, "\"list\" must be open, running or finished.");
    if (!read_cursor(before, query))
        return refuse(refusal, REFUSED_SYNTAX,
                      "\"before\" must be the value of \"next\" in an earlier answer.");
    query->limit = *limit ? atoi(limit) : 20;
    if (query->limit < 1 || query->limit > LIST_MAX)
        return refuse(refusal, REFUSED_SYNTAX, "\"limit\" must be a number from 1 to {max}.",
                      arg_count("max", LIST_MAX));
    return true;
}

static void list_games(const struct api_request *request, struct reply *reply)
{
    struct list_query query = {0};
    struct refusal refusal;

    if (read_query(request->head, &query, &refusal))
        store_list(request->server->store, &query, on_listed, reply);
    else
        reply_refusal(reply, &refusal);
}

/* ---- One game -------------------------------------------------------------------------------- */

static void show(const struct api_request *request, enum view view, hub_answer *done,
                 struct reply *reply)
{
    char secret[SECRET_SIZE];

    read_secret(request->head, secret);
    hub_show(request->server->hub,
             &(struct showing){.id = game_of(request),
                               .secret = secret,
                               .member = request->session.member,
                               .view = view},
             done, reply);
}

static void show_game(const struct api_request *request, struct reply *reply)
{
    show(request, VIEW_STATE, on_answer, reply);
}

static void show_record(const struct api_request *request, struct reply *reply)
{
    char format[8];
    bool json = header_argument(request->head, "format", format, sizeof format) &&
                strcmp(format, "json") == 0;

    show(request, json ? VIEW_RECORD_JSON : VIEW_RECORD, on_record, reply);
}

const struct route game_routes[] = {
    {"POST", "/api/games", FOR_ALL, .handle = create_game},
    {"GET", "/api/games", FOR_ALL, .handle = list_games},
    {"GET", "/api/games/*", FOR_ALL, .handle = show_game},
    {"GET", "/api/games/*/record", FOR_ALL, .handle = show_record},
    {"POST", "/api/games/*/join", FOR_ALL, .handle = join_game},
    {0},
};
