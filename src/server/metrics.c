/* metrics.c - the server's counters as text. */
#include "server/metrics.h"

#include <stdlib.h>

#include "server/context.h"
#include "server/share/previews.h"

enum { ROOM = 8192 };

static void add(struct text *text, const char *name, const char *type, const char *help,
                double value)
{
    text_add(text, "# HELP tablier_%s %s\n# TYPE tablier_%s %s\ntablier_%s %.15g\n", name, help,
             name, type, name, value);
}

char *metrics_text(const struct server *server)
{
    struct hub_counts counts = hub_counts(server->hub);
    struct preview_counts pictures = preview_counts(server->previews);
    char *buffer = malloc(ROOM);
    struct text text = text_into(buffer, buffer ? ROOM : 0);

    add(&text, "connections", "gauge", "Open WebSocket connections.", server->counts.sockets);
    add(&text, "tcp_connections", "gauge", "Open connections of any kind.", server->acceptor.count);
    add(&text, "tcp_refused_total", "counter", "Connections that were refused for lack of room.",
        (double)server->acceptor.refused);
    add(&text, "tcp_evicted_total", "counter", "Idle connections that made room for others.",
        (double)server->acceptor.evicted);
    add(&text, "players", "gauge", "Connections at a seat.", counts.players);
    add(&text, "watchers", "gauge", "Connections of spectators.", counts.watchers);
    add(&text, "games_live", "gauge", "Games in memory.", counts.games);
    add(&text, "games_created_total", "counter", "Games created.", (double)counts.created);
    add(&text, "moves_total", "counter", "Moves stored.", (double)counts.moves);
    add(&text, "events_total", "counter", "Events stored.", (double)counts.events);
    add(&text, "store_seconds_total", "counter",
        "Time from asking for an event to its being durable.", (double)counts.stored_us / 1e6);
    add(&text, "store_conflicts_total", "counter", "Events that another process was quicker with.",
        (double)counts.conflicts);
    add(&text, "store_waiting", "gauge", "Requests that wait to be written.",
        store_waiting(server->store));
    add(&text, "store_healthy", "gauge", "1 while the store can be reached.",
        store_healthy(server->store));
    add(&text, "gaps_total", "counter", "Stalls of the event loop; not charged to any clock.",
        (double)counts.gaps);
    add(&text, "gap_seconds_total", "counter", "Total duration of the stalls.",
        (double)counts.gap_ms / 1e3);
    add(&text, "refusals_total", "counter", "Requests that were refused.", (double)counts.refusals);
    add(&text, "thoughts", "gauge", "Moves that computer players are looking for.",
        engine_pool_busy(server->engine_pool));
    add(&text, "http_requests_total", "counter", "Requests of the HTTP interface.",
        (double)server->counts.requests);
    add(&text, "messages_total", "counter", "Messages from clients.",
        (double)server->counts.messages);
    add(&text, "dropped_total", "counter", "Connections that were closed because of what they did.",
        (double)server->counts.dropped);
    add(&text, "pictures_drawn_total", "counter", "Pictures of shared links that were drawn.",
        (double)pictures.drawn);
    add(&text, "pictures_kept", "gauge", "Pictures of shared links in the cache.", pictures.kept);
    add(&text, "pictures_kept_bytes", "gauge", "Their size.", (double)pictures.kept_bytes);
    add(&text, "previews_waiting", "gauge", "Shared links that wait for the drawing thread.",
        pictures.waiting);
    return buffer;
}
