/* moderation.c - see moderation.h. */
#include "server/members/moderation.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/array.h"
#include "core/clock.h"
#include "server/members/acts.h"
#include "server/members/rewrite.h"
#include "server/websocket.h"

enum { LOOK_MS = 1000, ACTS_AT_ONCE = 32 };

struct suspension {
    int64_t member, until; /* 0: for good */
    int64_t number;        /* of the act */
    char reason[REASON_SIZE];
};

/* The lists that stay in memory. */
struct lists {
    struct network *networks;
    size_t network_capacity;
    int network_count;
    struct suspension *suspensions;
    size_t suspension_capacity;
    int suspension_count;
};

/* An act, with the member's name and status as they are now. */
struct seen_act {
    int64_t number, member;
    char word[16], game[ID_SIZE], name[NAME_SIZE];
    bool deleted;
};

struct moderation {
    struct server *server;
    struct lists lists;
    int64_t last;      /* number of the last act that was applied; -1: the table was not read yet */
    int64_t next_look; /* by the monotonic clock */
    bool busy;         /* the store is asked */
    bool stale;        /* the lists must be read, whatever acts there are */
};

struct look {
    struct moderation *moderation;
    int64_t after;
    bool stale;
    int count;
    struct seen_act acts[ACTS_AT_ONCE];
    int64_t last; /* of all */
    struct lists lists;
};

static void lists_free(struct lists *lists)
{
    free(lists->networks);
    free(lists->suspensions);
    *lists = (struct lists){0};
}

struct moderation *moderation_new(struct server *server)
{
    struct moderation *moderation = calloc(1, sizeof *moderation);

    if (moderation)
        *moderation = (struct moderation){.server = server, .last = -1};
    return moderation;
}

void moderation_free(struct moderation *moderation)
{
    if (moderation)
        lists_free(&moderation->lists);
    free(moderation);
}

/* ---- Questions ------------------------------------------------------------------------------- */

bool moderation_blocks(void *context, const char *address)
{
    const struct moderation *moderation = context;
    struct network own;

    if (!moderation || moderation->lists.network_count == 0 || !network_parse(address, &own, NULL))
        return false;
    for (int i = 0; i < moderation->lists.network_count; i++)
        if (network_has(&moderation->lists.networks[i], &own))
            return true;
    return false;
}

bool moderation_refuses(struct moderation *moderation, const char *address,
                        struct refusal *refusal)
{
    return moderation_blocks(moderation, address) &&
           !refuse(refusal, REFUSED_BANNED,
                   "The operator of this server has blocked your address.");
}

static const struct suspension *find_suspension(const struct moderation *moderation, int64_t member)
{
    for (int i = 0; i < moderation->lists.suspension_count; i++)
        if (moderation->lists.suspensions[i].member == member)
            return &moderation->lists.suspensions[i];
    return NULL;
}

bool moderation_refuse_member(struct moderation *moderation, int64_t member,
                              struct refusal *refusal)
{
    const struct suspension *suspension = find_suspension(moderation, member);
    char date[16] = "";
    struct tm parts;
    time_t until = suspension ? (time_t)(suspension->until / 1000) : 0;

    if (!suspension)
        return refuse(refusal, REFUSED_BANNED, "This account is suspended.");
    if (until == 0)
        return refuse(refusal, REFUSED_BANNED, "This account is suspended for good: {reason}",
                      arg_text("reason", suspension->reason));
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&until, &parts));
    return refuse(refusal, REFUSED_BANNED, "This account is suspended until {date}: {reason}",
                  arg_text("date", date), arg_text("reason", suspension->reason));
}

bool moderation_suspends(void *context, int64_t member, struct refusal *refusal)
{
    struct moderation *moderation = context;

    return member > 0 && find_suspension(moderation, member) &&
           !moderation_refuse_member(moderation, member, refusal);
}

/* ---- Looking --------------------------------------------------------------------------------- */

static bool take_act(void *context, const struct db_row_view *row)
{
    struct look *look = context;
    struct seen_act *act = &look->acts[look->count++];

    act->number = row_int(row, 0);
    act->member = row_int(row, 1);
    row_copy(row, 2, act->word, sizeof act->word);
    row_copy(row, 3, act->game, sizeof act->game);
    row_copy(row, 4, act->name, sizeof act->name);
    act->deleted = row_int(row, 5) == MEMBER_DELETED;
    return true;
}

static bool take_network(void *context, const struct db_row_view *row)
{
    struct lists *lists = context;

    if (!ARRAY_RESERVE(lists->networks, lists->network_capacity, lists->network_count, 1))
        return false;
    lists->network_count +=
        network_parse(row_text(row, 0), &lists->networks[lists->network_count], NULL);
    return true;
}

static bool take_suspension(void *context, const struct db_row_view *row)
{
    struct lists *lists = context;

    if (!ARRAY_RESERVE(lists->suspensions, lists->suspension_capacity, lists->suspension_count, 1))
        return false;
    struct suspension *suspension = &lists->suspensions[lists->suspension_count++];

    suspension->member = row_int(row, 0);
    suspension->until = strtoll(row_text(row, 1), NULL, 10);
    suspension->number = row_int(row, 2);
    row_copy(row, 3, suspension->reason, sizeof suspension->reason);
    return true;
}

static enum store_answer look_up(struct db *db, void *context)
{
    struct look *look = context;

    look->count = 0;
    look->last = db_number(db, 0, "SELECT max(number) FROM acts", "");
    if (look->last == look->after && !look->stale)
        return STORE_OK;
    if (look->after >= 0)
        db_query(db, take_act, look,
                 "SELECT a.number, a.member, a.act, a.game, m.name, m.status FROM acts a"
                 " LEFT JOIN members m ON m.id = a.member WHERE a.number > $1 ORDER BY a.number"
                 " LIMIT $2",
                 "ii", look->after, (int64_t)ACTS_AT_ONCE);
    look->lists.network_count = look->lists.suspension_count = 0;
    db_query(db, take_network, &look->lists, "SELECT address FROM barred", "");
    db_query(db, take_suspension, &look->lists,
             "SELECT m.id, a.detail, a.number, a.reason FROM members m JOIN acts a ON a.number ="
             " (SELECT max(number) FROM acts WHERE member = m.id AND act = 'suspend')"
             " WHERE m.status = 1",
             "");
    return STORE_OK;
}

/* Sees to one act; false if it must wait. */
static bool see_to(struct server *server, const struct seen_act *act)
{
    struct refusal refusal;

    if (*act->game)
        return hub_forget(server->hub, act->game, strcmp(act->word, "remove") == 0);
    if (act->member == 0) {
        sockets_dismiss_blocked(server, moderation_refuses);
        return true;
    }
    session_forget_member(server->sessions, act->member);
    if (strcmp(act->word, "suspend") == 0 || strcmp(act->word, "delete") == 0) {
        moderation_refuse_member(server->moderation, act->member, &refusal);
        sockets_dismiss_member(server, act->member, &refusal);
    }
    hub_rename(server->hub, act->member, act->name, act->deleted ? FORMER_MEMBER : act->member);
    rewrite_member(server, act->member);
    return true;
}

static void on_looked(void *context, enum store_answer answer)
{
    struct look *look = context;
    struct moderation *moderation = look->moderation;
    int done = 0;

    moderation->busy = false;
    if (answer == STORE_OK && (look->last != look->after || look->stale)) {
        struct lists old = moderation->lists;

        moderation->lists = look->lists;
        look->lists = old;
        moderation->stale = false;
        while (done < look->count && see_to(moderation->server, &look->acts[done]))
            moderation->last = look->acts[done++].number;
        if (look->after < 0)
            moderation->last = look->last;
    }
    lists_free(&look->lists);
    free(look);
}

static void look(struct moderation *moderation)
{
    struct look *look = calloc(1, sizeof *look);

    if (!look)
        return;
    look->moderation = moderation;
    look->after = moderation->last;
    look->stale = moderation->stale;
    moderation->busy = true;
    store_ask(moderation->server->store, look_up, on_looked, look);
}

/* ---- The end of a suspension ----------------------------------------------------------------- */

struct lifting {
    struct moderation *moderation;
    int64_t member, number;
};

/* Unless the operator has suspended the member again. */
static enum store_answer lift(struct db *db, void *context)
{
    const struct lifting *lifting = context;

    db_run(db,
           "UPDATE members SET status = 0 WHERE id = $1 AND status = 1 AND $2 ="
           " (SELECT max(number) FROM acts WHERE member = $1 AND act = 'suspend')",
           "ii", lifting->member, lifting->number);
    return STORE_OK;
}

static void on_lifted(void *context, enum store_answer answer)
{
    struct lifting *lifting = context;
    struct moderation *moderation = lifting->moderation;

    moderation->busy = false;
    if (answer == STORE_OK) {
        session_forget_member(moderation->server->sessions, lifting->member);
        moderation->stale = true;
    }
    free(lifting);
}

/* Ends the first suspension whose time is over; true if there is one. */
static bool lift_first(struct moderation *moderation)
{
    struct store *store = moderation->server->store;
    int64_t now = store_now(store);

    for (int i = 0; i < moderation->lists.suspension_count; i++) {
        const struct suspension *suspension = &moderation->lists.suspensions[i];
        bool over = suspension->until > 0 && suspension->until <= now;
        struct lifting *lifting = over ? calloc(1, sizeof *lifting) : NULL;

        if (!lifting)
            continue;
        *lifting = (struct lifting){moderation, suspension->member, suspension->number};
        moderation->busy = true;
        store_transact(store, lift, on_lifted, lifting);
        return true;
    }
    return false;
}

void moderation_tick(struct moderation *moderation)
{
    int64_t now = clock_ms();

    if (moderation->busy || now < moderation->next_look)
        return;
    moderation->next_look = now + LOOK_MS;
    if (moderation->stale || !lift_first(moderation))
        look(moderation);
}
