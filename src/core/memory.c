/* memory.c - see memory.h. */
#include "core/memory.h"

#include <stdatomic.h>

static atomic_bool lost;

void memory_note_loss(void)
{
    atomic_store(&lost, true);
}

bool memory_lost(void)
{
    return atomic_load(&lost);
}

void memory_forget(void)
{
    atomic_store(&lost, false);
}
