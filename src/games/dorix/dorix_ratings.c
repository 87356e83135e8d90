/* dorix_ratings.c - facts about Dorix for ratings. */
#include "core/rating_facts.h"
#include "games/dorix/dorix.h"

const struct rating_facts dorix_ratings = {
    .half_plies = 34,
    .two = RATED_SINGLE,
    .advantage = 17,
    /* Steps of docs/RESULTS.md; level 8 is too far above the others to be measured. */
    .levels = {0, 984, 1225, 1500, 1741, 1961, 2133, 2628, 0},
};
