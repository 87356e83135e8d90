/* net.h - what the parts of the server that talk to libwebsockets share. */
#ifndef TABLIER_SERVER_NET_H
#define TABLIER_SERVER_NET_H

#include <libwebsockets.h>
#include <uv.h>

#include "server/hall.h"
#include "server/limits.h"
#include "server/now.h"
#include "server/server.h"

enum { BODY_MAX = 16384, MESSAGE_MAX = 4096, URI_SIZE = 256 };

/* A file of the page, as it goes over the wire. Made when it is first asked for. */
struct asset {
    struct asset *next;
    struct server_file plain, packed; /* packed.data NULL: not worth it */
    char etag[24];
};

struct server {
    struct server_options options;
    uv_loop_t loop; /* with thousands of connections much cheaper than libwebsockets' own */
    struct lws_context *context;
    struct lws_vhost *host;
    struct store *store;
    struct thinkers *thinkers;
    struct hall *hall;
    struct limits *limits;
    struct asset *assets;
    lws_sorted_usec_list_t tick;
    struct {
        int sockets;
        uint64_t requests, messages, dropped;
    } counts;
    bool draining;
};

/* An answer that is made or will be made. The request and whoever makes it point at it; the
 * later of the two to go frees it. */
struct reply {
    struct server *server;
    struct lws *wsi; /* NULL: the client has gone */
    char address[ADDRESS_SIZE]; /* whose request it is */
    bool ready, began, head;
    bool last; /* the connection ends with it */
    int status;
    const char *type;
    char file_name[48]; /* to be saved under, or "" */
    struct packet *body;
    size_t sent;
};

/* ---- http.c ----------------------------------------------------------------------- */

int http_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
               size_t length);
size_t http_session_size(void);
void assets_free(struct server *server);

/* Completes a reply; the caller must not touch it afterwards. */
void reply_json(struct reply *reply, int status, json_t *json);
void reply_refusal(struct reply *reply, const struct refusal *refusal);
/* `file_name` offers to save it; NULL: not. */
void reply_text(struct reply *reply, int status, const char *type, const char *file_name,
                const char *text);

/* ---- api.c ------------------------------------------------------------------------ */

/* One request of the HTTP interface. */
struct api_request {
    struct server *server;
    struct lws *wsi;
    const char *method, *path; /* "POST", "/api/games" */
    const char *address;       /* the reply's */
    const char *body;
    size_t body_length;
};

/* Answers at once or later, through the reply. */
void api_handle(const struct api_request *request, struct reply *reply);

/* ---- socket.c --------------------------------------------------------------------- */

int socket_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                 size_t length);
size_t socket_session_size(void);

/* ---- server.c --------------------------------------------------------------------- */

struct server *server_of(struct lws *wsi);
/* Who is at the other end, as limits.h counts. */
void peer_address(struct lws *wsi, char out[ADDRESS_SIZE]);
/* May the page that this comes from use the server? Programs that are no browsers may. */
bool origin_allowed(struct lws *wsi);

#endif
