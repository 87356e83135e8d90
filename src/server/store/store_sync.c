/* store_sync.c - the store for commands: each call waits for its answer. */
#include "server/store/store_sync.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "core/error.h"

struct store_sync {
    struct store *store;
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool awake;
    /* The request that is waited for: */
    db_work *work;
    void *context;
    bool answered;
    enum store_answer answer;
};

static void on_wake(void *context)
{
    struct store_sync *sync = context;

    pthread_mutex_lock(&sync->lock);
    sync->awake = true;
    pthread_cond_signal(&sync->woken);
    pthread_mutex_unlock(&sync->lock);
}

struct store_sync *store_sync_open(const char *where, struct tb_error *error)
{
    struct store_sync *sync = calloc(1, sizeof *sync);

    if (!sync) {
        error_memory(error);
        return NULL;
    }
    if (store_check_exists(where, error)) {
        free(sync);
        return NULL;
    }
    pthread_mutex_init(&sync->lock, NULL);
    pthread_cond_init(&sync->woken, NULL);
    sync->store =
        store_open(where, &(struct store_events){.context = sync, .wake = on_wake}, error);
    if (sync->store)
        return sync;
    store_sync_close(sync);
    return NULL;
}

void store_sync_close(struct store_sync *sync)
{
    if (!sync)
        return;
    store_close(sync->store);
    pthread_cond_destroy(&sync->woken);
    pthread_mutex_destroy(&sync->lock);
    free(sync);
}

int64_t store_sync_now(const struct store_sync *sync)
{
    return store_now(sync->store);
}

static enum store_answer do_work(struct db *db, void *context)
{
    struct store_sync *sync = context;

    return sync->work(db, sync->context);
}

static void on_done(void *context, enum store_answer answer)
{
    struct store_sync *sync = context;

    sync->answered = true;
    sync->answer = answer;
}

/* Waits until the store has something to deliver, or for a tenth of a second. */
static void wait_for_store(struct store_sync *sync)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&sync->lock);
    if (!sync->awake)
        pthread_cond_timedwait(&sync->woken, &sync->lock, &until);
    sync->awake = false;
    pthread_mutex_unlock(&sync->lock);
}

enum store_answer store_sync_transact(struct store_sync *sync, db_work *work, void *context)
{
    sync->work = work;
    sync->context = context;
    sync->answered = false;
    store_transact(sync->store, do_work, on_done, sync);
    while (!sync->answered) {
        wait_for_store(sync);
        store_deliver(sync->store);
        store_tick(sync->store);
    }
    return sync->answer;
}
