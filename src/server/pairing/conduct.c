/* conduct.c - see conduct.h. Points are counted in tenths. */
#include "server/pairing/conduct.h"

enum {
    GAMES = 30,
    LIMIT = 40,           /* tenths, at least */
    LIMIT_PER_GAME = 4,   /* tenths per game, if that is more */
    WAIT_PER_TENTH = 500, /* milliseconds */
    BAN_MS = 10 * 60 * 1000,
    REPEATED_MS = 3 * 24 * 3600 * 1000,
    GROWTH = 4, /* tenths of the ban for each game beyond the limit, within REPEATED_MS */
    GROWTH_MOST = 12,
};

static const struct {
    const char *name;
    int tenths;
} kinds[CONDUCT_KINDS] = {
    [CONDUCT_NO_SHOW] = {"no-show", 8},
    [CONDUCT_LEFT] = {"left", 10},
};

void conduct_note(struct db *db, int64_t member, const char *game, int64_t at, enum conduct kind)
{
    db_run(db,
           "INSERT INTO conduct (member, game, at, tenths, kind) VALUES ($1, $2, $3, $4, $5)"
           " ON CONFLICT DO NOTHING",
           "itiit", member, game, at, (int64_t)kinds[kind].tenths, kinds[kind].name);
}

struct sums {
    int64_t tenths, noted, last, lately, games;
};

static bool take_sums(void *context, const struct db_row_view *row)
{
    struct sums *sums = context;

    *sums = (struct sums){row_int(row, 0), row_int(row, 1), row_int(row, 2), row_int(row, 3),
                          row_int(row, 4)};
    return true;
}

int64_t conduct_wait(struct db *db, int64_t member, int64_t now)
{
    struct sums sums = {0};

    db_query(db, take_sums, &sums,
             "SELECT coalesce(sum(c.tenths), 0), count(c.game), coalesce(max(c.at), 0),"
             "  coalesce(sum(CASE WHEN c.at > $2 THEN 1 ELSE 0 END), 0), count(*)"
             " FROM (SELECT g.id AS game FROM games g WHERE g.id IN"
             "  (SELECT game FROM seats WHERE member = $1"
             "   UNION SELECT game FROM conduct WHERE member = $1)" /* a computer has the seat */
             "  ORDER BY g.created DESC LIMIT $3) AS latest"
             " LEFT JOIN conduct c ON c.game = latest.game AND c.member = $1",
             "iii", member, now - (int64_t)REPEATED_MS, (int64_t)GAMES);
    int64_t limit = LIMIT_PER_GAME * sums.games > LIMIT ? LIMIT_PER_GAME * sums.games : LIMIT;

    if (sums.tenths < limit)
        return WAIT_PER_TENTH * sums.tenths;
    int64_t beyond = (sums.lately - LIMIT / 10) * GROWTH;

    beyond = beyond < 0 ? 0 : beyond < GROWTH_MOST ? beyond : GROWTH_MOST;
    int64_t until = sums.last + BAN_MS * (10 + beyond) / 10;

    return until > now ? until - now : WAIT_PER_TENTH * sums.tenths;
}
