/* store_notify.c - notifications from the store's threads to the event loop. */
#include <stdlib.h>
#include <string.h>

#include "server/store/store_parts.h"

static void deliver_change(struct store *store, struct request *request, enum store_answer answer)
{
    const struct notification *notification = (const struct notification *)request;

    (void)answer;
    if (store->events.changed)
        store->events.changed(store->events.context, notification->id, notification->seq);
}

static void deliver_outage(struct store *store, struct request *request, enum store_answer answer)
{
    const struct notification *notification = (const struct notification *)request;

    (void)answer;
    if (store->events.outage)
        store->events.outage(store->events.context, notification->outage);
}

/* Sets the time forward only after all games know that the time between is not charged. */
static void deliver_jump(struct store *store, struct request *request, enum store_answer answer)
{
    struct outage outage = {store_now(store), ((const struct notification *)request)->seq};

    (void)answer;
    if (outage.to <= outage.from)
        return;
    if (store->events.outage)
        store->events.outage(store->events.context, outage);
    store_record_outage(store, outage);
    atomic_fetch_add(&store->ahead, outage.to - outage.from);
}

static void deliver_trouble(struct store *store, struct request *request, enum store_answer answer)
{
    const struct notification *notification = (const struct notification *)request;

    (void)answer;
    if (store->events.trouble)
        store->events.trouble(store->events.context,
                              notification->in_trouble ? notification->trouble : NULL);
}

static void deliver_presence(struct store *store, struct request *request, enum store_answer answer)
{
    const struct notification *notification = (const struct notification *)request;

    (void)answer;
    if (store->events.presence)
        store->events.presence(store->events.context, &notification->note);
}

static void deliver_broadcast(struct store *store, struct request *request,
                              enum store_answer answer)
{
    const struct notification *notification = (const struct notification *)request;

    (void)answer;
    if (store->events.broadcast)
        store->events.broadcast(store->events.context, notification->text);
}

static void release_broadcast(struct request *request)
{
    free(((struct notification *)request)->text);
}

static const struct request_kind broadcast_kind = {.deliver = deliver_broadcast,
                                                   .release = release_broadcast};
static const struct request_kind presence_kind = {.deliver = deliver_presence};
static const struct request_kind change_kind = {.deliver = deliver_change};
static const struct request_kind outage_kind = {.deliver = deliver_outage};
static const struct request_kind jump_kind = {.deliver = deliver_jump};
static const struct request_kind unrecorded_kind = {.deliver = deliver_outage};
static const struct request_kind fault_kind = {.deliver = deliver_trouble};
static const struct request_kind trouble_kind = {.deliver = deliver_trouble};

/* NULL if memory runs out. */
static struct notification *notify_new(const struct request_kind *kind)
{
    struct notification *notification = calloc(1, sizeof *notification);

    if (notification)
        notification->request.kind = kind;
    return notification;
}

/* ---- Without memory ---------------------------------------------------------- */

static void widen(struct outage *outage, struct outage by)
{
    if (outage->to == 0 || by.from < outage->from)
        outage->from = by.from;
    if (by.to > outage->to)
        outage->to = by.to;
}

static void keep_undelivered(struct store *store, bool changed, struct outage outage,
                             struct outage record)
{
    atomic_store(&store->short_of_memory, true);
    pthread_mutex_lock(&store->undelivered_lock);
    store->undelivered.changed |= changed;
    if (outage.to)
        widen(&store->undelivered.outage, outage);
    if (record.to)
        widen(&store->undelivered.record, record);
    pthread_mutex_unlock(&store->undelivered_lock);
    store->events.wake(store->events.context);
}

void deliver_undelivered(struct store *store)
{
    pthread_mutex_lock(&store->undelivered_lock);
    struct undelivered undelivered = store->undelivered;

    store->undelivered.changed = false;
    store->undelivered.outage = (struct outage){0};
    pthread_mutex_unlock(&store->undelivered_lock);
    if (undelivered.outage.to && store->events.outage)
        store->events.outage(store->events.context, undelivered.outage);
    if (undelivered.changed && store->events.changed)
        store->events.changed(store->events.context, "", 0);
}

bool take_unrecorded(struct store *store, struct outage *outage)
{
    pthread_mutex_lock(&store->undelivered_lock);
    *outage = store->undelivered.record;
    store->undelivered.record = (struct outage){0};
    pthread_mutex_unlock(&store->undelivered_lock);
    return outage->to != 0;
}

/* ---- The notifications -------------------------------------------------------- */

void notify_change(void *store, const char *id, int64_t seq)
{
    struct notification *notification = notify_new(&change_kind);

    if (!notification) {
        keep_undelivered(store, true, (struct outage){0}, (struct outage){0});
        return;
    }
    struct text text = text_into(notification->id, sizeof notification->id);

    text_add(&text, "%s", id);
    notification->seq = seq;
    store_answer_request(store, &notification->request);
}

struct notification *notify_note(const struct remote_presence *note)
{
    struct notification *notification = notify_new(&presence_kind);

    if (notification)
        notification->note = *note;
    return notification;
}

bool is_note(const struct request *request)
{
    return request->kind == &presence_kind;
}

void notify_presence(void *context, const struct remote_presence *note)
{
    struct store *store = context;

    struct notification *notification = note->process != store->process ? notify_note(note) : NULL;

    if (notification) /* not our own */
        store_answer_request(store, &notification->request);
}

void notify_broadcast(void *store, const char *text)
{
    struct notification *notification = notify_new(&broadcast_kind);

    if (notification && (notification->text = strdup(text)))
        store_answer_request(store, &notification->request);
    else
        free(notification); /* without memory it is lost */
}

void notify_outage(struct store *store, struct outage outage)
{
    struct notification *notification = notify_new(&outage_kind);

    if (!notification) {
        keep_undelivered(store, false, outage, (struct outage){0});
        return;
    }
    notification->outage = outage;
    store_answer_request(store, &notification->request);
}

void notify_jump(struct store *store, int64_t to)
{
    struct notification *notification = notify_new(&jump_kind);

    if (!notification)
        return; /* the next heartbeat notices it again */
    notification->seq = to;
    store_answer_request(store, &notification->request);
}

bool is_unrecorded(const struct request *request)
{
    return request->kind == &unrecorded_kind;
}

void notify_fault(struct store *store, const char *reason, bool damaged)
{
    struct notification *notification = notify_new(&fault_kind);
    bool was_empty;

    if (!notification) {
        atomic_store(&store->short_of_memory, true);
        return; /* the next who reads finds it again */
    }
    struct text text = text_into(notification->trouble, sizeof notification->trouble);

    text_add(&text, "%s", reason);
    notification->seq = damaged;
    if (!queue_put(&store->writes, &notification->request.item, &was_empty))
        free(notification);
}

bool is_fault(const struct request *request)
{
    return request->kind == &fault_kind;
}

void notify_trouble(struct store *store, const char *reason)
{
    char before[sizeof store->trouble];

    memcpy(before, store->trouble, sizeof before);
    struct text text = text_into(store->trouble, sizeof store->trouble);

    text_add(&text, "%s", reason ? reason : "");
    if (atomic_exchange(&store->healthy, reason == NULL) == (reason == NULL) &&
        strcmp(before, store->trouble) == 0 && !store->trouble_undelivered)
        return;
    struct notification *notification = notify_new(&trouble_kind);

    store->trouble_undelivered = !notification;
    if (!notification)
        return;
    notification->in_trouble = reason != NULL;
    memcpy(notification->trouble, store->trouble, sizeof notification->trouble);
    store_answer_request(store, &notification->request);
}

void store_record_outage(struct store *store, struct outage outage)
{
    struct notification *notification = notify_new(&unrecorded_kind);
    bool was_empty;

    if (!notification) {
        keep_undelivered(store, false, (struct outage){0}, outage);
        return;
    }
    notification->outage = outage;
    if (!queue_put(&store->writes, &notification->request.item, &was_empty))
        free(notification);
}
