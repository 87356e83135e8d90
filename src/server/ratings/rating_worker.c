/* rating_worker.c - rates the results of games in the background. */
#include "server/ratings/rating_worker.h"

#include <stdlib.h>

#include "server/common/secret.h"
#include "server/ratings/rating_store.h"

enum { LOOK_MS = 2000 }; /* between two looks for results of other servers, or of an earlier run */

struct rating_worker {
    struct store *store;
    struct rating_step step;
    bool busy; /* the step is the store's */
    int64_t look_at;
    uint64_t results;
    void (*rated)(void *context);
    void *context;
};

struct rating_worker *rating_worker_new(struct store *store, void (*rated)(void *context),
                                        void *context)
{
    struct rating_worker *worker = calloc(1, sizeof *worker);

    if (!worker)
        return NULL;
    worker->store = store;
    worker->step.process = (int64_t)(random_number() >> 1 | 1);
    worker->rated = rated;
    worker->context = context;
    return worker;
}

void rating_worker_free(struct rating_worker *worker)
{
    free(worker);
}

/* The works get the worker, as their answers do. */
static enum store_answer look(struct db *db, void *context)
{
    return rating_look(db, &((struct rating_worker *)context)->step);
}

static enum store_answer take_step(struct db *db, void *context)
{
    return rating_step(db, &((struct rating_worker *)context)->step);
}

static void on_stepped(void *context, enum store_answer answer)
{
    struct rating_worker *worker = context;

    worker->busy = false;
    if (answer == STORE_OK && worker->step.more)
        worker->look_at = 0;
    if (answer == STORE_OK && worker->step.rated > 0)
        worker->rated(worker->context);
}

static void on_looked(void *context, enum store_answer answer)
{
    struct rating_worker *worker = context;

    if (answer == STORE_OK && worker->step.more)
        store_transact(worker->store, take_step, on_stepped, worker);
    else
        worker->busy = false;
}

void rating_worker_tick(struct rating_worker *worker, uint64_t results)
{
    int64_t now = store_now(worker->store);

    if (worker->busy || (results == worker->results && now < worker->look_at))
        return;
    worker->results = results;
    worker->look_at = now + LOOK_MS;
    worker->step.now = now;
    worker->step.limit = RATING_STEP;
    worker->busy = true;
    store_ask(worker->store, look, on_looked, worker);
}
