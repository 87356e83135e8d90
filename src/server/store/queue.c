/* queue.c - a linked list with a lock and a condition. */
#include "server/store/queue.h"

#include <time.h>

void queue_init(struct queue *queue)
{
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&queue->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&queue->lock, NULL);
    queue->first = NULL;
    queue->end = &queue->first;
    queue->closed = false;
}

void queue_release(struct queue *queue)
{
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
}

bool queue_put(struct queue *queue, struct queue_item *item, bool *was_empty)
{
    item->next = NULL;
    pthread_mutex_lock(&queue->lock);
    bool open = !queue->closed;

    *was_empty = queue->first == NULL;
    if (open) {
        *queue->end = item;
        queue->end = &item->next;
        pthread_cond_signal(&queue->changed);
    }
    pthread_mutex_unlock(&queue->lock);
    return open;
}

void queue_close(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->closed = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

int queue_take(struct queue *queue, struct queue_item **out, int room, int64_t until, bool *open)
{
    struct timespec limit = {.tv_sec = until / 1000, .tv_nsec = until % 1000 * 1000000};
    int count = 0, late = 0;

    pthread_mutex_lock(&queue->lock);
    while (!queue->first && !queue->closed && !late)
        late = until ? pthread_cond_timedwait(&queue->changed, &queue->lock, &limit)
                     : pthread_cond_wait(&queue->changed, &queue->lock);
    for (; queue->first && count < room; count++) {
        out[count] = queue->first;
        queue->first = queue->first->next;
    }
    if (!queue->first)
        queue->end = &queue->first;
    *open = count > 0 || !queue->closed;
    pthread_mutex_unlock(&queue->lock);
    return count;
}

struct queue_item *queue_take_all(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    struct queue_item *first = queue->first;

    queue->first = NULL;
    queue->end = &queue->first;
    pthread_mutex_unlock(&queue->lock);
    return first;
}
