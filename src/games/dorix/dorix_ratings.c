/* dorix_ratings.c - facts about Dorix for ratings. */
#include "core/rating_facts.h"
#include "games/dorix/dorix.h"

const struct rating_facts dorix_ratings = {
    .half_plies = 34,
    .two = RATED_SINGLE,
    .advantage = 17,
    /* Steps of docs/RESULTS.md; level 8 is too far above the others to be measured. */
    .levels = {0, 1017, 1280, 1500, 1808, 2049, 2180, 2675, 0},
};
