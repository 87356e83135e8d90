/* challenge_api.h - requests about challenges. */
#ifndef TABLIER_SERVER_CHALLENGE_API_H
#define TABLIER_SERVER_CHALLENGE_API_H

#include "server/api_request.h"

extern const struct route challenge_routes[];

#endif
