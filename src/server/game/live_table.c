/* live_table.c - the games under way, found by their ids. */
#include "server/game/live_game.h"

#include <string.h>

#include "core/checksum.h"

static unsigned bucket_of(const char *id)
{
    return (unsigned)(checksum_text(CHECKSUM_START, id) % BUCKETS);
}

struct live_game *live_table_find(const struct live_table *table, const char *id)
{
    struct live_game *live = table->buckets[bucket_of(id)];

    while (live && strcmp(live->id, id) != 0)
        live = live->next;
    return live;
}

void live_table_add(struct live_table *table, struct live_game *live)
{
    struct live_game **bucket = &table->buckets[bucket_of(live->id)];

    live->next = *bucket;
    *bucket = live;
    table->count++;
}

void live_table_remove(struct live_table *table, struct live_game *live)
{
    struct live_game **at = &table->buckets[bucket_of(live->id)];

    while (*at != live)
        at = &(*at)->next;
    *at = live->next;
    table->count--;
}

void live_table_each(struct live_table *table, void (*visit)(struct live_game *live, void *context),
                     void *context)
{
    for (int i = 0; i < BUCKETS; i++)
        for (struct live_game *live = table->buckets[i], *next; live; live = next) {
            next = live->next;
            visit(live, context);
        }
}
