/* dorix_many.h - the network of Dorix with three players: its inputs. */
#ifndef TABLIER_GAMES_DORIX_MANY_H
#define TABLIER_GAMES_DORIX_MANY_H

#include "core/features.h"
#include "games/dorix/dorix.h"

/* Fills in the inputs of a player's view, but no notes; threats: of each player, whether it could
 * win at once, though it is not to move. Returns the number of the image that the network sees. */
int dorix_many_input(const struct dorix *s, int player, const bool *threats, struct net_input *out);

#endif
