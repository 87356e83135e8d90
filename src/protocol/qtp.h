/*
 * qtp.h - the Quoridor Text Protocol of the University of Athens.
 * docs/PROTOCOLS.md has every command with an example.
 */
#ifndef TABLIER_PROTOCOL_QTP_H
#define TABLIER_PROTOCOL_QTP_H

#include <stdio.h>

#include "search/search.h"

struct qtp_settings {
    const struct tb_game *game; /* that has the rules of core/qtp.h */
    struct engine_options engine;
    int64_t time_ms; /* for a move; 0: the level's own time */
};

/* The first game that can be played by QTP, or NULL. */
const struct tb_game *qtp_game(void);

/* Obeys the commands of `in` until `quit` or the end of the input, which also end
 * a search. False when out of memory. */
bool qtp_serve(const struct qtp_settings *settings, FILE *in, FILE *out);

#endif
