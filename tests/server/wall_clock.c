/*
 * wall_clock.c - a wall clock that a test can set, for one program: a library to be loaded with
 * LD_PRELOAD. The file that TABLIER_TEST_CLOCK names has one int64_t, the seconds by
 * which the wall clock is wrong. The monotonic clock stays as it is.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *wrong_by;

__attribute__((constructor)) static void find_file(void)
{
    const char *name = getenv("TABLIER_TEST_CLOCK");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;

    if (file < 0)
        return;
    void *map = mmap(NULL, sizeof *wrong_by, PROT_READ, MAP_SHARED, file, 0);

    if (map != MAP_FAILED)
        wrong_by = map;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    int result = (int)syscall(SYS_clock_gettime, clock, out);

    if (result == 0 && wrong_by && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        out->tv_sec += *wrong_by;
    return result;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec now;

    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *out = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *out)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}
