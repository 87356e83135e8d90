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

/* Gives the browser its cookie; the answer is the member. */
static json_t *welcome(struct member_call *call)
{
    json_t *json = json_pack("{so}", "member", member_encode(&call->profile));

    if (call->code[0])
        json_object_set_new(json, "recovery", json_string(call->code));
    session_cookie(call->secret, call->reply->secure, call->reply->cookie,
                   sizeof call->reply->cookie);
    return json;
}

void call_draw_session(struct member_call *call, const struct api_request *request)
{
    session_draw("", call->secret, call->hash);
    call_name_device(request->head, call->text, sizeof call->text);
    device_of(request->head, call->reply->secure, call->device, call->reply->device);
}

static json_t *refuse_name(struct member_call *call)
{
    refuse(&call->wrong, REFUSED_NAME, "This name is taken, or too much like another.");
    return NULL;
}

static json_t *answer_created(void *context)
{
    struct member_call *call = context;

    return call->result == STORE_OK ? welcome(call) : refuse_name(call);
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
           refuse(refusal, REFUSED_RATE,
                  "Too many new names from your address; wait {wait} seconds.",
                  arg_count("wait", reply->wait));
}

static bool read_name(const json_t *body, struct member_call *call, struct refusal *refusal)
{
    char text[512] = "";

    return field_string(body, "name", text, sizeof text, refusal) &&
           member_name_check(text, call->name, &call->keys, refusal);
}

static bool read_creation(void *context, const struct call_input *in)
{
    struct member_call *call = context;

    call_draw_session(call, in->request);
    draw_code(call->code, call->code_hash);
    return read_name(in->body, call, in->refusal) &&
           read_kind(in->body, &call->member_kind, in->refusal) &&
           may_take_name(call->reply, in->refusal);
}

static const struct call_kind create_member = {
    .has_body = true, .read = read_creation, .work = member_create, .answer = answer_created,
    .status = 201};

json_t *call_entered(void *context)
{
    struct member_call *call = context;
    bool good = call->result == STORE_OK;
    bool suspended = good && call->profile.member.status == MEMBER_SUSPENDED;

    call->guessed = !good;
    if (suspended)
        moderation_refuse_member(call->server->moderation, call->profile.member.id, &call->wrong);
    else if (good)
        session_forget_member(call->server->sessions, call->profile.member.id);
    return good && !suspended ? welcome(call) : NULL;
}

/* A wrong name and a wrong code are answered in the same way. */
static bool read_recovery(void *context, const struct call_input *in)
{
    struct member_call *call = context;
    char typed[64] = "";

    if (!field_name(in->body, "name", call->name, sizeof call->name, in->refusal) ||
        !field_string(in->body, "code", typed, sizeof typed, in->refusal))
        return false;
    call_draw_session(call, in->request);
    name_keys_of(call->name, &call->keys);
    hash_code(typed, call->proof);
    draw_code(call->code, call->code_hash);
    refuse(&call->wrong, REFUSED_RIGHTS, "The name or the code is wrong.");
    return true;
}

static const struct call_kind recover_member = {
    .has_body = true, .read = read_recovery, .work = member_recover, .answer = call_entered};

static bool read_link_code(void *context, const struct call_input *in)
{
    struct member_call *call = context;
    char code[64] = "";

    if (!field_string(in->body, "code", code, sizeof code, in->refusal))
        return false;
    call_draw_session(call, in->request);
    secret_hash(code, call->proof);
    refuse(&call->wrong, REFUSED_RIGHTS, "This link was used already, or is too old.");
    return true;
}

static const struct call_kind link_device = {
    .has_body = true, .read = read_link_code, .work = member_link, .answer = call_entered};

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
    struct member_call *call = call_new(request, reply, 0);

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
    struct member_call *call = call_new(request, reply, 0);

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

static bool draw_new_code(void *context, const struct call_input *in)
{
    struct member_call *call = context;

    (void)in;
    draw_code(call->code, call->code_hash);
    return true;
}

static json_t *answer_code(void *call)
{
    return json_pack("{ss}", "recovery", ((struct member_call *)call)->code);
}

static const struct call_kind renew_code = {
    .read = draw_new_code, .work = recovery_renew, .answer = answer_code};

static bool draw_link(void *context, const struct call_input *in)
{
    struct member_call *call = context;

    (void)in;
    secret_draw(&(struct secret_source){0}, 0, call->secret, call->hash);
    return true;
}

static json_t *answer_link(void *context)
{
    const struct member_call *call = context;

    return json_pack("{ss sI}", "code", call->secret, "expires", (json_int_t)(call->now + LINK_MS));
}

static const struct call_kind make_link = {
    .read = draw_link, .work = link_create, .answer = answer_link, .status = 201};

static const struct call_kind list_devices = {
    .asks = true, .work = devices_list, .list = "devices"};

static const struct call_kind end_device = {.read = call_read_number,
                                            .work = device_end,
                                            .unknown = N_("There is no such device."),
                                            .answer = call_removed};

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

static bool read_change(void *call, const struct call_input *in)
{
    return read_about(in->body, call, in->refusal) && read_shown(in->body, call, in->refusal) &&
           read_new_name(in->body, call, in->refusal);
}

static json_t *answer_changed(void *context)
{
    struct member_call *call = context;

    if (call->result == STORE_CONFLICT)
        return refuse_name(call);
    session_forget_member(call->server->sessions, call->session.member.id);
    if (call->sets_name)
        rewrite_member(call->server, call->session.member.id);
    return json_pack("{so}", "member", member_encode(&call->profile));
}

static const struct call_kind change_me = {
    .has_body = true, .read = read_change, .work = member_change, .answer = answer_changed};

const struct route member_routes[] = {
    {"POST", "/api/session", FOR_ALL, .call = &create_member},
    {"DELETE", "/api/session", FOR_ALL, .handle = end_session},
    {"POST", "/api/session/recover", FOR_ALL, .call = &recover_member},
    {"POST", "/api/session/link", FOR_ALL, .call = &link_device},
    {"GET", "/api/me", FOR_ALL, .handle = show_me},
    {"PATCH", "/api/me", FOR_SESSION, .call = &change_me},
    {"POST", "/api/me/recovery", FOR_SESSION, .call = &renew_code},
    {"POST", "/api/me/link", FOR_SESSION, .call = &make_link},
    {"GET", "/api/me/devices", FOR_SESSION, .call = &list_devices},
    {"DELETE", "/api/me/devices/*", FOR_SESSION, .call = &end_device},
    {0},
};
