/*
 * ugi_options.h - the options of UGI: the list that `ugi` prints, and `setoption`.
 */
#ifndef TABLIER_PROTOCOL_UGI_OPTIONS_H
#define TABLIER_PROTOCOL_UGI_OPTIONS_H

#include <stdio.h>

#include "core/start.h"
#include "search/search.h"

/* The values of all options. */
struct ugi_options {
    struct start start; /* the game and its setup as far as given */
    struct match_rules rules;
    struct engine_options engine;
    int lines;
    int seed;        /* of every game; 0: each gets a new one */
    int overhead_ms; /* per move, between the engine and the controller's clock */
    bool ponder;     /* name a move to ponder on with bestmove */
};

/* Returns the options of an engine for this setup: a value other than the default counts as
 * given. */
struct ugi_options ugi_options_initial(const struct tb_setup *setup,
                                       const struct engine_options *engine);

/* Writes one `option` line per option; `setup` is the one that the options result in. */
void ugi_options_write(const struct ugi_options *options, const struct tb_setup *setup, FILE *out);

/* Sets one option, by its name in any case. */
int ugi_options_set(struct ugi_options *options, const char *name, const char *value,
                    struct tb_error *error);

#endif
