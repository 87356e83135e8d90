/* quoridor_ratings.c - facts about Quoridor for ratings. */
#include "core/rating_facts.h"
#include "games/quoridor/quoridor.h"

const struct rating_facts quoridor_ratings = {
    .half_plies = 35,
    .two = RATED_SINGLE,
    .advantage = 65,
    /* Steps of docs/RESULTS.md; level 8 is too far above the others to be measured. */
    .levels = {0, 1228, 1373, 1500, 1691, 1886, 2138, 2750, 0},
};
