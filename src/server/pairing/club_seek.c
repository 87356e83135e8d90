/* club_seek.c - messages about seeks to visitors, and the end of a seek. */
#include <stdlib.h>
#include <string.h>

#include "club/pool.h"
#include "server/pairing/club_parts.h"

static int club_waiting(const struct club *club, const char *list)
{
    for (int i = 0; i < club->list_count; i++)
        if (strcmp(club->lists[i].list, list) == 0)
            return club->lists[i].waiting;
    return 0;
}

json_t *seek_waiting(const struct seek *seek, int64_t now)
{
    const struct seek_row *row = &seek->row;
    int window = pool_window(now > row->since ? now - row->since : 0);
    json_t *range = json_null();

    if (window < POOL_ANY)
        range = json_pack("[ii]", row->rating - (window < row->below ? window : row->below),
                          row->rating + (window < row->above ? window : row->above));
    json_t *json =
        json_pack("{ss ss sI si sb si so}", "type", "waiting", "list", row->list, "since",
                  (json_int_t)row->since, "players", row->players, "rated", row->rated, "waiting",
                  club_waiting(seek->club, row->list), "window", range);

    json_object_set_new(json, "level", row->level ? json_integer(row->level) : json_null());
    json_object_set_new(json, "time", json_integer(now));
    if (row->players > 2)
        json_object_set_new(json, "table",
                            seek->table ? json_incref(seek->table)
                                        : json_pack("[o]", seek_player(row)));
    return json;
}

json_t *seek_player(const struct seek_row *row)
{
    json_t *json = json_object();

    json_object_set_new(json, "name", row->name[0] ? json_string(row->name) : json_null());
    json_object_set_new(json, "rating", row->player > 0 ? json_integer(row->rating) : json_null());
    json_object_set_new(json, "level", row->level ? json_integer(row->level) : json_null());
    return json;
}

void club_end_seek(struct seek *seek, json_t *message)
{
    struct visitor *visitor = seek->visitor;

    for (struct seek **at = &seek->club->seeks; *at; at = &(*at)->next)
        if (*at == seek) {
            *at = seek->next;
            break;
        }
    json_decref(seek->table);
    free(seek);
    if (!visitor) {
        json_decref(message);
        return;
    }
    visitor->seek = NULL;
    if (message)
        client_send(visitor->client, message);
}

void club_notify(struct club *club, int64_t member, json_t *json)
{
    struct packet *packet = packet_new(json);

    for (struct visitor *visitor = club->visitors, *next; visitor; visitor = next) {
        next = visitor->next;
        if (member != 0 && visitor->client->member.id == member)
            client_send_packet(visitor->client, packet);
    }
    packet_drop(packet);
}

/* Words `PROCESS MEMBER`, and the object. */
void club_notify_everywhere(struct club *club, int64_t member, json_t *json)
{
    char words[BROADCAST_MAX + 1];
    struct text text = text_into(words, sizeof words);
    char *object =
        !club->closing && store_shared(club->store) ? json_dumps(json, JSON_COMPACT) : NULL;

    if (object) {
        text_add(&text, "%lld %lld %s", (long long)club->process, (long long)member, object);
        store_broadcast(club->store, words);
    }
    free(object);
    club_notify(club, member, json);
}

void club_on_broadcast(struct club *club, const char *text)
{
    char *end;
    int64_t process = strtoll(text, &end, 10), member = strtoll(end, &end, 10);
    json_t *json = process != club->process && !club->closing ? json_loads(end, 0, NULL) : NULL;

    if (json)
        club_notify(club, member, json);
}
