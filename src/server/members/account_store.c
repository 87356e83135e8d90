/* account_store.c - see account_store.h. */
#include "server/members/account_store.h"

#include <string.h>

#include "server/members/openings.h"
#include "server/ratings/leaderboard.h"
#include "server/store/row_json.h"
#include "server/store/store_rows.h"

enum { EXPORT_MAX = 200000 }; /* events */

/* ---- Games --------------------------------------------------------------------------- */

enum store_answer games_list(struct db *db, void *context)
{
    struct games_call *games = context;

    games->listed = (struct listed){.games = games->games};
    db_query(db, rows_add_game, &games->listed,
             "WITH page AS (SELECT DISTINCT s.game, s.updated FROM seats t"
             "  JOIN summaries s ON s.game = t.game"
             "  WHERE t.member = $1 AND t.member > 0 AND s.status <> 3"
             "  AND (CAST($2 AS bigint) = 0 OR (s.status = 1 AND s.turn = t.seat))"
             "  AND (s.updated, s.game) < ($3, $4)"
             "  ORDER BY s.updated DESC, s.game DESC LIMIT $5) SELECT " GAME_COLUMNS
             "FROM page p JOIN games g ON g.id = p.game JOIN summaries s ON s.game = p.game"
             " JOIN seats t ON t.game = p.game ORDER BY p.updated DESC, p.game DESC, t.seat",
             "iiiti", games->call.session.member.id, (int64_t)games->mine,
             games->before > 0 ? games->before : INT64_MAX, games->before_id,
             (int64_t)PAGE_GAMES + 1);
    return STORE_OK;
}

enum store_answer games_adopt(struct db *db, void *context)
{
    struct adopt_call *adopt = context;
    int64_t member = adopt->call.session.member.id;

    for (int i = 0; i < adopt->count; i++) {
        struct adopted *game = &adopt->games[i];

        db_run(db,
               "UPDATE seats SET member = $1 WHERE game = $2 AND hash = $3 AND kind = 0 AND taken"
               " AND (member = 0 OR member = $1)",
               "itb", member, game->id, HASH(game->hash));
        game->done = db_changes(db) > 0;
    }
    db_run(db, "UPDATE members SET rewriting = 1 WHERE id = $1", "i", member);
    return STORE_OK;
}

/* ---- Profiles -------------------------------------------------------------------------- */

#define RESULT_COLUMNS "t:name i:played i:drawn i:won"
#define RESULTS                                                                                    \
    "count(*), sum(CASE WHEN s.result = 'draw' THEN 1 ELSE 0 END),"                                \
    " sum(CASE WHEN ' ' || s.result || ' ' LIKE '% ' || t.seat || ' %' THEN 1 ELSE 0 END)"

/* Finished public games by game, and by opponent for two players. */
static void add_results(struct db *db, int64_t member, json_t *out)
{
    json_t *games = json_array(), *opponents = json_array();

    db_query(db, row_add_object, &(struct row_objects){games, RESULT_COLUMNS},
             "SELECT s.rules, " RESULTS " FROM seats t JOIN summaries s ON s.game = t.game"
             " WHERE t.member = $1 AND t.member > 0 AND s.status = 2 AND s.listed"
             " GROUP BY s.rules ORDER BY 2 DESC",
             "i", member);
    db_query(
        db, row_add_object, &(struct row_objects){opponents, RESULT_COLUMNS},
        "SELECT m.name, " RESULTS " FROM seats t JOIN summaries s ON s.game = t.game"
        " JOIN seats o ON o.game = t.game AND o.seat <> t.seat JOIN members m ON m.id = o.member"
        " WHERE t.member = $1 AND t.member > 0 AND s.status = 2 AND s.listed"
        " GROUP BY m.id, m.name ORDER BY 2 DESC LIMIT 20",
        "i", member);
    json_array_append_new(out, games);
    json_array_append_new(out, opponents);
}

enum store_answer profile_find(struct db *db, void *context)
{
    struct member_call *call = context;
    int64_t id = member_find(db, call->name, &call->keys);

    json_array_clear(call->list);
    json_decref(call->profile.ratings);
    json_decref(call->profile.openings);
    call->profile.ratings = call->profile.openings = NULL;
    if (id == 0 || profile_load(db, id, &call->profile) != STORE_OK)
        return STORE_MISSING;
    if (call->profile.shown & PART_RATINGS)
        call->profile.ratings = member_ratings(db, id, call->now);
    if (call->profile.shown & PART_GAMES)
        add_results(db, id, call->list);
    if (call->profile.shown & PART_OPENINGS)
        call->profile.openings = member_openings(db, id);
    return STORE_OK;
}

/* ---- Follows and blocks ------------------------------------------------------------------ */

enum store_answer relation_set(struct db *db, void *context)
{
    struct member_call *call = context;
    int64_t member = call->session.member.id, target = member_find(db, call->name, &call->keys);
    bool blocks = call->flags != 0;

    if (target == 0)
        return STORE_MISSING;
    if (target == member)
        return STORE_CONFLICT;
    if (call->number == 0) {
        db_run(db,
               blocks ? "DELETE FROM blocks WHERE member = $1 AND target = $2"
                      : "DELETE FROM follows WHERE member = $1 AND target = $2",
               "ii", member, target);
        return STORE_OK;
    }
    int64_t count = db_number(db, 0,
                              blocks ? "SELECT count(*) FROM blocks WHERE member = $1"
                                     : "SELECT count(*) FROM follows WHERE member = $1",
                              "i", member);

    if (count >= RELATIONS_MAX)
        return STORE_CONFLICT;
    db_run(db,
           blocks ? "INSERT INTO blocks (member, target, since) VALUES ($1, $2, $3)"
                    " ON CONFLICT (member, target) DO NOTHING"
                  : "INSERT INTO follows (member, target, since) VALUES ($1, $2, $3)"
                    " ON CONFLICT (member, target) DO NOTHING",
           "iii", member, target, call->now);
    return STORE_OK;
}

static void add_relations(struct db *db, int64_t member, bool blocks, json_t *list)
{
    db_query(db, row_add_object, &(struct row_objects){list, "t:name i:since"},
             blocks ? "SELECT m.name, r.since FROM blocks r JOIN members m ON m.id = r.target"
                      " WHERE r.member = $1 ORDER BY m.name"
                    : "SELECT m.name, r.since FROM follows r JOIN members m ON m.id = r.target"
                      " WHERE r.member = $1 ORDER BY m.name",
             "i", member);
}

enum store_answer relations_list(struct db *db, void *context)
{
    struct member_call *call = context;

    json_array_clear(call->list);
    add_relations(db, call->session.member.id, call->flags != 0, call->list);
    return STORE_OK;
}

/* ---- Tokens -------------------------------------------------------------------------------- */

static bool take_token(void *list, const struct db_row_view *row)
{
    int64_t scopes = row_int(row, 2);
    json_t *words = json_array();

    if (scopes & SCOPE_READ)
        json_array_append_new(words, json_string("read"));
    if (scopes & SCOPE_PLAY)
        json_array_append_new(words, json_string("play"));
    json_array_append_new(list, json_pack("{sI ss so sI sI}", "id", (json_int_t)row_int(row, 0),
                                          "label", row_text(row, 1), "scopes", words, "created",
                                          (json_int_t)row_int(row, 3), "seen",
                                          (json_int_t)row_int(row, 4)));
    return true;
}

enum store_answer tokens_list(struct db *db, void *context)
{
    struct member_call *call = context;

    json_array_clear(call->list);
    db_query(db, take_token, call->list,
             "SELECT number, label, scopes, created, seen FROM tokens WHERE member = $1"
             " ORDER BY number",
             "i", call->session.member.id);
    return STORE_OK;
}

enum store_answer token_create(struct db *db, void *context)
{
    struct member_call *call = context;
    int64_t member = call->session.member.id;

    if (db_number(db, 0, "SELECT count(*) FROM tokens WHERE member = $1", "i", member) >=
        TOKENS_MAX)
        return STORE_CONFLICT;
    db_run(db,
           "INSERT INTO tokens (hash, member, label, scopes, created, seen)"
           " VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (hash) DO NOTHING",
           "bitii", HASH(call->hash), member, call->text, (int64_t)call->flags, call->now);
    call->found = db_number(db, 0, "SELECT number FROM tokens WHERE hash = $1", "b",
                            HASH(call->hash));
    return STORE_OK;
}

enum store_answer token_end(struct db *db, void *context)
{
    struct member_call *call = context;

    db_run(db, "DELETE FROM tokens WHERE number = $1 AND member = $2", "ii", call->number,
           call->session.member.id);
    return db_changes(db) > 0 ? STORE_OK : STORE_MISSING;
}

/* ---- Export, and the end --------------------------------------------------------------------- */

struct exported {
    json_t *games, *game; /* the list, and the one that its events go to */
    char id[ID_SIZE];
};

/* game, rules, terms, created, status, result, seat of the member, seq, at, seat, kind, data */
static bool take_event(void *context, const struct db_row_view *row)
{
    struct exported *out = context;

    if (!out->game || strcmp(out->id, row_text(row, 0)) != 0) {
        row_copy(row, 0, out->id, sizeof out->id);
        out->game = json_pack("{ss ss so? sI ss sI s[]}", "id", row_text(row, 0), "game",
                              row_text(row, 1), "terms", json_loads(row_text(row, 2), 0, NULL),
                              "created", (json_int_t)row_int(row, 3), "result", row_text(row, 4),
                              "seat", (json_int_t)row_int(row, 5), "events");
        json_array_append_new(out->games, out->game);
    }
    if (!row_null(row, 6))
        json_array_append_new(json_object_get(out->game, "events"),
                              json_pack("{sI sI sI ss ss}", "seq", (json_int_t)row_int(row, 6),
                                        "at", (json_int_t)row_int(row, 7), "seat",
                                        (json_int_t)row_int(row, 8), "kind", row_text(row, 9),
                                        "data", row_text(row, 10)));
    return true;
}

/* A new list in an object. */
static json_t *add_list(json_t *object, const char *key)
{
    json_t *list = json_array();

    json_object_set_new(object, key, list);
    return list;
}

#define OBJECTS(out, key, columns) (&(struct row_objects){add_list(out, key), columns})

enum store_answer member_export(struct db *db, void *context)
{
    struct member_call *call = context;
    json_t *out = call->list;
    int64_t id = call->session.member.id;

    json_object_clear(out);
    if (member_load(db, context) != STORE_OK)
        return STORE_MISSING;
    add_relations(db, id, false, add_list(out, "follows"));
    add_relations(db, id, true, add_list(out, "blocks"));
    db_query(db, take_token, add_list(out, "tokens"),
             "SELECT number, label, scopes, created, seen FROM tokens WHERE member = $1", "i", id);
    db_query(db, row_add_object, OBJECTS(out, "left", "t:game i:at t:kind"),
             "SELECT game, at, kind FROM conduct WHERE member = $1 ORDER BY at", "i", id);
    db_query(db, row_add_object, OBJECTS(out, "devices", "t:about i:created i:seen"),
             "SELECT about, created, seen FROM sessions WHERE member = $1 ORDER BY number", "i",
             id);
    db_query(db, row_add_object, OBJECTS(out, "passkeys", "t:about i:created i:seen"),
             "SELECT label, created, seen FROM passkeys WHERE member = $1 ORDER BY number", "i",
             id);
    db_query(db, row_add_object,
             OBJECTS(out, "challenges",
                     "t:id t:from t:to j:terms b:rated i:players i:times i:created i:expires"),
             "SELECT c.id, f.name, t.name, c.terms, c.rated, c.players, c.remaining, c.created,"
             " c.expires FROM challenges c JOIN members f ON f.id = c.challenger"
             " LEFT JOIN members t ON t.id = c.target WHERE c.challenger = $1 OR c.target = $1"
             " OR c.id IN (SELECT challenge FROM sitters WHERE member = $1) ORDER BY c.created",
             "i", id);
    struct exported games = {.games = add_list(out, "games")};

    db_query(db, take_event, &games,
             "SELECT g.id, g.game, g.terms, g.created, s.result, t.seat,"
             " e.seq, e.at, e.seat, e.kind, e.data FROM seats t JOIN games g ON g.id = t.game"
             " JOIN summaries s ON s.game = t.game LEFT JOIN events e ON e.game = t.game"
             " WHERE t.member = $1 AND t.member > 0 ORDER BY g.created, g.id, e.seq LIMIT $2",
             "ii", id, (int64_t)EXPORT_MAX);
    return STORE_OK;
}

/* The name stays reserved, as hashes only; the games are rewritten afterwards. */
void member_erase(struct db *db, int64_t id, int64_t now)
{
    static const char *const statements[] = {
        "DELETE FROM sessions WHERE member = $1",   "DELETE FROM tokens WHERE member = $1",
        "DELETE FROM passkeys WHERE member = $1",   "DELETE FROM ceremonies WHERE member = $1",
        "DELETE FROM follows WHERE member = $1",    "DELETE FROM follows WHERE target = $1",
        "DELETE FROM blocks WHERE member = $1",     "DELETE FROM blocks WHERE target = $1",
        "DELETE FROM conduct WHERE member = $1",    "DELETE FROM devices WHERE member = $1",
        "DELETE FROM balances WHERE member = $1",   "DELETE FROM seeks WHERE player = $1",
        "UPDATE balances SET opponent = 0 WHERE opponent = $1",
        "DELETE FROM sitters WHERE member = $1 OR challenge IN (SELECT id FROM challenges"
        " WHERE challenger = $1 OR target = $1)",
        "DELETE FROM challenges WHERE challenger = $1 OR target = $1",
        ("UPDATE members SET name = '', about = '', recovery = NULL, shown = 0, status = 2,"
         " rewriting = 1 WHERE id = $1"),
    };

    member_give_up_name(db, id, now);
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        db_run(db, statements[i], "i", id);
}

enum store_answer member_delete(struct db *db, void *context)
{
    struct member_call *call = context;

    member_erase(db, call->session.member.id, call->now);
    return STORE_OK;
}
