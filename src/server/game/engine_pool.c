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

struct thinking {
    struct thinking *next;
    struct tenant *tenant;
    enum lane_kind lane;
    struct tb_match *match; /* a copy, since the room's match can change meanwhile */
    int level;
    int64_t time_ms;  /* time limit; 0: none */
    int64_t begun_us; /* by the monotonic clock */
    int64_t used_us;  /* search time, without the time in the queue */
    bool cancelled;
    struct engine *engine; /* while it thinks */
    char move[TB_MOVE_TEXT];
    thinking_done *done;
    void *context;
};

struct line {
    struct thinking *first, *last;
    int length;
};

struct tenant {
    struct tenant *next;
    char address[ADDRESS_SIZE];
    int64_t used_us;
    struct line waiting[LANES];
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
    struct line answered;
    struct thinking *under_way; /* linked by `next` */
    int busy;                   /* searches that wait or run */
    bool ending;
    void (*wake)(void *context);
    void *context;
};

/* ---- Lines ---------------------------------------------------------------------------- */

static void line_add(struct line *line, struct thinking *thought)
{
    thought->next = NULL;
    if (line->last)
        line->last->next = thought;
    else
        line->first = thought;
    line->last = thought;
    line->length++;
}

static struct thinking *line_take(struct line *line)
{
    struct thinking *thought = line->first;

    if (!thought)
        return NULL;
    line->first = thought->next;
    if (!line->first)
        line->last = NULL;
    line->length--;
    return thought;
}

static void thinking_free(struct thinking *thought)
{
    tb_match_free(thought->match);
    free(thought);
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
static struct thinking *take_fairly(struct engine_pool *engine_pool, enum lane_kind lane)
{
    struct tenant *next = NULL;

    for (struct tenant *tenant = engine_pool->tenants; tenant; tenant = tenant->next)
        if (tenant->waiting[lane].first && (!next || tenant->used_us < next->used_us))
            next = tenant;
    return next ? line_take(&next->waiting[lane]) : NULL;
}

/* Returns the time that a search may use in total: its share of the share of its address. */
static int64_t share_of(const struct engine_pool *engine_pool, const struct thinking *thought)
{
    enum lane_kind lane = thought->lane;
    int addresses = 0;

    for (const struct tenant *tenant = engine_pool->tenants; tenant; tenant = tenant->next)
        addresses += wants(tenant, lane) > 0;
    int games = wants(thought->tenant, lane);
    int64_t share = (int64_t)FAIR_MS * engine_pool->lanes[lane].thread_count /
                    (addresses > 0 ? addresses : 1) / (games > 0 ? games : 1);

    return share < LEAST_MS ? LEAST_MS : share > FAIR_MS ? FAIR_MS : share;
}

/* ---- Thinking ------------------------------------------------------------------------ */

/* Without memory for an engine the computer plays its first legal move. */
static void think_without(struct thinking *thought)
{
    tb_move moves[TB_MOVES_MAX];

    const struct tb_position *position = tb_match_position(thought->match);

    tb_moves(position, moves);
    tb_move_text(position, moves[0], thought->move, sizeof thought->move);
}

static void think(struct engine_pool *engine_pool, struct thinking *thought, struct engine *engine)
{
    const struct search_task task = {.limits.time_ms = thought->time_ms, .swindle = true};
    struct search_info info;

    engine_arm(engine);
    pthread_mutex_lock(&engine_pool->lock);
    thought->engine = engine;
    bool wanted = !thought->cancelled && !engine_pool->ending;

    pthread_mutex_unlock(&engine_pool->lock);
    if (wanted)
        engine_choose(engine, thought->match, &task, thought->move, &info);
    pthread_mutex_lock(&engine_pool->lock);
    thought->engine = NULL;
    pthread_mutex_unlock(&engine_pool->lock);
}

static int64_t processor_us(void)
{
    struct timespec used;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

static void answer(struct engine_pool *engine_pool, struct thinking *thought)
{
    struct engine_options options = {
        .level = level_option(thought->level), .table_mb = TABLE_MB, .seed = random_number()};
    int64_t begun = processor_us();
    struct engine *engine = engine_new(&tb_match_start(thought->match)->setup, &options, NULL);

    if (engine)
        think(engine_pool, thought, engine);
    else
        think_without(thought);
    engine_free(engine);
    thought->used_us = processor_us() - begun;
}

/* Marks a search as running, so that it can be stopped. */
static void begin(struct engine_pool *engine_pool, struct thinking *thought)
{
    thought->tenant->under_way[thought->lane]++;
    int64_t share = share_of(engine_pool, thought);

    if (thought->time_ms == 0 || thought->time_ms > share)
        thought->time_ms = share;
    thought->begun_us = clock_us();
    thought->next = engine_pool->under_way;
    engine_pool->under_way = thought;
}

static void end(struct engine_pool *engine_pool, struct thinking *thought)
{
    struct thinking **at = &engine_pool->under_way;

    while (*at != thought)
        at = &(*at)->next;
    *at = thought->next;
    thought->tenant->under_way[thought->lane]--;
    thought->tenant->used_us += thought->used_us;
    engine_pool->busy--;
    forget_idle(engine_pool);
    line_add(&engine_pool->answered, thought);
    engine_pool->wake(engine_pool->context);
}

static void serve(struct engine_pool *engine_pool, enum lane_kind lane)
{
    pthread_mutex_lock(&engine_pool->lock);
    while (!engine_pool->ending) {
        struct thinking *thought = take_fairly(engine_pool, lane);

        if (!thought) {
            pthread_cond_wait(&engine_pool->lanes[lane].asked, &engine_pool->lock);
            continue;
        }
        begin(engine_pool, thought);
        pthread_mutex_unlock(&engine_pool->lock);
        answer(engine_pool, thought);
        pthread_mutex_lock(&engine_pool->lock);
        end(engine_pool, thought);
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

static struct thinking *thinking_new(const struct tb_match *match, int level, int64_t time_ms)
{
    struct thinking *thought = calloc(1, sizeof *thought);

    if (!thought || !(thought->match = tb_match_copy(match, NULL))) {
        free(thought);
        return NULL;
    }
    thought->level = level;
    thought->time_ms = time_ms;
    return thought;
}

static enum lane_kind lane_for(const struct thinking *thought)
{
    const struct level *level =
        level_find(tb_match_start(thought->match)->setup.game,
                   level_option(thought->level));

    return level->time_ms <= QUICK_MS ? LANE_QUICK : LANE_LONG;
}

struct thinking *engine_pool_ask(struct engine_pool *engine_pool, const struct tb_match *match,
                                 int level, int64_t time_ms, const char *address,
                                 thinking_done *done, void *context)
{
    struct thinking *thought = thinking_new(match, level, time_ms);

    if (!thought)
        return NULL;
    thought->lane = lane_for(thought);
    thought->done = done;
    thought->context = context;
    pthread_mutex_lock(&engine_pool->lock);
    if ((thought->tenant = find_tenant(engine_pool, address))) {
        line_add(&thought->tenant->waiting[thought->lane], thought);
        engine_pool->busy++;
        pthread_cond_signal(&engine_pool->lanes[thought->lane].asked);
    } else {
        thinking_free(thought);
        thought = NULL;
    }
    pthread_mutex_unlock(&engine_pool->lock);
    return thought;
}

void engine_pool_cancel(struct engine_pool *engine_pool, struct thinking *thought)
{
    pthread_mutex_lock(&engine_pool->lock);
    thought->cancelled = true;
    if (thought->engine)
        engine_stop(thought->engine);
    pthread_mutex_unlock(&engine_pool->lock);
}

void engine_pool_tick(struct engine_pool *engine_pool)
{
    int64_t now = clock_us();

    pthread_mutex_lock(&engine_pool->lock);
    for (struct thinking *thought = engine_pool->under_way; thought; thought = thought->next)
        if (thought->engine && now - thought->begun_us > share_of(engine_pool, thought) * 1000)
            engine_stop(thought->engine);
    pthread_mutex_unlock(&engine_pool->lock);
}

void engine_pool_deliver(struct engine_pool *engine_pool)
{
    pthread_mutex_lock(&engine_pool->lock);
    struct thinking *thought = engine_pool->answered.first;

    engine_pool->answered = (struct line){0};
    pthread_mutex_unlock(&engine_pool->lock);
    while (thought) {
        struct thinking *next = thought->next;

        if (!thought->cancelled)
            thought->done(thought->context, thought->move, thought->used_us / 1000);
        thinking_free(thought);
        thought = next;
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
    for (struct thinking *thought = engine_pool->under_way; thought; thought = thought->next)
        if (thought->engine)
            engine_stop(thought->engine);
    for (int i = 0; i < LANES; i++)
        pthread_cond_broadcast(&engine_pool->lanes[i].asked);
    pthread_mutex_unlock(&engine_pool->lock);
    for (int i = 0; i < LANES; i++)
        for (int j = 0; j < engine_pool->lanes[i].thread_count; j++)
            pthread_join(engine_pool->lanes[i].threads[j], NULL);
}

static void free_line(struct line *line)
{
    struct thinking *thought;

    while ((thought = line_take(line)))
        thinking_free(thought);
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
            free_line(&tenant->waiting[i]);
        free(tenant);
    }
    free_line(&engine_pool->answered);
    for (int i = 0; i < LANES; i++)
        pthread_cond_destroy(&engine_pool->lanes[i].asked);
    pthread_mutex_destroy(&engine_pool->lock);
    free(engine_pool);
}
