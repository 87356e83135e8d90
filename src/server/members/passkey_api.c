/*
 * passkey_api.c - requests about passkeys: registration, sign-in, the list of a member's own.
 *
 * A challenge is kept in the store for five minutes and used up by the first answer to it, right or
 * wrong. Nobody gives a name to sign in: the passkey finds its member.
 */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "server/common/json_field.h"
#include "server/common/secret.h"
#include "server/members/member_api.h"
#include "server/members/passkey.h"
#include "server/store/row_json.h"

enum { PASSKEYS_MAX = 20, CHALLENGE_MS = 300000, HANDLE_BYTES = 8 };

/* A call about one ceremony. */
struct passkey_call {
    struct member_call call; /* first: it is freed as one */
    bool registers;
    bool is_right; /* the sign-in */
    bool is_full;  /* the member has as many as are allowed */
    char rp[RP_SIZE], label[LABEL_SIZE];
    char challenge[CHALLENGE_SIZE];
    struct passkey_answer answer;
    struct passkey passkey; /* with the id that the browser names, or complete after registration */
    unsigned char handle[HANDLE_BYTES]; /* the member as the authenticator has stored it */
    bool has_handle;
    int64_t number; /* of the passkey's row; 0: there is none */
    int64_t member; /* whose it is */
};

/* The member as authenticators store it: the number, which is not a secret. */
static void handle_of(int64_t member, unsigned char out[HANDLE_BYTES])
{
    for (int i = HANDLE_BYTES - 1; i >= 0; i--, member >>= 8)
        out[i] = (unsigned char)(member & 0xff);
}

/* ---- The store --------------------------------------------------------------------------- */

#define ID(passkey) (const void *)(passkey)->id, (passkey)->id_size

static bool take_id(void *list, const struct db_row_view *row)
{
    char text[BASE64URL_SIZE(PASSKEY_ID_MAX)];
    size_t size = 0;
    const void *id = row_blob(row, 0, &size);

    if (size <= PASSKEY_ID_MAX) {
        base64url_encode(id, size, text);
        json_array_append_new(list, json_string(text));
    }
    return true;
}

/* Keeps the challenge; finds the member's passkeys, so that no authenticator makes a second one. */
static enum store_answer begin_ceremony(struct db *db, void *context)
{
    struct passkey_call *passkey = context;
    struct member_call *call = &passkey->call;

    json_array_clear(call->list);
    ceremony_add(db, call, passkey->registers ? CEREMONY_REGISTER : CEREMONY_SIGN_IN, CHALLENGE_MS);
    if (passkey->registers)
        db_query(db, take_id, call->list, "SELECT id FROM passkeys WHERE member = $1", "i",
                 call->session.member.id);
    return STORE_OK;
}

static bool take_passkey(void *context, const struct db_row_view *row)
{
    struct passkey_call *passkey = context;
    size_t size = 0;
    const void *key = row_blob(row, 3, &size);

    if (size == 0 || size > PASSKEY_KEY_MAX)
        return true;
    passkey->number = row_int(row, 0);
    passkey->member = row_int(row, 1);
    passkey->passkey.algorithm = (int)row_int(row, 2);
    memcpy(passkey->passkey.key, key, size);
    passkey->passkey.key_size = size;
    return true;
}

static void find_passkey(struct db *db, struct passkey_call *passkey)
{
    passkey->number = passkey->member = 0;
    db_query(db, take_passkey, passkey,
             "SELECT number, member, algorithm, key FROM passkeys WHERE id = $1", "b",
             ID(&passkey->passkey));
}

/* An authenticator that counts must count on: otherwise there are two of it. */
static bool count_signature(struct db *db, const struct passkey_call *passkey, int64_t count)
{
    db_run(db,
           "UPDATE passkeys SET count = $2, seen = $3 WHERE number = $1"
           " AND (count < $2 OR (count = 0 AND CAST($2 AS bigint) = 0))",
           "iii", passkey->number, count, passkey->call.now);
    return db_changes(db) > 0;
}

static bool is_theirs(const struct passkey_call *passkey)
{
    unsigned char own[HANDLE_BYTES];

    handle_of(passkey->member, own);
    return !passkey->has_handle || memcmp(own, passkey->handle, HANDLE_BYTES) == 0;
}

/* The challenge is used up even if the answer is wrong, so the work succeeds all the same. */
static enum store_answer sign_in(struct db *db, void *context)
{
    struct passkey_call *passkey = context;
    int64_t nobody, count = 0;

    passkey->is_right = session_exists(db, &passkey->call);
    if (passkey->is_right || !ceremony_take(db, &passkey->call, CEREMONY_SIGN_IN, &nobody))
        return STORE_OK;
    find_passkey(db, passkey);
    passkey->is_right =
        passkey->number > 0 && is_theirs(passkey) &&
        passkey_verify(&passkey->answer, passkey->rp, &passkey->passkey, &count) &&
        count_signature(db, passkey, count) &&
        session_add(db, &passkey->call, passkey->member) == STORE_OK;
    return STORE_OK;
}

/* The number of the new passkey, once it is stored. */
static int64_t find_added(struct db *db, const struct passkey_call *passkey)
{
    return db_number(db, 0,
                     "SELECT number FROM passkeys WHERE id = $1 AND member = $2 AND key = $3",
                     "bib", ID(&passkey->passkey), passkey->call.session.member.id,
                     (const void *)passkey->passkey.key, passkey->passkey.key_size);
}

static enum store_answer add_passkey(struct db *db, void *context)
{
    struct passkey_call *passkey = context;
    const struct passkey *made = &passkey->passkey;
    int64_t member = passkey->call.session.member.id, asked;

    passkey->is_full = false;
    passkey->number = find_added(db, passkey); /* in an earlier attempt, whose answer was lost */
    if (passkey->number > 0 || !ceremony_take(db, &passkey->call, CEREMONY_REGISTER, &asked) ||
        asked != member)
        return STORE_OK;
    passkey->is_full = db_number(db, 0, "SELECT count(*) FROM passkeys WHERE member = $1", "i",
                                 member) >= PASSKEYS_MAX;
    if (passkey->is_full)
        return STORE_OK;
    db_run(db,
           "INSERT INTO passkeys (id, member, algorithm, key, count, label, created, seen)"
           " VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (id) DO NOTHING",
           "biibiti", ID(made), member, (int64_t)made->algorithm, (const void *)made->key,
           made->key_size, made->count, passkey->label, passkey->call.now);
    passkey->number = find_added(db, passkey);
    return STORE_OK;
}

static enum store_answer list_own(struct db *db, void *context)
{
    struct member_call *call = context;

    json_array_clear(call->list);
    db_query(db, row_add_object,
             &(struct row_objects){call->list, "i:id t:label i:created i:seen"},
             "SELECT number, label, created, seen FROM passkeys WHERE member = $1 ORDER BY number",
             "i", call->session.member.id);
    return STORE_OK;
}

static enum store_answer label_own(struct db *db, void *context)
{
    struct member_call *call = context;

    db_run(db, "UPDATE passkeys SET label = $3 WHERE number = $1 AND member = $2", "iit",
           call->number, call->session.member.id, call->text);
    return db_changes(db) > 0 ? STORE_OK : STORE_MISSING;
}

static enum store_answer remove_own(struct db *db, void *context)
{
    struct member_call *call = context;

    db_run(db, "DELETE FROM passkeys WHERE number = $1 AND member = $2", "ii", call->number,
           call->session.member.id);
    return db_changes(db) > 0 ? STORE_OK : STORE_MISSING;
}

/* ---- Beginning ----------------------------------------------------------------------------- */

/* The purpose of the ceremony, which only members may have if it is to register. */
static bool read_purpose(struct passkey_call *passkey, const struct call_input *in)
{
    const struct member *member = &in->request->session.member;
    char purpose[16] = "";

    if (!field_string(in->body, "for", purpose, sizeof purpose, in->refusal))
        return false;
    passkey->registers = strcmp(purpose, "register") == 0;
    if (!passkey->registers && strcmp(purpose, "sign-in") != 0)
        return refuse(in->refusal, REFUSED_SYNTAX, "\"for\" must be register or sign-in.");
    return !passkey->registers || (member->id > 0 && member->scopes & SCOPE_ACCOUNT) ||
           refuse(in->refusal, REFUSED_MEMBER, "Sign in first.");
}

static json_t *answer_begun(void *context)
{
    struct passkey_call *passkey = context;
    struct member_call *call = &passkey->call;
    const char *name = call->session.member.name;
    unsigned char handle[HANDLE_BYTES];
    char user[BASE64URL_SIZE(HANDLE_BYTES)];
    json_t *json = json_pack("{ss s{ss ss} ss si}", "challenge", passkey->challenge, "rp", "id",
                             passkey->rp, "name", "Tablier", "verification", "required", "timeout",
                             CHALLENGE_MS);

    if (passkey->registers) {
        json_t *algorithms = json_array();

        for (int i = 0; i < PASSKEY_ALGORITHMS; i++)
            json_array_append_new(algorithms, json_integer(passkey_algorithms[i]));
        handle_of(call->session.member.id, handle);
        base64url_encode(handle, sizeof handle, user);
        json_object_set_new(json, "user",
                            json_pack("{ss ss ss}", "id", user, "name", name, "displayName", name));
        json_object_set_new(json, "algorithms", algorithms);
        json_object_set(json, "exclude", call->list);
    }
    return json;
}

/* The relying party for the page that asks; a program that sends no Origin is taken for a page of
 * this server by HTTPS. */
static bool find_party(const struct api_request *request, char rp[RP_SIZE], struct refusal *refusal)
{
    const char *host = header_field(request->head, "host");
    const char *origin = header_field(request->head, "origin");
    char own[RP_SIZE + 16];
    struct text text = text_into(own, sizeof own);

    text_add(&text, "https://%s", host);
    return passkey_party(*origin ? origin : own, host, request->server->options.origin, rp) ||
           refuse(refusal, REFUSED_RIGHTS,
                  "Passkeys need HTTPS and a host name, or localhost.");
}

static bool read_begin(void *context, const struct call_input *in)
{
    struct passkey_call *passkey = context;
    unsigned char bytes[CHALLENGE_BYTES];

    if (!read_purpose(passkey, in) || !find_party(in->request, passkey->rp, in->refusal) ||
        !api_may(passkey->call.reply, LIMIT_CEREMONIES, in->refusal))
        return false;
    random_bytes(bytes, sizeof bytes);
    base64url_encode(bytes, sizeof bytes, passkey->challenge);
    secret_hash(passkey->challenge, passkey->call.hash);
    return true;
}

static const struct call_kind begin = {.size = sizeof(struct passkey_call),
                                       .has_body = true,
                                       .read = read_begin,
                                       .work = begin_ceremony,
                                       .answer = answer_begun};

/* ---- Finishing ----------------------------------------------------------------------------- */

/* Bytes in a field, as base64url. */
static bool read_bytes(const json_t *body, const char *key, unsigned char *out, size_t max,
                       size_t *size, struct refusal *refusal)
{
    const char *text = json_string_value(json_object_get(body, key));

    return base64url_decode(text ? text : "", out, max, size) ||
           refuse(refusal, REFUSED_SYNTAX, "\"{key}\" must be bytes in base64url.",
                  arg_text("key", key));
}

static bool read_answer(const json_t *body, struct passkey_call *passkey, struct refusal *refusal)
{
    struct passkey_answer *answer = &passkey->answer;
    struct passkey *key = &passkey->passkey;
    size_t size = 0;
    bool good =
        read_bytes(body, "clientDataJSON", answer->client, ANSWER_PART_MAX, &answer->client_size,
                   refusal) &&
        read_bytes(body, "authenticatorData", answer->data, ANSWER_PART_MAX, &answer->data_size,
                   refusal) &&
        read_bytes(body, "signature", answer->signature, ANSWER_PART_MAX, &answer->signature_size,
                   refusal) &&
        read_bytes(body, "id", key->id, PASSKEY_ID_MAX, &key->id_size, refusal) &&
        read_bytes(body, "userHandle", passkey->handle, HANDLE_BYTES, &size, refusal) &&
        field_line(body, "label", LABEL_CHARACTERS, passkey->label, sizeof passkey->label, refusal);

    passkey->has_handle = size > 0;
    return good;
}

/* Checks what the browser says: the page that asked, and which challenge it answers. */
static bool check_client(const struct api_request *request, struct passkey_call *passkey)
{
    struct passkey_client client;

    if (!passkey_read_client(&passkey->answer, passkey->registers, &client) ||
        !passkey_party(client.origin, header_field(request->head, "host"),
                       request->server->options.origin, passkey->rp))
        return false;
    secret_hash(client.challenge, passkey->call.proof);
    return true;
}

/* Checks an answer as far as the store is not needed; a wrong one counts as a guess. */
static bool read_finish(void *context, const struct call_input *in)
{
    struct passkey_call *passkey = context;
    struct member_call *call = &passkey->call;

    if (!read_purpose(passkey, in) || !read_answer(in->body, passkey, in->refusal))
        return false;
    if (passkey->registers)
        refuse(&call->wrong, REFUSED_RIGHTS,
               "This passkey cannot be added: its answer is wrong, too old, or was used already.");
    else
        refuse(&call->wrong, REFUSED_RIGHTS,
               "This passkey does not belong to a member here, or its answer is wrong or too old.");
    if (passkey->registers && !*passkey->label)
        call_name_device(in->request->head, passkey->label, sizeof passkey->label);
    if (!passkey->registers)
        call_draw_session(call, in->request);
    call->guessed =
        !check_client(in->request, passkey) ||
        (passkey->registers &&
         !passkey_register(&passkey->answer, passkey->rp, &passkey->passkey));
    *in->refusal = call->wrong;
    return !call->guessed;
}

static enum store_answer finish_ceremony(struct db *db, void *context)
{
    return ((struct passkey_call *)context)->registers ? add_passkey(db, context)
                                                       : sign_in(db, context);
}

static json_t *answer_finished(void *context)
{
    struct passkey_call *passkey = context;
    struct member_call *call = &passkey->call;

    if (!passkey->registers) {
        if (call->result == STORE_OK && !passkey->is_right)
            call->result = STORE_MISSING;
        return call_entered(call);
    }
    if (passkey->is_full)
        refuse(&call->wrong, REFUSED_RIGHTS, "You have {max} passkeys, the limit; withdraw one.",
               arg_count("max", PASSKEYS_MAX));
    call->guessed = !passkey->is_full;
    call->status = 201;
    return passkey->number > 0 && !passkey->is_full
               ? json_pack("{sI}", "id", (json_int_t)passkey->number)
               : NULL;
}

static const struct call_kind finish = {.size = sizeof(struct passkey_call),
                                        .has_body = true,
                                        .read = read_finish,
                                        .work = finish_ceremony,
                                        .answer = answer_finished};

/* ---- The list ------------------------------------------------------------------------------ */

#define NO_SUCH_PASSKEY N_("There is no such passkey.")

static const struct call_kind list_passkeys = {.asks = true, .work = list_own, .list = "passkeys"};

static bool read_label(void *context, const struct call_input *in)
{
    struct member_call *call = context;

    if (!field_line(in->body, "label", LABEL_CHARACTERS, call->text, LABEL_SIZE, in->refusal))
        return false;
    if (!call->text[0])
        call_name_device(in->request->head, call->text, LABEL_SIZE);
    return call_read_number(call, in);
}

static json_t *answer_nothing(void *call)
{
    (void)call;
    return json_object();
}

static const struct call_kind label_passkey = {.has_body = true,
                                               .read = read_label,
                                               .work = label_own,
                                               .unknown = NO_SUCH_PASSKEY,
                                               .answer = answer_nothing};

static const struct call_kind remove_passkey = {.read = call_read_number,
                                                .work = remove_own,
                                                .unknown = NO_SUCH_PASSKEY,
                                                .answer = call_removed};

const struct route passkey_routes[] = {
    {"POST", "/api/passkeys/begin", FOR_ALL, .call = &begin},
    {"POST", "/api/passkeys/finish", FOR_ALL, .call = &finish},
    {"GET", "/api/me/passkeys", FOR_SESSION, .call = &list_passkeys},
    {"PATCH", "/api/me/passkeys/*", FOR_SESSION, .call = &label_passkey},
    {"DELETE", "/api/me/passkeys/*", FOR_SESSION, .call = &remove_passkey},
    {0},
};
