/*
 * engine_pool.h - threads on which computer players think.
 *
 * Asked from the server's loop and answered there, by engine_pool_deliver().
 *
 * Thinking time is shared between addresses first, then between the games of each:
 * of those that wait, the address that has used least goes first, and when many
 * think or wait, each gets less time, including those that have begun. Quick searches have their
 * own threads and never wait for long ones.
 */
#ifndef TABLIER_SERVER_ENGINE_POOL_H
#define TABLIER_SERVER_ENGINE_POOL_H

#include "core/position.h"

struct engine_pool;
struct thinking;

/* `threads` for long thoughts. `wake` is called on a thinking thread when there is something to
 * deliver. NULL on failure. */
struct engine_pool *engine_pool_new(int threads, void (*wake)(void *context), void *context);
/* Ends all thoughts without an answer. Accepts NULL. */
void engine_pool_free(struct engine_pool *engine_pool);

/* What was found, and the milliseconds of a processor that it took: waiting does not count. */
typedef void thinking_done(void *context, const char *move, int64_t used_ms);

/* Finds a move for the match as it stands, which must not be over. `time_ms` is the most it may
 * take, 0: as the level likes. `address` is the client's; "" if unknown. NULL if memory runs
 * out. */
struct thinking *engine_pool_ask(struct engine_pool *engine_pool, const struct tb_match *match,
                                 int level, int64_t time_ms, const char *address,
                                 thinking_done *done, void *context);
/* The answer is not wanted any more. */
void engine_pool_cancel(struct engine_pool *engine_pool, struct thinking *thought);

void engine_pool_deliver(struct engine_pool *engine_pool);
/* Ends thoughts that have had their share. To be called about ten times a second. */
void engine_pool_tick(struct engine_pool *engine_pool);
/* Thoughts that wait or are under way. */
int engine_pool_busy(struct engine_pool *engine_pool);

#endif
