/*
 * memory.h - whether an allocation has failed in this process.
 *
 * A result that was computed while memory ran out may be wrong in ways that no function notices: a
 * fallback was taken, an entry is missing from a list. A program therefore counts the failures of
 * all its allocations (cli/allocation.c), and the few places where results leave it refuse to go
 * on: files and journals, the runners of games and jobs, and the exit status.
 *
 * The library itself never notes a failure: it returns TB_ERR_MEMORY.
 */
#ifndef TABLIER_CORE_MEMORY_H
#define TABLIER_CORE_MEMORY_H

#include <stdbool.h>

/* Notes a failed allocation; from any thread. */
void memory_note_loss(void);
/* True if one was noted since the start, or since memory_forget(). */
bool memory_lost(void);
/* Makes a new start, after the user has been told. */
void memory_forget(void);

#endif
