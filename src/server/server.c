/* server.c - the loop, and what holds the parts of the server together. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>

#include "server/log.h"
#include "server/net.h"

enum {
    TICK_US = 100 * 1000,
    DRAIN_MS = 3000, /* to send the last words */
    FILES_WANTED = 65536,
    FRAME_BUFFER = 1024, /* most messages fit */
    SILENT_PING_S = 25,
    SILENT_CLOSE_S = 75,
    HEADERS_S = 10, /* to send a request in */
    IDLE_S = 30,
};

struct server *server_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

void peer_address(struct lws *wsi, char out[ADDRESS_SIZE])
{
    char address[128] = "", forwarded[256];

    lws_get_peer_simple(wsi, address, sizeof address);
    if (server_of(wsi)->options.proxy &&
        lws_hdr_copy(wsi, forwarded, sizeof forwarded, WSI_TOKEN_X_FORWARDED_FOR) > 0) {
        const char *last = strrchr(forwarded, ','); /* the proxy adds at the end */

        last = last ? last + 1 : forwarded;
        last += strspn(last, " ");
        strncpy(address, last, sizeof address - 1);
    }
    address_normalise(address, out);
}

bool origin_allowed(struct lws *wsi)
{
    const char *more = server_of(wsi)->options.origin;
    char origin[256] = "", host[256] = "";

    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0)
        return true;
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0)
        return false;
    if (more && strcasecmp(origin, more) == 0)
        return true;
    const char *name = strstr(origin, "://");

    return name && lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) > 0 &&
           strcasecmp(name + 3, host) == 0;
}

/* ---- Waking the loop ------------------------------------------------------------------ */

static void wake(void *context)
{
    struct server *server = context;

    lws_cancel_service(server->context);
}

static void deliver(struct server *server)
{
    if (!server->hall || !server->store)
        return;
    store_deliver(server->store);
    thinkers_deliver(server->thinkers);
}

static void on_tick(lws_sorted_usec_list_t *tick)
{
    struct server *server = lws_container_of(tick, struct server, tick);

    store_tick(server->store);
    hall_tick(server->hall, now_ms());
    lws_sul_schedule(server->context, 0, tick, on_tick, TICK_US);
}

static void on_changed(void *context, const char *id, int64_t seq)
{
    struct server *server = context;

    if (server->hall)
        hall_changed(server->hall, id, seq);
}

static void on_outage(void *context, struct outage outage)
{
    struct server *server = context;

    log_event("outage", "from=%lld to=%lld", (long long)outage.from, (long long)outage.to);
    if (server->hall)
        hall_outage(server->hall, outage);
}

static void on_presence(void *context, const struct remote_presence *note)
{
    struct server *server = context;

    if (server->hall)
        hall_presence(server->hall, note);
}

static void on_trouble(void *context, const char *reason)
{
    (void)context;
    log_event("store", "trouble=%s", reason ? log_safe(reason).text : "none");
}

/* ---- Beginning -------------------------------------------------------------------------- */

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t length)
{
    if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED) {
        deliver(server_of(wsi));
        return 0;
    }
    return http_event(wsi, reason, user, in, length);
}

/* As many connections as the system lets us have. */
static void raise_file_limit(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= FILES_WANTED)
        return;
    limit.rlim_cur = limit.rlim_max < FILES_WANTED ? limit.rlim_max : FILES_WANTED;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool cannot_listen(const struct server_options *options, struct tb_error *error)
{
    if (options->tls_cert)
        error_set(error, TB_ERR_RANGE,
                  "cannot listen on %s port %d with this certificate and key: check the two files, "
                  "and that no other program uses the port",
                  options->host, options->port);
    else
        error_set(error, TB_ERR_RANGE,
                  "cannot listen on %s port %d: another program may use it, or the address is not "
                  "this machine's; try --port",
                  options->host, options->port);
    return false;
}

static bool listen_on(struct server *server, struct tb_error *error)
{
    static const lws_retry_bo_t patience = {
        .secs_since_valid_ping = SILENT_PING_S, .secs_since_valid_hangup = SILENT_CLOSE_S};
    static struct lws_protocols protocols[3];
    const struct server_options *options = &server->options;
    bool everywhere = strcmp(options->host, "0.0.0.0") == 0;
    void *loops[] = {&server->loop};

    protocols[0] = (struct lws_protocols){
        .name = "http", .callback = on_http, .per_session_data_size = http_session_size()};
    protocols[1] = (struct lws_protocols){.name = "tablier.1",
                                          .callback = socket_event,
                                          .per_session_data_size = socket_session_size(),
                                          .rx_buffer_size = FRAME_BUFFER};
    struct lws_context_creation_info info = {
        .port = options->port,
        .iface = everywhere ? NULL : options->host,
        .protocols = protocols,
        .user = server,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_LIBUV |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .retry_and_idle_policy = &patience,
        .timeout_secs = HEADERS_S,
        .keepalive_timeout = IDLE_S,
        .ssl_cert_filepath = options->tls_cert,
        .ssl_private_key_filepath = options->tls_key,
        .alpn = "http/1.1",
        .foreign_loops = loops,
        .pcontext = &server->context,
    };

    if (options->tls_cert)
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    server->context = lws_create_context(&info);
    server->host = server->context ? lws_create_vhost(server->context, &info) : NULL;
    return server->host ? true : cannot_listen(options, error);
}

static struct limits *make_limits(const struct server_options *options)
{
    const struct limit_rate rates[LIMIT_KINDS] = {
        [LIMIT_REQUESTS] = {5.0 * options->requests, options->requests},
        [LIMIT_GAMES] = {options->games, options->games / 3600.0},
        [LIMIT_GUESSES] = {20, 0.1},
    };

    return limits_new(rates, options->connections);
}

static bool start(struct server *server, struct tb_error *error)
{
    const struct server_options *options = &server->options;
    const struct store_events events = {
        .context = server,
        .wake = wake,
        .changed = on_changed,
        .outage = on_outage,
        .presence = on_presence,
        .trouble = on_trouble,
    };

    lws_set_log_level(0, NULL);
    raise_file_limit();
    if (!listen_on(server, error))
        return false;
    server->store = store_open(options->store, &events, error);
    if (!server->store)
        return false;
    server->thinkers = thinkers_new(options->threads, wake, server);
    server->limits = make_limits(options);
    if (server->thinkers && server->limits)
        server->hall = hall_new(server->store, server->thinkers);
    if (!server->hall) {
        error_set(error, TB_ERR_MEMORY, "out of memory");
        return false;
    }
    lws_sul_schedule(server->context, 0, &server->tick, on_tick, TICK_US);
    return true;
}

struct server *server_new(const struct server_options *options, struct tb_error *error)
{
    struct server *server = calloc(1, sizeof *server);

    if (!server) {
        error_set(error, TB_ERR_MEMORY, "out of memory");
        return NULL;
    }
    server->options = *options;
    uv_loop_init(&server->loop);
    if (start(server, error))
        return server;
    server_free(server);
    return NULL;
}

/* On a loop that is not its own libwebsockets ends in steps; it sets the pointer to NULL at the
 * last. */
static void close_loop(struct server *server)
{
    while (server->context) {
        lws_context_destroy(server->context);
        uv_run(&server->loop, UV_RUN_DEFAULT);
    }
    uv_loop_close(&server->loop);
}

/* The threads end first, so that nobody wakes a loop that is gone; what they have still to tell
 * is told while the connections exist. */
void server_free(struct server *server)
{
    if (!server)
        return;
    if (server->context)
        lws_sul_cancel(&server->tick);
    thinkers_free(server->thinkers);
    store_close(server->store);
    server->store = NULL;
    close_loop(server);
    hall_free(server->hall);
    limits_free(server->limits);
    assets_free(server);
    free(server);
}

int server_port(const struct server *server)
{
    return lws_get_vhost_listen_port(server->host);
}

/* ---- The loop ------------------------------------------------------------------------------ */

static void drain(struct server *server)
{
    int64_t end = now_ms() + DRAIN_MS;

    server->draining = true;
    hall_dismiss(server->hall);
    while ((server->counts.sockets > 0 || store_waiting(server->store) > 0) && now_ms() < end &&
           uv_run(&server->loop, UV_RUN_ONCE))
        ;
}

void server_run(struct server *server)
{
    log_event("start", "port=%d", server_port(server));
    while (!server->options.stopped() && uv_run(&server->loop, UV_RUN_ONCE))
        ;
    drain(server);
    log_event("stop", "sockets=%d", server->counts.sockets);
}
