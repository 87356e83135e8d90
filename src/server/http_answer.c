/*
 * http_answer.c - sends answers to HTTP requests: the status line, the headers that every answer
 * has (security, caching, length), then the body, as fast as the client takes it.
 */
#include "server/http_inner.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/message.h"

enum {
    IDLE_MS = 30000, /* between requests */
    SEND_MS = 20000, /* to read an answer, and more for long ones: */
    SEND_RATE = 4,   /* bytes in a millisecond */
};

static const char *reason_of(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        {200, "OK"},
        {201, "Created"},
        {304, "Not Modified"},
        {204, "No Content"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {411, "Length Required"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {421, "Misdirected Request"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };

    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status)
            return reasons[i].reason;
    return "Answer";
}

static void end_request(struct http *http)
{
    if (http->reply)
        reply_free(http->reply);
    http->reply = NULL;
    free(http->head);
    http->head = NULL;
    http->body = NULL;
    http->body_length = http->out_length = http->sent = 0;
    if (http->last) {
        connection_finish(http->connection);
        return;
    }
    http->awaits = AWAITS_HEAD;
    http->connection->deadline = acceptor_now(http->connection->acceptor) + IDLE_MS;
    connection_set_idle(http->connection, true);
    connection_read(http->connection, true);
}

void http_push(struct http *http)
{
    size_t whole = http->out_length + http->body_length;

    while (http->sent < whole) {
        bool head = http->sent < http->out_length;
        const void *data = head ? (const void *)(http->out + http->sent)
                                : (const void *)(http->body + http->sent - http->out_length);
        size_t length = head ? http->out_length - http->sent : whole - http->sent;
        size_t part = connection_write(http->connection, data, length);

        http->sent += part;
        if (part < length)
            return;
    }
    end_request(http);
}

bool http_is_for_operators(const struct http *http)
{
    return http->connection->acceptor == &http->server->metrics_acceptor;
}

/* What every answer says, errors too. */
static void add_common(struct http *http, struct text *text)
{
    enum reply_policy policy = http->reply ? http->reply->policy : POLICY_STRICT;
    /* The manifest goes by default-src: WebKit complains of manifest-src on every page. */
    static const char security[] =
        "content-security-policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
        "img-src 'self' data:; font-src 'none'; media-src 'none'; object-src 'none'; frame-src "
        "'none'; "
        "form-action 'none'; base-uri %s; frame-ancestors %s\r\n"
        "x-content-type-options: nosniff\r\n"
        "referrer-policy: no-referrer\r\n"
        /* These two let the page share memory among its workers: several threads search. */
        "cross-origin-opener-policy: same-origin\r\n"
        "cross-origin-embedder-policy: require-corp\r\n"
        "cross-origin-resource-policy: %s-origin\r\n";
    time_t now = time(NULL);
    char date[40];
    struct tm parts;

    gmtime_r(&now, &parts);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    text_add(text, "date: %s\r\n", date);
    text_add(text, security,
             policy == POLICY_SHARED || policy == POLICY_FRAMED ? "'self'" : "'none'",
             policy == POLICY_FRAMED ? "*" : "'none'", policy >= POLICY_FRAMED ? "cross" : "same");
    if (http->server->tls && !http_is_for_operators(http))
        text_add(text, "strict-transport-security: max-age=31536000\r\n");
    text_add(text, "connection: %s\r\n", http->last ? "close" : "keep-alive");
}

void http_answer(struct http *http, int status, const char *type, const char *more,
                 const void *body, size_t length)
{
    struct text text = text_into(http->out, sizeof http->out);
    bool bare = status == 304 || status == 204;

    if (http->server->draining)
        http->last = true;
    text_add(&text, "HTTP/1.1 %d %s\r\n", status, reason_of(status));
    if (!bare)
        text_add(&text, "content-type: %s\r\ncontent-length: %zu\r\n", type, length);
    add_common(http, &text);
    text_add(&text, "%s\r\n", more);
    http->out_length = strlen(http->out);
    http->body = body;
    http->body_length =
        bare || (http->head && strcmp(http->head->method, "HEAD") == 0) ? 0 : length;
    http->sent = 0;
    http->awaits = AWAITS_SENDING;
    connection_set_idle(http->connection, false);
    connection_read(http->connection, false);
    http->connection->deadline =
        acceptor_now(http->connection->acceptor) + SEND_MS + (int64_t)http->body_length / SEND_RATE;
    http_push(http);
}

void http_answer_failure(struct http *http, int status, const char *more)
{
    static const struct {
        int status;
        const char *body;
    } failures[] = {
        {405, REFUSAL_BODY("method", "This method cannot be used here.")},
        {408, REFUSAL_BODY("timeout", "The request did not arrive in time.")},
        {411, REFUSAL_BODY("syntax", "A body needs a Content-Length.")},
        {414, REFUSAL_BODY("size", "The address of the request is too long.")},
        {431, REFUSAL_BODY("size", "The header section of the request is too long.")},
        {501, REFUSAL_BODY("syntax", "This transfer coding is not supported.")},
        {505, REFUSAL_BODY("version", "Only HTTP/1.1 is spoken here.")},
        {400, REFUSAL_BODY("syntax", "Malformed request.")}, /* and others */
    };
    size_t row = 0;
    char lines[160];
    struct text text = text_into(lines, sizeof lines);

    while (failures[row].status != status && row + 1 < sizeof failures / sizeof *failures)
        row++;
    http->last = true;
    text_add(&text, "cache-control: no-store\r\n%s", more);
    http_answer(http, status, "application/json", lines, failures[row].body,
                strlen(failures[row].body));
}
