/* dorix_ratings.c - facts about Dorix for ratings. */
#include "core/rating_facts.h"
#include "games/dorix/dorix.h"

const struct rating_facts dorix_ratings = {
    .half_plies = 34,
    .two = RATED_SINGLE,
    .advantage = 17,
    /* Steps of docs/results/levels.md; the last with 50,000 positions per move. */
    .levels = {0, 942, 1205, 1500, 1758, 1999, 2130, 2390, 2531, 2769, 2994, 3284, 3564},
};
