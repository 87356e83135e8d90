/*
 * thinkers.h - threads on which computer players think.
 *
 * Asked from the server's loop and answered there, by thinkers_deliver(). Thoughts
 * wait in line; when many wait, each gets less time, so that everyone is answered.
 */
#ifndef TABLIER_SERVER_THINKERS_H
#define TABLIER_SERVER_THINKERS_H

#include "tablier.h"

struct thinkers;
struct pondering;

/* `wake` is called on a thinking thread when there is something to deliver. NULL on failure. */
struct thinkers *thinkers_new(int threads, void (*wake)(void *context), void *context);
/* Ends all thoughts without an answer. Accepts NULL. */
void thinkers_free(struct thinkers *thinkers);

/* Finds a move for the match as it stands, which must not be over. `time_ms` is the most it may
 * take, 0: as the level likes. NULL if memory runs out. */
typedef void pondering_done(void *context, const char *move);

struct pondering *thinkers_ask(struct thinkers *thinkers, const struct tb_match *match, int level,
                             int64_t time_ms, pondering_done *done, void *context);
/* The answer is not wanted any more. */
void thinkers_cancel(struct thinkers *thinkers, struct pondering *thought);

void thinkers_deliver(struct thinkers *thinkers);
/* Thoughts that wait or are under way. */
int thinkers_busy(struct thinkers *thinkers);

#endif
