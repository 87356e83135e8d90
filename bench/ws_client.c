/* ws_client.c - one connection to a game server, as its client. */
#define _GNU_SOURCE /* memmem, strcasestr */
#include "ws_client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { READ_ROOM = 4096, MESSAGE_MAX = 8 << 20, HEAD_MAX = 8192 };

/* The opcodes of RFC 6455 that matter here, and the bit that says: all of the message. */
enum { OP_TEXT = 1, OP_CLOSE = 8, OP_PING = 9, OP_PONG = 10, FIN = 0x80, MASKED = 0x80 };

int64_t clock_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_ms(void)
{
    return clock_us() / 1000;
}

/* ---- Buffers -------------------------------------------------------------------- */

/* Room for `more` bytes behind the end, and one for a '\0'. */
static char *buffer_room(struct ws_buffer *buffer, size_t more)
{
    if (buffer->start == buffer->end)
        buffer->start = buffer->end = 0;
    if (buffer->start > 0 && buffer->end + more >= buffer->size) {
        memmove(buffer->data, buffer->data + buffer->start, buffer->end - buffer->start);
        buffer->end -= buffer->start;
        buffer->start = 0;
    }
    if (buffer->end + more >= buffer->size) {
        size_t size = (buffer->end + more) * 3 / 2 + 64;
        char *data = realloc(buffer->data, size);

        if (!data) {
            fputs("out of memory\n", stderr);
            abort();
        }
        buffer->data = data;
        buffer->size = size;
    }
    return buffer->data + buffer->end;
}

static void buffer_add(struct ws_buffer *buffer, const void *data, size_t length)
{
    memcpy(buffer_room(buffer, length), data, length);
    buffer->end += length;
}

static void buffer_release(struct ws_buffer *buffer)
{
    free(buffer->data);
    *buffer = (struct ws_buffer){0};
}

/* ---- Connecting ----------------------------------------------------------------- */

bool ws_address_parse(struct ws_address *address, const char *host, int port)
{
    *address = (struct ws_address){
        .to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)},
        .from = {.sin_family = AF_INET},
    };
    if (strcmp(host, "localhost") == 0)
        host = "127.0.0.1";
    return inet_pton(AF_INET, host, &address->to.sin_addr) == 1;
}

static int socket_new(const struct ws_address *address)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;

    if (fd < 0)
        return -1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (address->narrow) {
        int segment = 536, buffer = 2048;

        setsockopt(fd, IPPROTO_TCP, TCP_MAXSEG, &segment, sizeof segment);
        setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer);
    }
    if (address->from.sin_addr.s_addr) {
        /* The port is then chosen by connect(), from all that are free towards the server. */
        setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
        if (bind(fd, (const struct sockaddr *)&address->from, sizeof address->from))
            goto fail;
    }
    if (connect(fd, (const struct sockaddr *)&address->to, sizeof address->to) &&
        errno != EINPROGRESS)
        goto fail;
    return fd;
fail:
    close(fd);
    return -1;
}

bool ws_connect(struct ws *ws, int epoll, const struct ws_address *address, void *owner)
{
    struct epoll_event wanted = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET,
                                 .data.ptr = ws};

    *ws = (struct ws){.fd = socket_new(address), .state = WS_HTTP, .owner = owner};
    ws->mask = (uint32_t)clock_us() * 2654435761u;
    if (ws->fd >= 0 && epoll < 0)
        return true;
    if (ws->fd >= 0 && epoll_ctl(epoll, EPOLL_CTL_ADD, ws->fd, &wanted) == 0)
        return true;
    ws_close(ws);
    return false;
}

void ws_close(struct ws *ws)
{
    if (ws->state == WS_CLOSED)
        return;
    if (ws->fd >= 0)
        close(ws->fd);
    ws->fd = -1;
    ws->state = WS_CLOSED;
    buffer_release(&ws->in);
    buffer_release(&ws->out);
}

/* ---- Sending -------------------------------------------------------------------- */

/* An error here shows again, and is dealt with, when the socket is read. */
static void flush(struct ws *ws)
{
    while (ws->out.start < ws->out.end) {
        ssize_t n = send(ws->fd, ws->out.data + ws->out.start, ws->out.end - ws->out.start,
                         MSG_NOSIGNAL);
        if (n <= 0)
            return;
        ws->out.start += (size_t)n;
    }
}

void ws_send_raw(struct ws *ws, const void *data, size_t length)
{
    if (ws->state == WS_CLOSED)
        return;
    buffer_add(&ws->out, data, length);
    flush(ws);
}

void ws_send_frame(struct ws *ws, unsigned first, const char *data, size_t length)
{
    unsigned char head[14] = {(unsigned char)first}, *at = head + 1;
    unsigned char key[4];

    if (ws->state == WS_CLOSED)
        return;
    int wide = length < 126 ? 0 : length < 65536 ? 2 : 8;

    *at++ = (unsigned char)(MASKED | (wide == 0 ? length : wide == 2 ? 126 : 127));
    for (int i = wide - 1; i >= 0; i--)
        *at++ = (unsigned char)((uint64_t)length >> 8 * i);
    ws->mask = ws->mask * 1664525u + 1013904223u;
    memcpy(key, &ws->mask, sizeof key);
    memcpy(at, key, sizeof key);
    buffer_add(&ws->out, head, (size_t)(at + sizeof key - head));
    char *out = buffer_room(&ws->out, length);

    for (size_t i = 0; i < length; i++)
        out[i] = (char)(data[i] ^ (char)key[i % 4]);
    ws->out.end += length;
    flush(ws);
}

void ws_send(struct ws *ws, const char *text, size_t length)
{
    ws_send_frame(ws, FIN | OP_TEXT, text, length);
}

void ws_request(struct ws *ws, const char *method, const char *path, const char *headers,
                const char *body)
{
    char head[HEAD_MAX];
    int length = snprintf(head, sizeof head,
                          "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\n"
                          "Content-Type: application/json\r\n%s\r\n",
                          method, path, strlen(body), headers);

    ws_send_raw(ws, head, (size_t)length);
    ws_send_raw(ws, body, strlen(body));
}

void ws_upgrade(struct ws *ws, const char *path, const char *protocol, const char *headers)
{
    char head[HEAD_MAX];
    int length = snprintf(head, sizeof head,
                          "GET %s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                          "Sec-WebSocket-Protocol: %s\r\n%s\r\n",
                          path, protocol, headers);

    ws->state = WS_UPGRADING;
    ws_send_raw(ws, head, (size_t)length);
}

/* ---- Receiving ------------------------------------------------------------------ */

/* The handler gets the bytes as a string; what follows them is put back afterwards. */
static void hand_over(struct ws *ws, enum ws_event event, char *text, size_t length,
                      ws_handler *handler, void *context)
{
    size_t end = (size_t)(text - ws->in.data) + length;
    char kept = ws->in.data[end];

    text[length] = '\0';
    handler(context, ws, event, text, length);
    if (ws->state != WS_CLOSED)
        ws->in.data[end] = kept;
}

/* The length that the head of an answer promises for its body; 0 if it does not say. */
static size_t body_length(const char *head)
{
    const char *line = strcasestr(head, "\r\ncontent-length:");

    return line ? strtoul(line + strlen("\r\ncontent-length:"), NULL, 10) : 0;
}

/* Takes one whole HTTP answer from the buffer; false if more must come first. */
static bool take_answer(struct ws *ws, ws_handler *handler, void *context)
{
    char *start = ws->in.data + ws->in.start;
    size_t waiting = ws->in.end - ws->in.start;
    char *blank = waiting > 0 ? memmem(start, waiting, "\r\n\r\n", 4) : NULL;

    if (!blank)
        return false;
    *blank = '\0';
    size_t head = (size_t)(blank + 4 - start);
    const char *space = strchr(start, ' ');
    int status = space ? atoi(space) : 0;
    size_t body = status == 101 || status == 304 ? 0 : body_length(start);

    *blank = '\r';
    if (waiting < head + body)
        return false;
    ws->status = status;
    ws->in.start += head + body;
    if (ws->state == WS_UPGRADING && status == 101) {
        ws->state = WS_OPEN;
        hand_over(ws, WS_UPGRADED, start + head, 0, handler, context);
    } else {
        ws->state = WS_HTTP;
        hand_over(ws, WS_ANSWER, start + head, body, handler, context);
    }
    return true;
}

/* Takes one whole frame. A server's frames are not masked, and ours come in one piece. */
static bool take_frame(struct ws *ws, ws_handler *handler, void *context)
{
    const unsigned char *start = (unsigned char *)ws->in.data + ws->in.start;
    size_t waiting = ws->in.end - ws->in.start;

    if (waiting < 2)
        return false;
    size_t length = start[1] & 0x7f;
    size_t wide = length == 126 ? 2 : length == 127 ? 8 : 0;

    if (waiting < 2 + wide)
        return false;
    if (wide)
        length = 0;
    for (size_t i = 0; i < wide; i++)
        length = length << 8 | start[2 + i];
    if (waiting < 2 + wide + length)
        return false;
    char *data = ws->in.data + ws->in.start + 2 + wide;

    ws->in.start += 2 + wide + length;
    switch (start[0] & 0x0f) {
    case OP_TEXT:
        hand_over(ws, WS_TEXT, data, length, handler, context);
        break;
    case OP_PING:
        ws_send_frame(ws, FIN | OP_PONG, data, length);
        break;
    case OP_CLOSE:
        ws->status = length >= 2 ? (unsigned char)data[0] << 8 | (unsigned char)data[1] : 1005;
        ws_send_frame(ws, FIN | OP_CLOSE, data, length);
        ws_close(ws);
        handler(context, ws, WS_LOST, (char[]){""}, 0);
        break;
    }
    return true;
}

/* Reads all that is there; false at the end of the connection. */
static bool receive(struct ws *ws)
{
    for (;;) {
        ssize_t n = recv(ws->fd, buffer_room(&ws->in, READ_ROOM), READ_ROOM, 0);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0 || ws->in.end - ws->in.start > MESSAGE_MAX)
            return n < 0 && errno == EAGAIN;
        ws->in.end += (size_t)n;
    }
}

void ws_pump(struct ws *ws, ws_handler *handler, void *context)
{
    if (ws->state == WS_CLOSED)
        return;
    flush(ws);
    bool alive = receive(ws);

    while (ws->state != WS_CLOSED &&
           (ws->state == WS_OPEN ? take_frame : take_answer)(ws, handler, context))
        ;
    if (!alive && ws->state != WS_CLOSED) {
        ws_close(ws);
        handler(context, ws, WS_LOST, (char[]){""}, 0);
    }
}

void ws_wait(struct ws *ws, int64_t until, ws_handler *handler, void *context)
{
    bool unsent = ws->out.start < ws->out.end;
    struct pollfd wanted = {.fd = ws->fd, .events = (short)(POLLIN | (unsent ? POLLOUT : 0))};
    int64_t left = until - clock_ms();

    if (ws->state != WS_CLOSED && left > 0 && poll(&wanted, 1, (int)left) > 0)
        ws_pump(ws, handler, context);
}

/* ---- One request ---------------------------------------------------------------- */

struct fetched {
    int status;
    char *body;
    bool done;
};

static void on_fetched(void *context, struct ws *ws, enum ws_event event, char *text, size_t length)
{
    struct fetched *fetched = context;

    if (event == WS_ANSWER && !fetched->done) {
        fetched->status = ws->status;
        fetched->body = strndup(text, length);
    }
    fetched->done = true;
}

int http_fetch(const struct ws_address *address, const char *method, const char *path,
               const char *headers, const char *body, int timeout, char **answer)
{
    struct ws ws = {0};
    struct fetched fetched = {0};
    int64_t until = clock_ms() + timeout;

    if (ws_connect(&ws, -1, address, NULL))
        ws_request(&ws, method, path, headers, body);
    while (!fetched.done && ws.state != WS_CLOSED && clock_ms() < until)
        ws_wait(&ws, until, on_fetched, &fetched);
    ws_close(&ws);
    if (answer)
        *answer = fetched.body;
    else
        free(fetched.body);
    return fetched.status;
}
