/* connection.c - TCP connections on the loop. */
#define _GNU_SOURCE /* accept4 */
#include "server/connection/connection.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/error.h"
#include "server/common/refusal.h"

enum {
    READ_SIZE = 16384,
    ACCEPT_BATCH = 64, /* at once, before others get their turn */
    SWEEP_MS = 250,
    STALL_MS = 1000, /* between two sweeps */
    HANDSHAKE_MS = 10000,
    LINGER_MS = 2000,       /* for the peer to read the last words */
    LINGER_BYTES = 1 << 20, /* that are read and thrown away meanwhile */
    RESERVE = 64,           /* descriptors that connections leave to the store and to files */
    IDLE_LOOKED_AT = 256,
    EVICTED_AT_ONCE = 16, /* their descriptors are closed before more come in */
};

static void on_event(uv_poll_t *poll, int status, int events);

int64_t acceptor_now(const struct acceptor *acceptor)
{
    return (int64_t)uv_now(acceptor->options.loop) - acceptor->stalled;
}

/* ---- What the loop waits for ------------------------------------------------------- */

static void update(struct connection *connection)
{
    int events = (connection->peer_done ? 0 : UV_DISCONNECT) |
                 (connection->reading ? UV_READABLE : 0) |
                 (connection->write_blocked ? UV_WRITABLE : 0);

    if (connection->dying)
        events = 0;
    if (events == connection->events)
        return;
    connection->events = events;
    if (events == 0)
        uv_poll_stop(&connection->poll);
    else
        uv_poll_start(&connection->poll, events, on_event);
}

/* Has the loop look at the connection before it sleeps. */
static void remember(struct connection *connection)
{
    struct acceptor *acceptor = connection->acceptor;

    if (connection->in_todo)
        return;
    connection->in_todo = true;
    connection->todo_next = acceptor->todo;
    acceptor->todo = connection;
    uv_async_send(&acceptor->work);
}

void connection_kill(struct connection *connection)
{
    if (connection->dying)
        return;
    connection->dying = true;
    update(connection);
    remember(connection);
}

void connection_set_idle(struct connection *connection, bool idle)
{
    struct acceptor *acceptor = connection->acceptor;

    if (connection->idle == idle)
        return;
    connection->idle = idle;
    if (idle) {
        connection->idle_next = NULL;
        connection->idle_previous = acceptor->idle_last;
        *(acceptor->idle_last ? &acceptor->idle_last->idle_next : &acceptor->idle_first) =
            connection;
        acceptor->idle_last = connection;
        return;
    }
    *(connection->idle_previous ? &connection->idle_previous->idle_next : &acceptor->idle_first) =
        connection->idle_next;
    *(connection->idle_next ? &connection->idle_next->idle_previous : &acceptor->idle_last) =
        connection->idle_previous;
}

void connection_read(struct connection *connection, bool on)
{
    if (connection->finishing || connection->reading == on)
        return;
    connection->reading = on;
    update(connection);
    if (on && connection->ssl && SSL_has_pending(connection->ssl)) {
        connection->pending = true; /* the socket will not tell */
        remember(connection);
    }
}

/* ---- Writing ------------------------------------------------------------------------ */

/* Bytes that went out, 0 if none can now, or -1. */
static ssize_t push(struct connection *connection, const void *data, size_t length)
{
    if (!connection->ssl) {
        ssize_t sent = send(connection->fd, data, length, MSG_NOSIGNAL);

        return sent >= 0 ? sent : errno == EAGAIN || errno == EINTR ? 0 : -1;
    }
    ERR_clear_error();
    int sent = SSL_write(connection->ssl, data, length < READ_SIZE ? (int)length : READ_SIZE);
    int reason = sent > 0 ? SSL_ERROR_NONE : SSL_get_error(connection->ssl, sent);

    if (sent > 0)
        return sent;
    return reason == SSL_ERROR_WANT_WRITE || reason == SSL_ERROR_WANT_READ ? 0 : -1;
}

size_t connection_write(struct connection *connection, const void *data, size_t length)
{
    const char *bytes = data;
    size_t sent = 0;

    if (connection->dying || connection->finishing)
        return 0;
    while (sent < length) {
        ssize_t part = push(connection, bytes + sent, length - sent);

        if (part < 0)
            connection_kill(connection);
        if (part <= 0)
            break;
        sent += (size_t)part;
    }
    connection->write_blocked = sent < length && !connection->dying;
    update(connection);
    return sent;
}

void connection_finish(struct connection *connection)
{
    if (connection->dying || connection->finishing)
        return;
    connection_read(connection, true);
    connection->finishing = true;
    connection->write_blocked = false;
    connection_set_idle(connection, false);
    if (connection->ssl) {
        ERR_clear_error();
        SSL_shutdown(connection->ssl);
    }
    shutdown(connection->fd, SHUT_WR);
    connection->deadline = acceptor_now(connection->acceptor) + LINGER_MS;
    update(connection);
    remember(connection);
}

/* ---- Reading ------------------------------------------------------------------------ */

enum { PULL_AGAIN = 0, PULL_END = -1 };

static ssize_t pull(struct connection *connection, char *buffer)
{
    if (!connection->ssl || connection->finishing) {
        ssize_t got = recv(connection->fd, buffer, READ_SIZE, 0);

        return got > 0                                          ? got
               : got < 0 && (errno == EAGAIN || errno == EINTR) ? PULL_AGAIN
                                                                : PULL_END;
    }
    ERR_clear_error();
    int got = SSL_read(connection->ssl, buffer, READ_SIZE);
    int reason = got > 0 ? SSL_ERROR_NONE : SSL_get_error(connection->ssl, got);

    if (got > 0)
        return got;
    return reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE ? PULL_AGAIN : PULL_END;
}

static void read_some(struct connection *connection)
{
    char buffer[READ_SIZE];

    do {
        ssize_t got = pull(connection, buffer);

        if (got == PULL_AGAIN)
            return;
        if (got == PULL_END) {
            connection_kill(connection);
            return;
        }
        if (connection->finishing) {
            connection->discarded += (size_t)got;
            if (connection->discarded > LINGER_BYTES)
                connection_kill(connection);
            return;
        }
        connection->role->received(connection, buffer, (size_t)got);
    } while (connection->ssl && connection->reading && !connection->dying &&
             !connection->finishing && SSL_has_pending(connection->ssl));
}

static void shake_hands(struct connection *connection)
{
    ERR_clear_error();
    int done = SSL_accept(connection->ssl);
    int reason = done == 1 ? SSL_ERROR_NONE : SSL_get_error(connection->ssl, done);

    if (reason != SSL_ERROR_NONE && reason != SSL_ERROR_WANT_READ &&
        reason != SSL_ERROR_WANT_WRITE) {
        connection_kill(connection);
        return;
    }
    connection->shaking_hands = reason != SSL_ERROR_NONE;
    connection->write_blocked = reason == SSL_ERROR_WANT_WRITE;
    update(connection);
    if (!connection->shaking_hands && SSL_has_pending(connection->ssl))
        read_some(connection);
}

static void notice_hang_up(struct connection *connection)
{
    connection->peer_done = true;
    update(connection);
    if (connection->role->hung_up(connection))
        connection_kill(connection);
}

static void on_event(uv_poll_t *poll, int status, int events)
{
    struct connection *connection = poll->data;

    if (connection->dying)
        return;
    if (status < 0) {
        connection_kill(connection);
        return;
    }
    if (connection->shaking_hands) {
        shake_hands(connection);
        return;
    }
    if (events & UV_WRITABLE && connection->write_blocked) {
        connection->write_blocked = false;
        connection->role->writable(connection);
        update(connection);
    }
    if (events & UV_READABLE && connection->reading && !connection->dying)
        read_some(connection);
    else if (events & UV_DISCONNECT && !connection->reading && !connection->dying)
        notice_hang_up(connection);
}

/* ---- Coming ------------------------------------------------------------------------ */

/* The connection that makes room: idle, and of one address, or (NULL) of the address or network
 * that has most connections; of several the one that has waited longest, however short that is. */
static struct connection *find_idle(struct acceptor *acceptor, const char *address)
{
    struct limits *limits = acceptor->options.limits;
    struct connection *found = NULL, *idle = acceptor->idle_first;
    int most = 0;

    for (int i = 0; idle && i < IDLE_LOOKED_AT; i++, idle = idle->idle_next) {
        if (idle->dying || (address && strcmp(idle->address, address) != 0))
            continue;
        int count = limits && !address ? limits_connections(limits, idle->address) : 0;

        if (!found || count > most) {
            found = idle;
            most = count;
        }
        if (address)
            break;
    }
    return found;
}

static bool evict_idle(struct acceptor *acceptor, const char *address)
{
    struct connection *idle = find_idle(acceptor, address);

    if (!idle)
        return false;
    connection_kill(idle);
    if (idle->counted)
        limits_disconnect(acceptor->options.limits, idle->address);
    idle->counted = false;
    acceptor->evicted++;
    log_limited(&acceptor->log_limit, acceptor_now(acceptor), "evicted",
                "address=%s reason=%s open=%d", idle->address,
                address ? "address-full" : "server-full", acceptor->count);
    return true;
}

enum unwelcome { ADDRESS_FULL, SERVER_FULL, ADDRESS_BLOCKED };

/* Tells a plain client why, if that goes without waiting. */
static void turn_away(struct acceptor *acceptor, int fd, const char *address, enum unwelcome why)
{
    static const struct {
        const char *word, *status, *body;
    } answers[] = {
        [ADDRESS_FULL] = {"address-full", "429 Too Many Requests\r\nretry-after: 5",
                          REFUSAL_BODY("rate",
                                       "There are too many connections from your address.")},
        [SERVER_FULL] = {"server-full", "503 Service Unavailable\r\nretry-after: 5",
                         REFUSAL_BODY("busy", "The server is full; try again in a few seconds.")},
        [ADDRESS_BLOCKED] = {"blocked", "403 Forbidden",
                             REFUSAL_BODY("banned",
                                          "The operator of this server has blocked your address.")},
    };
    char answer[512];
    struct text text = text_into(answer, sizeof answer);

    acceptor->refused++;
    log_limited(&acceptor->log_limit, acceptor_now(acceptor), "refused",
                "address=%s code=connections reason=%s open=%d", address, answers[why].word,
                acceptor->count);
    text_add(&text,
             "HTTP/1.1 %s\r\ncontent-type: application/json\r\n"
             "content-length: %zu\r\nconnection: close\r\n\r\n%s",
             answers[why].status, strlen(answers[why].body), answers[why].body);
    if (!acceptor->options.tls)
        send(fd, answer, strlen(answer), MSG_NOSIGNAL | MSG_DONTWAIT);
    close(fd);
}

/* Counts the connection; false if it cannot stay. */
static bool admit(struct acceptor *acceptor, int fd, const char *address)
{
    struct limits *limits = acceptor->options.limits;
    int64_t now = acceptor_now(acceptor);

    if (acceptor->options.blocked && acceptor->options.blocked(acceptor->options.blocks, address)) {
        turn_away(acceptor, fd, address, ADDRESS_BLOCKED);
        return false;
    }
    if (acceptor->count >= acceptor->capacity && !evict_idle(acceptor, NULL)) {
        turn_away(acceptor, fd, address, SERVER_FULL);
        return false;
    }
    if (limits && !limits_connect(limits, address, now) &&
        !(evict_idle(acceptor, address) && limits_connect(limits, address, now))) {
        turn_away(acceptor, fd, address, ADDRESS_FULL);
        return false;
    }
    return true;
}

static void discard(struct connection *connection)
{
    SSL_free(connection->ssl);
    close(connection->fd);
    free(connection);
}

/* Room for the connection's own things; NULL if there is none. */
static struct connection *make(struct acceptor *acceptor, int fd, const char *address)
{
    struct connection *connection = calloc(1, sizeof *connection);

    if (!connection) {
        close(fd);
        return NULL;
    }
    connection->acceptor = acceptor;
    connection->fd = fd;
    strcpy(connection->address, address);
    if (acceptor->options.tls) {
        connection->ssl = SSL_new(acceptor->options.tls);
        connection->shaking_hands = true;
        if (!connection->ssl || SSL_set_fd(connection->ssl, fd) != 1) {
            discard(connection);
            return NULL;
        }
        SSL_set_accept_state(connection->ssl);
    }
    if (uv_poll_init(acceptor->options.loop, &connection->poll, fd) != 0) {
        discard(connection);
        return NULL;
    }
    connection->poll.data = connection;
    return connection;
}

static void enter(struct acceptor *acceptor, int fd, const struct sockaddr *from)
{
    char address[ADDRESS_SIZE];
    int on = 1;

    peer_of_sockaddr(from, address);
    if (!admit(acceptor, fd, address))
        return;
    struct connection *connection = make(acceptor, fd, address);

    if (!connection) {
        if (acceptor->options.limits)
            limits_disconnect(acceptor->options.limits, address);
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    connection->counted = acceptor->options.limits != NULL;
    connection->next = acceptor->all;
    if (acceptor->all)
        acceptor->all->previous = connection;
    acceptor->all = connection;
    acceptor->count++;
    connection->reading = true;
    connection->deadline = acceptor_now(acceptor) + HANDSHAKE_MS;
    connection_set_idle(connection, true);
    if (acceptor->options.opened(connection, acceptor->options.context))
        update(connection);
    else
        connection_kill(connection);
}

/* Out of descriptors in spite of the reserve: gives up the spare one for as long as it takes to
 * send the next in line away. */
static void shed(struct acceptor *acceptor, int listening)
{
    close(acceptor->spare);
    int fd = accept4(listening, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

    if (fd >= 0)
        turn_away(acceptor, fd, "unknown", true);
    acceptor->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static void on_incoming(uv_poll_t *poll, int status, int events)
{
    struct acceptor *acceptor = poll->data;
    uv_os_fd_t listening;

    (void)events;
    if (status < 0 || uv_fileno((uv_handle_t *)poll, &listening) != 0)
        return;
    for (int i = 0; i < ACCEPT_BATCH; i++) {
        struct sockaddr_storage from = {0};
        socklen_t length = sizeof from;

        if (acceptor->count >= acceptor->capacity + EVICTED_AT_ONCE)
            return;
        int fd =
            accept4(listening, (struct sockaddr *)&from, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);

        if (fd >= 0)
            enter(acceptor, fd, (const struct sockaddr *)&from);
        else if (errno == EMFILE || errno == ENFILE)
            shed(acceptor, listening);
        else if (errno != ECONNABORTED && errno != EINTR)
            return;
    }
}

/* ---- Going ------------------------------------------------------------------------- */

static void on_closed(uv_handle_t *handle)
{
    struct connection *connection = handle->data;
    struct acceptor *acceptor = connection->acceptor;

    if (connection->next)
        connection->next->previous = connection->previous;
    *(connection->previous ? &connection->previous->next : &acceptor->all) = connection->next;
    acceptor->count--;
    if (connection->counted)
        limits_disconnect(acceptor->options.limits, connection->address);
    discard(connection);
}

static void take_leave(struct connection *connection)
{
    const struct connection_role *role = connection->role;

    connection->role = NULL;
    connection_set_idle(connection, false);
    if (role)
        role->closed(connection);
}

static void on_work(uv_async_t *work)
{
    struct acceptor *acceptor = work->data;
    struct connection *connection;

    while ((connection = acceptor->todo)) {
        acceptor->todo = connection->todo_next;
        connection->in_todo = false;
        if (connection->dying || connection->finishing)
            take_leave(connection);
        if (connection->dying) {
            uv_close((uv_handle_t *)&connection->poll, on_closed);
            connection->in_todo = true; /* for good */
        } else if (connection->pending) {
            connection->pending = false;
            if (connection->reading)
                read_some(connection);
        }
    }
}

/* Finds out whether the process was stopped, or had no processor. */
static void notice_stall(struct acceptor *acceptor)
{
    int64_t now = (int64_t)uv_now(acceptor->options.loop);

    if (acceptor->swept && now - acceptor->swept > STALL_MS)
        acceptor->stalled += now - acceptor->swept - SWEEP_MS;
    acceptor->swept = now;
}

static void on_sweep(uv_timer_t *timer)
{
    struct acceptor *acceptor = timer->data;

    notice_stall(acceptor);
    int64_t now = acceptor_now(acceptor);

    for (struct connection *c = acceptor->all; c; c = c->next) {
        if (c->dying || c->deadline == 0 || now < c->deadline)
            continue;
        if (c->finishing || c->shaking_hands)
            connection_kill(c);
        else
            c->role->expired(c);
    }
}

/* ---- The acceptor ----------------------------------------------------------------------- */

/* How many connections leave enough descriptors for everything else. */
static int capacity(void)
{
    struct rlimit files;
    rlim_t most = getrlimit(RLIMIT_NOFILE, &files) == 0 ? files.rlim_cur : 1024;

    if (most > 1 << 20)
        most = 1 << 20;
    return most > 4 * RESERVE ? (int)most - RESERVE : (int)most * 3 / 4;
}

bool acceptor_open(struct acceptor *acceptor, const struct acceptor_options *options,
                   struct tb_error *error)
{
    *acceptor = (struct acceptor){.options = *options,
                                  .capacity = options->most ? options->most : capacity(),
                                  .spare = open("/dev/null", O_RDONLY | O_CLOEXEC)};
    uv_timer_init(options->loop, &acceptor->sweep);
    uv_async_init(options->loop, &acceptor->work, on_work);
    acceptor->sweep.data = acceptor->work.data = acceptor;
    uv_timer_start(&acceptor->sweep, on_sweep, SWEEP_MS, SWEEP_MS);
    for (int i = 0; i < options->sockets->count; i++) {
        uv_poll_t *poll = &acceptor->polls[i];

        if (uv_poll_init(options->loop, poll, options->sockets->fds[i]) != 0) {
            error_memory(error);
            return false;
        }
        poll->data = acceptor;
        acceptor->poll_count++;
        uv_poll_start(poll, UV_READABLE, on_incoming);
    }
    return true;
}

void acceptor_shut(struct acceptor *acceptor)
{
    while (acceptor->poll_count > 0)
        uv_close((uv_handle_t *)&acceptor->polls[--acceptor->poll_count], NULL);
}

/* The list is gone through by hand: its handle is closed with the rest. */
void acceptor_close(struct acceptor *acceptor)
{
    acceptor_shut(acceptor);
    for (struct connection *c = acceptor->all; c; c = c->next)
        connection_kill(c);
    on_work(&acceptor->work);
    uv_close((uv_handle_t *)&acceptor->sweep, NULL);
    uv_close((uv_handle_t *)&acceptor->work, NULL);
    close(acceptor->spare);
}
