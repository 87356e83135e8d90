/* pages.h - memory for large tables. */
#ifndef TABLIER_CORE_PAGES_H
#define TABLIER_CORE_PAGES_H

#include <stddef.h>

#ifdef __linux__
#include <stdint.h>
#include <sys/mman.h>
#endif

/*
 * Marks fresh memory as used at random all over. The system may then map it in large pages, which
 * need far fewer page faults and TLB entries.
 */
static inline void pages_scattered(void *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    enum { LARGE = 2 << 20 };
    uintptr_t start = ((uintptr_t)memory + LARGE - 1) / LARGE * LARGE;
    uintptr_t end = ((uintptr_t)memory + bytes) / LARGE * LARGE;

    if (end > start)
        madvise((void *)start, end - start, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)bytes;
#endif
}

#endif
