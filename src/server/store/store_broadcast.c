/* store_broadcast.c - texts to all servers that share a PostgreSQL store. */
#include <stdlib.h>
#include <string.h>

#include "server/store/db.h"
#include "server/store/store.h"

static enum store_answer work_broadcast(struct db *db, void *text)
{
    db_number(db, 0, "SELECT count(pg_notify('tablier_club', CAST($1 AS text)))", "t", text);
    return STORE_OK;
}

static void on_broadcast(void *text, enum store_answer answer)
{
    (void)answer;
    free(text);
}

void store_broadcast(struct store *store, const char *text)
{
    char *copy = store_shared(store) && strlen(text) <= BROADCAST_MAX ? strdup(text) : NULL;

    if (copy)
        store_transact(store, work_broadcast, on_broadcast, copy);
}
