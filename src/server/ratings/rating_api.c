/* rating_api.c - requests about ratings: lists, leaderboards, histories. */
#include "server/ratings/rating_api.h"

#include <stdlib.h>
#include <string.h>

#include "server/members/member_store.h"
#include "server/ratings/leaderboard.h"

enum { SKIP_MAX = 1000000 };

/* A request that waits for the store. */
struct rating_call {
    struct rating_question question;
    struct reply *reply;
    char name[NAME_SIZE]; /* of the member whose history is wanted */
    struct name_keys keys;
    db_work *read;
};

static void on_read(void *context, enum store_answer answer)
{
    struct rating_call *call = context;
    struct refusal refusal;

    if (answer == STORE_OK) {
        reply_json(call->reply, 200, call->question.answer);
    } else if (answer == STORE_MISSING) {
        json_decref(call->question.answer);
        refuse(&refusal, REFUSED_UNKNOWN, "There is no such list or member.");
        api_refuse_guess(call->reply, &refusal);
    } else {
        json_decref(call->question.answer);
        api_refuse_store(call->reply);
    }
    free(call);
}

static enum store_answer read_question(struct db *db, void *context)
{
    struct rating_call *call = context;

    return call->read(db, &call->question);
}

/* The history of a member who shows ratings, or of oneself. */
static enum store_answer read_history(struct db *db, void *context)
{
    struct rating_call *call = context;
    int64_t asker = call->question.member;
    int64_t member = member_find(db, call->name, &call->keys);

    if (member == 0 ||
        (member != asker && db_number(db, 0,
                                      "SELECT 1 FROM members WHERE id = $1 AND status = 0"
                                      " AND shown % 2 = 1",
                                      "i", member) == 0))
        return STORE_MISSING;
    struct rating_question question = call->question;

    question.member = member;
    enum store_answer answer = history_read(db, &question);

    call->question.answer = question.answer;
    return answer;
}

static void ask(const struct api_request *request, struct reply *reply, const char *list,
                db_work *read, const char *name)
{
    struct rating_call *call = calloc(1, sizeof *call);
    struct list_key key;
    char before[16] = "";

    if (!call) {
        api_refuse_store(reply);
        return;
    }
    call->reply = reply;
    call->read = read;
    call->question.member = request->session.member.id;
    call->question.now = store_now(request->server->store);
    if (header_argument(request->head, "before", before, sizeof before) && atol(before) > 0 &&
        atol(before) < SKIP_MAX)
        call->question.skip = atol(before);
    if ((list && (!list_parse(list, &key) || strlen(list) >= LIST_SIZE)) ||
        (name && (strlen(name) >= NAME_SIZE || !name_keys_of(name, &call->keys)))) {
        on_read(call, STORE_MISSING);
        return;
    }
    strcpy(call->question.list, list ? list : "");
    strcpy(call->name, name ? name : "");
    store_ask(request->server->store, name ? read_history : read_question, on_read, call);
}

static void show_lists(const struct api_request *request, struct reply *reply)
{
    ask(request, reply, NULL, lists_read, NULL);
}

static void show_board(const struct api_request *request, struct reply *reply)
{
    ask(request, reply, request->arguments[0], board_read, NULL);
}

static void show_history(const struct api_request *request, struct reply *reply)
{
    ask(request, reply, request->arguments[1], NULL, request->arguments[0]);
}

const struct route rating_routes[] = {
    {"GET", "/api/ratings", FOR_ALL, .handle = show_lists},
    {"GET", "/api/ratings/*", FOR_ALL, .handle = show_board},
    {"GET", "/api/members/*/ratings/*", FOR_ALL, .handle = show_history},
    {0},
};
