/* ascii.h - texts spelled with ASCII alone, as each language does. */
#ifndef TABLIER_CORE_ASCII_H
#define TABLIER_CORE_ASCII_H

#include "core/text.h"

/* Adds `from` in ASCII: no accents, quotation marks that every keyboard has. */
void text_ascii(const char *lang, const char *from, struct text *out);

#endif
