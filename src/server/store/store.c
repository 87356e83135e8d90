/*
 * store.c - opening and closing the store; answers on the loop. Requests are in store_ask.c.
 *
 * Each thread has its own handle: the writer, the readers (one for games, one for the lobby, one
 * for the archive, one for everything else, so that players and the lobby do not wait for searches
 * among finished games), and the listener, where there is one.
 */
#include "server/store/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/clock.h"
#include "core/error.h"
#include "server/common/secret.h"
#include "server/store/store_parts.h"

enum { CLOSE_TIMEOUT = 5000 }; /* milliseconds that requests still have when the store closes */

/* ---- Opening and closing --------------------------------------------------------------------- */

const struct backend *backend_for(const char *where)
{
    bool postgres =
        strncmp(where, "postgres://", 11) == 0 || strncmp(where, "postgresql://", 13) == 0;

    return postgres ? &postgres_backend : &sqlite_backend;
}

int store_check_exists(const char *where, struct tb_error *error)
{
    struct stat info;
    bool exists = backend_for(where) != &sqlite_backend;

    if (!exists && stat(where, &info) == 0)
        exists = S_ISREG(info.st_mode) && info.st_size > 0;
    else if (!exists)
        exists = errno != ENOENT && errno != ENOTDIR; /* opening it will say what is wrong */
    return exists ? TB_OK
                  : error_set(error, TB_ERR_RANGE, "There is no store {file}; name it with --store.",
                              arg_text("file", where));
}

static void store_free(struct store *store)
{
    for (struct queue_item *left = queue_take_all(&store->done), *next; left; left = next) {
        next = left->next; /* notification of a store that could not be started */
        free(left);
    }
    store->backend->close(store->write_handle);
    store->backend->close(store->listen_handle);
    for (int i = 0; i < READERS; i++) {
        store->backend->close(store->readers[i].handle);
        queue_release(&store->readers[i].queue);
    }
    store->backend->release(store->claim); /* after all handles */
    queue_release(&store->writes);
    queue_release(&store->done);
    pthread_mutex_destroy(&store->undelivered_lock);
    free(store->unmade);
    free(store);
}

/* Skips the outages from before this process. */
static enum backend_result skip_outages(struct store *store)
{
    struct recorded_outage found[OUTAGES_MAX];
    enum backend_result result;
    int count;

    while ((result = query_outages(writer_of(store), store->last_outage, found, OUTAGES_MAX,
                                   &count)) == BACKEND_OK &&
           count > 0)
        store->last_outage = found[count - 1].number;
    return result;
}

static int open_handles(struct store *store, const char *where, struct tb_error *error)
{
    const struct backend *backend = store->backend;

    store->claim = backend->claim(where, error);
    if (!store->claim)
        return error->code;
    store->write_handle = backend->open(store->claim, ROLE_WRITER, error);
    if (!store->write_handle)
        return error->code;
    /* A process that was killed may have stored events without a notice. */
    store->notify_missed = true;
    for (int i = 0; i < READERS; i++) {
        store->readers[i].handle = backend->open(store->claim, ROLE_READER, error);
        if (!store->readers[i].handle)
            return error->code;
    }
    if (backend->listen) {
        store->listen_handle = backend->open(store->claim, ROLE_LISTENER, error);
        if (!store->listen_handle)
            return error->code;
    }
    if (store_set_time(store) != BACKEND_OK || skip_outages(store) != BACKEND_OK)
        return error_set(error, TB_ERR_RANGE,
                         "The store cannot be read (the database says: {error}).",
                         arg_text("error", backend->last_error(store->write_handle)));
    return TB_OK;
}

/* Starts the writer, the readers, and the listener if there is one; false if a thread cannot be
 * made. */
static bool start_threads(struct store *store)
{
    if (pthread_create(&store->writer, NULL, store_write_all, store) != 0)
        return false;
    store->threads = 1;
    for (int i = 0; i < READERS; i++, store->threads++)
        if (pthread_create(&store->readers[i].thread, NULL, store_read_all, &store->readers[i]))
            return false;
    if (store->backend->listen &&
        pthread_create(&store->listener, NULL, store_listen_all, store) != 0)
        return false;
    store->threads += store->backend->listen != NULL;
    return true;
}

/* Ends those that were started, the writer first. */
static void end_threads(struct store *store)
{
    atomic_store(&store->deadline, clock_ms() + CLOSE_TIMEOUT);
    atomic_store(&store->closing, true);
    queue_close(&store->writes);
    for (int i = 0; i < READERS; i++)
        queue_close(&store->readers[i].queue);
    if (store->threads > 0)
        pthread_join(store->writer, NULL);
    for (int i = 0; i < READERS && i + 1 < store->threads; i++)
        pthread_join(store->readers[i].thread, NULL);
    if (store->threads > 1 + READERS)
        pthread_join(store->listener, NULL);
}

/* Sets the first heartbeat before any game is loaded: games then know of the outage before it. */
static int start(struct store *store, struct tb_error *error)
{
    store_heartbeat(store);
    if (!store->write_handle)
        return error_set(error, TB_ERR_RANGE,
                         "The store cannot be written (the database says: {error}).",
                         arg_text("error", store->trouble));
    if (start_threads(store))
        return TB_OK;
    end_threads(store);
    return error_set(error, TB_ERR_SYSTEM,
                     "No thread can be made: memory or a limit is exhausted.");
}

struct store *store_open(const char *where, const struct store_events *events,
                         struct tb_error *error)
{
    struct store *store = calloc(1, sizeof *store);
    struct unmade *unmade = calloc(UNMADE_MAX, sizeof *unmade);

    if (!store || !unmade) {
        free(store);
        free(unmade);
        error_memory(error);
        return NULL;
    }
    store->unmade = unmade;
    pthread_mutex_init(&store->undelivered_lock, NULL);
    store->events = *events;
    store->backend = backend_for(where);
    store->process = random_number();
    atomic_store(&store->healthy, true);
    queue_init(&store->writes);
    for (int i = 0; i < READERS; i++) {
        store->readers[i].store = store;
        queue_init(&store->readers[i].queue);
    }
    queue_init(&store->done);
    if (open_handles(store, where, error) || start(store, error)) {
        store_free(store);
        return NULL;
    }
    return store;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    end_threads(store);
    /* A callback may ask for more, and be told that it failed. */
    while (store->done.first || store->unmade_count > 0)
        store_deliver(store);
    store_free(store);
}

/* ---- Being answered -------------------------------------------------------------------------- */

/* Takes a request out of the list of those that are not answered. */
static void forget(struct store *store, struct request *request)
{
    *(request->older ? &request->older->newer : &store->oldest) = request->newer;
    *(request->newer ? &request->newer->older : &store->newest) = request->older;
    request->older = request->newer = NULL;
}

/* Answers a request as failed before a thread has done it; the thread then finds it unwanted. */
static void give_up(struct store *store, struct request *request)
{
    forget(store, request);
    atomic_store(&request->unwanted, true);
    request->kind->deliver(store, request, STORE_FAILED);
}

void store_tick(struct store *store)
{
    int64_t now = clock_ms();

    for (struct request *request = store->oldest; request;) {
        int waiting = WAITING;

        if (request->deadline > now ||
            (request->guarded &&
             !atomic_compare_exchange_strong(&request->stage, &waiting, GIVEN_UP))) {
            request = request->newer;
        } else {
            give_up(store, request);
            request = store->oldest; /* the callback may have cancelled any */
        }
    }
}

void store_cancel(struct store *store, struct request *request)
{
    give_up(store, request);
}

void store_deliver(struct store *store)
{
    deliver_unmade(store);
    deliver_undelivered(store);
    for (struct queue_item *item = queue_take_all(&store->done), *next; item; item = next) {
        struct request *request = (struct request *)item;

        next = item->next;
        if (request->deadline && !store_unwanted(request))
            forget(store, request);
        if (!store_unwanted(request))
            request->kind->deliver(store, request, request->answer);
        if (request->kind->release)
            request->kind->release(request);
        free(request);
    }
}

bool store_healthy(const struct store *store)
{
    return atomic_load(&store->healthy) && !atomic_load(&store->short_of_memory);
}

bool store_shared(const struct store *store)
{
    return store->backend->share_presence != NULL;
}

int store_waiting(const struct store *store)
{
    return atomic_load(&store->waiting);
}

int store_backup(const char *where, const char *file, struct tb_error *error)
{
    int code = store_check_exists(where, error);

    return code ? code : backend_for(where)->backup(where, file, error);
}
