/* store_rewrite.c - see store_rewrite.h. */
#include "server/store/store_rewrite.h"

#include <string.h>

#include "core/text.h"
#include "server/common/name.h"
#include "server/store/store_search.h"

enum { GAMES_MAX = 100 };

/* The games that are to be changed, and the old names in them. */
struct batch {
    int count;
    char games[GAMES_MAX][ID_SIZE];
    char names[GAMES_MAX][NAME_SIZE];
};

static bool take_game(void *context, const struct db_row_view *row)
{
    struct batch *batch = context;

    if (batch->count == GAMES_MAX)
        return true;

    row_copy(row, 0, batch->games[batch->count], ID_SIZE);
    row_copy(row, 1, batch->names[batch->count], NAME_SIZE);
    batch->count++;
    return true;
}

/* The end of a part that begins there. */
static const char *part_end(const char *part)
{
    for (int i = 0; i < PART_CHARACTERS && *part; i++)
        do
            part++;
        while ((*part & 0xc0) == 0x80);
    return part;
}

/* The game is not found by the parts of this name any more. */
static void remove_parts(struct db *db, const char *game, const char *name)
{
    char folded[FOLDED_SIZE], part[PART_CHARACTERS * 4 + 1];

    name_fold(name, folded);
    for (const char *at = folded; *at; at++) {
        if ((*at & 0xc0) == 0x80)
            continue;
        struct text text = text_into(part, sizeof part);

        text_add(&text, "%.*s", (int)(part_end(at) - at), at);
        db_run(db, "DELETE FROM name_parts WHERE part = $1 AND game = $2", "tt", part, game);
    }
}

/* The names in the list, and their parts, from the seats. */
static void renew_names(struct db *db, const char *game)
{
    static const char *const sqlite[] = {
        "UPDATE summaries SET names = (SELECT group_concat(fold(name), char(10))"
        " FROM seats WHERE game = $1) WHERE game = $1",
        "WITH RECURSIVE ends(game, name) AS ("
        " SELECT game, fold(name) FROM seats WHERE name <> '' AND game = $1"
        " UNION ALL SELECT game, substr(name, 2) FROM ends WHERE length(name) > 1)"
        " INSERT OR IGNORE INTO name_parts (part, game)"
        " SELECT substr(name, 1, " PART_CHARACTERS_TEXT "), game FROM ends"
        " WHERE EXISTS (SELECT 1 FROM games WHERE id = ends.game AND listed)"};
    static const char *const postgres[] = {
        "UPDATE summaries SET names = (SELECT string_agg(folded, E'\\n')"
        " FROM seats WHERE game = $1) WHERE game = $1",
        "INSERT INTO name_parts (part, game)"
        " SELECT DISTINCT substr(t.folded, n, " PART_CHARACTERS_TEXT "), t.game"
        " FROM seats t JOIN games g ON g.id = t.game AND g.listed,"
        " generate_series(1, length(t.folded)) n WHERE t.game = $1 ON CONFLICT DO NOTHING"};

    for (int i = 0; i < 2; i++)
        db_run(db, db_sql(db, sqlite[i], postgres[i]), "t", game);
}

static void rename_seat(struct db *db, const char *game, int64_t member, const char *name,
                        int64_t becomes)
{
    char folded[FOLDED_SIZE];

    name_fold(name, folded);
    db_run(db,
           "UPDATE events SET data = $3 WHERE game = $1 AND kind = 'join' AND seat IN"
           " (SELECT seat FROM seats WHERE game = $1 AND member = $2)",
           "tit", game, member, name);
    db_run(db,
           db_sql(db,
                  "UPDATE seats SET name = $3, member = $4 WHERE game = $1 AND member = $2"
                  " AND $5 = $5",
                  "UPDATE seats SET name = $3, member = $4, folded = $5"
                  " WHERE game = $1 AND member = $2"),
           "titit", game, member, name, becomes, folded);
}

int store_rename_seats(struct db *db, int64_t member, const char *name, int64_t becomes, int most)
{
    struct batch batch = {0};

    db_query(db, take_game, &batch,
             "SELECT game, name FROM seats WHERE member = $1 AND member > 0"
             " AND (name <> $2 OR CAST($3 AS bigint) <> $1) LIMIT $4",
             "itii", member, name, becomes, (int64_t)most);
    for (int i = 0; i < batch.count && !db_failed(db); i++) {
        rename_seat(db, batch.games[i], member, name, becomes);
        remove_parts(db, batch.games[i], batch.names[i]);
        renew_names(db, batch.games[i]);
    }
    return db_failed(db) ? 0 : batch.count;
}

bool store_blank_seat(struct db *db, const char *game, int seat)
{
    struct batch batch = {0};

    db_query(db, take_game, &batch,
             "SELECT game, name FROM seats WHERE game = $1 AND seat = $2 AND member = 0"
             " AND kind = 0 AND name <> ''",
             "ti", game, (int64_t)seat);
    if (batch.count == 0)
        return false;
    db_run(db, "UPDATE events SET data = '' WHERE game = $1 AND kind = 'join' AND seat = $2", "ti",
           game, (int64_t)seat);
    db_run(db,
           db_sql(db, "UPDATE seats SET name = '' WHERE game = $1 AND seat = $2",
                  "UPDATE seats SET name = '', folded = '' WHERE game = $1 AND seat = $2"),
           "ti", game, (int64_t)seat);
    remove_parts(db, game, batch.names[0]);
    renew_names(db, game);
    return true;
}

void store_remove_game(struct db *db, const char *id)
{
    static const char *const statements[] = {
        "DELETE FROM name_parts WHERE game = $1", "DELETE FROM events WHERE game = $1",
        "DELETE FROM seats WHERE game = $1",      "DELETE FROM summaries WHERE game = $1",
        "DELETE FROM games WHERE id = $1",
    };

    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        db_run(db, statements[i], "t", id);
}
