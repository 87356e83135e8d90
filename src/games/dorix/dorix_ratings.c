/* dorix_ratings.c - facts about Dorix for ratings. */
#include "core/rating_facts.h"
#include "games/dorix/dorix.h"

const struct rating_facts dorix_ratings = {
    .half_plies = 34,
    .two = RATED_SINGLE,
    .advantage = 17,
    /* Steps of docs/lab/README.md and docs/RESULTS.md: +354 +310 +427 +482 +636, 79 %, 78 %. */
    .levels = {0, 836, 1190, 1500, 1927, 2409, 3045, 3275, 3495},
};
