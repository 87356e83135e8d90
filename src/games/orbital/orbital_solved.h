/*
 * orbital_solved.h - the table of Orbital: the value of every position in the first plies, for all
 * rule options with reach=ahead; and, with the default rules, every position that can occur after a
 * move of player 1 who wins within the fewest plies, so that perfect play needs no search. The
 * file, orbital.table, is made by `tablier table orbital`.
 */
#ifndef TABLIER_ORBITAL_SOLVED_H
#define TABLIER_ORBITAL_SOLVED_H

#include "core/solved.h"
#include "games/orbital/orbital.h"

enum { ORBITAL_SOLVED_PLIES = 4 }; /* after the start, that the table covers */

/* The embedded file, and its size. */
extern const unsigned char orbital_table[];
extern const size_t orbital_table_size;

/* The value for the player to move, if the position is one of perfect play. */
bool orbital_perfect(const struct orbital *s, struct verdict *out);
unsigned orbital_outline(const void *state);

/* The same if it is one of the first plies. */
bool orbital_opening(const struct orbital *s, struct verdict *out);

/* Every combination of rule options with reach=ahead; with the default ones, the start
 * and what the first moves lead to are solved with the number of plies. */
int orbital_plan_openings(struct opening_plan plans[OPENING_PLANS_MAX]);

/* A position as a number. The pieces in hand follow from those on the board. */
bool orbital_pack(const void *state, struct packed *out);

#endif
