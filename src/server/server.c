/* server.c - the loop, and what holds the parts of the server together. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "core/error.h"
#include "server/common/secret.h"
#include "server/connection/log.h"
#include "server/connection/tls.h"
#include "server/context.h"
#include "server/http.h"
#include "server/members/moderation.h"
#include "server/members/rewrite.h"
#include "server/share/previews.h"
#include "server/websocket.h"

enum {
    TICK_MS = 100,
    DRAIN_MS = 3000, /* to send the last words */
    FILES_WANTED = 65536,
    METRICS_CONNECTIONS = 16,
    LOBBY_SHARE = 6, /* of the games that an address may create in an hour, this part may be open */
};

/* ---- Waking the loop ------------------------------------------------------------------ */

/* From any thread. */
static void wake(void *context)
{
    struct server *server = context;

    uv_async_send(&server->answers);
}

static void on_answers(uv_async_t *answers)
{
    struct server *server = answers->data;

    if (!server->hub || !server->store)
        return;
    store_deliver(server->store);
    engine_pool_deliver(server->engine_pool);
}

/* Finds out how late the loop is. */
static void on_pulse(uv_timer_t *pulse)
{
    struct server *server = pulse->data;

    hub_pulse(server->hub);
}

static void on_tick(uv_timer_t *tick)
{
    struct server *server = tick->data;

    store_tick(server->store);
    engine_pool_tick(server->engine_pool);
    hub_tick(server->hub);
    rating_worker_tick(server->rating_worker, hub_results(server->hub));
    club_tick(server->club);
    moderation_tick(server->moderation);
    if (hub_needs_pulse(server->hub) == (bool)uv_is_active((uv_handle_t *)&server->pulse))
        return;
    if (uv_is_active((uv_handle_t *)&server->pulse))
        uv_timer_stop(&server->pulse);
    else
        uv_timer_start(&server->pulse, on_pulse, PULSE_MS, PULSE_MS);
}

static void on_changed(void *context, const char *id, int64_t seq)
{
    struct server *server = context;

    if (server->hub)
        hub_changed(server->hub, id, seq);
    if (!*id && server->opened && store_shared(server->store)) /* words may be lost */
        sockets_renew_all(server);
}

static void on_outage(void *context, struct outage outage)
{
    struct server *server = context;

    log_event("outage", "from=%lld to=%lld", (long long)outage.from, (long long)outage.to);
    if (server->hub)
        hub_outage(server->hub, outage);
}

static void on_presence(void *context, const struct remote_presence *note)
{
    struct server *server = context;

    if (server->hub)
        hub_presence(server->hub, note);
}

static void on_broadcast(void *context, const char *text)
{
    struct server *server = context;

    if (server->club && !sockets_on_broadcast(server, text))
        club_on_broadcast(server->club, text);
}

static void on_trouble(void *context, const char *reason)
{
    (void)context;
    log_event("store", "trouble=%s", reason ? log_sentence(reason).text : "none");
}

/* Results have been rated here. */
static void on_rated(void *context)
{
    struct server *server = context;

    if (server->hub)
        hub_rated(server->hub);
}

/* ---- Beginning -------------------------------------------------------------------------- */

/* As many connections as the system lets us have. */
static void raise_file_limit(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= FILES_WANTED)
        return;
    limit.rlim_cur = limit.rlim_max < FILES_WANTED ? limit.rlim_max : FILES_WANTED;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static struct limits *make_limits(const struct server_options *options)
{
    const struct bucket_rate rates[LIMIT_KINDS] = {
        [LIMIT_REQUESTS] = {5.0 * options->requests, options->requests},
        [LIMIT_GAMES] = {options->games, options->games / 3600.0},
        [LIMIT_GUESSES] = {20, 0.1},
        [LIMIT_PICTURES] = {30, 1},
        [LIMIT_MEMBERS] = {options->games, options->games / 3600.0},
        [LIMIT_CEREMONIES] = {40, 0.5},
    };

    return limits_new(rates, options->connections);
}

/* Everything that does not need the store, so that mistakes are reported at once. */
static bool prepare(struct server *server, struct tb_error *error)
{
    const struct server_options *options = &server->options;

    signal(SIGPIPE, SIG_IGN); /* OpenSSL writes to connections that are gone */
    raise_file_limit();
    if (options->tls_cert && !(server->tls = tls_new(options->tls_cert, options->tls_key, error)))
        return false;
    if (!listen_inherit(&server->sockets, &server->metrics_sockets, error))
        return false;
    if (server->sockets.count == 0 &&
        !listen_open(&server->sockets, options->hosts, options->host_count, options->port, error))
        return false;
    server->loopback = listen_is_loopback(&server->sockets);
    if (server->metrics_sockets.count > 0 || !options->metrics ||
        listen_open_at(&server->metrics_sockets, options->metrics, error))
        return true;
    error_prefix(error, "--metrics: ");
    return false;
}

static bool open_acceptors(struct server *server, struct tb_error *error)
{
    const struct acceptor_options options = {
        .loop = &server->loop,
        .sockets = &server->sockets,
        .tls = server->tls,
        .limits = server->options.proxy ? NULL : server->limits,
        .blocked = server->options.proxy ? NULL : moderation_blocks,
        .blocks = server->moderation,
        .opened = http_open,
        .context = server,
    };

    const struct acceptor_options metrics = {
        .loop = &server->loop,
        .sockets = &server->metrics_sockets,
        .most = METRICS_CONNECTIONS,
        .opened = http_open,
        .context = server,
    };

    /* Both, so that both can be closed. */
    bool opened = acceptor_open(&server->acceptor, &options, error);

    return acceptor_open(&server->metrics_acceptor, &metrics, error) && opened;
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
        .broadcast = on_broadcast,
        .trouble = on_trouble,
    };

    if (!prepare(server, error))
        return false;
    server->store = store_open(options->store, &events, error);
    if (!server->store)
        return false;
    server->engine_pool = engine_pool_new(options->threads, wake, server);
    server->limits = make_limits(options);
    server->games = (struct bucket){.level = options->all_games};
    server->previews = previews_new(&server->loop);
    server->sessions = sessions_new(server->store);
    if (server->engine_pool && server->limits && server->previews && server->sessions)
        server->hub = hub_new(server->store, server->engine_pool);
    server->rating_worker = rating_worker_new(server->store, on_rated, server);
    if (server->hub)
        hub_limit_lobby(server->hub, (options->games + LOBBY_SHARE - 1) / LOBBY_SHARE);
    if (server->hub)
        server->club = club_new(server->store, server->hub);
    server->moderation = moderation_new(server);
    if (!server->club || !server->rating_worker || !server->moderation) {
        error_memory(error);
        return false;
    }
    hub_set_bars(server->hub, moderation_suspends, server->moderation);
    rewrite_member(server, 0);
    uv_timer_start(&server->tick, on_tick, TICK_MS, TICK_MS);
    server->opened = true;
    return open_acceptors(server, error);
}

struct server *server_new(const struct server_options *options, struct tb_error *error)
{
    struct server *server = calloc(1, sizeof *server);

    if (!server) {
        error_memory(error);
        return NULL;
    }
    server->options = *options;
    server->process = (int64_t)(random_number() >> 1);
    uv_loop_init(&server->loop);
    uv_async_init(&server->loop, &server->answers, on_answers);
    uv_timer_init(&server->loop, &server->tick);
    uv_timer_init(&server->loop, &server->pulse);
    server->answers.data = server->tick.data = server->pulse.data = server;
    if (start(server, error))
        return server;
    server_free(server);
    return NULL;
}

/* The threads end first, so that nobody wakes a loop that is gone; what they have still to tell
 * is told while the connections exist. */
void server_free(struct server *server)
{
    if (!server)
        return;
    engine_pool_free(server->engine_pool);
    previews_close(server->previews);
    store_close(server->store);
    server->store = NULL;
    if (server->hub)
        hub_lose_store(server->hub);
    if (server->club)
        club_lose_store(server->club);
    if (server->opened) {
        acceptor_close(&server->acceptor);
        acceptor_close(&server->metrics_acceptor);
    }
    uv_close((uv_handle_t *)&server->answers, NULL);
    uv_close((uv_handle_t *)&server->tick, NULL);
    uv_close((uv_handle_t *)&server->pulse, NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    uv_loop_close(&server->loop);
    club_free(server->club);
    hub_free(server->hub);
    rating_worker_free(server->rating_worker);
    moderation_free(server->moderation);
    previews_free(server->previews);
    sessions_free(server->sessions);
    limits_free(server->limits);
    assets_free(&server->assets);
    listen_close(&server->sockets);
    listen_close(&server->metrics_sockets);
    SSL_CTX_free(server->tls);
    free(server);
}

static int server_port(const struct server *server)
{
    return server->sockets.port;
}

void server_url(const struct server *server, char *out, size_t size)
{
    listen_url(&server->sockets, server->tls ? "https" : "http", out, size);
}

/* ---- The loop ------------------------------------------------------------------------------ */

/* Reads the certificate again, for new connections. One that cannot be used changes nothing. */
static void reload(struct server *server)
{
    const struct server_options *options = &server->options;
    struct tb_error error;
    SSL_CTX *tls = options->tls_cert ? tls_new(options->tls_cert, options->tls_key, &error) : NULL;

    if (tls) {
        SSL_CTX_free(server->tls); /* connections that use it keep it */
        server->tls = server->acceptor.options.tls = tls;
    }
    if (tls || !options->tls_cert)
        log_event("reload", "tls=%d", tls != NULL);
    else
        log_event("reload", "failed=%s", log_safe(error.text).text);
}

static void drain(struct server *server)
{
    int64_t end = store_now(server->store) + DRAIN_MS;

    server->draining = true;
    acceptor_shut(&server->acceptor);
    acceptor_shut(&server->metrics_acceptor);
    listen_close(&server->sockets);
    listen_close(&server->metrics_sockets);
    hub_shutdown(server->hub);
    club_shutdown(server->club);
    while ((server->counts.sockets > 0 || store_waiting(server->store) > 0) &&
           store_now(server->store) < end && uv_run(&server->loop, UV_RUN_ONCE))
        ;
}

static void log_start(const struct server *server)
{
    char metrics[SERVER_URL_SIZE] = "none";

    if (server->metrics_sockets.count > 0)
        listen_url(&server->metrics_sockets, "http", metrics, sizeof metrics);
    log_event("start", "port=%d sockets=%d metrics=%s", server_port(server), server->sockets.count,
              log_safe(metrics).text);
}

void server_run(struct server *server)
{
    log_start(server);
    while (!server->options.stopped() && uv_run(&server->loop, UV_RUN_ONCE))
        if (server->options.reload && server->options.reload())
            reload(server);
    drain(server);
    log_event("stop", "sockets=%d", server->counts.sockets);
}
