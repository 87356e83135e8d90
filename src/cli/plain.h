/* plain.h - ASCII for terminals that do not speak UTF-8. */
#ifndef TABLIER_CLI_PLAIN_H
#define TABLIER_CLI_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

/* True if both are the same word, with or without its accents, or in its ASCII spelling. */
bool same_word(const char *typed, size_t length, const char *name);

/* From now on, spells everything that goes to a terminal by stdout and stderr with ASCII alone.
 * These streams have no descriptor then. */
void plain_output(void);

#endif
