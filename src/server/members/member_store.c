/* member_store.c - see member_store.h. */
#include "server/members/member_store.h"
#include "server/members/device.h"
#include "server/ratings/leaderboard.h"

#include <string.h>

#include "server/common/secret.h"
#include "server/store/row_json.h"

static const int64_t YEAR_MS = 365LL * 24 * 3600 * 1000;

enum { DEVICES_MAX = 20 };

/* ---- Members ------------------------------------------------------------------------ */

static bool take_profile(void *context, const struct db_row_view *row)
{
    struct profile *out = context;
    size_t size = 0;
    const void *recovery = row_blob(row, 8, &size);

    out->member.id = row_int(row, 0);
    row_copy(row, 1, out->member.name, sizeof out->member.name);
    out->member.kind = (enum member_kind)row_int(row, 2);
    out->member.status = (enum member_status)row_int(row, 3);
    row_copy(row, 4, out->about, sizeof out->about);
    out->shown = (unsigned)row_int(row, 5);
    out->created = row_int(row, 6);
    out->seen = row_int(row, 7);
    if (size == HASH_SIZE)
        memcpy(out->recovery, recovery, HASH_SIZE);
    return true;
}

enum store_answer profile_load(struct db *db, int64_t id, struct profile *out)
{
    *out = (struct profile){0};
    db_query(db, take_profile, out,
             "SELECT id, name, kind, status, about, shown, created, seen, recovery FROM members"
             " WHERE id = $1 AND status < 2",
             "i", id);
    return out->member.id > 0 ? STORE_OK : STORE_MISSING;
}

static void count_own(struct db *db, struct profile *profile)
{
    profile->passkeys =
        (int)db_number(db, 0, "SELECT count(*) FROM passkeys WHERE member = $1", "i",
                       profile->member.id);
    profile->waiting = (int)db_number(
        db, 0,
        "SELECT count(*) FROM seats t JOIN summaries s ON s.game = t.game"
        " WHERE t.member = $1 AND t.member > 0 AND s.status = 1 AND s.turn = t.seat",
        "i", profile->member.id);
}

enum store_answer member_load(struct db *db, void *context)
{
    struct member_call *call = context;

    json_decref(call->profile.ratings);
    enum store_answer answer = profile_load(db, call->session.member.id, &call->profile);

    if (answer == STORE_OK) {
        count_own(db, &call->profile);
        call->profile.ratings = member_ratings(db, call->session.member.id, call->now);
    }
    return answer;
}

/* Reserves the keys of a name for a member; false if another member has one of them. */
static bool keys_take(struct db *db, const struct name_keys *keys, int64_t member, int64_t now)
{
    for (int i = 0; i < NAME_KEYS; i++) {
        db_run(db,
               "INSERT INTO name_keys (hash, member, until) VALUES ($1, $2, 0)"
               " ON CONFLICT (hash) DO UPDATE SET member = $2, until = 0"
               " WHERE name_keys.member = $2"
               " OR (name_keys.until > 0 AND name_keys.until <= $3)",
               "bii", HASH(keys->hash[i]), member, now);
        if (db_changes(db) == 0)
            return false;
    }
    return true;
}

int64_t member_find(struct db *db, const char *name, const struct name_keys *keys)
{
    struct profile profile;
    int64_t id =
        db_number(db, 0, "SELECT member FROM name_keys WHERE hash = $1 AND until = 0", "b",
                  HASH(keys->hash[1]));

    if (id == 0) /* a level of the computer */
        id = db_number(db, 0, "SELECT id FROM members WHERE id < 1001 AND name = $1", "t", name);
    return id > 0 && profile_load(db, id, &profile) == STORE_OK &&
                   member_name_same(profile.member.name, name)
               ? id
               : 0;
}

/* ---- Sessions ----------------------------------------------------------------------- */

/* Those that were not used for longest give way. */
enum store_answer session_add(struct db *db, struct member_call *call, int64_t member)
{
    enum store_answer answer = profile_load(db, member, &call->profile);

    if (answer != STORE_OK || call->profile.member.status != MEMBER_ACTIVE)
        return answer;
    db_run(db,
           "DELETE FROM sessions WHERE member = $1 AND number IN (SELECT number FROM sessions"
           " WHERE member = $1 ORDER BY seen DESC LIMIT 1000 OFFSET $2)",
           "ii", member, (int64_t)DEVICES_MAX - 1);
    device_note(db, call->device, member, call->now);
    db_run(db,
           "INSERT INTO sessions (hash, member, about, created, issued, seen)"
           " VALUES ($1, $2, $3, $4, $4, $4)",
           "biti", HASH(call->hash), member, call->text, call->now);
    return STORE_OK;
}

bool session_exists(struct db *db, struct member_call *call)
{
    int64_t member =
        db_number(db, 0, "SELECT member FROM sessions WHERE hash = $1", "b", HASH(call->hash));

    return member > 0 && profile_load(db, member, &call->profile) == STORE_OK;
}

static bool take_number(void *context, const struct db_row_view *row)
{
    *(int64_t *)context = row_int(row, 0);
    return true;
}

enum store_answer member_create(struct db *db, void *context)
{
    struct member_call *call = context;
    int64_t id = 0;

    if (session_exists(db, call))
        return STORE_OK;
    db_query(db, take_number, &id,
             "INSERT INTO members (name, kind, recovery, created, seen, shown)"
             " VALUES ($1, $2, $3, $4, $4, $5) RETURNING id",
             "tibii", call->name, (int64_t)call->member_kind, HASH(call->code_hash), call->now,
             (int64_t)PART_ALL);
    if (!keys_take(db, &call->keys, id, call->now))
        return STORE_CONFLICT;
    return session_add(db, call, id);
}

/* Takes the same time for a name that nobody has. */
enum store_answer member_recover(struct db *db, void *context)
{
    struct member_call *call = context;

    if (session_exists(db, call))
        return STORE_OK;
    int64_t id = member_find(db, call->name, &call->keys);
    enum store_answer found = profile_load(db, id, &call->profile);
    static const unsigned char none[HASH_SIZE];
    bool equal = secret_equal(call->proof, call->profile.recovery);

    if (found != STORE_OK || !equal || secret_equal(call->profile.recovery, none))
        return STORE_MISSING;
    if (call->profile.member.status != MEMBER_ACTIVE)
        return STORE_OK; /* the code stays valid, and there is no session */
    db_run(db, "UPDATE members SET recovery = $2 WHERE id = $1", "ib", id, HASH(call->code_hash));
    return session_add(db, call, id);
}

enum store_answer recovery_renew(struct db *db, void *context)
{
    struct member_call *call = context;

    db_run(db, "UPDATE members SET recovery = $2 WHERE id = $1", "ib", call->session.member.id,
           HASH(call->code_hash));
    return STORE_OK;
}

void ceremony_add(struct db *db, const struct member_call *call, enum ceremony kind,
                  int64_t milliseconds)
{
    db_run(db, "DELETE FROM ceremonies WHERE expires < $1", "i", call->now);
    db_run(db,
           "INSERT INTO ceremonies (hash, kind, member, expires) VALUES ($1, $2, $3, $4)"
           " ON CONFLICT (hash) DO NOTHING",
           "biii", HASH(call->hash), (int64_t)kind, call->session.member.id,
           call->now + milliseconds);
}

bool ceremony_take(struct db *db, const struct member_call *call, enum ceremony kind,
                   int64_t *member)
{
    *member = -1;
    db_query(db, take_number, member,
             "DELETE FROM ceremonies WHERE hash = $1 AND kind = $2 AND expires > $3"
             " RETURNING member",
             "bii", HASH(call->proof), (int64_t)kind, call->now);
    return *member >= 0;
}

enum store_answer link_create(struct db *db, void *call)
{
    ceremony_add(db, call, CEREMONY_LINK, LINK_MS);
    return STORE_OK;
}

enum store_answer member_link(struct db *db, void *call)
{
    int64_t id;

    if (session_exists(db, call))
        return STORE_OK;
    return ceremony_take(db, call, CEREMONY_LINK, &id) ? session_add(db, call, id)
                                                       : STORE_MISSING;
}

enum store_answer session_end(struct db *db, void *context)
{
    struct member_call *call = context;

    db_run(db, "DELETE FROM sessions WHERE number = $1", "i", call->session.number);
    return STORE_OK;
}

enum store_answer session_renew(struct db *db, void *context)
{
    struct member_call *call = context;

    db_run(db,
           "UPDATE sessions SET previous = $1, hash = $2, issued = $3, seen = $3"
           " WHERE hash = $1 OR previous = $1",
           "bbi", HASH(call->session.hash), HASH(call->hash), call->now);
    return member_load(db, call);
}

enum store_answer devices_list(struct db *db, void *context)
{
    struct member_call *call = context;

    json_array_clear(call->list);
    db_query(db, row_add_object,
             &(struct row_objects){call->list, "i:id i:created i:seen t:about b:current"},
             "SELECT number, created, seen, about, number = $2 FROM sessions WHERE member = $1"
             " ORDER BY seen DESC, number DESC",
             "ii", call->session.member.id, call->session.number);
    return STORE_OK;
}

enum store_answer device_end(struct db *db, void *context)
{
    struct member_call *call = context;

    db_run(db, "DELETE FROM sessions WHERE number = $1 AND member = $2", "ii", call->number,
           call->session.member.id);
    return db_changes(db) > 0 ? STORE_OK : STORE_MISSING;
}

/* ---- Changes ------------------------------------------------------------------------ */

void member_give_up_name(struct db *db, int64_t member, int64_t now)
{
    db_run(db, "UPDATE name_keys SET until = $2 WHERE member = $1 AND until = 0", "ii", member,
           now + YEAR_MS);
}

bool member_rename(struct db *db, int64_t member, const char *name, const struct name_keys *keys,
                   int64_t now)
{
    member_give_up_name(db, member, now);
    if (!keys_take(db, keys, member, now))
        return false;
    db_run(db, "UPDATE members SET name = $2, rewriting = 1 WHERE id = $1", "it", member, name);
    return true;
}

enum store_answer member_change(struct db *db, void *context)
{
    struct member_call *call = context;
    int64_t id = call->session.member.id;

    if (call->sets_name && !member_rename(db, id, call->name, &call->keys, call->now))
        return STORE_CONFLICT;
    if (call->sets_text)
        db_run(db, "UPDATE members SET about = $2 WHERE id = $1", "it", id, call->text);
    if (call->sets_flags)
        db_run(db, "UPDATE members SET shown = $2 WHERE id = $1", "ii", id, (int64_t)call->flags);
    return member_load(db, call);
}

const char *member_kind_word(enum member_kind kind)
{
    static const char *const words[] = {
        [MEMBER_PERSON] = "person", [MEMBER_BOT] = "bot", [MEMBER_COMPUTER] = "computer"};

    return words[kind];
}
