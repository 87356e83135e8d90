/*
 * store.c - the store's threads, and the queues between them and the loop.
 *
 * A request is made on the loop, belongs to the queue that it waits in, then to
 * the thread that works on it, then to the list of those done, until
 * store_deliver() calls back and frees it. The writer alone uses its handle, the
 * readers their own (one for games, so that nobody who plays waits for a search in
 * the archive, and one for lists), and so does the listener, where there is one.
 */
#include "server/store.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/text.h"
#include "match/clock.h"
#include "server/backend.h"
#include "server/now.h"
#include "server/secret.h"

enum {
    BATCH_MAX = 256, /* small enough for a database's answers to wait in a socket's buffer */
    OUTAGES_MAX = 64,
    DUE_MAX = 10000,
    /* Milliseconds: */
    BEAT = 1000,           /* between signs of life */
    OUTAGE = 3000,         /* without one, nobody was there */
    PAUSE_FIRST = 50,      /* before the second attempt to reach a store; doubles */
    PAUSE_MAX = 1000,
    READ_PATIENCE = 2000,  /* for a store that cannot be reached */
    CLOSE_PATIENCE = 5000,
    LISTEN_TURN = 200,     /* how fast the listener ends when asked to */
};

/* ---- Requests ---------------------------------------------------------------- */

struct request;
struct reader;

struct request_kind {
    /* On a reader. */
    enum backend_result (*read)(struct reader *reader, struct request *request);
    /* On the loop. */
    void (*deliver)(struct store *store, struct request *request);
};

struct request {
    struct request *next;
    const struct request_kind *kind;
    void *context;
    int64_t asked; /* by the monotonic clock */
    enum store_answer answer;
};

/* Each of these begins with a struct request. */
struct write_request {
    struct request request;
    store_written *done;
    struct write write;
};

struct load_request {
    struct request request;
    store_loaded *done;
    char id[ID_SIZE];
    int64_t since;
    struct loaded loaded;
};

struct list_request {
    struct request request;
    store_listed *done;
    struct list_query query;
    struct stored_game *games;
    int count;
};

struct due_request {
    struct request request;
    store_due_found *done;
    int64_t now;
    int limit;
    char (*ids)[ID_SIZE];
    int count;
};

/* What nobody asked for; and what is whispered to others. */
struct news {
    struct request request;
    char id[ID_SIZE];
    int64_t seq;
    struct outage outage;
    struct whisper whisper;
    bool in_trouble;
    char trouble[TB_ERROR_TEXT];
};

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct request *first, **end;
    bool closed;
};

struct reader {
    struct store *store;
    pthread_t thread;
    struct queue queue;
    struct backend_handle *handle;
    int64_t next_open;
};

enum { GAMES, LISTS, READERS };

struct store {
    struct store_events events;
    const struct backend *backend;
    char *where;

    struct queue writes, done;
    struct reader readers[READERS];
    pthread_t writer, listener;
    atomic_int waiting; /* writes that are not answered */
    atomic_bool healthy, closing;
    uint64_t process; /* which of those that share the database */
    _Atomic int64_t patience_end; /* when a store that is closing gives up */

    /* The writer's. */
    struct backend_handle *write_handle;
    char trouble[TB_ERROR_TEXT]; /* why it could not be reached the last time */
    int64_t next_beat, last_outage;
    bool untold; /* other processes may have missed something */

    struct backend_handle *listen_handle;
};

/* ---- Time -------------------------------------------------------------------- */

/* Milliseconds that only ever grow. */
static int64_t steady(void)
{
    return clock_us() / 1000;
}

static struct timespec timespec_of(int64_t time)
{
    return (struct timespec){.tv_sec = time / 1000, .tv_nsec = time % 1000 * 1000000};
}

static void pause_for(int64_t time)
{
    struct timespec left = timespec_of(time);

    while (nanosleep(&left, &left))
        ;
}

/* ---- Queues ------------------------------------------------------------------ */

static void queue_init(struct queue *queue)
{
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&queue->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&queue->lock, NULL);
    queue->end = &queue->first;
}

static void queue_release(struct queue *queue)
{
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
}

/* False if the queue is closed. *was_empty as it says. */
static bool queue_put(struct queue *queue, struct request *request, bool *was_empty)
{
    request->next = NULL;
    pthread_mutex_lock(&queue->lock);
    bool open = !queue->closed;

    *was_empty = queue->first == NULL;
    if (open) {
        *queue->end = request;
        queue->end = &request->next;
        pthread_cond_signal(&queue->changed);
    }
    pthread_mutex_unlock(&queue->lock);
    return open;
}

static void queue_close(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->closed = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

/* Waits until there is something or `until` (monotonic; 0: for ever) has come; takes at most
 * `room`. *open is false when the queue is closed and empty. */
static int queue_take(struct queue *queue, struct request **out, int room, int64_t until,
                      bool *open)
{
    struct timespec limit = timespec_of(until);
    int count = 0, late = 0;

    pthread_mutex_lock(&queue->lock);
    while (!queue->first && !queue->closed && !late)
        late = until ? pthread_cond_timedwait(&queue->changed, &queue->lock, &limit)
                     : pthread_cond_wait(&queue->changed, &queue->lock);
    for (; queue->first && count < room; count++) {
        out[count] = queue->first;
        queue->first = queue->first->next;
    }
    if (!queue->first)
        queue->end = &queue->first;
    *open = count > 0 || !queue->closed;
    pthread_mutex_unlock(&queue->lock);
    return count;
}

static struct request *queue_take_all(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    struct request *first = queue->first;

    queue->first = NULL;
    queue->end = &queue->first;
    pthread_mutex_unlock(&queue->lock);
    return first;
}

/* Hands a request to the loop; wakes it unless it is about to look anyway. */
static void answer(struct store *store, struct request *request)
{
    bool was_empty;

    queue_put(&store->done, request, &was_empty);
    if (was_empty)
        store->events.wake(store->events.context);
}

/* ---- News -------------------------------------------------------------------- */

static void deliver_change(struct store *store, struct request *request)
{
    const struct news *news = (const struct news *)request;

    if (store->events.changed)
        store->events.changed(store->events.context, news->id, news->seq);
}

static void deliver_outage(struct store *store, struct request *request)
{
    const struct news *news = (const struct news *)request;

    if (store->events.outage)
        store->events.outage(store->events.context, news->outage);
}

static void deliver_trouble(struct store *store, struct request *request)
{
    const struct news *news = (const struct news *)request;

    if (store->events.trouble)
        store->events.trouble(store->events.context, news->in_trouble ? news->trouble : NULL);
}

static void deliver_whisper(struct store *store, struct request *request)
{
    const struct news *news = (const struct news *)request;

    if (store->events.whispered)
        store->events.whispered(store->events.context, &news->whisper);
}

static const struct request_kind whisper_kind = {.deliver = deliver_whisper};
static const struct request_kind change_kind = {.deliver = deliver_change};
static const struct request_kind outage_kind = {.deliver = deliver_outage};
static const struct request_kind trouble_kind = {.deliver = deliver_trouble};

/* Memory for what must not be lost: without it the server cannot go on. */
static void *need(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static struct news *news_new(const struct request_kind *kind)
{
    struct news *news = need(calloc(1, sizeof *news));

    news->request.kind = kind;
    return news;
}

static void tell_change(void *context, const char *id, int64_t seq)
{
    struct news *news = news_new(&change_kind);
    struct text text = text_into(news->id, sizeof news->id);

    text_add(&text, "%s", id);
    news->seq = seq;
    answer(context, &news->request);
}

static void pass_whisper(void *context, const struct whisper *whisper)
{
    struct store *store = context;

    if (whisper->process == store->process)
        return; /* our own */
    struct news *news = news_new(&whisper_kind);

    news->whisper = *whisper;
    answer(store, &news->request);
}

/* Says once that the store cannot be reached, and once that it can again (reason NULL). */
static void set_trouble(struct store *store, const char *reason)
{
    struct text text = text_into(store->trouble, sizeof store->trouble);

    text_add(&text, "%s", reason ? reason : "");
    if (atomic_exchange(&store->healthy, reason == NULL) == (reason == NULL))
        return;
    struct news *news = news_new(&trouble_kind);

    news->in_trouble = reason != NULL;
    memcpy(news->trouble, store->trouble, sizeof news->trouble);
    answer(store, &news->request);
}

/* ---- The writer -------------------------------------------------------------- */

static void lose_writer(struct store *store)
{
    set_trouble(store, store->backend->complaint(store->write_handle));
    store->backend->close(store->write_handle);
    store->write_handle = NULL;
}

/* Passes on the outages that were recorded since the last time, by whichever process. */
static enum backend_result look_for_outages(struct store *store)
{
    struct recorded_outage found[OUTAGES_MAX];
    int count = 0;
    enum backend_result result = store->backend->outages(store->write_handle, store->last_outage,
                                                         found, OUTAGES_MAX, &count);

    for (int i = 0; i < count && result == BACKEND_OK; i++) {
        struct news *news = news_new(&outage_kind);

        news->outage = found[i].outage;
        store->last_outage = found[i].number;
        answer(store, &news->request);
    }
    return result;
}

static void beat(struct store *store)
{
    enum backend_result result =
        store->backend->beat(store->write_handle, now_ms(), OUTAGE);

    if (result == BACKEND_OK)
        result = look_for_outages(store);
    if (result == BACKEND_OK && store->untold && store->backend->tell) {
        result = store->backend->tell(store->write_handle, NULL, 0);
        store->untold = result != BACKEND_OK;
    }
    store->next_beat = steady() + BEAT;
    if (result != BACKEND_OK)
        lose_writer(store);
    else
        set_trouble(store, NULL);
}

/* Opens the store if need be; the sign of life that follows measures how long it was away. */
static bool reach(struct store *store)
{
    struct tb_error error;

    if (store->write_handle)
        return true;
    store->write_handle = store->backend->open(store->where, ROLE_WRITER, &error);
    if (!store->write_handle) {
        set_trouble(store, error.text);
        return false;
    }
    store->untold = true;
    beat(store);
    return store->write_handle != NULL;
}

/* Writes until it is done or refused. BACKEND_AGAIN only from a store that is being closed. */
static enum backend_result persist(struct store *store, struct write **writes, int count)
{
    for (int64_t pause = 0;; pause = pause ? 2 * pause : PAUSE_FIRST) {
        enum backend_result result = BACKEND_AGAIN;

        pause = pause < PAUSE_MAX ? pause : PAUSE_MAX;
        pause_for(pause);
        if (reach(store))
            result = store->backend->write(store->write_handle, writes, count);
        if (result != BACKEND_AGAIN)
            return result;
        if (store->write_handle)
            lose_writer(store);
        if (atomic_load(&store->closing) && steady() > atomic_load(&store->patience_end))
            return BACKEND_AGAIN;
    }
}

/* Of a batch that was refused, only the requests that are at fault shall fail. */
static void persist_all(struct store *store, struct write **writes, int count)
{
    enum backend_result result = persist(store, writes, count);

    if (result == BACKEND_REFUSED && count > 1)
        for (int i = 0; i < count; i++)
            persist_all(store, &writes[i], 1);
    else if (result != BACKEND_OK)
        for (int i = 0; i < count; i++)
            writes[i]->answer = STORE_FAILED;
}

/* By game, as the backend wants it; those of one game in the order in which they came. */
static int compare_writes(const void *a, const void *b)
{
    const struct write *left = *(struct write *const *)a, *right = *(struct write *const *)b;
    int order = strcmp(left->id, right->id);

    return order ? order : left->place - right->place;
}

static int collect_notices(struct write *const *writes, int count, struct notice *notices)
{
    int stored = 0;

    for (int i = 0; i < count; i++)
        if (writes[i]->appends && writes[i]->answer == STORE_OK) {
            struct notice *notice = &notices[stored++];

            memcpy(notice->id, writes[i]->id, ID_SIZE);
            notice->seq = writes[i]->event.seq;
        }
    return stored;
}

/* Those who asked hear of it before the other processes do. */
static void write_batch(struct store *store, struct request **batch, int count)
{
    struct write *writes[BATCH_MAX];
    struct notice notices[BATCH_MAX];

    for (int i = 0; i < count; i++) {
        writes[i] = &((struct write_request *)batch[i])->write;
        writes[i]->place = i;
    }
    qsort(writes, (size_t)count, sizeof *writes, compare_writes);
    persist_all(store, writes, count);
    int stored = collect_notices(writes, count, notices);

    for (int i = 0; i < count; i++) {
        batch[i]->answer = ((struct write_request *)batch[i])->write.answer;
        atomic_fetch_sub(&store->waiting, 1);
        answer(store, batch[i]);
    }
    if (store->backend->tell && stored > 0 &&
        (!store->write_handle ||
         store->backend->tell(store->write_handle, notices, stored) != BACKEND_OK))
        store->untold = true;
}

/* Takes the whispers out of a batch and passes them on; returns how many requests are left. */
static int whisper_batch(struct store *store, struct request **batch, int count)
{
    struct whisper whispers[BATCH_MAX];
    int left = 0, said = 0;

    for (int i = 0; i < count; i++) {
        if (batch[i]->kind == &whisper_kind) {
            whispers[said++] = ((struct news *)batch[i])->whisper;
            free(batch[i]);
        } else {
            batch[left++] = batch[i];
        }
    }
    if (said > 0 && store->write_handle &&
        store->backend->whisper(store->write_handle, whispers, said) != BACKEND_OK)
        lose_writer(store);
    return left;
}

static void *write_all(void *context)
{
    struct store *store = context;
    struct request *batch[BATCH_MAX];
    bool open = true;

    while (open) {
        int count = queue_take(&store->writes, batch, BATCH_MAX, store->next_beat, &open);

        count = whisper_batch(store, batch, count);
        if (count > 0)
            write_batch(store, batch, count);
        if (!open || steady() >= store->next_beat) { /* the last one when the store is closed */
            if (store->write_handle)
                beat(store);
            else if (!reach(store))
                store->next_beat = steady() + BEAT;
        }
    }
    return NULL;
}

/* ---- The readers ------------------------------------------------------------- */

static bool reach_reader(struct reader *reader)
{
    struct tb_error error;

    if (!reader->handle && steady() >= reader->next_open) {
        reader->handle = reader->store->backend->open(reader->store->where, ROLE_READER, &error);
        reader->next_open = steady() + PAUSE_FIRST;
    }
    return reader->handle != NULL;
}

static void read_one(struct reader *reader, struct request *request)
{
    struct store *store = reader->store;
    enum backend_result result;

    for (;; pause_for(PAUSE_FIRST)) {
        result = reach_reader(reader) ? request->kind->read(reader, request) : BACKEND_AGAIN;
        if (result != BACKEND_AGAIN)
            break;
        store->backend->close(reader->handle);
        reader->handle = NULL;
        if (steady() - request->asked > READ_PATIENCE || atomic_load(&store->closing))
            break;
    }
    if (result != BACKEND_OK)
        request->answer = STORE_FAILED;
    answer(store, request);
}

static void *read_all(void *context)
{
    struct reader *reader = context;
    struct request *request;
    bool open = true;

    while (open)
        if (queue_take(&reader->queue, &request, 1, 0, &open))
            read_one(reader, request);
    return NULL;
}

/* ---- The listener ------------------------------------------------------------ */

/* What was told while nobody listened is lost, so after a gap anything may have changed. */
static void *listen_all(void *context)
{
    struct store *store = context;
    const struct backend *backend = store->backend;
    const struct listener listener = {store, tell_change, pass_whisper};
    struct tb_error error;

    while (!atomic_load(&store->closing)) {
        if (!store->listen_handle) {
            store->listen_handle = backend->open(store->where, ROLE_LISTENER, &error);
            if (store->listen_handle)
                tell_change(store, "", 0);
            else
                pause_for(LISTEN_TURN);
        } else if (backend->listen(store->listen_handle, LISTEN_TURN, &listener) != BACKEND_OK) {
            backend->close(store->listen_handle);
            store->listen_handle = NULL;
        }
    }
    return NULL;
}

/* ---- Opening and closing ----------------------------------------------------- */

static const struct backend *backend_for(const char *where)
{
    bool postgres = strncmp(where, "postgres://", 11) == 0 ||
                    strncmp(where, "postgresql://", 13) == 0;

    return postgres ? &postgres_backend : &sqlite_backend;
}

static void store_free(struct store *store)
{
    for (struct request *left = queue_take_all(&store->done), *next; left; left = next) {
        next = left->next; /* news of a store that could not be started */
        free(left);
    }
    store->backend->close(store->write_handle);
    store->backend->close(store->listen_handle);
    for (int i = 0; i < READERS; i++) {
        store->backend->close(store->readers[i].handle);
        queue_release(&store->readers[i].queue);
    }
    queue_release(&store->writes);
    queue_release(&store->done);
    free(store->where);
    free(store);
}

/* Outages from before this process are no news. */
static enum backend_result skip_outages(struct store *store)
{
    struct recorded_outage found[OUTAGES_MAX];
    enum backend_result result;
    int count;

    while ((result = store->backend->outages(store->write_handle, store->last_outage, found,
                                             OUTAGES_MAX, &count)) == BACKEND_OK &&
           count > 0)
        store->last_outage = found[count - 1].number;
    return result;
}

static int open_handles(struct store *store, struct tb_error *error)
{
    const struct backend *backend = store->backend;

    store->write_handle = backend->open(store->where, ROLE_WRITER, error);
    if (!store->write_handle)
        return error->code;
    store->untold = true; /* a process that was killed may have stored without telling */
    for (int i = 0; i < READERS; i++) {
        store->readers[i].handle = backend->open(store->where, ROLE_READER, error);
        if (!store->readers[i].handle)
            return error->code;
    }
    if (backend->listen) {
        store->listen_handle = backend->open(store->where, ROLE_LISTENER, error);
        if (!store->listen_handle)
            return error->code;
    }
    if (skip_outages(store) != BACKEND_OK)
        return error_set(error, TB_ERR_RANGE, "the store cannot be read (%s)",
                         backend->complaint(store->write_handle));
    return TB_OK;
}

static void start_thread(pthread_t *thread, void *(*body)(void *), void *context)
{
    need(pthread_create(thread, NULL, body, context) == 0 ? context : NULL);
}

/* The first sign of life is set here, so that whatever is loaded knows of the outage that ends. */
static int start(struct store *store, struct tb_error *error)
{
    beat(store);
    if (!store->write_handle)
        return error_set(error, TB_ERR_RANGE, "the store cannot be written (%s)", store->trouble);
    start_thread(&store->writer, write_all, store);
    for (int i = 0; i < READERS; i++)
        start_thread(&store->readers[i].thread, read_all, &store->readers[i]);
    if (store->backend->listen)
        start_thread(&store->listener, listen_all, store);
    return TB_OK;
}

struct store *store_open(const char *where, const struct store_events *events,
                         struct tb_error *error)
{
    struct store *store = need(calloc(1, sizeof *store));

    store->events = *events;
    store->backend = backend_for(where);
    store->where = need(strdup(where));
    store->process = random_number();
    atomic_store(&store->healthy, true);
    queue_init(&store->writes);
    for (int i = 0; i < READERS; i++) {
        store->readers[i].store = store;
        queue_init(&store->readers[i].queue);
    }
    queue_init(&store->done);
    if (open_handles(store, error) || start(store, error)) {
        store_free(store);
        return NULL;
    }
    return store;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    atomic_store(&store->patience_end, steady() + CLOSE_PATIENCE);
    atomic_store(&store->closing, true);
    queue_close(&store->writes);
    for (int i = 0; i < READERS; i++)
        queue_close(&store->readers[i].queue);
    pthread_join(store->writer, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_join(store->readers[i].thread, NULL);
    if (store->backend->listen)
        pthread_join(store->listener, NULL);
    while (store->done.first) /* a callback may ask for more, and be told that it failed */
        store_deliver(store);
    store_free(store);
}

void store_deliver(struct store *store)
{
    for (struct request *request = queue_take_all(&store->done), *next; request; request = next) {
        next = request->next;
        request->kind->deliver(store, request);
        free(request);
    }
}

bool store_healthy(const struct store *store)
{
    return atomic_load(&store->healthy);
}

int store_waiting(const struct store *store)
{
    return atomic_load(&store->waiting);
}

int store_backup(const char *where, const char *file, struct tb_error *error)
{
    if (backend_for(where) != &sqlite_backend)
        return error_set(error, TB_ERR_RANGE,
                         "a PostgreSQL database is copied by its own program, pg_dump");
    return sqlite_backup(where, file, error);
}

/* ---- Asking to write --------------------------------------------------------- */

static void submit(struct store *store, struct queue *queue, struct request *request)
{
    bool was_empty;

    request->asked = steady();
    if (!queue_put(queue, request, &was_empty)) {
        request->answer = STORE_FAILED;
        answer(store, request);
    }
}

static void deliver_written(struct store *store, struct request *request)
{
    struct write_request *written = (struct write_request *)request;

    (void)store;
    if (written->done)
        written->done(request->context, request->answer);
    free(written->write.game);
}

static const struct request_kind write_kind = {.deliver = deliver_written};

static struct write_request *write_request_new(const char *id, const struct stored_game *game,
                                               store_written *done, void *context)
{
    struct write_request *asked = need(calloc(1, sizeof *asked));
    struct text text = text_into(asked->write.id, ID_SIZE);

    asked->request.kind = &write_kind;
    asked->request.context = context;
    asked->done = done;
    text_add(&text, "%s", id);
    if (game) {
        asked->write.game = need(malloc(sizeof *game));
        *asked->write.game = *game;
    }
    return asked;
}

static void submit_write(struct store *store, struct write_request *asked)
{
    atomic_fetch_add(&store->waiting, 1);
    submit(store, &store->writes, &asked->request);
}

void store_create(struct store *store, const struct stored_game *game, store_written *done,
                  void *context)
{
    submit_write(store, write_request_new(game->id, game, done, context));
}

void store_append(struct store *store, const struct append *append, store_written *done,
                  void *context)
{
    struct write_request *asked = write_request_new(append->id, append->successor, done, context);
    struct write *write = &asked->write;

    write->appends = true;
    write->event = *append->event;
    write->summary = *append->summary;
    if (append->seat > 0) {
        write->seat = append->seat;
        write->sitter = *append->sitter;
    }
    submit_write(store, asked);
}

void store_whisper(struct store *store, const struct whisper *whisper)
{
    bool was_empty;

    if (!store->backend->whisper)
        return;
    struct news *news = news_new(&whisper_kind);

    news->whisper = *whisper;
    news->whisper.process = store->process;
    if (!queue_put(&store->writes, &news->request, &was_empty))
        free(news);
}

/* ---- Asking to read ---------------------------------------------------------- */

static void clear_loaded(struct loaded *loaded)
{
    free(loaded->events);
    free(loaded->outages);
    memset(loaded, 0, sizeof *loaded);
}

static enum backend_result read_game(struct reader *reader, struct request *request)
{
    struct load_request *load = (struct load_request *)request;
    bool found = false;

    clear_loaded(&load->loaded); /* of an earlier attempt */
    enum backend_result result =
        reader->store->backend->load(reader->handle, load->id, load->since, &load->loaded, &found);

    request->answer = found ? STORE_OK : STORE_MISSING;
    return result;
}

static void deliver_loaded(struct store *store, struct request *request)
{
    struct load_request *load = (struct load_request *)request;

    (void)store;
    load->done(request->context, request->answer,
               request->answer == STORE_OK ? &load->loaded : NULL);
    clear_loaded(&load->loaded);
}

static const struct request_kind load_kind = {.read = read_game, .deliver = deliver_loaded};

void store_load(struct store *store, const char *id, int64_t since, store_loaded *done,
                void *context)
{
    struct load_request *load = need(calloc(1, sizeof *load));
    struct text text = text_into(load->id, ID_SIZE);

    load->request = (struct request){.kind = &load_kind, .context = context};
    load->done = done;
    load->since = since;
    text_add(&text, "%s", id);
    submit(store, &store->readers[GAMES].queue, &load->request);
}

static enum backend_result read_list(struct reader *reader, struct request *request)
{
    struct list_request *list = (struct list_request *)request;

    request->answer = STORE_OK;
    return reader->store->backend->list(reader->handle, &list->query, list->games, &list->count);
}

static void deliver_listed(struct store *store, struct request *request)
{
    struct list_request *list = (struct list_request *)request;

    (void)store;
    list->done(request->context, request->answer, list->games,
               request->answer == STORE_OK ? list->count : 0);
    free(list->games);
}

static const struct request_kind list_kind = {.read = read_list, .deliver = deliver_listed};

static int at_least_one(int number, int most)
{
    return number < 1 ? 1 : number > most ? most : number;
}

void store_list(struct store *store, const struct list_query *query, store_listed *done,
                void *context)
{
    struct list_request *list = need(calloc(1, sizeof *list));

    list->request = (struct request){.kind = &list_kind, .context = context};
    list->done = done;
    list->query = *query;
    list->query.limit = at_least_one(query->limit, LIST_MAX);
    list->games = need(calloc((size_t)list->query.limit, sizeof *list->games));
    submit(store, &store->readers[LISTS].queue, &list->request);
}

static enum backend_result read_due(struct reader *reader, struct request *request)
{
    struct due_request *due = (struct due_request *)request;

    request->answer = STORE_OK;
    return reader->store->backend->due(reader->handle, due->now, due->limit, due->ids, &due->count);
}

static void deliver_due(struct store *store, struct request *request)
{
    struct due_request *due = (struct due_request *)request;

    (void)store;
    due->done(request->context, request->answer, (const char(*)[ID_SIZE])due->ids,
              request->answer == STORE_OK ? due->count : 0);
    free(due->ids);
}

static const struct request_kind due_kind = {.read = read_due, .deliver = deliver_due};

void store_due(struct store *store, int64_t now, int limit, store_due_found *done, void *context)
{
    struct due_request *due = need(calloc(1, sizeof *due));

    due->request = (struct request){.kind = &due_kind, .context = context};
    due->done = done;
    due->now = now;
    due->limit = at_least_one(limit, DUE_MAX);
    due->ids = need(calloc((size_t)due->limit, sizeof *due->ids));
    submit(store, &store->readers[GAMES].queue, &due->request);
}
