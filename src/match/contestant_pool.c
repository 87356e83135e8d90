/* contestant_pool.c - see contestant_pool.h. */
#include "match/contestant_pool.h"

#include <string.h>

enum { JUDGE_MB = 2 };

static const char *const names[CONTESTANTS_MAX] = {"A", "B", "C", "D"}; /* in the log */

/* Puts a contestant where another one may be. */
static bool replace(struct contestant_pool *pool, int c, int instance, int spec)
{
    struct contestant *old = pool->contestants[c][instance];
    struct contestant *new = contestant_new(&pool->plan->specs[spec], &pool->plan->terms, names[c]);

    pthread_mutex_lock(&pool->lock); /* somebody may be stopping the old one */
    pool->contestants[c][instance] = new;
    if (new && pool->stopped)
        contestant_stop(new);
    pthread_mutex_unlock(&pool->lock);
    if (old)
        contestant_halt(old, true);
    contestant_free(old);
    return new != NULL;
}

/* Puts other contestants in the place of those of the last game, if need be. */
static bool prepare(struct contestant_pool *pool, const int *specs)
{
    const struct schedule *schedule = pool->plan->schedule;

    for (int c = 0; c < schedule->contestants; c++)
        if (pool->specs[c] != specs[c]) {
            pool->specs[c] = specs[c];
            for (int i = 0; i < schedule_instances(schedule); i++)
                if (!replace(pool, c, i, specs[c])) {
                    pool->specs[c] = -1;
                    return false;
                }
        }
    return true;
}

bool contestant_pool_open(struct contestant_pool *pool, const struct match_plan *plan)
{
    const struct engine_options judge = {.table_mb = JUDGE_MB};
    int first[CONTESTANTS_MAX];

    *pool = (struct contestant_pool){.plan = plan};
    pthread_mutex_init(&pool->lock, NULL);
    for (int c = 0; c < CONTESTANTS_MAX; c++) {
        pool->specs[c] = -1;
        first[c] = c;
    }
    if (plan->limits.adjudication.proof_nodes > 0 && plan->terms.setup.players == 2 &&
        !(pool->judge = engine_new(&plan->terms.setup, &judge, NULL)))
        return false;
    return prepare(pool, first);
}

/* Ends programs politely, until they are needed again. */
static void contestant_pool_halt(struct contestant_pool *pool)
{
    for (int c = 0; c < CONTESTANTS_MAX; c++)
        for (int i = 0; i < TB_PLAYERS_MAX; i++)
            if (pool->contestants[c][i])
                contestant_halt(pool->contestants[c][i], true);
}

void contestant_pool_close(struct contestant_pool *pool)
{
    contestant_pool_halt(pool);
    for (int c = 0; c < CONTESTANTS_MAX; c++)
        for (int i = 0; i < TB_PLAYERS_MAX; i++)
            contestant_free(pool->contestants[c][i]);
    engine_free(pool->judge);
    pthread_mutex_destroy(&pool->lock);
}

void contestant_pool_play(struct contestant_pool *pool, const struct opening *opening,
                          struct match_game *game)
{
    const struct match_plan *plan = pool->plan;
    const struct pairing *pairing = &game->pairing;
    struct rng rng = {plan->seed + pairing->key * 0x9e3779b97f4a7c15u};

    if (!prepare(pool, pairing->spec)) {
        game->finish = FINISH_STOPPED;
        return;
    }
    struct match_game_plan game_plan = {
        .terms = &plan->terms,
        .limits = &plan->limits,
        .side = plan->schedule->side,
        .opening = opening,
        .seed = rng_next(&rng),
        .judge = pool->judge,
    };

    for (int p = 0; p < plan->schedule->players; p++)
        game_plan.seats[p] = pool->contestants[pairing->seats[p]][pairing->instance[p]];
    match_game_play(game, &game_plan);
}

void contestant_pool_stop(struct contestant_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopped = true;
    for (int c = 0; c < CONTESTANTS_MAX; c++)
        for (int i = 0; i < TB_PLAYERS_MAX; i++)
            if (pool->contestants[c][i])
                contestant_stop(pool->contestants[c][i]);
    pthread_mutex_unlock(&pool->lock);
}
