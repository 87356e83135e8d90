/*
 * store_writer.c - the thread that writes: batches, heartbeat, notification for others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "server/common/secret.h"
#include "server/store/store_parts.h"

enum {
    BATCH_MAX = 256, /* small enough for a database's answers to wait in a socket's buffer */
    /* Milliseconds: */
    HEARTBEAT = 1000,    /* between heartbeats */
    SLOW = 250,          /* a call that takes longer is not charged */
    HUNG = 1000,         /* and neither is the time before it, since the last one that ended */
    NOBODY_THERE = 3000, /* without a heartbeat although another process uses the store */
    AHEAD_MAX = 2000,    /* by which others' time may be ahead of ours */
    BEHIND_MAX = 60000,  /* by which ours may be behind the reference, for this many heartbeats: */
    BEHIND_HEARTBEATS = 60,
};

/* ---- Time --------------------------------------------------------------------------- */

/* Keeps an outage until it is recorded. If there are too many, the last ones are drawn together. */
static void keep_outage(struct store *store, struct outage outage)
{
    if (store->unrecorded_count < OUTAGES_MAX)
        store->unrecorded[store->unrecorded_count++] = outage;
    else
        store->unrecorded[OUTAGES_MAX - 1].to = outage.to;
}

/* Something has just been done that began then: tells if it was out of order for a while. */
static void note_success(struct store *store, int64_t began)
{
    int64_t now = clock_ms(), from = 0;

    if (store->failing || now - began > HUNG)
        from = store->worked < began ? store->worked : began;
    else if (now - began > SLOW)
        from = began;
    if (from) {
        struct outage outage = {store_time_at(store, from), store_time_at(store, now)};

        keep_outage(store, outage);
        notify_outage(store, outage);
    }
    store->worked = now;
    store->failing = false;
}

void store_note_stall(struct store *store, int64_t began)
{
    int64_t now = clock_ms();
    struct outage outage = {store_time_at(store, began), store_time_at(store, now)};

    if (now - began <= SLOW)
        return;
    store_record_outage(store, outage);
    notify_outage(store, outage);
}

enum backend_result store_set_time(struct store *store)
{
    struct backend_time time = {0};
    enum backend_result result = store->backend->time(store->write_handle, &time);
    int64_t now = time.reference > time.alive ? time.reference : time.alive;

    if (result != BACKEND_OK)
        return result;
    store->worked = clock_ms();
    atomic_store(&store->ahead, now - store->worked);
    bool alone = !store->backend->alone || store->backend->alone(store->write_handle);

    if (time.alive && now - time.alive > (alone ? 0 : NOBODY_THERE)) {
        struct outage outage = {time.alive, now};

        keep_outage(store, outage);
        notify_outage(store, outage);
    }
    return BACKEND_OK;
}

/* Another process's time may be ahead, or the wall clock, for good. */
static enum backend_result compare_time(struct store *store)
{
    struct backend_time time = {0};
    enum backend_result result = store->backend->time(store->write_handle, &time);
    int64_t now = store_now(store);

    if (result != BACKEND_OK)
        return result;
    store->behind = time.reference - now > BEHIND_MAX ? store->behind + 1 : 0;
    if (time.alive - now > AHEAD_MAX)
        notify_jump(store, time.alive);
    else if (store->behind >= BEHIND_HEARTBEATS)
        notify_jump(store, time.reference);
    return BACKEND_OK;
}

/* ---- Reaching the store --------------------------------------------------------- */

static void lose_writer(struct store *store)
{
    store->failing = true;
    notify_trouble(store, store->backend->last_error(store->write_handle));
    store->backend->close(store->write_handle);
    store->write_handle = NULL;
}

/* Passes on the outages that were recorded since the last time, by whichever process. */
static enum backend_result look_for_outages(struct store *store)
{
    struct recorded_outage found[OUTAGES_MAX];
    int count = 0;

    if (!store->backend->notify)
        return BACKEND_OK; /* there is no other */
    enum backend_result result = query_outages(writer_of(store), store->last_outage, found,
                                                OUTAGES_MAX, &count);

    for (int i = 0; i < count && result == BACKEND_OK; i++) {
        store->last_outage = found[i].number;
        notify_outage(store, found[i].outage);
    }
    return result;
}

static enum backend_result send_heartbeat(struct store *store)
{
    enum backend_result result = query_heartbeat(
        writer_of(store), store_now(store), store->unrecorded, store->unrecorded_count);

    if (result != BACKEND_OK)
        return result;
    store->unrecorded_count = 0;
    result = compare_time(store);
    if (result == BACKEND_OK)
        result = look_for_outages(store);
    if (result == BACKEND_OK && store->notify_missed && store->backend->notify) {
        result = store->backend->notify(store->write_handle, NULL, 0);
        store->notify_missed = result != BACKEND_OK;
    }
    return result;
}

/* True if a failure is the store's, and a new connection would not help. */
static bool is_fault_of_store(enum backend_result result)
{
    return result == BACKEND_FULL || result == BACKEND_GONE || result == BACKEND_DAMAGED;
}

/* What is written fails, and the connection is kept. */
static void note_fault(struct store *store, enum backend_result result)
{
    store->failing = true;
    store->damaged |= result == BACKEND_DAMAGED;
    notify_trouble(store, store->backend->last_error(store->write_handle));
}

bool store_heartbeat(struct store *store)
{
    int64_t began = clock_ms();
    bool short_of_memory = atomic_exchange(&store->short_of_memory, false);
    struct outage outage;

    if (take_unrecorded(store, &outage))
        keep_outage(store, outage);
    enum backend_result result = send_heartbeat(store);

    store->next_heartbeat = clock_ms() + HEARTBEAT;
    if (result == BACKEND_OK)
        note_success(store, began);
    else if (is_fault_of_store(result))
        note_fault(store, result);
    else
        lose_writer(store);
    if (result == BACKEND_OK && !store->unusable && !store->damaged)
        notify_trouble(store, short_of_memory ? "there is not enough memory" : NULL);
    return result == BACKEND_OK;
}

/* Opens the store if need be; the heartbeat that follows measures how long it was away. */
static bool reach(struct store *store)
{
    struct tb_error error;

    if (store->write_handle)
        return true;
    store->write_handle = store->backend->open(store->claim, ROLE_WRITER, &error);
    if (!store->write_handle) {
        notify_trouble(store, error.text);
        return false;
    }
    store->notify_missed = true;
    store_heartbeat(store);
    return store->write_handle != NULL;
}

/* ---- Writing -------------------------------------------------------------------- */

/* Answers abandoned requests, and returns the number of the others. */
static int drop_unwanted(struct write **writes, int count)
{
    int left = 0;

    for (int i = 0; i < count; i++)
        if (atomic_load(writes[i]->unwanted) ||
            (writes[i]->stage && atomic_load(writes[i]->stage) == GIVEN_UP))
            writes[i]->answer = STORE_FAILED;
        else
            writes[left++] = writes[i];
    return left;
}

/* They will be tried again, and may be given up until then. */
static void let_go(struct write **writes, int count)
{
    for (int i = 0; i < count; i++)
        if (writes[i]->stage)
            stage_end(writes[i]->stage);
}

static bool is_fault_of_one(enum backend_result result)
{
    return result == BACKEND_REFUSED || result == BACKEND_DECLINED;
}

static void fail_all(struct write **writes, int count)
{
    for (int i = 0; i < count; i++)
        writes[i]->answer = STORE_FAILED;
}

/* Writes until it is done or refused, or the caller has given up. Of a refused batch, only the
 * faulty requests fail. */
static void persist(struct store *store, struct write **writes, int count)
{
    int64_t pause = PAUSE_FIRST, began = clock_ms();

    while ((count = drop_unwanted(writes, count)) > 0) {
        enum backend_result result = BACKEND_AGAIN;

        if (reach(store))
            result = store->backend->write(store->write_handle, writes, count);
        if (result == BACKEND_OK || result == BACKEND_UNWANTED || result == BACKEND_DECLINED)
            note_success(store, began);
        if (result == BACKEND_OK || (result == BACKEND_DECLINED && count == 1))
            return;
        let_go(writes, count);
        if (result == BACKEND_UNWANTED)
            continue;
        if (is_fault_of_one(result) && count > 1) {
            for (int i = 0; i < count; i++)
                persist(store, &writes[i], 1);
            return;
        }
        store->failing |= result != BACKEND_REFUSED;
        if (is_fault_of_store(result))
            note_fault(store, result);
        else if (store->write_handle && result == BACKEND_AGAIN)
            lose_writer(store);
        if (result != BACKEND_AGAIN ||
            (atomic_load(&store->closing) && clock_ms() > atomic_load(&store->deadline))) {
            fail_all(writes, count);
            return;
        }
        store_pause(pause);
        pause = 2 * pause < PAUSE_MAX ? 2 * pause : PAUSE_MAX;
    }
}

/* By game, as the backend wants it; those of one game in the order in which they came. */
static int compare_writes(const void *a, const void *b)
{
    const struct write *left = *(struct write *const *)a, *right = *(struct write *const *)b;
    int order = strcmp(left->id, right->id);

    return order ? order : left->place - right->place;
}

static int collect_notices(struct request *const *batch, int count, struct notice *notices)
{
    int stored = 0;

    for (int i = 0; i < count; i++) {
        const struct write *write = &((const struct write_request *)batch[i])->write;

        if (write->appends && write->answer == STORE_OK) {
            memcpy(notices[stored].id, write->id, ID_SIZE);
            notices[stored++].seq = write->event.seq;
        }
    }
    return stored;
}

/* The callers are answered before the other processes are notified. */
static void write_batch(struct store *store, struct request **batch, int count)
{
    struct write *writes[BATCH_MAX];
    struct notice notices[BATCH_MAX];

    for (int i = 0; i < count; i++) {
        writes[i] = &((struct write_request *)batch[i])->write;
        writes[i]->place = i;
    }
    qsort(writes, (size_t)count, sizeof *writes, compare_writes);
    persist(store, writes, count);
    int stored = collect_notices(batch, count, notices);

    for (int i = 0; i < count; i++) {
        batch[i]->answer = ((struct write_request *)batch[i])->write.answer;
        store_answer_request(store, batch[i]);
    }
    if (store->backend->notify && stored > 0 &&
        (!store->write_handle ||
         store->backend->notify(store->write_handle, notices, stored) != BACKEND_OK))
        store->notify_missed = true;
}

static void deliver_written(struct store *store, struct request *request, enum store_answer answer)
{
    atomic_fetch_sub(&store->waiting, request->deadline != 0);
    deliver_answer(store, request, answer);
}

static void release_written(struct request *request)
{
    const struct also *also = &((struct write_request *)request)->write.also;

    if (also->release)
        also->release(also->context);
}

const struct request_kind write_kind = {.deliver = deliver_written, .release = release_written};

/* ---- Probes and notes of presence ----------------------------------------------- */

const struct request_kind probe_kind = {.deliver = deliver_answer};

/* A store works if it takes a heartbeat. */
static void answer_probes(struct store *store, struct request *const *probes, int count)
{
    if (count == 0)
        return;
    bool works = reach(store) && store_heartbeat(store);

    for (int i = 0; i < count; i++) {
        probes[i]->answer = works ? STORE_OK : STORE_FAILED;
        store_answer_request(store, probes[i]);
    }
}

/* ---- Health checks -------------------------------------------------------------- */

enum { ABANDONED = 3600 * 1000 }; /* milliseconds: a check's game that is older was left behind */

/* On a reader: is the game there as it was written? */
static enum backend_result read_check(struct reader *reader, struct request *request)
{
    struct check_request *check = (struct check_request *)request;
    struct text reason = text_into(check->reason, sizeof check->reason);
    const struct backend *backend = reader->store->backend;
    struct loaded loaded = {0};
    bool found = false;
    enum backend_result result = backend->load(reader->handle, check->game.id, 0, &loaded, &found);

    if (result != BACKEND_OK)
        text_add(&reason, "%s", backend->last_error(reader->handle));
    else if (!found || loaded.event_count != 1 || loaded.events[0].token != check->token ||
             memcmp(loaded.game.watch, check->game.watch, HASH_SIZE) != 0)
        text_add(&reason, "a game that was stored is not there when it is read");
    request->answer = reason.used > 0 ? STORE_FAILED : STORE_OK;
    free(loaded.events);
    free(loaded.outages);
    return result;
}

const struct request_kind check_kind = {.read = read_check, .deliver = deliver_answer};

/* An unlisted game for two that nobody can open, and its only event. */
static void make_check(struct store *store, struct check_request *check, struct write writes[2])
{
    struct stored_game *game = &check->game;
    uint64_t hash = random_number();

    check->token = random_number() >> 1;
    snprintf(game->id, sizeof game->id, HEALTH_MARK "%011llx",
             (unsigned long long)(store->process >> 20));
    strcpy(game->game, "health");
    strcpy(game->terms, "{}");
    memcpy(game->watch, &hash, sizeof hash);
    game->players = 2;
    game->created = store_now(store);
    game->summary = (struct summary){.status = GAME_ABORTED, .updated = game->created};
    for (int i = 0; i < 2; i++) {
        writes[i] = (struct write){.appends = i == 1, .unwanted = &check->request.unwanted};
        strcpy(writes[i].id, game->id);
    }
    writes[0].game = game;
    writes[1].event = (struct stored_event){
        .seq = 1, .at = game->created, .seat = 1, .kind = "join", .token = check->token};
    writes[1].summary = game->summary;
}

/* Keeps the reason of a step that failed, unless an earlier one has. */
static bool note_failure(struct store *store, struct check_request *check,
                         enum backend_result result)
{
    snprintf(check->reason, check->reason[0] ? 0 : sizeof check->reason, "%s",
             result == BACKEND_OK ? "a new game is not stored"
                                  : store->backend->last_error(store->write_handle));
    store->damaged |= result == BACKEND_DAMAGED;
    if (result == BACKEND_AGAIN)
        lose_writer(store);
    return false;
}

static bool erase_check(struct store *store, struct check_request *check)
{
    enum backend_result result =
        query_erase(writer_of(store), check->game.id, store_now(store) - ABANDONED);

    return result == BACKEND_OK || note_failure(store, check, result);
}

static bool create_check(struct store *store, struct check_request *check)
{
    struct write writes[2], *const batch[] = {&writes[0], &writes[1]};

    make_check(store, check, writes);
    enum backend_result result = store->backend->write(store->write_handle, batch, 2);

    if (result == BACKEND_OK && writes[0].answer == STORE_CONFLICT) {
        /* The last check could not erase its game. */
        if (!erase_check(store, check))
            return false;
        make_check(store, check, writes);
        result = store->backend->write(store->write_handle, batch, 2);
    }
    if (result == BACKEND_OK && writes[0].answer == STORE_OK && writes[1].answer == STORE_OK)
        return true;
    return note_failure(store, check, result);
}

/* The store works, or does not; the reason is logged when that changes. */
static void finish_check(struct store *store, struct check_request *check, bool works)
{
    if (!check->request.done.written)
        store->checking = false;
    if (!works && check->reason[0]) {
        store->unusable = true;
        notify_trouble(store, check->reason);
    } else if (works) {
        store->unusable = false;
        if (!store->damaged)
            notify_trouble(store, NULL);
    }
    check->request.answer = works && !store->damaged ? STORE_OK : STORE_FAILED;
    store_answer_request(store, &check->request);
}

/* The writer's part of a check. */
static void advance_check(struct store *store, struct check_request *check)
{
    bool was_empty;

    if (check->step == CHECK_ERASE) {
        bool works = check->request.answer == STORE_OK;

        finish_check(store, check, reach(store) && erase_check(store, check) && works);
        return;
    }
    if (store_unwanted(&check->request) || !reach(store) || !store_heartbeat(store) ||
        !create_check(store, check)) {
        finish_check(store, check, false);
        return;
    }
    check->step = CHECK_READ;
    if (!queue_put(&store->readers[GAMES].queue, &check->request.item, &was_empty))
        finish_check(store, check, false);
}

/* While the last check has failed, the writer checks by itself: an operator who only looks at the
 * log or at the counters learns when the store works again. */
static void check_again(struct store *store)
{
    bool was_empty;

    if (!store->unusable || store->checking)
        return;
    struct check_request *check = calloc(1, sizeof *check);

    if (check)
        check->request.kind = &check_kind;
    store->checking = check && queue_put(&store->writes, &check->request.item, &was_empty);
    if (!store->checking)
        free(check);
}

static void share_notes(struct store *store, const struct remote_presence *notes, int count)
{
    if (count > 0 && store->write_handle &&
        store->backend->share_presence(store->write_handle, notes, count) != BACKEND_OK)
        lose_writer(store);
}

/* A reader has found that the store is gone or damaged. */
static void handle_fault(struct store *store, struct notification *notification)
{
    store->unusable = true;
    store->damaged |= notification->seq != 0;
    notify_trouble(store, notification->trouble);
    free(notification);
}

/* ---- The thread ----------------------------------------------------------------- */

static void work(struct store *store, struct queue_item *const *items, int count)
{
    struct request *writes[BATCH_MAX], *probes[BATCH_MAX];
    struct check_request *checks[BATCH_MAX];
    struct remote_presence notes[BATCH_MAX];
    int write_count = 0, probe_count = 0, note_count = 0, check_count = 0;

    for (int i = 0; i < count; i++) {
        struct request *request = (struct request *)items[i];

        if (is_note(request)) {
            notes[note_count++] = ((struct notification *)request)->note;
            free(request);
        } else if (is_unrecorded(request)) {
            keep_outage(store, ((struct notification *)request)->outage);
            free(request);
        } else if (is_fault(request)) {
            handle_fault(store, (struct notification *)request);
        } else if (request->kind == &check_kind) {
            checks[check_count++] = (struct check_request *)request;
        } else if (request->kind == &probe_kind) {
            probes[probe_count++] = request;
        } else {
            writes[write_count++] = request;
        }
    }
    share_notes(store, notes, note_count);
    if (write_count > 0)
        write_batch(store, writes, write_count);
    answer_probes(store, probes, probe_count);
    for (int i = 0; i < check_count; i++)
        advance_check(store, checks[i]);
}

void *store_write_all(void *context)
{
    struct store *store = context;
    struct queue_item *items[BATCH_MAX];
    bool open = true;

    while (open) {
        int count = queue_take(&store->writes, items, BATCH_MAX, store->next_heartbeat, &open);

        work(store, items, count);
        if (!open || clock_ms() >= store->next_heartbeat) { /* the last one when it is closed */
            if (store->write_handle)
                store_heartbeat(store);
            else if (!reach(store))
                store->next_heartbeat = clock_ms() + HEARTBEAT;
            if (open)
                check_again(store);
        }
    }
    return NULL;
}
