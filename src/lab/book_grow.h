/* book_grow.h - opens the positions of a book (learn/book_wide.h) in several threads. */
#ifndef TABLIER_LAB_BOOK_GROW_H
#define TABLIER_LAB_BOOK_GROW_H

#include "lab/book_run.h"
#include "learn/book_wide.h"

/* Opens positions until there are this many targets, there are no more, or the plan's stop()
 * returns true. The number of threads changes nothing else. The caller frees *out. */
int book_grow(const struct book_plan *plan, size_t targets, struct book_wide **out,
              struct tb_error *error);

#endif
