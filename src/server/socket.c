/*
 * socket.c - one WebSocket connection: reads whole messages, sends packets in
 * order, and drops those who send too much or read too little.
 */
#include <stdlib.h>
#include <string.h>

#include "server/log.h"
#include "server/net.h"

enum {
    QUEUE_MAX = 64,             /* packets that wait */
    QUEUE_BYTES_MAX = 256 << 10, /* and their size */
    GOODBYE_S = 5,              /* to read the last words */
};

static const double BURST = 20, RATE = 10; /* messages at once, and a second */

struct socket {
    struct client client; /* first: the hall knows only this */
    struct lws *wsi;
    struct server *server;
    char address[ADDRESS_SIZE];
    struct packet *queue[QUEUE_MAX]; /* a ring */
    int first, count;
    size_t bytes;
    char *message; /* the beginning of one that comes in pieces */
    size_t length;
    double allowance;
    int64_t allowance_at;
    bool counted;  /* among the connections of its address */
    bool closing;  /* after what is in the queue */
};

size_t socket_session_size(void)
{
    return sizeof(struct socket);
}

static struct socket *socket_of(struct client *client)
{
    return (struct socket *)client;
}

/* ---- Sending ------------------------------------------------------------------------- */

/* At once, from whatever callback. */
static void kill_socket(struct socket *socket, const char *reason)
{
    socket->server->counts.dropped++;
    log_event("dropped", "address=%s reason=%s", socket->address, reason);
    lws_set_timeout(socket->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

static void send_packet(struct client *client, struct packet *packet)
{
    struct socket *socket = socket_of(client);

    if (socket->closing)
        return;
    if (socket->count == QUEUE_MAX || socket->bytes + packet->length > QUEUE_BYTES_MAX) {
        socket->closing = true;
        kill_socket(socket, "slow");
        return;
    }
    packet->references++;
    socket->queue[(socket->first + socket->count++) % QUEUE_MAX] = packet;
    socket->bytes += packet->length;
    lws_callback_on_writable(socket->wsi);
}

static void say_goodbye(struct client *client, const char *code, const char *text)
{
    struct socket *socket = socket_of(client);
    struct packet *packet =
        packet_new(json_pack("{ss ss ss}", "type", "bye", "code", code, "text", text));

    if (packet)
        send_packet(client, packet);
    packet_drop(packet);
    socket->closing = true;
    lws_set_timeout(socket->wsi, PENDING_TIMEOUT_USER_REASON_BASE, GOODBYE_S);
    lws_callback_on_writable(socket->wsi);
}

static void pop(struct socket *socket)
{
    struct packet *packet = socket->queue[socket->first];

    socket->first = (socket->first + 1) % QUEUE_MAX;
    socket->count--;
    socket->bytes -= packet->length;
    packet_drop(packet);
}

static int send_next(struct socket *socket)
{
    if (socket->count == 0)
        return socket->closing ? -1 : 0;
    struct packet *packet = socket->queue[socket->first];

    if (lws_write(socket->wsi, packet->text, packet->length, LWS_WRITE_TEXT) <
        (int)packet->length)
        return -1;
    pop(socket);
    if (socket->count > 0 || socket->closing)
        lws_callback_on_writable(socket->wsi);
    return 0;
}

/* ---- Receiving ------------------------------------------------------------------------ */

static void count_guess(struct client *client)
{
    struct socket *socket = socket_of(client);
    int wait;

    if (limits_take(socket->server->limits, socket->address, LIMIT_GUESSES, now_ms(), &wait))
        return;
    log_event("guessing", "address=%s", socket->address);
    say_goodbye(client, "rate", "too many wrong links");
}

/* Does the connection keep within its rate? */
static bool within_rate(struct socket *socket)
{
    int64_t now = now_ms();

    if (now > socket->allowance_at)
        socket->allowance += (double)(now - socket->allowance_at) / 1000 * RATE;
    if (socket->allowance > BURST)
        socket->allowance = BURST;
    socket->allowance_at = now;
    socket->allowance -= 1;
    return socket->allowance >= 0;
}

/* A client that breaks a bound is told so and sent away. */
static void send_away(struct socket *socket, enum refusal_code code, const char *text)
{
    socket->server->counts.dropped++;
    log_event("dropped", "address=%s reason=%s", socket->address, refusal_word(code));
    say_goodbye(&socket->client, refusal_word(code), text);
}

static void take_message(struct socket *socket, const char *text, size_t length)
{
    struct message message;
    struct refusal refusal;

    socket->server->counts.messages++;
    if (!within_rate(socket))
        send_away(socket, REFUSED_RATE, "more than 10 messages a second");
    else if (!message_parse(text, length, &message, &refusal)) {
        if (refusal.code == REFUSED_UNKNOWN)
            count_guess(&socket->client);
        client_refuse(&socket->client, &message, &refusal);
    } else {
        hall_say(socket->server->hall, &socket->client, &message);
    }
}

static bool keep_piece(struct socket *socket, const void *in, size_t length)
{
    if (socket->length + length > MESSAGE_MAX)
        return false;
    char *message = realloc(socket->message, socket->length + length);

    if (!message)
        return false;
    memcpy(message + socket->length, in, length);
    socket->message = message;
    socket->length += length;
    return true;
}

static int receive(struct socket *socket, const void *in, size_t length)
{
    bool last = lws_is_final_fragment(socket->wsi) &&
                lws_remaining_packet_payload(socket->wsi) == 0;

    if (socket->closing)
        return 0;
    if (lws_frame_is_binary(socket->wsi)) {
        send_away(socket, REFUSED_SYNTAX, "messages are text");
        return 0;
    }
    if (last && socket->length == 0 && length <= MESSAGE_MAX) {
        take_message(socket, in, length); /* the usual case: all at once */
        return 0;
    }
    if (!keep_piece(socket, in, length)) {
        send_away(socket, REFUSED_SIZE, "a message may have 4096 bytes");
        return 0;
    }
    if (last) {
        take_message(socket, socket->message, socket->length);
        free(socket->message);
        socket->message = NULL;
        socket->length = 0;
    }
    return 0;
}

/* ---- Coming and going ------------------------------------------------------------------ */

static void open_socket(struct socket *socket, struct lws *wsi)
{
    struct server *server = server_of(wsi);
    int64_t now = now_ms();

    *socket = (struct socket){
        .client = {.send = send_packet,
                   .close = say_goodbye,
                   .guessed = count_guess,
                   .seat = NOBODY},
        .wsi = wsi,
        .server = server,
        .allowance = BURST,
        .allowance_at = now,
    };
    peer_address(wsi, socket->address);
    server->counts.sockets++;
    socket->counted = limits_connect(server->limits, socket->address, now);
    if (!socket->counted)
        send_away(socket, REFUSED_RATE, "too many connections from your address");
    else if (!limits_allow(server->limits, socket->address, LIMIT_GUESSES, now))
        send_away(socket, REFUSED_RATE, "too many wrong links; wait a minute");
    else if (server->draining)
        say_goodbye(&socket->client, "restart", "the server is going down; come back soon");
}

static void close_socket(struct socket *socket)
{
    struct server *server = socket->server;

    if (!server)
        return; /* it was not admitted, and so never opened */
    hall_leave(server->hall, &socket->client);
    while (socket->count > 0)
        pop(socket);
    free(socket->message);
    if (socket->counted)
        limits_disconnect(server->limits, socket->address);
    server->counts.sockets--;
}

/* Only at its own address, only from pages that may. */
static int admit(struct lws *wsi)
{
    char path[32] = "";

    lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    return strcmp(path, "/api/play") == 0 && origin_allowed(wsi) ? 0 : -1;
}

int socket_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                 size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return admit(wsi);
    case LWS_CALLBACK_ESTABLISHED:
        open_socket(user, wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return receive(user, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return send_next(user);
    case LWS_CALLBACK_CLOSED:
        close_socket(user);
        return 0;
    default:
        return 0;
    }
}
