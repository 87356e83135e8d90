/*
 * engine_pool.h - threads that search moves for computer players.
 *
 * Searches are requested on the server's loop; engine_pool_deliver() delivers their results there.
 *
 * Search time is shared between addresses first, then between the games of each:
 * of those that wait, the address that has used least goes first, and when many
 * run or wait, each gets less time, including those that have begun. Quick searches have their
 * own threads and never wait for long ones.
 */
#ifndef TABLIER_SERVER_ENGINE_POOL_H
#define TABLIER_SERVER_ENGINE_POOL_H

#include "core/position.h"

struct engine_pool;
struct search_request;

/* `threads` is the number of threads for long searches. `wake` is called on a thread of the pool
 * when there is a result to deliver. NULL on failure. */
struct engine_pool *engine_pool_new(int threads, void (*wake)(void *context), void *context);
/* Ends all searches without an answer. Accepts NULL. */
void engine_pool_free(struct engine_pool *engine_pool);

/* Receives the move, and the search time in milliseconds without the time in the queue. */
typedef void search_done(void *context, const char *move, int64_t used_ms);

/* Starts the search for a move in the match, which must not be over. `personality` is a name
 * of the game's; "": none. `time_ms` is the time limit, 0: that of the level. `address` is the
 * client's; "" if unknown. NULL if memory runs out. */
struct search_request *engine_pool_ask(struct engine_pool *engine_pool,
                                       const struct tb_match *match, int level,
                                       const char *personality, int64_t time_ms,
                                       const char *address, search_done *done, void *context);
/* Cancels a search: `done` is not called. */
void engine_pool_cancel(struct engine_pool *engine_pool, struct search_request *request);

void engine_pool_deliver(struct engine_pool *engine_pool);
/* Ends searches that have used up their share of time. To be called about ten times a second. */
void engine_pool_tick(struct engine_pool *engine_pool);
/* Returns the number of searches that wait or run. */
int engine_pool_busy(struct engine_pool *engine_pool);

#endif
