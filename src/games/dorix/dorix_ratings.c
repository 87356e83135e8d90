/* dorix_ratings.c - facts about Dorix for ratings. */
#include "core/rating_facts.h"
#include "games/dorix/dorix.h"

const struct rating_facts dorix_ratings = {
    .half_plies = 34,
    .two = RATED_SINGLE,
    .advantage = 17,
    /* Steps of docs/RESULTS.md; level 8 was not measured. */
    .levels = {0, 872, 1250, 1500, 1944, 2222, 2635, 3146, 0},
};
