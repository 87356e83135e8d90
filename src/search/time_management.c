/* time_management.c - time management. */
#include "search/time_management.h"

enum {
    RESERVE_PART = 30, /* of the clock, which is never counted on */
    GO_FIRST = 34,     /* moves that are counted on at the beginning, */
    GO_LEAST = 12,     /* and at any time */
    MOST_TIMES = 4,    /* the aim: what a difficult move may take, */
    MOST_PART = 4,     /* but never more than this part of the clock */
};

/* Share of the target, in hundredths, by the number of iterations that have agreed. */
static const int steadiness[] = {250, 210, 180, 160, 147, 133, 123, 115, 108, 102, 98};

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The smaller of two limits, where 0 means none. */
static int64_t narrower(int64_t limit, int64_t other)
{
    return limit == 0 || other < limit ? other : limit;
}

void search_limits_clock(struct search_limits *limits, const struct search_clock *clock)
{
    int64_t reserve = clock->left_ms / RESERVE_PART + clock->overhead_ms;
    int64_t usable = clock->left_ms > reserve ? clock->left_ms - reserve : 0;
    int played = clock->plies / 2;
    int to_go = GO_FIRST - played > GO_LEAST ? GO_FIRST - played : GO_LEAST;

    if (clock->moves_to_go > 0 && clock->moves_to_go < to_go)
        to_go = clock->moves_to_go;
    /* The reserve covers the usual overhead; more than that is lost at every move. */
    int64_t lost = least(SEARCH_OVERHEAD_MS - clock->overhead_ms, 0);
    int64_t share = most_of(usable / to_go + clock->increment_ms * 4 / 5 + lost, 1);
    /* With a single move to go all that is left may be used. */
    int64_t most = least(share * MOST_TIMES, to_go == 1 ? usable : usable / MOST_PART);
    int64_t aim = least(share, most);

    limits->time_ms = narrower(limits->time_ms, most_of(most, 1));
    limits->aim_ms = narrower(limits->aim_ms, most_of(aim, 1));
}

int64_t search_time_for_clock(int64_t left_ms, int64_t increment_ms, int plies_played)
{
    struct search_limits limits = {0};

    search_limits_clock(&limits, &(struct search_clock){.left_ms = left_ms,
                                                        .increment_ms = increment_ms,
                                                        .overhead_ms = SEARCH_OVERHEAD_MS,
                                                        .plies = plies_played});
    return limits.aim_ms;
}

void time_manager_note(struct time_manager *time_manager, tb_move best, double score, double effort)
{
    bool first = time_manager->iterations++ == 0;

    time_manager->steady = first || best != time_manager->best ? 0 : time_manager->steady + 1;
    time_manager->drop = first || score > time_manager->score ? 0 : time_manager->score - score;
    time_manager->best = best;
    time_manager->score = score;
    time_manager->effort = effort;
}

int64_t time_manager_allows(const struct time_manager *time_manager, int64_t aim_ms)
{
    enum { STEPS = sizeof steadiness / sizeof *steadiness };
    double drop = 5 * time_manager->drop < 1 ? 5 * time_manager->drop : 1;
    double factor =
        steadiness[time_manager->steady < STEPS ? time_manager->steady : STEPS - 1] / 100.0;

    factor *= 1 + drop;
    factor *= 1.4 - 0.7 * time_manager->effort;
    return (int64_t)(factor * (double)aim_ms);
}
