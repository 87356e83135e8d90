/* api.h - the HTTP interface. */
#ifndef TABLIER_SERVER_API_H
#define TABLIER_SERVER_API_H

#include "server/api_request.h"

/* True if the path belongs to the HTTP interface; else it names a file of the web app. */
bool api_owns(const char *path);

/* Answers at once or later, through the reply. */
void api_handle(const struct api_request *request, struct reply *reply);

#endif
