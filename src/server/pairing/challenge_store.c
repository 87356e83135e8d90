/*
 * challenge_store.c - challenges in the store.
 *
 * Works may run twice if the answer to a commit was lost: then a row that this request made, or a
 * game that it began, is recognised. Where several may change one challenge at the same time, the
 * first statement locks its row.
 */
#include <string.h>

#include "club/pool.h"
#include "core/array.h"
#include "server/common/secret.h"
#include "server/members/device.h"
#include "server/members/member_store.h"
#include "server/pairing/challenge.h"

static const int64_t HOUR_MS = 3600 * 1000;

static enum store_answer refused(struct challenge_call *call, enum challenge_problem problem)
{
    call->problem = problem;
    return STORE_CONFLICT;
}

/* ---- Rows ------------------------------------------------------------------------------- */

#define COLUMNS                                                                                    \
    "SELECT c.id, c.challenger, c.target, c.terms, c.list, c.rated, c.players, c.seat, c.below,"   \
    " c.above, c.level, c.remaining, c.created, c.expires, m.name, m.kind, t.name,"                \
    " CAST(coalesce(r.r, 1500) AS bigint)"                                                         \
    " FROM challenges c JOIN members m ON m.id = c.challenger AND m.status = 0"                    \
    " LEFT JOIN members t ON t.id = c.target"                                                      \
    " LEFT JOIN ratings r ON r.list = c.list AND r.member = c.challenger"

/* With $1 the time: those that somebody can still accept. */
#define STANDING " c.remaining > 0 AND c.expires > $1"

static bool take_challenge(void *context, const struct db_row_view *row)
{
    struct challenge *out = context;

    *out = (struct challenge){
        .challenger = row_int(row, 1),
        .target = row_int(row, 2),
        .rated = row_int(row, 5) != 0,
        .players = (int)row_int(row, 6),
        .seat = (int)row_int(row, 7),
        .below = (int)row_int(row, 8),
        .above = (int)row_int(row, 9),
        .remaining = (int)row_int(row, 11),
        .created = row_int(row, 12),
        .expires = row_int(row, 13),
        .kind = (enum member_kind)row_int(row, 15),
        .rating = (int)row_int(row, 17),
        .people = 1,
        .occupants = {{.member = row_int(row, 1), .level = (int)row_int(row, 10)}},
    };
    row_copy(row, 0, out->id, sizeof out->id);
    row_copy(row, 3, out->terms, sizeof out->terms);
    row_copy(row, 4, out->list, sizeof out->list);
    row_copy(row, 14, out->occupants[0].name, sizeof out->occupants[0].name);
    row_copy(row, 16, out->to, sizeof out->to);
    return true;
}

static bool take_occupant(void *context, const struct db_row_view *row)
{
    struct challenge *challenge = context;

    if (challenge->people == TB_PLAYERS_MAX)
        return true;
    struct occupant *occupant = &challenge->occupants[challenge->people++];

    *occupant = (struct occupant){.member = row_int(row, 0), .level = (int)row_int(row, 1)};
    row_copy(row, 2, occupant->name, sizeof occupant->name);
    return true;
}

static void read_occupants(struct db *db, struct challenge *challenge)
{
    challenge->people = 1;
    if (challenge->players > 2)
        db_query(db, take_occupant, challenge,
                 "SELECT s.member, s.level, m.name FROM sitters s JOIN members m ON m.id = s.member"
                 " AND m.status = 0 WHERE s.challenge = $1 ORDER BY s.since, s.member",
                 "t", challenge->id);
}

/* Finds the challenge of the call's id, and locks it. */
static bool find(struct db *db, struct challenge_call *call)
{
    struct challenge *challenge = &call->challenge;
    char id[ID_SIZE];

    memcpy(id, challenge->id, sizeof id);
    challenge->challenger = 0;
    call->begins = false;
    db_run(db, "UPDATE challenges SET remaining = remaining WHERE id = $1", "t", id);
    db_query(db, take_challenge, challenge, COLUMNS " WHERE" STANDING " AND c.id = $2", "it",
             call->now, id);
    if (challenge->challenger == 0)
        return false;
    read_occupants(db, challenge);
    return true;
}

static struct occupant *occupant_of(struct challenge *challenge, int64_t member)
{
    for (int i = 0; i < challenge->people; i++)
        if (challenge->occupants[i].member == member)
            return &challenge->occupants[i];
    return NULL;
}

/* ---- Making one -------------------------------------------------------------------------- */

static int64_t made_lately(struct db *db, const struct challenge_call *call, int64_t target)
{
    return db_number(db, 0,
                     "SELECT count(*) FROM challenges WHERE challenger = $1 AND created > $2"
                     " AND (CAST($3 AS bigint) = 0 OR target = $3)",
                     "iii", call->member.id, call->now - HOUR_MS, target);
}

/* Finds the member who is challenged, if there is one. */
static enum challenge_problem find_target(struct db *db, struct challenge_call *call)
{
    struct challenge *challenge = &call->challenge;
    struct profile profile;

    challenge->target = 0;
    if (!challenge->to[0])
        return CHALLENGE_FINE;
    challenge->target = member_find(db, challenge->to, &call->keys);
    if (challenge->target == 0 || profile_load(db, challenge->target, &profile) != STORE_OK)
        return CHALLENGE_NOBODY;
    memcpy(challenge->to, profile.member.name, sizeof challenge->to);
    return challenge->target == call->member.id                      ? CHALLENGE_OWN
           : profile.member.kind == MEMBER_COMPUTER                  ? CHALLENGE_COMPUTER
           : members_blocked(db, call->member.id, challenge->target) ? CHALLENGE_BARRED
           : challenge->rated && members_share_device(db, call->member.id, challenge->target)
               ? CHALLENGE_DEVICE
           : made_lately(db, call, challenge->target) >= CHALLENGES_HOUR_ONE ? CHALLENGE_OFTEN
                                                                             : CHALLENGE_FINE;
}

/* Those that have expired go. */
static void clean(struct db *db, int64_t now)
{
    db_run(db,
           "DELETE FROM sitters WHERE challenge IN (SELECT id FROM challenges WHERE expires <= $1)",
           "i", now);
    db_run(db, "DELETE FROM challenges WHERE expires <= $1", "i", now);
}

static void insert(struct db *db, const struct challenge *challenge)
{
    db_run(
        db,
        "INSERT INTO challenges (id, challenger, target, terms, list, rated, players, seat, below,"
        "  above, level, remaining, last, created, expires)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11, '', $12, $13)",
        "tiittiiiiiiii", challenge->id, challenge->challenger, challenge->target, challenge->terms,
        challenge->list, (int64_t)challenge->rated, (int64_t)challenge->players,
        (int64_t)challenge->seat, (int64_t)challenge->below, (int64_t)challenge->above,
        (int64_t)challenge->remaining, challenge->created, challenge->expires);
}

enum store_answer challenge_create(struct db *db, void *context)
{
    struct challenge_call *call = context;
    struct challenge *challenge = &call->challenge;
    enum challenge_problem problem;

    challenge->people = 1;
    challenge->occupants[0].member = call->member.id;
    memcpy(challenge->occupants[0].name, call->member.name, sizeof call->member.name);
    challenge->rating = rating_of(db, call->member.id, challenge->list);
    if (db_number(db, 0, "SELECT count(*) FROM challenges WHERE id = $1", "t", challenge->id) > 0)
        return STORE_OK; /* it was made when the answer was lost */
    clean(db, call->now);
    if ((problem = find_target(db, call)))
        return refused(call, problem);
    if (db_number(db, 0,
                  "SELECT count(*) FROM challenges c WHERE" STANDING " AND c.challenger = $2", "ii",
                  call->now, call->member.id) >= CHALLENGES_MAX)
        return refused(call, CHALLENGE_MANY);
    if (made_lately(db, call, 0) >= CHALLENGES_HOUR)
        return refused(call, CHALLENGE_OFTEN);
    insert(db, challenge);
    return STORE_OK;
}

/* ---- Lists ------------------------------------------------------------------------------- */

static bool add_challenge(void *context, const struct db_row_view *row)
{
    struct challenge_call *call = context;

    return ARRAY_RESERVE(call->found, call->capacity, (size_t)call->count, 1) &&
           take_challenge(&call->found[call->count++], row);
}

static void add_occupants(struct db *db, struct challenge_call *call)
{
    for (int i = 0; i < call->count; i++)
        read_occupants(db, &call->found[i]);
}

/* Those to anybody that the member may accept; a guest sees all. */
enum store_answer challenges_open(struct db *db, void *context)
{
    struct challenge_call *call = context;

    db_query(db, add_challenge, call,
             COLUMNS
             " WHERE" STANDING " AND c.target = 0 AND c.challenger <> $2"
             " AND NOT EXISTS (SELECT 1 FROM sitters s WHERE s.challenge = c.id"
             "  AND s.member = $2)"
             " AND NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.member = $2"
             "  AND b.target = c.challenger) OR (b.member = c.challenger AND b.target = $2))"
             " ORDER BY c.created DESC, c.id LIMIT $3",
             "iii", call->now, call->member.id, (int64_t)CHALLENGES_LISTED);
    add_occupants(db, call);
    return STORE_OK;
}

enum store_answer challenges_list(struct db *db, void *context)
{
    struct challenge_call *call = context;

    call->count = 0;
    if (call->member.id > 0)
        db_query(db, add_challenge, call,
                 COLUMNS " WHERE" STANDING " AND (c.challenger = $2 OR c.target = $2 OR c.id IN"
                         "  (SELECT challenge FROM sitters WHERE member = $2))"
                         " AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.member = $2"
                         "  AND b.target = c.challenger)"
                         " ORDER BY c.created DESC, c.id LIMIT $3",
                 "iii", call->now, call->member.id, (int64_t)4 * CHALLENGES_LISTED);
    return challenges_open(db, context);
}

/* ---- Accepting --------------------------------------------------------------------------- */

/* Checks whether this member may sit down with the players at the table. */
static enum challenge_problem check_guest(struct db *db, struct challenge_call *call)
{
    const struct challenge *challenge = &call->challenge;

    if (challenge->challenger == call->member.id)
        return CHALLENGE_OWN;
    if (challenge->target != 0 && challenge->target != call->member.id)
        return CHALLENGE_GONE;
    for (int i = 0; i < challenge->people; i++)
        if (members_blocked(db, call->member.id, challenge->occupants[i].member))
            return CHALLENGE_GONE;
    for (int i = 0; i < challenge->people && challenge->rated; i++)
        if (members_share_device(db, call->member.id, challenge->occupants[i].member))
            return CHALLENGE_DEVICE;
    int rating = rating_of(db, call->member.id, challenge->list);

    if (rating < challenge->rating - challenge->below ||
        rating > challenge->rating + challenge->above)
        return CHALLENGE_RANGE;
    return challenge->people == challenge->players ? CHALLENGE_TAKEN : CHALLENGE_FINE;
}

static void sit_down(struct db *db, struct challenge_call *call)
{
    struct challenge *challenge = &call->challenge;
    struct occupant *occupant = &challenge->occupants[challenge->people++];

    *occupant = (struct occupant){.member = call->member.id};
    memcpy(occupant->name, call->member.name, sizeof call->member.name);
    if (challenge->players > 2)
        db_run(db,
               "INSERT INTO sitters (challenge, member, level, since) VALUES ($1, $2, 0, $3)"
               " ON CONFLICT DO NOTHING",
               "tii", challenge->id, call->member.id, call->now);
}

/* Seats the players: the one who has begun the fewest games sits first, ties at random; the
 * challenger sits at the seat they chose, which may be a random one. Computer players get the free
 * seats. */
static void choose_seats(struct db *db, struct challenge_call *call)
{
    struct challenge *challenge = &call->challenge;
    struct occupant *occupants = challenge->occupants;
    int64_t rest[TB_PLAYERS_MAX] = {0};
    int64_t keys[TB_PLAYERS_MAX];
    int count = 0, next = 0;
    int seat = challenge->seat != SEAT_RANDOM
                   ? challenge->seat
                   : 1 + (int)(random_number() % (uint64_t)challenge->players);

    for (int i = 0; i < challenge->people; i++) {
        occupants[i].begun = balance_of(db, occupants[i].member, challenge->list).begun;
        if (i == 0 && seat)
            continue;
        int64_t key =
            (int64_t)occupants[i].begun * (INT64_C(1) << 32) + (int64_t)(random_number() >> 33);
        int at = count++;

        for (; at > 0 && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
            rest[at] = rest[at - 1];
        }
        keys[at] = key;
        rest[at] = occupants[i].member;
    }
    for (int i = 0; i < challenge->players; i++) {
        call->seats[i] = i + 1 == seat ? challenge->challenger : rest[next++];
        if (call->seats[i] == call->member.id)
            call->seat = i + 1;
    }
    call->begins = true;
}

enum store_answer challenge_accept(struct db *db, void *context)
{
    struct challenge_call *call = context;
    struct challenge *challenge = &call->challenge;
    enum challenge_problem problem;

    if (!find(db, call))
        return refused(call, CHALLENGE_GONE);
    bool sits =
        challenge->challenger != call->member.id && occupant_of(&call->challenge, call->member.id);

    if (sits && challenge->people < challenge->players)
        return refused(call, CHALLENGE_SEATED);
    if (!sits && (problem = check_guest(db, call)))
        return refused(call, problem);
    if (!sits)
        sit_down(db, call);
    if (challenge->people == challenge->players)
        choose_seats(db, call);
    return STORE_OK;
}

/* ---- Completing a table ------------------------------------------------------------------- */

static void set_level(struct db *db, const struct challenge_call *call)
{
    if (call->challenge.challenger == call->member.id)
        db_run(db, "UPDATE challenges SET level = $2 WHERE id = $1", "ti", call->challenge.id,
               (int64_t)call->level);
    else
        db_run(db, "UPDATE sitters SET level = $3 WHERE challenge = $1 AND member = $2", "tii",
               call->challenge.id, call->member.id, (int64_t)call->level);
}

enum store_answer challenge_complete(struct db *db, void *context)
{
    struct challenge_call *call = context;
    struct challenge *challenge = &call->challenge;
    struct occupant *own = find(db, call) ? occupant_of(&call->challenge, call->member.id) : NULL;

    if (!own)
        return refused(call, CHALLENGE_GONE);
    if (challenge->players < 3 || challenge->rated)
        return refused(call, CHALLENGE_NO_TABLE);
    own->level = call->level;
    set_level(db, call);
    for (int i = 0; i < challenge->people; i++) {
        if (challenge->occupants[i].level == 0)
            return STORE_OK;
        if (challenge->occupants[i].level < call->level)
            call->level = challenge->occupants[i].level;
    }
    if (challenge->people >= 2)
        choose_seats(db, call);
    return STORE_OK;
}

/* ---- Ending ------------------------------------------------------------------------------ */

static void end(struct db *db, const char *id)
{
    db_run(db, "UPDATE challenges SET remaining = 0 WHERE id = $1", "t", id);
    db_run(db, "DELETE FROM sitters WHERE challenge = $1", "t", id);
}

enum store_answer challenge_decline(struct db *db, void *context)
{
    struct challenge_call *call = context;

    if (!find(db, call) || call->challenge.target != call->member.id)
        return refused(call, CHALLENGE_GONE);
    end(db, call->challenge.id);
    return STORE_OK;
}

enum store_answer challenge_leave(struct db *db, void *context)
{
    struct challenge_call *call = context;

    if (!find(db, call) || !occupant_of(&call->challenge, call->member.id))
        return refused(call, CHALLENGE_GONE);
    if (call->challenge.challenger == call->member.id)
        end(db, call->challenge.id);
    else
        db_run(db, "DELETE FROM sitters WHERE challenge = $1 AND member = $2", "ti",
               call->challenge.id, call->member.id);
    return STORE_OK;
}

/* ---- The game ---------------------------------------------------------------------------- */

/* True if the players at the table are still those for whom the game was made. */
static bool table_stands(struct db *db, struct challenge_call *call)
{
    struct challenge now = call->challenge;

    read_occupants(db, &now);
    if (now.players > 2 && now.people != call->challenge.people)
        return false;
    for (int i = 1; i < now.people; i++)
        if (!occupant_of(&call->challenge, now.occupants[i].member))
            return false;
    return true;
}

static void note_balances(struct db *db, const struct challenge_call *call)
{
    const struct challenge *challenge = &call->challenge;

    for (int i = 0; i < challenge->people && challenge->list[0]; i++) {
        const struct occupant *occupant = &challenge->occupants[i];
        int64_t other = challenge->occupants[!i].member;

        balance_note(
            db, occupant->member, challenge->list,
            (struct balance){pool_begun(occupant->begun, call->seats[0] == occupant->member),
                             challenge->players == 2 ? other : 0});
    }
}

enum store_answer challenge_begin(struct db *db, void *context)
{
    struct challenge_call *call = context;
    const char *id = call->challenge.id;

    if (db_number(db, 0, "SELECT count(*) FROM challenges WHERE id = $1 AND last = $2", "tt", id,
                  call->game) > 0)
        return STORE_OK; /* it was counted when the answer was lost */
    db_run(db,
           "UPDATE challenges SET remaining = remaining - 1, last = $2, level = 0"
           " WHERE id = $1 AND remaining > 0 AND expires > $3",
           "tti", id, call->game, call->now);
    if (db_changes(db) != 1 || !table_stands(db, call))
        return STORE_CONFLICT;
    db_run(db, "DELETE FROM sitters WHERE challenge = $1", "t", id);
    note_balances(db, call);
    return STORE_OK;
}
