/* member_api.h - requests about members: sessions, accounts, profiles. */
#ifndef TABLIER_SERVER_MEMBER_API_H
#define TABLIER_SERVER_MEMBER_API_H

#include "server/members/member_call.h"

extern const struct route member_routes[], account_routes[], passkey_routes[];

/* Finds out whether one of these names belongs to a member or is reserved. Calls back at once or
 * later; with false if the store cannot be reached. */
void members_find_names(struct server *server, const char *const *names, int count,
                        void (*done)(void *context, bool taken), void *context);

/* ---- For the files of this folder -------------------------------------------------------- */

/* Draws the secret of a new session, and names the device that gets it. */
void call_draw_session(struct member_call *call, const struct api_request *request);
/* A browser and a system from the User-Agent. */
void call_name_device(const struct http_header *head, char *out, size_t size);
/* The answer after a work that signs in: the member; otherwise `wrong`, which counts as a guess. */
json_t *call_entered(void *call);
/* A member as its owner sees it. */
json_t *member_encode(const struct profile *profile);

#endif
