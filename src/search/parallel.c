/* parallel.c - one function run by several threads at once. */
#include "search/parallel.h"

void parallel_start(struct parallel *parallel, void *(*work)(void *item), void *items, size_t size,
                    int count)
{
    char *item = items;

    parallel->started = 1;
    while (parallel->started < count &&
           pthread_create(&parallel->threads[parallel->started], NULL, work,
                          item + size * (size_t)parallel->started) == 0)
        parallel->started++;
}

int parallel_wait(struct parallel *parallel)
{
    for (int i = 1; i < parallel->started; i++)
        pthread_join(parallel->threads[i], NULL);
    return parallel->started;
}
