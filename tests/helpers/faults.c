/*
 * faults.c - a machine that is short of memory or time, for one program: a library to be loaded
 * with LD_PRELOAD.
 *
 * TABLIER_TEST_ALLOCATION=N: the Nth allocation since main() began fails. With a plus sign after
 * the number all later ones fail as well. The C library's own allocations count, and so do
 * anonymous mappings. At the end, the number of allocations goes to the file that
 * TABLIER_TEST_COUNT names.
 *
 * TABLIER_TEST_CLOCK_MS=N: each look at the monotonic clock finds it N milliseconds later.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

typedef int main_function(int argc, char **argv, char **environment);
int __libc_start_main(main_function *program, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end);

static _Atomic(bool) counting;
static atomic_long made;
static long failing; /* 0: none */
static bool and_later;

static bool fails(void)
{
    if (!atomic_load(&counting))
        return false;
    long number = atomic_fetch_add(&made, 1) + 1;

    if (failing == 0 || number < failing || (number > failing && !and_later))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return fails() ? NULL : __libc_realloc(block, size);
}

void *reallocarray(void *block, size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, bytes);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    void *block = aligned_alloc(alignment, size);

    if (!block)
        return ENOMEM;
    *out = block;
    return 0;
}

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    if ((flags & MAP_ANONYMOUS) && fails())
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, protection, flags, file, offset);
}

/* ---- The clock ------------------------------------------------------------------------------- */

static long step_ms;
static atomic_long looks;

int clock_gettime(clockid_t clock, struct timespec *out)
{
    int result = (int)syscall(SYS_clock_gettime, clock, out);

    if (result == 0 && clock == CLOCK_MONOTONIC && step_ms > 0) {
        long late = (atomic_fetch_add(&looks, 1) + 1) * step_ms;

        out->tv_sec += late / 1000;
        out->tv_nsec += late % 1000 * 1000000;
        if (out->tv_nsec >= 1000000000) {
            out->tv_nsec -= 1000000000;
            out->tv_sec++;
        }
    }
    return result;
}

/* ---- main() ---------------------------------------------------------------------------------- */

static main_function *real_main;
static const char *count_path;

static void end(void)
{
    char line[32];

    atomic_store(&counting, false);
    int file = count_path ? open(count_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;

    if (file < 0)
        return;
    int length = snprintf(line, sizeof line, "%ld\n", atomic_load(&made));

    (void)!write(file, line, (size_t)length);
    close(file);
}

/* Programs that are started from here have their memory. */
static int counted_main(int argc, char **argv, char **environment)
{
    const char *number = getenv("TABLIER_TEST_ALLOCATION"), *step = getenv("TABLIER_TEST_CLOCK_MS");

    count_path = getenv("TABLIER_TEST_COUNT");
    step_ms = step ? atol(step) : 0;
    failing = number ? atol(number) : 0;
    and_later = number && strchr(number, '+');
    unsetenv("LD_PRELOAD");
    atexit(end);
    atomic_store(&counting, true);
    return real_main(argc, argv, environment);
}

int __libc_start_main(main_function *program, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
    int (*next)(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void),
                void *) = NULL;

    *(void **)&next = dlsym(RTLD_NEXT, "__libc_start_main");
    real_main = program;
    return next(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}
