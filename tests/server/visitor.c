/* visitor.c - one client that asks and waits. */
#include "visitor.h"

#include <arpa/inet.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PATIENCE = 5000, TEXT_MAX = 8192 };

struct ws_address from_local(const struct ws_address *server, int a, int b)
{
    struct ws_address address = *server;

    address.from.sin_addr.s_addr = htonl(0x7f000000u | (unsigned)a << 8 | (unsigned)b);
    return address;
}

static void on_event(void *context, struct ws *ws, enum ws_event event, char *text, size_t length)
{
    struct visitor *visitor = context;

    if (event == WS_ANSWER || event == WS_UPGRADED)
        visitor->status = ws->status;
    if (event != WS_TEXT)
        return;
    json_t *message = json_loadb(text, length, 0, NULL);
    const char *type = json_string_value(json_object_get(message, "type"));

    if (type && strcmp(type, "presence") == 0) {
        const json_t *here = json_object_get(message, "here");

        visitor->here = 0;
        for (size_t i = 0; i < json_array_size(here); i++)
            visitor->here |= (unsigned)json_is_true(json_array_get(here, i)) << i;
        json_decref(message);
        return;
    }
    json_decref(visitor->message);
    visitor->message = message;
    visitor->arrived++;
}

static bool alive(const struct visitor *visitor)
{
    return visitor->ws.state != WS_CLOSED;
}

static void attend(struct visitor *visitor, int64_t until)
{
    ws_wait(&visitor->ws, until, on_event, visitor);
}

bool visitor_connect(struct visitor *visitor, const struct ws_address *address)
{
    *visitor = (struct visitor){0};
    return ws_connect(&visitor->ws, -1, address, visitor);
}

bool visitor_enter(struct visitor *visitor, const struct ws_address *address, const char *headers)
{
    int64_t until = clock_ms() + PATIENCE;

    if (!visitor_connect(visitor, address))
        return false;
    ws_upgrade(&visitor->ws, "/api/play", "tablier.1", headers);
    while (alive(visitor) && visitor->status == 0 && clock_ms() < until)
        attend(visitor, until);
    return visitor->ws.state == WS_OPEN;
}

void visitor_leave(struct visitor *visitor)
{
    ws_close(&visitor->ws);
    json_decref(visitor->message);
    *visitor = (struct visitor){0};
}

const char *visitor_hear(struct visitor *visitor, int timeout)
{
    int64_t until = clock_ms() + timeout;
    int before = visitor->arrived;

    while (visitor->arrived == before && clock_ms() < until) {
        if (!alive(visitor))
            return "gone";
        attend(visitor, until);
    }
    if (visitor->arrived == before)
        return "";
    const char *type = json_string_value(json_object_get(visitor->message, "type"));
    const char *code = json_string_value(json_object_get(visitor->message, "code"));

    return code ? code : type ? type : "";
}

const char *visitor_ask(struct visitor *visitor, const char *format, ...)
{
    char text[TEXT_MAX];
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ws_send(&visitor->ws, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
    return visitor_hear(visitor, PATIENCE);
}

const char *visitor_hello(struct visitor *visitor, const char *game, const char *secret)
{
    return visitor_ask(visitor,
                       "{\"type\":\"hello\",\"version\":1,\"game\":\"%s\",\"secret\":\"%s\","
                       "\"since\":0}",
                       game, secret);
}

bool visitor_gone(struct visitor *visitor, int timeout)
{
    int64_t until = clock_ms() + timeout;

    while (alive(visitor) && clock_ms() < until)
        attend(visitor, until);
    return !alive(visitor);
}

int64_t visitor_seq(const struct visitor *visitor)
{
    const json_t *now = json_object_get(visitor->message, "now");

    if (!now)
        now = json_object_get(json_object_get(visitor->message, "state"), "now");
    now = json_object_get(now, "seq");
    return now ? json_integer_value(now) : -1;
}
