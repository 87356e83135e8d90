/*
 * json_memory.h - whether JSON values are whole.
 *
 * Values are built by many calls, and each leaves something out where memory runs out.
 * Instead of every call, the allocations behind them are watched.
 */
#ifndef TABLIER_JSON_MEMORY_H
#define TABLIER_JSON_MEMORY_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Watches from now on; for programs, before any value is made. */
void json_memory_watch(void);
/* True if an allocation for JSON has failed since then, in any thread. */
bool json_memory_lost(void);

/* Writes a value and the end of its line, unless memory ran out for part of it; releases it.
 * False if anything is missing. */
bool json_write(json_t *json, size_t flags, FILE *out);

#endif
