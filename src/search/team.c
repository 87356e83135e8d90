/* team.c - one function run by several threads at once. */
#include "search/team.h"

void team_start(struct team *team, void *(*work)(void *item), void *items, size_t size, int count)
{
    char *item = items;

    team->started = 1;
    while (team->started < count &&
           pthread_create(&team->threads[team->started], NULL, work,
                          item + size * (size_t)team->started) == 0)
        team->started++;
}

int team_wait(struct team *team)
{
    for (int i = 1; i < team->started; i++)
        pthread_join(team->threads[i], NULL);
    return team->started;
}
