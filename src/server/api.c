/*
 * api.c - the HTTP interface: finds the route of a request under /api, /healthz and /metrics, and
 * who makes it. The routes of games, members and others are in files of their own.
 */
#include "server/api.h"

#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "server/connection/log.h"
#include "server/game/game_api.h"
#include "server/health.h"
#include "server/members/member_api.h"
#include "server/members/moderation.h"
#include "server/metrics.h"
#include "server/pairing/challenge_api.h"
#include "server/ratings/rating_api.h"

/* ---- The server itself ----------------------------------------------------------------------- */

static void show_api(const struct api_request *request, struct reply *reply)
{
    (void)request;
    reply_json(
        reply, 200,
        json_pack("{ss si}", "software", "tablier " TB_VERSION, "version", PROTOCOL_VERSION));
}

static void show_health(const struct api_request *request, struct reply *reply)
{
    health_ask(&request->server->health, request->server, reply);
}

static void show_metrics(const struct api_request *request, struct reply *reply)
{
    char *text = metrics_text(request->server);

    reply_text(reply, text ? 200 : 500, "text/plain; version=0.0.4", NULL, text ? text : "");
    free(text);
}

/* ---- Routes ------------------------------------------------------------------------------- */

static const struct route own_routes[] = {
    {"GET", "/api", FOR_ALL, .handle = show_api},
    {"GET", "/healthz", FOR_ALL_AND_OPERATORS, .handle = show_health},
    {"GET", "/metrics", FOR_OPERATORS, .handle = show_metrics},
    {0},
};

static const struct route *const tables[] = {own_routes, game_routes, member_routes,
                                             account_routes, passkey_routes, rating_routes,
                                             challenge_routes};

/* True if the path matches the pattern of a route; `arguments` gets the parts for its stars. */
static bool path_matches(const char *pattern, const char *path,
                         char arguments[ROUTE_ARGUMENTS][ARGUMENT_SIZE])
{
    for (int count = 0; *pattern; pattern++) {
        if (*pattern != '*') {
            if (*pattern != *path++)
                return false;
            continue;
        }
        size_t length = strcspn(path, "/");

        if (count == ROUTE_ARGUMENTS || length == 0 || length >= ARGUMENT_SIZE)
            return false;
        memcpy(arguments[count], path, length);
        arguments[count++][length] = '\0';
        path += length;
    }
    return *path == '\0';
}

static const struct route *find_route(struct api_request *request)
{
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const struct route *route = tables[i]; route->method; route++) {
            bool audience = request->operators ? route->access >= FOR_OPERATORS
                                               : route->access != FOR_OPERATORS;

            if (audience && strcmp(request->method, route->method) == 0 &&
                path_matches(route->path, request->head->path, request->arguments))
                return route;
        }
    return NULL;
}

/* True if this member may use the route with this credential. A browser adds a cookie to requests
 * of any site, so a request with a cookie must look like one of our web app. */
static bool is_allowed(const struct api_request *request, enum access access,
                       struct refusal *refusal)
{
    static const unsigned scopes[] = {[FOR_READING] = SCOPE_READ,
                                      [FOR_PLAY] = SCOPE_PLAY,
                                      [FOR_SESSION] = SCOPE_ACCOUNT};
    const struct member *member = &request->session.member;

    if (access == FOR_ALL && member->status == MEMBER_SUSPENDED &&
        strcmp(request->method, "GET") != 0 && strcmp(request->head->path, "/api/session") != 0)
        return moderation_refuse_member(request->server->moderation, member->id, refusal);
    if (access == FOR_ALL || access >= FOR_OPERATORS)
        return true;
    if (member->id == 0)
        return refuse(refusal, REFUSED_MEMBER, "Sign in first.");
    if (request->session.by == BY_COOKIE && strcmp(request->method, "GET") != 0 &&
        !api_is_json(request->head))
        return refuse(refusal, REFUSED_SYNTAX,
                      "The request needs Content-Type: application/json.");
    if (member->status != MEMBER_ACTIVE)
        return moderation_refuse_member(request->server->moderation, member->id, refusal);
    return member->scopes & scopes[access] ||
           refuse(refusal, REFUSED_RIGHTS, "This token does not allow that.");
}

/* True if what everyone may do is done in a member's name: not if the member is suspended, the
 * token is not for playing, or a form of a foreign page could have sent it with the member's
 * cookie. */
static bool acts_as_member(const struct api_request *request)
{
    const struct session *session = &request->session;

    return session->member.status == MEMBER_ACTIVE && session->member.scopes & SCOPE_PLAY &&
           (session->by != BY_COOKIE || strcmp(request->method, "GET") == 0 ||
            api_is_json(request->head));
}

static void dispatch(const struct api_request *request, struct reply *reply)
{
    struct api_request routed = *request;
    struct refusal refusal;
    const struct route *route = find_route(&routed);

    if (!route)
        refuse(&refusal, REFUSED_UNKNOWN, "There is nothing at this address for this method.");
    if (!route || !is_allowed(&routed, route->access, &refusal)) {
        reply_refusal(reply, &refusal);
        return;
    }
    if (route->access == FOR_ALL && !acts_as_member(&routed)) {
        if (routed.session.member.status == MEMBER_SUSPENDED)
            routed.session.banned = routed.session.member.id;
        routed.session.member = (struct member){0};
    }
    if (route->call)
        call_handle(route->call, &routed, reply);
    else
        route->handle(&routed, reply);
}

/* A request that waits until it is known who makes it. */
struct asked {
    struct api_request request;
    struct reply *reply;
    char *body; /* a copy, once it waits */
};

static void on_session(void *context, const struct session *session)
{
    struct asked *asked = context;

    if (!session || !reply_wanted(asked->reply)) {
        api_refuse_store(asked->reply);
    } else {
        asked->request.session = *session;
        dispatch(&asked->request, asked->reply);
    }
    free(asked->body);
    free(asked);
}

/* The head of the request lives as long as its reply is wanted, the body only now. */
static void find_session(const struct api_request *request, struct reply *reply)
{
    struct asked *asked = calloc(1, sizeof *asked);
    char *body = malloc(request->body_length + 1);

    if (!asked || !body) {
        free(asked);
        free(body);
        api_refuse_store(reply);
        return;
    }
    if (request->body_length > 0)
        memcpy(body, request->body, request->body_length);
    *asked = (struct asked){.request = *request, .reply = reply, .body = body};
    asked->request.body = body;
    session_find(request->server->sessions, request->head, reply->secure, on_session, asked);
}

bool api_owns(const char *path)
{
    return strcmp(path, "/api") == 0 || strncmp(path, "/api/", 5) == 0 ||
           strcmp(path, "/healthz") == 0;
}

void api_handle(const struct api_request *request, struct reply *reply)
{
    bool free = request->operators || request->head->path[1] != 'a'; /* /healthz is asked often */
    struct refusal refusal;

    if (!free && !api_may(reply, LIMIT_REQUESTS, &refusal)) {
        log_limited(&reply->server->acceptor.log_limit, acceptor_now(&reply->server->acceptor),
                    "refused", "address=%s method=%s path=%s code=%s", reply->address,
                    request->method, log_safe(request->head->path).text,
                    refusal_word(refusal.code));
        reply_refusal(reply, &refusal);
    } else if (free) {
        dispatch(request, reply);
    } else {
        find_session(request, reply);
    }
}
