/* api.h - the HTTP interface. */
#ifndef TABLIER_SERVER_API_H
#define TABLIER_SERVER_API_H

#include "server/api_request.h"

/* Is it the interface's, or one of the page's files? */
bool api_owns(const char *path);

/* Takes one of the requests that the address of a reply may make; a refusal if there is none. */
bool api_may_ask(struct reply *reply, struct refusal *refusal);

/* Answers at once or later, through the reply. */
void api_handle(const struct api_request *request, struct reply *reply);

#endif
