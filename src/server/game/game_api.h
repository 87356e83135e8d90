/* game_api.h - the routes of games. */
#ifndef TABLIER_SERVER_GAME_API_H
#define TABLIER_SERVER_GAME_API_H

#include "server/api_request.h"

extern const struct route game_routes[];

#endif
