/* quoridor_ratings.c - facts about Quoridor for ratings. */
#include "core/rating_facts.h"
#include "games/quoridor/quoridor.h"

const struct rating_facts quoridor_ratings = {
    .half_plies = 35,
    .two = RATED_SINGLE,
    .advantage = 65,
    /* Steps of docs/results/levels.md; the last with 50,000 positions per move. */
    .levels = {0, 1230, 1369, 1500, 1647, 1794, 1941, 2204, 2411, 2631, 2886, 3166, 3342},
};
