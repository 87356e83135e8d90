/* member_api.c - requests about members: creation, sessions, their own accounts. */
#include "server/members/member_api.h"

#include <stdlib.h>
#include <string.h>

#include "server/common/json_field.h"
#include "server/common/secret.h"
#include "server/members/device.h"
#include "server/members/moderation.h"
#include "server/members/rewrite.h"
#include "server/websocket.h"

/* ---- Calls -------------------------------------------------------------------------- */

struct member_call *call_new(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = calloc(1, sizeof *call);

    if (!call) {
        api_refuse_store(reply);
        return NULL;
    }
    call->server = request->server;
    call->reply = reply;
    call->session = request->session;
    call->now = store_now(request->server->store);
    return call;
}

void *call_grow(const struct api_request *request, struct reply *reply, size_t size)
{
    struct member_call *call = call_new(request, reply);
    struct member_call *large = call ? calloc(1, size) : NULL;

    if (large)
        *large = *call;
    else if (call)
        api_refuse_store(reply);
    free(call);
    return large;
}

void call_free(struct member_call *call)
{
    json_decref(call->list);
    json_decref(call->profile.ratings);
    json_decref(call->profile.openings);
    free(call);
}

void call_refuse(struct member_call *call, const struct refusal *refusal)
{
    reply_refusal(call->reply, refusal);
    call_free(call);
}

bool call_failed(struct member_call *call, enum store_answer answer)
{
    if (answer != STORE_FAILED)
        return false;
    api_refuse_store(call->reply);
    call_free(call);
    return true;
}

void call_answer(struct member_call *call, int status, json_t *json)
{
    reply_json(call->reply, status, json);
    call_free(call);
}

void call_answer_list(void *context, enum store_answer answer, const char *key)
{
    struct member_call *call = context;

    if (!call_failed(call, answer))
        call_answer(call, 200, json_pack("{sO}", key, call->list));
}

void call_list(const struct api_request *request, struct reply *reply, db_work *work,
               store_written *done)
{
    struct member_call *call = call_new(request, reply);

    if (!call)
        return;
    call->list = json_array();
    store_ask(request->server->store, work, done, call);
}

static void on_removed(void *context, enum store_answer answer)
{
    struct member_call *call = context;

    if (call_failed(call, answer))
        return;
    if (answer != STORE_OK) {
        call_refuse(call, &call->wrong);
        return;
    }
    session_forget_member(call->server->sessions, call->session.member.id);
    sockets_renew_member(call->server, call->session.member.id);
    call_answer(call, 200, json_object());
}

void call_remove(const struct api_request *request, struct reply *reply, db_work *work,
                 const struct refusal *unknown)
{
    struct member_call *call = call_new(request, reply);

    if (!call)
        return;
    call->number = strtoll(request->arguments[0], NULL, 10);
    call->wrong = *unknown;
    store_transact(request->server->store, work, on_removed, call);
}

json_t *call_body(struct member_call *call, const struct api_request *request)
{
    struct refusal refusal;
    json_t *body = api_body(request, &refusal);

    if (!body)
        call_refuse(call, &refusal);
    return body;
}

/* ---- Members as JSON ------------------------------------------------------------------ */

static const struct {
    const char *word;
    enum member_part part;
} parts[] = {{"ratings", PART_RATINGS},
             {"games", PART_GAMES},
             {"online", PART_ONLINE},
             {"about", PART_ABOUT},
             {"openings", PART_OPENINGS}};

json_t *member_encode(const struct profile *profile)
{
    json_t *shown = json_object();

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        json_object_set_new(shown, parts[i].word,
                            json_boolean(profile->shown & (unsigned)parts[i].part));
    json_t *object = json_pack(
        "{ss ss sI ss so s[] si si}", "name", profile->member.name, "kind",
        member_kind_word(profile->member.kind), "created", (json_int_t)profile->created, "about",
        profile->about, "shown", shown, "ratings", "waiting", profile->waiting, "passkeys",
        profile->passkeys);

    if (profile->ratings)
        json_object_set(object, "ratings", profile->ratings);
    return object;
}

/* ---- Names that are taken --------------------------------------------------------------- */

struct name_search {
    struct name_keys keys[TB_PLAYERS_MAX];
    int count;
    int64_t now;
    bool taken;
    void (*done)(void *context, bool taken);
    void *context;
};

static enum store_answer find_names(struct db *db, void *context)
{
    struct name_search *search = context;

    search->taken = false;
    for (int i = 0; i < search->count; i++)
        search->taken |= db_number(db, 0,
                                   "SELECT count(*) FROM name_keys WHERE hash IN ($1, $2)"
                                   " AND (until = 0 OR until > $3)",
                                   "bbi", (const void *)search->keys[i].hash[0], (size_t)HASH_SIZE,
                                   (const void *)search->keys[i].hash[1], (size_t)HASH_SIZE,
                                   search->now) > 0;
    return STORE_OK;
}

static void on_names_found(void *context, enum store_answer answer)
{
    struct name_search *search = context;

    search->done(search->context, answer == STORE_OK && search->taken);
    free(search);
}

void members_find_names(struct server *server, const char *const *names, int count,
                        void (*done)(void *context, bool taken), void *context)
{
    struct name_search *search = calloc(1, sizeof *search);

    if (!search) {
        done(context, false);
        return;
    }
    search->done = done;
    search->context = context;
    search->now = store_now(server->store);
    for (int i = 0; i < count && i < TB_PLAYERS_MAX; i++)
        search->count += name_keys_of(names[i], &search->keys[search->count]);
    store_ask(server->store, find_names, on_names_found, search);
}

/* ---- New sessions ----------------------------------------------------------------------- */

void call_name_device(const struct http_header *head, char *out, size_t size)
{
    static const char *const browsers[][2] = {
        {"Edg/", "Edge"},       {"OPR/", "Opera"},   {"Firefox/", "Firefox"},
        {"Chrome/", "Chrome"},  {"CriOS/", "Chrome"}, {"Safari/", "Safari"},
    };
    static const char *const systems[][2] = {
        {"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"},
        {"Windows", "Windows"}, {"Mac OS", "macOS"},  {"Linux", "Linux"},
    };
    const char *agent = header_field(head, "user-agent");
    const char *browser = "", *system = "";
    struct text text = text_into(out, size);

    for (size_t i = 0; i < sizeof browsers / sizeof *browsers && !*browser; i++)
        if (strstr(agent, browsers[i][0]))
            browser = browsers[i][1];
    for (size_t i = 0; i < sizeof systems / sizeof *systems && !*system; i++)
        if (strstr(agent, systems[i][0]))
            system = systems[i][1];
    text_add(&text, "%s%s%s", browser, *browser && *system ? ", " : "", system);
}

static const char code_letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* A recovery code: 80 bits, in groups that can be copied by hand. */
static void draw_code(char out[CODE_SIZE], unsigned char hash[HASH_SIZE])
{
    struct text text = text_into(out, CODE_SIZE);
    char plain[CODE_SIZE];
    struct text bare = text_into(plain, sizeof plain);

    for (int i = 0; i < 16; i++) {
        char letter = code_letters[random_number() & 31];

        text_add(&text, i % 4 == 0 && i > 0 ? "-%c" : "%c", letter);
        text_add(&bare, "%c", letter);
    }
    secret_hash(plain, hash);
}

/* A code as someone has typed it: case, spaces and hyphens do not matter, and neither does whether
 * a letter that looks like a digit was taken for it. */
static void hash_code(const char *typed, unsigned char hash[HASH_SIZE])
{
    char plain[CODE_SIZE];
    struct text text = text_into(plain, sizeof plain);

    for (; *typed && text.used < sizeof plain - 1; typed++) {
        char c = *typed >= 'a' && *typed <= 'z' ? (char)(*typed - 'a' + 'A') : *typed;

        c = c == 'O' ? '0' : c == 'I' || c == 'L' ? '1' : c;
        if (c != '-' && c != ' ')
            text_add(&text, "%c", c);
    }
    secret_hash(plain, hash);
}

/* Gives the browser its cookie, answers with the member, and frees the call. */
static void call_welcome(struct member_call *call, int status)
{
    json_t *json = json_pack("{so}", "member", member_encode(&call->profile));

    if (call->code[0])
        json_object_set_new(json, "recovery", json_string(call->code));
    session_cookie(call->secret, call->reply->secure, call->reply->cookie,
                   sizeof call->reply->cookie);
    call_answer(call, status, json);
}

void call_draw_session(struct member_call *call, const struct api_request *request)
{
    session_draw("", call->secret, call->hash);
    call_name_device(request->head, call->text, sizeof call->text);
    device_of(request->head, call->reply->secure, call->device, call->reply->device);
}

static struct member_call *call_with_session(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = call_new(request, reply);

    if (!call)
        return NULL;
    call_draw_session(call, request);
    return call;
}

static void on_created(void *context, enum store_answer answer)
{
    struct member_call *call = context;
    struct refusal refusal;

    if (call_failed(call, answer))
        return;
    if (answer != STORE_OK) {
        refuse(&refusal, REFUSED_NAME, "This name is taken, or too much like another.");
        call_refuse(call, &refusal);
        return;
    }
    call_welcome(call, 201);
}

static bool read_kind(const json_t *body, enum member_kind *kind, struct refusal *refusal)
{
    char word[16] = "person";

    if (!field_string(body, "kind", word, sizeof word, refusal))
        return false;
    *kind = strcmp(word, "bot") == 0 ? MEMBER_BOT : MEMBER_PERSON;
    return *kind == MEMBER_BOT || strcmp(word, "person") == 0 ||
           refuse(refusal, REFUSED_SYNTAX, "\"kind\" must be person or bot.");
}

/* One name an attempt: so nobody can find out which names are taken by trying many. */
static bool may_take_name(struct reply *reply, struct refusal *refusal)
{
    return limits_take(reply->server->limits, reply->address, LIMIT_MEMBERS,
                       acceptor_now(&reply->server->acceptor), &reply->wait) ||
           refuse(refusal, REFUSED_RATE, "Too many new names from your address; wait {wait} seconds.",
                  arg_count("wait", reply->wait));
}

static bool read_name(const json_t *body, struct member_call *call, struct refusal *refusal)
{
    char text[512] = "";

    return field_string(body, "name", text, sizeof text, refusal) &&
           member_name_check(text, call->name, &call->keys, refusal);
}

static void create_member(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = call_with_session(request, reply);
    json_t *body = call ? call_body(call, request) : NULL;
    struct refusal refusal;

    if (!body)
        return;
    bool good = read_name(body, call, &refusal) && read_kind(body, &call->kind, &refusal) &&
                may_take_name(reply, &refusal);

    json_decref(body);
    if (!good) {
        call_refuse(call, &refusal);
        return;
    }
    draw_code(call->code, call->code_hash);
    store_transact(request->server->store, member_create, on_created, call);
}

void on_entered(void *context, enum store_answer answer)
{
    struct member_call *call = context;

    if (call_failed(call, answer))
        return;
    if (answer == STORE_OK && call->profile.member.status == MEMBER_SUSPENDED) {
        moderation_refuse_member(call->server->moderation, call->profile.member.id, &call->wrong);
        call_refuse(call, &call->wrong);
        return;
    }
    if (answer == STORE_OK) {
        session_forget_member(call->server->sessions, call->profile.member.id);
        call_welcome(call, 200);
        return;
    }
    api_refuse_guess(call->reply, &call->wrong);
    call_free(call);
}

/* A wrong name and a wrong code are answered in the same way. */
static void recover_member(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = call_with_session(request, reply);
    json_t *body = call ? call_body(call, request) : NULL;
    struct refusal refusal;
    char typed[64] = "";

    if (!body)
        return;
    bool good = field_name(body, "name", call->name, sizeof call->name, &refusal) &&
                field_string(body, "code", typed, sizeof typed, &refusal);

    json_decref(body);
    if (!good) {
        call_refuse(call, &refusal);
        return;
    }
    name_keys_of(call->name, &call->keys);
    hash_code(typed, call->proof);
    draw_code(call->code, call->code_hash);
    refuse(&call->wrong, REFUSED_RIGHTS, "The name or the code is wrong.");
    store_transact(request->server->store, member_recover, on_entered, call);
}

static void link_device(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = call_with_session(request, reply);
    json_t *body = call ? call_body(call, request) : NULL;
    struct refusal refusal;
    char code[64] = "";

    if (!body)
        return;
    bool good = field_string(body, "code", code, sizeof code, &refusal);

    json_decref(body);
    if (!good) {
        call_refuse(call, &refusal);
        return;
    }
    secret_hash(code, call->proof);
    refuse(&call->wrong, REFUSED_RIGHTS, "This link was used already, or is too old.");
    store_transact(request->server->store, member_link, on_entered, call);
}

/* ---- The session that asks ----------------------------------------------------------------- */

static void on_ended(void *context, enum store_answer answer)
{
    struct member_call *call = context;

    if (call_failed(call, answer))
        return;
    session_forget(call->server->sessions, call->session.hash);
    sockets_renew_member(call->server, call->session.member.id);
    session_cookie("", call->reply->secure, call->reply->cookie, sizeof call->reply->cookie);
    call_answer(call, 200, json_pack("{sn}", "member"));
}

static void end_session(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = call_new(request, reply);

    if (!call)
        return;
    if (request->session.by == BY_COOKIE && !api_is_json(request->head)) {
        struct refusal refusal;

        refuse(&refusal, REFUSED_SYNTAX, "The request needs Content-Type: application/json.");
        call_refuse(call, &refusal);
    } else if (request->session.by == BY_COOKIE) {
        store_transact(request->server->store, session_end, on_ended, call);
    } else {
        on_ended(call, STORE_OK);
    }
}

static const int64_t RENEW_MS = 24 * 3600 * 1000;

static void on_me(void *context, enum store_answer answer)
{
    struct member_call *call = context;

    if (call_failed(call, answer))
        return;
    if (call->secret[0] && answer == STORE_OK) {
        session_forget(call->server->sessions, call->session.hash);
        session_cookie(call->secret, call->reply->secure, call->reply->cookie,
                       sizeof call->reply->cookie);
    }
    call_answer(call, 200,
                json_pack("{so}", "member",
                          answer == STORE_OK ? member_encode(&call->profile) : json_null()));
}

/* The secret in a browser is exchanged once a day. */
static void show_me(const struct api_request *request, struct reply *reply)
{
    const struct session *session = &request->session;
    struct member_call *call = call_new(request, reply);

    if (!call)
        return;
    bool old = session->previous || call->now - session->issued > RENEW_MS;

    if (session->banned > 0) {
        struct refusal refusal;

        moderation_refuse_member(request->server->moderation, session->banned, &refusal);
        call_refuse(call, &refusal);
    } else if (session->member.id == 0) {
        if (session->by == BY_COOKIE) /* it means nothing any more */
            session_cookie("", reply->secure, reply->cookie, sizeof reply->cookie);
        call_answer(call, 200, json_pack("{sn}", "member"));
    } else if (session->by == BY_COOKIE && old) {
        session_draw("", call->secret, call->hash);
        store_transact(request->server->store, session_renew, on_me, call);
    } else {
        store_ask(request->server->store, member_load, on_me, call);
    }
}

/* ---- Keeping the name ------------------------------------------------------------------- */

static void on_code_renewed(void *context, enum store_answer answer)
{
    struct member_call *call = context;

    if (!call_failed(call, answer))
        call_answer(call, 200, json_pack("{ss}", "recovery", call->code));
}

static void renew_code(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = call_new(request, reply);

    if (!call)
        return;
    draw_code(call->code, call->code_hash);
    store_transact(request->server->store, recovery_renew, on_code_renewed, call);
}

static void on_link_made(void *context, enum store_answer answer)
{
    struct member_call *call = context;

    if (!call_failed(call, answer))
        call_answer(call, 201,
                    json_pack("{ss sI}", "code", call->secret, "expires",
                              (json_int_t)(call->now + LINK_MS)));
}

static void make_link(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = call_new(request, reply);

    if (!call)
        return;
    secret_draw(&(struct secret_source){0}, 0, call->secret, call->hash);
    store_transact(request->server->store, link_create, on_link_made, call);
}

static void on_devices(void *call, enum store_answer answer)
{
    call_answer_list(call, answer, "devices");
}

static void list_devices(const struct api_request *request, struct reply *reply)
{
    call_list(request, reply, devices_list, on_devices);
}

static void end_device(const struct api_request *request, struct reply *reply)
{
    struct refusal unknown;

    refuse(&unknown, REFUSED_UNKNOWN, "There is no such device.");
    call_remove(request, reply, device_end, &unknown);
}

/* ---- Changes --------------------------------------------------------------------------- */

static bool read_shown(const json_t *body, struct member_call *call, struct refusal *refusal)
{
    const json_t *shown = json_object_get(body, "shown");

    call->sets_flags = json_is_object(shown);
    if (shown && !call->sets_flags && !json_is_null(shown))
        return refuse(refusal, REFUSED_SYNTAX, "\"{key}\" must be an object.",
                      arg_text("key", "shown"));
    for (size_t i = 0; call->sets_flags && i < sizeof parts / sizeof *parts; i++) {
        bool on = true;

        if (!field_bool(shown, parts[i].word, &on, refusal))
            return false;
        call->flags |= on ? (unsigned)parts[i].part : 0;
    }
    return true;
}

static bool read_about(const json_t *body, struct member_call *call, struct refusal *refusal)
{
    call->sets_text = json_is_string(json_object_get(body, "about"));
    return field_line(body, "about", ABOUT_CHARACTERS, call->text, sizeof call->text, refusal);
}

static bool read_new_name(const json_t *body, struct member_call *call, struct refusal *refusal)
{
    const json_t *name = json_object_get(body, "name");

    call->sets_name = name && !json_is_null(name);
    return !call->sets_name ||
           (read_name(body, call, refusal) && may_take_name(call->reply, refusal));
}

static void on_changed(void *context, enum store_answer answer)
{
    struct member_call *call = context;

    if (call_failed(call, answer))
        return;
    if (answer == STORE_CONFLICT) {
        on_created(call, answer);
        return;
    }
    session_forget_member(call->server->sessions, call->session.member.id);
    if (call->sets_name)
        rewrite_member(call->server, call->session.member.id);
    call_answer(call, 200, json_pack("{so}", "member", member_encode(&call->profile)));
}

static void change_me(const struct api_request *request, struct reply *reply)
{
    struct member_call *call = call_new(request, reply);
    json_t *body = call ? call_body(call, request) : NULL;
    struct refusal refusal;

    if (!body)
        return;
    bool good = read_about(body, call, &refusal) && read_shown(body, call, &refusal) &&
                read_new_name(body, call, &refusal);

    json_decref(body);
    if (good)
        store_transact(request->server->store, member_change, on_changed, call);
    else
        call_refuse(call, &refusal);
}

const struct route member_routes[] = {
    {"POST", "/api/session", FOR_ALL, create_member},
    {"DELETE", "/api/session", FOR_ALL, end_session},
    {"POST", "/api/session/recover", FOR_ALL, recover_member},
    {"POST", "/api/session/link", FOR_ALL, link_device},
    {"GET", "/api/me", FOR_ALL, show_me},
    {"PATCH", "/api/me", FOR_SESSION, change_me},
    {"POST", "/api/me/recovery", FOR_SESSION, renew_code},
    {"POST", "/api/me/link", FOR_SESSION, make_link},
    {"GET", "/api/me/devices", FOR_SESSION, list_devices},
    {"DELETE", "/api/me/devices/*", FOR_SESSION, end_device},
    {0},
};
