/* json_memory.c - see json_memory.h. */
#include "jansson/json_memory.h"

#include <stdlib.h>

#include "core/memory.h"

static void *allocate(size_t size)
{
    void *block = malloc(size);

    if (!block)
        memory_note_loss();
    return block;
}

void json_memory_watch(void)
{
    json_set_alloc_funcs(allocate, free);
}

bool json_write(json_t *json, size_t flags, FILE *out)
{
    char *text = json && !memory_lost() ? json_dumps(json, flags) : NULL;
    bool whole = text && fputs(text, out) >= 0 && fputc('\n', out) != EOF;

    if (!text)
        memory_note_loss();
    free(text);
    json_decref(json);
    return whole;
}
