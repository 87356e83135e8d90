/* reply.c - making answers. */
#include "server/connection/reply.h"
#include "jansson/message_json.h"

#include <stdlib.h>
#include <string.h>

/* Hands over the complete body, or drops it if the request was abandoned. */
static void complete(struct reply *reply)
{
    reply->ready = true;
    if (reply->request)
        reply->on_ready(reply);
    else
        reply_free(reply);
}

void reply_json(struct reply *reply, int status, json_t *json)
{
    reply->status = status;
    reply->type = "application/json";
    reply->body = packet_new(json);
    complete(reply);
}

void reply_refusal(struct reply *reply, const struct refusal *refusal)
{
    reply_json(reply, refusal_status(refusal->code),
               json_pack("{s{ss ss so}}", "error", "code", refusal_word(refusal->code), "text",
                         refusal->text, "message", message_json(refusal->message)));
}

void reply_text(struct reply *reply, int status, const char *type, const char *file_name,
                const char *text)
{
    struct text name = text_into(reply->file_name, sizeof reply->file_name);

    if (file_name)
        text_add(&name, "%s", file_name);
    reply->status = status;
    reply->type = type;
    reply->body = packet_raw(text, strlen(text));
    complete(reply);
}

void reply_packet(struct reply *reply, int status, const char *type, struct packet *packet)
{
    reply->status = status;
    reply->type = type;
    reply->body = packet;
    if (packet)
        packet->references++;
    complete(reply);
}

bool reply_wanted(const void *reply)
{
    return ((const struct reply *)reply)->request != NULL;
}

void reply_abandon(struct reply *reply)
{
    if (reply->ready) {
        reply_free(reply);
        return;
    }
    reply->request = NULL; /* reply_wanted() is false from now on */
    if (reply->cancel)
        reply->cancel(reply);
}

void reply_free(struct reply *reply)
{
    packet_drop(reply->body);
    free(reply);
}
