/* quoridor_ratings.c - facts about Quoridor for ratings. */
#include "core/rating_facts.h"
#include "games/quoridor/quoridor.h"

const struct rating_facts quoridor_ratings = {
    .half_plies = 35,
    .two = RATED_SINGLE,
    .advantage = 65,
    /* Steps of docs/results/levels.md; the last with 50,000 positions per move. */
    .levels = {0, 1209, 1359, 1500, 1646, 1790, 1937, 2192, 2446, 2709, 2985, 3248, 3439},
};
