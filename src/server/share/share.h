/*
 * share.h - the addresses of shared links: /g/ID a game, /p/ID a puzzle, /study/GAME?... a record,
 * each with a picture at the same address and .png; /embed/... a board for other sites; / the app.
 *
 * A page is the app's own, with a title, a description and the address of the picture for programs
 * that show links before they are opened. Games that are not public, and those that do not
 * exist, show nothing and look alike.
 */
#ifndef TABLIER_SERVER_SHARE_H
#define TABLIER_SERVER_SHARE_H

#include "server/api.h"

/* True if the path has the form of such an address. The page itself is one for programs other than
 * browsers: to those it is a file, kept compressed. */
bool share_owns(const struct http_header *head);

/* Answers a GET, at once or later, through the reply. */
void share_handle(const struct api_request *request, struct reply *reply);

#endif
