/* book_grow.c - see book_grow.h. */
#include "lab/book_grow.h"

#include <pthread.h>
#include <stdlib.h>

#include "core/error.h"

enum { WALKS = 8000 };

struct growth {
    const struct book_plan *plan;
    struct book_wide *wide;
    struct engine *engines[SEARCH_THREADS_MAX];
    size_t batch[WIDE_BATCH];
    struct good_moves good[WIDE_BATCH];
    struct book_walk *walks; /* [WALKS]; NULL: not yet */
    pthread_mutex_t lock;
    size_t count, next; /* of what the threads share out: positions of the batch, or walks */
    int threads;        /* that share it out */
    bool failed;        /* memory ran out */
};

/* ---- Sharing out --------------------------------------------------------------------------- */

static size_t take(struct growth *growth)
{
    pthread_mutex_lock(&growth->lock);
    size_t i = growth->next++;

    pthread_mutex_unlock(&growth->lock);
    return i;
}

static void fail(struct growth *growth)
{
    pthread_mutex_lock(&growth->lock);
    growth->failed = true;
    pthread_mutex_unlock(&growth->lock);
}

static bool stops(const struct growth *growth)
{
    return growth->plan->stop(NULL);
}

/* Lets several threads do `count` pieces of work, the caller's among them. False if memory ran
 * out. */
static bool share_out(struct growth *growth, size_t count, void *(*work)(void *growth))
{
    pthread_t ids[SEARCH_THREADS_MAX];
    int started = 0;

    growth->count = count;
    growth->next = 0;
    growth->threads = 0;
    while (started < growth->plan->threads - 1 &&
           pthread_create(&ids[started], NULL, work, growth) == 0)
        started++;
    work(growth);
    for (int i = 0; i < started; i++)
        pthread_join(ids[i], NULL);
    return !growth->failed;
}

/* ---- Walks --------------------------------------------------------------------------------- */

static void *play_walks(void *context)
{
    struct growth *growth = context;

    for (size_t i; (i = take(growth)) < growth->count && !stops(growth);)
        if (!book_walk_play(growth->plan->facts.game, i, &growth->walks[i]))
            fail(growth);
    return NULL;
}

/* False if memory runs out. */
static bool walk(struct growth *growth)
{
    growth->walks = calloc(WALKS, sizeof *growth->walks);
    bool good = growth->walks && share_out(growth, WALKS, play_walks);

    for (size_t i = 0; good && i < WALKS && !stops(growth); i++)
        good = book_wide_walk(growth->wide, &growth->walks[i]);
    return good;
}

/* ---- Opening ------------------------------------------------------------------------------- */

static void *search_batch(void *context)
{
    struct growth *growth = context;

    pthread_mutex_lock(&growth->lock);
    struct engine *engine = growth->engines[growth->threads++];

    pthread_mutex_unlock(&growth->lock);
    for (size_t i; (i = take(growth)) < growth->count && !stops(growth);) {
        struct tb_position position;

        book_wide_position(growth->wide, growth->batch[i], &position);
        book_good_moves(engine, &position, &growth->good[i]);
    }
    return NULL;
}

/* Opens some positions. False if memory runs out. */
static bool open_batch(struct growth *growth, size_t count)
{
    bool good = share_out(growth, count, search_batch);

    for (size_t i = 0; good && i < count && !stops(growth); i++)
        good = book_wide_open(growth->wide, growth->batch[i], &growth->good[i]);
    return good;
}

/* Opens positions until there are as many targets as wanted. The walks come after the positions that
 * need none; without any target by then the game is solved, and they would find none. False if memory
 * runs out. */
static bool open_all(struct growth *growth, size_t targets)
{
    bool good = true;

    while (good && book_wide_targets(growth->wide) < targets && !stops(growth)) {
        size_t count = book_wide_next(growth->wide, growth->batch);

        if (count > 0)
            good = open_batch(growth, count);
        else if (!growth->walks && book_wide_targets(growth->wide) > 0)
            good = walk(growth);
        else
            break;
    }
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
    if (!code && !open_all(&growth, targets))
        code = error_memory(error);
    free(growth.walks);
    for (int i = 0; i < plan->threads; i++)
        engine_free(growth.engines[i]);
    return code;
}
