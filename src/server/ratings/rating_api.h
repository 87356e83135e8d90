/* rating_api.h - requests about ratings: lists, leaderboards, histories. */
#ifndef TABLIER_SERVER_RATINGS_RATING_API_H
#define TABLIER_SERVER_RATINGS_RATING_API_H

#include "server/api_request.h"

extern const struct route rating_routes[];

#endif
