/* api_request.c - helpers for the handlers of requests. */
#include "server/api_request.h"

#include <string.h>
#include <strings.h>

#include "core/message.h"
#include "server/common/json_field.h"
#include "server/connection/log.h"

void api_refuse_store(struct reply *reply)
{
    struct refusal refusal;

    refuse(&refusal, REFUSED_STORE, "The store cannot be reached at the moment; try again.");
    reply_refusal(reply, &refusal);
}

bool api_may(struct reply *reply, enum limit kind, struct refusal *refusal)
{
    struct server *server = reply->server;

    return limits_take(server->limits, reply->address, kind, acceptor_now(&server->acceptor),
                       &reply->wait) ||
           refuse(refusal, REFUSED_RATE, "Too many requests; wait {wait} seconds.",
                  arg_count("wait", reply->wait));
}

/* A right secret is never refused. */
void api_refuse_guess(struct reply *reply, const struct refusal *refusal)
{
    struct refusal slower;

    if (!reply->trusted ||
        limits_take(reply->server->limits, reply->address, LIMIT_GUESSES,
                    acceptor_now(&reply->server->acceptor), &reply->wait)) {
        reply_refusal(reply, refusal);
        return;
    }
    log_limited(&reply->server->acceptor.log_limit, acceptor_now(&reply->server->acceptor),
                "guessing", "address=%s", reply->address);
    refuse(&slower, REFUSED_RATE, "Too many wrong links; wait {wait} seconds.",
           arg_count("wait", reply->wait));
    reply_refusal(reply, &slower);
}

bool api_is_json(const struct http_header *head)
{
    static const char json[] = "application/json";
    const char *type = header_field(head, "content-type");
    size_t length = strcspn(type, "; \t");

    return length == strlen(json) && strncasecmp(type, json, length) == 0;
}

json_t *api_body(const struct api_request *request, struct refusal *refusal)
{
    if (!api_is_json(request->head)) {
        refuse(refusal, REFUSED_SYNTAX, "The request needs Content-Type: application/json.");
        return NULL;
    }
    if (request->body_length == 0)
        return json_object();
    return json_object_read(request->body, request->body_length, refusal);
}
