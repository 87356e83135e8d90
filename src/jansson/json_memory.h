/*
 * json_memory.h - whether JSON values are whole.
 *
 * Values are built by many calls, and each leaves something out where memory runs out.
 * Instead of every call, the allocations behind them are watched.
 */
#ifndef TABLIER_JANSSON_MEMORY_H
#define TABLIER_JANSSON_MEMORY_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Notes failed allocations for JSON from now on (core/memory.h); for programs, before any value is
 * made. */
void json_memory_watch(void);

/* Writes a value and the end of its line, unless memory ran out; releases it. False if anything is
 * missing. */
bool json_write(json_t *json, size_t flags, FILE *out);

#endif
