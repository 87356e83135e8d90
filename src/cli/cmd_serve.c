/* cmd_serve.c - tablier serve: the page, from inside the program. */
#include <string.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/resource.h"
#include "core/text.h"
#include "server/server.h"

extern const struct command cmd_serve;

struct args {
    uint64_t port;
    const char *host;
};

static const struct option options[] = {
    {"port", "N", "the port to listen on; 0: any that is free (default: 8080)", take_number,
     offsetof(struct args, port)},
    {"host", "ADDRESS", "an address of this machine; 0.0.0.0: all (default: 127.0.0.1)", take_text,
     offsetof(struct args, host)},
    {0},
};

/* Files of the page are resources below web/; the rule pages below rules/. */
static bool find_file(const char *path, struct server_file *out)
{
    static const char *const folders[] = {"web/", ""};

    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char name[256];
        struct text text = text_into(name, sizeof name);

        text_add(&text, "%s%s", folders[i], path);
        for (const struct resource *r = resources; r->name && text.used < sizeof name; r++) {
            if (strcmp(r->name, name) != 0)
                continue;
            *out = (struct server_file){r->data, r->size};
            return true;
        }
    }
    return false;
}

static int run(int argc, char **argv)
{
    struct args args = {.port = 8080, .host = "127.0.0.1"};
    int status = options_parse(&cmd_serve, &args, &argc, argv);
    struct tb_error error;

    if (status != GO_ON)
        return status;
    if (args.port > 65535)
        return usage_error("--port: %llu is not a port; they go from 0 to 65535",
                           (unsigned long long)args.port);
    struct server_options wanted = {
        .host = args.host,
        .port = (int)args.port,
        .find = find_file,
        .stopped = interrupt_pending,
    };

    interrupt_catch();
    struct server *server = server_new(&wanted, &error);

    if (!server)
        return failure("%s", error.text);
    printf("open http://%s:%d/ (Ctrl-C ends)\n",
           strcmp(args.host, "0.0.0.0") == 0 ? "localhost" : args.host, server_port(server));
    fflush(stdout);
    server_run(server);
    server_free(server);
    return STATUS_OK;
}

const struct command cmd_serve = {
    .name = "serve",
    .words = "",
    .summary = "Serve the page to browsers.",
    .options = options,
    .run = run,
};
