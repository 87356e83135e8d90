/*
 * http.c - requests: files of the page from memory, everything else from api.c,
 * and the way over to WebSocket. Answers are sent by http_answer.c.
 *
 * A connection awaits a head, then perhaps a body, then answers, and begins again. Nothing
 * is read while an answer is made or sent, so that nobody can make the server keep more
 * than one request.
 */
#include "server/http.h"

#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "server/connection/host.h"
#include "server/http_inner.h"
#include "server/members/moderation.h"
#include "server/share/share.h"
#include "server/websocket.h"

enum {
    BODY_MAX = 16384,
    IN_MAX = HEAD_MAX + BODY_MAX + 16384,
    HEAD_MS = 10000, /* to send a head in */
    BODY_MS = 10000,
    ANSWER_MS = 20000, /* until an answer must be there */
};

static void advance(struct http *http);

/* ---- Replies of the interface ------------------------------------------------------------ */

static void on_ready(struct reply *reply)
{
    static const char no_memory[] =
        REFUSAL_BODY("store", "There is no memory left for this; try again.");
    struct http *http = reply->request;
    bool known = reply->etag[0] && strstr(header_field(http->head, "if-none-match"), reply->etag);
    char more[768];
    struct text text = text_into(more, sizeof more);

    text_add(&text, "%s", reply->cache ? reply->cache : "cache-control: no-store\r\n");
    /* A device gets its cookie with a session, after it: some clients read only the first. */
    text_add(&text, "%s%s", reply->cookie, reply->cookie[0] ? reply->device : "");
    if (reply->etag[0])
        text_add(&text, "etag: %s\r\n", reply->etag);
    if (reply->file_name[0])
        text_add(&text, "content-disposition: attachment; filename=\"%s\"\r\n", reply->file_name);
    if (reply->wait > 0)
        text_add(&text, "retry-after: %d\r\n", reply->wait);
    if (reply->body)
        http_answer(http, known ? 304 : reply->status, reply->type, more, reply->body->text,
                    reply->body->length);
    else
        http_answer(http, 503, "application/json", more, no_memory, sizeof no_memory - 1);
    if (!http->advancing && http->awaits == AWAITS_HEAD)
        advance(http);
}

/* NULL if memory runs out. */
static struct reply *new_reply(struct http *http)
{
    struct reply *reply = calloc(1, sizeof *reply);

    if (!reply)
        return NULL;
    reply->server = http->server;
    reply->request = http;
    reply->on_ready = on_ready;
    http->awaits = AWAITS_ANSWER;
    connection_set_idle(http->connection, false);
    connection_read(http->connection, false);
    http->connection->deadline = acceptor_now(http->connection->acceptor) + ANSWER_MS;
    http->reply = reply;
    return reply;
}

static void whose(const struct http *http, char out[ADDRESS_SIZE])
{
    if (http->server->options.proxy && *header_field(http->head, "x-forwarded-for"))
        peer_of_forwarded(header_field(http->head, "x-forwarded-for"), out);
    else
        strcpy(out, http->connection->address);
}

/* True if the browser sees HTTPS, here or at the proxy. */
static bool is_secure(const struct http *http)
{
    return http->server->tls ||
           (http->server->options.proxy &&
            strcmp(header_field(http->head, "x-forwarded-proto"), "https") == 0);
}

static void refuse_request(struct http *http, const struct refusal *refusal, int wait)
{
    struct reply *reply = new_reply(http);

    if (!reply) {
        connection_kill(http->connection);
        return;
    }
    reply->wait = wait;
    reply_refusal(reply, refusal);
}

/* True if the request comes from a page of another site that may not use the server. Browsers send
 * Origin or Sec-Fetch-Site; a picture on a foreign page has only the latter. Sets *link if the user
 * has followed a link, which is allowed from any page. */
static bool is_foreign(const struct http *http, bool *link)
{
    const struct http_header *head = http->head;
    const char *origin = header_field(head, "origin"), *site = header_field(head, "sec-fetch-site");

    *link = strcmp(header_field(head, "sec-fetch-mode"), "navigate") == 0 &&
            strcmp(header_field(head, "sec-fetch-dest"), "document") == 0 &&
            strcmp(head->method, "GET") == 0;
    if (!origin_allowed(origin, header_field(head, "host"), http->server->options.origin))
        return true;
    return !*origin && (strcmp(site, "cross-site") == 0 || strcmp(site, "same-site") == 0);
}

static void call_api(struct http *http, const char *body, size_t length)
{
    struct refusal refusal;
    bool link = false, foreign = is_foreign(http, &link);

    if (foreign && !link) {
        refuse(&refusal, REFUSED_ORIGIN, "Pages of that site may not use this server.");
        refuse_request(http, &refusal, 0);
        return;
    }
    struct reply *reply = new_reply(http);

    if (!reply) {
        connection_kill(http->connection);
        return;
    }
    whose(http, reply->address);
    reply->trusted = !foreign;
    reply->secure = is_secure(http);
    struct api_request request = {
        .server = http->server,
        .head = http->head,
        .method = strcmp(http->head->method, "HEAD") == 0 ? "GET" : http->head->method,
        .body = body,
        .body_length = length,
        .operators = http_is_for_operators(http),
    };

    http->server->counts.requests++;
    api_handle(&request, reply);
}

/* Unlike the interface, shared links may be used by everyone: pages of other sites show them. */
static void call_share(struct http *http)
{
    struct reply *reply = new_reply(http);
    const struct api_request request = {
        .server = http->server, .head = http->head, .method = "GET"};
    struct refusal refusal;

    if (!reply) {
        connection_kill(http->connection);
        return;
    }
    whose(http, reply->address);
    http->server->counts.requests++;
    if (api_may(reply, LIMIT_REQUESTS, &refusal))
        share_handle(&request, reply);
    else
        reply_refusal(reply, &refusal);
}

/* ---- Requests ------------------------------------------------------------------------------ */

/* There is no such file: a browser gets a page with the way home, other programs a line. */
static void answer_missing(struct http *http)
{
    static const char line[] = "404 Not Found\n", path[] = "404.html";
    static const char more[] = "cache-control: no-store\r\n";
    struct asset *page = strstr(header_field(http->head, "accept"), "text/html")
                             ? asset_find(&http->server->assets, http->server->options.find, path)
                             : NULL;

    if (page)
        http_answer(http, 404, asset_type(path), more, page->plain.data, page->plain.size);
    else
        http_answer(http, 404, "text/plain; charset=utf-8", more, line, sizeof line - 1);
}

static void serve_file(struct http *http)
{
    const char *path = http->head->path + 1;

    if (!*path)
        path = "index.html";
    struct asset *asset = asset_find(&http->server->assets, http->server->options.find, path);

    if (!asset) {
        answer_missing(http);
        return;
    }
    bool known = strstr(header_field(http->head, "if-none-match"), asset->etag);
    bool brotli = asset->brotli.data && header_accepts(http->head, "br");
    bool gzip = !brotli && asset->gzip.data && header_accepts(http->head, "gzip");
    const struct server_file *file = brotli ? &asset->brotli : gzip ? &asset->gzip : &asset->plain;
    char more[192];
    struct text text = text_into(more, sizeof more);

    /* Below v/ is the version, so that nothing there ever changes. The rest is asked for each time;
     * the tag makes that cheap. */
    text_add(&text, "etag: %s\r\ncache-control: %s\r\nvary: accept-encoding\r\n", asset->etag,
             strncmp(path, "v/", 2) == 0 ? "public, max-age=31536000, immutable" : "no-cache");
    if (brotli || gzip)
        text_add(&text, "content-encoding: %s\r\n", brotli ? "br" : "gzip");
    http_answer(http, known ? 304 : 200, asset_type(path), more, file->data, file->size);
}

/* The connection becomes a WebSocket of this member, which inherits what has come already. False if
 * it does not. */
static bool upgrade_for(struct http *http, const struct member *member)
{
    struct connection *connection = http->connection;
    char address[ADDRESS_SIZE];
    struct refusal refusal;
    int wait = 0;

    whose(http, address);
    if (!socket_begin(connection, http->server, http->head, address, member, &refusal, &wait)) {
        log_limited(&connection->acceptor->log_limit, acceptor_now(connection->acceptor), "refused",
                    "address=%s upgrade=1 code=%s", address, refusal_word(refusal.code));
        http->last = true;
        refuse_request(http, &refusal, wait);
        return false;
    }
    if (http->in_length > 0)
        socket_role.received(connection, http->in, http->in_length);
    free(http->head);
    free(http->in);
    free(http);
    return true;
}

/* The member who wants to upgrade is known now; until then a reply represents the request. */
static void on_member_known(void *context, const struct session *session)
{
    struct reply *reply = context;
    struct http *http = reply->request;
    struct refusal refusal;

    if (!http) {
        reply_free(reply); /* the client has gone */
        return;
    }
    http->reply = NULL;
    reply_free(reply);
    http->awaits = AWAITS_HEAD;
    connection_read(http->connection, true);
    if (session) {
        upgrade_for(http, &session->member);
        return;
    }
    http->last = true;
    refuse(&refusal, REFUSED_STORE, "The store cannot be reached at the moment; try again.");
    refuse_request(http, &refusal, 0);
}

static void upgrade(struct http *http)
{
    struct refusal refusal;
    bool link;

    if (is_foreign(http, &link)) {
        refuse(&refusal, REFUSED_ORIGIN, "Pages of that site may not use this server.");
        http->last = true;
        refuse_request(http, &refusal, 0);
        return;
    }
    struct reply *reply = new_reply(http);

    if (reply)
        session_find(http->server->sessions, http->head, is_secure(http), on_member_known, reply);
    else
        connection_kill(http->connection);
}

static bool wants_upgrade(const struct http_header *head)
{
    return header_lists(head, "connection", "upgrade") &&
           header_lists(head, "upgrade", "websocket");
}

/* True if the request names a host that the operator expects. Who looks after the server may ask
 * for its health and metrics by any name. */
static bool is_expected(const struct http *http)
{
    const struct server *server = http->server;
    const struct server_options *options = &server->options;
    const struct host_rules rules = {
        .names = options->names,
        .name_count = options->name_count,
        .hosts = options->hosts,
        .host_count = options->host_count,
        .origin = options->origin,
        .certificate = server->tls ? SSL_CTX_get0_certificate(server->tls) : NULL,
        .any = options->proxy && options->name_count == 0,
        .loopback = server->loopback,
    };

    return http_is_for_operators(http) || strcmp(http->head->path, "/healthz") == 0 ||
           host_expected(header_field(http->head, "host"), &rules);
}

/* True for the methods that may have a body. */
static bool changes_something(const struct http_header *head)
{
    static const char *const methods[] = {"POST", "PUT", "PATCH", "DELETE"};

    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(head->method, methods[i]) == 0)
            return true;
    return false;
}

/* A head has been read. Returns false if the connection is not ours any more. */
static bool begin_request(struct http *http)
{
    const struct http_header *head = http->head;
    bool post = changes_something(head);
    struct refusal refusal;

    char address[ADDRESS_SIZE];

    whose(http, address);
    http->last = !head->keep;
    if (!http_is_for_operators(http) &&
        moderation_refuses(http->server->moderation, address, &refusal)) {
        http->last = true;
        refuse_request(http, &refusal, 0);
    } else if (!is_expected(http)) {
        http->last = true;
        refuse(&refusal, REFUSED_HOST,
               "This server does not go by that name; its operator can add it with --name.");
        refuse_request(http, &refusal, 0);
    } else if (strcmp(head->method, "GET") != 0 && strcmp(head->method, "HEAD") != 0 &&
               !(post && api_owns(head->path) && !http_is_for_operators(http))) {
        http_answer_failure(http, 405,
                            api_owns(head->path) && !http_is_for_operators(http)
                                ? "allow: GET, HEAD, POST, PUT, PATCH, DELETE\r\n"
                                : "allow: GET, HEAD\r\n");
    } else if (head->body > 0 && !post) {
        http_answer_failure(http, 400, "");
    } else if (head->body > BODY_MAX) {
        http->last = true;
        refuse(&refusal, REFUSED_SIZE, "Request body too long; the limit is {max} bytes.",
               arg_count("max", BODY_MAX));
        refuse_request(http, &refusal, 0);
    } else if (post) {
        http->awaits = AWAITS_BODY;
        http->connection->deadline = acceptor_now(http->connection->acceptor) + BODY_MS;
        if (head->expects && http->in_length == 0)
            connection_write(http->connection, "HTTP/1.1 100 Continue\r\n\r\n", 25);
    } else if (http_is_for_operators(http)) {
        call_api(http, NULL, 0);
    } else if (wants_upgrade(head)) {
        struct connection *connection = http->connection;

        upgrade(http);
        return connection->role != &socket_role;
    } else if (api_owns(head->path)) {
        call_api(http, NULL, 0);
    } else if (share_owns(head)) {
        call_share(http);
    } else {
        serve_file(http);
    }
    return true;
}

static void consume(struct http *http, size_t length)
{
    http->in_length -= length;
    memmove(http->in, http->in + length, http->in_length);
    if (http->in_length == 0) {
        free(http->in);
        http->in = NULL;
    }
}

/* Reads a head, if it is there; false if it is not. */
static bool read_head(struct http *http)
{
    struct http_header *head = http->in_length > 0 ? malloc(sizeof *head) : NULL;

    if (!head)
        return false;
    int length = header_parse(head, http->in, http->in_length);

    if (length <= 0)
        free(head);
    if (length < 0)
        http_answer_failure(http, -length, "");
    if (length <= 0)
        return false;
    http->head = head;
    consume(http, (size_t)length);
    return true;
}

/* Sees to the requests that have come, one by one. */
static void advance(struct http *http)
{
    struct connection *connection = http->connection;

    http->advancing = true;
    while (!connection->dying && !connection->finishing) {
        if (http->awaits == AWAITS_HEAD) {
            if (!read_head(http))
                break;
            if (!begin_request(http))
                return; /* it is a WebSocket now */
        } else if (http->awaits == AWAITS_BODY && http->in_length >= http->head->body) {
            size_t length = http->head->body;

            call_api(http, http->in, length);
            if (length > 0)
                consume(http, length);
        } else {
            break;
        }
    }
    http->advancing = false;
}

/* ---- The connection's life ------------------------------------------------------------------ */

static void on_received(struct connection *connection, const char *data, size_t length)
{
    struct http *http = connection->state;
    char *in =
        http->in_length + length <= IN_MAX ? realloc(http->in, http->in_length + length) : NULL;

    if (!in) {
        connection_kill(connection);
        return;
    }
    if (http->in_length == 0 && http->awaits == AWAITS_HEAD) {
        connection->deadline = acceptor_now(connection->acceptor) + HEAD_MS;
        connection_set_idle(connection, false); /* restarts its idle time */
        connection_set_idle(connection, true);
    }
    memcpy(in + http->in_length, data, length);
    http->in = in;
    http->in_length += length;
    advance(http);
}

static void on_writable(struct connection *connection)
{
    struct http *http = connection->state;

    if (http->awaits == AWAITS_SENDING)
        http_push(http);
    if (http->awaits == AWAITS_HEAD)
        advance(http);
}

/* A client may close its end and still wait for an answer. But a client that has disconnected must
 * not get a game or a seat: they would be lost. */
static bool on_hung_up(struct connection *connection)
{
    const struct http *http = connection->state;

    return http->awaits == AWAITS_ANSWER && changes_something(http->head);
}

/* Too slow: a client with its request, the store with the answer, or a client with reading it. */
static void on_expired(struct connection *connection)
{
    struct http *http = connection->state;
    struct refusal refusal;

    if (http->awaits == AWAITS_SENDING) {
        connection_kill(connection);
    } else if (http->awaits == AWAITS_ANSWER) {
        reply_abandon(http->reply);
        http->reply = NULL;
        http->last = true;
        refuse(&refusal, REFUSED_STORE, "The store cannot be reached at the moment; try again.");
        refuse_request(http, &refusal, 0);
    } else if (http->in_length == 0 && http->awaits == AWAITS_HEAD) {
        connection_finish(connection); /* it was only kept for the next request */
    } else {
        http_answer_failure(http, 408, "");
    }
}

static void on_closed(struct connection *connection)
{
    struct http *http = connection->state;

    if (http->reply)
        reply_abandon(http->reply);
    free(http->head);
    free(http->in);
    free(http);
}

static const struct connection_role http_role = {
    .received = on_received,
    .writable = on_writable,
    .hung_up = on_hung_up,
    .expired = on_expired,
    .closed = on_closed,
};

bool http_open(struct connection *connection, void *server)
{
    struct http *http = calloc(1, sizeof *http);

    if (!http)
        return false;
    http->connection = connection;
    http->server = server;
    connection->role = &http_role;
    connection->state = http;
    return true;
}
