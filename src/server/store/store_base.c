/* store_base.c - the clock of the store, and its requests: shared by its threads. */
#include <stdatomic.h>
#include <time.h>

#include "core/clock.h"
#include "server/store/store_parts.h"

void store_pause(int64_t milliseconds)
{
    struct timespec left = {.tv_sec = milliseconds / 1000,
                            .tv_nsec = milliseconds % 1000 * 1000000};

    while (nanosleep(&left, &left))
        ;
}

int64_t store_time_at(const struct store *store, int64_t steady)
{
    return steady + atomic_load(&store->ahead);
}

int64_t store_now(const struct store *store)
{
    return store_time_at(store, clock_ms());
}

void store_answer_request(struct store *store, struct request *request)
{
    bool was_empty;

    queue_put(&store->done, &request->item, &was_empty);
    if (was_empty)
        store->events.wake(store->events.context);
}

bool stage_begin(atomic_int *stage)
{
    int waiting = WAITING;

    return atomic_compare_exchange_strong(stage, &waiting, WORKING);
}

void stage_end(atomic_int *stage)
{
    int working = WORKING;

    atomic_compare_exchange_strong(stage, &working, WAITING);
}

bool store_unwanted(const struct request *request)
{
    return atomic_load(&request->unwanted);
}

void deliver_answer(struct store *store, struct request *request, enum store_answer answer)
{
    (void)store;
    if (request->done.written)
        request->done.written(request->context, answer);
}
