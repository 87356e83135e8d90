/*
 * engine_pool.c - two pools of threads, and a queue of searches for each address.
 *
 * A lane is one of the pools: for long searches, and for quick ones. A tenant is an address with
 * searches that wait or run; when idle it is kept as long as it has used more time than the address
 * that is served next, so that it gains nothing by returning as a new one. One lock guards
 * everything.
 */
#include "server/game/engine_pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "core/advice.h"
#include "core/clock.h"
#include "search/level.h"
#include "search/search.h"
#include "server/common/secret.h"
#include "server/connection/peer.h"

enum {
    TABLE_MB = 16,
    QUICK_MS = 500,  /* a level that may take no longer than this is quick */
    FAIR_MS = 10000, /* search time per thread, shared by all addresses with searches */
    LEAST_MS = 50,
    NICE = 5, /* long searches have a lower priority */
};

enum lane_kind { LANE_QUICK, LANE_LONG, LANES };

struct search_request {
    struct search_request *next;
    struct tenant *tenant;
    enum lane_kind lane;
    struct tb_match *match; /* a copy, since the room's match can change meanwhile */
    int level;
    const struct personality *personality; /* NULL: none */
    int64_t time_ms;  /* time limit; 0: none */
    int64_t begun_us; /* by the monotonic clock */
    int64_t used_us;  /* search time, without the time in the queue */
    bool cancelled;
    struct engine *engine; /* while it runs */
    char move[TB_MOVE_TEXT];
    search_done *done;
    void *context;
};

struct search_queue {
    struct search_request *first, *last;
    int length;
};

struct tenant {
    struct tenant *next;
    char address[ADDRESS_SIZE];
    int64_t used_us;
    struct search_queue waiting[LANES];
    int under_way[LANES];
};

struct lane {
    pthread_cond_t asked;
    int thread_count;
    pthread_t threads[SEARCH_THREADS_MAX];
};

struct engine_pool {
    pthread_mutex_t lock;
    struct lane lanes[LANES];
    struct tenant *tenants;
    struct search_queue answered;
    struct search_request *under_way; /* linked by `next` */
    int busy;                   /* searches that wait or run */
    bool ending;
    void (*wake)(void *context);
    void *context;
};

/* ---- Lines ---------------------------------------------------------------------------- */

static void search_queue_add(struct search_queue *queue, struct search_request *request)
{
    request->next = NULL;
    if (queue->last)
        queue->last->next = request;
    else
        queue->first = request;
    queue->last = request;
    queue->length++;
}

static struct search_request *search_queue_take(struct search_queue *queue)
{
    struct search_request *request = queue->first;

    if (!request)
        return NULL;
    queue->first = request->next;
    if (!queue->first)
        queue->last = NULL;
    queue->length--;
    return request;
}

static void request_free(struct search_request *request)
{
    tb_match_free(request->match);
    free(request);
}

/* ---- Tenants -------------------------------------------------------------------------- */

/* Returns the number of searches of an address that wait or run in a lane. */
static int wants(const struct tenant *tenant, enum lane_kind lane)
{
    return tenant->waiting[lane].length + tenant->under_way[lane];
}

static bool is_idle(const struct tenant *tenant)
{
    return wants(tenant, LANE_QUICK) + wants(tenant, LANE_LONG) == 0;
}

/* Returns the least search time that an address has used, among those that are not idle. */
static int64_t least_used(const struct engine_pool *engine_pool)
{
    int64_t least = INT64_MAX;

    for (const struct tenant *tenant = engine_pool->tenants; tenant; tenant = tenant->next)
        if (!is_idle(tenant) && tenant->used_us < least)
            least = tenant->used_us;
    return least == INT64_MAX ? 0 : least;
}

/* Frees idle tenants that would gain nothing by returning as new ones, or all if no search runs. */
static void forget_idle(struct engine_pool *engine_pool)
{
    int64_t least = least_used(engine_pool);

    for (struct tenant **at = &engine_pool->tenants; *at;) {
        struct tenant *tenant = *at;

        if (is_idle(tenant) && (tenant->used_us <= least || engine_pool->busy == 0)) {
            *at = tenant->next;
            free(tenant);
        } else {
            at = &tenant->next;
        }
    }
}

/* NULL if memory runs out. */
static struct tenant *find_tenant(struct engine_pool *engine_pool, const char *address)
{
    struct tenant *tenant = engine_pool->tenants;
    int64_t least = least_used(engine_pool);

    while (tenant && strcmp(tenant->address, address) != 0)
        tenant = tenant->next;
    if (!tenant) {
        if (!(tenant = calloc(1, sizeof *tenant)))
            return NULL;
        strncpy(tenant->address, address, sizeof tenant->address - 1);
        tenant->next = engine_pool->tenants;
        engine_pool->tenants = tenant;
    }
    if (is_idle(tenant) && tenant->used_us < least)
        tenant->used_us = least; /* time that it did not use while idle cannot be claimed later */
    return tenant;
}

/* Takes the next search of a lane: of the address that has used least; NULL if none waits. */
static struct search_request *take_fairly(struct engine_pool *engine_pool, enum lane_kind lane)
{
    struct tenant *next = NULL;

    for (struct tenant *tenant = engine_pool->tenants; tenant; tenant = tenant->next)
        if (tenant->waiting[lane].first && (!next || tenant->used_us < next->used_us))
            next = tenant;
    return next ? search_queue_take(&next->waiting[lane]) : NULL;
}

/* Returns the time that a search may use in total: its share of the share of its address. */
static int64_t share_of(const struct engine_pool *engine_pool, const struct search_request *request)
{
    enum lane_kind lane = request->lane;
    int addresses = 0;

    for (const struct tenant *tenant = engine_pool->tenants; tenant; tenant = tenant->next)
        addresses += wants(tenant, lane) > 0;
    int games = wants(request->tenant, lane);
    int64_t share = (int64_t)FAIR_MS * engine_pool->lanes[lane].thread_count /
                    (addresses > 0 ? addresses : 1) / (games > 0 ? games : 1);

    return share < LEAST_MS ? LEAST_MS : share > FAIR_MS ? FAIR_MS : share;
}

/* ---- Thinking ------------------------------------------------------------------------ */

/* Without memory for an engine the computer plays its first legal move. */
static void choose_without_engine(struct search_request *request)
{
    tb_move moves[TB_MOVES_MAX];

    const struct tb_position *position = tb_match_position(request->match);

    tb_moves(position, moves);
    tb_move_text(position, moves[0], request->move, sizeof request->move);
}

static void run_search(struct engine_pool *engine_pool, struct search_request *request,
                       struct engine *engine)
{
    const struct search_task task = {.limits.time_ms = request->time_ms, .swindle = true};
    struct search_info info;

    engine_arm(engine);
    pthread_mutex_lock(&engine_pool->lock);
    request->engine = engine;
    bool wanted = !request->cancelled && !engine_pool->ending;

    pthread_mutex_unlock(&engine_pool->lock);
    if (wanted)
        engine_choose(engine, request->match, &task, request->move, &info);
    pthread_mutex_lock(&engine_pool->lock);
    request->engine = NULL;
    pthread_mutex_unlock(&engine_pool->lock);
}

static int64_t processor_us(void)
{
    struct timespec used;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

static void answer(struct engine_pool *engine_pool, struct search_request *request)
{
    struct engine_options options = {
        .level = level_option(request->level),
        .personality = request->personality ? request->personality->name : NULL,
        .table_mb = TABLE_MB,
        .seed = random_number()};
    int64_t begun = processor_us();
    struct engine *engine = engine_new(&tb_match_start(request->match)->setup, &options, NULL);

    if (engine)
        run_search(engine_pool, request, engine);
    else
        choose_without_engine(request);
    engine_free(engine);
    request->used_us = processor_us() - begun;
}

/* Marks a search as running, so that it can be stopped. */
static void begin(struct engine_pool *engine_pool, struct search_request *request)
{
    request->tenant->under_way[request->lane]++;
    int64_t share = share_of(engine_pool, request);

    if (request->time_ms == 0 || request->time_ms > share)
        request->time_ms = share;
    request->begun_us = clock_us();
    request->next = engine_pool->under_way;
    engine_pool->under_way = request;
}

static void end(struct engine_pool *engine_pool, struct search_request *request)
{
    struct search_request **at = &engine_pool->under_way;

    while (*at != request)
        at = &(*at)->next;
    *at = request->next;
    request->tenant->under_way[request->lane]--;
    request->tenant->used_us += request->used_us;
    engine_pool->busy--;
    forget_idle(engine_pool);
    search_queue_add(&engine_pool->answered, request);
    engine_pool->wake(engine_pool->context);
}

static void serve(struct engine_pool *engine_pool, enum lane_kind lane)
{
    pthread_mutex_lock(&engine_pool->lock);
    while (!engine_pool->ending) {
        struct search_request *request = take_fairly(engine_pool, lane);

        if (!request) {
            pthread_cond_wait(&engine_pool->lanes[lane].asked, &engine_pool->lock);
            continue;
        }
        begin(engine_pool, request);
        pthread_mutex_unlock(&engine_pool->lock);
        answer(engine_pool, request);
        pthread_mutex_lock(&engine_pool->lock);
        end(engine_pool, request);
    }
    pthread_mutex_unlock(&engine_pool->lock);
}

static void *serve_quick(void *engine_pool)
{
    serve(engine_pool, LANE_QUICK);
    return NULL;
}

static void *serve_long(void *engine_pool)
{
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICE); /* on Linux: of this thread */
    serve(engine_pool, LANE_LONG);
    return NULL;
}

/* ---- The pools ------------------------------------------------------------------------- */

static void start_lane(struct engine_pool *engine_pool, enum lane_kind kind, int threads,
                       void *(*body)(void *))
{
    struct lane *lane = &engine_pool->lanes[kind];

    for (int i = 0; i < threads && i < SEARCH_THREADS_MAX; i++) {
        if (pthread_create(&lane->threads[i], NULL, body, engine_pool))
            break;
        lane->thread_count++;
    }
}

struct engine_pool *engine_pool_new(int threads, void (*wake)(void *context), void *context)
{
    struct engine_pool *engine_pool = calloc(1, sizeof *engine_pool);

    if (!engine_pool)
        return NULL;
    engine_pool->wake = wake;
    engine_pool->context = context;
    pthread_mutex_init(&engine_pool->lock, NULL);
    for (int i = 0; i < LANES; i++)
        pthread_cond_init(&engine_pool->lanes[i].asked, NULL);
    start_lane(engine_pool, LANE_QUICK, (threads + 1) / 2, serve_quick);
    start_lane(engine_pool, LANE_LONG, threads, serve_long);
    if (engine_pool->lanes[LANE_QUICK].thread_count > 0 &&
        engine_pool->lanes[LANE_LONG].thread_count > 0)
        return engine_pool;
    engine_pool_free(engine_pool);
    return NULL;
}

static struct search_request *request_new(const struct tb_match *match, int level,
                                          const char *personality, int64_t time_ms)
{
    struct search_request *request = calloc(1, sizeof *request);

    if (!request || !(request->match = tb_match_copy(match, NULL))) {
        free(request);
        return NULL;
    }
    request->level = level;
    request->personality = personality_find(tb_match_start(match)->setup.game, personality);
    request->time_ms = time_ms;
    return request;
}

static enum lane_kind lane_for(const struct search_request *request)
{
    const struct level *level =
        level_find(&tb_match_start(request->match)->setup, level_option(request->level));

    return level->time_ms <= QUICK_MS ? LANE_QUICK : LANE_LONG;
}

struct search_request *engine_pool_ask(struct engine_pool *engine_pool,
                                       const struct tb_match *match, int level,
                                       const char *personality, int64_t time_ms,
                                       const char *address, search_done *done, void *context)
{
    struct search_request *request = request_new(match, level, personality, time_ms);

    if (!request)
        return NULL;
    request->lane = lane_for(request);
    request->done = done;
    request->context = context;
    pthread_mutex_lock(&engine_pool->lock);
    if ((request->tenant = find_tenant(engine_pool, address))) {
        search_queue_add(&request->tenant->waiting[request->lane], request);
        engine_pool->busy++;
        pthread_cond_signal(&engine_pool->lanes[request->lane].asked);
    } else {
        request_free(request);
        request = NULL;
    }
    pthread_mutex_unlock(&engine_pool->lock);
    return request;
}

void engine_pool_cancel(struct engine_pool *engine_pool, struct search_request *request)
{
    pthread_mutex_lock(&engine_pool->lock);
    request->cancelled = true;
    if (request->engine)
        engine_stop(request->engine);
    pthread_mutex_unlock(&engine_pool->lock);
}

void engine_pool_tick(struct engine_pool *engine_pool)
{
    int64_t now = clock_us();

    pthread_mutex_lock(&engine_pool->lock);
    for (struct search_request *request = engine_pool->under_way; request; request = request->next)
        if (request->engine && now - request->begun_us > share_of(engine_pool, request) * 1000)
            engine_stop(request->engine);
    pthread_mutex_unlock(&engine_pool->lock);
}

void engine_pool_deliver(struct engine_pool *engine_pool)
{
    pthread_mutex_lock(&engine_pool->lock);
    struct search_request *request = engine_pool->answered.first;

    engine_pool->answered = (struct search_queue){0};
    pthread_mutex_unlock(&engine_pool->lock);
    while (request) {
        struct search_request *next = request->next;

        if (!request->cancelled)
            request->done(request->context, request->move, request->used_us / 1000);
        request_free(request);
        request = next;
    }
}

int engine_pool_busy(struct engine_pool *engine_pool)
{
    pthread_mutex_lock(&engine_pool->lock);
    int busy = engine_pool->busy;

    pthread_mutex_unlock(&engine_pool->lock);
    return busy;
}

static void stop_all(struct engine_pool *engine_pool)
{
    pthread_mutex_lock(&engine_pool->lock);
    engine_pool->ending = true;
    for (struct search_request *request = engine_pool->under_way; request; request = request->next)
        if (request->engine)
            engine_stop(request->engine);
    for (int i = 0; i < LANES; i++)
        pthread_cond_broadcast(&engine_pool->lanes[i].asked);
    pthread_mutex_unlock(&engine_pool->lock);
    for (int i = 0; i < LANES; i++)
        for (int j = 0; j < engine_pool->lanes[i].thread_count; j++)
            pthread_join(engine_pool->lanes[i].threads[j], NULL);
}

static void search_queue_free(struct search_queue *queue)
{
    struct search_request *request;

    while ((request = search_queue_take(queue)))
        request_free(request);
}

void engine_pool_free(struct engine_pool *engine_pool)
{
    struct tenant *tenant;

    if (!engine_pool)
        return;
    stop_all(engine_pool);
    while ((tenant = engine_pool->tenants)) {
        engine_pool->tenants = tenant->next;
        for (int i = 0; i < LANES; i++)
            search_queue_free(&tenant->waiting[i]);
        free(tenant);
    }
    search_queue_free(&engine_pool->answered);
    for (int i = 0; i < LANES; i++)
        pthread_cond_destroy(&engine_pool->lanes[i].asked);
    pthread_mutex_destroy(&engine_pool->lock);
    free(engine_pool);
}
