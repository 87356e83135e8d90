/* orbital_ratings.c - facts about Orbital for ratings. */
#include "core/message.h"
#include "core/rating_facts.h"
#include "games/orbital/orbital.h"

const struct rating_facts orbital_ratings = {
    .half_plies = 12,
    .two = RATED_PAIRS,
    .reason = N_("The first player wins with perfect play, which is found within days: only games "
                 "with a clock are rated."),
    /* Steps of docs/lab/README.md and docs/RESULTS.md: +216 +171 +89 +88 +97, 53 %, 50 %. */
    .levels = {0, 1113, 1329, 1500, 1589, 1677, 1774, 1795, 1795},
};
