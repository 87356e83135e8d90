/* quoridor_ratings.c - facts about Quoridor for ratings. */
#include "core/rating_facts.h"
#include "games/quoridor/quoridor.h"

const struct rating_facts quoridor_ratings = {
    .half_plies = 35,
    .two = RATED_SINGLE,
    .advantage = 65,
    /* Steps of docs/lab/README.md and docs/RESULTS.md: +342 +521 +249 +207 +346, 90 %, 85 %. */
    .levels = {0, 637, 979, 1500, 1749, 1956, 2302, 2684, 2985},
};
