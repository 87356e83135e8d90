/*
 * queue.h - a queue between threads.
 *
 * The thread that takes an item owns it; items of other types begin with a struct queue_item.
 */
#ifndef TABLIER_SERVER_QUEUE_H
#define TABLIER_SERVER_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct queue_item {
    struct queue_item *next;
};

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct queue_item *first, **end;
    bool closed;
};

void queue_init(struct queue *queue);
void queue_release(struct queue *queue);

/* False if the queue is closed. *was_empty: nothing was waiting before. */
bool queue_put(struct queue *queue, struct queue_item *item, bool *was_empty);
/* Nothing can be put any more; what waits can still be taken. */
void queue_close(struct queue *queue);

/* Waits until there is something or `until` (milliseconds of the monotonic clock; 0: no limit) has
 * come; takes at most `room`. *open is false when the queue is closed and empty. */
int queue_take(struct queue *queue, struct queue_item **out, int room, int64_t until, bool *open);
/* Takes everything without waiting: a list. */
struct queue_item *queue_take_all(struct queue *queue);

#endif
