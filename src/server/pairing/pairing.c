/*
 * pairing.c - seeks in the store, waves of pairing, and the creation of the paired games.
 *
 * A wave reads all seeks and pairs them with club/pool.h: soon after somebody has begun to wait,
 * and every POOL_WAVE_MS. Where servers share a store, each refreshes its rows with every wave, and
 * only the holder of an advisory lock pairs. The lock only saves work; correctness does not depend
 * on it: a game is created only if all its seeks can be marked in the same transaction. So the next
 * wave waits until the games of the last one are stored.
 */
#include <stdlib.h>
#include <string.h>

#include "club/pool.h"
#include "core/array.h"
#include "core/checksum.h"
#include "server/pairing/challenge.h"
#include "server/pairing/club_parts.h"

enum {
    FORGET_MS = 60 * 1000, /* rows of a server that has been silent for longer are deleted */
    SHARE = 5,             /* each wave sends one in SHARE waiting players their rating window */
};

/* ---- One seek --------------------------------------------------------------------------- */

static json_t *paired(const struct seek *seek, const char *game, int seat)
{
    json_t *json = json_pack("{ss ss si}", "type", "paired", "game", game, "seat", seat);

    if (seek->row.player < 0)
        json_object_set_new(json, "secret", json_string(seek->secret));
    return json;
}

static enum store_answer work_store(struct db *db, void *context)
{
    struct seek *seek = context;
    int64_t fresh = store_shared(seek->club->store) ? seek->row.seen - SEEK_FRESH_MS : INT64_MIN;

    seek->problem = seek->takes ? seek_take(db, &seek->row, seek->takes, fresh) : CHALLENGE_FINE;
    return !seek->problem && seek_store(db, &seek->row) ? STORE_OK : STORE_CONFLICT;
}

static void refuse_seek(struct seek *seek, enum store_answer answer)
{
    struct client_message request = seek->request;
    struct visitor *visitor = seek->visitor;
    struct refusal refusal;

    if (answer == STORE_CONFLICT && seek->problem)
        challenge_refuse(seek->problem, &refusal);
    else if (answer == STORE_CONFLICT)
        refuse(&refusal, REFUSED_BUSY, "You have just been paired at another tab.");
    else
        refuse(&refusal, REFUSED_STORE, "The store cannot be reached at the moment; try again.");
    club_end_seek(seek, NULL);
    if (visitor)
        client_refuse(visitor->client, &request, &refusal);
}

static void on_stored(void *context, enum store_answer answer)
{
    struct seek *seek = context;

    if (answer != STORE_OK) {
        refuse_seek(seek, answer);
        return;
    }
    bool leaves = seek->stage == SEEK_DELETING;

    seek->stage = SEEK_WAITING;
    seek->row.seen = store_now(seek->club->store);
    if (leaves || !seek->visitor) {
        pairing_leave(seek);
        return;
    }
    seek->club->joined = true;
    json_t *json = seek_waiting(seek, store_now(seek->club->store));

    client_message_add_id(json, &seek->request);
    client_send(seek->visitor->client, json);
}

void pairing_join(struct seek *seek)
{
    seek->stage = SEEK_STORING;
    store_transact(seek->club->store, work_store, on_stored, seek);
}

/* The row is deleted unless it has been paired; then the next wave sends the game. */
static enum store_answer work_delete(struct db *db, void *context)
{
    const struct seek *seek = context;

    return seek_delete(db, seek->row.token) ? STORE_OK : STORE_CONFLICT;
}

static void on_deleted(void *context, enum store_answer answer)
{
    struct seek *seek = context;

    if (answer == STORE_CONFLICT && seek->visitor) { /* paired meanwhile, or replaced */
        seek->stage = SEEK_WAITING;
        seek->club->joined = true;
        return;
    }
    json_t *json = json_pack("{ss ss}", "type", "stopped", "reason", "asked");

    client_message_add_id(json, &seek->request);
    club_end_seek(seek, json);
}

void pairing_leave(struct seek *seek)
{
    bool stored = seek->stage == SEEK_WAITING;

    if (!seek->club->store) {
        club_end_seek(seek, NULL);
        return;
    }
    seek->stage = SEEK_DELETING;
    if (stored)
        store_transact(seek->club->store, work_delete, on_deleted, seek);
}

struct completion {
    struct club *club;
    int64_t token;
    int level;
};

static enum store_answer work_complete(struct db *db, void *context)
{
    const struct completion *completion = context;

    db_run(db, "UPDATE seeks SET level = $1 WHERE token = $2", "ii", (int64_t)completion->level,
           completion->token);
    return STORE_OK;
}

static void on_completed(void *context, enum store_answer answer)
{
    struct completion *completion = context;

    for (struct seek *seek = completion->club->seeks; seek && answer == STORE_OK; seek = seek->next)
        if (seek->row.token == completion->token && seek->visitor) {
            seek->row.level = completion->level;
            client_send(seek->visitor->client,
                        seek_waiting(seek, store_now(completion->club->store)));
            break;
        }
    completion->club->joined = true;
    free(completion);
}

void pairing_complete(struct seek *seek, int level)
{
    struct completion *completion = malloc(sizeof *completion);

    if (!completion)
        return;
    *completion = (struct completion){seek->club, seek->row.token, level};
    store_transact(seek->club->store, work_complete, on_completed, completion);
}

/* ---- A wave ----------------------------------------------------------------------------- */

static void free_wave(struct wave *wave)
{
    wave->club->wave = NULL;
    free(wave->seeks.rows);
    free(wave->blocks);
    free(wave->places);
    free(wave->challenges.found);
    free(wave);
}

/* ---- Games ------------------------------------------------------------------------------ */

/* A table whose game is being created. */
struct meeting {
    struct club *club;
    char game[ID_SIZE];
    int players;
    struct seek_row seats[TB_PLAYERS_MAX]; /* token 0: a computer player */
};

static bool claim(struct db *db, const struct meeting *meeting, int seat)
{
    const struct seek_row *row = &meeting->seats[seat];

    db_run(db,
           "UPDATE seeks SET game = $1, seat = $2 WHERE token = $3 AND (game = '' OR game = $1)",
           "tii", meeting->game, (int64_t)seat + 1, row->token);
    return db_changes(db) == 1;
}

/* Who began, and whom the members have met, with two players. */
static void note_balance(struct db *db, const struct meeting *meeting, int seat)
{
    const struct seek_row *row = &meeting->seats[seat], *other = &meeting->seats[!seat];

    balance_note(db, row->player, row->list,
                 (struct balance){
                     .begun = pool_begun(row->begun, seat == 0),
                     .opponent = meeting->players == 2 && other->player > 0 ? other->player : 0});
}

static enum store_answer work_claim(struct db *db, void *context)
{
    const struct meeting *meeting = context;

    for (int i = 0; i < meeting->players; i++)
        if (meeting->seats[i].token != 0) {
            if (!claim(db, meeting, i))
                return STORE_CONFLICT;
            if (meeting->seats[i].player > 0)
                note_balance(db, meeting, i);
        }
    return STORE_OK;
}

struct removal {
    int64_t token;
};

static enum store_answer work_remove(struct db *db, void *context)
{
    const struct removal *removal = context;

    db_run(db, "DELETE FROM seeks WHERE token = $1", "i", removal->token);
    return STORE_OK;
}

static void on_removed(void *context, enum store_answer answer)
{
    (void)answer; /* a row that is left is deleted with the next wave, or as a stale one */
    free(context);
}

/* A row that is not needed any more. */
static void drop_row(struct club *club, int64_t token)
{
    struct removal *removal = club->closing ? NULL : malloc(sizeof *removal);

    if (!removal)
        return;
    removal->token = token;
    store_transact(club->store, work_remove, on_removed, removal);
}

/* The player learns about the game. If the seek is about to be deleted, the next wave tells it. */
static void notify_paired(struct club *club, const struct seek_row *row, const char *game, int seat)
{
    struct seek *seek = club->seeks;

    while (seek && seek->row.token != row->token)
        seek = seek->next;
    if (seek && seek->stage != SEEK_WAITING)
        return;
    if (seek)
        club_end_seek(seek, paired(seek, game, seat));
    else
        club_notify(club, row->player,
                    json_pack("{ss ss si}", "type", "paired", "game", game, "seat", seat));
    drop_row(club, row->token);
}

static void on_met(void *context, enum store_answer answer)
{
    struct meeting *meeting = context;
    struct club *club = meeting->club;

    club->meetings--;
    club->joined |= answer != STORE_OK; /* others may fit those who are left */
    for (int i = 0; i < meeting->players && answer == STORE_OK; i++)
        if (meeting->seats[i].token != 0 && meeting->seats[i].process == club->process)
            notify_paired(club, &meeting->seats[i], meeting->game, i + 1);
}

static void seat_player(struct stored_seat *seat, const struct seek_row *row)
{
    *seat = (struct stored_seat){
        .kind = SEAT_PERSON, .taken = true, .member = row->player > 0 ? row->player : 0};
    memcpy(seat->name, row->name, sizeof seat->name);
    memcpy(seat->hash, row->hash, sizeof seat->hash);
}

static void release_meeting(void *context)
{
    free(context);
}

/* Starts the creation of the game of a table; the store answers later. */
static void meet(struct club *club, const struct seek_rows *rows, const struct pool_table *table)
{
    const struct seek_row *any = NULL;
    struct meeting *meeting = calloc(1, sizeof *meeting);
    struct stored_game *game = calloc(1, sizeof *game);

    for (int i = 0; meeting && game && i < table->players; i++) {
        if (table->seats[i] == POOL_COMPUTER) {
            game->seats[i] = (struct stored_seat){.kind = SEAT_COMPUTER,
                                                  .level = table->level,
                                                  .taken = true,
                                                  .member = table->level};
            continue;
        }
        any = &rows->rows[table->seats[i]];
        meeting->seats[i] = *any;
        seat_player(&game->seats[i], any);
    }
    if (any) {
        struct also also = {work_claim, meeting, release_meeting};

        meeting->club = club;
        meeting->players = game->players = table->players;
        memcpy(game->terms, any->terms, sizeof any->terms);
        id_new(meeting->game);
        memcpy(game->id, meeting->game, sizeof game->id);
        if (hub_begin_game(club->hub, game, &also, on_met, meeting)) {
            club->meetings++;
            meeting = NULL;
        }
    }
    free(game);
    free(meeting);
}

/* ---- Pairs ------------------------------------------------------------------------------ */

static uint64_t group_of(const struct seek_row *row)
{
    return checksum_text(CHECKSUM_START + row->rated, row->terms);
}

static void pair_seeks(struct wave *wave)
{
    const struct seek_rows *rows = &wave->seeks;
    struct pool_seek *seeks = calloc((size_t)rows->count + 1, sizeof *seeks);
    struct pool_table *tables = calloc((size_t)rows->count + 1, sizeof *tables);
    struct pool pool = {.seeks = seeks,
                        .count = rows->count,
                        .blocks = wave->blocks,
                        .block_count = wave->block_count,
                        .now = wave->now,
                        .seed = random_number()};
    int count = 0;

    for (int i = 0; seeks && i < rows->count; i++) {
        const struct seek_row *row = &rows->rows[i];

        seeks[i] = (struct pool_seek){
            .player = (uint64_t)row->player,
            .group = group_of(row),
            .table = (uint64_t)seek_table(row),
            .last = (uint64_t)row->opponent,
            .since = row->game[0] ? INT64_MAX : row->since,
            .players = row->players,
            .rating = row->rating,
            .below = row->below,
            .above = row->above,
            .begun = row->begun,
            .level = row->level,
        };
    }
    pool_sort_blocks(wave->blocks, wave->block_count);
    if (seeks && tables)
        count = pool_match(&pool, tables);
    for (int i = 0; i < count; i++)
        meet(wave->club, rows, &tables[i]);
    free(seeks);
    free(tables);
}

/* ---- What a wave has read --------------------------------------------------------------- */

static int compare_tokens(const void *left, const void *right)
{
    int64_t a = ((const struct seek_row *)left)->token, b = ((const struct seek_row *)right)->token;

    return (a > b) - (a < b);
}

static struct seek_row *find_row(const struct seek_rows *rows, int64_t token)
{
    struct seek_row key = {.token = token};

    return rows->count == 0
               ? NULL
               : bsearch(&key, rows->rows, (size_t)rows->count, sizeof key, compare_tokens);
}

/* Own seeks: those that were paired are told so, those that another tab has replaced at another
 * server end, and some of the others learn their windows. */
static void look_after_own(struct wave *wave)
{
    struct club *club = wave->club;
    struct seek_rows *rows = &wave->seeks;

    for (struct seek *seek = club->seeks, *next; seek; seek = next) {
        next = seek->next;
        struct seek_row *row = find_row(rows, seek->row.token);

        if (row)
            row->seen = wave->now;
        if (seek->stage != SEEK_WAITING)
            continue;
        if (!row && seek->row.seen < wave->now)
            club_end_seek(seek, json_pack("{ss ss}", "type", "stopped", "reason", "elsewhere"));
        else if (row && !row->game[0] && seek->visitor &&
                 (wave_table_changed(seek, wave) ||
                  ((uint64_t)seek->row.token + club->waves) % SHARE == 0))
            client_send(seek->visitor->client, seek_waiting(seek, wave->now));
    }
    for (int i = 0; i < rows->count; i++)
        if (rows->rows[i].game[0])
            notify_paired(club, &rows->rows[i], rows->rows[i].game, rows->rows[i].seat);
        else if (rows->rows[i].process == club->process && !rows->rows[i].seen)
            drop_row(club, rows->rows[i].token); /* it could not be deleted when its player left */
}

static void on_read(void *context, enum store_answer answer)
{
    struct wave *wave = context;
    struct club *club = wave->club;

    if (answer == STORE_OK && !club->closing) {
        club->waves++;
        if (wave->seeks.count > 0)
            qsort(wave->seeks.rows, (size_t)wave->seeks.count, sizeof *wave->seeks.rows,
                  compare_tokens);
        wave_list(wave);
        look_after_own(wave);
        if (wave->leads)
            pair_seeks(wave);
    }
    free_wave(wave);
}

/* ---- Reading ---------------------------------------------------------------------------- */

static bool add_block(void *context, const struct db_row_view *row)
{
    struct wave *wave = context;

    if (!ARRAY_RESERVE(wave->blocks, wave->block_capacity, (size_t)wave->block_count, 1))
        return false;
    wave->blocks[wave->block_count++] =
        (struct pool_block){(uint64_t)row_int(row, 0), (uint64_t)row_int(row, 1)};
    return true;
}

static enum store_answer work_read(struct db *db, void *context)
{
    struct wave *wave = context;

    wave->block_count = 0;
    seek_read(db, wave->club->process, wave->shared ? wave->now - SEEK_FRESH_MS : INT64_MIN,
              &wave->seeks);
    db_query(db, add_block, wave,
             "SELECT b.member, b.target FROM blocks b JOIN seeks s ON s.player = b.member"
             " JOIN seeks t ON t.player = b.target"
             /* Nor do members who share a device play rated games. */
             " UNION SELECT s.player, t.player FROM seeks s JOIN devices d ON d.member = s.player"
             " JOIN devices e ON e.hash = d.hash AND e.member <> d.member"
             " JOIN seeks t ON t.player = e.member WHERE s.rated = 1 AND t.rated = 1",
             "");
    wave->challenges.count = 0;
    return wave->challenges.now ? challenges_open(db, &wave->challenges) : STORE_OK;
}

/* Refreshes the rows of this server, deletes those of servers that are gone, and tries to become
 * the one that pairs: the lock is the connection's, and is lost with it. */
static enum store_answer work_refresh(struct db *db, void *context)
{
    struct wave *wave = context;

    if (wave->clear)
        db_run(db, "DELETE FROM seeks WHERE process <> $1", "i", wave->club->process);
    if (!wave->shared)
        return STORE_OK;
    db_run(db, "UPDATE seeks SET seen = $1 WHERE process = $2", "ii", wave->now,
           wave->club->process);
    db_run(db, "DELETE FROM seeks WHERE seen < $1", "i", wave->now - FORGET_MS);
    wave->leads =
        db_number(db, 0, "SELECT CASE WHEN pg_try_advisory_lock(9026, 7) THEN 1 ELSE 0 END", "") !=
        0;
    return STORE_OK;
}

static void on_refreshed(void *context, enum store_answer answer)
{
    struct wave *wave = context;
    struct club *club = wave->club;

    club->cleared |= answer == STORE_OK && wave->clear;
    if (answer == STORE_OK && !club->closing)
        store_ask(club->store, work_read, on_read, wave);
    else
        free_wave(wave);
}

static bool somebody_watches(const struct club *club, enum watch what)
{
    for (const struct visitor *visitor = club->visitors; visitor; visitor = visitor->next)
        if (visitor->watches >> what & 1)
            return true;
    return false;
}

void pairing_tick(struct club *club, int64_t now)
{
    struct wave *wave;

    if (club->wave || club->meetings > 0 || (!club->joined && now < club->next_wave) ||
        !(wave = calloc(1, sizeof *wave)))
        return;
    club->next_wave = now + POOL_WAVE_MS;
    club->joined = false;
    club->wave = wave;
    *wave = (struct wave){.club = club, .now = now, .shared = store_shared(club->store)};
    wave->clear = !wave->shared && !club->cleared;
    wave->leads = !wave->shared;
    wave->challenges.now = somebody_watches(club, WATCH_CHALLENGES) ? now : 0;
    if (wave->shared || wave->clear)
        store_transact(club->store, work_refresh, on_refreshed, wave);
    else
        store_ask(club->store, work_read, on_read, wave);
}

void pairing_free(struct club *club)
{
    for (struct seek *seek = club->seeks, *next; seek; seek = next) {
        next = seek->next;
        json_decref(seek->table);
        free(seek);
    }
}
