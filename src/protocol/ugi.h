/*
 * ugi.h - the Universal Game Interface: one engine for any game, in the style
 * of UCI. docs/PROTOCOLS.md has every command with an example.
 */
#ifndef TABLIER_PROTOCOL_UGI_H
#define TABLIER_PROTOCOL_UGI_H

#include <stdio.h>

#include "search/search.h"

enum { UGI_HASH = 64 }; /* default size of the transposition table, megabytes */

struct ugi_settings {
    struct tb_setup setup;
    struct engine_options engine;
};

/* Obeys the commands of `in` until `quit` or the end of the input, which also end
 * a search. Answers are complete lines, written and flushed at once. False when
 * out of memory. */
bool ugi_serve(const struct ugi_settings *settings, FILE *in, FILE *out);

#endif
