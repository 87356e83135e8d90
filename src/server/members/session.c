/* session.c - see session.h. */
#include "server/members/session.h"

#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/text.h"
#include "server/common/secret.h"
#include "server/store/db.h"

static const int64_t DAY_MS = 24 * 3600 * 1000;

enum {
    SLOTS = 1 << 13,
    WAYS = 4,          /* places where a session may be */
    KEEP_MS = 30000,   /* a session that was looked up is valid that long */
    LETTERS = 43,      /* of a secret: 256 bits in base64url */
    SEEN_MS = 600000,  /* a later use is noted */
    GRACE_MS = 60000,  /* in which a secret that was exchanged may still be under way */
};

struct slot {
    int64_t until; /* by the monotonic clock; 0: empty */
    struct session session;
};

struct sessions {
    struct store *store;
    struct slot slots[SLOTS];
};

struct sessions *sessions_new(struct store *store)
{
    struct sessions *sessions = calloc(1, sizeof *sessions);

    if (sessions)
        sessions->store = store;
    return sessions;
}

void sessions_free(struct sessions *sessions)
{
    free(sessions);
}

/* ---- Secrets ------------------------------------------------------------------------ */

void session_draw(const char *prefix, char out[TOKEN_SIZE], unsigned char hash[HASH_SIZE])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    struct text text = text_into(out, TOKEN_SIZE);

    text_add(&text, "%s", prefix);
    for (int i = 0; i < LETTERS;) {
        uint64_t bits = random_number();

        for (int j = 0; j < 10 && i < LETTERS; j++, i++, bits >>= 6)
            text_add(&text, "%c", letters[bits & 63]);
    }
    secret_hash(out, hash);
}

static const char *cookie_name(bool secure)
{
    return secure ? "__Host-tablier" : "tablier";
}

void session_cookie(const char *secret, bool secure, char *out, size_t size)
{
    struct text text = text_into(out, size);

    text_add(&text, "set-cookie: %s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s\r\n",
             cookie_name(secure), secret, *secret ? SESSION_DAYS * 24 * 3600 : 0,
             secure ? "; Secure" : "");
}

/* ---- What a request carries ----------------------------------------------------------- */

static bool copy_secret(const char *value, size_t length, char out[TOKEN_SIZE])
{
    if (length == 0 || length >= TOKEN_SIZE)
        return false;
    memcpy(out, value, length);
    out[length] = '\0';
    return true;
}

bool cookie_read(const struct http_header *head, const char *name, char out[TOKEN_SIZE])
{
    const char *field = header_field(head, "cookie");
    size_t size = strlen(name);

    while (*field) {
        size_t length = strcspn(field, ";");

        if (strncmp(field, name, size) == 0 && field[size] == '=')
            return copy_secret(field + size + 1, length - size - 1, out);
        field += length;
        field += strspn(field, "; ");
    }
    return false;
}

static enum credential read_credential(const struct http_header *head, bool secure,
                                       char out[TOKEN_SIZE])
{
    static const char bearer[] = "Bearer " TOKEN_PREFIX;
    const char *authorization = header_field(head, "authorization");

    if (strncmp(authorization, bearer, strlen(bearer)) == 0) {
        const char *token = authorization + strlen("Bearer ");

        return copy_secret(token, strlen(token), out) ? BY_TOKEN : NO_CREDENTIAL;
    }
    return cookie_read(head, cookie_name(secure), out) ? BY_COOKIE : NO_CREDENTIAL;
}

/* ---- What is remembered ---------------------------------------------------------------- */

static size_t place_of(const unsigned char hash[HASH_SIZE], size_t way)
{
    size_t place;

    memcpy(&place, hash, sizeof place);
    return (place + way) % SLOTS;
}

static struct slot *find_slot(struct sessions *sessions, const unsigned char hash[HASH_SIZE])
{
    for (size_t i = 0; i < WAYS; i++) {
        struct slot *slot = &sessions->slots[place_of(hash, i)];

        if (slot->until > 0 && memcmp(slot->session.hash, hash, HASH_SIZE) == 0)
            return slot;
    }
    return NULL;
}

static void remember(struct sessions *sessions, const struct session *session)
{
    struct slot *slot = find_slot(sessions, session->hash);

    if (!slot) {
        slot = &sessions->slots[place_of(session->hash, 0)];
        for (size_t i = 1; i < WAYS; i++)
            if (sessions->slots[place_of(session->hash, i)].until < slot->until)
                slot = &sessions->slots[place_of(session->hash, i)];
    }
    *slot = (struct slot){clock_ms() + KEEP_MS, *session};
}

void session_forget(struct sessions *sessions, const unsigned char hash[HASH_SIZE])
{
    struct slot *slot = find_slot(sessions, hash);

    if (slot)
        slot->until = 0;
}

void session_forget_member(struct sessions *sessions, int64_t member)
{
    for (size_t i = 0; i < SLOTS; i++)
        if (sessions->slots[i].session.member.id == member)
            sessions->slots[i].until = 0;
}

void session_forget_all(struct sessions *sessions)
{
    for (size_t i = 0; i < SLOTS; i++)
        sessions->slots[i].until = 0;
}

/* ---- Looking up ------------------------------------------------------------------------- */

struct search {
    struct sessions *sessions;
    struct session session;
    int64_t now, seen;
    bool used; /* the secret that replaced another is used for the first time */
    session_known *known;
    void *context;
};

/* number, issued, seen, is it the previous secret, has it a previous one; scopes; the member. */
static bool take_session(void *context, const struct db_row_view *row)
{
    struct search *search = context;
    struct session *session = &search->session;

    session->number = row_int(row, 0);
    session->issued = row_int(row, 1);
    search->seen = row_int(row, 2);
    session->previous = row_int(row, 3) != 0;
    search->used = row_int(row, 4) != 0 && !session->previous;
    session->member.scopes = (unsigned)row_int(row, 5);
    session->member.shown = (unsigned)row_int(row, 10);
    session->member.id = row_int(row, 6);
    row_copy(row, 7, session->member.name, NAME_SIZE);
    session->member.kind = (enum member_kind)row_int(row, 8);
    session->member.status = (enum member_status)row_int(row, 9);
    return true;
}

static enum store_answer look_up(struct db *db, void *context)
{
    struct search *search = context;
    const void *hash = search->session.hash;

    search->session.member = (struct member){0};
    if (search->session.by == BY_TOKEN)
        db_query(db, take_session, search,
                 "SELECT t.number, t.created, t.seen, 0, 0, t.scopes,"
                 " m.id, m.name, m.kind, m.status, m.shown"
                 " FROM tokens t JOIN members m ON m.id = t.member WHERE t.hash = $1",
                 "b", hash, (size_t)HASH_SIZE);
    else
        db_query(db, take_session, search,
                 "SELECT s.number, s.issued, s.seen, CASE WHEN s.hash = $1 THEN 0 ELSE 1 END,"
                 " CASE WHEN s.previous IS NULL THEN 0 ELSE 1 END, 7,"
                 " m.id, m.name, m.kind, m.status, m.shown"
                 " FROM sessions s JOIN members m ON m.id = s.member"
                 " WHERE (s.hash = $1 OR s.previous = $1) AND s.seen > $2",
                 "bi", hash, (size_t)HASH_SIZE, search->now - SESSION_DAYS * DAY_MS);
    return STORE_OK;
}

/* It was used; and if it has replaced another secret, that one is void from now on. */
static enum store_answer note_use(struct db *db, void *context)
{
    struct search *search = context;
    const struct session *session = &search->session;

    db_run(db, "UPDATE members SET seen = $2 WHERE id = $1", "ii", session->member.id, search->now);
    if (session->by == BY_TOKEN)
        db_run(db, "UPDATE tokens SET seen = $2 WHERE number = $1", "ii", session->number,
               search->now);
    else
        db_run(db, "UPDATE sessions SET seen = $2 WHERE number = $1", "ii", session->number,
               search->now);
    if (search->used)
        db_run(db, "UPDATE sessions SET previous = NULL WHERE number = $1 AND hash = $2", "ib",
               session->number, (const void *)session->hash, (size_t)HASH_SIZE);
    return STORE_OK;
}

static void on_noted(void *context, enum store_answer answer)
{
    (void)answer;
    free(context);
}

static void on_looked_up(void *context, enum store_answer answer)
{
    struct search *search = context;
    struct session *session = &search->session;
    bool found = answer == STORE_OK && session->member.id > 0;

    search->used &= search->now - session->issued > GRACE_MS;
    if (answer == STORE_OK)
        remember(search->sessions, session);
    search->known(search->context, answer == STORE_OK ? session : NULL);
    if (found && (search->used || search->now - search->seen > SEEN_MS))
        store_transact(search->sessions->store, note_use, on_noted, search);
    else
        free(search);
}

void session_find(struct sessions *sessions, const struct http_header *head, bool secure,
                  session_known *known, void *context)
{
    struct session session = {0};
    char secret[TOKEN_SIZE];

    session.by = read_credential(head, secure, secret);
    if (session.by == NO_CREDENTIAL) {
        known(context, &session);
        return;
    }
    secret_hash(secret, session.hash);
    struct slot *slot = find_slot(sessions, session.hash);

    if (slot && slot->until > clock_ms() && slot->session.by == session.by) {
        session = slot->session;
        known(context, &session);
        return;
    }
    struct search *search = calloc(1, sizeof *search);

    if (!search) {
        known(context, NULL);
        return;
    }
    *search = (struct search){.sessions = sessions,
                              .session = session,
                              .now = store_now(sessions->store),
                              .known = known,
                              .context = context};
    store_ask(sessions->store, look_up, on_looked_up, search);
}
