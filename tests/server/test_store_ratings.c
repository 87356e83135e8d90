/*
 * test_store_ratings.c - results and ratings in the store: the worker's steps in any size, after
 * crashes and on several servers give the same numbers as a plain replay, to the last bit. Each
 * test starts with an empty store; see server/store_fixture.h for where it is.
 */
#include "server/ratings/leaderboard.h"
#include "server/ratings/rating_store.h"
#include "server/store_fixture.h"

#include <stdio.h>
#include <string.h>

#include "core/rng.h"

enum { MEMBERS = 12, FIRST = 1001, GAMES = 400, HOUR = 3600 * 1000 };

/* ---- Random results ------------------------------------------------------------------- */

struct season {
    struct game_result results[GAMES];
    bool annulled[GAMES];
};

static struct rated_player player_of(int64_t member)
{
    return (struct rated_player){.member = member};
}

/* Different members in each place. */
static void draw_players(struct rng *rng, struct game_result *result, int sides, int each)
{
    int64_t first = rng_below(rng, MEMBERS);
    int64_t step = 1 + rng_below(rng, 2);

    result->side_count = sides;
    for (int i = 0; i < sides * each; i++) {
        struct rated_side *side = &result->sides[i % sides];

        side->count = each;
        side->players[i / sides] = player_of(FIRST + (first + i * step) % MEMBERS);
    }
}

static void draw_result(struct rng *rng, int number, struct game_result *result)
{
    static const char *const lists[] = {"quoridor-two-fast", "dorix-two-days", "dorix-many-slow",
                                        "orbital-two-fast"};
    int list = (int)rng_below(rng, 4), winner = (int)rng_below(rng, 3);

    *result = (struct game_result){.at = (int64_t)number * 7 * HOUR};
    snprintf(result->game, ID_SIZE, "game%08d", number);
    snprintf(result->list, LIST_SIZE, "%s", lists[list]);
    result->advantage = list == 0 ? 65 : 0;
    result->pairs = list == 3;
    draw_players(rng, result, list == 2 ? 3 : 2, list == 1 ? 2 : 1);
    if (list == 0 && rng_below(rng, 4) == 0)
        result->sides[1].players[0] = (struct rated_player){3, 1500, true};
    for (int i = 0; i < result->side_count; i++)
        result->sides[i].rank = list != 2 && winner == 2 ? 1 : i == winner ? 1 : 2;
}

static void draw_season(struct season *season, uint64_t seed)
{
    struct rng rng = {seed};

    for (int i = 0; i < GAMES; i++) {
        draw_result(&rng, i, &season->results[i]);
        season->annulled[i] = false;
    }
}

/* ---- A plain replay ------------------------------------------------------------------- */

struct ledger {
    struct standing standings[4][MEMBERS];
    int rated;
};

static const char *const list_names[4] = {"quoridor-two-fast", "dorix-two-days", "dorix-many-slow",
                                          "orbital-two-fast"};

static int list_number(const char *name)
{
    int i = 0;

    while (strcmp(list_names[i], name) != 0)
        i++;
    return i;
}

/* The game before this one that makes a pair with it, or -1. */
static int mate_of(const struct season *season, int at, const bool *used)
{
    const struct game_result *result = &season->results[at];

    for (int i = 0; i < at; i++) {
        const struct game_result *other = &season->results[i];

        if (!used[i] && !season->annulled[i] && strcmp(other->list, result->list) == 0 &&
            other->sides[0].players[0].member == result->sides[1].players[0].member &&
            other->sides[1].players[0].member == result->sides[0].players[0].member)
            return i;
    }
    return -1;
}

static void replay_one(struct ledger *ledger, const struct game_result *result, double score)
{
    struct standing players[TB_PLAYERS_MAX][TB_PLAYERS_MAX] = {0};
    struct standing *row = ledger->standings[list_number(result->list)];

    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < result->side_count; i++)
            for (int j = 0; j < result->sides[i].count; j++) {
                const struct rated_player *player = &result->sides[i].players[j];

                if (player->rating)
                    continue;
                if (pass == 0)
                    players[i][j] = row[player->member - FIRST];
                else
                    row[player->member - FIRST] = players[i][j];
            }
        if (pass == 0)
            result_rate(result, score, players);
    }
    ledger->rated++;
}

static void replay(const struct season *season, struct ledger *ledger)
{
    bool used[GAMES] = {false};

    ledger->rated = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < MEMBERS; j++)
            ledger->standings[i][j] = standing_newcomer;
    for (int i = 0; i < GAMES; i++) {
        const struct game_result *result = &season->results[i];
        double score = result_score(result);

        if (season->annulled[i])
            continue;
        if (result->pairs) {
            int mate = mate_of(season, i, used);

            if (mate < 0)
                continue;
            used[mate] = used[i] = true;
            score = (score + 1 - result_score(&season->results[mate])) / 2;
        }
        replay_one(ledger, result, score);
    }
}

/* ---- The store ------------------------------------------------------------------------ */

/* A work with the context that on_written() wants. */
struct job {
    struct answers answers;
    db_work *work;
    void *context;
};

static enum store_answer do_job(struct db *db, void *context)
{
    struct job *job = context;

    return job->work(db, job->context);
}

static enum store_answer transact(struct loop *loop, db_work *work, void *context)
{
    struct job job = {.work = work, .context = context};

    store_transact(loop->store, do_job, on_written, &job);
    loop_until(loop, &job.answers.count, 1);
    return job.answers.last;
}

static void insert_results(struct loop *loop, struct season *season, int from, int to)
{
    for (int i = from; i < to; i++)
        assert_int_equal(transact(loop, result_insert, &season->results[i]), STORE_OK);
}

/* Steps until nothing is left; returns the number of results that were looked at. */
static int rate_all(struct loop *loop, int limit)
{
    struct rating_step step = {.process = 7, .now = 1000, .limit = limit};
    int rated = 0;

    do {
        assert_int_equal(transact(loop, rating_step, &step), STORE_OK);
        rated += step.rated;
    } while (step.more);
    return rated;
}

static bool take_rating(void *context, const struct db_row_view *row)
{
    struct ledger *ledger = context;

    ledger->standings[list_number(row_text(row, 0))][row_int(row, 1) - FIRST] = (struct standing){
        {row_real(row, 2), row_real(row, 3), row_real(row, 4)}, row_int(row, 5), row_int(row, 6)};
    return true;
}

static enum store_answer read_ratings(struct db *db, void *context)
{
    struct ledger *ledger = context;

    db_query(db, take_rating, ledger, "SELECT list, member, r, rd, vol, games, at FROM ratings",
             "");
    ledger->rated = (int)db_number(db, -1, "SELECT count(*) FROM rating_log", "");
    return STORE_OK;
}

/* The store has the numbers of the replay, to the last bit. */
static void check(struct loop *loop, const struct season *season)
{
    static struct ledger wanted, found;

    replay(season, &wanted);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < MEMBERS; j++)
            found.standings[i][j] = standing_newcomer;
    assert_int_equal(transact(loop, read_ratings, &found), STORE_OK);
    assert_true(wanted.rated > GAMES / 2 && found.rated > wanted.rated);
    assert_memory_equal(wanted.standings, found.standings, sizeof wanted.standings);
}

static void annul(struct loop *loop, struct season *season, int number, bool annulled)
{
    struct annulment annulment = {.annulled = annulled};

    snprintf(annulment.game, ID_SIZE, "%s", season->results[number].game);
    season->annulled[number] = annulled;
    assert_int_equal(transact(loop, rating_annul, &annulment), STORE_OK);
    assert_string_equal(annulment.list, season->results[number].list);
}

/* ---- Tests ---------------------------------------------------------------------------- */

static void same_numbers_as_a_replay(void **state)
{
    static struct season season;
    struct loop loop;

    (void)state;
    draw_season(&season, 1);
    loop_open(&loop);
    for (int i = 0; i < GAMES; i += 80) { /* the worker catches up now and then */
        insert_results(&loop, &season, i, i + 80);
        rate_all(&loop, 1 + i / 8);
    }
    insert_results(&loop, &season, 0, 10); /* again: nothing changes */
    assert_int_equal(rate_all(&loop, 50), 0);
    check(&loop, &season);
    loop_close(&loop);
    loop_open(&loop);
    assert_int_equal(transact(&loop, rating_restart, NULL), STORE_OK);
    rate_all(&loop, 3);
    check(&loop, &season);
    assert_int_equal(transact(&loop, rating_restart, "dorix-many-slow"), STORE_OK);
    rate_all(&loop, 50);
    check(&loop, &season);
    loop_close(&loop);
}

static void annulled_results_are_undone(void **state)
{
    static struct season season;
    struct annulment unknown = {.game = "nogame", .annulled = true};
    struct loop loop;

    (void)state;
    draw_season(&season, 2);
    loop_open(&loop);
    insert_results(&loop, &season, 0, GAMES);
    annul(&loop, &season, 5, true); /* before it was ever rated */
    rate_all(&loop, 50);
    check(&loop, &season);
    for (int i = 40; i < 48; i++) { /* a pair of games may be among them */
        annul(&loop, &season, i, true);
        rate_all(&loop, 7);
        check(&loop, &season);
    }
    for (int i = 40; i < 48; i++)
        annul(&loop, &season, i, false);
    rate_all(&loop, 50);
    check(&loop, &season);
    assert_int_equal(transact(&loop, rating_annul, &unknown), STORE_MISSING);
    loop_close(&loop);
}

/* Only the holder of the lease rates; after it has been silent for a while, another one does. */
static void one_worker_at_a_time(void **state)
{
    static struct season season;
    struct rating_step first = {.process = 1, .now = 1000, .limit = 20};
    struct rating_step second = {.process = 2, .now = 1000, .limit = 20};
    struct loop loop;

    (void)state;
    draw_season(&season, 3);
    loop_open(&loop);
    insert_results(&loop, &season, 0, GAMES);
    assert_int_equal(transact(&loop, rating_step, &first), STORE_OK);
    assert_true(first.rated > 0 && first.more);
    for (int i = 0; i < 3; i++) {
        second.now = 1000 + i * RATING_LEASE_MS / 2;
        assert_int_equal(transact(&loop, rating_look, &second), STORE_OK);
        assert_false(second.more);
        assert_int_equal(transact(&loop, rating_step, &second), STORE_OK);
        assert_true(second.rated == 0 && !second.more);
    }
    second.now = 1001 + RATING_LEASE_MS;
    assert_int_equal(transact(&loop, rating_look, &second), STORE_OK);
    assert_true(second.more);
    do {
        assert_int_equal(transact(&loop, rating_step, &second), STORE_OK);
    } while (second.more);
    first.now = second.now;
    assert_int_equal(transact(&loop, rating_step, &first), STORE_OK);
    assert_int_equal(first.rated, 0);
    check(&loop, &season);
    loop_close(&loop);
}

static enum store_answer read_sides(struct db *db, void *context)
{
    const char *const *wanted = context;

    return db_number(db, 0, "SELECT count(*) FROM results WHERE game = $1 AND sides = $2", "tt",
                     wanted[0], wanted[1]) == 1
               ? STORE_OK
               : STORE_MISSING;
}

/* Members whose seats a computer has taken have lost. If one of them has deleted the
 * account, or two have used one device, the result does not count. */
static void leavers_have_lost(void **state)
{
    const char *wanted[] = {"leavers", "1001=1 1002=2 1003=2 1004=2"};
    struct game_result result = {
        .game = "leavers",
        .list = "quoridor-many-fast",
        .side_count = 2,
        .sides = {{.rank = 1, .count = 1, .players = {{.member = 1001}}},
                  {.rank = 2, .count = 1, .players = {{.member = 1002}}}},
        .left = 2,
    };
    struct loop loop;

    (void)state;
    loop_open(&loop);
    execute("INSERT INTO conduct (member, game, at, tenths, kind) VALUES"
            " (1003, 'leavers', 1, 10, 'left'), (1002, 'leavers', 3, 10, 'left'),"
            " (1005, 'another', 1, 10, 'left')");
    assert_int_equal(transact(&loop, result_insert, &result), STORE_OK);
    assert_int_equal(transact(&loop, read_sides, wanted), STORE_MISSING);
    execute("INSERT INTO conduct (member, game, at, tenths, kind) VALUES"
            " (1004, 'leavers', 2, 10, 'left')");
    execute("INSERT INTO devices (hash, member, seen) VALUES ('a', 1001, 0), ('a', 1004, 0)");
    assert_int_equal(transact(&loop, result_insert, &result), STORE_OK);
    assert_int_equal(transact(&loop, read_sides, wanted), STORE_MISSING);
    execute("DELETE FROM devices WHERE member = 1004");
    for (int i = 0; i < 2; i++) { /* again: nothing changes */
        assert_int_equal(transact(&loop, result_insert, &result), STORE_OK);
        assert_int_equal(transact(&loop, read_sides, wanted), STORE_OK);
    }
    loop_close(&loop);
}

/* Who has deleted the account, is suspended or hides the rating is not on the leaderboard. */
static void leaderboards_show_active_members(void **state)
{
    struct rating_question board = {.list = "quoridor-two-fast", .member = FIRST + 1, .now = 1000};
    struct rating_question lists = {.now = 1000};
    struct loop loop;
    json_t *list;
    size_t i;

    (void)state;
    loop_open(&loop);
    execute("INSERT INTO members (id, name, kind, status, shown, created, seen) VALUES"
            " (1001, '', 0, 2, 15, 0, 0), (1002, 'Ben', 0, 0, 15, 0, 0),"
            " (1003, 'Eve', 0, 1, 15, 0, 0), (1004, 'Ida', 0, 0, 14, 0, 0)");
    execute("INSERT INTO ratings (list, member, r, rd, vol, games, at, points)"
            " SELECT 'quoridor-two-fast', id, 3000 - id, 60, 0.06, 30, 1000, 3000 - id"
            " FROM members WHERE id >= 1001");
    assert_int_equal(transact(&loop, board_read, &board), STORE_OK);
    const json_t *members = json_object_get(board.answer, "members");

    assert_int_equal(json_array_size(members), 1);
    assert_string_equal(json_string_value(json_object_get(json_array_get(members, 0), "name")),
                        "Ben");
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(board.answer, "me"), "rank")), 1);
    assert_int_equal(json_array_size(json_object_get(board.answer, "distribution")), 1);
    assert_int_equal(transact(&loop, lists_read, &lists), STORE_OK);
    json_array_foreach(json_object_get(lists.answer, "lists"), i, list)
        if (strcmp(json_string_value(json_object_get(list, "list")), board.list) == 0)
            assert_int_equal(json_integer_value(json_object_get(list, "members")), 3);
    json_decref(board.answer);
    json_decref(lists.answer);
    loop_close(&loop);
}

/* Two servers, each of which wants the lease that nobody renews: their steps mix. */
static void two_servers(void **state)
{
    static struct season season;
    struct loop loops[2];
    struct rating_step steps[2] = {{.process = 1, .limit = 11}, {.process = 2, .limit = 13}};
    struct job jobs[2] = {{.work = rating_step, .context = &steps[0]},
                          {.work = rating_step, .context = &steps[1]}};
    int rated[2] = {0}, idle = 0;

    (void)state;
    only_on(true);
    draw_season(&season, 4);
    loop_open(&loops[0]);
    loop_open(&loops[1]);
    insert_results(&loops[0], &season, 0, GAMES);
    for (int64_t now = 1; idle < 3; now += 2 * RATING_LEASE_MS) {
        for (int i = 0; i < 2; i++) {
            steps[i].now = now;
            jobs[i].answers = (struct answers){0};
            store_transact(loops[i].store, do_job, on_written, &jobs[i]);
        }
        for (int i = 0; i < 2; i++) {
            loop_until(&loops[i], &jobs[i].answers.count, 1);
            if (jobs[i].answers.last == STORE_OK)
                rated[i] += steps[i].rated;
        }
        idle = steps[0].rated + steps[1].rated == 0 ? idle + 1 : 0;
    }
    assert_int_equal(rated[0] + rated[1], GAMES);
    check(&loops[0], &season);
    loop_close(&loops[0]);
    loop_close(&loops[1]);
}

static void sides_as_text(void **state)
{
    static const char *const good[] = {"1001=1 1002=2", "1001+b1002=1 5@1956+1003=2",
                                       "1001=1 1002=1 1003=1 1004=1"};
    static const char *const bad[] = {"",        "1001=1",        "1001=1 1002", "1001=1 x=2",
                                      "0=1 1=2", "1001=0 1002=2", "1=1 2=2 3=2 4=2 5=2",
                                      "1001=1 1002=2x"};
    struct game_result result;
    char text[SIDES_TEXT];

    (void)state;
    for (int i = 0; i < COUNT(good); i++) {
        assert_true(sides_read(good[i], &result));
        sides_write(&result, text);
        assert_string_equal(text, good[i]);
    }
    for (int i = 0; i < COUNT(bad); i++)
        assert_false(sides_read(bad[i], &result));
    assert_true(sides_read(good[1], &result));
    assert_true(result.sides[0].players[1].program && result.sides[1].players[0].program);
    assert_int_equal(result.sides[1].players[0].rating, 1956);
}

/* Against a program half the change, for people; the program's own is whole. */
static void half_against_programs(void **state)
{
    struct game_result person = {.at = 5}, bot = {.at = 5};
    struct standing whole[TB_PLAYERS_MAX][TB_PLAYERS_MAX], half[TB_PLAYERS_MAX][TB_PLAYERS_MAX];

    (void)state;
    for (int i = 0; i < 2; i++)
        whole[i][0] = half[i][0] = standing_newcomer;
    assert_true(sides_read("1001=1 1002=2", &person) && sides_read("1001=1 b1002=2", &bot));
    result_rate(&person, 1, whole);
    result_rate(&bot, 1, half);
    assert_true(half[0][0].rating.rating - 1500 == (whole[0][0].rating.rating - 1500) / 2);
    assert_true(350 - half[0][0].rating.deviation == (350 - whole[0][0].rating.deviation) / 2);
    assert_true(half[1][0].rating.rating == whole[1][0].rating.rating);
    assert_int_equal(half[0][0].games, 1);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(same_numbers_as_a_replay), STORE_TEST(annulled_results_are_undone),
        STORE_TEST(one_worker_at_a_time),     STORE_TEST(two_servers),
        STORE_TEST(leaderboards_show_active_members), STORE_TEST(leavers_have_lost),
        cmocka_unit_test(sides_as_text),      cmocka_unit_test(half_against_programs),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
