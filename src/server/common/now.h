/* now.h - the wall clock. It may jump: games use store_now(). */
#ifndef TABLIER_SERVER_NOW_H
#define TABLIER_SERVER_NOW_H

#include <stdint.h>
#include <time.h>

/* Milliseconds since 1970. */
static inline int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#endif
