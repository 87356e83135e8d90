/* api.h - the HTTP interface. */
#ifndef TABLIER_SERVER_API_H
#define TABLIER_SERVER_API_H

#include "server/api_request.h"

/* Is it the interface's, or one of the page's files? */
bool api_owns(const char *path);

/* Answers at once or later, through the reply. */
void api_handle(const struct api_request *request, struct reply *reply);

#endif
