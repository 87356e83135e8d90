/* store_notify.c - notifications from the store's threads to the event loop. */
#include <stdlib.h>
#include <string.h>

#include "server/store/store_parts.h"

static void deliver_change(struct store *store, struct request *request, enum store_answer answer)
{
    const struct news *news = (const struct news *)request;

    (void)answer;
    if (store->events.changed)
        store->events.changed(store->events.context, news->id, news->seq);
}

static void deliver_outage(struct store *store, struct request *request, enum store_answer answer)
{
    const struct news *news = (const struct news *)request;

    (void)answer;
    if (store->events.outage)
        store->events.outage(store->events.context, news->outage);
}

/* Sets the time forward only after all games know that the time between is not charged. */
static void deliver_jump(struct store *store, struct request *request, enum store_answer answer)
{
    struct outage outage = {store_now(store), ((const struct news *)request)->seq};

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
    const struct news *news = (const struct news *)request;

    (void)answer;
    if (store->events.trouble)
        store->events.trouble(store->events.context, news->in_trouble ? news->trouble : NULL);
}

static void deliver_presence(struct store *store, struct request *request, enum store_answer answer)
{
    const struct news *news = (const struct news *)request;

    (void)answer;
    if (store->events.presence)
        store->events.presence(store->events.context, &news->note);
}

static void deliver_told(struct store *store, struct request *request, enum store_answer answer)
{
    const struct news *news = (const struct news *)request;

    (void)answer;
    if (store->events.told)
        store->events.told(store->events.context, news->text);
}

static void release_told(struct request *request)
{
    free(((struct news *)request)->text);
}

static const struct request_kind told_kind = {.deliver = deliver_told, .release = release_told};
static const struct request_kind presence_kind = {.deliver = deliver_presence};
static const struct request_kind change_kind = {.deliver = deliver_change};
static const struct request_kind outage_kind = {.deliver = deliver_outage};
static const struct request_kind jump_kind = {.deliver = deliver_jump};
static const struct request_kind unrecorded_kind = {.deliver = deliver_outage};
static const struct request_kind fault_kind = {.deliver = deliver_trouble};
static const struct request_kind trouble_kind = {.deliver = deliver_trouble};

/* NULL if memory runs out. */
static struct news *notify_new(const struct request_kind *kind)
{
    struct news *news = calloc(1, sizeof *news);

    if (news)
        news->request.kind = kind;
    return news;
}

/* ---- Without memory ---------------------------------------------------------- */

static void widen(struct outage *outage, struct outage by)
{
    if (outage->to == 0 || by.from < outage->from)
        outage->from = by.from;
    if (by.to > outage->to)
        outage->to = by.to;
}

static void keep_unsaid(struct store *store, bool changed, struct outage told, struct outage record)
{
    atomic_store(&store->short_of_memory, true);
    pthread_mutex_lock(&store->unsaid_lock);
    store->unsaid.changed |= changed;
    if (told.to)
        widen(&store->unsaid.told, told);
    if (record.to)
        widen(&store->unsaid.record, record);
    pthread_mutex_unlock(&store->unsaid_lock);
    store->events.wake(store->events.context);
}

void deliver_unsaid(struct store *store)
{
    pthread_mutex_lock(&store->unsaid_lock);
    struct unsaid unsaid = store->unsaid;

    store->unsaid.changed = false;
    store->unsaid.told = (struct outage){0};
    pthread_mutex_unlock(&store->unsaid_lock);
    if (unsaid.told.to && store->events.outage)
        store->events.outage(store->events.context, unsaid.told);
    if (unsaid.changed && store->events.changed)
        store->events.changed(store->events.context, "", 0);
}

bool take_unrecorded(struct store *store, struct outage *outage)
{
    pthread_mutex_lock(&store->unsaid_lock);
    *outage = store->unsaid.record;
    store->unsaid.record = (struct outage){0};
    pthread_mutex_unlock(&store->unsaid_lock);
    return outage->to != 0;
}

/* ---- The notifications -------------------------------------------------------- */

void notify_change(void *store, const char *id, int64_t seq)
{
    struct news *news = notify_new(&change_kind);

    if (!news) {
        keep_unsaid(store, true, (struct outage){0}, (struct outage){0});
        return;
    }
    struct text text = text_into(news->id, sizeof news->id);

    text_add(&text, "%s", id);
    news->seq = seq;
    store_answer_request(store, &news->request);
}

struct news *notify_note(const struct remote_presence *note)
{
    struct news *news = notify_new(&presence_kind);

    if (news)
        news->note = *note;
    return news;
}

bool is_note(const struct request *request)
{
    return request->kind == &presence_kind;
}

void notify_presence(void *context, const struct remote_presence *note)
{
    struct store *store = context;

    struct news *news = note->process != store->process ? notify_note(note) : NULL;

    if (news) /* not our own */
        store_answer_request(store, &news->request);
}

void notify_told(void *store, const char *text)
{
    struct news *news = notify_new(&told_kind);

    if (news && (news->text = strdup(text)))
        store_answer_request(store, &news->request);
    else
        free(news); /* without memory it is lost */
}

void notify_outage(struct store *store, struct outage outage)
{
    struct news *news = notify_new(&outage_kind);

    if (!news) {
        keep_unsaid(store, false, outage, (struct outage){0});
        return;
    }
    news->outage = outage;
    store_answer_request(store, &news->request);
}

void notify_jump(struct store *store, int64_t to)
{
    struct news *news = notify_new(&jump_kind);

    if (!news)
        return; /* the next heartbeat notices it again */
    news->seq = to;
    store_answer_request(store, &news->request);
}

bool is_unrecorded(const struct request *request)
{
    return request->kind == &unrecorded_kind;
}

void notify_fault(struct store *store, const char *reason, bool damaged)
{
    struct news *news = notify_new(&fault_kind);
    bool was_empty;

    if (!news) {
        atomic_store(&store->short_of_memory, true);
        return; /* the next who reads finds it again */
    }
    struct text text = text_into(news->trouble, sizeof news->trouble);

    text_add(&text, "%s", reason);
    news->seq = damaged;
    if (!queue_put(&store->writes, &news->request.item, &was_empty))
        free(news);
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
        strcmp(before, store->trouble) == 0 && !store->trouble_unsaid)
        return;
    struct news *news = notify_new(&trouble_kind);

    store->trouble_unsaid = !news;
    if (!news)
        return;
    news->in_trouble = reason != NULL;
    memcpy(news->trouble, store->trouble, sizeof news->trouble);
    store_answer_request(store, &news->request);
}

void store_record_outage(struct store *store, struct outage outage)
{
    struct news *news = notify_new(&unrecorded_kind);
    bool was_empty;

    if (!news) {
        keep_unsaid(store, false, (struct outage){0}, outage);
        return;
    }
    news->outage = outage;
    if (!queue_put(&store->writes, &news->request.item, &was_empty))
        free(news);
}
