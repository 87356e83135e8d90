/* api.c - the HTTP interface: what is asked for under /api, /healthz and /metrics. */
#include "server/api.h"
#include "server/create_limit.h"

#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "server/common/json_field.h"
#include "server/connection/log.h"
#include "server/health.h"
#include "server/metrics.h"

static int64_t now_of(const struct server *server)
{
    return acceptor_now(&server->acceptor);
}

/* ---- Answers that come later --------------------------------------------------------- */

/* A client that asks for games that do not exist may be guessing secrets, so wrong guesses are
 * limited. A right secret is never refused. */
static void answer_refusal(struct reply *reply, const struct refusal *refusal)
{
    struct refusal slower;

    if (refusal->code != REFUSED_UNKNOWN || !reply->trusted ||
        limits_take(reply->server->limits, reply->address, LIMIT_GUESSES, now_of(reply->server),
                    &reply->wait)) {
        reply_refusal(reply, refusal);
        return;
    }
    log_limited(&reply->server->acceptor.log_limit, now_of(reply->server), "guessing", "address=%s",
                reply->address);
    refuse(&slower, REFUSED_RATE, "Too many wrong links; wait {wait} seconds.",
           arg_count("wait", reply->wait));
    reply_refusal(reply, &slower);
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

/* ---- What requests carry --------------------------------------------------------------- */

/* The secret of the header `Authorization: Bearer ...`; "" without one, "?" if it is too long
 * for any. */
static void read_secret(const struct http_header *head, char out[SECRET_SIZE])
{
    static const char scheme[] = "Bearer ";
    const char *value = header_field(head, "authorization");
    const char *secret = value + strlen(scheme);

    if (!*value)
        *out = '\0';
    else if (strncmp(value, scheme, strlen(scheme)) == 0 && strlen(secret) < SECRET_SIZE)
        strcpy(out, secret);
    else
        strcpy(out, "?");
}

/* ---- Games -------------------------------------------------------------------------------- */

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

static void create_game(const struct api_request *request, struct reply *reply)
{
    struct refusal refusal;
    const char *key = "";
    json_t *root =
        json_object_read(request->body ? request->body : "", request->body_length, &refusal);
    struct create_request order;
    bool good = root && create_request_decode(root, &order, &refusal) &&
                read_key(request->head, &key, &refusal) &&
                server_may_create(reply->server, reply->address, &reply->wait, &refusal);

    json_decref(root);
    if (!good) {
        reply_refusal(reply, &refusal);
        return;
    }
    memcpy(order.creator, reply->address, sizeof order.creator);
    struct creation *creation = hub_create(reply->server->hub, &order, key, on_created, reply);

    if (creation) { /* it is under way, and the reply still there */
        reply->work = creation;
        reply->cancel = cancel_creation;
    }
}

static void join_game(const struct api_request *request, const char *id, struct reply *reply)
{
    struct refusal refusal;
    char name[NAME_SIZE] = "", secret[SECRET_SIZE];
    const char *key = "";
    int64_t seat = 0;
    json_t *root =
        json_object_read(request->body ? request->body : "", request->body_length, &refusal);
    bool good = root && field_name(root, "name", name, sizeof name, &refusal) &&
                field_number(root, "seat", 1, TB_PLAYERS_MAX, &seat, &refusal) &&
                read_key(request->head, &key, &refusal);

    json_decref(root);
    if (!good) {
        reply_refusal(reply, &refusal);
        return;
    }
    read_secret(request->head, secret);
    const struct joining joining = {.id = id,
                                    .name = name,
                                    .key = key,
                                    .secret = secret,
                                    .seat = seat ? (int)seat - 1 : NOBODY,
                                    .wanted = reply_wanted};

    hub_join(request->server->hub, &joining, on_answer, reply);
}

/* ---- Lists --------------------------------------------------------------------------------- */

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
    struct refusal refusal;
    char cursor[40];
    struct text text = text_into(cursor, sizeof cursor);

    if (answer != STORE_OK) {
        refuse(&refusal, REFUSED_STORE, "The store cannot be reached at the moment; try again.");
        reply_refusal(reply, &refusal);
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

/* ---- One game ------------------------------------------------------------------------------ */

static void show_game(const struct api_request *request, const char *id, struct reply *reply)
{
    char secret[SECRET_SIZE];

    read_secret(request->head, secret);
    hub_show(request->server->hub, id, secret, VIEW_STATE, on_answer, reply);
}

static void show_record(const struct api_request *request, const char *id, struct reply *reply)
{
    char secret[SECRET_SIZE], format[8];

    read_secret(request->head, secret);
    bool json = header_argument(request->head, "format", format, sizeof format) &&
                strcmp(format, "json") == 0;

    hub_show(request->server->hub, id, secret, json ? VIEW_RECORD_JSON : VIEW_RECORD, on_record,
             reply);
}

/* ---- The server itself ----------------------------------------------------------------------- */

static void show_api(const struct api_request *request, struct reply *reply)
{
    (void)request;
    reply_json(
        reply, 200,
        json_pack("{ss si}", "software", "tablier " TB_VERSION, "version", PROTOCOL_VERSION));
}

static void show_health(const struct api_request *request, struct reply *reply)
{
    health_ask(&request->server->health, request->server, reply);
}

static void show_metrics(const struct api_request *request, struct reply *reply)
{
    char *text = metrics_text(request->server);

    reply_text(reply, text ? 200 : 500, "text/plain; version=0.0.4", NULL, text ? text : "");
    free(text);
}

/* ---- Routes ------------------------------------------------------------------------------- */

/* Who may ask: everyone, or operators, on the sockets of their own, or both. */
enum audience { PUBLIC = 1, OPERATORS = 2 };

static const struct {
    const char *method, *path;
    unsigned audience;
    void (*handle)(const struct api_request *request, struct reply *reply);
} routes[] = {
    {"GET", "/api", PUBLIC, show_api},
    {"GET", "/healthz", PUBLIC | OPERATORS, show_health},
    {"GET", "/metrics", OPERATORS, show_metrics},
    {"POST", "/api/games", PUBLIC, create_game},
    {"GET", "/api/games", PUBLIC, list_games},
};

static const struct {
    const char *method, *rest; /* of /api/games/ID */
    void (*handle)(const struct api_request *request, const char *id, struct reply *reply);
} game_routes[] = {
    {"GET", "", show_game},
    {"GET", "/record", show_record},
    {"POST", "/join", join_game},
};

bool api_may_ask(struct reply *reply, struct refusal *refusal)
{
    struct server *server = reply->server;

    return limits_take(server->limits, reply->address, LIMIT_REQUESTS, now_of(server),
                       &reply->wait) ||
           refuse(refusal, REFUSED_RATE, "Too many requests; wait {wait} seconds.",
                  arg_count("wait", reply->wait));
}

static bool route_game(const struct api_request *request, struct reply *reply)
{
    const char *id_at = request->head->path + strlen("/api/games/");
    size_t length = strcspn(id_at, "/");
    char id[ID_SIZE] = "";

    if (length < sizeof id)
        memcpy(id, id_at, length);
    for (size_t i = 0; i < sizeof game_routes / sizeof *game_routes; i++)
        if (strcmp(request->method, game_routes[i].method) == 0 &&
            strcmp(id_at + length, game_routes[i].rest) == 0) {
            game_routes[i].handle(request, id, reply);
            return true;
        }
    return false;
}

static bool route(const struct api_request *request, struct reply *reply)
{
    unsigned audience = request->operators ? OPERATORS : PUBLIC;

    if (audience == PUBLIC &&
        strncmp(request->head->path, "/api/games/", strlen("/api/games/")) == 0)
        return route_game(request, reply);
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        if (routes[i].audience & audience && strcmp(request->method, routes[i].method) == 0 &&
            strcmp(request->head->path, routes[i].path) == 0) {
            routes[i].handle(request, reply);
            return true;
        }
    return false;
}

bool api_owns(const char *path)
{
    return strcmp(path, "/api") == 0 || strncmp(path, "/api/", 5) == 0 ||
           strcmp(path, "/healthz") == 0;
}

void api_handle(const struct api_request *request, struct reply *reply)
{
    bool free = request->operators || request->head->path[1] != 'a'; /* /healthz is asked often */
    struct refusal refusal;

    if (!free && !api_may_ask(reply, &refusal)) {
        log_limited(&reply->server->acceptor.log_limit, now_of(reply->server), "refused",
                    "address=%s method=%s path=%s code=%s", reply->address, request->method,
                    log_safe(request->head->path).text, refusal_word(refusal.code));
        reply_refusal(reply, &refusal);
        return;
    }
    if (route(request, reply))
        return;
    refuse(&refusal, REFUSED_UNKNOWN, "There is nothing at this address for this method.");
    reply_refusal(reply, &refusal);
}
