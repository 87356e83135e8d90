/* store_queries.c - see store_queries.h. */
#include "server/store/store_queries.h"

#include "server/store/store_rows.h"

static struct db db_of(struct db_connection to)
{
    return (struct db){.backend = to.backend, .handle = to.handle};
}

/* ---- Writing ----------------------------------------------------------------- */

/* Runs a work in a transaction of its own. */
static enum backend_result write_alone(struct db_connection to, db_work *work, void *context)
{
    const atomic_bool unwanted = false;
    struct write write = {.also = {.work = work, .context = context}, .unwanted = &unwanted};
    struct write *const writes[] = {&write};
    enum backend_result result = to.backend->write(to.handle, writes, 1);

    return result == BACKEND_OK && write.answer != STORE_OK ? BACKEND_REFUSED : result;
}

struct erasure {
    const char *id;
    int64_t before;
};

static enum store_answer erase(struct db *db, void *context)
{
#define ERASED                                                                                     \
    "(SELECT id FROM games WHERE id = $1 OR id >= '" HEALTH_MARK "' AND created < $2)"
    static const char *const statements[] = {
        "DELETE FROM events WHERE game IN " ERASED,
        "DELETE FROM seats WHERE game IN " ERASED,
        "DELETE FROM summaries WHERE game IN " ERASED,
        "DELETE FROM games WHERE id IN " ERASED, /* the last: the others refer to it */
    };
    const struct erasure *erasure = context;

    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        db_run(db, statements[i], "ti", erasure->id, erasure->before);
    return STORE_OK;
}

enum backend_result query_erase(struct db_connection to, const char *id, int64_t before)
{
    return write_alone(to, erase, &(struct erasure){id, before});
}

struct heartbeat {
    int64_t now;
    const struct outage *outages;
    int count;
};

static enum store_answer set_alive(struct db *db, void *context)
{
    const struct heartbeat *heartbeat = context;

    for (int i = 0; i < heartbeat->count; i++)
        db_run(db, "INSERT INTO outages (start, stop) VALUES ($1, $2)", "ii",
               heartbeat->outages[i].from, heartbeat->outages[i].to);
    db_run(db,
           "INSERT INTO alive (one, at) VALUES (1, $1) ON CONFLICT (one) DO UPDATE"
           " SET at = $1 WHERE alive.at IS NULL OR alive.at < $1",
           "i", heartbeat->now);
    return STORE_OK;
}

enum backend_result query_heartbeat(struct db_connection to, int64_t now,
                                    const struct outage *outages, int count)
{
    return write_alone(to, set_alive, &(struct heartbeat){now, outages, count});
}

/* ---- Outages and games that are due ------------------------------------------------- */

struct outage_list {
    struct recorded_outage *out;
    int count;
};

static bool add_outage(void *context, const struct db_row_view *row)
{
    struct outage_list *list = context;

    list->out[list->count++] = (struct recorded_outage){
        .number = row_int(row, 0),
        .outage = {.from = row_int(row, 1), .to = row_int(row, 2)},
    };
    return true;
}

enum backend_result query_outages(struct db_connection to, int64_t after,
                                  struct recorded_outage *out, int room, int *count)
{
    struct db db = db_of(to);
    struct outage_list list = {.out = out};
    enum backend_result result = db_query(
        &db, add_outage, &list,
        "SELECT number, start, stop FROM outages WHERE number > $1 ORDER BY number LIMIT $2", "ii",
        after, (int64_t)room);

    *count = result == BACKEND_OK ? list.count : 0;
    return result;
}

struct id_list {
    char (*out)[ID_SIZE];
    int count;
};

static bool add_id(void *context, const struct db_row_view *row)
{
    struct id_list *list = context;

    row_copy(row, 0, list->out[list->count++], ID_SIZE);
    return true;
}

enum backend_result query_due(struct db_connection to, const struct due_query *query,
                              char (*out)[ID_SIZE], int *count)
{
    struct db db = db_of(to);
    struct id_list list = {.out = out};
    enum backend_result result =
        db_query(&db, add_id, &list,
                 "SELECT game FROM summaries WHERE due > 0 AND due <= $1 ORDER BY due LIMIT $2"
                 " OFFSET $3",
                 "iii", query->now, (int64_t)query->limit, (int64_t)query->skip);

    *count = result == BACKEND_OK ? list.count : 0;
    return result;
}

/* ---- Lists ------------------------------------------------------------------------ */

/* $1 status, $2 and $3 where the page begins, $4 its size, $5 rules, $6 name, $7 and $8 parts of
 * names. A statement uses all of its parameters: PostgreSQL must see what they are. */
#define BEFORE "listed AND status = $1 AND (updated, game) < ($2, $3)"
#define ORDER " ORDER BY updated DESC, game DESC"
#define NAMED "replace(names, $6, '') <> names"
#define PAGE(query)                                                                                \
    "WITH " query " SELECT " GAME_COLUMNS                                                          \
    "FROM page p JOIN games g ON g.id = p.game JOIN summaries s ON s.game = p.game"                \
    " JOIN seats t ON t.game = p.game ORDER BY p.updated DESC, p.game DESC, t.seat"
#define SCANNED(condition)                                                                         \
    "(SELECT game, updated, names FROM summaries"                                                  \
    "  WHERE " BEFORE condition ORDER " LIMIT " SCAN_TEXT ") scanned"

enum list_way { LIST_ALL, LIST_RULES, LIST_RARE, LIST_COMMON, LIST_COMMON_RULES };

/* An index has the columns of the conditions, in the order of the list. */
static const struct {
    const char *sql, *types;
} list_ways[] = {
    [LIST_ALL] = {PAGE("page AS (SELECT game, updated FROM summaries WHERE " BEFORE ORDER
                       " LIMIT $4)"),
                  "iiti"},
    [LIST_RULES] = {PAGE("page AS (SELECT game, updated FROM summaries WHERE " BEFORE
                         " AND rules = $5" ORDER " LIMIT $4)"),
                    "iitit"},
    /* MATERIALIZED, CROSS JOIN: few are found by their names, and then sorted. */
    [LIST_RARE] = {PAGE("found AS MATERIALIZED (SELECT DISTINCT game FROM name_parts"
                        "  WHERE part >= $7 AND part < $8),"
                        " page AS (SELECT s.game, s.updated FROM found f CROSS JOIN summaries s"
                        "  WHERE s.game = f.game AND s.listed AND s.status = $1"
                        "  AND (s.updated, s.game) < ($2, $3)"
                        "  AND (CAST($5 AS text) = '' OR s.rules = $5) AND " NAMED
                        "  ORDER BY s.updated DESC, s.game DESC LIMIT $4)"),
                   "iititttt"},
    [LIST_COMMON] = {PAGE("page AS (SELECT game, updated FROM " SCANNED("")
                          "  WHERE CAST($5 AS text) = '' AND " NAMED " LIMIT $4)"),
                     "iititt"},
    [LIST_COMMON_RULES] = {PAGE("page AS (SELECT game, updated FROM " SCANNED(" AND rules = $5")
                                "  WHERE " NAMED " LIMIT $4)"),
                           "iititt"},
};

/* Chooses the statement, which depends on whether few games have the name or many. */
static enum list_way choose_way(struct db *db, const struct list_query *query,
                                const struct name_search *search)
{
    bool rules = query->game[0] != '\0';

    if (!search->name[0])
        return rules ? LIST_RULES : LIST_ALL;
    if (db_number(db, 0,
                  "SELECT count(*) FROM (SELECT 1 FROM name_parts WHERE part >= $1 AND part < $2"
                  " LIMIT " RARE_TEXT " + 1) found",
                  "tt", search->low, search->high) <= RARE)
        return LIST_RARE;
    return rules ? LIST_COMMON_RULES : LIST_COMMON;
}

static bool continue_after(void *listed, const struct db_row_view *row)
{
    listed_continue_after(listed, row_int(row, 0), row_text(row, 1));
    return true;
}

enum backend_result query_list(struct db_connection to, const struct list_query *query,
                               struct listed *out)
{
#define SCAN_END(condition)                                                                        \
    "SELECT updated, game FROM summaries WHERE " BEFORE condition ORDER                            \
    " LIMIT 1 OFFSET " SCAN_TEXT " - 1"
    struct db db = db_of(to);
    struct name_search search = name_search_of(query->name);
    enum list_way way = choose_way(&db, query, &search);
    int64_t status = query->status, before = query->before > 0 ? query->before : INT64_MAX;

    db_query(&db, rows_add_game, out, list_ways[way].sql, list_ways[way].types, status, before,
             query->before_id, (int64_t)query->limit, query->game, search.name, search.low,
             search.high);
    listed_finish(out, query->limit);
    /* The scan may have reached its limit of games: the next page begins there. */
    if (!out->more && way == LIST_COMMON)
        db_query(&db, continue_after, out, SCAN_END(""), "iit", status, before, query->before_id);
    if (!out->more && way == LIST_COMMON_RULES)
        db_query(&db, continue_after, out, SCAN_END(" AND rules = $4"), "iitt", status, before,
                 query->before_id, query->game);
    return db.result;
}
