/*
 * openings.h - where the games of a match begin: a position, and moves that are
 * played before the contestants may choose.
 */
#ifndef TABLIER_MATCH_OPENINGS_H
#define TABLIER_MATCH_OPENINGS_H

#include "core/position.h"

struct opening {
    struct tb_position start;
    char *moves; /* canonical spellings separated by spaces; may be "" */
};

/* Made of zeros it is empty. */
struct opening_list {
    struct opening *items;
    int count;
};

void openings_release(struct opening_list *list);

/* The functions that fill an empty list leave it empty when they fail. No opening
 * is over by the rules of the match. */

/* The start of the game, and nothing else. */
int openings_usual(struct opening_list *list, const struct tb_setup *setup, struct tb_error *error);

/* Up to `wanted` openings of so many random moves, no two the same or mirror
 * images of each other, none over or won by the next move. May find fewer than
 * wanted, but at least one. */
int openings_random(struct opening_list *list, const struct tb_setup *setup,
                    const struct match_rules *rules, int plies, int wanted, uint64_t seed,
                    struct tb_error *error);

/* What a file holds: records, as text or JSON Lines; or one opening a line, as a
 * position string or a list of moves, with '#' before a remark. All must be of
 * this set-up. */
int openings_read(struct opening_list *list, const struct tb_setup *setup,
                  const struct match_rules *rules, const char *text, struct tb_error *error);

#endif
