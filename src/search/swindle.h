/*
 * swindle.h - move choice where every move loses: the move whose refutation is the hardest to find.
 * For games with a prover (prover.h).
 */
#ifndef TABLIER_SEARCH_SWINDLE_H
#define TABLIER_SEARCH_SWINDLE_H

#include "search/prover.h"

struct swindler;

/* Uses spec->bytes. NULL when out of memory. Freed by swindler_free(), which accepts NULL. */
struct swindler *swindler_new(const struct spec *spec);
void swindler_free(struct swindler *swindler);

/* Looks for such a move in a lost position, within what is left of the job's limits.
 * False if there was no time for it, or no reply to any move is wrong. */
bool swindler_choose(struct swindler *swindler, struct prover *prover, const struct job *job,
                     struct search_line *line);

#endif
