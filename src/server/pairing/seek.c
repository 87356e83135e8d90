/* seek.c - seeks as JSON and as rows. */
#include "server/pairing/seek.h"

#include <stdlib.h>
#include <string.h>

#include "club/pool.h"
#include "core/array.h"
#include "server/common/json_field.h"
#include "server/members/device.h"
#include "server/pairing/conduct.h"

/* ---- From JSON -------------------------------------------------------------------------- */

static const struct {
    const char *pace;
    int main, increment, days;
} clocks[] = {{"fast", 300, 3, 0}, {"slow", 900, 10, 0}, {"days", 0, 0, 3}};

/* The usual clock of a pace; NULL if there is no such pace. */
static json_t *clock_of_pace(const char *pace)
{
    if (strcmp(pace, "none") == 0)
        return json_null();
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
        if (strcmp(pace, clocks[i].pace) == 0)
            return clocks[i].days ? json_pack("{si}", "days", clocks[i].days)
                                  : json_pack("{si si}", "main", clocks[i].main, "increment",
                                              clocks[i].increment);
    return NULL;
}

/* The fields that make the terms of a game: no position, no match rules of their own. */
static json_t *terms_object(const json_t *root, struct refusal *refusal)
{
    static const char *const keys[] = {"game", "players", "options", "rated"};
    json_t *object = json_object(), *clock = json_object_get(root, "clock");
    char pace[8] = "fast";

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        json_t *value = json_object_get(root, keys[i]);

        if (value && !json_is_null(value))
            json_object_set(object, keys[i], value);
    }
    if (!field_string(root, "pace", pace, sizeof pace, refusal)) {
        json_decref(object);
        return NULL;
    }
    clock = clock && !json_is_null(clock) ? json_incref(clock) : clock_of_pace(pace);
    if (clock) {
        json_object_set_new(object, "clock", clock);
        return object;
    }
    refuse(refusal, REFUSED_SYNTAX, "\"pace\" must be fast, slow, days or none.");
    json_decref(object);
    return NULL;
}

static bool write_terms(const struct terms *terms, char out[SEEK_TERMS_SIZE],
                        struct refusal *refusal)
{
    json_t *object = json_object();

    terms_encode(terms, object);
    size_t length = json_dumpb(object, out, SEEK_TERMS_SIZE - 1, JSON_COMPACT | JSON_SORT_KEYS);

    json_decref(object);
    if (length >= SEEK_TERMS_SIZE)
        return refuse(refusal, REFUSED_TERMS, "These terms are too long.");
    out[length] = '\0';
    return true;
}

static bool check_rated(const struct terms *terms, const struct member *member,
                        struct seek_row *row, struct refusal *refusal)
{
    struct list_key key;

    if (row->rated && member->id == 0)
        return refuse(refusal, REFUSED_MEMBER, "Rated games are for members.");
    if (row->rated)
        return list_of(terms, row->list, refusal);
    if (list_find(terms, &key))
        list_name(&key, row->list);
    return true;
}

static bool read_range(const json_t *root, struct seek_row *row, struct refusal *refusal)
{
    const json_t *range = json_object_get(root, "range");

    row->below = row->above = POOL_ANY;
    if (!range || json_is_null(range))
        return true;
    json_int_t low = json_integer_value(json_array_get(range, 0));
    json_int_t high = json_integer_value(json_array_get(range, 1));

    if (!json_is_integer(json_array_get(range, 0)) || !json_is_integer(json_array_get(range, 1)) ||
        json_array_size(range) != 2 || low < -4000 || high > 4000 ||
        low > high)
        return refuse(refusal, REFUSED_SYNTAX,
                      "\"range\" must be two numbers from -4000 to 4000, the lower first.");
    row->below = (int)-low;
    row->above = (int)high;
    return true;
}

bool seek_terms(const json_t *root, const struct member *member, bool paired, struct seek_row *row,
                struct refusal *refusal)
{
    json_t *object = terms_object(root, refusal);
    struct terms terms;
    bool good = object && terms_decode(object, &terms, refusal);

    json_decref(object);
    if (!good || !field_bool(root, "rated", &row->rated, refusal) ||
        !check_rated(&terms, member, row, refusal))
        return false;
    row->players = terms.start.setup.players;
    terms.paired = paired;
    return write_terms(&terms, row->terms, refusal) && read_range(root, row, refusal);
}

bool seek_name(const json_t *root, const struct member *member, struct seek_row *row,
               struct refusal *refusal)
{
    if (member->kind == MEMBER_BOT)
        return refuse(refusal, REFUSED_RIGHTS, "Bots play by challenge.");
    if (!field_name(root, "name", row->name, sizeof row->name, refusal))
        return false;
    if (member->id != 0)
        memcpy(row->name, member->name, sizeof row->name);
    return true;
}

bool seek_decode(const json_t *root, const struct member *member, struct seek_row *row,
                 struct refusal *refusal)
{
    int64_t level = 0;

    if (!seek_terms(root, member, true, row, refusal))
        return false;
    if (!row->list[0])
        return refuse(refusal, REFUSED_TERMS, "\"clock\" must not be null here.");
    if (!field_number(root, "level", 1, LEVEL_MAX, &level, refusal) ||
        !seek_name(root, member, row, refusal))
        return false;
    row->level = row->rated ? 0 : (int)level;
    return true;
}

/* ---- Rows ------------------------------------------------------------------------------- */

static bool take_balance(void *context, const struct db_row_view *view)
{
    struct balance *balance = context;

    *balance = (struct balance){(int)row_int(view, 0), row_int(view, 1)};
    return true;
}

struct balance balance_of(struct db *db, int64_t member, const char *list)
{
    struct balance balance = {0};

    db_query(db, take_balance, &balance,
             "SELECT begun, opponent FROM balances WHERE member = $1 AND list = $2", "it", member,
             list);
    return balance;
}

void balance_note(struct db *db, int64_t member, const char *list, struct balance balance)
{
    db_run(db,
           "INSERT INTO balances (member, list, begun, opponent) VALUES ($1, $2, $3, $4)"
           " ON CONFLICT (member, list) DO UPDATE SET begun = $3, opponent = $4",
           "itii", member, list, (int64_t)balance.begun, balance.opponent);
}

int rating_of(struct db *db, int64_t member, const char *list)
{
    return (int)db_number(db, SEEK_RATING,
                          "SELECT CAST(r AS bigint) FROM ratings WHERE list = $1 AND member = $2",
                          "ti", list, member);
}

/* What the store knows about the member in this list. */
static void look_up(struct db *db, struct seek_row *row)
{
    row->rating = SEEK_RATING;
    row->begun = 0;
    row->opponent = 0;
    if (row->player < 0)
        return;
    struct balance balance = balance_of(db, row->player, row->list);

    row->rating = rating_of(db, row->player, row->list);
    row->begun = balance.begun;
    row->opponent = balance.opponent;
    row->since += conduct_wait(db, row->player, row->since);
}

#define SEEK_COLUMNS                                                                               \
    "player, token, process, terms, list, rated, players, rating, below, above, level, begun,"     \
    " opponent, since, name, hash, game, seat, meets"

static bool add_row(void *context, const struct db_row_view *view)
{
    struct seek_rows *rows = context;
    size_t size;

    if (!ARRAY_RESERVE(rows->rows, rows->capacity, (size_t)rows->count, 1))
        return false;
    struct seek_row *row = &rows->rows[rows->count++];

    *row = (struct seek_row){
        .player = row_int(view, 0),
        .token = row_int(view, 1),
        .process = row_int(view, 2),
        .rated = row_int(view, 5) != 0,
        .players = (int)row_int(view, 6),
        .rating = (int)row_int(view, 7),
        .below = (int)row_int(view, 8),
        .above = (int)row_int(view, 9),
        .level = (int)row_int(view, 10),
        .begun = (int)row_int(view, 11),
        .opponent = row_int(view, 12),
        .since = row_int(view, 13),
        .seat = (int)row_int(view, 17),
        .meets = row_int(view, 18),
    };
    row_copy(view, 3, row->terms, sizeof row->terms);
    row_copy(view, 4, row->list, sizeof row->list);
    row_copy(view, 14, row->name, sizeof row->name);
    row_copy(view, 16, row->game, sizeof row->game);
    const void *hash = row_blob(view, 15, &size);

    if (size == HASH_SIZE)
        memcpy(row->hash, hash, HASH_SIZE);
    return true;
}

bool members_blocked(struct db *db, int64_t a, int64_t b)
{
    return db_number(db, 0,
                     "SELECT count(*) FROM blocks WHERE (member = $1 AND target = $2)"
                     " OR (member = $2 AND target = $1)",
                     "ii", a, b) > 0;
}

bool seek_window(const struct seek_row *row, int64_t now, int window[2])
{
    int width = pool_window(now > row->since ? now - row->since : 0);
    bool asks = row->above < POOL_ANY;

    window[0] = row->rating - (asks ? row->below : width);
    window[1] = row->rating + (asks ? row->above : width);
    return asks || width < POOL_ANY;
}

static enum challenge_problem check_taker(struct db *db, const struct seek_row *host,
                                          const struct seek_row *row)
{
    int window[2];
    int64_t at_table = db_number(
        db, 0, "SELECT count(*) FROM seeks WHERE game = '' AND (token = $1 OR meets = $1)", "i",
        seek_table(host));

    if (host->player == row->player)
        return CHALLENGE_OWN;
    if (host->rated && row->player < 0)
        return CHALLENGE_MEMBERS;
    if (at_table >= host->players || members_blocked(db, host->player, row->player))
        return CHALLENGE_TAKEN;
    if (host->rated && members_share_device(db, host->player, row->player))
        return CHALLENGE_DEVICE;
    if (seek_window(host, row->seen, window) &&
        (row->rating < window[0] || row->rating > window[1]))
        return CHALLENGE_RANGE;
    return CHALLENGE_FINE;
}

enum challenge_problem seek_take(struct db *db, struct seek_row *row, int64_t token, int64_t fresh)
{
    struct seek_rows found = {0};
    enum challenge_problem problem = CHALLENGE_TAKEN;

    db_query(db, add_row, &found,
             "SELECT " SEEK_COLUMNS " FROM seeks WHERE token = $1 AND game = '' AND seen >= $2",
             "ii", token, fresh);
    if (found.count == 1) {
        const struct seek_row *host = found.rows;

        row->rating = row->player > 0 ? rating_of(db, row->player, host->list) : SEEK_RATING;
        problem = check_taker(db, host, row);
        row->meets = seek_table(host);
        row->rated = host->rated;
        row->players = host->players;
        row->below = row->above = POOL_ANY;
        memcpy(row->terms, host->terms, sizeof row->terms);
        memcpy(row->list, host->list, sizeof row->list);
    }
    free(found.rows);
    return problem;
}

bool seek_store(struct db *db, struct seek_row *row)
{
    int64_t asked = row->since = row->seen;

    look_up(db, row);
    db_run(db,
           "INSERT INTO seeks (player, token, process, terms, list, rated, players, rating, below,"
           "  above, level, begun, opponent, since, seen, name, hash, meets, game, seat)"
           " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,"
           "  $18, '', 0)"
           " ON CONFLICT (player) DO UPDATE SET token = $2, process = $3, terms = $4, list = $5,"
           "  rated = $6, players = $7, rating = $8, below = $9, above = $10, level = $11,"
           "  begun = $12, opponent = $13, since = $14, seen = $15, name = $16, hash = $17,"
           "  meets = $18"
           " WHERE seeks.game = ''",
           "iiittiiiiiiiiiitbi", row->player, row->token, row->process, row->terms, row->list,
           (int64_t)row->rated, (int64_t)row->players, (int64_t)row->rating, (int64_t)row->below,
           (int64_t)row->above, (int64_t)row->level, (int64_t)row->begun, row->opponent, row->since,
           asked, row->name, row->hash, (size_t)HASH_SIZE, row->meets);
    return db_changes(db) == 1;
}

bool seek_delete(struct db *db, int64_t token)
{
    db_run(db, "DELETE FROM seeks WHERE token = $1 AND game = ''", "i", token);
    return db_changes(db) == 1;
}

void seek_read(struct db *db, int64_t process, int64_t fresh, struct seek_rows *rows)
{
    rows->count = 0; /* the work may run again */
    db_query(db, add_row, rows,
             "SELECT " SEEK_COLUMNS " FROM seeks"
             " WHERE (game = '' AND seen >= $1) OR (game <> '' AND process = $2)",
             "ii", fresh, process);
}
