/* account_api.c - requests about members: games, profiles, follows, tokens, export, deletion. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/common/json_field.h"
#include "server/common/secret.h"
#include "server/members/account_store.h"
#include "server/members/member_api.h"
#include "server/members/rewrite.h"

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

static json_t *answer_games(void *context)
{
    struct games_call *games = context;
    const struct member_call *call = &games->call;
    int count = games->listed.count < PAGE_GAMES ? games->listed.count : PAGE_GAMES;
    char cursor[40] = "";
    struct text text = text_into(cursor, sizeof cursor);

    for (int i = 0; i < count; i++)
        json_array_append_new(call->list,
                              entry_encode(&games->games[i], call->session.member.id, call->now));
    if (games->listed.count > PAGE_GAMES)
        text_add(&text, "%lld-%s", (long long)games->games[count - 1].summary.updated,
                 games->games[count - 1].id);
    return json_pack("{sO so}", "games", call->list, "next",
                     *cursor ? json_string(cursor) : json_null());
}

static bool read_page(void *context, const struct call_input *in)
{
    const struct http_header *head = in->request->head;
    struct games_call *games = context;
    char turn[8], before[48], *end = before;

    if (!header_argument(head, "turn", turn, sizeof turn) ||
        !header_argument(head, "before", before, sizeof before))
        return refuse(in->refusal, REFUSED_SYNTAX,
                      "An argument is too long, or not a text in UTF-8.");
    games->mine = strcmp(turn, "mine") == 0;
    if (!*before)
        return true;
    games->before = strtoll(before, &end, 10);
    if (games->before <= 0 || *end != '-' || !id_valid(end + 1))
        return refuse(in->refusal, REFUSED_SYNTAX,
                      "\"before\" must be the value of \"next\" in an earlier answer.");
    strcpy(games->before_id, end + 1);
    return true;
}

static const struct call_kind list_my_games = {.size = sizeof(struct games_call),
                                               .read = read_page,
                                               .asks = true,
                                               .work = games_list,
                                               .answer = answer_games};

static json_t *answer_adopted(void *context)
{
    struct adopt_call *adopt = context;
    const struct member_call *call = &adopt->call;
    const struct member *member = &call->session.member;

    for (int i = 0; i < adopt->count; i++)
        if (adopt->games[i].done) {
            json_array_append_new(call->list, json_string(adopt->games[i].id));
            hub_adopt(call->server->hub, adopt->games[i].id, adopt->games[i].hash, member->id,
                      member->name);
        }
    rewrite_member(call->server, member->id);
    return json_pack("{sO}", "games", call->list);
}

static bool read_games(void *context, const struct call_input *in)
{
    struct adopt_call *adopt = context;
    const json_t *games = json_object_get(in->body, "games"), *one;
    char secret[64];
    size_t i;

    if (!json_is_array(games) || json_array_size(games) > LIST_MAX)
        return refuse(in->refusal, REFUSED_SYNTAX, "\"games\" must be a list of at most {max}.",
                      arg_count("max", LIST_MAX));
    json_array_foreach(games, i, one)
    {
        struct adopted *game = &adopt->games[adopt->count];

        *secret = '\0';
        if (!field_string(one, "id", game->id, sizeof game->id, in->refusal) ||
            !field_string(one, "secret", secret, sizeof secret, in->refusal))
            return false;
        secret_hash(secret, game->hash);
        adopt->count += id_valid(game->id) && *secret;
    }
    return true;
}

static const struct call_kind adopt_games = {.size = sizeof(struct adopt_call),
                                             .has_body = true,
                                             .read = read_games,
                                             .work = games_adopt,
                                             .answer = answer_adopted};

/* ---- Profiles, follows, blocks ------------------------------------------------------------- */

#define NO_SUCH_MEMBER N_("There is no such member.")

/* The member who is named in the path; for a relation, which one, and whether it is to be. */
static bool read_whom(void *context, const struct call_input *in)
{
    struct member_call *call = context;

    snprintf(call->name, sizeof call->name, "%s", in->request->arguments[0]);
    name_keys_of(call->name, &call->keys);
    call->flags = strncmp(in->request->head->path, "/api/me/blocks", strlen("/api/me/blocks")) == 0;
    call->number = strcmp(in->request->method, "PUT") == 0;
    return true;
}

static json_t *answer_profile(void *context)
{
    struct member_call *call = context;
    const struct profile *profile = &call->profile;
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
    return json_pack("{so}", "member", member);
}

static const struct call_kind show_profile = {.read = read_whom,
                                              .asks = true,
                                              .work = profile_find,
                                              .unknown = NO_SUCH_MEMBER,
                                              .answer = answer_profile};

static json_t *answer_relation(void *context)
{
    struct member_call *call = context;

    refuse(&call->wrong, REFUSED_RIGHTS, "That is yourself, or your list is full.");
    return call->result == STORE_OK ? json_object() : NULL;
}

static const struct call_kind set_relation = {.read = read_whom,
                                              .work = relation_set,
                                              .unknown = NO_SUCH_MEMBER,
                                              .answer = answer_relation};

static const struct call_kind list_relations = {
    .read = read_whom, .asks = true, .work = relations_list, .list = "members"};

/* ---- Tokens -------------------------------------------------------------------------------- */

static const struct call_kind list_tokens = {.asks = true, .work = tokens_list, .list = "tokens"};

static bool read_token(void *context, const struct call_input *in)
{
    struct member_call *call = context;
    const json_t *scopes = json_object_get(in->body, "scopes"), *scope;
    size_t i;

    session_draw(TOKEN_PREFIX, call->secret, call->hash);
    if (!field_line(in->body, "label", LABEL_CHARACTERS, call->text, LABEL_SIZE, in->refusal))
        return false;
    json_array_foreach(scopes, i, scope)
    {
        const char *word = json_is_string(scope) ? json_string_value(scope) : "";

        call->flags |= strcmp(word, "read") == 0   ? SCOPE_READ
                       : strcmp(word, "play") == 0 ? SCOPE_PLAY
                                                   : SCOPE_ACCOUNT;
    }
    return (call->flags != 0 && !(call->flags & SCOPE_ACCOUNT)) ||
           refuse(in->refusal, REFUSED_SYNTAX, "\"scopes\" must be a list of read and play.");
}

static json_t *answer_token(void *context)
{
    struct member_call *call = context;

    refuse(&call->wrong, REFUSED_RIGHTS, "You have {max} tokens, the limit; withdraw one.",
           arg_count("max", TOKENS_MAX));
    return call->result != STORE_OK ? NULL
                                    : json_pack("{sI ss}", "id", (json_int_t)call->found, "token",
                                                call->secret);
}

static const struct call_kind create_token = {.has_body = true,
                                              .read = read_token,
                                              .work = token_create,
                                              .answer = answer_token,
                                              .status = 201};

static const struct call_kind end_token = {.read = call_read_number,
                                           .work = token_end,
                                           .unknown = N_("There is no such token."),
                                           .answer = call_removed};

/* ---- Export, and the end --------------------------------------------------------------------- */

static bool begin_export(void *context, const struct call_input *in)
{
    struct member_call *call = context;

    (void)in;
    json_decref(call->list);
    call->list = json_object();
    return true;
}

static json_t *answer_export(void *context)
{
    struct member_call *call = context;

    snprintf(call->reply->file_name, sizeof call->reply->file_name, "tablier-export.json");
    json_object_set_new(call->list, "member", member_encode(&call->profile));
    return json_incref(call->list);
}

static const struct call_kind export_me = {
    .read = begin_export, .asks = true, .work = member_export, .answer = answer_export};

/* The name must be given, so that nobody does it by accident. */
static bool read_own_name(void *context, const struct call_input *in)
{
    struct member_call *call = context;

    return field_string(in->body, "name", call->name, sizeof call->name, in->refusal) &&
           (strcmp(call->name, call->session.member.name) == 0 ||
            refuse(in->refusal, REFUSED_RIGHTS, "Give the name of the account to delete it."));
}

static json_t *answer_deleted(void *context)
{
    struct member_call *call = context;

    json_decref(call_removed(call));
    rewrite_member(call->server, call->session.member.id);
    session_cookie("", call->reply->secure, call->reply->cookie, sizeof call->reply->cookie);
    return json_pack("{sn}", "member");
}

static const struct call_kind delete_me = {
    .has_body = true, .read = read_own_name, .work = member_delete, .answer = answer_deleted};

const struct route account_routes[] = {
    {"GET", "/api/me/games", FOR_READING, .call = &list_my_games},
    {"POST", "/api/me/games", FOR_SESSION, .call = &adopt_games},
    {"GET", "/api/members/*", FOR_ALL, .call = &show_profile},
    {"GET", "/api/me/follows", FOR_READING, .call = &list_relations},
    {"GET", "/api/me/blocks", FOR_READING, .call = &list_relations},
    {"PUT", "/api/me/follows/*", FOR_SESSION, .call = &set_relation},
    {"DELETE", "/api/me/follows/*", FOR_SESSION, .call = &set_relation},
    {"PUT", "/api/me/blocks/*", FOR_SESSION, .call = &set_relation},
    {"DELETE", "/api/me/blocks/*", FOR_SESSION, .call = &set_relation},
    {"GET", "/api/me/tokens", FOR_SESSION, .call = &list_tokens},
    {"POST", "/api/me/tokens", FOR_SESSION, .call = &create_token},
    {"DELETE", "/api/me/tokens/*", FOR_SESSION, .call = &end_token},
    {"GET", "/api/me/export", FOR_SESSION, .call = &export_me},
    {"DELETE", "/api/me", FOR_SESSION, .call = &delete_me},
    {0},
};
