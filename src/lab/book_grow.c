/* book_grow.c - see book_grow.h. */
#include "lab/book_grow.h"

#include <pthread.h>

#include "core/error.h"

/* One batch, and the engines of the threads. */
struct growth {
    const struct book_plan *plan;
    struct book_wide *wide;
    struct engine *engines[SEARCH_THREADS_MAX];
    size_t batch[WIDE_BATCH], count, next;
    struct good_moves good[WIDE_BATCH];
    int threads; /* that have an engine in this batch */
    pthread_mutex_t lock;
};

static size_t take(struct growth *growth)
{
    pthread_mutex_lock(&growth->lock);
    size_t i = growth->next++;

    pthread_mutex_unlock(&growth->lock);
    return i;
}

static void *search_batch(void *context)
{
    struct growth *growth = context;

    pthread_mutex_lock(&growth->lock);
    struct engine *engine = growth->engines[growth->threads++];

    pthread_mutex_unlock(&growth->lock);
    for (size_t i; (i = take(growth)) < growth->count && !growth->plan->stop(NULL);) {
        struct tb_position position;

        book_wide_position(growth->wide, growth->batch[i], &position);
        book_good_moves(engine, &position, &growth->good[i]);
    }
    return NULL;
}

/* Opens the next batch; the caller's thread takes part. False if memory runs out. */
static bool open_batch(struct growth *growth)
{
    pthread_t ids[SEARCH_THREADS_MAX];
    int started = 0;
    bool good = true;

    growth->next = 0;
    growth->threads = 0;
    while (started < growth->plan->threads - 1 &&
           pthread_create(&ids[started], NULL, search_batch, growth) == 0)
        started++;
    search_batch(growth);
    for (int i = 0; i < started; i++)
        pthread_join(ids[i], NULL);
    for (size_t i = 0; good && i < growth->count && !growth->plan->stop(NULL); i++)
        good = book_wide_open(growth->wide, growth->batch[i], &growth->good[i]);
    return good;
}

static int make_engines(struct growth *growth, struct tb_error *error)
{
    struct engine_options options = {.table_mb = WIDE_TABLE_MB};
    struct tb_setup setup;

    tb_setup_init(&setup, growth->plan->facts.game, 2, NULL);
    for (int i = 0; i < growth->plan->threads; i++)
        if (!(growth->engines[i] = engine_new(&setup, &options, error)))
            return error->code;
    return TB_OK;
}

int book_grow(const struct book_plan *plan, size_t targets, struct book_wide **out,
              struct tb_error *error)
{
    struct growth growth = {
        .plan = plan,
        .wide = book_wide_new(plan->facts.game),
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };
    int code = growth.wide ? make_engines(&growth, error) : error_memory(error);

    *out = growth.wide;
    while (!code && book_wide_targets(growth.wide) < targets && !plan->stop(NULL) &&
           (growth.count = book_wide_next(growth.wide, growth.batch)) > 0)
        if (!open_batch(&growth))
            code = error_memory(error);
    for (int i = 0; i < plan->threads; i++)
        engine_free(growth.engines[i]);
    return code;
}
