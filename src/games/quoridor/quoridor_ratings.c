/* quoridor_ratings.c - facts about Quoridor for ratings. */
#include "core/rating_facts.h"
#include "games/quoridor/quoridor.h"

const struct rating_facts quoridor_ratings = {
    .half_plies = 35,
    .two = RATED_SINGLE,
    .advantage = 65,
    /* Steps of docs/RESULTS.md; the last with 50,000 positions per move. */
    .levels = {0, 1228, 1373, 1500, 1691, 1886, 2138, 2401, 2608, 2828, 3083, 3363, 3539},
};
