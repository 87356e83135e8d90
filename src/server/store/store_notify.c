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

static const struct request_kind presence_kind = {.deliver = deliver_presence};
static const struct request_kind change_kind = {.deliver = deliver_change};
static const struct request_kind outage_kind = {.deliver = deliver_outage};
static const struct request_kind jump_kind = {.deliver = deliver_jump};
static const struct request_kind unrecorded_kind = {.deliver = deliver_outage};
static const struct request_kind fault_kind = {.deliver = deliver_trouble};
static const struct request_kind trouble_kind = {.deliver = deliver_trouble};

static struct news *notify_new(const struct request_kind *kind)
{
    struct news *news = store_need(calloc(1, sizeof *news));

    news->request.kind = kind;
    return news;
}

void notify_change(void *store, const char *id, int64_t seq)
{
    struct news *news = notify_new(&change_kind);
    struct text text = text_into(news->id, sizeof news->id);

    text_add(&text, "%s", id);
    news->seq = seq;
    store_answer_request(store, &news->request);
}

struct news *notify_note(const struct remote_presence *note)
{
    struct news *news = notify_new(&presence_kind);

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

    if (note->process != store->process) /* not our own */
        store_answer_request(store, &notify_note(note)->request);
}

void notify_outage(struct store *store, struct outage outage)
{
    struct news *news = notify_new(&outage_kind);

    news->outage = outage;
    store_answer_request(store, &news->request);
}

void notify_jump(struct store *store, int64_t to)
{
    struct news *news = notify_new(&jump_kind);

    news->seq = to;
    store_answer_request(store, &news->request);
}

struct news *notify_unrecorded(struct outage outage)
{
    struct news *news = notify_new(&unrecorded_kind);

    news->outage = outage;
    return news;
}

bool is_unrecorded(const struct request *request)
{
    return request->kind == &unrecorded_kind;
}

void notify_fault(struct store *store, const char *reason, bool damaged)
{
    struct news *news = notify_new(&fault_kind);
    struct text text = text_into(news->trouble, sizeof news->trouble);
    bool was_empty;

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
        strcmp(before, store->trouble) == 0)
        return;
    struct news *news = notify_new(&trouble_kind);

    news->in_trouble = reason != NULL;
    memcpy(news->trouble, store->trouble, sizeof news->trouble);
    store_answer_request(store, &news->request);
}

void store_record_outage(struct store *store, struct outage outage)
{
    struct news *news = notify_unrecorded(outage);
    bool was_empty;

    if (!queue_put(&store->writes, &news->request.item, &was_empty))
        free(news);
}
