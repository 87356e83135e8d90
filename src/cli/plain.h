/* plain.h - ASCII for terminals that do not speak UTF-8. */
#ifndef TABLIER_CLI_PLAIN_H
#define TABLIER_CLI_PLAIN_H

#include "core/text.h"

/* Spells a text with ASCII alone: no accents, quotation marks that every keyboard has. */
void plain_text(const char *from, struct text *out);

/* True if both are the same word, with or without its accents, or in its ASCII spelling. */
bool same_word(const char *typed, size_t length, const char *name);

/* From now on, does so with everything that goes to a terminal by stdout and stderr. These streams
 * have no descriptor then. */
void plain_output(void);

#endif
