/*
 * catalog.h - the translations of one language: a compiled gettext catalogue (.mo).
 *
 * The data is read in place and never trusted: offsets outside it find nothing.
 */
#ifndef TABLIER_CORE_CATALOG_H
#define TABLIER_CORE_CATALOG_H

#include <stdbool.h>
#include <stddef.h>

struct catalog {
    const char *tag; /* "fr", "pt-BR" */
    const unsigned char *data;
    size_t size;
};

/* The catalogues that were built in, ended by one without a tag. The WebAssembly module
 * has none: the web app hands it the one in use. */
const struct catalog *catalogs(void);

/* The catalogue for a BCP 47 tag by the usual fallback (fr-CA, then fr); NULL for English and
 * for a language without one. */
const struct catalog *catalog_for(const char *tag);

/* The translation of a text, NULL if there is none. The context tells equal texts apart; NULL
 * for the usual case. */
const char *catalog_find(const struct catalog *catalog, const char *context, const char *text);

/* The CLDR plural category of a number: "one", "few", ..., "other". NULL is English. */
const char *catalog_plural(const struct catalog *catalog, long long number);

#endif
