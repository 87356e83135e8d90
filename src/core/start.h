/*
 * start.h - what is decided before the first move: game, player count, options,
 * position, and the rules of the match.
 *
 * Records and command lines name these things as words, in any order and partly
 * twice (a position string has set-up words of its own). A struct start gathers
 * the words; start_resolve() makes one position of them or says which two
 * contradict each other.
 */
#ifndef TABLIER_CORE_START_H
#define TABLIER_CORE_START_H

#include "core/text.h"

struct start {
    const struct tb_game *game;
    int players;                 /* 0: not said */
    unsigned given;              /* bit i is set if option i was said */
    int options[TB_OPTIONS_MAX]; /* the values that were said */
    const char *position;        /* NULL: the game's own start; belongs to the caller */
};

/* Adds the names of all games: "dorix, tictacdoh, quoridor, orbital". */
void start_list_games(struct text *out);

/* Notes one word: "players" or an option of the game, with its value. */
int start_set(struct start *start, const char *key, const char *value, struct tb_error *error);

int start_resolve(const struct start *start, struct tb_position *position, struct tb_error *error);

/* Sets "repetition" (0, 2 to 9) or "swap" (on, off) from text. */
int rules_set(struct match_rules *rules, const char *key, const char *value,
              struct tb_error *error);

#endif
