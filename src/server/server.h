/*
 * server.h - the game server: the web app, the HTTP API, play over WebSocket.
 *
 * One loop (libuv) does everything that does not wait; the store and the
 * computer players have threads of their own and wake the loop when they have an
 * answer. docs/server/ has the protocol.
 *
 *     server.c, http.c, api.c, websocket.c   the loop and the protocols
 *     connection/   sockets, TLS, limits, HTTP header sections, WebSocket frames
 *     game/         games in progress: rooms, clocks, clients, computer players
 *     store/        where games are kept: SQLite or PostgreSQL
 *     pairing/      /api/club: seeks, pairing, players who leave often
 *     share/        pages and pictures of shared links
 *     common/       names, secrets, refusals, JSON fields
 */
#ifndef TABLIER_SERVER_H
#define TABLIER_SERVER_H

#include "core/position.h"

struct server_file {
    const unsigned char *data; /* lives as long as the server */
    size_t size;
};

struct server_options {
    const char *const *hosts; /* where to listen: see listen_open() */
    int host_count;
    int port;                 /* 0: any that is free */
    const char *const *names; /* of this server, in the Host of a request; see host.h */
    int name_count;
    const char *metrics; /* where to serve /metrics: see listen_open_at(); NULL: nowhere */
    const char *store;   /* see store_open() */
    int threads;         /* for computer players */
    const char *tls_cert, *tls_key;   /* files; NULL: plain HTTP */
    const char *origin;               /* another site whose pages may use the server; NULL: none */
    bool proxy;                       /* trust X-Forwarded-For */
    int connections, games, requests; /* limits per address: open, per hour, per second */
    int all_games;                    /* limit per hour of all addresses together */
    /* Finds the file for a path such as "js/app.js"; false if there is none. */
    bool (*find)(const char *path, struct server_file *out);
    /* The text of a game's puzzles, NULL if it has none; may be NULL. */
    const char *(*puzzles)(const struct tb_game *game);
    /* Called periodically and after every signal; true ends the server. */
    bool (*stopped)(void);
    /* Called as often; true if the certificate must be reloaded. NULL: never. */
    bool (*reload)(void);
};

struct server;

/* NULL on failure, with the reason. Freed by server_free(), which accepts NULL. */
struct server *server_new(const struct server_options *options, struct tb_error *error);
void server_free(struct server *server);

/* The port that it listens on, and an address for browsers. */
enum { SERVER_HOSTS_MAX = 16, SERVER_URL_SIZE = 160 };
void server_url(const struct server *server, char *out, size_t size);

/* Serves until options.stopped() is true; then closes all connections and completes pending
 * writes. */
void server_run(struct server *server);

#endif
