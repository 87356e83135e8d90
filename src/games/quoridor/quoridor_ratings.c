/* quoridor_ratings.c - facts about Quoridor for ratings. */
#include "core/rating_facts.h"
#include "games/quoridor/quoridor.h"

const struct rating_facts quoridor_ratings = {
    .half_plies = 35,
    .two = RATED_SINGLE,
    .advantage = 65,
    /* Steps of docs/RESULTS.md; level 8 was not measured. */
    .levels = {0, 871, 1162, 1500, 1846, 2200, 2563, 3041, 0},
};
