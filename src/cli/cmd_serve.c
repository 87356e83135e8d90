/* cmd_serve.c - tablier serve: the page and the game server, from inside the program. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/resource.h"
#include "cli/settings.h"
#include "cli/store_place.h"
#include "core/error.h"
#include "core/memory.h"
#include "server/connection/peer.h"
#include "server/server.h"

extern const struct command cmd_serve;

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

#define AT(member) offsetof(struct args, member)

static const struct option options[] = {
    {"port", "N", N_("the port to listen on; 0: any that is free (default: 8080)"), take_number,
     AT(port)},
    {"host", "ADDRESS",
     N_("where to listen: an address, a name, a network interface or the path of a Unix socket; "
        "repeatable; 0.0.0.0 and :: are all (default: 127.0.0.1)"),
     take_host, AT(hosts)},
    {"name", "NAME", N_("a public name of this server, such as play.example.org; repeatable"),
     take_host, AT(names)},
    {"metrics", "WHERE",
     N_("serve /metrics here: a port of 127.0.0.1, ADDRESS:PORT or a path (default: nowhere)"),
     take_text, AT(metrics)},
    {"store", "WHERE",
     N_("where games are kept: a file, or postgres://... (default: a file in your data folder)"),
     take_text, AT(store)},
    {"threads", "N", N_("threads for computer players (default: all cores but one, 16 at most)"),
     take_number, AT(threads)},
    {"tls-cert", "FILE", N_("a certificate: serve HTTPS; SIGHUP reads it again"), take_text,
     AT(tls_cert)},
    {"tls-key", "FILE", N_("its key"), take_text, AT(tls_key)},
    {"proxy", NULL, N_("believe X-Forwarded-For: only behind a proxy of your own"), take_flag,
     AT(proxy)},
    {"origin", "URL", N_("one more site whose pages may use this server"), take_text, AT(origin)},
    {"connections", "N", N_("open to one address (default: 100)"), take_number, AT(connections)},
    {"games", "N", N_("that one address may create in an hour (default: 60)"), take_number,
     AT(games)},
    {"all-games", "N", N_("that all addresses together may create in an hour (default: 6000)"),
     take_number, AT(all_games)},
    {"requests", "N", N_("of one address in a second (default: 20)"), take_number, AT(requests)},
    {"config", "FILE", N_("more options, a line each: port = 8080"), take_text, AT(config)},
    {0},
};

/* Files of the page are resources below web/. */
static bool find_file(const char *path, struct server_file *out)
{
    char name[256];
    struct text text = text_into(name, sizeof name);

    text_add(&text, "web/%s", path);
    for (const struct resource *r = resources; r->name && text.used < sizeof name; r++) {
        if (strcmp(r->name, name) != 0)
            continue;
        *out = (struct server_file){r->data, r->size};
        return true;
    }
    return false;
}

/* Settings that may be given several times. */
struct lists {
    struct hosts hosts, names;
};

/* Of several sources the strongest that names hosts names all of them. */
static struct lists set_apart(struct args *args)
{
    struct lists lists = {args->hosts, args->names};

    args->hosts.count = args->names.count = 0;
    return lists;
}

/* Unless others were named since. */
static void put_back(struct args *args, const struct lists *lists)
{
    if (args->hosts.count == 0)
        args->hosts = lists->hosts;
    if (args->names.count == 0)
        args->names = lists->names;
}

/* Reads the settings: the command line takes precedence over the environment, and that over the
 * file that either of them names. The file's text is kept in *text. */
static int read_settings(struct args *args, int *argc, char **argv, char **text)
{
    char **copy = malloc(((size_t)*argc + 1) * sizeof *copy);
    struct args first = {0};
    int count = *argc, status;

    if (!copy)
        return out_of_memory();
    memcpy(copy, argv, (size_t)*argc * sizeof *copy);
    status = settings_from_environment(&cmd_serve, &first);
    if (status == GO_ON)
        status = options_parse(&cmd_serve, &first, &count, copy);
    free(copy);
    if (status == GO_ON && first.config)
        status = settings_from_file(&cmd_serve, args, first.config, text);
    struct lists lists = set_apart(args);

    if (status == GO_ON)
        status = settings_from_environment(&cmd_serve, args);
    put_back(args, &lists);
    lists = set_apart(args);
    if (status == GO_ON)
        status = options_parse(&cmd_serve, args, argc, argv);
    put_back(args, &lists);
    return status;
}

static int check(const struct args *args)
{
    if (args->port > 65535)
        return usage_error("--port: {port} is not a port; ports go from 0 to 65535.",
                           arg_unsigned("port", args->port));
    if (args->threads < 1 || args->threads > THREADS_MAX)
        return usage_error("--threads must be between 1 and {max}.", arg_count("max", THREADS_MAX));
    if (args->connections > COUNT_MAX || args->games > COUNT_MAX || args->requests > COUNT_MAX ||
        args->all_games > COUNT_MAX || args->connections < 1 || args->games < 1 ||
        args->requests < 1 || args->all_games < 1)
        return usage_error(
            "--connections, --games, --all-games and --requests must be between 1 and {max}.",
            arg_count("max", COUNT_MAX));
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
        .stopped = interrupt_pending,
        .reload = interrupt_reload,
    };
    struct server *server = server_new(&wanted, &error);

    if (!server)
        return failure_of(NULL, &error);
    server_url(server, url, sizeof url);
    say_out("open {url} (Ctrl-C ends)\n", arg_text("url", url));
    fflush(stdout);
    server_run(server);
    server_free(server);
    memory_forget(); /* requests that it could not serve were answered so */
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    char place[PATH_MAX], *text = NULL;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct args args = {
        .port = 8080,
        .threads = cores > THREADS_USUAL ? THREADS_USUAL
                   : cores > 2           ? (uint64_t)cores - 1
                                         : 1,
        .connections = 100,
        .games = 60,
        .all_games = 6000,
        .requests = 20,
    };
    int status = read_settings(&args, &argc, argv, &text);

    if (status == GO_ON)
        status = check(&args);
    if (args.hosts.count == 0)
        args.hosts = (struct hosts){{"127.0.0.1"}, 1};
    if (status == GO_ON && !args.store) {
        store_place(place, sizeof place);
        args.store = place;
    }
    if (status == GO_ON) {
        interrupt_reloads();
        interrupt_catch();
        status = serve(&args);
    }
    free(text);
    return status;
}

const struct command cmd_serve = {
    .name = "serve",
    .words = "",
    .summary = N_("Serve the web app and online games."),
    .options = options,
    .run = run,
};
