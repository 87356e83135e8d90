/* store_queries.h - statements that both databases understand: lists, due games, outages,
 * heartbeat. */
#ifndef TABLIER_SERVER_STORE_QUERIES_H
#define TABLIER_SERVER_STORE_QUERIES_H

#include "server/store/backend.h"

struct db_connection {
    const struct backend *backend;
    struct backend_handle *handle;
};

/* ---- The writer's ---- */

/* Removes a game, and those that the health checks of ended servers have left: games with ids that
 * begin with HEALTH_MARK, created before `before`. */
enum backend_result query_erase(struct db_connection to, const char *id, int64_t before);
/* Sets the heartbeat to `now`, unless it is later already, and records outages. */
enum backend_result query_heartbeat(struct db_connection to, int64_t now,
                                    const struct outage *outages, int count);
/* At most `room` of the outages with numbers above `after`, in order. */
enum backend_result query_outages(struct db_connection to, int64_t after,
                                  struct recorded_outage *out, int room, int *count);

/* ---- The reader's ---- */

/* There is room for query->limit games. */
enum backend_result query_list(struct db_connection to, const struct list_query *query,
                               struct listed *out);
/* There is room for query->limit ids. */
enum backend_result query_due(struct db_connection to, const struct due_query *query,
                              char (*out)[ID_SIZE], int *count);

#endif
