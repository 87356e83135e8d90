/* client.c - packets, and answers to one client. */
#include "server/client.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

struct packet *packet_new(json_t *json)
{
    size_t length = json_dumpb(json, NULL, 0, JSON_COMPACT);
    struct packet *packet = malloc(sizeof *packet + LWS_PRE + length);

    if (packet) {
        packet->references = 1;
        packet->length = length;
        packet->text = (unsigned char *)(packet + 1) + LWS_PRE;
        json_dumpb(json, (char *)packet->text, length, JSON_COMPACT);
    }
    json_decref(json);
    return packet;
}

void packet_drop(struct packet *packet)
{
    if (packet && --packet->references == 0)
        free(packet);
}

/* Sends one client an object, whose reference it takes. */
void client_send(struct client *client, json_t *json)
{
    struct packet *packet = packet_new(json);

    if (packet)
        client->send(client, packet);
    packet_drop(packet);
}

void message_add_id(json_t *json, const struct message *message)
{
    if (message && message->has_id)
        json_object_set_new(json, "id", json_integer(message->id));
}

void client_refuse(struct client *client, const struct message *message,
                   const struct refusal *refusal)
{
    json_t *json = json_pack("{ss ss ss ss}", "type", "error", "code", refusal_word(refusal->code),
                             "text", refusal->text, "french", refusal->french);

    if (refusal->code == REFUSED_ILLEGAL)
        json_object_set_new(json, "places", json_string(refusal->places));
    message_add_id(json, message);
    client_send(client, json);
}
