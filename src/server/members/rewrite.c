/* rewrite.c - see rewrite.h. */
#include "server/members/rewrite.h"

#include <stdlib.h>

#include "server/members/member_store.h"
#include "server/store/store_rewrite.h"

struct rewriting {
    struct server *server;
    int64_t member; /* whose games; 0: find one */
    bool all;       /* and then the next member */
    bool deleted;
    char name[NAME_SIZE];
    int left; /* games that were changed: there may be more */
};

static bool take_member(void *context, const struct db_row_view *row)
{
    struct rewriting *rewriting = context;

    rewriting->member = row_int(row, 0);
    row_copy(row, 1, rewriting->name, sizeof rewriting->name);
    rewriting->deleted = row_int(row, 2) == MEMBER_DELETED;
    return true;
}

static enum store_answer rewrite_some(struct db *db, void *context)
{
    struct rewriting *rewriting = context;
    int64_t member = rewriting->all ? 0 : rewriting->member;

    rewriting->left = 0;
    rewriting->member = 0;
    db_query(db, take_member, rewriting,
             "SELECT id, name, status FROM members"
             " WHERE rewriting > 0 AND (CAST($1 AS bigint) = 0 OR id = $1)"
             " ORDER BY id LIMIT 1",
             "i", member);
    if (rewriting->member == 0)
        return STORE_MISSING;
    rewriting->left = store_rename_seats(db, rewriting->member, rewriting->name,
                                         rewriting->deleted ? FORMER_MEMBER : rewriting->member,
                                         BATCH_GAMES);
    if (rewriting->left == 0)
        db_run(db, "UPDATE members SET rewriting = 0 WHERE id = $1", "i", rewriting->member);
    return STORE_OK;
}

static void on_rewritten(void *context, enum store_answer answer)
{
    struct rewriting *rewriting = context;

    if (answer == STORE_OK && rewriting->server->hub)
        hub_rename(rewriting->server->hub, rewriting->member, rewriting->name,
                   rewriting->deleted ? FORMER_MEMBER : rewriting->member);
    if (answer == STORE_OK && (rewriting->left > 0 || rewriting->all)) {
        store_transact(rewriting->server->store, rewrite_some, on_rewritten, rewriting);
        return;
    }
    free(rewriting);
}

void rewrite_member(struct server *server, int64_t member)
{
    struct rewriting *rewriting = calloc(1, sizeof *rewriting);

    if (!rewriting)
        return; /* done at the next start */
    *rewriting = (struct rewriting){.server = server, .member = member, .all = member == 0};
    store_transact(server->store, rewrite_some, on_rewritten, rewriting);
}
