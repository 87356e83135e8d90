/*
 * websocket.c - one WebSocket connection: reads whole messages, sends packets in
 * order, and drops those who send too much or read too little.
 */
#include "server/websocket.h"
#include "core/message.h"
#include "server/create_limit.h"
#include "jansson/message_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUEUE_MAX = 64,              /* packets that wait */
    QUEUE_BYTES_MAX = 256 << 10, /* and their size */
    GOODBYE_MS = 5000,           /* to read the last words */
    PING_MS = 5000,              /* of silence, and the client is asked whether it is there */
    SILENCE_MS = 12000,          /* and then it is taken for gone */
    MEASURE_MS = 15000,          /* between two pings, whatever it sends */
};

static const char PROTOCOL[] = "tablier.1", CLUB_PATH[] = "/api/club";
static const struct bucket_rate MESSAGES = {.most = 20, .rate = 10};

struct socket {
    struct client client; /* first: the hub knows only this */
    struct connection *connection;
    struct server *server;
    struct packet *queue[QUEUE_MAX]; /* a ring */
    int first, count;
    size_t bytes;
    size_t sent; /* of the first */
    struct frame_reader reader;
    struct bucket messages;
    bool club;      /* at /api/club; otherwise at a game */
    int64_t last_received; /* when something came last */
    int64_t pinged; /* when the last ping was sent; 0: none was */
    uint64_t ping;  /* its bytes; 0: it was answered */
    bool counted;   /* apart from its connection, which is a proxy's */
    bool closing;   /* after what is in the queue */
};

static struct socket *socket_of(struct client *client)
{
    return (struct socket *)client;
}

static int64_t now_of(const struct socket *socket)
{
    return acceptor_now(socket->connection->acceptor);
}

/* ---- Sending ------------------------------------------------------------------------- */

/* The connection is closed because of what it did. */
static void log_drop(struct socket *socket, const char *reason)
{
    socket->server->counts.dropped++;
    log_limited(&socket->connection->acceptor->log_limit, now_of(socket), "dropped",
                "address=%s reason=%s", socket->client.address, reason);
}

static void kill_socket(struct socket *socket, const char *reason)
{
    log_drop(socket, reason);
    connection_kill(socket->connection);
}

static void pop(struct socket *socket)
{
    struct packet *packet = socket->queue[socket->first];

    socket->first = (socket->first + 1) % QUEUE_MAX;
    socket->count--;
    socket->bytes -= packet->length;
    socket->sent = 0;
    packet_drop(packet);
}

/* Sends as much as goes now. */
static void push(struct socket *socket)
{
    while (socket->count > 0) {
        const struct packet *packet = socket->queue[socket->first];
        size_t left = packet->head + packet->length - socket->sent;
        size_t part =
            connection_write(socket->connection, packet->text - packet->head + socket->sent, left);

        socket->sent += part;
        if (part < left)
            return;
        pop(socket);
    }
    if (socket->closing)
        connection_finish(socket->connection);
}

/* Puts a packet in line; false if the line is too long. */
static bool queue(struct socket *socket, struct packet *packet)
{
    if (socket->count == QUEUE_MAX || socket->bytes + packet->length > QUEUE_BYTES_MAX)
        return false;
    packet->references++;
    socket->queue[(socket->first + socket->count++) % QUEUE_MAX] = packet;
    socket->bytes += packet->length;
    return true;
}

static void send_packet(struct client *client, struct packet *packet)
{
    struct socket *socket = socket_of(client);

    if (socket->closing)
        return;
    if (!queue(socket, packet)) {
        socket->closing = true;
        kill_socket(socket, "slow");
        return;
    }
    push(socket);
}

/* Sends a packet of our own making and forgets it. */
static void send_own(struct socket *socket, struct packet *packet)
{
    if (packet)
        send_packet(&socket->client, packet);
    packet_drop(packet);
}

/* The last frame; the connection ends when it is out. */
static void send_close(struct socket *socket, enum frame_code code)
{
    const unsigned char bytes[] = {(unsigned char)((unsigned)code >> 8), (unsigned char)code};
    struct packet *packet = packet_control(FRAME_CLOSE, bytes, sizeof bytes);

    if (socket->closing)
        return;
    if (packet)
        queue(socket, packet);
    packet_drop(packet);
    socket->closing = true;
    socket->connection->deadline = now_of(socket) + GOODBYE_MS;
    push(socket);
}

/* `message`: encoded, or a template without arguments. */
static void send_bye(struct client *client, const char *code, const char *message)
{
    struct socket *socket = socket_of(client);
    char words[TB_ERROR_TEXT];
    struct text text = text_into(words, sizeof words);

    message_render_encoded(&text, message, NULL);
    text_end_whole(words);
    send_own(socket, packet_new(json_pack("{ss ss ss so}", "type", "bye", "code", code, "text",
                                          words, "message", message_json(message))));
    send_close(socket, socket->server->draining ? FRAME_GOING_AWAY : FRAME_POLICY);
}

/* Asks whether the client is there, and how far away. The bytes are random, so that no answer can
 * come before the question. */
static void send_ping(struct socket *socket)
{
    socket->pinged = now_of(socket);
    socket->ping = random_number() | 1;
    send_own(socket, packet_control(FRAME_PING, &socket->ping, sizeof socket->ping));
}

/* ---- Receiving ------------------------------------------------------------------------ */

static void count_guess(struct client *client)
{
    struct socket *socket = socket_of(client);
    struct refusal refusal;
    int wait;

    if (limits_take(socket->server->limits, socket->client.address, LIMIT_GUESSES, now_of(socket),
                    &wait))
        return;
    log_limited(&socket->connection->acceptor->log_limit, now_of(socket), "guessing", "address=%s",
                socket->client.address);
    refuse(&refusal, REFUSED_RATE, "Too many wrong links; wait {wait} seconds.",
           arg_count("wait", wait));
    send_bye(client, refusal_word(refusal.code), refusal.message);
}

static bool may_create(struct client *client, struct refusal *refusal)
{
    int wait;

    return server_may_create(socket_of(client)->server, client->address, &wait, refusal);
}

/* A client that breaks a bound is told so and sent away. */
static void close_with_error(struct socket *socket, const struct refusal *refusal)
{
    log_drop(socket, refusal_word(refusal->code));
    send_bye(&socket->client, refusal_word(refusal->code), refusal->message);
}

/* True if the client keeps within its message rate, in which pings count; otherwise the connection
 * is closed. */
static bool within_rate(struct socket *socket)
{
    struct refusal refusal;
    int wait;

    if (bucket_take(&socket->messages, &MESSAGES, now_of(socket), &wait))
        return true;
    refuse(&refusal, REFUSED_RATE, "A connection may send {max} messages in a second.",
           arg_count("max", (int)MESSAGES.rate));
    close_with_error(socket, &refusal);
    return false;
}

static void take_message(struct socket *socket)
{
    struct client_message message;
    struct refusal refusal;

    socket->server->counts.messages++;
    if (!within_rate(socket))
        return;
    if (socket->club) {
        club_receive(socket->server->club, &socket->client, socket->reader.message,
                     socket->reader.length);
        if (socket->client.visitor)
            connection_set_idle(socket->connection, false);
        return;
    }
    if (!client_message_parse(socket->reader.message, socket->reader.length, &message, &refusal)) {
        if (refusal.code == REFUSED_UNKNOWN)
            count_guess(&socket->client);
        client_refuse(&socket->client, &message, &refusal);
    } else {
        hub_receive(socket->server->hub, &socket->client, &message);
        if (socket->client.live)
            connection_set_idle(socket->connection, false);
        if (socket->client.live && !socket->pinged)
            send_ping(socket);
    }
}

/* The standard is broken, or a bound: who sends messages that are too long or binary is told so in
 * words. */
static void break_off(struct socket *socket)
{
    enum frame_code code = socket->reader.code;
    struct refusal refusal;

    if (code == FRAME_TOO_BIG) {
        refuse(&refusal, REFUSED_SIZE, "Message too long; the limit is {max} bytes.",
               arg_count("max", FRAME_MESSAGE_MAX));
        close_with_error(socket, &refusal);
    } else if (code == FRAME_UNSUPPORTED) {
        refuse(&refusal, REFUSED_SYNTAX, "Messages must be text.");
        close_with_error(socket, &refusal);
    } else {
        log_drop(socket, "frame");
        send_close(socket, code);
    }
}

static void take_pong(struct socket *socket)
{
    if (socket->ping == 0 || socket->reader.control_length != sizeof socket->ping ||
        memcmp(socket->reader.control, &socket->ping, sizeof socket->ping) != 0)
        return;
    socket->ping = 0;
    hub_measure(&socket->client, (int)(now_of(socket) - socket->pinged));
}

/* The next ping: after some silence, or when the lag must be measured again. */
static void set_deadline(struct socket *socket)
{
    int64_t silent = socket->last_received + PING_MS, measure = socket->pinged + MEASURE_MS;

    socket->connection->deadline = socket->pinged && measure < silent ? measure : silent;
}

static void on_received(struct connection *connection, const char *data, size_t length)
{
    struct socket *socket = connection->state;
    const char *end = data + length;

    socket->last_received = now_of(socket);
    while (!socket->closing && !connection->dying) {
        switch (frame_read(&socket->reader, &data, end)) {
        case FRAME_NOTHING:
            set_deadline(socket);
            return;
        case FRAME_MESSAGE:
            take_message(socket);
            break;
        case FRAME_PINGED:
            if (within_rate(socket))
                send_own(socket, packet_control(FRAME_PONG, socket->reader.control,
                                                socket->reader.control_length));
            break;
        case FRAME_PONGED:
            if (within_rate(socket))
                take_pong(socket);
            break;
        case FRAME_CLOSED:
            send_close(socket, FRAME_NORMAL);
            return;
        case FRAME_BROKEN:
            break_off(socket);
            return;
        }
    }
}

/* ---- Coming and going ------------------------------------------------------------------ */

static void on_writable(struct connection *connection)
{
    push(connection->state);
}

/* Reading is never off. */
static bool on_hung_up(struct connection *connection)
{
    (void)connection;
    return true;
}

/* Silent for a while, or too slow to read the last words. */
static void on_expired(struct connection *connection)
{
    struct socket *socket = connection->state;
    int64_t now = now_of(socket);

    if (socket->closing) {
        connection_kill(connection);
    } else if (now - socket->last_received >= SILENCE_MS) {
        kill_socket(socket, "silent");
    } else {
        send_ping(socket);
        connection->deadline = now + PING_MS < socket->last_received + SILENCE_MS
                                   ? now + PING_MS
                                   : socket->last_received + SILENCE_MS;
    }
}

static void on_closed(struct connection *connection)
{
    struct socket *socket = connection->state;
    struct server *server = socket->server;

    socket->closing = true; /* nothing is sent any more */
    hub_leave(server->hub, &socket->client);
    club_leave(server->club, &socket->client);
    while (socket->count > 0)
        pop(socket);
    frame_reader_release(&socket->reader);
    if (socket->counted)
        limits_disconnect(server->limits, socket->client.address);
    server->counts.sockets--;
    free(socket);
}

const struct connection_role socket_role = {
    .received = on_received,
    .writable = on_writable,
    .hung_up = on_hung_up,
    .expired = on_expired,
    .closed = on_closed,
};

/* True if the request is a handshake by RFC 6455, at one of our paths, with our subprotocol. */
static bool check_handshake(const struct http_header *head, struct refusal *refusal)
{
    if (strcmp(head->path, "/api/play") != 0 && strcmp(head->path, CLUB_PATH) != 0)
        return refuse(refusal, REFUSED_UNKNOWN, "Games are played at /api/play.");
    if (strcmp(head->method, "GET") != 0 ||
        strcmp(header_field(head, "sec-websocket-version"), "13") != 0)
        return refuse(refusal, REFUSED_VERSION, "The WebSocket version must be 13.");
    if (!header_lists(head, "sec-websocket-protocol", PROTOCOL))
        return refuse(refusal, REFUSED_VERSION, "The WebSocket protocol here is tablier.1.");
    return true;
}

/* Behind a proxy, connections are not counted when they are accepted, but here. */
static bool admit(struct server *server, const char *address, int64_t now, struct refusal *refusal,
                  int *wait)
{
    if (!limits_take(server->limits, address, LIMIT_REQUESTS, now, wait))
        return refuse(refusal, REFUSED_RATE, "Too many requests; wait {wait} seconds.",
                      arg_count("wait", *wait));
    if (server->options.proxy && !limits_connect(server->limits, address, now))
        return refuse(refusal, REFUSED_RATE, "There are too many connections from your address.");
    return true;
}

static struct packet *greeting(const char *accept)
{
    char head[256];
    struct text text = text_into(head, sizeof head);

    text_add(&text,
             "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
             "sec-websocket-accept: %s\r\nsec-websocket-protocol: %s\r\n\r\n",
             accept, PROTOCOL);
    return packet_raw(head, strlen(head));
}

bool socket_begin(struct connection *connection, struct server *server,
                  const struct http_header *head, const char *address, const struct member *member,
                  struct refusal *refusal, int *wait)
{
    int64_t now = acceptor_now(connection->acceptor);
    char accept[FRAME_ACCEPT_SIZE];
    struct socket *socket;

    if (!check_handshake(head, refusal))
        return false;
    if (!frame_accept(header_field(head, "sec-websocket-key"), accept))
        return refuse(refusal, REFUSED_SYNTAX, "Sec-WebSocket-Key must be 16 bytes in base64.");
    if (!admit(server, address, now, refusal, wait))
        return false;
    if (!(socket = calloc(1, sizeof *socket))) {
        if (server->options.proxy)
            limits_disconnect(server->limits, address);
        return refuse(refusal, REFUSED_STORE, "Out of memory; try again.");
    }
    *socket = (struct socket){
        .client = {.send = send_packet,
                   .close = send_bye,
                   .guessed = count_guess,
                   .may_create = may_create,
                   .seat = NOBODY},
        .connection = connection,
        .server = server,
        .messages = bucket_full(&MESSAGES, now),
        .last_received = now,
        .counted = server->options.proxy,
        .club = strcmp(head->path, CLUB_PATH) == 0,
    };
    strcpy(socket->client.address, address);
    if (member->status == MEMBER_ACTIVE && member->scopes & SCOPE_PLAY)
        socket->client.member = *member;
    server->counts.sockets++;
    connection->role = &socket_role;
    connection->state = socket;
    connection->deadline = now + PING_MS;
    connection_set_idle(connection, true); /* until it is at a game */
    send_own(socket, greeting(accept));
    if (server->draining)
        send_bye(&socket->client, "restart", "The server is restarting; reconnect in a moment.");
    return true;
}

/* ---- Dismissing ------------------------------------------------------------------------ */

static struct socket *next_socket(struct connection **at)
{
    while (*at && (*at)->role != &socket_role)
        *at = (*at)->next;
    struct socket *socket = *at ? (*at)->state : NULL;

    *at = *at ? (*at)->next : NULL;
    return socket;
}

void sockets_dismiss_member(struct server *server, int64_t member, const struct refusal *refusal)
{
    struct connection *at = server->acceptor.all;

    for (struct socket *socket; (socket = next_socket(&at));)
        if (hub_is_member(&socket->client, member))
            close_with_error(socket, refusal);
}

/* The connections of a member, or of all members (0), at this server. */
static void renew_here(struct server *server, int64_t member)
{
    struct connection *at = server->acceptor.all;

    for (struct socket *socket; (socket = next_socket(&at));)
        if (socket->client.member.id > 0 && (member == 0 || socket->client.member.id == member))
            send_bye(&socket->client, "restart",
                     "Your devices have changed; reconnect in a moment.");
}

static const char RENEW[] = "renew";

void sockets_renew_member(struct server *server, int64_t member)
{
    char words[64];
    struct text text = text_into(words, sizeof words);

    if (member == 0)
        return;
    renew_here(server, member);
    text_add(&text, "%s %lld %lld", RENEW, (long long)server->process, (long long)member);
    store_broadcast(server->store, words);
}

bool sockets_on_broadcast(struct server *server, const char *text)
{
    long long process, member;

    if (strncmp(text, RENEW, strlen(RENEW)) != 0)
        return false;
    if (sscanf(text + strlen(RENEW), " %lld %lld", &process, &member) == 2 && member > 0 &&
        process != server->process) {
        session_forget_member(server->sessions, member);
        renew_here(server, member);
    }
    return true;
}

void sockets_renew_all(struct server *server)
{
    session_forget_all(server->sessions);
    renew_here(server, 0);
}

void sockets_dismiss_blocked(struct server *server, refuse_address *refuses)
{
    struct connection *at = server->acceptor.all;
    struct refusal refusal;

    for (struct socket *socket; (socket = next_socket(&at));)
        if (refuses(server->moderation, socket->client.address, &refusal))
            close_with_error(socket, &refusal);
}
