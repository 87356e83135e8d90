/*
 * thinkers.c - two pools of threads, and a line of thoughts for each address.
 *
 * A lane is a pool: for long thoughts, and for those that take a moment. A tenant is
 * an address with thoughts that wait or are under way; it is kept for as long as it
 * has used more than the one that is served next, and so cannot get ahead of others by
 * coming back. All of it is under one lock.
 */
#include "server/thinkers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "core/clock.h"
#include "search/level.h"
#include "search/search.h"
#include "server/peer.h"
#include "server/secret.h"

enum {
    TABLE_MB = 16,
    QUICK_MS = 500,  /* a level that may take no longer than this is quick */
    FAIR_MS = 10000, /* of thinking on one thread, shared by all who want it */
    LEAST_MS = 50,
    NICE = 5, /* long thoughts leave the processor to whoever else needs it */
};

enum lane_kind { LANE_QUICK, LANE_LONG, LANES };

struct thinking {
    struct thinking *next;
    struct tenant *tenant;
    enum lane_kind lane;
    struct tb_match *match; /* a copy: the room's goes on */
    int level;
    int64_t time_ms;       /* the most it may take; 0: any */
    int64_t begun_us;      /* by the monotonic clock */
    int64_t used_us;       /* of a processor */
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

struct thinkers {
    pthread_mutex_t lock;
    struct lane lanes[LANES];
    struct tenant *tenants;
    struct line answered;
    struct thinking *under_way; /* linked by `next` */
    int busy;                   /* thoughts that wait or are under way */
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

/* Thoughts in a lane that wait or are under way. */
static int wants(const struct tenant *tenant, enum lane_kind lane)
{
    return tenant->waiting[lane].length + tenant->under_way[lane];
}

static bool is_idle(const struct tenant *tenant)
{
    return wants(tenant, LANE_QUICK) + wants(tenant, LANE_LONG) == 0;
}

/* What the one that is served next has used, of those that are not idle. */
static int64_t least_used(const struct thinkers *thinkers)
{
    int64_t least = INT64_MAX;

    for (const struct tenant *tenant = thinkers->tenants; tenant; tenant = tenant->next)
        if (!is_idle(tenant) && tenant->used_us < least)
            least = tenant->used_us;
    return least == INT64_MAX ? 0 : least;
}

/* Those that are idle and would have no advantage as newcomers need not be remembered. */
static void forget_idle(struct thinkers *thinkers)
{
    int64_t least = least_used(thinkers);

    for (struct tenant **at = &thinkers->tenants; *at;) {
        struct tenant *tenant = *at;

        if (is_idle(tenant) && (tenant->used_us <= least || thinkers->busy == 0)) {
            *at = tenant->next;
            free(tenant);
        } else {
            at = &tenant->next;
        }
    }
}

/* NULL if memory runs out. */
static struct tenant *find_tenant(struct thinkers *thinkers, const char *address)
{
    struct tenant *tenant = thinkers->tenants;
    int64_t least = least_used(thinkers);

    while (tenant && strcmp(tenant->address, address) != 0)
        tenant = tenant->next;
    if (!tenant) {
        if (!(tenant = calloc(1, sizeof *tenant)))
            return NULL;
        strncpy(tenant->address, address, sizeof tenant->address - 1);
        tenant->next = thinkers->tenants;
        thinkers->tenants = tenant;
    }
    if (is_idle(tenant) && tenant->used_us < least)
        tenant->used_us = least; /* what it did not use it cannot claim later */
    return tenant;
}

/* The next thought of a lane, or NULL. */
static struct thinking *take_fairly(struct thinkers *thinkers, enum lane_kind lane)
{
    struct tenant *next = NULL;

    for (struct tenant *tenant = thinkers->tenants; tenant; tenant = tenant->next)
        if (tenant->waiting[lane].first && (!next || tenant->used_us < next->used_us))
            next = tenant;
    return next ? line_take(&next->waiting[lane]) : NULL;
}

/* The time that a thought gets in the end: a share of its address's share. */
static int64_t share_of(const struct thinkers *thinkers, const struct thinking *thought)
{
    enum lane_kind lane = thought->lane;
    int addresses = 0;

    for (const struct tenant *tenant = thinkers->tenants; tenant; tenant = tenant->next)
        addresses += wants(tenant, lane) > 0;
    int games = wants(thought->tenant, lane);
    int64_t share = (int64_t)FAIR_MS * thinkers->lanes[lane].thread_count /
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

static void think(struct thinkers *thinkers, struct thinking *thought, struct engine *engine)
{
    const struct search_task task = {.limits.time_ms = thought->time_ms, .swindle = true};
    struct search_info info;

    engine_arm(engine);
    pthread_mutex_lock(&thinkers->lock);
    thought->engine = engine;
    bool wanted = !thought->cancelled && !thinkers->ending;

    pthread_mutex_unlock(&thinkers->lock);
    if (wanted)
        engine_choose(engine, thought->match, &task, thought->move, &info);
    pthread_mutex_lock(&thinkers->lock);
    thought->engine = NULL;
    pthread_mutex_unlock(&thinkers->lock);
}

static int64_t processor_us(void)
{
    struct timespec used;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

static void answer(struct thinkers *thinkers, struct thinking *thought)
{
    struct engine_options options = {
        .level = thought->level, .table_mb = TABLE_MB, .seed = random_number()};
    int64_t begun = processor_us();
    struct engine *engine = engine_new(&tb_match_start(thought->match)->setup, &options, NULL);

    if (engine)
        think(thinkers, thought, engine);
    else
        think_without(thought);
    engine_free(engine);
    thought->used_us = processor_us() - begun;
}

/* Notes that it is under way, and can be stopped. */
static void begin(struct thinkers *thinkers, struct thinking *thought)
{
    thought->tenant->under_way[thought->lane]++;
    int64_t share = share_of(thinkers, thought);

    if (thought->time_ms == 0 || thought->time_ms > share)
        thought->time_ms = share;
    thought->begun_us = clock_us();
    thought->next = thinkers->under_way;
    thinkers->under_way = thought;
}

static void end(struct thinkers *thinkers, struct thinking *thought)
{
    struct thinking **at = &thinkers->under_way;

    while (*at != thought)
        at = &(*at)->next;
    *at = thought->next;
    thought->tenant->under_way[thought->lane]--;
    thought->tenant->used_us += thought->used_us;
    thinkers->busy--;
    forget_idle(thinkers);
    line_add(&thinkers->answered, thought);
    thinkers->wake(thinkers->context);
}

static void serve(struct thinkers *thinkers, enum lane_kind lane)
{
    pthread_mutex_lock(&thinkers->lock);
    while (!thinkers->ending) {
        struct thinking *thought = take_fairly(thinkers, lane);

        if (!thought) {
            pthread_cond_wait(&thinkers->lanes[lane].asked, &thinkers->lock);
            continue;
        }
        begin(thinkers, thought);
        pthread_mutex_unlock(&thinkers->lock);
        answer(thinkers, thought);
        pthread_mutex_lock(&thinkers->lock);
        end(thinkers, thought);
    }
    pthread_mutex_unlock(&thinkers->lock);
}

static void *serve_quick(void *thinkers)
{
    serve(thinkers, LANE_QUICK);
    return NULL;
}

static void *serve_long(void *thinkers)
{
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICE); /* on Linux: of this thread */
    serve(thinkers, LANE_LONG);
    return NULL;
}

/* ---- The pools ------------------------------------------------------------------------- */

static void start_lane(struct thinkers *thinkers, enum lane_kind kind, int threads,
                       void *(*body)(void *))
{
    struct lane *lane = &thinkers->lanes[kind];

    for (int i = 0; i < threads && i < SEARCH_THREADS_MAX; i++) {
        if (pthread_create(&lane->threads[i], NULL, body, thinkers))
            break;
        lane->thread_count++;
    }
}

struct thinkers *thinkers_new(int threads, void (*wake)(void *context), void *context)
{
    struct thinkers *thinkers = calloc(1, sizeof *thinkers);

    if (!thinkers)
        return NULL;
    thinkers->wake = wake;
    thinkers->context = context;
    pthread_mutex_init(&thinkers->lock, NULL);
    for (int i = 0; i < LANES; i++)
        pthread_cond_init(&thinkers->lanes[i].asked, NULL);
    start_lane(thinkers, LANE_QUICK, (threads + 1) / 2, serve_quick);
    start_lane(thinkers, LANE_LONG, threads, serve_long);
    if (thinkers->lanes[LANE_QUICK].thread_count > 0 && thinkers->lanes[LANE_LONG].thread_count > 0)
        return thinkers;
    thinkers_free(thinkers);
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
    const struct level *level = level_find(tb_match_start(thought->match)->setup.game, thought->level);

    return level->time_ms <= QUICK_MS ? LANE_QUICK : LANE_LONG;
}

struct thinking *thinkers_ask(struct thinkers *thinkers, const struct tb_match *match, int level,
                              int64_t time_ms, const char *address, thinking_done *done,
                              void *context)
{
    struct thinking *thought = thinking_new(match, level, time_ms);

    if (!thought)
        return NULL;
    thought->lane = lane_for(thought);
    thought->done = done;
    thought->context = context;
    pthread_mutex_lock(&thinkers->lock);
    if ((thought->tenant = find_tenant(thinkers, address))) {
        line_add(&thought->tenant->waiting[thought->lane], thought);
        thinkers->busy++;
        pthread_cond_signal(&thinkers->lanes[thought->lane].asked);
    } else {
        thinking_free(thought);
        thought = NULL;
    }
    pthread_mutex_unlock(&thinkers->lock);
    return thought;
}

void thinkers_cancel(struct thinkers *thinkers, struct thinking *thought)
{
    pthread_mutex_lock(&thinkers->lock);
    thought->cancelled = true;
    if (thought->engine)
        engine_stop(thought->engine);
    pthread_mutex_unlock(&thinkers->lock);
}

void thinkers_tick(struct thinkers *thinkers)
{
    int64_t now = clock_us();

    pthread_mutex_lock(&thinkers->lock);
    for (struct thinking *thought = thinkers->under_way; thought; thought = thought->next)
        if (thought->engine && now - thought->begun_us > share_of(thinkers, thought) * 1000)
            engine_stop(thought->engine);
    pthread_mutex_unlock(&thinkers->lock);
}

void thinkers_deliver(struct thinkers *thinkers)
{
    pthread_mutex_lock(&thinkers->lock);
    struct thinking *thought = thinkers->answered.first;

    thinkers->answered = (struct line){0};
    pthread_mutex_unlock(&thinkers->lock);
    while (thought) {
        struct thinking *next = thought->next;

        if (!thought->cancelled)
            thought->done(thought->context, thought->move, thought->used_us / 1000);
        thinking_free(thought);
        thought = next;
    }
}

int thinkers_busy(struct thinkers *thinkers)
{
    pthread_mutex_lock(&thinkers->lock);
    int busy = thinkers->busy;

    pthread_mutex_unlock(&thinkers->lock);
    return busy;
}

static void stop_all(struct thinkers *thinkers)
{
    pthread_mutex_lock(&thinkers->lock);
    thinkers->ending = true;
    for (struct thinking *thought = thinkers->under_way; thought; thought = thought->next)
        if (thought->engine)
            engine_stop(thought->engine);
    for (int i = 0; i < LANES; i++)
        pthread_cond_broadcast(&thinkers->lanes[i].asked);
    pthread_mutex_unlock(&thinkers->lock);
    for (int i = 0; i < LANES; i++)
        for (int j = 0; j < thinkers->lanes[i].thread_count; j++)
            pthread_join(thinkers->lanes[i].threads[j], NULL);
}

static void free_line(struct line *line)
{
    struct thinking *thought;

    while ((thought = line_take(line)))
        thinking_free(thought);
}

void thinkers_free(struct thinkers *thinkers)
{
    struct tenant *tenant;

    if (!thinkers)
        return;
    stop_all(thinkers);
    while ((tenant = thinkers->tenants)) {
        thinkers->tenants = tenant->next;
        for (int i = 0; i < LANES; i++)
            free_line(&tenant->waiting[i]);
        free(tenant);
    }
    free_line(&thinkers->answered);
    for (int i = 0; i < LANES; i++)
        pthread_cond_destroy(&thinkers->lanes[i].asked);
    pthread_mutex_destroy(&thinkers->lock);
    free(thinkers);
}
