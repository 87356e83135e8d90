/* account_api.c - requests about members: games, profiles, follows, tokens, export, deletion. */
#include <stdlib.h>
#include <string.h>

#include "server/common/json_field.h"
#include "server/common/secret.h"
#include "server/members/account_store.h"
#include "server/members/member_api.h"
#include "server/members/rewrite.h"
#include "server/websocket.h"

/* ---- Games ------------------------------------------------------------------------------ */

/* The one of the member's seats that counts: where it is their turn, or the first. */
static int seat_in(const struct stored_game *game, int64_t member)
{
    int turn = game->summary.turn, seat = 0;

    for (int i = game->players; i > 0; i--)
        if (game->seats[i - 1].member == member && (seat == 0 || seat != turn))
            seat = i;
    return seat;
}

static json_t *entry_encode(const struct stored_game *game, int64_t member, int64_t now)
{
    const struct summary *summary = &game->summary;
    json_t *entry = game_encode(game);
    int seat = seat_in(game, member);
    bool turn = summary->status == GAME_RUNNING && summary->turn == seat;
    bool clock = !json_is_null(json_object_get(entry, "clock"));

    json_object_set_new(entry, "seat", json_integer(seat));
    json_object_set_new(entry, "myturn", json_boolean(turn));
    json_object_set_new(entry, "left",
                        turn && clock && summary->due > 0
                            ? json_integer(summary->due > now ? summary->due - now : 0)
                            : json_null());
    return entry;
}

static void on_games(void *context, enum store_answer answer)
{
    struct games_call *games = context;
    struct member_call *call = &games->call;
    int count = games->listed.count < PAGE_GAMES ? games->listed.count : PAGE_GAMES;
    char cursor[40] = "";
    struct text text = text_into(cursor, sizeof cursor);

    if (call_failed(call, answer))
        return;
    json_t *list = json_array();

    for (int i = 0; i < count; i++)
        json_array_append_new(list,
                              entry_encode(&games->games[i], call->session.member.id, call->now));
    if (games->listed.count > PAGE_GAMES)
        text_add(&text, "%lld-%s", (long long)games->games[count - 1].summary.updated,
                 games->games[count - 1].id);
    call_answer(call, 200,
                json_pack("{so so}", "games", list, "next",
                          *cursor ? json_string(cursor) : json_null()));
}

static bool read_page(const struct http_header *head, struct games_call *games,
                      struct refusal *refusal)
{
    char turn[8], before[48], *end = before;

    if (!header_argument(head, "turn", turn, sizeof turn) ||
        !header_argument(head, "before", before, sizeof before))
        return refuse(refusal, REFUSED_SYNTAX, "An argument is too long, or not a text in UTF-8.");
    games->mine = strcmp(turn, "mine") == 0;
    if (!*before)
        return true;
    games->before = strtoll(before, &end, 10);
    if (games->before <= 0 || *end != '-' || !id_valid(end + 1))
        return refuse(refusal, REFUSED_SYNTAX,
                      "\"before\" must be the value of \"next\" in an earlier answer.");
    strcpy(games->before_id, end + 1);
    return true;
}

static void list_my_games(const struct api_request *request, struct reply *reply)
{
    struct games_call *games = call_grow(request, reply, sizeof *games);
    struct refusal refusal;

    if (!games)
        return;
    if (read_page(request->head, games, &refusal))
        store_ask(request->server->store, games_list, on_games, games);
    else
        call_refuse(&games->call, &refusal);
}

static void on_adopted(void *context, enum store_answer answer)
{
    struct adopt_call *adopt = context;
    struct member_call *call = &adopt->call;
    const struct member *member = &call->session.member;

    if (call_failed(call, answer))
        return;
    json_t *taken = json_array();

    for (int i = 0; i < adopt->count; i++)
        if (adopt->games[i].done) {
            json_array_append_new(taken, json_string(adopt->games[i].id));
            hub_adopt(call->server->hub, adopt->games[i].id, adopt->games[i].hash, member->id,
                      member->name);
        }
    rewrite_member(call->server, member->id);
    call_answer(call, 200, json_pack("{so}", "games", taken));
}

static bool read_games(const json_t *body, struct adopt_call *adopt, struct refusal *refusal)
{
    const json_t *games = json_object_get(body, "games"), *one;
    char secret[64];
    size_t i;

    if (!json_is_array(games) || json_array_size(games) > LIST_MAX)
        return refuse(refusal, REFUSED_SYNTAX, "\"games\" must be a list of at most {max}.",
                      arg_count("max", LIST_MAX));
    json_array_foreach(games, i, one)
    {
        struct adopted *game = &adopt->games[adopt->count];

        *secret = '\0';
        if (!field_string(one, "id", game->id, sizeof game->id, refusal) ||
            !field_string(one, "secret", secret, sizeof secret, refusal))
            return false;
        secret_hash(secret, game->hash);
        adopt->count += id_valid(game->id) && *secret;
    }
    return true;
}

static void adopt_games(const struct api_request *request, struct reply *reply)
{
    struct adopt_call *adopt = call_grow(request, reply, sizeof *adopt);
    json_t *body = adopt ? call_body(&adopt->call, request) : NULL;
    struct refusal refusal;

    if (!body)
        return;
    bool good = read_games(body, adopt, &refusal);

    json_decref(body);
    if (good)
        store_transact(request->server->store, games_adopt, on_adopted, adopt);
    else
        call_refuse(&adopt->call, &refusal);
}

/* ---- Profiles, follows, blocks ------------------------------------------------------------- */

/* A call about the member who is named in the path. */
static struct member_call *call_about(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = call_new(request, reply);
    struct text name = text_into(call ? call->name : NULL, call ? sizeof call->name : 0);

    if (!call)
        return NULL;
    text_add(&name, "%s", request->arguments[0]);
    name_keys_of(call->name, &call->keys);
    call->list = json_array();
    return call;
}

static void refuse_unknown(struct member_call *call)
{
    struct refusal refusal;

    refuse(&refusal, REFUSED_UNKNOWN, "There is no such member.");
    call_refuse(call, &refusal);
}

static void on_profile(void *context, enum store_answer answer)
{
    struct member_call *call = context;
    const struct profile *profile = &call->profile;

    if (call_failed(call, answer))
        return;
    if (answer != STORE_OK) {
        refuse_unknown(call);
        return;
    }
    json_t *member = json_pack("{ss ss sI}", "name", profile->member.name, "kind",
                               member_kind_word(profile->member.kind), "created",
                               (json_int_t)profile->created);

    if (profile->shown & PART_ABOUT)
        json_object_set_new(member, "about", json_string(profile->about));
    if (profile->shown & PART_ONLINE)
        json_object_set_new(member, "seen", json_integer(profile->seen));
    if (profile->ratings)
        json_object_set(member, "ratings", profile->ratings);
    if (profile->shown & PART_GAMES) {
        json_object_set(member, "games", json_array_get(call->list, 0));
        json_object_set(member, "opponents", json_array_get(call->list, 1));
    }
    if (profile->openings)
        json_object_set(member, "openings", profile->openings);
    call_answer(call, 200, json_pack("{so}", "member", member));
}

static void show_profile(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = call_about(request, reply);

    if (call)
        store_ask(request->server->store, profile_find, on_profile, call);
}

static bool is_about_blocks(const struct api_request *request)
{
    return strncmp(request->head->path, "/api/me/blocks", strlen("/api/me/blocks")) == 0;
}

static void on_relation(void *context, enum store_answer answer)
{
    struct member_call *call = context;
    struct refusal refusal;

    if (call_failed(call, answer))
        return;
    if (answer == STORE_OK) {
        call_answer(call, 200, json_object());
    } else if (answer == STORE_MISSING) {
        refuse_unknown(call);
    } else {
        refuse(&refusal, REFUSED_RIGHTS, "That is yourself, or your list is full.");
        call_refuse(call, &refusal);
    }
}

static void set_relation(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = call_about(request, reply);

    if (!call)
        return;
    call->flags = is_about_blocks(request);
    call->number = strcmp(request->method, "PUT") == 0;
    store_transact(request->server->store, relation_set, on_relation, call);
}

static void on_relations(void *call, enum store_answer answer)
{
    call_answer_list(call, answer, "members");
}

static void list_relations(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = call_about(request, reply);

    if (!call)
        return;
    call->flags = is_about_blocks(request);
    store_ask(request->server->store, relations_list, on_relations, call);
}

/* ---- Tokens -------------------------------------------------------------------------------- */

static void on_tokens(void *call, enum store_answer answer)
{
    call_answer_list(call, answer, "tokens");
}

static void list_tokens(const struct api_request *request, struct reply *reply)
{
    call_list(request, reply, tokens_list, on_tokens);
}

static bool read_token(const json_t *body, struct member_call *call, struct refusal *refusal)
{
    const json_t *scopes = json_object_get(body, "scopes"), *scope;
    size_t i;

    if (!field_line(body, "label", LABEL_CHARACTERS, call->text, LABEL_SIZE, refusal))
        return false;
    json_array_foreach(scopes, i, scope)
    {
        const char *word = json_is_string(scope) ? json_string_value(scope) : "";

        call->flags |= strcmp(word, "read") == 0   ? SCOPE_READ
                       : strcmp(word, "play") == 0 ? SCOPE_PLAY
                                                   : SCOPE_ACCOUNT;
    }
    return (call->flags != 0 && !(call->flags & SCOPE_ACCOUNT)) ||
           refuse(refusal, REFUSED_SYNTAX, "\"scopes\" must be a list of read and play.");
}

static void on_token_created(void *context, enum store_answer answer)
{
    struct member_call *call = context;
    struct refusal refusal;

    if (call_failed(call, answer))
        return;
    if (answer == STORE_OK) {
        call_answer(call, 201, json_pack("{sI ss}", "id", (json_int_t)call->found, "token",
                                         call->secret));
        return;
    }
    refuse(&refusal, REFUSED_RIGHTS, "You have {max} tokens, the limit; withdraw one.",
           arg_count("max", TOKENS_MAX));
    call_refuse(call, &refusal);
}

static void create_token(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = call_new(request, reply);
    json_t *body = call ? call_body(call, request) : NULL;
    struct refusal refusal;

    if (!body)
        return;
    bool good = read_token(body, call, &refusal);

    json_decref(body);
    if (!good) {
        call_refuse(call, &refusal);
        return;
    }
    session_draw(TOKEN_PREFIX, call->secret, call->hash);
    store_transact(request->server->store, token_create, on_token_created, call);
}

static void end_token(const struct api_request *request, struct reply *reply)
{
    struct refusal unknown;

    refuse(&unknown, REFUSED_UNKNOWN, "There is no such token.");
    call_remove(request, reply, token_end, &unknown);
}

/* ---- Export, and the end ----------------------------------------------------------------------- */

static void on_exported(void *context, enum store_answer answer)
{
    struct member_call *call = context;
    struct text name =
        text_into(call->reply->file_name, sizeof call->reply->file_name);

    if (call_failed(call, answer))
        return;
    text_add(&name, "tablier-export.json");
    json_object_set_new(call->list, "member", member_encode(&call->profile));
    call_answer(call, 200, json_incref(call->list));
}

static void export_me(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = call_new(request, reply);

    if (!call)
        return;
    call->list = json_object();
    store_ask(request->server->store, member_export, on_exported, call);
}

static void on_deleted(void *context, enum store_answer answer)
{
    struct member_call *call = context;

    if (call_failed(call, answer))
        return;
    session_forget_member(call->server->sessions, call->session.member.id);
    sockets_renew_member(call->server, call->session.member.id);
    rewrite_member(call->server, call->session.member.id);
    session_cookie("", call->reply->secure, call->reply->cookie, sizeof call->reply->cookie);
    call_answer(call, 200, json_pack("{sn}", "member"));
}

/* The name must be given, so that nobody does it by accident. */
static void delete_me(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = call_new(request, reply);
    json_t *body = call ? call_body(call, request) : NULL;
    struct refusal refusal;

    if (!body)
        return;
    bool good = field_string(body, "name", call->name, sizeof call->name, &refusal) &&
                (strcmp(call->name, call->session.member.name) == 0 ||
                 refuse(&refusal, REFUSED_RIGHTS, "Give the name of the account to delete it."));

    json_decref(body);
    if (good)
        store_transact(request->server->store, member_delete, on_deleted, call);
    else
        call_refuse(call, &refusal);
}

const struct route account_routes[] = {
    {"GET", "/api/me/games", FOR_READING, list_my_games},
    {"POST", "/api/me/games", FOR_SESSION, adopt_games},
    {"GET", "/api/members/*", FOR_ALL, show_profile},
    {"GET", "/api/me/follows", FOR_READING, list_relations},
    {"GET", "/api/me/blocks", FOR_READING, list_relations},
    {"PUT", "/api/me/follows/*", FOR_SESSION, set_relation},
    {"DELETE", "/api/me/follows/*", FOR_SESSION, set_relation},
    {"PUT", "/api/me/blocks/*", FOR_SESSION, set_relation},
    {"DELETE", "/api/me/blocks/*", FOR_SESSION, set_relation},
    {"GET", "/api/me/tokens", FOR_SESSION, list_tokens},
    {"POST", "/api/me/tokens", FOR_SESSION, create_token},
    {"DELETE", "/api/me/tokens/*", FOR_SESSION, end_token},
    {"GET", "/api/me/export", FOR_SESSION, export_me},
    {"DELETE", "/api/me", FOR_SESSION, delete_me},
    {0},
};
