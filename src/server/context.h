/* context.h - the server as its parts see it. */
#ifndef TABLIER_SERVER_CONTEXT_H
#define TABLIER_SERVER_CONTEXT_H

#include <uv.h>

#include "server/asset.h"
#include "server/connection/connection.h"
#include "server/game/hub.h"
#include "server/health.h"
#include "server/members/session.h"
#include "server/pairing/club.h"
#include "server/ratings/rating_worker.h"
#include "server/server.h"

struct server {
    struct server_options options;
    int64_t process; /* random id of this process among the servers that share a store */
    uv_loop_t loop;
    uv_timer_t tick, pulse;
    uv_async_t answers; /* wakes the loop: another thread has results to deliver */
    struct listen_set sockets;
    struct listen_set metrics_sockets; /* for operators only: /metrics and /healthz */
    bool loopback;                     /* only this machine can connect */
    SSL_CTX *tls;
    struct acceptor acceptor;
    struct acceptor metrics_acceptor;
    bool opened; /* the acceptors and the handles of the loop are open */
    struct store *store;
    struct engine_pool *engine_pool;
    struct hub *hub;
    struct sessions *sessions;
    struct rating_worker *rating_worker;
    struct club *club;
    struct moderation *moderation;
    struct limits *limits;
    struct bucket games; /* limits the creation of games by all addresses together */
    struct asset *assets;
    struct previews *previews; /* of shared links */
    struct health health;
    struct {
        int sockets;
        uint64_t requests, messages, dropped;
    } counts;
    bool draining;
};

#endif
