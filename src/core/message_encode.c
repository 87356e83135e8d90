/* message_encode.c - messages as one string that can be stored and passed on, and back. */
#include "core/message.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* An encoded message: the template, then SEPARATOR name=TYPEvalue for each argument; an encoded
 * message as a value is enclosed in OPEN and CLOSE. Arguments never contain these characters. */
enum { SEPARATOR = '\x1f', OPEN = '\x02', CLOSE = '\x03' };

static void add_clean(struct text *out, const char *text, int length)
{
    for (int i = 0; text && *text && (length == 0 || i < length); text++, i++) {
        bool reserved = *text == SEPARATOR || *text == OPEN || *text == CLOSE;

        text_char(out, reserved ? '?' : *text);
    }
}

static void encode_value(struct text *out, const struct arg *arg)
{
    text_char(out, (char)arg->type);
    switch (arg->type) {
    case ARG_COUNT:
    case ARG_PLAYER:
    case ARG_SIDE:
        text_add(out, arg->digits ? "%llu" : "%lld", arg->count);
        break;
    case ARG_NUMBER:
        text_add(out, "%.*f", arg->digits, arg->number);
        break;
    case ARG_MESSAGE:
        text_add(out, "%c%s%c", OPEN, arg->text, CLOSE);
        break;
    default:
        add_clean(out, arg->text, arg->digits);
    }
}

void message_encode(struct text *out, const struct phrase *message)
{
    text_add(out, "%s", message->pattern);
    for (const struct arg *arg = message->args; arg->name; arg++) {
        text_add(out, "%c%s=", SEPARATOR, arg->name);
        encode_value(out, arg);
    }
}

/* The end of a value that begins here: the next separator that is not within a message. */
static char *value_end(char *at)
{
    int depth = 0;

    for (; *at && (depth > 0 || *at != SEPARATOR); at++)
        depth += *at == OPEN ? 1 : *at == CLOSE ? -1 : 0;
    return at;
}

static void decode_value(struct arg *arg, char *value)
{
    size_t length = strlen(value);
    const char *point;

    switch (arg->type) {
    case ARG_COUNT:
    case ARG_PLAYER:
    case ARG_SIDE:
        arg->digits = *value != '-' && strtoull(value, NULL, 10) > LLONG_MAX;
        arg->count = arg->digits ? (long long)strtoull(value, NULL, 10) : strtoll(value, NULL, 10);
        break;
    case ARG_NUMBER:
        point = strchr(value, '.');
        arg->digits = point ? (int)strlen(point + 1) : 0;
        arg->number = strtod(value, NULL);
        break;
    case ARG_MESSAGE:
        if (length > 1 && value[length - 1] == CLOSE)
            value[length - 1] = '\0';
        arg->text = *value == OPEN ? value + 1 : value;
        break;
    default:
        arg->text = value;
    }
}

void message_decode(char *encoded, struct arg *args)
{
    char *at = encoded + strcspn(encoded, (char[]){SEPARATOR, '\0'});
    bool more = *at != '\0';
    int count = 0;

    *at = '\0';
    while (more && count < MESSAGE_ARGS_MAX) {
        char *end = value_end(++at), *equals = memchr(at, '=', (size_t)(end - at));

        more = *end != '\0';
        *end = '\0';
        if (equals && equals[1]) {
            *equals = '\0';
            args[count] = (struct arg){.name = at, .type = (enum arg_type)equals[1]};
            decode_value(&args[count++], equals + 2);
        }
        at = end;
    }
    args[count] = (struct arg){.name = NULL};
}
