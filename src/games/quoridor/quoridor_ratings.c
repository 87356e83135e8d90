/* quoridor_ratings.c - facts about Quoridor for ratings. */
#include "core/rating_facts.h"
#include "games/quoridor/quoridor.h"

const struct rating_facts quoridor_ratings = {
    .half_plies = 35,
    .two = RATED_SINGLE,
    .advantage = 65,
    /* Steps of docs/results/levels.md; the last with 50,000 positions per move. */
    .levels = {0, 1253, 1392, 1500, 1656, 1828, 1976, 2264, 2464, 2727, 3003, 3266, 3457},
};
