/* store_tell.c - words for the other servers of a PostgreSQL store. */
#include <stdlib.h>
#include <string.h>

#include "server/store/db.h"
#include "server/store/store.h"

static enum store_answer work_tell(struct db *db, void *text)
{
    db_number(db, 0, "SELECT count(pg_notify('tablier_club', CAST($1 AS text)))", "t", text);
    return STORE_OK;
}

static void on_told(void *text, enum store_answer answer)
{
    (void)answer;
    free(text);
}

void store_tell(struct store *store, const char *text)
{
    char *copy = store_shared(store) && strlen(text) <= TELL_MAX ? strdup(text) : NULL;

    if (copy)
        store_transact(store, work_tell, on_told, copy);
}
