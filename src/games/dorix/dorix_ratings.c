/* dorix_ratings.c - facts about Dorix for ratings. */
#include "core/rating_facts.h"
#include "games/dorix/dorix.h"

const struct rating_facts dorix_ratings = {
    .half_plies = 34,
    .two = RATED_SINGLE,
    .advantage = 17,
    /* Steps of docs/results/levels.md; the last with 50,000 positions per move. */
    .levels = {0, 1027, 1290, 1500, 1741, 2010, 2174, 2434, 2575, 2813, 3038, 3328, 3608},
};
