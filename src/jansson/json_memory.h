/*
 * json_memory.h - detects JSON values that are incomplete because memory ran out.
 *
 * A value is built by many calls of Jansson, and a call that gets no memory leaves a part out.
 * Instead of checking every call, this module watches Jansson's allocations.
 */
#ifndef TABLIER_JANSSON_MEMORY_H
#define TABLIER_JANSSON_MEMORY_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Records failed allocations of Jansson from now on (core/memory.h). A program calls it once,
 * before it makes any value. */
void json_memory_watch(void);

/* Writes a value and the end of its line, unless memory ran out; releases it. False if anything is
 * missing. */
bool json_write(json_t *json, size_t flags, FILE *out);

#endif
