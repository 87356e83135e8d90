/* thinkers.c - a pool of threads with one line of thoughts. */
#include "server/thinkers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/thinker.h"
#include "search/search.h"
#include "server/secret.h"

enum {
    TABLE_MB = 16,
    FAIR_MS = 10000, /* of thinking, shared by all thoughts that wait for one thread */
    LEAST_MS = 50,
};

struct pondering {
    struct pondering *next;
    struct tb_position position;
    struct tb_state *history;
    int history_length, repetition, level;
    bool can_swap;
    int64_t time_ms;
    bool cancelled;        /* under the lock */
    struct engine *engine; /* under the lock, while it thinks */
    char move[TB_MOVE_TEXT];
    pondering_done *done;
    void *context;
};

struct line {
    struct pondering *first, *last;
    int length;
};

struct thinkers {
    pthread_mutex_t lock;
    pthread_cond_t asked;
    struct line waiting, answered;
    struct pondering *under_way; /* linked by `next` */
    int under_way_count;
    bool ending;
    void (*wake)(void *context);
    void *context;
    int thread_count;
    pthread_t threads[SEARCH_THREADS_MAX];
};

static void line_add(struct line *line, struct pondering *thought)
{
    thought->next = NULL;
    if (line->last)
        line->last->next = thought;
    else
        line->first = thought;
    line->last = thought;
    line->length++;
}

static struct pondering *line_take(struct line *line)
{
    struct pondering *thought = line->first;

    if (!thought)
        return NULL;
    line->first = thought->next;
    if (!line->first)
        line->last = NULL;
    line->length--;
    return thought;
}

static void pondering_free(struct pondering *thought)
{
    free(thought->history);
    free(thought);
}

/* ---- Thinking ------------------------------------------------------------------------ */

/* Without memory for an engine the computer plays its first legal move. */
static void think_without(struct pondering *thought)
{
    tb_move moves[TB_MOVES_MAX];

    tb_moves(&thought->position, moves);
    tb_move_text(&thought->position, moves[0], thought->move, sizeof thought->move);
}

static void think(struct thinkers *thinkers, struct pondering *thought, struct engine *engine)
{
    const struct search_task task = {
        .game = thought->position.setup.game,
        .state = &thought->position.state,
        .history = thought->history,
        .history_length = thought->history_length,
        .repetition = thought->repetition,
        .limits.time_ms = thought->time_ms,
        .swindle = true,
    };
    struct search_info info;

    engine_arm(engine);
    pthread_mutex_lock(&thinkers->lock);
    thought->engine = engine;
    bool wanted = !thought->cancelled && !thinkers->ending;

    pthread_mutex_unlock(&thinkers->lock);
    if (wanted) {
        tb_move move = engine_think(engine, &task, &info);

        tb_move_text(&thought->position, move, thought->move, sizeof thought->move);
        if (thought->can_swap && info.lines[0].score < 0)
            strcpy(thought->move, "swap"); /* the first move was good: take it */
    }
    pthread_mutex_lock(&thinkers->lock);
    thought->engine = NULL;
    pthread_mutex_unlock(&thinkers->lock);
}

static void answer(struct thinkers *thinkers, struct pondering *thought)
{
    struct engine_options options = {
        .level = thought->level, .table_mb = TABLE_MB, .seed = random_number()};
    struct engine *engine = engine_new(&thought->position.setup, &options, NULL);

    if (engine)
        think(thinkers, thought, engine);
    else
        think_without(thought);
    engine_free(engine);
}

/* Less time for each when more are waiting; under the lock. */
static int64_t fair_time(const struct thinkers *thinkers, int64_t wanted)
{
    int64_t share = FAIR_MS * thinkers->thread_count / (thinkers->waiting.length + 1);

    if (share < LEAST_MS)
        share = LEAST_MS;
    return wanted > 0 && wanted < share ? wanted : share;
}

/* Notes which thoughts can be stopped; under the lock. */
static void begin(struct thinkers *thinkers, struct pondering *thought)
{
    thought->time_ms = fair_time(thinkers, thought->time_ms);
    thought->next = thinkers->under_way;
    thinkers->under_way = thought;
    thinkers->under_way_count++;
}

static void end(struct thinkers *thinkers, struct pondering *thought)
{
    struct pondering **at = &thinkers->under_way;

    while (*at != thought)
        at = &(*at)->next;
    *at = thought->next;
    thinkers->under_way_count--;
    line_add(&thinkers->answered, thought);
    thinkers->wake(thinkers->context);
}

static void *thread_main(void *argument)
{
    struct thinkers *thinkers = argument;

    pthread_mutex_lock(&thinkers->lock);
    while (!thinkers->ending) {
        struct pondering *thought = line_take(&thinkers->waiting);

        if (!thought) {
            pthread_cond_wait(&thinkers->asked, &thinkers->lock);
            continue;
        }
        begin(thinkers, thought);
        pthread_mutex_unlock(&thinkers->lock);
        answer(thinkers, thought);
        pthread_mutex_lock(&thinkers->lock);
        end(thinkers, thought);
    }
    pthread_mutex_unlock(&thinkers->lock);
    return NULL;
}

/* ---- The pool ------------------------------------------------------------------------- */

struct thinkers *thinkers_new(int threads, void (*wake)(void *context), void *context)
{
    struct thinkers *thinkers = calloc(1, sizeof *thinkers);

    if (!thinkers)
        return NULL;
    thinkers->wake = wake;
    thinkers->context = context;
    pthread_mutex_init(&thinkers->lock, NULL);
    pthread_cond_init(&thinkers->asked, NULL);
    for (int i = 0; i < threads && i < SEARCH_THREADS_MAX; i++) {
        if (pthread_create(&thinkers->threads[i], NULL, thread_main, thinkers))
            break;
        thinkers->thread_count++;
    }
    if (thinkers->thread_count > 0)
        return thinkers;
    thinkers_free(thinkers);
    return NULL;
}

struct pondering *thinkers_ask(struct thinkers *thinkers, const struct tb_match *match, int level,
                             int64_t time_ms, pondering_done *done, void *context)
{
    struct pondering *thought = calloc(1, sizeof *thought);

    if (!thought)
        return NULL;
    thought->position = *tb_match_position(match);
    thought->history = match_history(match, &thought->history_length);
    thought->repetition = tb_match_rules_of(match).repetition;
    thought->can_swap = tb_match_can_swap(match);
    thought->level = level;
    thought->time_ms = time_ms;
    thought->done = done;
    thought->context = context;
    pthread_mutex_lock(&thinkers->lock);
    line_add(&thinkers->waiting, thought);
    pthread_cond_signal(&thinkers->asked);
    pthread_mutex_unlock(&thinkers->lock);
    return thought;
}

void thinkers_cancel(struct thinkers *thinkers, struct pondering *thought)
{
    pthread_mutex_lock(&thinkers->lock);
    thought->cancelled = true;
    thought->time_ms = 1;
    if (thought->engine)
        engine_stop(thought->engine);
    pthread_mutex_unlock(&thinkers->lock);
}

void thinkers_deliver(struct thinkers *thinkers)
{
    pthread_mutex_lock(&thinkers->lock);
    struct pondering *thought = thinkers->answered.first;

    thinkers->answered = (struct line){0};
    pthread_mutex_unlock(&thinkers->lock);
    while (thought) {
        struct pondering *next = thought->next;

        if (!thought->cancelled)
            thought->done(thought->context, thought->move);
        pondering_free(thought);
        thought = next;
    }
}

int thinkers_busy(struct thinkers *thinkers)
{
    pthread_mutex_lock(&thinkers->lock);
    int busy = thinkers->waiting.length + thinkers->under_way_count;

    pthread_mutex_unlock(&thinkers->lock);
    return busy;
}

static void stop_all(struct thinkers *thinkers)
{
    pthread_mutex_lock(&thinkers->lock);
    thinkers->ending = true;
    for (struct pondering *thought = thinkers->under_way; thought; thought = thought->next)
        if (thought->engine)
            engine_stop(thought->engine);
    pthread_cond_broadcast(&thinkers->asked);
    pthread_mutex_unlock(&thinkers->lock);
    for (int i = 0; i < thinkers->thread_count; i++)
        pthread_join(thinkers->threads[i], NULL);
}

void thinkers_free(struct thinkers *thinkers)
{
    struct pondering *thought;

    if (!thinkers)
        return;
    stop_all(thinkers);
    while ((thought = line_take(&thinkers->waiting)) || (thought = line_take(&thinkers->answered)))
        pondering_free(thought);
    pthread_cond_destroy(&thinkers->asked);
    pthread_mutex_destroy(&thinkers->lock);
    free(thinkers);
}
