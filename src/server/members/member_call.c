/* member_call.c - see member_call.h. */
#include "server/members/member_call.h"

#include <stdlib.h>

#include "server/websocket.h"

struct member_call *call_new(const struct api_request *request, struct reply *reply, size_t size)
{
    struct member_call *call = calloc(1, size ? size : sizeof *call);

    if (!call) {
        api_refuse_store(reply);
        return NULL;
    }
    call->server = request->server;
    call->reply = reply;
    call->session = request->session;
    call->now = store_now(request->server->store);
    call->list = json_array();
    return call;
}

static void call_free(struct member_call *call)
{
    json_decref(call->list);
    json_decref(call->profile.ratings);
    json_decref(call->profile.openings);
    free(call);
}

void call_refuse(struct member_call *call, const struct refusal *refusal)
{
    if (call->guessed)
        api_refuse_guess(call->reply, refusal);
    else
        reply_refusal(call->reply, refusal);
    call_free(call);
}

bool call_failed(struct member_call *call, enum store_answer answer)
{
    if (answer != STORE_FAILED)
        return false;
    api_refuse_store(call->reply);
    call_free(call);
    return true;
}

void call_answer(struct member_call *call, int status, json_t *json)
{
    reply_json(call->reply, status, json);
    call_free(call);
}

static void on_done(void *context, enum store_answer answer)
{
    struct member_call *call = context;
    const struct call_kind *kind = call->kind;
    json_t *json = NULL;

    if (call_failed(call, answer))
        return;
    call->result = answer;
    if (kind->unknown && answer == STORE_MISSING)
        refuse(&call->wrong, REFUSED_UNKNOWN, kind->unknown);
    else
        json = kind->list ? json_pack("{sO}", kind->list, call->list) : kind->answer(call);
    if (json)
        call_answer(call, call->status, json);
    else
        call_refuse(call, &call->wrong);
}

void call_handle(const struct call_kind *kind, const struct api_request *request,
                 struct reply *reply)
{
    struct member_call *call = call_new(request, reply, kind->size);
    struct refusal refusal;

    if (!call)
        return;
    json_t *body = kind->has_body ? api_body(request, &refusal) : NULL;
    struct call_input in = {request, body, &refusal};
    bool good = (body || !kind->has_body) && (!kind->read || kind->read(call, &in));

    call->kind = kind;
    call->status = kind->status ? kind->status : 200;

    json_decref(body);
    if (!good)
        call_refuse(call, &refusal);
    else if (kind->asks)
        store_ask(request->server->store, kind->work, on_done, call);
    else
        store_transact(request->server->store, kind->work, on_done, call);
}

bool call_read_number(void *context, const struct call_input *in)
{
    struct member_call *call = context;

    call->number = strtoll(in->request->arguments[0], NULL, 10);
    return true;
}

json_t *call_removed(void *context)
{
    struct member_call *call = context;

    session_forget_member(call->server->sessions, call->session.member.id);
    sockets_renew_member(call->server, call->session.member.id);
    return json_object();
}
