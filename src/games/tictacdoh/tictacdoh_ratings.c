/* tictacdoh_ratings.c - facts about Tic Tac Doh for ratings. */
#include "core/message.h"
#include "core/rating_facts.h"
#include "games/tictacdoh/tictacdoh.h"

const struct rating_facts tictacdoh_ratings = {
    .half_plies = 7,
    .two = RATED_NEVER,
    .reason = N_("With two players the game is a draw, and every browser has the table of all its "
                 "positions: only games of three and four are rated."),
};
