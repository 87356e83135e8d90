/*
 * journal.h - a file of results in the order of their arrival. A result counts once it is complete
 * in the file; a result that a crash left half-written is cut off at the next opening.
 */
#ifndef TABLIER_LAB_JOURNAL_H
#define TABLIER_LAB_JOURNAL_H

#include <limits.h>

#include "lab/job.h"

/* Closed when zero-initialised. */
struct journal {
    FILE *file;
    long dropped; /* bytes that journal_read() cut off its end, because they were not a result */
    char path[PATH_MAX];
};

/* Receives a result of the file, which took `us` microseconds; returns false if it is not valid. */
typedef bool journal_reader(void *context, const struct lab_range *range, const char *result,
                            size_t size, int64_t us);

/* Opens the file, which is made if there is none, and locks it. TB_ERR_BUSY: it is locked. */
int journal_open(struct journal *journal, const char *path, struct tb_error *error);
/* Reads the entries and continues after them, or starts over. `about`, unless NULL, describes the
 * work: a journal of other work is refused with TB_ERR_SETUP. */
int journal_read(struct journal *journal, const char *about, bool replace, journal_reader *read,
                 void *context, struct tb_error *error);
/* Appends a result. TB_ERR_SYSTEM: it could not be written, and does not count. */
int journal_add(struct journal *journal, const struct lab_range *range, const char *result,
                size_t size, int64_t us, struct tb_error *error);
/* Closes it, and removes it once it is of no more use. */
void journal_close(struct journal *journal, bool remove);

#endif
