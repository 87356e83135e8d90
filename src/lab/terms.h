/*
 * terms.h - the terms of an experiment's games: game, rules, seats, openings, and the seed. A game
 * is decided by its terms and its number alone.
 *
 * Terms have a text of one line for each fact, in a fixed order, which is also what seeds are
 * made from: equal text, equal games.
 */
#ifndef TABLIER_LAB_TERMS_H
#define TABLIER_LAB_TERMS_H

#include "core/position.h"
#include "core/text.h"

enum {
    SEAT_TEXT = 200,
    TERMS_TEXT = 2048,
    OPENING_PLIES_MAX = 99,
    LAB_PLIES_MAX = 100000,
};

struct lab_terms {
    struct tb_setup setup;
    struct match_rules rules;
    char seats[TB_PLAYERS_MAX][SEAT_TEXT]; /* a specification (match/contestant.h) for each seat */
    bool rotate;                           /* from game to game all players move on by one side */
    int opening_plies;                     /* that are played at random */
    int max_plies;                         /* then it is a draw */
    uint64_t seed;
};

void terms_write(const struct lab_terms *terms, struct text *out);

/* The part of it that says which game it is, under which rules; for other kinds of jobs, too. */
void terms_write_rules(const struct tb_setup *setup, const struct match_rules *rules,
                       struct text *out);
int terms_read_rules(struct tb_setup *setup, struct match_rules *rules, const char **text,
                     struct tb_error *error);
/* Takes one line "KEY VALUE" off the text. */
bool terms_take_line(const char **text, const char *key, char *value, size_t size);
bool terms_take_number(const char **text, const char *key, uint64_t max, uint64_t *number);

/* Reads what terms_write() writes and moves *text behind it. */
int terms_read(struct lab_terms *terms, const char **text, struct tb_error *error);

/* The specification of a seat in game number `game`, after rotation. */
const char *terms_seat(const struct lab_terms *terms, int game, int seat);

/* Checks that every contestant can play and has a limit of its own. *repeatable: true if a game
 * depends only on its number, not on the speed of the machine. */
int terms_check(const struct lab_terms *terms, bool *repeatable, struct tb_error *error);

/* Tells apart programs that would play other games of the same setup: made from random games by
 * the rules, and a short search. False without memory. */
bool setup_fingerprint(const struct tb_setup *setup, uint64_t *sum);
/* The same for searches without a level, which use all that the program has. */
bool search_fingerprint(const struct tb_setup *setup, uint64_t *sum);

/* The seed of game number `game`. */
uint64_t terms_game_seed(const struct lab_terms *terms, int game);

#endif
