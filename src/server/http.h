/* http.h - HTTP requests, the first role of a connection. */
#ifndef TABLIER_SERVER_HTTP_H
#define TABLIER_SERVER_HTTP_H

#include "server/connection/connection.h"

/* Makes a new connection one of `server`; false if memory runs out. */
bool http_open(struct connection *connection, void *server);

#endif
