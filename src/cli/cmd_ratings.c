/* cmd_ratings.c - tablier ratings: the server's rating lists, and rating them again. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/store_place.h"
#include "core/array.h"
#include "server/common/secret.h"
#include "server/ratings/leaderboard.h"
#include "server/ratings/rating_store.h"
#include "server/store/store_sync.h"

struct args {
    const char *store, *annul, *reinstate;
    bool recompute;
};

static const struct option options[] = {
    {"store", "FILE", N_("the store to read (default: the one that tablier serve uses)"), take_text,
     ARG(store)},
    {"recompute", NULL, N_("rate all results again, and compare with the ratings that were stored"),
     take_flag, ARG(recompute)},
    {"annul", "ID", N_("do not count this game, and rate its list again from there"), take_text,
     ARG(annul)},
    {"reinstate", "ID", N_("count an annulled game again"), take_text, ARG(reinstate)},
    {0},
};

static int store_failure(void)
{
    return failure("The store cannot be reached at the moment; try again.");
}

/* ---- Rating again ---------------------------------------------------------------------- */

/* All ratings, in a fixed order. */
struct snapshot {
    struct rating {
        char list[LIST_SIZE];
        int64_t member, games, at;
        double r, rd, vol;
    } * ratings;
    size_t capacity;
    int count;
    int64_t results, lists;
};

static bool take_rating(void *context, const struct db_row_view *row)
{
    struct snapshot *snapshot = context;

    if (!ARRAY_RESERVE(snapshot->ratings, snapshot->capacity, snapshot->count, 1))
        return false;
    struct rating *rating = &snapshot->ratings[snapshot->count++];

    memset(rating, 0, sizeof *rating);
    snprintf(rating->list, sizeof rating->list, "%s", row_text(row, 0));
    rating->member = row_int(row, 1);
    rating->games = row_int(row, 2);
    rating->at = row_int(row, 3);
    rating->r = row_real(row, 4);
    rating->rd = row_real(row, 5);
    rating->vol = row_real(row, 6);
    return true;
}

static enum store_answer take_snapshot(struct db *db, void *context)
{
    struct snapshot *snapshot = context;

    snapshot->count = 0;
    db_query(db, take_rating, snapshot,
             "SELECT list, member, games, at, r, rd, vol FROM ratings ORDER BY list, member", "");
    snapshot->results = db_number(db, 0, "SELECT count(*) FROM results WHERE annulled = 0", "");
    snapshot->lists = db_number(db, 0, "SELECT count(*) FROM rating_lists", "");
    return STORE_OK;
}

/* Steps until everything is rated; another server may do some of them. */
static bool rate_all(struct store_sync *store)
{
    struct rating_step step = {.process = (int64_t)(random_number() >> 1 | 1),
                               .limit = RATING_STEP};

    do {
        step.now = store_sync_now(store);
        if (store_sync_transact(store, rating_step, &step) != STORE_OK)
            return false;
        if (step.busy)
            usleep(200000);
    } while (step.busy || step.more);
    return true;
}

/* The number of ratings that are not the same, to the last bit. */
static int differences(const struct snapshot *before, const struct snapshot *after)
{
    int different = abs(before->count - after->count);

    for (int i = 0; i < before->count && i < after->count; i++)
        different +=
            memcmp(&before->ratings[i], &after->ratings[i], sizeof before->ratings[i]) != 0;
    return different;
}

static int recompute(struct store_sync *store)
{
    struct snapshot before = {0}, after = {0};
    bool good = rate_all(store) && store_sync_transact(store, take_snapshot, &before) == STORE_OK &&
                store_sync_transact(store, rating_restart, NULL) == STORE_OK && rate_all(store) &&
                store_sync_transact(store, take_snapshot, &after) == STORE_OK;
    int different = differences(&before, &after), status = GO_ON;

    if (!good)
        status = store_failure();
    else if (different > 0)
        status = failure("{count, plural, one {# rating was} other {# ratings were}} different "
                         "before; now all follow from the results.",
                         arg_count("count", different));
    else
        print_out("{results, plural, one {# result} other {# results}} in {lists, plural, one {# "
                  "list} other {# lists}}: the same {ratings, plural, one {# rating} other {# "
                  "ratings}} as before.\n",
                  arg_count("results", (int)after.results), arg_count("lists", (int)after.lists),
                  arg_count("ratings", after.count));
    free(before.ratings);
    free(after.ratings);
    return status;
}

static int annul(struct store_sync *store, const char *game, bool annulled)
{
    struct annulment annulment = {.annulled = annulled};
    enum store_answer answer = STORE_MISSING;

    if (strlen(game) < sizeof annulment.game) {
        strcpy(annulment.game, game);
        answer = store_sync_transact(store, rating_annul, &annulment);
    }
    if (answer == STORE_MISSING)
        return usage_error("There is no rated result of a game {game}.", arg_text("game", game));
    if (answer != STORE_OK || !rate_all(store))
        return store_failure();
    print_out("{list} has been rated again.\n", arg_text("list", annulment.list));
    return GO_ON;
}

/* ---- Showing --------------------------------------------------------------------------- */

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static int number_of(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static void show_lists(const json_t *answer)
{
    const json_t *list;
    size_t i;

    json_array_foreach(json_object_get(answer, "lists"), i,
                       list) if (json_is_true(json_object_get(list, "rated")))
        print_out("{list}: {results, plural, one {# result} other {# results}}, {members, "
                  "plural, one {# member} other {# members}}\n",
                  arg_text("list", text_of(list, "list")),
                  arg_count("results", number_of(list, "results")),
                  arg_count("members", number_of(list, "members")));
}

static void show_board(const json_t *answer)
{
    const json_t *member;
    size_t i;

    json_array_foreach(json_object_get(answer, "members"), i, member) print_out(
        "{rank}. {name}: {rating} ± {deviation}, {games, plural, one {# game} other {# "
        "games}}\n",
        arg_count("rank", number_of(member, "rank")), arg_text("name", text_of(member, "name")),
        arg_count("rating", number_of(member, "rating")),
        arg_count("deviation", number_of(member, "deviation")),
        arg_count("games", number_of(member, "games")));
    if (i == 0)
        print_out("Nobody has played enough for this leaderboard yet.\n");
}

static int show(struct store_sync *store, const char *list)
{
    struct rating_question question = {.now = store_sync_now(store)};
    struct list_key key;

    if (list && (!list_parse(list, &key) || strlen(list) >= sizeof question.list))
        return usage_error("There is no rating list {list}; tablier ratings shows all of them.",
                           arg_text("list", list));
    if (list)
        strcpy(question.list, list);
    if (store_sync_transact(store, list ? board_read : lists_read, &question) != STORE_OK)
        return store_failure();
    (list ? show_board : show_lists)(question.answer);
    json_decref(question.answer);
    return GO_ON;
}

static int run(void *values, char **words)
{
    char place[PATH_MAX];
    struct args *args = values;
    struct tb_error error;

    if ((words[0] != NULL) + args->recompute + !!args->annul + !!args->reinstate > 1)
        return usage_error("Give only one of LIST, --recompute, --annul and --reinstate.");
    args->store = store_place(args->store, place);
    struct store_sync *store = store_sync_open(args->store, &error);

    if (!store)
        return failure_of(NULL, &error);
    int status = args->annul       ? annul(store, args->annul, true)
                 : args->reinstate ? annul(store, args->reinstate, false)
                 : args->recompute ? recompute(store)
                                   : show(store, words[0]);

    store_sync_close(store);
    return status;
}

const struct command cmd_ratings = {
    .name = "ratings",
    .words = "[LIST]",
    .summary = N_("Show the server's rating lists, or rate all games again."),
    ARGS(struct args),
    .environment = true,
};
