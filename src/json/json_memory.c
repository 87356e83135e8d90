/* json_memory.c - see json_memory.h. */
#include "json/json_memory.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool lost;

static void *allocate(size_t size)
{
    void *block = malloc(size);

    if (!block)
        atomic_store(&lost, true);
    return block;
}

void json_memory_watch(void)
{
    json_set_alloc_funcs(allocate, free);
}

bool json_memory_lost(void)
{
    return atomic_load(&lost);
}

bool json_write(json_t *json, size_t flags, FILE *out)
{
    char *text = json && !json_memory_lost() ? json_dumps(json, flags) : NULL;
    bool whole = text && fputs(text, out) >= 0 && fputc('\n', out) != EOF;

    if (!text)
        atomic_store(&lost, true);
    free(text);
    json_decref(json);
    return whole;
}
