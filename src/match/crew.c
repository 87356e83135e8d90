/* crew.c - see crew.h. */
#include "match/crew.h"

#include <string.h>

enum { JUDGE_MB = 2 };

static const char *const names[CONTESTANTS_MAX] = {"A", "B", "C", "D"}; /* in the log */

/* Puts a contestant where another one may be. */
static bool replace(struct crew *crew, int c, int instance, int spec)
{
    struct contestant *old = crew->contestants[c][instance];
    struct contestant *new = contestant_new(&crew->plan->specs[spec], &crew->plan->terms, names[c]);

    pthread_mutex_lock(&crew->lock); /* somebody may be stopping the old one */
    crew->contestants[c][instance] = new;
    if (new && crew->stopped)
        contestant_stop(new);
    pthread_mutex_unlock(&crew->lock);
    if (old)
        contestant_halt(old, true);
    contestant_free(old);
    return new != NULL;
}

/* Puts other contestants in the place of those of the last game, if need be. */
static bool prepare(struct crew *crew, const int *specs)
{
    const struct schedule *schedule = crew->plan->schedule;

    for (int c = 0; c < schedule->contestants; c++)
        if (crew->specs[c] != specs[c]) {
            crew->specs[c] = specs[c];
            for (int i = 0; i < schedule_instances(schedule); i++)
                if (!replace(crew, c, i, specs[c])) {
                    crew->specs[c] = -1;
                    return false;
                }
        }
    return true;
}

bool crew_open(struct crew *crew, const struct crew_plan *plan)
{
    const struct engine_options judge = {.table_mb = JUDGE_MB};
    int first[CONTESTANTS_MAX];

    *crew = (struct crew){.plan = plan};
    pthread_mutex_init(&crew->lock, NULL);
    for (int c = 0; c < CONTESTANTS_MAX; c++) {
        crew->specs[c] = -1;
        first[c] = c;
    }
    if (plan->limits.adjudication.proof_nodes > 0 && plan->terms.setup.players == 2 &&
        !(crew->judge = engine_new(&plan->terms.setup, &judge, NULL)))
        return false;
    return prepare(crew, first);
}

void crew_close(struct crew *crew)
{
    crew_halt(crew);
    for (int c = 0; c < CONTESTANTS_MAX; c++)
        for (int i = 0; i < TB_PLAYERS_MAX; i++)
            contestant_free(crew->contestants[c][i]);
    engine_free(crew->judge);
    pthread_mutex_destroy(&crew->lock);
}

void crew_play(struct crew *crew, const struct opening *opening, struct bout *bout)
{
    const struct crew_plan *plan = crew->plan;
    const struct fixture *fixture = &bout->fixture;
    struct rng rng = {plan->seed + fixture->key * 0x9e3779b97f4a7c15u};

    if (!prepare(crew, fixture->spec)) {
        bout->finish = FINISH_STOPPED;
        return;
    }
    struct bout_plan bout_plan = {
        .terms = &plan->terms,
        .limits = &plan->limits,
        .side = plan->schedule->side,
        .opening = opening,
        .seed = rng_next(&rng),
        .judge = crew->judge,
    };

    for (int p = 0; p < plan->schedule->players; p++)
        bout_plan.seats[p] = crew->contestants[fixture->seats[p]][fixture->instance[p]];
    bout_play(bout, &bout_plan);
}

void crew_halt(struct crew *crew)
{
    for (int c = 0; c < CONTESTANTS_MAX; c++)
        for (int i = 0; i < TB_PLAYERS_MAX; i++)
            if (crew->contestants[c][i])
                contestant_halt(crew->contestants[c][i], true);
}

void crew_stop(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->stopped = true;
    for (int c = 0; c < CONTESTANTS_MAX; c++)
        for (int i = 0; i < TB_PLAYERS_MAX; i++)
            if (crew->contestants[c][i])
                contestant_stop(crew->contestants[c][i]);
    pthread_mutex_unlock(&crew->lock);
}
