/*
 * member_call.h - the frame of requests about members: what a request says is read into a struct
 * member_call, a work of the store is done with it, and its result is the answer.
 */
#ifndef TABLIER_SERVER_MEMBER_CALL_H
#define TABLIER_SERVER_MEMBER_CALL_H

#include "server/api_request.h"
#include "server/members/member_store.h"

/* What `read` gets. */
struct call_input {
    const struct api_request *request;
    const json_t *body; /* NULL unless the kind has one */
    struct refusal *refusal;
};

/* A kind of request: the `call` of its route. Functions get the call, or the larger struct that
 * begins with it. */
struct call_kind {
    size_t size; /* of that struct; 0: of a member_call */
    bool has_body;
    /* Fills in the call; false with the refusal. May be NULL. */
    bool (*read)(void *call, const struct call_input *in);
    db_work *work;
    bool asks; /* the work only reads */
    const char *unknown; /* refusal after STORE_MISSING; NULL: `answer` decides */
    const char *list;    /* the name of call->list, which is the answer; NULL: `answer` decides */
    /* The answer after call->result, which is not STORE_FAILED. NULL: call->wrong refuses. */
    json_t *(*answer)(void *call);
    int status; /* of the answer, unless `answer` sets another; 0: 200 */
};

void call_handle(const struct call_kind *kind, const struct api_request *request,
                 struct reply *reply);

/* For `read`: the number in the path. */
bool call_read_number(void *call, const struct call_input *in);
/* For `answer`: {}, once sessions or tokens of the member have ended. */
json_t *call_removed(void *call);

/* ---- For other handlers ------------------------------------------------------------------ */

/* NULL if memory runs out, and then the request has been answered. */
struct member_call *call_new(const struct api_request *request, struct reply *reply, size_t size);
/* Answers with the refusal, and frees the call. If it was guessed, that counts against the
 * address. */
void call_refuse(struct member_call *call, const struct refusal *refusal);
/* The same for STORE_FAILED; true if it was that. */
bool call_failed(struct member_call *call, enum store_answer answer);
/* Answers with an object, whose reference it takes, and frees the call. */
void call_answer(struct member_call *call, int status, json_t *json);

#endif
