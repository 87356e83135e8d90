/*
 * server.h - the web server: hands out the page.
 *
 * One thread, one loop (libwebsockets). It knows nothing of where the files come
 * from: the caller looks them up.
 */
#ifndef TABLIER_SERVER_H
#define TABLIER_SERVER_H

#include "tablier.h"

struct server_file {
    const unsigned char *data; /* lives as long as the server */
    size_t size;
};

struct server_options {
    const char *host; /* an address of this machine; "0.0.0.0" for all */
    int port;         /* 0: any that is free */
    /* Finds the file for a path such as "js/app.js"; false if there is none. */
    bool (*find)(const char *path, struct server_file *out);
    /* Asked again and again, and after every signal: shall the server end? */
    bool (*stopped)(void);
};

struct server;

/* NULL on failure, with the reason. Freed by server_free(), which accepts NULL. */
struct server *server_new(const struct server_options *options, struct tb_error *error);
void server_free(struct server *server);

/* The port that it listens on. */
int server_port(const struct server *server);

/* Serves until options.stopped() says so. */
void server_run(struct server *server);

#endif
