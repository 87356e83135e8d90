/* message_json.c - see message_json.h. */
#include "jansson/message_json.h"

#include <stdio.h>
#include <string.h>

#include "core/message.h"

enum { DEPTH_MAX = 8 };

static json_t *encode(const char *encoded, int depth);

/* Returns {HOW: [...]} with the words, which are separated by spaces; `how` is "and" or "or". */
static json_t *list_json(const char *how, const char *words)
{
    json_t *list = json_array();

    while (*words) {
        size_t length = strcspn(words, " ");

        json_array_append_new(list, json_stringn(words, length));
        words += length + (words[length] == ' ');
    }
    return json_pack("{so}", how, list);
}

static json_t *side_json(long long mask)
{
    json_t *list = json_array();

    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        if (mask >> p & 1)
            json_array_append_new(list, json_integer(p + 1));
    return json_pack("{so}", "side", list);
}

static json_t *argument_json(const struct arg *arg, int depth)
{
    switch (arg->type) {
    case ARG_COUNT:
        return json_integer(arg->count);
    case ARG_NUMBER:
        return json_pack("{sf si}", "number", arg->number, "digits", arg->digits);
    case ARG_PLAYER:
        return json_pack("{sI}", "player", (json_int_t)arg->count);
    case ARG_SIDE:
        return side_json(arg->count);
    case ARG_AND:
        return list_json("and", arg->text);
    case ARG_OR:
        return list_json("or", arg->text);
    case ARG_TERM:
        return json_pack("{ss}", "template", arg->text);
    case ARG_MESSAGE:
        return encode(arg->text, depth - 1);
    default:
        return json_string(arg->text);
    }
}

static json_t *encode(const char *encoded, int depth)
{
    char copy[MESSAGE_ENCODED_MAX];
    struct arg args[MESSAGE_ARGS_MAX + 1];
    json_t *arguments = json_object();

    snprintf(copy, sizeof copy, "%s", depth > 0 ? encoded : "");
    text_end_whole(copy);
    message_decode(copy, args);
    for (const struct arg *arg = args; arg->name; arg++)
        json_object_set_new(arguments, arg->name, argument_json(arg, depth));
    return json_pack("{ss so}", "template", copy, "arguments", arguments);
}

json_t *message_json(const char *encoded)
{
    return encode(encoded, DEPTH_MAX);
}
