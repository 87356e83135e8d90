/* quoridor_ratings.c - facts about Quoridor for ratings. */
#include "core/rating_facts.h"
#include "games/quoridor/quoridor.h"

const struct rating_facts quoridor_ratings = {
    .half_plies = 35,
    .two = RATED_SINGLE,
    .advantage = 65,
    /* Steps of docs/RESULTS.md; levels 7 and 8 are too far above the others to be measured. */
    .levels = {0, 954, 1229, 1500, 1761, 2028, 2289, 0, 0},
};
