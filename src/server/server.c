/* server.c - the loop of the web server, and its answers to plain requests. */
#include "server/server.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum { CHUNK = 16384, HEADER_ROOM = 2048, ETAG_SIZE = 24 };

struct server {
    struct server_options options;
    struct lws_context *context;
};

/* What is under way on one connection. */
struct request {
    struct server_file file;
    size_t sent;
};

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

/* A tag that changes with the contents, in quotes. */
static void etag_of(const struct server_file *file, char out[ETAG_SIZE])
{
    uint64_t hash = 0xcbf29ce484222325u;
    struct text text = text_into(out, ETAG_SIZE);

    for (size_t i = 0; i < file->size; i++)
        hash = (hash ^ file->data[i]) * 0x100000001b3u;
    text_add(&text, "\"%016llx\"", (unsigned long long)hash);
}

static bool client_has(struct lws *wsi, const char *etag)
{
    char known[128];

    return lws_hdr_copy(wsi, known, sizeof known, WSI_TOKEN_HTTP_IF_NONE_MATCH) > 0 &&
           strstr(known, etag) != NULL;
}

/* ---- Headers ---------------------------------------------------------------------- */

static const struct {
    const char *name, *value;
} headers[] = {
    {"content-security-policy:",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
     "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
     "form-action 'none'; frame-ancestors 'none'"},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-opener-policy:", "same-origin"},
    {"cache-control:", "no-cache"}, /* ask each time; the tag makes that cheap */
};

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                       unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at,
                                       end) == 0;
}

static int send_headers(struct lws *wsi, unsigned status, const char *type, const char *etag,
                        size_t size)
{
    unsigned char buffer[LWS_PRE + HEADER_ROOM];
    unsigned char *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;

    if (lws_add_http_common_headers(wsi, status, type, size, &at, end) ||
        !add_header(wsi, "etag:", etag, &at, end))
        return -1;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (!add_header(wsi, headers[i].name, headers[i].value, &at, end))
            return -1;
    return lws_finalize_write_http_header(wsi, start, &at, end);
}

/* ---- Requests ---------------------------------------------------------------------- */

static int end_request(struct lws *wsi)
{
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int refuse(struct lws *wsi, unsigned status)
{
    if (lws_return_http_status(wsi, status, NULL))
        return -1;
    return end_request(wsi);
}

static int begin_request(const struct server *server, struct lws *wsi, struct request *request,
                         const char *path)
{
    char etag[ETAG_SIZE];
    bool head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;

    if (!head && lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0)
        return refuse(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED);
    path += *path == '/';
    if (*path == '\0')
        path = "index.html";
    if (!server->options.find(path, &request->file))
        return refuse(wsi, HTTP_STATUS_NOT_FOUND);
    request->sent = 0;
    etag_of(&request->file, etag);
    bool known = client_has(wsi, etag);

    if (send_headers(wsi, known ? HTTP_STATUS_NOT_MODIFIED : HTTP_STATUS_OK, type_of(path), etag,
                     known ? 0 : request->file.size))
        return -1;
    if (known || head || request->file.size == 0)
        return end_request(wsi);
    lws_callback_on_writable(wsi);
    return 0;
}

static int continue_request(struct lws *wsi, struct request *request)
{
    unsigned char buffer[LWS_PRE + CHUNK];
    size_t left = request->file.size - request->sent, size = left < CHUNK ? left : CHUNK;

    memcpy(buffer + LWS_PRE, request->file.data + request->sent, size);
    if (lws_write(wsi, buffer + LWS_PRE, size,
                  size == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)size)
        return -1;
    request->sent += size;
    if (size == left)
        return end_request(wsi);
    lws_callback_on_writable(wsi);
    return 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    const struct server *server = lws_context_user(lws_get_context(wsi));

    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return begin_request(server, wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return continue_request(wsi, user);
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

/* ---- The loop ------------------------------------------------------------------------ */

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = on_event, .per_session_data_size = sizeof(struct request)},
    {.name = NULL},
};

struct server *server_new(const struct server_options *options, struct tb_error *error)
{
    struct server *server = calloc(1, sizeof *server);
    bool everywhere = strcmp(options->host, "0.0.0.0") == 0;

    if (!server) {
        error_set(error, TB_ERR_MEMORY, "out of memory");
        return NULL;
    }
    server->options = *options;
    lws_set_log_level(0, NULL);
    struct lws_context_creation_info info = {
        .port = options->port,
        .iface = everywhere ? NULL : options->host,
        .protocols = protocols,
        .user = server,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND,
    };

    server->context = lws_create_context(&info);
    if (!server->context) {
        error_set(error, TB_ERR_RANGE,
                  "cannot listen on %s port %d: another program may use it, or the address is not "
                  "this machine's; try --port",
                  options->host, options->port);
        free(server);
        return NULL;
    }
    return server;
}

void server_free(struct server *server)
{
    if (server)
        lws_context_destroy(server->context);
    free(server);
}

int server_port(const struct server *server)
{
    struct lws_vhost *vhost = lws_get_vhost_by_name(server->context, "default");

    return vhost ? lws_get_vhost_listen_port(vhost) : server->options.port;
}

void server_run(struct server *server)
{
    while (!server->options.stopped() && lws_service(server->context, 0) >= 0)
        ;
}
