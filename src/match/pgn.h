/*
 * pgn.h - games as PGN that programs for rating chess players read (Ordo, BayesElo): White is
 * who moves first, Black the other side, the result is theirs. Our moves are not chess moves:
 * they are a comment, with the evaluation and time of each if known.
 */
#ifndef TABLIER_MATCH_PGN_H
#define TABLIER_MATCH_PGN_H

#include "core/record.h"

#define PGN_EVENT "Tablier tournament"

/* One game with the empty line behind it, from malloc(); NULL if memory runs out. `second`
 * is the first seat of the other side. */
char *pgn_write(const struct record *record, int second);

#endif
