/* member_api.h - requests about members: sessions, accounts, profiles. */
#ifndef TABLIER_SERVER_MEMBER_API_H
#define TABLIER_SERVER_MEMBER_API_H

#include "server/api_request.h"
#include "server/members/member_store.h"

extern const struct route member_routes[], account_routes[], passkey_routes[];

/* Finds out whether one of these names belongs to a member or is reserved. Calls back at once or
 * later; with false if the store cannot be reached. */
void members_find_names(struct server *server, const char *const *names, int count,
                        void (*done)(void *context, bool taken), void *context);

/* ---- For the files of this folder -------------------------------------------------------- */

/* A call for a request; NULL if memory runs out, and then the request has been answered. */
struct member_call *call_new(const struct api_request *request, struct reply *reply);
/* The same for a larger struct that begins with a call. */
void *call_grow(const struct api_request *request, struct reply *reply, size_t size);
void call_free(struct member_call *call);
/* Answers with the refusal, and frees the call. */
void call_refuse(struct member_call *call, const struct refusal *refusal);
/* The same for STORE_FAILED; true if it was that. */
bool call_failed(struct member_call *call, enum store_answer answer);
/* Answers with an object, whose reference it takes, and frees the call. */
void call_answer(struct member_call *call, int status, json_t *json);
/* Answers {"list": [...]} with what the work has found. */
void call_answer_list(void *call, enum store_answer answer, const char *key);
/* Asks for a list; `done` answers with it. */
void call_list(const struct api_request *request, struct reply *reply, db_work *work,
               store_written *done);
/* Removes the thing whose number is in the path, or refuses because there is none. */
void call_remove(const struct api_request *request, struct reply *reply, db_work *work,
                 const struct refusal *unknown);
/* Draws the secret of a new session, and names the device that gets it. */
void call_draw_session(struct member_call *call, const struct api_request *request);
/* A browser and a system from the User-Agent. */
void call_name_device(const struct http_header *head, char *out, size_t size);
/* After a work that signs in: welcomes the member, or refuses with `wrong`, which counts as a
 * guess. */
void on_entered(void *call, enum store_answer answer);
/* The object of the body; otherwise the call is answered. */
json_t *call_body(struct member_call *call, const struct api_request *request);

/* A member as its owner sees it. */
json_t *member_encode(const struct profile *profile);

#endif
