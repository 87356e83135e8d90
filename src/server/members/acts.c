/* acts.c - see acts.h. */
#include "server/members/acts.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "server/members/account_store.h"
#include "server/members/member_store.h"
#include "server/store/row_json.h"
#include "server/store/store_rewrite.h"

static void record(struct db *db, const struct act *act, const char *word, const char *detail)
{
    db_run(db,
           "INSERT INTO acts (at, operator, act, member, game, detail, reason)"
           " VALUES ($1, $2, $3, $4, $5, $6, $7)",
           "ittittt", act->now, act->operator, word, act->member, act->game, detail, act->reason);
}

/* ---- Members ------------------------------------------------------------------------------- */

/* Finds a person or a bot, and the name as it is written. */
static enum store_answer find_member(struct db *db, struct act *act, struct profile *profile)
{
    act->member = member_find(db, act->name, &act->keys);
    if (act->member == 0 || profile_load(db, act->member, profile) != STORE_OK)
        return STORE_MISSING;
    return act->member >= FIRST_PERSON ? STORE_OK : STORE_CONFLICT;
}

static enum store_answer rename_as(struct db *db, struct act *act, const char *word)
{
    char detail[2 * NAME_SIZE + 8];
    struct text text = text_into(detail, sizeof detail);
    struct profile profile;
    enum store_answer answer = find_member(db, act, &profile);

    if (answer != STORE_OK)
        return answer;
    if (!*act->new_name) {
        snprintf(act->new_name, NAME_SIZE, "Member-%lld", (long long)act->member);
        name_keys_of(act->new_name, &act->new_keys);
    }
    if (!member_rename(db, act->member, act->new_name, &act->new_keys, act->now))
        return STORE_CONFLICT;
    text_add(&text, "%s > %s", profile.member.name, act->new_name);
    record(db, act, word, detail);
    return STORE_OK;
}

enum store_answer act_rename(struct db *db, void *act)
{
    return rename_as(db, act, "rename");
}

enum store_answer act_blank_member(struct db *db, void *act)
{
    return rename_as(db, act, "blank");
}

/* Sets the status; the same again is possible only for a suspension, whose end then changes. */
static enum store_answer set_status(struct db *db, struct act *act, enum member_status status,
                                    const char *word)
{
    char detail[24] = "";
    struct text text = text_into(detail, sizeof detail);
    struct profile profile;
    enum store_answer answer = find_member(db, act, &profile);

    if (answer != STORE_OK)
        return answer;
    if (status == MEMBER_ACTIVE && profile.member.status == MEMBER_ACTIVE)
        return STORE_CONFLICT;
    db_run(db, "UPDATE members SET status = $2 WHERE id = $1", "ii", act->member, (int64_t)status);
    if (status == MEMBER_SUSPENDED)
        text_add(&text, "%lld", (long long)act->until);
    record(db, act, word, detail);
    return STORE_OK;
}

/* The member does not look for opponents any more either. */
enum store_answer act_suspend(struct db *db, void *context)
{
    static const char *const statements[] = {
        "DELETE FROM seeks WHERE player = $1",
        "DELETE FROM sitters WHERE member = $1",
        "UPDATE challenges SET remaining = 0 WHERE challenger = $1",
    };
    const struct act *act = context;
    enum store_answer answer = set_status(db, context, MEMBER_SUSPENDED, "suspend");

    for (size_t i = 0; answer == STORE_OK && i < sizeof statements / sizeof *statements; i++)
        db_run(db, statements[i], "i", act->member);
    return answer;
}

enum store_answer act_restore(struct db *db, void *act)
{
    return set_status(db, act, MEMBER_ACTIVE, "restore");
}

enum store_answer act_delete(struct db *db, void *context)
{
    struct act *act = context;
    struct profile profile;
    enum store_answer answer = find_member(db, act, &profile);

    if (answer != STORE_OK)
        return answer;
    member_erase(db, act->member, act->now);
    record(db, act, "delete", "");
    return STORE_OK;
}

/* ---- Games ---------------------------------------------------------------------------------- */

enum store_answer act_remove(struct db *db, void *context)
{
    struct act *act = context;

    if (db_number(db, 0, "SELECT count(*) FROM games WHERE id = $1", "t", act->game) == 0)
        return STORE_MISSING;
    store_remove_game(db, act->game);
    record(db, act, "remove", "");
    return STORE_OK;
}

enum store_answer act_blank_seat(struct db *db, void *context)
{
    struct act *act = context;
    char detail[16];
    struct text text = text_into(detail, sizeof detail);

    if (db_number(db, 0, "SELECT count(*) FROM seats WHERE game = $1 AND seat = $2", "ti",
                  act->game, (int64_t)act->seat) == 0)
        return STORE_MISSING;
    if (!store_blank_seat(db, act->game, act->seat))
        return STORE_CONFLICT;
    text_add(&text, "%d", act->seat);
    record(db, act, "blank", detail);
    return STORE_OK;
}

/* ---- Addresses ------------------------------------------------------------------------------ */

enum store_answer act_block(struct db *db, void *context)
{
    struct act *act = context;

    db_run(db,
           "INSERT INTO barred (address, since) VALUES ($1, $2) ON CONFLICT (address) DO NOTHING",
           "ti", act->address, act->now);
    if (db_changes(db) == 0)
        return STORE_CONFLICT;
    record(db, act, "block", act->address);
    return STORE_OK;
}

enum store_answer act_unblock(struct db *db, void *context)
{
    struct act *act = context;

    db_run(db, "DELETE FROM barred WHERE address = $1", "t", act->address);
    if (db_changes(db) == 0)
        return STORE_MISSING;
    record(db, act, "unblock", act->address);
    return STORE_OK;
}

/* ---- Lists ---------------------------------------------------------------------------------- */

enum store_answer act_log(struct db *db, void *context)
{
    struct act *act = context;

    json_array_clear(act->list);
    db_query(
        db, row_add_object,
        &(struct row_objects){
            act->list, "i:number i:at t:operator t:act i:member t:name t:game t:detail t:reason"},
        "SELECT a.number, a.at, a.operator, a.act, a.member, m.name, a.game, a.detail, a.reason"
        " FROM acts a LEFT JOIN members m ON m.id = a.member ORDER BY a.number",
        "");
    return STORE_OK;
}

enum store_answer act_blocked(struct db *db, void *context)
{
    struct act *act = context;

    json_array_clear(act->list);
    db_query(db, row_add_object, &(struct row_objects){act->list, "t:address i:since"},
             "SELECT address, since FROM barred ORDER BY address", "");
    return STORE_OK;
}
