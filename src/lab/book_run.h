/*
 * book_run.h - plays the games of a book (learn/book_make.h) in several threads.
 *
 * With `each`, as many positions as the games suffice for are opened first (learn/book_wide.h).
 * The games go into a file, one line each, as soon as they are played. A later run with the same
 * settings resumes from it; without that file all are played again, and come out the same.
 */
#ifndef TABLIER_LAB_BOOK_RUN_H
#define TABLIER_LAB_BOOK_RUN_H

#include "learn/book_make.h"

struct book_plan {
    struct book_facts facts;
    uint64_t games;
    int threads;      /* 1 to SEARCH_THREADS_MAX */
    const char *path; /* of the file of games */
    bool (*stop)(void *context); /* true ends the run; called by any thread, with NULL */
    void (*progress)(uint64_t played, uint64_t games); /* called by one thread at a time */
};

/* Counts all games of the plan: those of the file, then new ones, and names the positions that the
 * book keeps. *dropped: bytes that were cut off the file, because they were only a part of a
 * game. */
int book_run(const struct book_plan *plan, struct book_maker *maker, long *dropped,
             struct tb_error *error);

#endif
