/* orbital_ratings.c - facts about Orbital for ratings. */
#include "core/message.h"
#include "core/rating_facts.h"
#include "games/orbital/orbital.h"

const struct rating_facts orbital_ratings = {
    .half_plies = 12,
    .two = RATED_PAIRS,
    .reason = N_("The first player wins with perfect play, which is found within days: only games "
                 "with a clock are rated."),
    /* Steps of docs/results/levels.md. */
    .levels = {0, 1100, 1300, 1500, 1647, 1811, 1975},
};
