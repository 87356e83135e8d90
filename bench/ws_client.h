/*
 * ws_client.h - the client's end of one connection to a game server: HTTP
 * requests one after another, or WebSocket (RFC 6455) after an upgrade.
 *
 * Nothing here blocks but ws_wait() and http_fetch(). A connection is registered
 * once with an epoll instance, edge-triggered; the event loop calls ws_pump() for the struct ws
 * that the event carries. Data is sent at once as far as the socket takes it, and the rest by
 * ws_pump().
 *
 * The server is trusted to be one: of the answer to an upgrade only the status
 * is looked at.
 */
#ifndef TABLIER_BENCH_WS_CLIENT_H
#define TABLIER_BENCH_WS_CLIENT_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ws_address {
    struct sockaddr_in to;
    struct sockaddr_in from; /* port and address 0: whatever the system takes */
    bool narrow;             /* with buffers as small as can be, on both ends */
};

/* Reads "127.0.0.1" or "localhost"; false if it is not an address. */
bool ws_address_parse(struct ws_address *address, const char *host, int port);

/* Bytes on their way: those from `start` to `end` wait. */
struct ws_buffer {
    char *data;
    size_t start, end, size;
};

enum ws_state { WS_CLOSED, WS_HTTP, WS_UPGRADING, WS_OPEN };

enum ws_event {
    WS_ANSWER,   /* to a request: `status`, and the body */
    WS_UPGRADED, /* messages may be sent now */
    WS_TEXT,     /* a message came, ended by '\0' */
    WS_LOST,     /* the connection is at its end, and closed already */
};

struct ws {
    int fd;
    enum ws_state state;
    int status; /* of the last HTTP answer; with WS_LOST, the code of the server's close frame */
    struct ws_buffer in, out;
    uint32_t mask; /* the next frame's */
    void *owner;   /* the caller's business */
};

/* May send, and may close the connection, but not connect it again. */
typedef void ws_handler(void *context, struct ws *ws, enum ws_event event, char *text,
                        size_t length);

/* Begins to connect; *ws must be closed (all zero is). False if that is impossible. With epoll -1
 * it is not registered: see ws_wait(). */
bool ws_connect(struct ws *ws, int epoll, const struct ws_address *address, void *owner);
void ws_close(struct ws *ws);

/* Queues a request. `headers` are further lines, each ended by CRLF, or "". */
void ws_request(struct ws *ws, const char *method, const char *path, const char *headers,
                const char *body);
void ws_upgrade(struct ws *ws, const char *path, const char *protocol, const char *headers);

/* Queues one text message, or any frame by its first byte, or any bytes at all. */
void ws_send(struct ws *ws, const char *text, size_t length);
void ws_send_frame(struct ws *ws, unsigned first, const char *data, size_t length);
void ws_send_raw(struct ws *ws, const void *data, size_t length);

/* Reads and writes as far as the socket is ready; passes what arrived to `handler`. */
void ws_pump(struct ws *ws, ws_handler *handler, void *context);

/* Waits until the socket is ready for something, or a moment of clock_ms(); then ws_pump(). */
void ws_wait(struct ws *ws, int64_t until, ws_handler *handler, void *context);

/* One request on a connection of its own, waited for. Returns the status and the body, which
 * the caller frees; 0 and NULL when there was no answer within `timeout` milliseconds. */
int http_fetch(const struct ws_address *address, const char *method, const char *path,
               const char *headers, const char *body, int timeout, char **answer);

/* Milliseconds and microseconds of a clock that is never set. */
int64_t clock_ms(void);
int64_t clock_us(void);

#endif
