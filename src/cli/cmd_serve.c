/* cmd_serve.c - tablier serve: the page and the game server, from inside the program. */
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/resource.h"
#include "cli/store_place.h"
#include "core/error.h"
#include "core/memory.h"
#include "file/file.h"
#include "server/connection/host.h"
#include "server/connection/peer.h"
#include "server/server.h"

enum {
    THREADS_MAX = 64,
    THREADS_USUAL = 16, /* each has a table; deploy/tablier.service allows 1 GB in all */
    COUNT_MAX = 1000000,
};

struct hosts {
    const char *names[SERVER_HOSTS_MAX];
    int count;
};

struct args {
    uint64_t port, threads, connections, games, all_games, requests;
    struct hosts hosts; /* where to listen */
    struct hosts names; /* of the server */
    const char *store, *tls_cert, *tls_key, *origin, *config, *metrics;
    bool proxy;
};

static int take_host(void *target, const char *value, struct tb_error *error)
{
    struct hosts *hosts = target;

    if (!*value)
        return error_set(error, TB_ERR_VALUE, "An address is missing.");
    if (hosts->count == SERVER_HOSTS_MAX)
        return error_set(error, TB_ERR_RANGE, "At most {max} addresses can be given.",
                         arg_count("max", SERVER_HOSTS_MAX));
    hosts->names[hosts->count++] = value;
    return TB_OK;
}

static int take_public_name(void *target, const char *value, struct tb_error *error)
{
    if (!host_name_valid(value))
        return error_set(error, TB_ERR_VALUE,
                         "''{value}'' is not the name of a server; it looks like "
                         "play.example.org, without https:// and without a port.",
                         arg_text("value", quote(value).text));
    return take_host(target, value, error);
}

TAKE_BETWEEN(take_port, 0, 65535)
TAKE_BETWEEN(take_thread_count, 1, THREADS_MAX)
TAKE_BETWEEN(take_count, 1, COUNT_MAX)

static const struct option options[] = {
    {"port", "N", N_("the port to listen on; 0: any that is free (default: 8080)"), take_port,
     ARG(port)},
    {"host", "ADDRESS",
     N_("where to listen: an address, a name, a network interface or the path of a Unix socket; "
        "repeatable; 0.0.0.0 and :: are all (default: 127.0.0.1)"),
     take_host, ARG(hosts)},
    {"name", "NAME", N_("a public name of this server, such as play.example.org; repeatable"),
     take_public_name, ARG(names)},
    {"metrics", "WHERE",
     N_("serve /metrics here: a port of 127.0.0.1, ADDRESS:PORT or a path (default: nowhere)"),
     take_text, ARG(metrics)},
    {"store", "WHERE",
     N_("where games are kept: a file, or postgres://... (default: a file in your data folder)"),
     take_text, ARG(store)},
    {"threads", "N", N_("threads for computer players (default: all cores but one, 16 at most)"),
     take_thread_count, ARG(threads)},
    {"tls-cert", "FILE", N_("a certificate: serve HTTPS; SIGHUP reads it again"), take_text,
     ARG(tls_cert)},
    {"tls-key", "FILE", N_("its key"), take_text, ARG(tls_key)},
    {"proxy", NULL, N_("believe X-Forwarded-For: only behind a proxy of your own"), take_flag,
     ARG(proxy)},
    {"origin", "URL", N_("one more site whose pages may use this server"), take_text, ARG(origin)},
    {"connections", "N", N_("open to one address (default: 100)"), take_count, ARG(connections)},
    {"games", "N", N_("that one address may create in an hour (default: 60)"), take_count,
     ARG(games)},
    {"all-games", "N", N_("that all addresses together may create in an hour (default: 6000)"),
     take_count, ARG(all_games)},
    {"requests", "N", N_("of one address in a second (default: 20)"), take_count, ARG(requests)},
    {"config", "FILE", N_("more options, a line each: port = 8080"), take_text, ARG(config)},
    {0},
};

/* Files of the page are resources below web/. */
static bool find_file(const char *path, struct server_file *out)
{
    char name[256];
    struct text text = text_into(name, sizeof name);

    text_add(&text, "web/%s", path);
    const struct resource *file = text.used < sizeof name ? resource_find(name) : NULL;

    if (file)
        *out = (struct server_file){file->data, file->size};
    return file != NULL;
}

static const char *find_puzzles(const struct tb_game *game)
{
    return game_file(game, "puzzles.txt");
}

static int check(const struct args *args)
{
    if (!args->tls_cert != !args->tls_key)
        return usage_error("Give both --tls-cert and --tls-key, or neither.");
    if (args->origin && !origin_valid(args->origin))
        return usage_error("--origin: ''{origin}'' is not the address of a site; it looks like "
                           "https://example.org or http://example.org:8080, without a path.",
                           arg_text("origin", quote(args->origin).text));
    return GO_ON;
}

static int serve(const struct args *args)
{
    struct tb_error error;
    char url[SERVER_URL_SIZE];
    const struct server_options wanted = {
        .hosts = args->hosts.names,
        .host_count = args->hosts.count,
        .port = (int)args->port,
        .names = args->names.names,
        .name_count = args->names.count,
        .metrics = args->metrics,
        .store = args->store,
        .threads = (int)args->threads,
        .tls_cert = args->tls_cert,
        .tls_key = args->tls_key,
        .origin = args->origin,
        .proxy = args->proxy,
        .connections = (int)args->connections,
        .games = (int)args->games,
        .all_games = (int)(args->all_games > args->games ? args->all_games : args->games),
        .requests = (int)args->requests,
        .find = find_file,
        .puzzles = find_puzzles,
        .stopped = interrupt_pending,
        .reload = interrupt_reload,
    };
    struct server *server = server_new(&wanted, &error);

    if (!server)
        return failure_of(NULL, &error);
    server_url(server, url, sizeof url);
    print_out("open {url} (Ctrl-C ends)\n", arg_text("url", url));
    fflush(stdout);
    server_run(server);
    server_free(server);
    memory_forget(); /* requests that it could not serve were answered so */
    return STATUS_OK;
}

static int run(void *values, char **words)
{
    char place[PATH_MAX];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct args *args = values;
    int status = check(args);

    (void)words;
    if (status != GO_ON)
        return status;
    if (args->threads == 0)
        args->threads = cores > THREADS_USUAL ? THREADS_USUAL : cores > 2 ? (uint64_t)cores - 1 : 1;
    if (args->hosts.count == 0)
        args->hosts = (struct hosts){{"127.0.0.1"}, 1};
    args->store = store_place(args->store, place);
    if (args->store == place)
        file_make_folders(place, NULL); /* if that fails, opening the store will say so */
    interrupt_reloads();
    interrupt_catch();
    return serve(args);
}

const struct command cmd_serve = {
    .name = "serve",
    .words = "",
    .summary = N_("Serve the web app and online games."),
    ARGS(struct args, .port = 8080, .connections = 100, .games = 60, .all_games = 6000,
         .requests = 20),
    .environment = true,
};
