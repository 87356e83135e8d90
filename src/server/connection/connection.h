/*
 * connection.h - TCP connections, plain or with TLS: accepted, counted, read, written,
 * and closed so that the last answer arrives.
 *
 * An acceptor accepts connections from the sockets that it was given. Their number is limited per
 * address, counted from the moment they are accepted, and in total, so that some of the process's
 * descriptors stay free. When the limit is reached, an idle connection (one that waits for a
 * request, or is not at a game yet) is closed: the oldest one of the address that has the most.
 *
 * A connection has a role; http.c sets the first one. Functions here never call the role, so that
 * it can call them from anywhere: even a failed connection is closed later, by the loop.
 */
#ifndef TABLIER_SERVER_CONNECTION_H
#define TABLIER_SERVER_CONNECTION_H

#include <openssl/ssl.h>
#include <uv.h>

#include "server/connection/limits.h"
#include "server/connection/listen.h"
#include "server/connection/log.h"
#include "server/connection/peer.h"

struct connection;

struct connection_role {
    /* Bytes have come. Not called while reading is off. */
    void (*received)(struct connection *connection, const char *data, size_t length);
    /* After connection_write() could not write everything: now it can go on. */
    void (*writable)(struct connection *connection);
    /* The peer has closed its end while reading is off. True if it counts as gone, although it may
     * still read. */
    bool (*hung_up)(struct connection *connection);
    /* The deadline has passed. */
    void (*expired)(struct connection *connection);
    /* The connection is at its end, or lost: `state` is to be freed. Called once. */
    void (*closed)(struct connection *connection);
};

struct connection {
    struct acceptor *acceptor;
    const struct connection_role *role; /* NULL after closed() */
    void *state;                        /* the role's own */
    char address[ADDRESS_SIZE];         /* of the peer */
    int64_t deadline;                   /* of acceptor_now(); 0: none */
    /* The rest is connection.c's own. */
    uv_poll_t poll;
    int fd;
    SSL *ssl; /* NULL: plain */
    bool shaking_hands, reading, write_blocked, counted;
    bool finishing, dying, idle, pending;
    bool peer_done; /* it will send nothing more */
    int events;     /* that the loop waits for */
    size_t discarded;
    struct connection *next, *previous;           /* all */
    struct connection *idle_next, *idle_previous; /* the idle ones, the oldest first */
    struct connection *todo_next;
    bool in_todo;
};

struct acceptor_options {
    uv_loop_t *loop;
    struct listen_set *sockets;
    SSL_CTX *tls;          /* NULL: plain */
    struct limits *limits; /* NULL: peers are not counted, since they are a proxy */
    int most;              /* connections; 0: as many as descriptors allow */
    /* True for addresses that the operator has blocked. May be NULL. */
    bool (*blocked)(void *blocks, const char *address);
    void *blocks;
    /* Makes the state of a new connection and its role; false if memory runs out. */
    bool (*opened)(struct connection *connection, void *context);
    void *context;
};

struct acceptor {
    struct acceptor_options options;
    uv_poll_t polls[LISTEN_MAX];
    int poll_count;
    uv_timer_t sweep;
    uv_async_t work; /* wakes the loop to do what is on the list */
    struct connection *all, *idle_first, *idle_last, *todo;
    int count, capacity, spare;
    int64_t swept, stalled; /* milliseconds: the loop's time at the last sweep; total of stalls */
    uint64_t refused, evicted;
    struct log_limit log_limit;
};

/* Begins to let connections in. */
bool acceptor_open(struct acceptor *acceptor, const struct acceptor_options *options,
                   struct tb_error *error);
/* Stops accepting connections; open ones stay. */
void acceptor_shut(struct acceptor *acceptor);
/* Closes everything; the loop must run until it is empty. */
void acceptor_close(struct acceptor *acceptor);

/* Milliseconds on a clock that never jumps and stops while this process is stalled, so that a stall
 * does not look like a silent client. */
int64_t acceptor_now(const struct acceptor *acceptor);

/* Writes what the network takes now and returns how much; the role's writable() follows if that was
 * not all. After a failure it is 0, and closed() follows. */
size_t connection_write(struct connection *connection, const void *data, size_t length);
/* Turns reading on or off. */
void connection_read(struct connection *connection, bool on);
/* Marks a connection that waits for a request or a hello: when connections run out, idle ones are
 * closed first. */
void connection_set_idle(struct connection *connection, bool idle);
/* Everything is written: closes after the peer has had time to read it. */
void connection_finish(struct connection *connection);
/* Closes at once. */
void connection_kill(struct connection *connection);

#endif
