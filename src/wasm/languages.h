/* languages.h - the catalogues that the module was given: it has none of its own. */
#ifndef TABLIER_WASM_LANGUAGES_H
#define TABLIER_WASM_LANGUAGES_H

#include <stdbool.h>
#include <stddef.h>

/* True if the bytes begin as a compiled catalogue (.mo) does. */
bool languages_match(const unsigned char *bytes, size_t size);

/* Takes over the bytes of a compiled catalogue, which the caller made with malloc(). Returns its
 * language, or NULL after freeing bytes that are not a catalogue. */
const char *languages_take(unsigned char *bytes, size_t size);

#endif
