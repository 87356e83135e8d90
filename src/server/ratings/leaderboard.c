/* leaderboard.c - ratings for people: lists, leaderboards, histories, as JSON. */
#include "server/ratings/leaderboard.h"

#include <math.h>

#include "core/advice.h"
#include "jansson/message_json.h"

#define BOARD "75.0"      /* largest deviation on a leaderboard */
enum { BUCKET = 50, FIRST_PERSON_ID = 1001 };

/* Ratings that others may see: active people and bots who show them. $1 is the list. */
#define SEEN                                                                                       \
    " FROM ratings s JOIN members m ON m.id = s.member AND m.status = 0 AND m.shown % 2 = 1"       \
    " WHERE s.list = $1 "
#define ON_BOARD SEEN "AND " VARIANCE_NOW " <= " BOARD " * " BOARD " "
#define ESTABLISHED SEEN "AND " VARIANCE_NOW " < 110.0 * 110.0 "

/* {"rating", "deviation", "provisional"}: as it is now. */
static json_t *rating_encode(double rating, double deviation)
{
    return json_pack("{sI sI sb}", "rating", (json_int_t)lround(rating), "deviation",
                     (json_int_t)lround(deviation), "provisional",
                     deviation * deviation >= PROVISIONAL_VARIANCE);
}

/* ---- Lists -------------------------------------------------------------------------- */

static void list_add(struct db *db, const struct list_key *list, json_t *lists)
{
    const char *reason = list_unrated(list);
    char name[LIST_SIZE];
    struct refusal refusal;

    list_name(list, name);
    json_t *object = json_pack("{ss ss ss ss sb sb}", "list", name, "game", list->game->name,
                               "sides", list->sides == SIDES_TWO ? "two" : "many", "pace",
                               pace_name(list->pace), "rated", !reason, "pairs",
                               list_pairs(list));

    if (reason) {
        refuse(&refusal, REFUSED_TERMS, "This game cannot be rated. {reason}",
               arg_term("reason", reason));
        json_object_set_new(object, "reason", json_string(refusal.text));
        json_object_set_new(object, "message", message_json(refusal.message));
    }
    json_object_set_new(object, "members",
                        json_integer(db_number(db, 0,
                                               "SELECT count(*) FROM ratings s JOIN members m"
                                               " ON m.id = s.member AND m.status < 2"
                                               " WHERE s.list = $1",
                                               "t", name)));
    json_object_set_new(object, "results",
                        json_integer(db_number(db, 0,
                                               "SELECT count(*) FROM results WHERE list = $1"
                                               " AND annulled = 0",
                                               "t", name)));
    json_array_append_new(lists, object);
}

enum store_answer lists_read(struct db *db, void *context)
{
    struct rating_question *question = context;
    json_t *lists = json_array();

    for (int i = 0; tb_game_at(i); i++)
        for (int sides = 0; sides < SIDES_KINDS; sides++)
            for (int pace = 0; pace < PACES; pace++) {
                struct list_key list = {tb_game_at(i), (enum sides)sides, (enum pace)pace};

                if (list_exists(&list))
                    list_add(db, &list, lists);
            }
    json_decref(question->answer);
    question->answer = json_pack("{so}", "lists", lists);
    return STORE_OK;
}

/* ---- A leaderboard ------------------------------------------------------------------ */

struct page {
    json_t *members;
    int64_t skip, count;
};

static bool add_member(void *context, const struct db_row_view *row)
{
    struct page *page = context;
    json_t *object;

    if (page->count++ == BOARD_PAGE)
        return true;
    object = rating_encode(row_real(row, 2), sqrt(row_real(row, 3)));
    json_object_set_new(object, "rank", json_integer(page->skip + page->count));
    json_object_set_new(object, "name", json_string(row_text(row, 0)));
    json_object_set_new(object, "kind", json_string(row_int(row, 1) == 1 ? "bot" : "person"));
    json_object_set_new(object, "games", json_integer(row_int(row, 4)));
    json_array_append_new(page->members, object);
    return true;
}

static bool add_bucket(void *context, const struct db_row_view *row)
{
    json_array_append_new(context, json_pack("{sI sI}", "from",
                                             (json_int_t)(row_int(row, 0) * BUCKET), "count",
                                             (json_int_t)row_int(row, 1)));
    return true;
}

struct own {
    bool found;
    int64_t points, games;
    double rating, variance;
};

static bool take_own(void *context, const struct db_row_view *row)
{
    *(struct own *)context =
        (struct own){true, row_int(row, 0), row_int(row, 1), row_real(row, 2), row_real(row, 3)};
    return true;
}

/* The place of the member who asks: null without a rating; a rank on the leaderboard only. */
static json_t *own_place(struct db *db, const struct rating_question *question)
{
    struct own own = {0};

    db_query(db, take_own, &own,
             "SELECT s.points, s.games, s.r, " VARIANCE_NOW
             " FROM ratings s WHERE s.list = $1 AND s.member = $3",
             "tii", question->list, question->now, question->member);
    if (!own.found)
        return json_null();
    double deviation = sqrt(own.variance);
    json_t *object = rating_encode(own.rating, deviation);
    int64_t better = db_number(db, 0, "SELECT count(*)" ON_BOARD "AND s.points > $3", "tii",
                               question->list, question->now, own.points);
    int64_t all = db_number(db, 0, "SELECT count(*)" ESTABLISHED, "ti", question->list,
                            question->now);
    int64_t lower = db_number(db, 0, "SELECT count(*)" ESTABLISHED "AND s.points < $3", "tii",
                              question->list, question->now, own.points);

    json_object_set_new(object, "games", json_integer(own.games));
    json_object_set_new(object, "rank", deviation <= 75 ? json_integer(better + 1) : json_null());
    json_object_set_new(object, "percentile",
                        own.variance < PROVISIONAL_VARIANCE && all > 0
                            ? json_integer((100 * lower + all / 2) / all)
                            : json_null());
    return object;
}

enum store_answer board_read(struct db *db, void *context)
{
    struct rating_question *question = context;
    struct page page = {json_array(), question->skip, 0};
    json_t *distribution = json_array();

    db_query(db, add_member, &page,
             "SELECT m.name, m.kind, s.r, " VARIANCE_NOW ", s.games" ON_BOARD
             "ORDER BY s.points DESC, s.member LIMIT $3 OFFSET $4",
             "tiii", question->list, question->now, (int64_t)BOARD_PAGE + 1, question->skip);
    db_query(db, add_bucket, distribution,
             "SELECT s.points / 50, count(*)" ESTABLISHED "GROUP BY s.points / 50"
             " ORDER BY s.points / 50",
             "ti", question->list, question->now);
    json_decref(question->answer);
    question->answer = json_pack(
        "{ss so so so so}", "list", question->list, "members", page.members, "next",
        page.count > BOARD_PAGE ? json_sprintf("%lld", (long long)question->skip + BOARD_PAGE)
                                : json_null(),
        "me", own_place(db, question), "distribution", distribution);
    return STORE_OK;
}

/* ---- One member --------------------------------------------------------------------- */

static bool add_point(void *context, const struct db_row_view *row)
{
    json_t *point = json_pack("{sI sI sI ss sI}", "at", (json_int_t)row_int(row, 0), "rating",
                              (json_int_t)row_int(row, 1), "deviation",
                              (json_int_t)lround(row_real(row, 2)), "game", row_text(row, 3),
                              "change", (json_int_t)lround(row_real(row, 4)));

    json_array_insert_new(context, 0, point);
    return true;
}

enum store_answer history_read(struct db *db, void *context)
{
    struct rating_question *question = context;
    json_t *points = json_array();

    db_query(db, add_point, points,
             "SELECT at, points, rd, game, change FROM rating_log WHERE list = $1 AND member = $2"
             " ORDER BY number DESC LIMIT $3",
             "tii", question->list, question->member, (int64_t)HISTORY_MAX);
    json_decref(question->answer);
    question->answer = json_pack("{ss so}", "list", question->list, "points", points);
    return STORE_OK;
}

static bool add_rating(void *context, const struct db_row_view *row)
{
    json_t *object = rating_encode(row_real(row, 1), sqrt(row_real(row, 2)));

    json_object_set_new(object, "list", json_string(row_text(row, 0)));
    json_object_set_new(object, "games", json_integer(row_int(row, 3)));
    json_array_append_new(context, object);
    return true;
}

/* A computer's level has the same rating at every pace. */
static void add_levels(int level, json_t *ratings)
{
    for (int i = 0; tb_game_at(i); i++)
        for (int pace = 0; pace < PACES; pace++) {
            struct list_key list = {tb_game_at(i), SIDES_TWO, (enum pace)pace};
            int rating = list_level_rating(&list, level);
            char name[LIST_SIZE];

            if (!rating || list_unrated(&list))
                continue;
            list_name(&list, name);
            json_array_append_new(ratings, json_pack("{ss si si si sb}", "list", name, "rating",
                                                     rating, "deviation", 0, "games", 0,
                                                     "provisional", 0));
        }
}

json_t *member_ratings(struct db *db, int64_t member, int64_t now)
{
    json_t *ratings = json_array();

    if (member < FIRST_PERSON_ID)
        add_levels((int)member, ratings);
    else
        db_query(db, add_rating, ratings,
                 "SELECT s.list, s.r, " VARIANCE_NOW ", s.games FROM ratings s"
                 " WHERE s.member = $1 ORDER BY s.list",
                 "ii", member, now);
    return ratings;
}
