/* matches.h - matches for the tests of a match's rules: begun, played and checked in a line each.
 */
#ifndef TABLIER_TESTS_MATCHES_H
#define TABLIER_TESTS_MATCHES_H

#include "core/position.h"

/* A match from the start of a setup such as "quoridor players=4"; freed by tb_match_free. */
struct tb_match *new_match(const char *words, int repetition, bool swap);

/* Plays entries separated by spaces, all of which must be accepted. */
void play_entries(struct tb_match *match, const char *entries);

/* The entry is refused with this code and a message, and changes nothing. */
void check_refused(struct tb_match *match, const char *entry, int code);

/* The match has ended in this way, or not at all, with these winners. */
void check_ending(const struct tb_match *match, enum tb_ending ending, unsigned winners);

/* Four plies that bring a position of Quoridor back. */
extern const char there_and_back[];

#endif
