/* client.c - packets, and answers to one client. */
#include "server/game/client.h"
#include "core/memory.h"
#include "jansson/message_json.h"

#include <stdlib.h>
#include <string.h>

static struct packet *packet_make(size_t length)
{
    struct packet *packet = malloc(sizeof *packet + FRAME_HEAD_MAX + length);

    if (packet)
        *packet = (struct packet){.references = 1,
                                  .length = length,
                                  .text = (unsigned char *)(packet + 1) + FRAME_HEAD_MAX};
    return packet;
}

struct packet *packet_new(json_t *json)
{
    size_t length = json && !memory_lost() ? json_dumpb(json, NULL, 0, JSON_COMPACT) : 0;
    struct packet *packet = length > 0 ? packet_make(length) : NULL;

    if (packet) {
        json_dumpb(json, (char *)packet->text, length, JSON_COMPACT);
        packet->head = frame_head(packet->text, FRAME_TEXT, length);
    }
    if (memory_lost()) { /* and so part of the value may be missing */
        packet_drop(packet);
        packet = NULL;
        memory_forget();
    }
    json_decref(json);
    return packet;
}

struct packet *packet_raw(const void *data, size_t length)
{
    struct packet *packet = packet_make(length);

    if (packet)
        memcpy(packet->text, data, length);
    return packet;
}

struct packet *packet_control(enum frame_opcode opcode, const void *data, size_t length)
{
    struct packet *packet = packet_raw(data, length);

    if (packet)
        packet->head = frame_head(packet->text, opcode, length);
    return packet;
}

void packet_drop(struct packet *packet)
{
    if (packet && --packet->references == 0)
        free(packet);
}

void client_send_packet(struct client *client, struct packet *packet)
{
    if (packet)
        client->send(client, packet);
    else
        client->close(client, "restart", "There is no memory left for this; try again.");
}

/* Sends one client an object, whose reference it takes. */
void client_send(struct client *client, json_t *json)
{
    struct packet *packet = packet_new(json);

    client_send_packet(client, packet);
    packet_drop(packet);
}

void client_message_add_id(json_t *json, const struct client_message *message)
{
    if (message && message->has_id)
        json_object_set_new(json, "id", json_integer(message->id));
}

void client_refuse(struct client *client, const struct client_message *message,
                   const struct refusal *refusal)
{
    json_t *json = json_pack("{ss ss ss so}", "type", "error", "code", refusal_word(refusal->code),
                             "text", refusal->text, "message", message_json(refusal->message));

    if (refusal->code == REFUSED_ILLEGAL)
        json_object_set_new(json, "places", json_string(refusal->places));
    client_message_add_id(json, message);
    client_send(client, json);
}
