/* rating_store.c - results and ratings in the store. */
#include "server/ratings/rating_store.h"

#include <math.h>
#include <string.h>

#include "server/members/device.h"

/* ---- Results --------------------------------------------------------------------------- */

/* The key of a pair of games: who moved first and second. */
static void pair_key(const struct game_result *result, bool exchanged, char out[48])
{
    struct text text = text_into(out, 48);
    int64_t first = result->sides[exchanged].players[0].member;
    int64_t second = result->sides[!exchanged].players[0].member;

    *out = '\0';
    if (result->pairs)
        text_add(&text, "%lld:%lld", (long long)first, (long long)second);
}

/* Bots are known to the store alone. */
static void mark_bots(struct db *db, struct game_result *result)
{
    for (int i = 0; i < result->side_count; i++)
        for (int j = 0; j < result->sides[i].count; j++) {
            struct rated_player *player = &result->sides[i].players[j];

            if (!player->rating)
                player->program =
                    db_number(db, 0, "SELECT kind FROM members WHERE id = $1", "i",
                              player->member) != 0;
        }
}

/* A member who has left the game has lost it. */
static bool add_leaver(void *context, const struct db_row_view *row)
{
    struct game_result *result = context;

    for (int i = 0; i < result->side_count; i++)
        if (result->sides[i].players[0].member == row_int(row, 0))
            return true; /* their seat is still theirs */
    if (result->left-- > 0)
        result->sides[result->side_count++] =
            (struct rated_side){.rank = 2, .count = 1, .players = {{.member = row_int(row, 0)}}};
    return true;
}

/* True if all who played are still members, and no two of them have used one device. */
static bool counts(struct db *db, struct game_result *result)
{
    const struct rated_player *people[TB_PLAYERS_MAX * TB_PLAYERS_MAX];
    int count = 0;

    if (result->left > 0)
        db_query(db, add_leaver, result,
                 "SELECT member FROM conduct WHERE game = $1 AND kind = 'left' ORDER BY at", "t",
                 result->game);
    for (int i = 0; i < result->side_count; i++)
        for (int j = 0; j < result->sides[i].count; j++) {
            const struct rated_player *player = &result->sides[i].players[j];

            for (int k = 0; k < count; k++)
                if (members_share_device(db, player->member, people[k]->member))
                    return false;
            people[count++] = player;
        }
    return result->left == 0;
}

enum store_answer result_insert(struct db *db, void *context)
{
    struct game_result copy = *(const struct game_result *)context, *result = &copy;
    char sides[SIDES_TEXT], pair[48];

    if (!counts(db, result))
        return STORE_OK;
    mark_bots(db, result);
    sides_write(result, sides);
    pair_key(result, false, pair);
    db_run(db,
           "INSERT INTO results (game, list, sides, advantage, pair, at)"
           " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
           "tttiti", result->game, result->list, sides, (int64_t)result->advantage, pair,
           result->at);
    return STORE_OK;
}

/* ---- Numbers --------------------------------------------------------------------------- */

/* Results as rows, at most one step of them. */
struct batch {
    int count;
    struct row {
        struct game_result result;
        int64_t number;
    } rows[RATING_STEP];
};

static bool take_waiting(void *context, const struct db_row_view *row)
{
    struct batch *batch = context;
    struct game_result *result = &batch->rows[batch->count].result;

    if (batch->count == RATING_STEP)
        return true;
    batch->count++;
    row_copy(row, 0, result->game, sizeof result->game);
    row_copy(row, 1, result->list, sizeof result->list);
    return true;
}

/* Gives numbers to results that have none yet, in the order in which the games ended. */
static void number_results(struct db *db, int limit)
{
    struct batch batch = {0};
    int64_t next = db_number(db, 0, "SELECT next FROM rating_worker", "");

    db_query(db, take_waiting, &batch,
             "SELECT game, list FROM results WHERE number IS NULL ORDER BY at, game LIMIT $1", "i",
             (int64_t)limit);
    for (int i = 0; i < batch.count; i++, next++) {
        const struct game_result *result = &batch.rows[i].result;

        db_run(db, "UPDATE results SET number = $1 WHERE game = $2", "it", next, result->game);
        db_run(db,
               "INSERT INTO rating_lists (list, last, rated) VALUES ($1, $2, 0)"
               " ON CONFLICT (list) DO UPDATE SET last = $2",
               "ti", result->list, next);
    }
    if (batch.count > 0)
        db_run(db, "UPDATE rating_worker SET next = $1", "i", next);
}

/* ---- Standings ------------------------------------------------------------------------- */

static bool take_standing(void *context, const struct db_row_view *row)
{
    struct standing *standing = context;

    *standing = (struct standing){
        {row_real(row, 0), row_real(row, 1), row_real(row, 2)}, row_int(row, 3), row_int(row, 4)};
    return true;
}

static void write_standing(struct db *db, const struct row *row, int64_t member,
                           const struct standing *after, double change)
{
    const struct game_result *result = &row->result;
    int64_t points = lround(after->rating.rating);

    db_run(db,
           "INSERT INTO ratings (list, member, r, rd, vol, games, at, points)"
           " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (list, member) DO UPDATE SET"
           " r = $3, rd = $4, vol = $5, games = $6, at = $7, points = $8",
           "tidddiii", result->list, member, after->rating.rating, after->rating.deviation,
           after->rating.volatility, after->games, after->at, points);
    db_run(db,
           "INSERT INTO rating_log"
           " (list, member, number, game, r, rd, vol, games, at, points, change)"
           " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
           "tiitdddiiid", result->list, member, row->number, result->game, after->rating.rating,
           after->rating.deviation, after->rating.volatility, after->games, after->at, points,
           change);
}

/* ---- Rating ---------------------------------------------------------------------------- */

static bool take_result(void *context, const struct db_row_view *row)
{
    struct batch *batch = context;
    struct row *out = &batch->rows[batch->count];
    struct game_result *result = &out->result;

    if (batch->count == RATING_STEP)
        return true;
    batch->count++;
    out->number = row_int(row, 0);
    row_copy(row, 1, result->game, sizeof result->game);
    result->advantage = (int)row_int(row, 3);
    result->pairs = *row_text(row, 4) != '\0';
    result->at = row_int(row, 5);
    if (!sides_read(row_text(row, 2), result))
        result->side_count = 0; /* damaged: it is not rated */
    return true;
}

#define RESULT_COLUMNS "number, game, sides, advantage, pair, at"

/* Finds the other game of a pair, which has ended before: the oldest one that waits. */
static bool find_mate(struct db *db, const struct row *row, struct row *mate)
{
    struct batch batch = {0};
    char pair[48];

    pair_key(&row->result, true, pair);
    db_query(db, take_result, &batch,
             "SELECT " RESULT_COLUMNS " FROM results WHERE list = $1 AND pair = $2"
             " AND number < $3 AND mate IS NULL AND pair <> '' AND annulled = 0"
             " ORDER BY number LIMIT 1",
             "tti", row->result.list, pair, row->number);
    *mate = batch.rows[0];
    return batch.count > 0;
}

/* The score of the first side in one game, or in two with sides exchanged. False if the second has
 * not been played yet. */
static bool whole_score(struct db *db, const struct row *row, double *score)
{
    struct row mate;

    *score = result_score(&row->result);
    if (!row->result.pairs)
        return true;
    if (!find_mate(db, row, &mate))
        return false;
    *score = (*score + 1 - result_score(&mate.result)) / 2;
    db_run(db, "UPDATE results SET mate = $1 WHERE number = $2", "ii", mate.number, row->number);
    db_run(db, "UPDATE results SET mate = $1 WHERE number = $2", "ii", row->number, mate.number);
    return true;
}

static void rate(struct db *db, const struct row *row)
{
    const struct game_result *result = &row->result;
    struct standing before[TB_PLAYERS_MAX][TB_PLAYERS_MAX], after[TB_PLAYERS_MAX][TB_PLAYERS_MAX];
    double score;

    if (result->side_count == 0 || !whole_score(db, row, &score))
        return;
    for (int i = 0; i < result->side_count; i++)
        for (int j = 0; j < result->sides[i].count; j++) {
            before[i][j] = standing_newcomer;
            db_query(db, take_standing, &before[i][j],
                     "SELECT r, rd, vol, games, at FROM ratings WHERE list = $1 AND member = $2",
                     "ti", result->list, result->sides[i].players[j].member);
            after[i][j] = before[i][j];
        }
    result_rate(result, score, after);
    for (int i = 0; i < result->side_count; i++)
        for (int j = 0; j < result->sides[i].count; j++)
            if (!result->sides[i].players[j].rating)
                write_standing(db, row, result->sides[i].players[j].member, &after[i][j],
                               after[i][j].rating.rating - before[i][j].rating.rating);
}

/* A list that is behind its results. */
struct late_list {
    char list[LIST_SIZE];
    int64_t last, rated;
};

static bool take_late(void *context, const struct db_row_view *row)
{
    struct late_list *late = context;

    if (!late->list[0]) {
        row_copy(row, 0, late->list, sizeof late->list);
        late->last = row_int(row, 1);
        late->rated = row_int(row, 2);
    }
    return true;
}

static bool find_late(struct db *db, struct late_list *late)
{
    *late = (struct late_list){0};
    db_query(db, take_late, late,
             "SELECT list, last, rated FROM rating_lists WHERE last > rated ORDER BY list LIMIT 1",
             "");
    return late->list[0] != '\0';
}

static int rate_list(struct db *db, const struct late_list *late, int limit)
{
    struct batch batch = {0};

    db_query(db, take_result, &batch,
             "SELECT " RESULT_COLUMNS " FROM results WHERE list = $1 AND number > $2"
             " AND annulled = 0 ORDER BY number LIMIT $3",
             "tii", late->list, late->rated, (int64_t)limit);
    for (int i = 0; i < batch.count; i++) {
        memcpy(batch.rows[i].result.list, late->list, sizeof late->list);
        rate(db, &batch.rows[i]);
    }
    db_run(db, "UPDATE rating_lists SET rated = $1 WHERE list = $2", "it",
           batch.count < limit ? late->last : batch.rows[batch.count - 1].number, late->list);
    return batch.count;
}

/* ---- The worker ------------------------------------------------------------------------ */

enum store_answer rating_look(struct db *db, void *context)
{
    struct rating_step *step = context;
    bool mine = db_number(db, 0,
                          "SELECT 1 FROM rating_worker WHERE process = $1 OR until < $2", "ii",
                          step->process, step->now) != 0;

    step->more = mine && db_number(db, 0,
                                   "SELECT 1 FROM rating_worker WHERE EXISTS"
                                   " (SELECT 1 FROM results WHERE number IS NULL) OR EXISTS"
                                   " (SELECT 1 FROM rating_lists WHERE last > rated)",
                                   "") != 0;
    return STORE_OK;
}

enum store_answer rating_step(struct db *db, void *context)
{
    struct rating_step *step = context;
    struct late_list late;
    int limit = step->limit > 0 && step->limit < RATING_STEP ? step->limit : RATING_STEP;

    step->rated = 0;
    step->more = false;
    step->busy = false;
    /* The row stays locked until the end of the transaction: other servers wait. */
    db_run(db,
           "UPDATE rating_worker SET process = $1, until = $2 WHERE process = $1 OR until < $3",
           "iii", step->process, step->now + RATING_LEASE_MS, step->now);
    step->busy = db_changes(db) == 0;
    if (step->busy)
        return STORE_OK;
    number_results(db, limit);
    if (find_late(db, &late))
        step->rated = rate_list(db, &late, limit);
    enum store_answer answer = rating_look(db, step);

    if (!step->more) /* anyone may do the next one */
        db_run(db, "UPDATE rating_worker SET until = 0", "");
    return answer;
}

/* ---- Rating again ---------------------------------------------------------------------- */

/* Rates a list again from its results: all of them, or those from a number on. */
static void rating_restore(struct db *db, const char *list, int64_t from)
{
    db_run(db, "DELETE FROM rating_log WHERE list = $1 AND number >= $2", "ti", list, from);
    db_run(db,
           "UPDATE results SET mate = NULL WHERE list = $1 AND mate IS NOT NULL"
           " AND (number >= $2 OR mate >= $2)",
           "ti", list, from);
    db_run(db, "DELETE FROM ratings WHERE list = $1", "t", list);
    db_run(db,
           "INSERT INTO ratings (list, member, r, rd, vol, games, at, points)"
           " SELECT l.list, l.member, l.r, l.rd, l.vol, l.games, l.at, l.points"
           " FROM rating_log l JOIN (SELECT member, max(number) AS number FROM rating_log"
           "  WHERE list = $1 GROUP BY member) m ON m.member = l.member AND m.number = l.number"
           " WHERE l.list = $1",
           "t", list);
    db_run(db, "UPDATE rating_lists SET rated = $1 WHERE list = $2 AND rated >= $1", "it",
           from > 0 ? from - 1 : 0, list);
}

struct names {
    int count;
    char names[128][LIST_SIZE];
};

static bool take_name(void *context, const struct db_row_view *row)
{
    struct names *names = context;

    if (names->count < 128)
        row_copy(row, 0, names->names[names->count++], LIST_SIZE);
    return true;
}

enum store_answer rating_restart(struct db *db, void *context)
{
    struct names names = {0};

    db_query(db, take_name, &names, "SELECT list FROM rating_lists WHERE $1 = '' OR list = $1", "t",
             context ? (const char *)context : "");
    for (int i = 0; i < names.count; i++)
        rating_restore(db, names.names[i], 0);
    return STORE_OK;
}

enum store_answer rating_annul(struct db *db, void *context)
{
    struct annulment *annulment = context;
    struct names list = {0};
    int64_t number;

    db_query(db, take_name, &list, "SELECT list FROM results WHERE game = $1", "t",
             annulment->game);
    if (list.count == 0)
        return STORE_MISSING;
    memcpy(annulment->list, list.names[0], LIST_SIZE);
    db_run(db, "UPDATE results SET annulled = $1 WHERE game = $2", "it",
           (int64_t)annulment->annulled, annulment->game);
    number = db_number(db, 0, "SELECT number FROM results WHERE game = $1", "t", annulment->game);
    if (number > 0)
        rating_restore(db, annulment->list, number);
    return STORE_OK;
}
