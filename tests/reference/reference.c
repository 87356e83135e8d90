/* reference.c - finding a reference game, its options, and lists of moves. */
#include "reference.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct reference *const references[] = {
    &dorix_reference,
    &tictacdoh_reference,
    &quoridor_reference,
    &orbital_reference,
};

const struct reference *reference_find(const char *game)
{
    for (size_t i = 0; i < sizeof references / sizeof *references; i++)
        if (strcmp(references[i]->game, game) == 0)
            return references[i];
    return NULL;
}

struct reference_options reference_defaults(int players)
{
    return (struct reference_options){
        .players = players,
        .pawns = players == 2 ? 15 : players == 3 ? 12 : 10,
        .stash = 5,
        .tie = 'd',
        .size = 9,
        .walls = players == 2 ? 10 : 5,
        .pieces = 6,
    };
}

bool reference_set(struct reference_options *options, const char *key, const char *value)
{
    if (strcmp(key, "stash") == 0)
        options->stash = atoi(value);
    else if (strcmp(key, "hold") == 0)
        options->hold_barred = strcmp(value, "barred") == 0;
    else if (strcmp(key, "pawns") == 0)
        options->pawns = atoi(value);
    else if (strcmp(key, "tie") == 0)
        options->tie = value[0];
    else if (strcmp(key, "extra") == 0)
        options->extra = atoi(value);
    else if (strcmp(key, "size") == 0)
        options->size = atoi(value);
    else if (strcmp(key, "walls") == 0)
        options->walls = atoi(value);
    else if (strcmp(key, "turn") == 0)
        options->turn_barrier = strcmp(value, "barrier") == 0;
    else if (strcmp(key, "pieces") == 0)
        options->pieces = atoi(value);
    else if (strcmp(key, "line") == 0)
        options->line_row = strcmp(value, "row") == 0;
    else if (strcmp(key, "free") == 0)
        options->free_empty = strcmp(value, "empty") == 0;
    else if (strcmp(key, "reach") == 0)
        options->reach_line = strcmp(value, "line") == 0;
    else
        return false;
    return true;
}

static void *or_die(void *memory)
{
    if (!memory) {
        fprintf(stderr, "reference: out of memory\n");
        abort();
    }
    return memory;
}

void *reference_allocate(size_t size)
{
    return or_die(calloc(1, size));
}

void *reference_duplicate(const void *state, size_t size)
{
    return memcpy(or_die(malloc(size)), state, size);
}

void reference_add(struct reference_list *list, const char *format, ...)
{
    va_list arguments;

    if (list->count == list->max) {
        fprintf(stderr, "reference: more than %d moves\n", list->max);
        abort();
    }
    va_start(arguments, format);
    vsnprintf(list->out[list->count++], REFERENCE_TEXT, format, arguments);
    va_end(arguments);
}

bool reference_has(const struct reference_list *list, const char *move)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->out[i], move) == 0)
            return true;
    return false;
}
