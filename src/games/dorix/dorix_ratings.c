/* dorix_ratings.c - facts about Dorix for ratings. */
#include "core/rating_facts.h"
#include "games/dorix/dorix.h"

const struct rating_facts dorix_ratings = {
    .half_plies = 34,
    .two = RATED_SINGLE,
    .advantage = 17,
    /* Steps of docs/results/levels.md; the last with 50,000 positions per move. */
    .levels = {0, 1068, 1309, 1500, 1720, 1961, 2181, 2421, 2577, 2840, 3092, 3356, 3644},
};
