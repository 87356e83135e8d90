/*
 * openings.h - openings of a match: a position, and moves that are played before the contestants
 * choose.
 */
#ifndef TABLIER_MATCH_OPENINGS_H
#define TABLIER_MATCH_OPENINGS_H

#include "core/position.h"

struct opening {
    struct tb_position start;
    char *moves; /* canonical spellings separated by spaces; may be "" */
};

/* Empty when zero-initialised. */
struct opening_list {
    struct opening *items;
    int count;
    size_t capacity;
};

void openings_release(struct opening_list *list);

/* The functions that fill an empty list leave it empty when they fail. No opening
 * is over by the rules of the match. */

/* The start of the game, and nothing else. */
int openings_usual(struct opening_list *list, const struct tb_setup *setup, struct tb_error *error);

/* Up to `wanted` openings of `plies` random moves, no two the same or mirror images of each other,
 * none over or won by the next move. May find fewer than wanted, but at least one. */
int openings_random(struct opening_list *list, const struct tb_setup *setup,
                    const struct match_rules *rules, int plies, int wanted, uint64_t seed,
                    struct tb_error *error);

/* Reads the openings of a file: records, as text or JSON Lines; or one opening per line, as a
 * position string or a list of moves, with '#' before a remark. All must be of this setup. */
int openings_read(struct opening_list *list, const struct tb_setup *setup,
                  const struct match_rules *rules, const char *text, struct tb_error *error);

/* Fails unless a record has the setup that is wanted. */
int openings_check_setup(const struct tb_setup *wanted, const struct tb_setup *found,
                         struct tb_error *error);

#endif
