/*
 * http.c - requests: files of the page from memory, everything else from api.c.
 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "server/log.h"
#include "server/net.h"

enum {
    CHUNK = 16384,
    HEADER_ROOM = 2048,
    WORTH_PACKING = 512,
    PACKING = 6, /* of 9: the first visitor waits for it */
};

/* What is under way on one connection; lives through several requests. */
struct http {
    const struct server_file *file; /* being sent, or NULL */
    size_t sent;
    struct reply *reply; /* being made or sent, or NULL */
    char method[8], path[URI_SIZE];
    char *body; /* of a request, as far as it has come */
    size_t body_length;
};

size_t http_session_size(void)
{
    return sizeof(struct http);
}

/* ---- Files ---------------------------------------------------------------------- */

static const char *type_of(const char *path)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".wasm", "application/wasm"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".md", "text/markdown; charset=utf-8"},
        {".png", "image/png"},
    };
    const char *ending = strrchr(path, '.');

    for (size_t i = 0; ending && i < sizeof types / sizeof *types; i++)
        if (strcmp(ending, types[i].ending) == 0)
            return types[i].type;
    return "application/octet-stream";
}

/* The file in gzip's form; empty if that is not smaller. */
static struct server_file pack(const struct server_file *file)
{
    uLong room = deflateBound(NULL, file->size) + 32;
    unsigned char *data = file->size >= WORTH_PACKING ? malloc(room) : NULL;
    z_stream stream = {0};

    if (!data ||
        deflateInit2(&stream, PACKING, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(data);
        return (struct server_file){0};
    }
    stream.next_in = (unsigned char *)(uintptr_t)file->data; /* zlib only reads it */
    stream.avail_in = (uInt)file->size;
    stream.next_out = data;
    stream.avail_out = (uInt)room;
    int result = deflate(&stream, Z_FINISH);
    size_t size = stream.total_out;

    deflateEnd(&stream);
    if (result == Z_STREAM_END && size < file->size)
        return (struct server_file){data, size};
    free(data);
    return (struct server_file){0};
}

/* A tag that changes with the contents, in quotes. */
static void etag_of(const struct server_file *file, char out[24])
{
    uint64_t hash = 0xcbf29ce484222325u;
    struct text text = text_into(out, 24);

    for (size_t i = 0; i < file->size; i++)
        hash = (hash ^ file->data[i]) * 0x100000001b3u;
    text_add(&text, "\"%016llx\"", (unsigned long long)hash);
}

static struct asset *find_asset(struct server *server, const char *path)
{
    struct server_file file;
    struct asset *asset = server->assets;

    if (!server->options.find(path, &file))
        return NULL;
    while (asset && asset->plain.data != file.data)
        asset = asset->next;
    if (asset || !(asset = calloc(1, sizeof *asset)))
        return asset;
    asset->plain = file;
    asset->packed = pack(&file);
    etag_of(&file, asset->etag);
    asset->next = server->assets;
    server->assets = asset;
    return asset;
}

void assets_free(struct server *server)
{
    struct asset *asset;

    while ((asset = server->assets)) {
        server->assets = asset->next;
        free((void *)(uintptr_t)asset->packed.data);
        free(asset);
    }
}

/* ---- Headers ---------------------------------------------------------------------- */

struct header {
    const char *name, *value;
};

static const struct header always[] = {
    {"content-security-policy:",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
     "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
     "form-action 'none'; frame-ancestors 'none'"},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-opener-policy:", "same-origin"},
    {NULL, NULL},
};

static bool add_headers(struct lws *wsi, const struct header *header, unsigned char **at,
                        unsigned char *end)
{
    for (; header->name; header++)
        if (lws_add_http_header_by_name(wsi, (const unsigned char *)header->name,
                                        (const unsigned char *)header->value,
                                        (int)strlen(header->value), at, end))
            return false;
    return true;
}

/* The head of an answer; `more` ends with a NULL name. */
static int send_head(struct lws *wsi, int status, const char *type, size_t size,
                     const struct header *more)
{
    unsigned char buffer[LWS_PRE + HEADER_ROOM];
    unsigned char *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;

    if (lws_add_http_common_headers(wsi, (unsigned)status, type, size, &at, end) ||
        !add_headers(wsi, always, &at, end) || !add_headers(wsi, more, &at, end))
        return -1;
    return lws_finalize_write_http_header(wsi, start, &at, end);
}

static bool header_has(struct lws *wsi, enum lws_token_indexes token, const char *word)
{
    char value[128];

    return lws_hdr_copy(wsi, value, sizeof value, token) > 0 && strstr(value, word) != NULL;
}

static int end_request(struct lws *wsi, struct http *http)
{
    http->file = NULL;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* Sends the next piece; *sent grows. Returns 1 at the end, 0 if there is more, -1 on failure. */
static int send_piece(struct lws *wsi, const unsigned char *data, size_t size, size_t *sent)
{
    unsigned char buffer[LWS_PRE + CHUNK];
    size_t left = size - *sent, piece = left < CHUNK ? left : CHUNK;

    memcpy(buffer + LWS_PRE, data + *sent, piece);
    if (lws_write(wsi, buffer + LWS_PRE, piece,
                  piece == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)piece)
        return -1;
    *sent += piece;
    if (piece == left)
        return 1;
    lws_callback_on_writable(wsi);
    return 0;
}

/* ---- Replies ------------------------------------------------------------------------ */

static void reply_drop(struct reply *reply)
{
    packet_drop(reply->body);
    free(reply);
}

/* The body is there: send it, or forget it if nobody waits any more. */
static void reply_ready(struct reply *reply)
{
    reply->ready = true;
    if (reply->wsi)
        lws_callback_on_writable(reply->wsi);
    else
        reply_drop(reply);
}

void reply_json(struct reply *reply, int status, json_t *json)
{
    reply->status = status;
    reply->type = "application/json";
    reply->body = packet_new(json);
    reply_ready(reply);
}

void reply_refusal(struct reply *reply, const struct refusal *refusal)
{
    reply_json(reply, refusal_status(refusal->code),
               json_pack("{s{ss ss ss}}", "error", "code", refusal_word(refusal->code), "text",
                         refusal->text, "french", refusal->french));
}

static struct packet *packet_text(const char *text)
{
    size_t length = strlen(text);
    struct packet *packet = malloc(sizeof *packet + length);

    if (!packet)
        return NULL;
    *packet = (struct packet){1, length, (unsigned char *)(packet + 1)};
    memcpy(packet->text, text, length);
    return packet;
}

void reply_text(struct reply *reply, int status, const char *type, const char *file_name,
                const char *text)
{
    struct text name = text_into(reply->file_name, sizeof reply->file_name);

    if (file_name)
        text_add(&name, "%s", file_name);
    reply->status = status;
    reply->type = type;
    reply->body = packet_text(text);
    reply_ready(reply);
}

static int reply_begin(struct lws *wsi, struct reply *reply)
{
    char disposition[80];
    struct text text = text_into(disposition, sizeof disposition);
    struct header more[3] = {{"cache-control:", "no-store"}};

    if (reply->file_name[0]) {
        text_add(&text, "attachment; filename=\"%s\"", reply->file_name);
        more[1] = (struct header){"content-disposition:", disposition};
    }
    reply->began = true;
    return send_head(wsi, reply->status, reply->type, reply->body ? reply->body->length : 0, more);
}

static int reply_continue(struct lws *wsi, struct http *http)
{
    struct reply *reply = http->reply;
    int done = 0;

    if (!reply->began) {
        if (reply_begin(wsi, reply))
            return -1;
        if (!reply->head && reply->body && reply->body->length > 0) {
            lws_callback_on_writable(wsi);
            return 0;
        }
        done = 1;
    }
    if (!done)
        done = send_piece(wsi, reply->body->text, reply->body->length, &reply->sent);
    if (done <= 0)
        return done;
    bool last = reply->last;

    http->reply = NULL;
    reply_drop(reply);
    return last ? -1 : end_request(wsi, http);
}

/* ---- Requests ------------------------------------------------------------------------ */

static int refuse_plainly(struct lws *wsi, struct http *http, unsigned status)
{
    if (lws_return_http_status(wsi, status, NULL))
        return -1;
    return end_request(wsi, http);
}

static int serve_file(struct server *server, struct lws *wsi, struct http *http)
{
    const char *path = http->path + 1;
    struct asset *asset = find_asset(server, *path ? path : "index.html");

    if (!asset)
        return refuse_plainly(wsi, http, HTTP_STATUS_NOT_FOUND);
    bool known = header_has(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, asset->etag);
    bool packed = asset->packed.data && header_has(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, "gzip");
    struct header more[5] = {
        {"etag:", asset->etag},
        {"cache-control:", "no-cache"}, /* ask each time; the tag makes that cheap */
        {"vary:", "accept-encoding"},
    };

    if (packed)
        more[3] = (struct header){"content-encoding:", "gzip"};
    http->file = packed ? &asset->packed : &asset->plain;
    http->sent = 0;
    if (send_head(wsi, known ? HTTP_STATUS_NOT_MODIFIED : HTTP_STATUS_OK,
                  type_of(*path ? path : "index.html"), known ? 0 : http->file->size, more))
        return -1;
    if (known || http->file->size == 0 || strcmp(http->method, "HEAD") == 0)
        return end_request(wsi, http);
    lws_callback_on_writable(wsi);
    return 0;
}

/* What api.c answers: everything below /api, and what operators ask. */
static bool is_api(const char *path)
{
    return strcmp(path, "/api") == 0 || strncmp(path, "/api/", 5) == 0 ||
           strcmp(path, "/healthz") == 0 || strcmp(path, "/metrics") == 0;
}

/* NULL if memory runs out. */
static struct reply *new_reply(struct server *server, struct lws *wsi, struct http *http)
{
    struct reply *reply = calloc(1, sizeof *reply);

    if (!reply)
        return NULL;
    reply->server = server;
    reply->wsi = wsi;
    reply->head = strcmp(http->method, "HEAD") == 0;
    peer_address(wsi, reply->address);
    http->reply = reply;
    return reply;
}

/* Answers without waiting for the rest of the body, and hangs up. */
static int refuse_body(struct server *server, struct lws *wsi, struct http *http)
{
    struct reply *reply = new_reply(server, wsi, http);
    struct refusal refusal;

    if (!reply)
        return -1;
    refuse(&refusal, REFUSED_SIZE, "a body may have %d bytes", BODY_MAX);
    reply->last = true;
    reply_refusal(reply, &refusal);
    return 0;
}

static int call_api(struct server *server, struct lws *wsi, struct http *http)
{
    struct reply *reply = http->reply ? NULL : new_reply(server, wsi, http);

    if (!reply)
        return http->reply ? 0 : -1; /* 0: the body was refused already */
    struct api_request request = {
        .server = server,
        .wsi = wsi,
        .method = reply->head ? "GET" : http->method,
        .path = http->path,
        .address = reply->address,
        .body = http->body,
        .body_length = http->body_length,
    };

    server->counts.requests++;
    api_handle(&request, reply);
    free(http->body);
    http->body = NULL;
    http->body_length = 0;
    return 0;
}

static const char *read_method(struct lws *wsi)
{
    if (lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0)
        return "POST";
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0)
        return "HEAD";
    return lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0 ? "GET" : "";
}

static int begin_request(struct server *server, struct lws *wsi, struct http *http,
                         const char *path)
{
    char length[24] = "";

    strcpy(http->method, read_method(wsi));
    if (strlen(path) >= sizeof http->path || *path != '/')
        return refuse_plainly(wsi, http, HTTP_STATUS_NOT_FOUND);
    strcpy(http->path, path);
    if (strcmp(http->method, "POST") == 0 && is_api(path)) {
        lws_hdr_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH);
        if (strtoll(length, NULL, 10) > BODY_MAX)
            return refuse_body(server, wsi, http);
        return 0; /* until the body is there */
    }
    if (!*http->method || strcmp(http->method, "POST") == 0)
        return refuse_plainly(wsi, http, HTTP_STATUS_METHOD_NOT_ALLOWED);
    return is_api(path) ? call_api(server, wsi, http) : serve_file(server, wsi, http);
}

static int take_body(struct server *server, struct lws *wsi, struct http *http, const void *data,
                     size_t length)
{
    if (http->reply)
        return 0; /* it was refused */
    if (http->body_length + length > BODY_MAX)
        return refuse_body(server, wsi, http);
    char *body = realloc(http->body, http->body_length + length + 1);

    if (!body)
        return -1;
    memcpy(body + http->body_length, data, length);
    http->body = body;
    http->body_length += length;
    return 0;
}

static int continue_request(struct lws *wsi, struct http *http)
{
    if (http->reply && http->reply->ready)
        return reply_continue(wsi, http);
    if (!http->file)
        return 0;
    int done = send_piece(wsi, http->file->data, http->file->size, &http->sent);

    return done == 1 ? end_request(wsi, http) : done;
}

/* The connection is gone. */
static void forget_request(struct http *http)
{
    struct reply *reply = http->reply;

    if (reply && reply->ready)
        reply_drop(reply);
    else if (reply)
        reply->wsi = NULL; /* whoever makes it will find out */
    http->reply = NULL;
    free(http->body);
    http->body = NULL;
    http->body_length = 0;
}

int http_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
               size_t length)
{
    struct server *server = server_of(wsi);

    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return begin_request(server, wsi, user, in);
    case LWS_CALLBACK_HTTP_BODY:
        return take_body(server, wsi, user, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return call_api(server, wsi, user);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return continue_request(wsi, user);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (user)
            forget_request(user);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return -1; /* a WebSocket that does not speak our protocol */
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}
